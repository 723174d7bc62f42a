"""What becomes of a control that somebody else changes in the middle of a tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from tests.controls.offices import Office, open_office
from tests.controls.ticking import (
    CHECK,
    RULES,
    cycles,
    news,
    reminders,
    say,
    set_check,
    set_list,
    tick,
)

from belfry.controls.controls import Control
from belfry.controls.ports import Controls

SAFETY = "Default: remind 5 days before, on the day, and 2 days after\n"


class Overtaken:
    """Passes everything on; but once the controls were listed, something happens first."""

    def __init__(self, controls: Controls, act: Callable[[], object]) -> None:
        self._controls = controls
        self._act: Callable[[], object] | None = act

    def __getattr__(self, name: str) -> Any:
        return getattr(self._controls, name)

    def list_to_look_at(self, today: date, **given: Any) -> Sequence[Control]:
        found = self._controls.list_to_look_at(today, **given)
        act, self._act = self._act, None
        if act:
            act()
        return found


def overtake(office: Office, act: Callable[[], object]) -> Office:
    """The same team in a process whose tick is overtaken."""
    controls: Any = Overtaken(office.ports.controls, act)
    return open_office(replace(office.ports, controls=controls))


def test_of_two_ticks_at_once_one_reminds(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_list(office, *(f"Check {n},Safety,weekly,,,2026-12-10,,," for n in range(3)))
    tick(office, "2026-12-04")
    first: list[str] = []

    def overtaking() -> None:
        ticked = office.house.services.controls.tick()
        first.extend(say(one) for one in ticked.controls)

    late = overtake(office, overtaking)
    ticked = tick(late, "2026-12-05", is_whole=False)
    assert first == ["due-now sends -5"] * 3
    assert [say(one) for one in ticked.controls] == ["due-now"] * 3
    assert news(office) == ["control.reminded day-5"] * 3
    for n in range(3):
        assert reminders(office, f"check {n}") == ["2026-12-10 day-5 reminder on 12-05"]
    assert office.house.services.desk.verify_trail().breaks == ()


def test_a_control_done_in_the_middle_of_a_tick_is_not_reminded_of(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")
    set_check(office, done="")

    def mark_done() -> None:
        set_check(office, done="2026-12-05")
        office.house.services.controls.sync()

    (one,) = tick(overtake(office, mark_done), "2026-12-05", is_whole=False).controls
    assert (say(one), reminders(office)) == ("on-track", [])
    assert cycles(office) == [("done", date(2026, 12, 10), "the list")]


def test_a_control_edited_in_the_middle_of_a_tick_is_reminded_of_all_the_same(
    office: Office,
) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")

    def edit() -> None:
        set_check(office, more=",by the door")
        office.house.services.controls.sync()

    (one,) = tick(overtake(office, edit), "2026-12-05", is_whole=False).controls
    assert say(one) == "due-now sends -5"
    assert office.control(CHECK).notes == "by the door"
    assert news(office) == ["control.reminded day-5"]


def test_a_control_put_away_in_the_middle_of_a_tick_is_left(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")

    def put_away() -> None:
        office.put(replace(office.control(CHECK), gone_at=office.house.clock.now()))

    tick(overtake(office, put_away), "2026-12-05", is_whole=False)
    assert (reminders(office), news(office)) == ([], [])
