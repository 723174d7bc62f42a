"""Records, the one way to change them, and what is written along with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from belfry.kernel.changes import Audit, Put, write_entry
from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    from belfry.kernel.changes import A, AuditEntry, Change, Head
    from belfry.kernel.records import R


COMMITS_AT_ONCE = 500
RETRIES = 20

T = TypeVar("T")


class Store(Protocol):
    """Everything Belfry remembers.

    Every implementation promises:
    - `commit` writes all the changes or none, and is durable when it returns;
    - a `Put` or `Remove` whose revision is not the stored one, a new `Put` or an `Append` whose key
      is taken, raise Conflict, and nothing is written;
    - more than 50 changes, or one record twice, raise InputError, and nothing is written;
    - what one commit wrote, every later `find` sees; half a commit is never seen;
    - `commit_each` makes every list a commit of its own, and gives for each, in order, whether it
      was written (True) or met a Conflict (False); a store may write many of them in one go;
    - `find` gives the record as it was put, with its new revision, or None;
    - a store that is busy or out of reach raises Temporary.

    Every other question is asked through the rooms' own small ports.
    """

    def commit(self, changes: Sequence[Change]) -> None: ...

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]: ...

    def find(self, kind: type[R], key: str) -> R | None: ...


def commit_audited(
    store: Store,
    record: A,
    *others: Change,
    action: str,
    by: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> A:
    """Commit the record, its audit entry and other changes together; the record as stored."""
    audited, entry = write_entry(record, action=action, by=by, at=at, before=before, after=after)
    store.commit([Put(audited), Audit(entry), *others])
    return replace(audited, revision=audited.revision + 1)  # type: ignore[type-var]


def retry_on_conflict(act: Callable[[], T]) -> T:
    """Call `act` again after a Conflict; it must read anew what it decides on."""
    for _ in range(RETRIES - 1):
        try:
            return act()
        except Conflict:
            continue
    return act()


def commit_in_batches(
    store: Store, commits: Sequence[Sequence[Change]], *, at_once: int = COMMITS_AT_ONCE
) -> list[bool]:
    """`commit_each`, for more commits than a store should write at once."""
    written: list[bool] = []
    for start in range(0, len(commits), at_once):
        written += store.commit_each(commits[start : start + at_once])
    return written


def try_commit(store: Store, changes: Sequence[Change]) -> bool:
    """Whether the changes were written; False if they met a Conflict."""
    try:
        store.commit(changes)
    except Conflict:
        return False
    return True


def commit_one_by_one(store: Store, commits: Sequence[Sequence[Change]]) -> list[bool]:
    """`commit_each` for stores that have no faster way."""
    return [try_commit(store, changes) for changes in commits]


class CrashPoints(Protocol):
    """Is called at every step.

    Every implementation promises: `reached` either returns at once or never returns.
    """

    def reached(self, step: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Span:
    """Values from `first` to `last`, both included; None leaves that side open."""

    first: Any = None
    last: Any = None

    def holds(self, value: Any) -> bool:
        return (
            value is not None
            and (self.first is None or self.first <= value)
            and (self.last is None or value <= self.last)
        )


# Fields of a record, each with the value or the Span of values that is looked for.
Near: TypeAlias = "Mapping[str, Any]"
ANYWHERE: Near = MappingProxyType({})


def is_near(record: object, near: Near) -> bool:
    """Whether the record has all of these values."""
    return all(
        wanted.holds(getattr(record, name))
        if isinstance(wanted, Span)
        else getattr(record, name) == wanted
        for name, wanted in near.items()
    )


class Rows(Protocol):
    """Every implementation promises:

    - `find` gives the record of that key, or None; `find_all` those of these keys that there are,
      each once, in any order;
    - `rows` gives every record of a kind as it stands now, in any order;
    - asked `near` some values, `rows` may leave out records with other values, but no record that
      has them; an index may miss what was written a moment ago, and never gives an old state;
    - `newest` gives the same as `rows`, the latest by the time in the field `along` first and none
      later than `until`, those of one moment in any order; it reads as far as it is asked to go on.
    """

    def find(self, kind: type[R], key: str) -> R | None: ...

    def find_all(self, kind: type[R], keys: Collection[str]) -> Sequence[R]: ...

    def rows(self, kind: type[R], near: Near = ANYWHERE) -> Sequence[R]: ...

    def newest(
        self, kind: type[R], along: str, near: Near = ANYWHERE, *, until: datetime | None = None
    ) -> Iterator[R]: ...


class Numbers(Protocol):
    """Counts upwards, for ids that people read.

    Every implementation promises:
    - `next` never gives the same number twice for one name, in any process, and each is larger
      than those before it;
    - the first is 1; numbers may be left out.
    """

    def next(self, name: str) -> int: ...


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An event in the outbox, and how its announcing went so far."""

    id: int
    aggregate_type: str
    aggregate_id: str
    op: str
    payload: Mapping[str, Any]
    created_on: datetime
    attempt_count: int
    error_message: str | None = None


class Outbox(Protocol):
    """Facts recorded but not yet announced.

    Every implementation promises:
    - `claim` gives the oldest first, never a row that is done, failed or not yet due again, and
      keeps what it gave from every other claimer for `within`;
    - asked `about` one aggregate type, or for these `ids`, `claim` leaves all other rows alone; a
      row asked for by its id is never missed because it was written a moment ago;
    - a claimer that dies loses nothing: its rows are given again once `within` has passed;
    - a row that is done stays done: marking it again, or putting it back, changes nothing;
    - `put_back` counts an attempt, keeps the error, and gives the row again from `again_at` on;
    - `mark_failed` parks the row: it is never claimed again, and `list_failed` shows it.
    """

    def claim(
        self,
        *,
        now: datetime,
        limit: int,
        within: timedelta,
        about: str | None = None,
        ids: Collection[int] | None = None,
    ) -> Sequence[OutboxRow]: ...

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None: ...

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None: ...

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None: ...

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]: ...


# Where an entry stands among all: its time, its subject and its number.
Place: TypeAlias = "tuple[datetime, str, int]"


class AuditLog(Protocol):
    """The audit log, for reading; it is written through the store.

    Every implementation promises:
    - `list_entries` gives one subject's entries in the order they were written;
    - `list_latest` gives the newest entries of all subjects, newest first, those of one moment in
      an order that never varies; the one at the place `before` and those newer are left out;
    - `heads` gives every audited record's head, in the order of their subjects.
    """

    def list_entries(self, subject: str) -> Sequence[AuditEntry]: ...

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]: ...

    def heads(self) -> Iterator[Head]: ...
