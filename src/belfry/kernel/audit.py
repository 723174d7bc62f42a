"""Who did what to a thing, when, and whether that account is still whole.

Each subject's entries form a chain: every entry's hash covers the one before it. The head of the
chain (its length and last hash) is kept in the audited record itself, which every commit guards
anyway, so an entry cannot be changed, dropped or slipped in without the head disagreeing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What a record carries so that its trail can be checked."""

    audit_seq: int = 0
    audit_hash: str = ""


class Subject(Protocol):
    """An audited record: it knows the name its trail goes by."""

    @property
    def subject(self) -> str: ...

    @property
    def audit_seq(self) -> int: ...

    @property
    def audit_hash(self) -> str: ...


S = TypeVar("S", bound=Subject)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of a trail."""

    subject: str
    seq: int
    at: datetime
    by: str
    action: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a subject's trail ends, as its record has it."""

    subject: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a trail is not what it was when it was written."""

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
    """The record with its trail one entry longer, and that entry."""
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
    """The same entry always hashes alike, whatever store it came back from."""
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
    """Every place where the trail does not hold; `entries` in their order."""
    breaks = []
    previous = ""
    for place, entry in enumerate(entries, start=1):
        if entry.seq != place:
            breaks.append(Break(head.subject, place, f"entry {place} is missing"))
            return breaks
        if entry.previous != previous or entry.hash != hash_of(entry):
            breaks.append(Break(head.subject, place, "the entry was changed after it was written"))
        previous = entry.hash
    if (len(entries), previous) != (head.seq, head.hash):
        why = f"the record says {head.seq} entries end in {head.hash[:12] or 'nothing'}"
        breaks.append(Break(head.subject, head.seq, f"{why}, the trail has {len(entries)}"))
    return breaks
