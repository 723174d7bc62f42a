"""What every audit log promises: one subject's entries in order, and the heads to check them by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Audit, Head, Put, find_breaks, write_entry
from belfry.kernel.errors import Conflict, InputError
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from tests.contracts.books import Book


def act(book: Book, workflow: Workflow, action: str) -> Workflow:
    changed, entry = write_entry(
        workflow,
        action=action,
        by="Maria",
        at=NOON + timedelta(minutes=workflow.revision),
        before={"name": workflow.name},
        after={"name": "Grüße", "inputs": {"b": 1, "a": [None, True]}},
    )
    book.store.commit([Put(changed), Audit(entry)])
    stored = book.store.find(Workflow, workflow.key)
    assert stored is not None
    return stored


def test_entries_come_back_in_order_and_hold(book: Book) -> None:
    workflow = a_workflow()
    for action in ("created", "edited", "paused"):
        workflow = act(book, workflow, action)

    entries = book.audit_log.list_entries("workflow/1")

    assert [entry.action for entry in entries] == ["created", "edited", "paused"]
    assert entries[0].after == {"name": "Grüße", "inputs": {"b": 1, "a": [None, True]}}
    assert list(book.audit_log.heads()) == [Head("workflow/1", 3, entries[-1].hash)]
    assert find_breaks(entries, next(book.audit_log.heads())) == []


def test_heads_come_in_the_order_of_their_subjects(book: Book) -> None:
    for number in (2, 1, 3):
        act(book, a_workflow(number), "created")

    assert [head.subject for head in book.audit_log.heads()] == [
        "workflow/1",
        "workflow/2",
        "workflow/3",
    ]


def test_latest_entries_come_newest_first(book: Book) -> None:
    first = act(book, a_workflow(1), "created")
    act(book, replace(a_workflow(2), revision=0), "created")
    act(book, first, "edited")

    latest = book.audit_log.list_latest(limit=2)

    assert [(entry.subject, entry.action) for entry in latest][0] == ("workflow/1", "edited")
    assert len(latest) == 2


def test_an_entry_cannot_be_written_twice(book: Book) -> None:
    workflow, entry = write_entry(a_workflow(), action="created", by="Maria", at=NOON)
    book.store.commit([Put(workflow), Audit(entry)])

    with pytest.raises(Conflict):
        book.store.commit([Audit(entry)])
    with pytest.raises(InputError, match="twice"):
        book.store.commit([Audit(replace(entry, seq=2)), Audit(replace(entry, seq=2))])

    assert len(book.audit_log.list_entries("workflow/1")) == 1


def test_latest_entries_go_on_before_a_place(book: Book) -> None:
    for number in (1, 2, 3):
        first = act(book, a_workflow(number), "created")
        act(book, first, "edited")
    places = [(entry.at, entry.subject, entry.seq) for entry in book.audit_log.list_latest(limit=9)]
    assert places == sorted(places, reverse=True)
    assert len(places) == 6

    for count, place in enumerate(places, start=1):
        older = book.audit_log.list_latest(before=place, limit=9)
        assert [(entry.at, entry.subject, entry.seq) for entry in older] == places[count:]


def test_latest_entries_before_a_moment_are_all_older(book: Book) -> None:
    first = act(book, a_workflow(1), "created")
    act(book, first, "edited")
    before = (NOON + timedelta(minutes=1), "", 0)
    assert [entry.action for entry in book.audit_log.list_latest(before=before, limit=9)] == [
        "created"
    ]
