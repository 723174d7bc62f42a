"""A draft of a week: its lines, the facts it was made from, and what differs between drafts.

Facts are stored as JSON: the same facts give the same bytes, and a field that an older text lacks
keeps its default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from belfry.kernel.errors import NotFound
from belfry.ports.files import BlobStore
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    Outcome,
    RotaWeek,
    WeekDraft,
    draft_key,
    facts_name,
    join_names,
)
from belfry.rota.drafts.proofs import Proof
from belfry.rota.explaining.outcomes import ShiftOutcome, decide_outcome
from belfry.rota.ports import Rotas
from belfry.rota.rules.eligibility import Eligibility
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift, Week
from belfry.rota.shift_words import join_words, render_people, render_shift
from belfry.workspace.tables import Cache

FLAGS = (Outcome.SHORT_STAFFED, Outcome.HELD)


@dataclass(frozen=True, slots=True)
class Counts:
    """`seats` and `filled` count people; `flagged` counts shifts that a manager should look at."""

    seats: int
    filled: int
    flagged: int


@dataclass(frozen=True, slots=True)
class PersonHours:
    name: str
    placed: int
    target: int
    cap: int


def make_lines(placed: Placed, number: int) -> tuple[DraftLine, ...]:
    """In the order of the week."""
    week, shifts = placed.week.starts_on.isoformat(), placed.week.shifts
    return tuple(_make_line(week, number, shift, decide_outcome(placed, shift)) for shift in shifts)


def count_lines(lines: Iterable[DraftLine]) -> Counts:
    lines = list(lines)
    return Counts(
        seats=sum(line.headcount for line in lines),
        filled=sum(min(len(line.people), line.headcount) for line in lines),
        flagged=sum(is_flagged(line) for line in lines),
    )


def is_flagged(line: DraftLine) -> bool:
    return line.outcome in FLAGS


def list_hours(placed: Placed) -> tuple[PersonHours, ...]:
    """Of every member by name, including those without a shift."""
    return tuple(
        PersonHours(member.name, placed.count_minutes(member.name), member.target, member.cap)
        for member in placed.week.members
    )


def read_rota(lines: Iterable[DraftLine]) -> Rota:
    return {line.shift_id: line.people for line in lines if line.people}


def write_proof(proof: Proof) -> Mapping[str, Any]:
    """The proof as JSON, with the fuller rota if there is one."""
    counts = {name: getattr(proof, name) for name in ("seats", "filled", "bound", "more")}
    fuller = {"fuller": write_rota(proof.fuller)} if proof.fuller else {}
    return {"verdict": proof.verdict.value, "words": proof.words, **counts, **fuller}


def write_rota(rota: Rota) -> Mapping[str, Any]:
    return {shift_id: list(names) for shift_id, names in sorted(rota.items()) if names}


def _make_line(week: str, number: int, shift: Shift, shift_outcome: ShiftOutcome) -> DraftLine:
    return DraftLine(
        week=week,
        draft=number,
        shift_id=shift.id,
        day=shift.day,
        starts=f"{shift.starts:%H:%M}",
        ends=f"{shift.ends:%H:%M}",
        starts_at=shift.starts_at,
        ends_at=shift.ends_at,
        role=shift.role,
        skills=join_names(tuple(sorted(shift.skills))),
        headcount=shift.headcount,
        assigned=join_names(shift_outcome.people),
        is_pinned=shift.is_pinned,
        outcome=shift_outcome.outcome,
        why=shift_outcome.why,
    )


@dataclass(frozen=True, slots=True)
class PersonChange:
    """`moved` are shifts the person keeps at new times, as (before, after)."""

    name: str
    gained: tuple[Shift, ...] = ()
    lost: tuple[Shift, ...] = ()
    moved: tuple[tuple[Shift, Shift], ...] = ()


def list_changes(before: Placed, after: Placed) -> tuple[PersonChange, ...]:
    """The people whose shifts differ, by name."""
    rotas = (*before.rota.values(), *after.rota.values())
    names = sorted({name for people in rotas for name in people})
    changes = (_compare(before, after, name) for name in names)
    return tuple(change for change in changes if change.gained or change.lost or change.moved)


def render_change(change: PersonChange) -> str:
    """Ana gains Friday 14:00-22:00; loses Saturday 06:00-14:00."""
    parts = [
        *_render_shifts("gains", change.gained),
        *_render_shifts("loses", change.lost),
        *(f"has {render_shift(now)} instead of {render_shift(was)}" for was, now in change.moved),
    ]
    return f"{change.name} {'; '.join(parts)}"


def render_touched(changes: Sequence[PersonChange]) -> str:
    """Touches 2 people: Ana and Ben."""
    if not changes:
        return "touches nobody"
    names = join_words([change.name for change in changes])
    return f"touches {render_people(len(changes))}: {names}"


def _compare(before: Placed, after: Placed, name: str) -> PersonChange:
    was = {shift.id: shift for shift in before.list_shifts(name)}
    now = {shift.id: shift for shift in after.list_shifts(name)}
    stayed = [(was[shift.id], shift) for shift in now.values() if shift.id in was]
    return PersonChange(
        name,
        gained=tuple(shift for shift in now.values() if shift.id not in was),
        lost=tuple(shift for shift in was.values() if shift.id not in now),
        moved=tuple(
            (old, new)
            for old, new in stayed
            if (old.starts_at, old.ends_at) != (new.starts_at, new.ends_at)
        ),
    )


def _render_shifts(verb: str, shifts: Sequence[Shift]) -> list[str]:
    return [f"{verb} {join_words([render_shift(shift) for shift in shifts])}"] if shifts else []


def write_week(week: Week) -> str:
    """JSON with sorted keys and no blanks, in ASCII."""
    plain = _write(week)
    if not week.waivers:
        # Facts as they were before there were waivers: a draft of the same facts is not new.
        del plain["waivers"]
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


def read_week(text: str) -> Week:
    week: Week = _find_reader(Week)(json.loads(text))
    return week


def _write(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case ZoneInfo():
            return value.key
        case Mapping():
            return {key: _write(inner) for key, inner in value.items()}
        case frozenset():
            return sorted(_write(inner) for inner in value)
        case tuple() | list():
            return [_write(inner) for inner in value]
        case _:
            return {item.name: _write(getattr(value, item.name)) for item in fields(value)}


@cache
def _find_reader(hint: Any) -> Callable[[Any], Any]:
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        inner = _find_reader(next(arg for arg in args if arg is not type(None)))
        return lambda value: None if value is None else inner(value)
    if get_origin(hint) in (tuple, frozenset):
        make, inner = get_origin(hint), _find_reader(args[0])
        return lambda values: make(inner(value) for value in values)
    if args:
        inner = _find_reader(args[1])
        return lambda values: {key: inner(value) for key, value in values.items()}
    if is_dataclass(hint):
        return _find_record_reader(hint)
    if hint in (date, datetime, time):
        return hint.fromisoformat  # type: ignore[no-any-return]
    return hint  # type: ignore[no-any-return]


def _find_record_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {attribute.name: _find_reader(hints[attribute.name]) for attribute in fields(kind)}

    def read(plain: Mapping[str, Any]) -> Any:
        return kind(**{name: readers[name](plain[name]) for name in readers if name in plain})

    return read


@dataclass(frozen=True, slots=True)
class OpenedDraft:
    draft: WeekDraft
    lines: tuple[DraftLine, ...]
    placed: Placed


@dataclass(frozen=True, slots=True)
class OpenDraft:
    store: Store
    rotas: Rotas
    blobs: BlobStore
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, week: str, number: int | None = None) -> OpenedDraft:
        """The draft of that number, by default the newest; NotFound if there is none."""
        if number is None:
            head = self.store.find(RotaWeek, week)
            number = head.draft if head else 0
        draft = self.store.find(WeekDraft, draft_key(week, number)) if number else None
        if draft is None:
            which = f"no draft {number}" if number else "no draft yet"
            raise NotFound(f"there is {which} of the week of {week}")
        return self.cache(draft.key, draft, lambda: self._read(draft))

    def _read(self, draft: WeekDraft) -> OpenedDraft:
        """Cached for good: the lines and facts of a draft never change."""
        lines = tuple(self.rotas.list_lines(draft.week, draft.number))
        name = facts_name(draft.facts)
        facts = self.blobs.get(name)
        eligibility = self.cache(name, facts, lambda: Eligibility(read_week(facts.decode())))
        return OpenedDraft(draft, lines, Placed(eligibility.week, read_rota(lines), eligibility))
