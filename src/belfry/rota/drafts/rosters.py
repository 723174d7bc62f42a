"""Which person a name in the rota's sheets means.

Case, accents and spaces do not matter, and a unique first name is enough. A person whose staff row
is invalid is known, but cannot be given shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from belfry.kernel.sheets import RowReader
from belfry.kernel.texts import plain_name
from belfry.rota.sheets.cells import hint_at

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
    alone = {first: whole[all_[0]] for first, all_ in firsts.items() if _is_sure(all_, whole)}
    shared = {
        first: tuple(sorted(written[plain] for plain in all_))
        for first, all_ in firsts.items()
        if len(all_) > 1
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


def _is_sure(plains: list[str], whole: Mapping[str, str]) -> bool:
    return len(plains) == 1 and plains[0] in whole
