"""Where the pattern clashes with time off, and what an answer to that does to the week."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.weeks import LONDON, MONDAY, make_shift, make_time_off
from tests.samples import NOON

from belfry.rota.drafts.rosters import make_roster
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.rules.members import TimeOff
from belfry.rota.sheets.template_plans import list_clashes, settle_clashes
from belfry.rota.shifts import Shift

ROSTER = make_roster(["Ana", "Ben", "Cleo"])
AWAY = make_time_off("Ana", "Tue")
SAID = "Ana has time off on Tue 17 November"


def shift(*wishes: str, pins: tuple[str, ...] = (), headcount: int = 1) -> Shift:
    return make_shift("Tue 09:00-17:00", id="t", wishes=wishes, pins=pins, headcount=headcount)


def clash(state: ClashState = ClashState.OPEN, *, instead: str = "", person: str = "Ana") -> Clash:
    return Clash(
        week="2026-11-16",
        shift_id="t",
        person=person,
        words=SAID,
        state=state,
        instead=instead,
        found_at=NOON,
    )


def settle(
    one: Shift, *clashes: Clash, away: tuple[TimeOff, ...] = (AWAY,)
) -> tuple[Shift, dict[str, str]]:
    settled = settle_clashes([one], clashes, away, zone=LONDON, roster=ROSTER)
    [now] = settled.shifts
    return now, dict(settled.held)


def test_clash_is_found_for_a_wish_that_is_away() -> None:
    found = list(list_clashes(MONDAY, [shift("Ana")], [AWAY], zone=LONDON, at=NOON))
    assert found == [clash()]


def test_clash_names_all_who_are_away_and_nobody_else() -> None:
    away = [AWAY, make_time_off("Cleo", "Mon", "Sun"), make_time_off("Ben", "Tue", is_pending=True)]
    two = shift("Ana", "Ben", "Cleo", headcount=3)
    [found] = list_clashes(MONDAY, [two], away, zone=LONDON, at=NOON)
    assert found.person == "Ana;Cleo"


@pytest.mark.parametrize("state", [ClashState.OPEN, ClashState.HELD])
def test_shift_waits_while_nobody_has_freed_it(state: ClashState) -> None:
    assert settle(shift("Ana"), clash(state)) == (shift("Ana"), {"t": SAID})


def test_clash_that_nobody_was_asked_about_holds_nothing_up() -> None:
    assert settle(shift("Ana")) == (shift("Ana"), {})


def test_clash_is_over_once_the_time_off_is() -> None:
    assert settle(shift("Ana"), clash(), away=()) == (shift("Ana"), {})


def test_clash_is_over_once_the_sheet_names_somebody_else() -> None:
    assert settle(shift("Ben"), clash()) == (shift("Ben"), {})


def test_freed_shift_is_anybody_s() -> None:
    assert settle(shift("Ana"), clash(ClashState.FREED)) == (shift(), {})


def test_freed_pin_pins_nobody() -> None:
    now, held = settle(shift(pins=("Ana",)), clash(ClashState.FREED))
    assert (now.wishes, now.is_pinned, held) == ((), False, {})


def test_whoever_was_named_instead_is_wished_for() -> None:
    now, _ = settle(shift("Ana"), clash(ClashState.FREED, instead="ben"))
    assert now.wishes == ("Ben",)


def test_name_that_nobody_has_is_not_wished_for() -> None:
    now, _ = settle(shift("Ana"), clash(ClashState.FREED, instead="Zoe"))
    assert now.wishes == ()


def test_others_of_a_freed_shift_stay_wished_for() -> None:
    both = shift("Ana", "Ben", headcount=2)
    now, _ = settle(both, clash(ClashState.FREED, instead="Cleo"))
    assert now == replace(both, wishes=("Ben", "Cleo"))


def test_sheet_that_was_changed_since_is_not_changed_again() -> None:
    now, _ = settle(shift("Cleo"), clash(ClashState.FREED, instead="Ben"))
    assert now.wishes == ("Cleo",)


def test_freed_shift_is_not_held_because_another_is_away_too() -> None:
    away = (AWAY, make_time_off("Ben", "Tue"))
    now, held = settle(shift("Ana"), clash(ClashState.FREED, instead="Ben"), away=away)
    assert (now.wishes, held) == (("Ben",), {})
