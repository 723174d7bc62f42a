"""How time off is asked for, decided once, and taken back."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import MONDAY, TIME_OFF_FILE

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest

MARIA = "Maria Lopez"
FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)


def ask(asking: Asking, person: str = "Ana Diaz", **more: Any) -> TimeOffRequest:
    days = {"first_on": FRIDAY, "last_on": SATURDAY, **more}
    first_on, last_on = days.pop("first_on"), days.pop("last_on")
    return asking.verbs.ask_time_off(person, first_on, last_on, **{"by": person, **days})


def count_away(asking: Asking) -> list[tuple[str, date, str]]:
    """Who is away that week, as far as a draft would know."""
    week = asking.team.rota.drafts.gather(MONDAY).week
    return [(leave.name, leave.first_on, leave.state.value) for leave in week.time_off]


def test_request_waits_for_a_manager_and_counts_as_undecided_at_once() -> None:
    asking = memory_asking()
    request = ask(asking, reason=" a  wedding ")
    assert (request.state, request.source, request.reason) == (
        Asked.PENDING,
        Source.PAGE,
        "a wedding",
    )
    assert ("Ana Diaz", FRIDAY, "pending") in count_away(asking)


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        pytest.param({"person": "Zoe"}, NotFound, "nobody called 'Zoe'", id="no such person"),
        pytest.param({"by": "Ben Shaw"}, NotAllowed, "does not decide", id="by a colleague"),
        pytest.param({"last_on": MONDAY}, InputError, "ends before it begins", id="backwards"),
        pytest.param(
            {"first_on": date(2026, 11, 2), "last_on": date(2026, 11, 3)},
            InputError,
            "days that have passed",
            id="in the past",
        ),
        pytest.param(
            {"last_on": date(2027, 11, 21)}, InputError, "more than 60 days", id="for a year"
        ),
    ],
)
def test_request_is_refused_with_the_reason(
    arguments: dict[str, Any], error: type[Exception], expected: str
) -> None:
    with pytest.raises(error, match=expected):
        ask(memory_asking(), **arguments)


def test_request_for_the_same_days_is_refused() -> None:
    asking = memory_asking()
    ask(asking)
    with pytest.raises(Conflict, match="asked for these days already, and that waits"):
        ask(asking)
    ask(asking, "Ben Shaw")


def test_manager_asks_for_somebody_who_is_absent() -> None:
    asking = memory_asking()
    request = ask(asking, by=MARIA)
    assert request.person == "Ana Diaz"
    assert asking.audit_log(request.subject)[0].by == MARIA


def test_approval_counts_at_once_and_stands_in_the_sheet() -> None:
    asking = memory_asking()
    request = ask(asking, reason="a wedding")
    done = asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    assert (done.request.state, done.request.answered_by) == (Asked.APPROVED, MARIA)
    assert done.is_mirrored
    assert ("Ana Diaz", FRIDAY, "approved") in count_away(asking)
    last = asking.team.read(TIME_OFF_FILE).splitlines()[-1]
    assert last == "Ana Diaz,2026-11-20,2026-11-21,approved,a wedding"


def test_approval_shows_the_shifts_for_which_cover_is_needed() -> None:
    asking = memory_asking()
    done = asking.verbs.answer_time_off.approve(ask(asking).id, by=MARIA)
    assert [line.shift_id for line in done.shifts] == ["fri-early", "sat-open"]
    assert asking.people() == ("Ana Diaz",)


def test_approval_shows_no_shift_that_has_begun() -> None:
    asking = memory_asking()
    request = ask(asking)
    asking.team.go_to("2026-11-20T07:00")
    done = asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    assert [line.shift_id for line in done.shifts] == ["sat-open"]


def test_approval_with_other_days_tells_both() -> None:
    asking = memory_asking()
    request = ask(asking)
    asking.verbs.answer_time_off.approve(request.id, by=MARIA, first_on=SATURDAY)
    now = asking.request(request.id)
    assert (now.first_on, now.last_on) == (SATURDAY, SATURDAY)
    asking.hear()
    news = asking.messages()[-1]
    assert (news.kind, news.person) == ("time-off-news", "Ana Diaz")
    assert news.facts["asked"] == ["2026-11-20", "2026-11-21"]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(SATURDAY, FRIDAY, id="the last day first"),
        pytest.param(FRIDAY, date(2027, 3, 1), id="too many days"),
    ],
)
def test_approval_with_impossible_days_is_refused(first: date, last: date) -> None:
    asking = memory_asking()
    request = ask(asking)
    with pytest.raises(InputError, match="expected at most 60 days"):
        asking.verbs.answer_time_off.approve(request.id, by=MARIA, first_on=first, last_on=last)
    assert asking.request(request.id).state is Asked.PENDING


def test_decline_leaves_the_sheet_alone_and_says_why() -> None:
    asking = memory_asking()
    before = asking.team.read(TIME_OFF_FILE)
    done = asking.verbs.answer_time_off.decline(ask(asking).id, by=MARIA, why="stocktaking")
    assert (done.request.state, done.request.answer) == (Asked.DECLINED, "stocktaking")
    assert asking.team.read(TIME_OFF_FILE) == before
    assert [away for away in count_away(asking) if away[0] == "Ana Diaz"] == []


@pytest.mark.parametrize("second", ["approve", "decline"])
def test_second_answer_is_told_who_was_first(second: str) -> None:
    asking = memory_asking()
    request = ask(asking)
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    with pytest.raises(Conflict, match="is approved already, by Maria Lopez"):
        getattr(asking.verbs.answer_time_off, second)(request.id, by="Olga Finch")


@pytest.mark.parametrize("by", ["Ana Diaz", "Ben Shaw", "Nobody"])
def test_answer_of_somebody_who_does_not_decide_is_refused(by: str) -> None:
    asking = memory_asking()
    request = ask(asking)
    with pytest.raises(NotAllowed):
        asking.verbs.answer_time_off.approve(request.id, by=by)
    assert asking.request(request.id) == request


def test_request_that_never_was_is_refused() -> None:
    with pytest.raises(NotFound, match="no request x"):
        memory_asking().verbs.answer_time_off.approve("x", by=MARIA)


def test_trail_names_the_days_and_never_the_reason() -> None:
    asking = memory_asking()
    request = ask(asking, reason="chemotherapy")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    audit_log = asking.audit_log(request.subject)
    assert [entry.action for entry in audit_log] == ["time_off.asked", "time_off.approved"]
    assert audit_log[-1].after["days"] == ["2026-11-20", "2026-11-21"]
    assert "chemotherapy" not in str(audit_log)


def test_request_is_taken_back_by_the_person() -> None:
    asking = memory_asking()
    request = asking.verbs.withdraw_time_off(ask(asking).id, by="Ana Diaz")
    assert request.state is Asked.WITHDRAWN
    with pytest.raises(Conflict, match="withdrawn already, by Ana Diaz"):
        asking.verbs.answer_time_off.approve(request.id, by=MARIA)


def test_granted_time_off_is_taken_back_in_the_sheet_too() -> None:
    asking = memory_asking()
    request = ask(asking)
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    asking.verbs.withdraw_time_off(request.id, by="Ana Diaz")
    last = asking.team.read(TIME_OFF_FILE).splitlines()[-1]
    assert last == "Ana Diaz,2026-11-20,2026-11-21,withdrawn,"
    assert [away for away in count_away(asking) if away[0] == "Ana Diaz"] == []


def test_request_is_not_taken_back_by_a_colleague_or_twice() -> None:
    asking = memory_asking()
    request = ask(asking)
    with pytest.raises(NotAllowed):
        asking.verbs.withdraw_time_off(request.id, by="Ben Shaw")
    asking.verbs.withdraw_time_off(request.id, by="Ana Diaz")
    with pytest.raises(Conflict, match="is withdrawn already"):
        asking.verbs.withdraw_time_off(request.id, by="Ana Diaz")


def test_own_requests_are_listed_with_their_answers() -> None:
    asking = memory_asking()
    mine, other = ask(asking), ask(asking, "Ben Shaw")
    asking.verbs.answer_time_off.approve(mine.id, by=MARIA)
    swap = asking.ask()
    own = asking.verbs.list.list_own("ana diaz")
    assert ([request.id for request in own.time_off], [swap_.id for swap_ in own.swaps]) == (
        [mine.id],
        [swap.id],
    )
    assert [request.id for request in asking.verbs.list().time_off] == [other.id]
    assert [request.id for request in asking.verbs.list.list_own("Cara Woods").swaps] == [swap.id]
