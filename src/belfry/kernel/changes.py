"""What a use case asks the store to write: values, committed together or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from belfry.kernel.audit import AuditEntry, Subject, write_entry
from belfry.kernel.errors import InputError
from belfry.kernel.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

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
    """A fact for others: what it is about, and what is to be done about it."""

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
    """Add an entry to its subject's trail; the record's `Put` in the same commit guards it."""

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


def check_changes(changes: Sequence[Change]) -> None:
    """Refuse what not every store could commit: too many changes, or one record twice."""
    if len(changes) > MOST_CHANGES:
        raise InputError(f"{len(changes)} changes in one commit; at most {MOST_CHANGES} are taken")
    names = [name for change in changes if (name := _name_of(change))]
    if len(names) != len(set(names)):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice[0].__name__} {twice[1]} stands twice in one commit")


def _name_of(change: Change) -> tuple[type[Any], str] | None:
    """What a change writes to; an announcement is always something new."""
    match change:
        case Put(record) | Append(record) | Remove(record):
            return type(record), record.key
        case Audit(entry):
            return AuditEntry, f"{entry.subject}/{entry.seq}"
        case Announce():
            return None
