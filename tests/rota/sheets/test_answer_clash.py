"""What a manager can decide about a shift of the pattern whose person is away."""

from __future__ import annotations

import pytest
from tests.rota.requesting import Asking
from tests.rota.teams import (
    MONDAY,
    SHIFTS,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    memory_team,
)

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.requests.requests import ClashState

MARIA = "Maria Lopez"


def clashing(*, pinned: str = "") -> Asking:
    """Ana has the early shift of every Friday, and this Friday she is away."""
    team = memory_team()
    team.remove(WEEK_FILE)
    line = "fri-early,Fri,07:00,15:00,barista,,1,,,"
    assert line in SHIFTS
    team.edit(TEMPLATE_FILE, line, f"fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,{pinned},")
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-20,2026-11-20,approved,")
    team.rota.drafts.copy_template(MONDAY)
    return Asking(team)


def find_row(asking: Asking) -> str:
    rows = asking.team.read(WEEK_FILE).splitlines()
    return next(row for row in rows if row.startswith("fri-early"))


def draft(asking: Asking) -> tuple[tuple[str, ...], Outcome]:
    asking.team.rota.drafts.draft_week(MONDAY)
    line = asking.team.lines()["fri-early"]
    return line.people, line.outcome


def test_shift_is_held_while_nobody_has_decided() -> None:
    assert draft(clashing()) == ((), Outcome.HELD)


def test_freed_shift_is_anybodys() -> None:
    asking = clashing()
    done = asking.verbs.answer_clash.free(WEEK, "fri-early", by=MARIA)
    assert (done.clash.state, done.clash.answered_by) == (ClashState.FREED, MARIA)
    assert find_row(asking) == "fri-early,2026-11-20,07:00,15:00,barista,,1,,,"
    people, outcome = draft(asking)
    assert people not in ((), ("Ana Diaz",))
    assert outcome in (Outcome.FILLED, Outcome.FAIR_SWAP)


def test_freed_shift_that_was_pinned_is_pinned_to_nobody() -> None:
    asking = clashing(pinned="yes")
    asking.verbs.answer_clash.free(WEEK, "fri-early", by=MARIA)
    assert find_row(asking) == "fri-early,2026-11-20,07:00,15:00,barista,,1,,,"


def test_somebody_named_instead_is_wished_for() -> None:
    asking = clashing()
    asking.verbs.answer_clash.free(WEEK, "fri-early", by=MARIA, instead="ben")
    assert find_row(asking) == "fri-early,2026-11-20,07:00,15:00,barista,,1,Ben Shaw,,"
    assert draft(asking)[0] == ("Ben Shaw",)


def test_held_shift_is_marked_in_the_sheet() -> None:
    asking = clashing()
    asking.verbs.answer_clash.hold(WEEK, "fri-early", by=MARIA)
    note = "Ana Diaz has time off on Fri 20 November"
    assert find_row(asking) == f"fri-early,2026-11-20,07:00,15:00,barista,,1,Ana Diaz,,{note}"
    assert draft(asking) == ((), Outcome.HELD)


def test_answer_counts_although_the_sheet_cannot_be_written() -> None:
    asking = clashing()
    sheet = asking.team.read(WEEK_FILE)
    asking.team.write("rota/staff.csv", "something else\n")
    done = asking.verbs.answer_clash.free(WEEK, "fri-early", by=MARIA)
    assert not done.is_mirrored
    assert asking.team.read(WEEK_FILE) == sheet


def test_second_answer_is_told_who_was_first() -> None:
    asking = clashing()
    asking.verbs.answer_clash.free(WEEK, "fri-early", by=MARIA)
    with pytest.raises(Conflict, match="Maria Lopez has decided this already: the shift is freed"):
        asking.verbs.answer_clash.hold(WEEK, "fri-early", by="Olga Finch")


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        pytest.param({"by": "Ben Shaw"}, NotAllowed, "does not decide", id="by a colleague"),
        pytest.param({"instead": "Zoe"}, NotFound, "nobody called 'Zoe'", id="a stranger instead"),
        pytest.param({"instead": "Ana"}, InputError, "Ana Diaz is away then", id="the same person"),
    ],
)
def test_answer_is_refused_with_the_reason(
    arguments: dict[str, str], error: type[Exception], expected: str
) -> None:
    asking = clashing()
    with pytest.raises(error, match=expected):
        asking.verbs.answer_clash.free(WEEK, "fri-early", **{"by": MARIA, **arguments})
    assert len(asking.verbs.list().clashes) == 1


def test_clash_that_never_was_is_refused() -> None:
    with pytest.raises(NotFound, match="no clash about the shift mon-early"):
        clashing().verbs.answer_clash.hold(WEEK, "mon-early", by=MARIA)


def test_managers_are_told_of_a_clash_once() -> None:
    asking = clashing()
    for _ in range(2):
        asking.hear()
    assert sorted(asking.told()) == [("clash", "Maria Lopez"), ("clash", "Olga Finch")]


def test_shift_is_not_given_to_a_person_who_cannot_have_it() -> None:
    asking = clashing()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    free = asking.verbs.answer_clash.free
    with pytest.raises(Conflict, match="Cara Woods is off on 20 November"):
        free(WEEK, "fri-early", by=MARIA, instead="Cara")
    with pytest.raises(Conflict, match="Dev Patel does not have the role barista"):
        free(WEEK, "fri-early", by=MARIA, instead="Dev")
    assert free(WEEK, "fri-early", by=MARIA, instead="Ben").clash.instead == "Ben Shaw"
