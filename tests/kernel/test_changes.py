"""An audit log that was tampered with is detected, an intact one is accepted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import AuditEntry, Head, find_breaks, write_entry
from belfry.scheduler.workflows import Workflow


def an_audit_log(length: int) -> tuple[Workflow, list[AuditEntry]]:
    record, entries = a_workflow(), []
    for number in range(length):
        at = NOON + timedelta(minutes=number)
        record, entry = write_entry(
            record, action="edited", by="Maria", at=at, after={"step": number}
        )
        entries.append(entry)
    return record, entries


def head_of(record: Workflow) -> Head:
    return Head(record.subject, record.audit_seq, record.audit_hash)


@pytest.mark.parametrize("length", [0, 1, 5])
def test_untouched_audit_log_is_intact(length: int) -> None:
    record, entries = an_audit_log(length)

    assert find_breaks(entries, head_of(record)) == []


@pytest.mark.parametrize("field", ["by", "action", "after", "at", "previous", "hash", "subject"])
def test_any_changed_field_is_seen_at_its_place(field: str) -> None:
    record, entries = an_audit_log(4)
    others: dict[str, Any] = {"at": NOON, "after": {"step": 99}}
    other = others.get(field, "somebody else")
    entries[2] = replace(entries[2], **{field: other})

    assert find_breaks(entries, head_of(record))[0].seq == 3


@pytest.mark.parametrize("place", [0, 1, 3], ids=["the first", "one between", "the last"])
def test_a_missing_entry_is_seen(place: int) -> None:
    record, entries = an_audit_log(4)
    del entries[place]

    assert len(find_breaks(entries, head_of(record))) == 1


def test_rewritten_audit_log_disagrees_with_the_record() -> None:
    record, _ = an_audit_log(3)
    forged, entries = a_workflow(), []
    for _ in range(3):
        forged, entry = write_entry(forged, action="edited", by="Mallory", at=NOON)
        entries.append(entry)

    (break_found,) = find_breaks(entries, head_of(record))

    assert "the record says 3 entries" in break_found.why
