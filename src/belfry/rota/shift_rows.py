"""Which shifts the week's sheet or the template asks for, and which of its cells cannot be right.

A shift without an id gets one from its day, times and role. Two rows with one id cannot be
believed, and neither can a row whose times make no shift: they are told and left out. Any other
cell that cannot be read is told, and the shift stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError
from belfry.kernel.rulebook import fold_name
from belfry.kernel.sheets import (
    Column,
    RepairNote,
    RowReader,
    SheetProblem,
    Taken,
    Unread,
    read_id,
    read_yes_no,
)
from belfry.kernel.texts import clean_text, make_storable
from belfry.rota.rosters import Roster, find_member
from belfry.rota.row_words import blame_doubles, fold_list, hint_at, split_list
from belfry.rota.shift_ids import make_id, number_id
from belfry.rota.shift_times import Span, read_span
from belfry.rota.shifts import Shift

LONGEST_ID = 80
LONGEST_ROLE = 80
LONGEST_HOLD = 200
MOST_PEOPLE = 100
MARKED_HELD = "it is marked hold in the week's sheet"

SHIFT_COLUMNS = (
    Column("shift_id", ("shift", "shift name", "shift number")),
    Column("day", ("weekday", "date", "on"), is_needed=True),
    Column("start", ("from", "start time", "starts", "begin"), is_needed=True),
    Column("end", ("to", "until", "end time", "ends", "finish"), is_needed=True),
    Column("role", ("position", "job title")),
    Column("skills", ("skill", "qualifications", "needs")),
    Column("headcount", ("people", "how many", "count", "number of people")),
    Column("assigned_to", ("assigned", "who", "name", "names", "person")),
    Column("pinned", ("pin", "fixed", "locked")),
    Column("hold", ("held", "on hold")),
)


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """A shift, and the line of the sheet on which it stands; `is_named` if its id does, too."""

    shift: Shift
    line: int
    is_named: bool


@dataclass(frozen=True, slots=True)
class ShiftList:
    """The rows that can be believed, in the order of the file.

    `notes` as (place, text) tell of roles and skills that nobody has: each is a slip, or a gap in
    the team.
    """

    rows: tuple[ShiftRow, ...]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Draft:
    """A row before it has an id of its own."""

    reader: RowReader
    id: str | None
    span: Span | None


def read_shifts(
    readers: Iterable[RowReader],
    *,
    monday: date,
    zone: ZoneInfo,
    roster: Roster,
    country: str,
    repeats: bool = False,
) -> ShiftList:
    """Every shift of the week that begins on `monday`; the template `repeats` in every week."""
    drafts = [
        _Draft(
            reader,
            reader.take("shift_id", _read_id),
            read_span(reader, monday=monday, zone=zone, country=country, repeats=repeats),
        )
        for reader in readers
    ]
    named = _blame_doubles(drafts)
    rows, taken = [], set(named)
    notes: list[tuple[str, str]] = []
    for draft in drafts:
        typed = draft.id is not None
        if draft.span is None or (draft.id and named[draft.id.casefold()] > 1):
            continue
        id_ = draft.id or number_id(make_id(draft.span, _read_role(draft.reader)), taken)
        taken.add(id_.casefold())
        shift = _make_shift(draft, draft.span, id_, roster)
        notes += _list_strange(draft.reader, shift, roster)
        rows.append(ShiftRow(shift, _line(draft), typed))
    return ShiftList(
        rows=tuple(rows),
        problems=tuple(problem for draft in drafts for problem in draft.reader.problems),
        repairs=tuple(repair for draft in drafts for repair in draft.reader.repairs),
        notes=tuple(notes),
    )


def _blame_doubles(drafts: Sequence[_Draft]) -> Mapping[str, int]:
    """How often each id stands in the sheet; those that stand there twice are told."""
    named: dict[str, list[RowReader]] = {}
    for draft in drafts:
        if draft.id:
            named.setdefault(draft.id.casefold(), []).append(draft.reader)
    for same in named.values():
        if len(same) > 1:
            blame_doubles(same, "shift_id", "each shift has an id of its own")
    return {key: len(same) for key, same in named.items()}


def _line(draft: _Draft) -> int:
    return draft.reader.row.line


def _make_shift(draft: _Draft, span: Span, id_: str, roster: Roster) -> Shift:
    reader = draft.reader
    headcount = reader.take("headcount", _read_headcount) or 1
    wishes, strangers = _read_wishes(reader, headcount, roster)
    is_pinned = _read_pinned(reader)
    held = _read_hold(reader)
    if is_pinned and strangers:
        held = held or f"it is pinned to {', '.join(strangers)}, whom the staff sheet does not have"
    return Shift(
        id=id_,
        day=span.day,
        starts=span.starts,
        ends=span.ends,
        starts_at=span.starts_at,
        ends_at=span.ends_at,
        role=_read_role(reader),
        skills=fold_list(reader.text("skills")),
        headcount=headcount,
        wishes=wishes,
        is_pinned=is_pinned and bool(wishes),
        held=make_storable(held, most=LONGEST_HOLD),
    )


def _read_id(text: str) -> Taken[str] | Unread:
    read = read_id(text)
    try:
        if isinstance(read, Taken):
            clean_text(read.value, field="shift_id", most=LONGEST_ID, least=1)
    except InputError as error:
        return Unread(str(error))
    return read


def _read_role(reader: RowReader) -> str:
    return fold_name(make_storable(reader.text("role"), most=LONGEST_ROLE))


def _read_headcount(text: str) -> Taken[int] | Unread:
    whole = text.strip().removesuffix(".0").removesuffix(",0")
    if whole.isdecimal() and len(whole) < 5 and 1 <= int(whole) <= MOST_PEOPLE:
        return Taken(int(whole))
    return Unread(f"expected a number of people from 1 to {MOST_PEOPLE}, not {text.strip()!r}")


def _read_wishes(
    reader: RowReader, headcount: int, roster: Roster
) -> tuple[tuple[str, ...], list[str]]:
    """Whom the row wishes for, as many as it needs, and the names that mean nobody."""
    said = split_list(reader.text("assigned_to"))
    found = [find_member(reader, "assigned_to", name, roster) for name in said]
    strangers = [name for name, known in zip(said, found, strict=True) if known is None]
    wishes = tuple(dict.fromkeys(name for name in found if name))
    if left := ", ".join(wishes[headcount:]):
        what = f"{len(wishes)} people for a headcount of {headcount}: {left} passed over"
        reader.blame("assigned_to", what)
    return wishes[:headcount], strangers


def _read_pinned(reader: RowReader) -> bool:
    is_pinned = reader.take("pinned", read_yes_no)
    if is_pinned and not reader.text("assigned_to"):
        reader.blame("pinned", "assigned_to names nobody, so nobody is pinned")
    # A word that cannot be read may well have been a yes.
    return bool(reader.text("pinned")) if is_pinned is None else is_pinned


def _read_hold(reader: RowReader) -> str:
    said = reader.text("hold")
    match read_yes_no(said):
        case Taken(is_held):
            return MARKED_HELD if is_held else ""
        case Unread():
            return said


def _list_strange(reader: RowReader, shift: Shift, roster: Roster) -> Iterator[tuple[str, str]]:
    if shift.role and shift.role not in roster.roles:
        hint = hint_at(shift.role, roster.roles)
        said = f"nobody in the staff sheet has the role {shift.role!r}{hint}"
        yield reader.place("role"), said
    for skill in sorted(shift.skills - roster.skills):
        hint = hint_at(skill, roster.skills)
        said = f"nobody in the staff sheet has the skill {skill!r}{hint}"
        yield reader.place("skills"), said
