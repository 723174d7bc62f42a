"""What every home promises about weeks, and what people ask of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from tests.contracts.rota_books import (
    MONDAY,
    ROTA_BOOKS,
    WEEK,
    RotaBook,
    a_clash,
    a_draft,
    a_line,
    a_request,
    a_swap,
    some_hours,
)
from tests.contracts.shop_books import keep
from tests.samples import NOON

from belfry.kernel.changes import Append
from belfry.kernel.errors import Conflict
from belfry.rota.drafts.drafted_weeks import Making, Outcome, RotaWeek
from belfry.rota.requests.requests import (
    Asked,
    ClashState,
    LinkKind,
    RotaLink,
    ShiftFeed,
    Source,
    SwapKind,
    SwapState,
)

AWKWARD = 'Zoë O\'Brien "2" \\ 50% ? 東京/é'
LATER = NOON + timedelta(minutes=1)
HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)

RECORDS: dict[str, Any] = {
    "a new week": RotaWeek(id=WEEK),
    "a week that is over": RotaWeek(
        id=WEEK,
        draft=3,
        is_waiting=True,
        published=2,
        edition=1,
        published_at=NOON,
        published_by=AWKWARD,
        template_at=NOON,
        digest_at=NOON,
        archived_at=LATER,
        audit_seq=4,
        audit_hash="abc",
    ),
    "a plain draft": a_draft(),
    "a draft with everything": a_draft(
        2,
        making=Making.REDRAFTED,
        parent=1,
        because=AWKWARD,
        first={"mon-early": ["Ana"]},
        proof={"verdict": "proved"},
        approved_at=LATER,
        approved_by=AWKWARD,
    ),
    "a line with little": a_line(),
    "a line with everything": a_line(
        AWKWARD,
        role=AWKWARD,
        skills="first aid;till",
        headcount=2,
        assigned="Ana;Zoë",
        is_pinned=True,
        outcome=Outcome.SHORT_STAFFED,
        why=AWKWARD,
    ),
    "the hours of a week": some_hours(
        AWKWARD,
        edition=2,
        notified_edition=1,
        notified_at=NOON,
        notified_shifts={"mon-early": {"starts_at": "2026-11-16T09:00:00+00:00"}},
        sequences={"mon-early": 1},
    ),
    "a note that was not read": a_request(
        source=Source.NOTE,
        state=Asked.UNREAD,
        first_on=None,
        last_on=None,
        sender="ana@example.com",
        note=AWKWARD,
        why="no day in it",
    ),
    "time off that was answered": a_request(
        state=Asked.APPROVED,
        reason=AWKWARD,
        read_by="the built-in reader",
        answered_at=LATER,
        answered_by="Tom",
        answer="enjoy",
    ),
    "a swap with everything": a_swap(
        kind=SwapKind.DROP,
        state=SwapState.DONE,
        note=AWKWARD,
        asked="Ben",
        refused="Cleo;Dee",
        round=3,
        is_urgent=True,
        settled_at=LATER,
        settled_by="Tom",
        why=AWKWARD,
    ),
    "a clash with an answer": a_clash(
        AWKWARD, state=ClashState.FREED, instead="Ben", answered_at=LATER, answered_by="Tom"
    ),
    "a link": RotaLink(
        digest="0f" * 32,
        kind=LinkKind.ASK,
        about="s1",
        number=2,
        person=AWKWARD,
        made_at=NOON,
        expires_at=LATER,
    ),
    "a feed": ShiftFeed(person=AWKWARD, token="abc", family="def", made_at=NOON),
}


@pytest.fixture(params=list(ROTA_BOOKS))
def book(request: pytest.FixtureRequest) -> RotaBook:
    return ROTA_BOOKS[request.param](request)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_as_it_was_put(book: RotaBook, record: Any) -> None:
    keep(book, record)
    assert book.store.find(type(record), record.key) == replace(record, revision=1)


def test_weeks_of_a_stretch_of_days_come_in_order(book: RotaBook) -> None:
    weeks = ["2026-11-30", "2026-11-16", "2026-11-23", "2026-12-07", "2026-11-09"]
    keep(book, *(RotaWeek(id=week) for week in weeks))
    rota_weeks = book.rotas.list_weeks(MONDAY, date(2026, 11, 30))
    assert [week.id for week in rota_weeks] == ["2026-11-16", "2026-11-23", "2026-11-30"]


def test_drafts_of_a_week_come_by_number(book: RotaBook) -> None:
    keep(book, a_draft(10), a_draft(2), a_draft(1, week="2026-11-23"))
    assert [draft.number for draft in book.rotas.list_drafts(WEEK)] == [2, 10]


def test_lines_of_a_draft_come_by_start_then_id(book: RotaBook) -> None:
    keep(
        book,
        a_line("c", starts_at=NOON),
        a_line("B", starts_at=LATER),
        a_line("a", starts_at=LATER),
        a_line("d", draft=2),
        a_line("e", week="2026-11-23"),
    )
    assert [line.shift_id for line in book.rotas.list_lines(WEEK, 1)] == ["c", "B", "a"]


def test_a_line_cannot_be_written_twice(book: RotaBook) -> None:
    keep(book, a_line())
    with pytest.raises(Conflict):
        book.store.commit([Append(a_line(assigned="Ben"))])
    assert [line.people for line in book.rotas.list_lines(WEEK, 1)] == [("Ana",)]


def test_hours_of_a_week_come_by_name(book: RotaBook) -> None:
    keep(book, some_hours("Zoë"), some_hours("ana"), some_hours("Ben", "2026-11-23"))
    assert [hours.person for hours in book.rotas.list_hours(WEEK)] == ["Zoë", "ana"]


def test_hours_below_the_target_are_counted_over_several_weeks(book: RotaBook) -> None:
    keep(
        book,
        some_hours("Ana", placed=60, target=100),
        some_hours("Ana", "2026-11-23", placed=90, target=100),
        some_hours("Ana", "2026-11-30", placed=0, target=100),
        some_hours("Ben", placed=130, target=100),
        some_hours("Cleo", "2026-11-30"),
    )
    assert book.rotas.count_below([WEEK, "2026-11-23"]) == {"Ana": 50, "Ben": -30}
    assert book.rotas.count_below([]) == {}


def test_hours_of_a_person_come_by_week(book: RotaBook) -> None:
    weeks = ["2026-11-23", WEEK, "2026-11-09", "2026-11-30"]
    keep(book, *(some_hours("Ana", week) for week in weeks), some_hours("Ben"))
    person_weeks = book.rotas.list_hours_of("Ana", MONDAY, date(2026, 11, 23))
    assert [hours.week for hours in person_weeks] == [WEEK, "2026-11-23"]


def test_time_off_is_listed_by_state_and_from_a_day_on(book: RotaBook) -> None:
    keep(
        book,
        a_request("late", asked_at=LATER),
        a_request("b"),
        a_request("a"),
        a_request("over", last_on=MONDAY - timedelta(days=1)),
        a_request("declined", state=Asked.DECLINED),
        a_request("unread", state=Asked.UNREAD, first_on=None, last_on=None, asked_at=LATER),
    )
    time_off = book.requests.list_time_off((Asked.PENDING, Asked.UNREAD), since=MONDAY)
    assert [request.id for request in time_off] == ["a", "b", "late", "unread"]


def test_swaps_of_a_week_come_in_order(book: RotaBook) -> None:
    keep(book, a_swap("b", made_at=LATER), a_swap("c"), a_swap("a", week="2026-11-23"))
    assert [swap.id for swap in book.requests.list_swaps(WEEK)] == ["c", "b"]


def test_swaps_of_several_weeks_come_in_one_order(book: RotaBook) -> None:
    weeks = ["2026-11-23", WEEK, "2026-11-30", WEEK]
    swaps = [a_swap(id_, week=week) for id_, week in zip("acde", weeks, strict=True)]
    keep(book, *swaps, a_swap("b", made_at=LATER))
    stored_swaps = book.requests.list_swaps("2026-11-23", WEEK)
    assert [swap.id for swap in stored_swaps] == ["a", "c", "e", "b"]
    assert list(book.requests.list_swaps()) == []


def test_open_swaps_are_those_not_settled(book: RotaBook) -> None:
    done = a_swap("done", state=SwapState.DONE, settled_at=LATER)
    keep(book, done, a_swap("b", made_at=LATER), a_swap("a", week="2026-11-23"))
    assert [swap.id for swap in book.requests.list_open_swaps()] == ["a", "b"]


def test_clashes_come_by_shift(book: RotaBook) -> None:
    answered = a_clash("b", state=ClashState.HELD, answered_at=LATER)
    keep(book, a_clash("c"), answered, a_clash("a", week="2026-11-23"))
    assert [clash.shift_id for clash in book.requests.list_clashes(WEEK)] == ["b", "c"]
    assert [clash.shift_id for clash in book.requests.list_open_clashes()] == ["c", "a"]


def test_clashes_of_several_weeks_come_by_week(book: RotaBook) -> None:
    weeks = ["2026-11-23", WEEK, "2026-11-30"]
    keep(book, *(a_clash(shift_id, week=week) for week in weeks for shift_id in "ba"))
    clashes = book.requests.list_clashes("2026-11-23", WEEK)
    assert [(clash.week, clash.shift_id) for clash in clashes] == [
        *((WEEK, "a"), (WEEK, "b")),
        *(("2026-11-23", "a"), ("2026-11-23", "b")),
    ]
    assert list(book.requests.list_clashes()) == []


def test_a_feed_is_found_by_its_token_until_it_ended(book: RotaBook) -> None:
    ana = ShiftFeed(person="Ana", token="abc", family="x", made_at=NOON)
    keep(book, ana, ShiftFeed(person="Ben", token="", family="y", made_at=NOON))
    assert book.requests.find_feed("abc") == replace(ana, revision=1)
    assert book.requests.find_feed("") is None
    assert book.requests.find_feed("other") is None
