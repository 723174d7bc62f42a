"""The staff sheet: who can be given shifts, and which person a name in the other sheets means.

Two rows with one name are reported and left out, and so is a row whose limit of hours cannot be
read, because a slip must not give a person more hours. Any other cell that cannot be read is
reported and counts as blank. Case, accents and spaces of a name do not matter, and a unique first
name is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.sheets import Column, RowReader, read_email
from belfry.kernel.texts import clean_text, make_storable, plain_name
from belfry.rota.rules.hours import read_hours
from belfry.rota.rules.weeks import Member, Rules
from belfry.rota.sheets.cells import (
    LONGEST_CELL,
    SEPARATOR,
    SheetRows,
    blame_doubles,
    fold_list,
    gather_faults,
    hint_at,
)

LONGEST_NAME = 100

STAFF_COLUMNS = (
    Column("name", ("full name", "person", "employee", "who"), is_needed=True),
    Column("role", ("roles", "position", "job title")),
    Column("hours_target", ("target hours", "target", "contract hours", "weekly hours")),
    Column("skills", ("skill", "qualifications", "certificates")),
    Column("slack_id", ("slack", "slack user", "slack member id")),
    Column("email", ("e-mail address", "mail", "email address")),
    Column("max_hours", ("maximum hours", "max weekly hours", "limit")),
    Column("cap_override", ("cap", "cap this week", "hours cap")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRow:
    """One person as their row has it: lengths in minutes, roles and skills folded.

    A `target` of None is as much as they may work; a `cap` of None is as much as the rules say.
    """

    name: str
    roles: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    target: int | None = None
    cap: int | None = None
    slack_id: str = ""
    email: str = ""
    line: int = 0


@dataclass(frozen=True, kw_only=True)
class StaffList(SheetRows[StaffRow]):
    """`doubtful` are the names that stand in the sheet and not in `rows`."""

    doubtful: frozenset[str] = frozenset()

    @cached_property
    def roster(self) -> Roster:
        """What the other sheets' names are looked up in."""
        return make_roster(
            (row.name for row in self.rows),
            doubtful=self.doubtful,
            roles=frozenset().union(*(row.roles for row in self.rows)),
            skills=frozenset().union(*(row.skills for row in self.rows)),
        )


def read_staff(readers: Iterable[RowReader]) -> StaffList:
    readers = list(readers)
    by_name: dict[str, list[RowReader]] = {}
    for reader in readers:
        if name := _read_name(reader):
            by_name.setdefault(plain_name(name), []).append(reader)
    rows, doubtful = [], set()
    for same in by_name.values():
        if len(same) > 1:
            blame_doubles(same, "name", "everybody has a name of their own")
        elif row := _read_row(same[0]):
            rows.append(row)
            continue
        doubtful.add(same[0].text("name"))
    return StaffList(rows=tuple(rows), doubtful=frozenset(doubtful), **gather_faults(readers))


def make_member(row: StaffRow, rules: Rules, *, below: int = 0, waited: int = 0) -> Member:
    """The person as the draft sees them, with what the rules say where the row is silent."""
    cap = rules.max_hours if row.cap is None else row.cap
    target = cap if row.target is None else row.target
    return Member(
        name=row.name,
        roles=row.roles,
        skills=row.skills,
        target=target,
        cap=cap,
        below=below,
        waited=waited,
    )


def _read_name(reader: RowReader) -> str | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected a name, and found nothing: this row is left out")
        return None
    try:
        name = clean_text(name, field="name", most=LONGEST_NAME, least=1)
    except InputError as error:
        reader.blame("name", f"{error}: this row is left out")
        return None
    if SEPARATOR in name or not plain_name(name):
        reader.blame("name", f"expected one name without {SEPARATOR!r}, not {name!r}")
        return None
    return name


def _read_row(reader: RowReader) -> StaffRow | None:
    override = reader.take("cap_override", read_hours)
    most = reader.take("max_hours", read_hours)
    if reader.problems:
        return None
    return StaffRow(
        name=reader.text("name"),
        roles=fold_list(reader.text("role")),
        skills=fold_list(reader.text("skills")),
        target=reader.take("hours_target", read_hours),
        cap=most if override is None else override,
        slack_id=make_storable(reader.text("slack_id"), most=LONGEST_CELL),
        email=reader.take("email", read_email) or "",
        line=reader.row.line,
    )


_SHOWN = 60
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Roster:
    """`names` maps every unambiguous name to the whole name; `everybody` are the whole names.

    `shared` are first names of several people, `doubtful` the plain names whose rows were left out;
    `roles` and `skills` are all that occur, folded.
    """

    names: Mapping[str, str]
    everybody: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    shared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def find(self, name: str) -> str | None:
        """The whole name; None if it is unknown or ambiguous."""
        return self.names.get(plain_name(name))

    def get(self, name: str) -> str:
        """The whole name; NotFound with who was probably meant if it is unknown or ambiguous."""
        whole_name = self.find(name)
        if whole_name is None:
            raise NotFound(explain_unknown(name, self))
        return whole_name


def make_roster(
    names: Iterable[str],
    *,
    doubtful: Iterable[str] = (),
    roles: Iterable[str] = (),
    skills: Iterable[str] = (),
) -> Roster:
    """`names` and `doubtful` are as written in the sheet."""
    whole = {plain_name(name): name for name in names}
    doubted = {plain_name(name): name for name in doubtful}
    written = doubted | whole
    firsts: dict[str, list[str]] = {}
    for plain in written:
        firsts.setdefault(plain.partition(" ")[0], []).append(plain)
    alone = {
        first: whole[plains[0]]
        for first, plains in firsts.items()
        if len(plains) == 1 and plains[0] in whole
    }
    shared = {
        first: tuple(sorted(written[plain] for plain in plains))
        for first, plains in firsts.items()
        if len(plains) > 1
    }
    return Roster(
        names=alone | whole,
        everybody=frozenset(whole.values()),
        doubtful=frozenset(doubted.keys() - whole.keys()),
        roles=frozenset(roles),
        skills=frozenset(skills),
        shared=shared,
    )


def find_member(reader: RowReader, column: str, name: str, roster: Roster) -> str | None:
    """The whole name for a cell; an unknown name is reported for the cell."""
    whole_name = roster.find(name)
    if whole_name is None:
        reader.blame(column, explain_unknown(name, roster))
    return whole_name


def explain_unknown(name: str, roster: Roster) -> str:
    """Why a name is unknown, and who was probably meant."""
    plain, shown = plain_name(name), name[:_SHOWN]
    if plain in roster.doubtful:
        return f"the row of {shown!r} in the staff sheet cannot be believed"
    if several := roster.shared.get(plain):
        more = " and others" if len(several) > _MOST_NAMED else ""
        names = ", ".join(several[:_MOST_NAMED])
        return f"{shown!r} may be {names}{more}: write the whole name"
    hint = hint_at(shown, roster.everybody)
    return f"there is nobody called {shown!r} in the staff sheet{hint}"
