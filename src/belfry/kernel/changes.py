"""What a use case asks the store to write: values, committed together or not at all.

Each audited subject has a chain of entries: every entry's hash covers the one before it. The head
of the chain (its length and last hash) is kept in the audited record itself, which every commit
guards anyway, so an entry cannot be changed, dropped or inserted without the head disagreeing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from belfry.kernel.errors import InputError
from belfry.kernel.records import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What a record carries so that its audit log can be checked."""

    audit_seq: int = 0
    audit_hash: str = ""


class Subject(Protocol):
    """An audited record: it knows the name of its audit log."""

    @property
    def subject(self) -> str: ...

    @property
    def audit_seq(self) -> int: ...

    @property
    def audit_hash(self) -> str: ...


S = TypeVar("S", bound=Subject)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry of an audit log.

    `is_redacted` if a secret was taken out of it later: its hash is still the one it was written
    with, which the entry after it vouches for.
    """

    subject: str
    seq: int
    at: datetime
    by: str
    action: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    previous: str
    hash: str
    is_redacted: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """Where a subject's audit log ends, according to its record."""

    subject: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Break:
    """A place where an audit log was altered after it was written."""

    subject: str
    seq: int
    why: str


def write_entry(
    record: S,
    *,
    action: str,
    by: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> tuple[S, AuditEntry]:
    """The record with its audit log one entry longer, and that entry."""
    bare = AuditEntry(
        subject=record.subject,
        seq=record.audit_seq + 1,
        at=at.astimezone(UTC),
        by=by,
        action=action,
        before=before or {},
        after=after or {},
        previous=record.audit_hash,
        hash="",
    )
    entry = replace(bare, hash=hash_of(bare))
    return replace(record, audit_seq=entry.seq, audit_hash=entry.hash), entry  # type: ignore[type-var]


def hash_of(entry: AuditEntry) -> str:
    """The same entry has the same hash in every store."""
    covered = [
        entry.subject,
        entry.seq,
        entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        entry.by,
        entry.action,
        entry.before,
        entry.after,
        entry.previous,
    ]
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def find_breaks(entries: Sequence[AuditEntry], head: Head) -> list[Break]:
    """Every place where the log does not hold; `entries` in their order."""
    breaks = []
    previous = ""
    for place, entry in enumerate(entries, start=1):
        if entry.seq != place:
            breaks.append(Break(head.subject, place, f"entry {place} is missing"))
            return breaks
        is_whole = entry.is_redacted or entry.hash == hash_of(entry)
        if entry.previous != previous or not is_whole:
            breaks.append(Break(head.subject, place, "the entry was changed after it was written"))
        previous = entry.hash
    if (len(entries), previous) != (head.seq, head.hash):
        why = f"the record says {head.seq} entries end in {head.hash[:12] or 'nothing'}"
        breaks.append(Break(head.subject, head.seq, f"{why}, the log has {len(entries)}"))
    return breaks


MOST_CHANGES = 50


@dataclass(frozen=True, slots=True)
class Put:
    """Store the record if what is stored has the record's own revision; 0 means none may be.

    It is stored with the next revision.
    """

    record: Record


@dataclass(frozen=True, slots=True)
class Append:
    """Store a record that will never change; none may be stored under its key."""

    record: Record


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the record away if what is stored has the record's own revision."""

    record: Record


@dataclass(frozen=True, slots=True)
class Event:
    """An event for listeners: what it is about, and what is to be done about it."""

    aggregate_type: str
    aggregate_id: str
    op: str
    payload: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Announce:
    """Put the event into the outbox; the relay carries it from there."""

    event: Event


@dataclass(frozen=True, slots=True)
class Audit:
    """Add an entry to its subject's audit log; the record's `Put` in the same commit guards it."""

    entry: AuditEntry


Change = Put | Append | Remove | Announce | Audit


class AuditedRecord(Record, Subject, Protocol):
    """A record with an audit log."""


A = TypeVar("A", bound=AuditedRecord)


def put_audited(
    record: AuditedRecord,
    *,
    action: str,
    by: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> list[Change]:
    """Store the record, and the audit entry for what was done to it."""
    audited, entry = write_entry(record, action=action, by=by, at=at, before=before, after=after)
    return [Put(audited), Audit(entry)]


def check_changes(changes: Sequence[Change]) -> list[tuple[type[Any], str]]:
    """The names of what is written; refuses too many changes, or one record twice."""
    if len(changes) > MOST_CHANGES:
        raise InputError(f"{len(changes)} changes in one commit; at most {MOST_CHANGES} are taken")
    names = [name for change in changes if (name := _name_of(change))]
    if len(names) != len(set(names)):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice[0].__name__} {twice[1]} stands twice in one commit")
    return names


def _name_of(change: Change) -> tuple[type[Any], str] | None:
    """What a change writes to; an announcement is always something new."""
    match change:
        case Put(record) | Append(record) | Remove(record):
            return type(record), record.key
        case Audit(entry):
            return AuditEntry, f"{entry.subject}/{entry.seq}"
        case Announce():
            return None
