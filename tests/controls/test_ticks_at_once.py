"""What follows when another process changes a control in the middle of a tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from tests.controls.acting import MARIA, mark_done
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

    def __init__(self, controls: Controls, method: str, act: Callable[[], object]) -> None:
        self._controls, self._method, self._act = controls, method, act

    def __getattr__(self, name: str) -> Any:
        called = getattr(self._controls, name)
        if name != self._method:
            return called

        def list_late(*positional: Any, **named: Any) -> Sequence[Control]:
            controls: Sequence[Control] = called(*positional, **named)
            self._method = ""
            self._act()
            return controls

        return list_late


def overtake(office: Office, act: Callable[[], object], method: str = "list_to_check") -> Office:
    """The same team in a process whose tick is overtaken."""
    controls: Any = Overtaken(office.ports.controls, method, act)
    return open_office(replace(office.ports, controls=controls))


def test_of_two_ticks_at_once_one_reminds(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_list(office, *(f"Check {n},Safety,weekly,,,2026-12-10,,," for n in range(3)))
    tick(office, "2026-12-04")
    first: list[str] = []

    def overtaking() -> None:
        ticked = office.app.services.controls.tick()
        first.extend(say(control) for control in ticked.controls)

    late = overtake(office, overtaking)
    ticked = tick(late, "2026-12-05", is_whole=False)
    assert first == ["due-now sends -5"] * 3
    assert [say(control) for control in ticked.controls] == ["due-now"] * 3
    assert news(office) == ["control.reminded day-5"] * 3
    for n in range(3):
        assert reminders(office, f"check {n}") == ["2026-12-10 day-5 reminder on 12-05"]
    assert office.app.services.accounts.verify_audit_log().breaks == ()


def test_a_control_done_in_the_middle_of_a_tick_is_not_reminded_of(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")

    def finish() -> None:
        mark_done(office, CHECK)

    (plan,) = tick(overtake(office, finish), "2026-12-05", is_whole=False).controls
    assert (say(plan), reminders(office)) == ("on-track", [])
    assert cycles(office) == [("done", date(2026, 12, 10), MARIA)]


def test_a_control_edited_in_the_middle_of_a_tick_is_reminded_of_all_the_same(
    office: Office,
) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")

    def edit() -> None:
        set_check(office, more=",by the door")
        office.app.services.controls.sync()

    (ticked,) = tick(overtake(office, edit), "2026-12-05", is_whole=False).controls
    assert say(ticked) == "due-now sends -5"
    assert office.control(CHECK).notes == "by the door"
    assert news(office) == ["control.reminded day-5"]


def test_a_control_put_away_in_the_middle_of_a_tick_is_left(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-04")

    def put_away() -> None:
        office.put(replace(office.control(CHECK), gone_at=office.app.clock.now()))

    (ticked,) = tick(overtake(office, put_away), "2026-12-05", is_whole=False).controls
    assert (say(ticked), reminders(office), news(office)) == ("due-now", [], [])


def test_a_row_that_was_not_ours_to_write_is_read_by_the_new_rules_the_next_time(
    office: Office,
) -> None:
    office.write(RULES, "Default: on the day\n")
    set_check(office)
    tick(office, "2026-12-04")
    office.write(RULES, SAFETY)

    def edit() -> None:
        office.put(replace(office.control(CHECK), done_by="somebody"))

    tick(overtake(office, edit, "list_by_id"), "2026-12-04", "09:00", is_whole=False)
    assert office.control(CHECK).next_check_on == date(2026, 12, 10)
    tick(office, "2026-12-04", "10:00", is_whole=False)
    assert office.control(CHECK).next_check_on == date(2026, 12, 5)
