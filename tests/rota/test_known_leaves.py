"""Who is away once the sheet and what people asked Belfry are put together."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.weeks import make_time_off
from tests.samples import NOON

from belfry.rota.drafts.gather_facts import join_leaves
from belfry.rota.drafts.rosters import make_roster
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.rules.members import Leave, TimeOff

ROSTER = make_roster(["Ana Diaz", "Ben Shaw"])
TUESDAY = date(2026, 11, 17)


def ask(state: Asked, person: str = "ana diaz", day: date | None = TUESDAY) -> TimeOffRequest:
    return TimeOffRequest(
        id="r1",
        person=person,
        source=Source.PAGE,
        state=state,
        first_on=day,
        last_on=day,
        reason="a wedding",
        asked_at=NOON,
    )


def show(leaves: tuple[TimeOff, ...]) -> list[tuple[str, str]]:
    return [(leave.name, leave.state.value) for leave in leaves]


def test_granted_request_counts_before_the_sheet_says_so() -> None:
    assert join_leaves([], [ask(Asked.APPROVED)], ROSTER) == (
        TimeOff(
            name="Ana Diaz",
            first_on=TUESDAY,
            last_on=TUESDAY,
            state=Leave.APPROVED,
            reason="a wedding",
        ),
    )


def test_request_that_waits_is_pending() -> None:
    assert show(join_leaves([], [ask(Asked.PENDING)], ROSTER)) == [("Ana Diaz", "pending")]


@pytest.mark.parametrize("state", [Asked.DECLINED, Asked.WITHDRAWN])
def test_pending_row_that_was_turned_down_here_no_longer_counts(state: Asked) -> None:
    row = make_time_off("Ana Diaz", "Tue", is_pending=True)
    assert join_leaves([row], [ask(state)], ROSTER) == ()


def test_row_of_other_days_is_not_answered_by_the_request() -> None:
    row = make_time_off("Ana Diaz", "Wed", is_pending=True)
    assert show(join_leaves([row], [ask(Asked.DECLINED)], ROSTER)) == [("Ana Diaz", "pending")]


def test_row_that_the_sheet_grants_stays_granted() -> None:
    row = make_time_off("Ana Diaz", "Tue")
    assert show(join_leaves([row], [ask(Asked.DECLINED)], ROSTER)) == [("Ana Diaz", "approved")]


def test_answered_row_gives_way_to_the_answer() -> None:
    row = make_time_off("Ana Diaz", "Tue", is_pending=True)
    assert show(join_leaves([row], [ask(Asked.APPROVED)], ROSTER)) == [("Ana Diaz", "approved")]


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(ask(Asked.APPROVED, person="Zoe"), id="of somebody who is not on the staff"),
        pytest.param(ask(Asked.APPROVED, day=None), id="without days"),
        pytest.param(ask(Asked.UNREAD), id="that nobody could read"),
    ],
)
def test_request_keeps_nobody_away(request_: TimeOffRequest) -> None:
    assert join_leaves([], [request_], ROSTER) == ()
