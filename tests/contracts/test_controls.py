"""What every home promises about controls and their histories."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from tests.contracts.control_books import (
    CONTROL_BOOKS,
    DUE,
    ControlBook,
    a_control,
    a_cycle,
    a_reminder,
    some_evidence,
)
from tests.contracts.shop_books import IDS_IN_ORDER, keep
from tests.samples import NOON

from belfry.controls.controls import (
    THE_LIST,
    AnswerLink,
    Control,
    ControlSummary,
    Outcome,
    ReminderKind,
    TaskList,
)
from belfry.controls.ports import AreaPart
from belfry.controls.tasks.proposals import ProposalState, ProposedControl
from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import Conflict

DAY = timedelta(days=1)
SEEN = date(2026, 11, 16)
FULL = a_control(
    area="Safety",
    owner="María",
    proof="a photo",
    notes="by the door\nthe red one",
    chain_override="-5, 0, +2",
    requires_evidence=True,
    first_due_on=DUE,
    cycle=3,
    opened_by=2,
    lines=7,
    last_done_on=date(2026, 12, 3),
    withdrawn_on=date(2026, 12, 4),
    done_by="the list",
    corrected_at=NOON,
    replaced={"last_done_on": "2026-12-02", "snoozes": {}},
    windows={"-5": {"on": "2026-12-05", "sent": True}},
    snoozes={"1": {"from": "2026-12-06", "until": "2026-12-08", "reminded": None}},
    escalated_on=date(2026, 12, 13),
    last_sent_on=date(2026, 12, 13),
    missing_since=NOON,
    gone_at=NOON,
    audit_seq=4,
    audit_hash="abc",
)


@pytest.fixture(params=list(CONTROL_BOOKS))
def book(request: pytest.FixtureRequest) -> ControlBook:
    return CONTROL_BOOKS[request.param](request)


@pytest.mark.parametrize("control", [FULL, a_control()], ids=["with everything", "with little"])
def test_a_control_comes_back_as_it_was_put(book: ControlBook, control: Control) -> None:
    keep(book, control)
    assert book.store.find(Control, control.id) == replace(control, revision=1)
    assert book.controls.list_by_id([control.id]) == [replace(control, revision=1)]


def test_what_is_remembered_of_the_list_comes_back_as_it_was_put(book: ControlBook) -> None:
    known = TaskList(first_at=NOON, reading="abc", ticked_on=DUE)
    keep(book, known)
    assert book.store.find(TaskList, THE_LIST) == replace(known, revision=1)


def test_an_answer_link_is_found_by_its_digest(book: ControlBook) -> None:
    link = AnswerLink(
        digest="0f" * 32,
        control_id="fire drill",
        due_on=DUE,
        person="Maria",
        made_at=NOON,
        expires_at=NOON + DAY,
    )
    keep(book, link)
    assert book.store.find(AnswerLink, "0f" * 32) == replace(link, revision=1)


def test_rows_gives_what_stands_on_the_list(book: ControlBook) -> None:
    removed = a_control("gone", gone_at=NOON)
    keep(book, a_control("b", row="b,weekly\n"), a_control("a", row=""), removed)
    assert book.controls.rows() == {"a": "", "b": "b,weekly\n"}


def test_list_by_id_gives_those_that_there_are(book: ControlBook) -> None:
    keep(book, *(a_control(control_id) for control_id in "abc"), a_control("gone", gone_at=NOON))
    controls = book.controls.list_by_id({"a", "c", "gone", "x"})
    assert sorted(control.id for control in controls) == ["a", "c", "gone"]
    assert list(book.controls.list_by_id([])) == []


def test_list_to_look_at_gives_those_whose_day_has_come_by_day_and_id(book: ControlBook) -> None:
    keep(
        book,
        a_control("d", next_check_on=DUE),
        a_control("c", next_check_on=DUE - DAY),
        a_control("b", next_check_on=DUE),
        a_control("later", next_check_on=DUE + DAY),
        a_control("gone", next_check_on=DUE, gone_at=NOON),
    )
    assert [control.id for control in book.controls.list_to_check(DUE)] == ["c", "b", "d"]
    assert [control.id for control in book.controls.list_to_check(DUE, limit=2)] == ["c", "b"]
    after = (DUE, "b")
    assert [control.id for control in book.controls.list_to_check(DUE, after=after)] == ["d"]


def test_list_corrected_gives_those_that_no_one_has_seen_the_latest_first(
    book: ControlBook,
) -> None:
    keep(
        book,
        a_control("seen"),
        a_control("gone", gone_at=NOON, corrected_at=NOON),
        *(a_control(control_id, corrected_at=NOON) for control_id in "ab"),
        a_control("late", corrected_at=NOON + DAY),
    )
    corrected = book.controls.list_corrected
    assert [control.id for control in corrected(limit=9)] == ["late", "b", "a"]
    assert [control.id for control in corrected(limit=1)] == ["late"]


def test_list_page_gives_those_on_the_list_by_due_date_and_id(book: ControlBook) -> None:
    keep(
        book,
        a_control("b"),
        a_control("c", due_on=DUE - DAY),
        a_control("a"),
        a_control("gone", gone_at=NOON),
    )
    assert [control.id for control in book.controls.list_page()] == ["c", "a", "b"]
    assert [control.id for control in book.controls.list_page(limit=1)] == ["c"]
    assert [control.id for control in book.controls.list_page(after=(DUE, "a"))] == ["b"]


def test_list_page_stops_before_a_day(book: ControlBook) -> None:
    keep(book, *(a_control(f"c{days}", due_on=DUE + days * DAY) for days in range(4)))
    list_page = book.controls.list_page
    assert [control.id for control in list_page(before=DUE + 2 * DAY)] == ["c0", "c1"]
    assert [control.id for control in list_page(before=DUE + 2 * DAY, after=(DUE, "c0"))] == ["c1"]
    assert list(list_page(before=DUE)) == []


def test_ids_are_ordered_by_their_letters_whatever_the_home(book: ControlBook) -> None:
    keep(book, *(a_control(control_id) for control_id in reversed(IDS_IN_ORDER)))
    assert [control.id for control in book.controls.list_page()] == IDS_IN_ORDER
    assert [control.id for control in book.controls.list_to_check(DUE)] == IDS_IN_ORDER
    after = (DUE, IDS_IN_ORDER[5])
    assert [
        control.id for control in book.controls.list_to_check(DUE, after=after)
    ] == IDS_IN_ORDER[6:]


def test_list_cycles_gives_one_controls_lines_in_order(book: ControlBook) -> None:
    lines = [a_cycle(number=number, before={"opened_by": number}) for number in (1, 2, 10)]
    undone = a_cycle(number=11, outcome=Outcome.UNDONE, done_on=None, note="a slip")
    book.store.commit([Append(line) for line in (*reversed(lines), undone, a_cycle("other"))])
    wanted = [replace(line, revision=1) for line in (*lines, undone)]
    assert list(book.histories.list_cycles("fire drill")) == wanted


def test_list_reminders_gives_one_controls_lines_in_the_order_they_were_added(
    book: ControlBook,
) -> None:
    first = a_reminder(slot="day-5", kind=ReminderKind.SKIPPED)
    second = a_reminder(slot="day+0", at=NOON + DAY, message_id="m/1")
    third = a_reminder(
        slot="escalation-2026-12-13", kind=ReminderKind.ESCALATION, at=NOON + 2 * DAY
    )
    book.store.commit(
        [Append(reminder) for reminder in (third, first, a_reminder("other"), second)]
    )
    wanted = [replace(reminder, revision=1) for reminder in (first, second, third)]
    assert list(book.histories.list_reminders("fire drill")) == wanted


def test_a_slot_of_a_due_date_is_taken_once(book: ControlBook) -> None:
    book.store.commit([Append(a_reminder())])
    with pytest.raises(Conflict):
        book.store.commit([Append(a_reminder(kind=ReminderKind.SKIPPED))])
    book.store.commit([Append(a_reminder(due_on=DUE + DAY)), Append(a_reminder("other"))])


def test_list_evidence_gives_one_controls_evidence_in_order(book: ControlBook) -> None:
    file = some_evidence(
        number=2,
        file_name="drill.jpg",
        media_type="image/jpeg",
        digest="ab" * 32,
        size=12,
        described="a door",
        described_by="a model",
    )
    book.store.commit(
        [Append(evidence) for evidence in (file, some_evidence(), some_evidence("other"))]
    )
    wanted = [replace(evidence, revision=1) for evidence in (some_evidence(), file)]
    assert list(book.histories.list_evidence("fire drill")) == wanted


def test_list_evidence_of_file_gives_it_for_every_control(book: ControlBook) -> None:
    file: dict[str, Any] = {
        "file_name": "drill.jpg",
        "media_type": "image/jpeg",
        "digest": "ab" * 32,
    }
    wanted = [some_evidence(number=2, **file), some_evidence("a", **file)]
    others = [some_evidence(), some_evidence("b", **{**file, "digest": "cd" * 32})]
    book.store.commit([Append(evidence) for evidence in (*wanted, *others)])
    listed = book.histories.list_evidence_of_file("ab" * 32)
    assert [evidence.key for evidence in listed] == ["a/1", "fire drill/2"]
    assert book.histories.list_evidence_of_file("ef" * 32) == []


def test_evidence_can_be_described_once_it_is_there(book: ControlBook) -> None:
    book.store.commit([Append(some_evidence())])
    [evidence] = book.histories.list_evidence("fire drill")
    described = replace(evidence, described="a door", described_by="a model")
    book.store.commit([Put(described)])
    assert list(book.histories.list_evidence("fire drill")) == [replace(described, revision=2)]
    with pytest.raises(Conflict):
        book.store.commit([Put(described)])


def test_list_ended_gives_cycles_due_in_a_stretch_of_days_both_ends_included(
    book: ControlBook,
) -> None:
    days = {1: DUE - DAY, 2: DUE, 3: DUE + DAY, 4: DUE + 2 * DAY}
    lines = [a_cycle(number=number, due_on=day) for number, day in days.items()]
    book.store.commit([Append(line) for line in (*lines, a_cycle("a", due_on=DUE + DAY))])
    ended = book.histories.list_ended(DUE, DUE + DAY)
    assert [(line.control_id, line.number) for line in ended] == [
        ("fire drill", 2),
        ("a", 1),
        ("fire drill", 3),
    ]


def test_list_ended_keeps_to_the_controls_that_are_named(book: ControlBook) -> None:
    lines = (a_cycle("a"), a_cycle("a", 2, due_on=DUE + 2 * DAY), a_cycle("b"), a_cycle("c"))
    book.store.commit([Append(line) for line in lines])
    ended = book.histories.list_ended(DUE, DUE + DAY, control_ids=["c", "a", "nobody"])
    assert [(line.control_id, line.number) for line in ended] == [("a", 1), ("c", 1)]
    assert book.histories.list_ended(DUE, DUE, control_ids=[]) == []


def test_list_summaries_gives_all_on_the_list_by_due_date_and_id(
    book: ControlBook,
) -> None:
    keep(
        book,
        a_control("b", area="Safety", owner="María", chain_override="-5"),
        a_control("c", due_on=DUE - DAY),
        a_control("a"),
        a_control("gone", gone_at=NOON),
    )
    assert book.controls.list_summaries() == [
        ControlSummary("c", "C", "", "", "weekly", "", DUE - DAY, DUE, SEEN, 1),
        ControlSummary("a", "A", "", "", "weekly", "", DUE, DUE, SEEN, 1),
        ControlSummary("b", "B", "Safety", "María", "weekly", "-5", DUE, DUE, SEEN, 1),
    ]


def test_areas_are_counted_by_what_is_on_the_list(book: ControlBook) -> None:
    assert dict(book.areas.count()) == {}
    keep(
        book,
        a_control("b", area="Safety"),
        a_control("c", area="Safety"),
        a_control("a"),
        a_control("gone", area="Safety", gone_at=NOON),
        a_control("gone too", area="Cellar", gone_at=NOON),
    )
    assert dict(book.areas.count()) == {"": 1, "Safety": 2}


def test_list_parts_gives_each_control_on_the_list(book: ControlBook) -> None:
    keep(
        book,
        a_control("a", area="Safety", owner="María", repeat="weekly", anchor_on=DUE - DAY),
        a_control("gone", area="Safety", gone_at=NOON),
    )
    assert book.areas.list_parts([AreaPart("Safety", 0, 9)]) == [
        ControlSummary("a", "A", "Safety", "María", "weekly", "", DUE, DUE - DAY, SEEN, 1)
    ]


PARTS = {
    "none": ([], []),
    "all of one": ([AreaPart("Safety", 0, 9)], ["a", "b", "c"]),
    "the middle of one": ([AreaPart("Safety", 1, 1)], ["b"]),
    "nothing behind the last": ([AreaPart("Safety", 3, 9)], []),
    "nothing of an area that nobody knows": ([AreaPart("Attic", 0, 9)], []),
    "several in the order they are named in": (
        [AreaPart("Safety", 2, 9), AreaPart("", 0, 9), AreaPart("Cellar", 0, 1)],
        ["c", "y", "z", "x"],
    ),
}


@pytest.mark.parametrize("parts, ids", PARTS.values(), ids=PARTS)
def test_list_parts_gives_the_parts_of_areas_each_by_id(
    book: ControlBook, parts: list[AreaPart], ids: list[str]
) -> None:
    safety = [a_control(control_id, area="Safety") for control_id in "bca"]
    keep(book, *safety, a_control("x", area="Cellar"), a_control("z"), a_control("y"))
    assert [part.id for part in book.areas.list_parts(parts)] == ids


def test_list_summaries_until_a_day_has_those_due_by_then_or_with_their_own_chain(
    book: ControlBook,
) -> None:
    later = {"due_on": DUE + 2 * DAY}
    keep(
        book,
        a_control("due"),
        a_control("far", **later),
        a_control("own", chain_override="-90", **later),
        a_control("gone", gone_at=NOON, chain_override="-90"),
    )
    assert [summary.id for summary in book.controls.list_summaries(until=DUE)] == ["due", "own"]
    assert [summary.id for summary in book.controls.list_summaries(until=DUE - DAY)] == ["own"]


def test_those_done_after_a_day_are_counted_and_glimpsed(book: ControlBook) -> None:
    keep(
        book,
        a_control("never"),
        a_control("before", last_done_on=DUE),
        a_control("since", last_done_on=DUE + DAY),
        a_control("gone", last_done_on=DUE + DAY, gone_at=NOON),
    )
    assert book.controls.count() == 3
    assert book.controls.count(done_after=DUE) == 1
    assert [summary.id for summary in book.controls.list_summaries(done_after=DUE)] == ["since"]


def test_newest_proposals_come_first_and_can_be_narrowed_to_those_undecided(
    book: ControlBook,
) -> None:
    def propose(proposal_id: str, **changes: Any) -> ProposedControl:
        return ProposedControl(**{"id": proposal_id, "sender": "Maria", "at": NOON, **changes})

    full = propose(
        "b", subject_line="Fwd: doors", text="all\n😀", name="Doors", repeat="weekly", owner="Tom"
    )
    approving = propose("B", state=ProposalState.APPROVING)
    late = propose("a", state=ProposalState.APPROVED, at=NOON + timedelta(seconds=1))
    keep(book, full, approving, late, propose("A", state=ProposalState.DECLINED))
    newest = book.proposals.list_newest
    assert [proposal.id for proposal in newest()] == ["a", "b", "B", "A"]
    assert [proposal.id for proposal in newest(is_undecided=True)] == ["b", "B"]
    assert list(newest(is_undecided=True, limit=1)) == [replace(full, revision=1)]
