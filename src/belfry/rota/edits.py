"""Which rules a change to the rota would break, told before it is made.

A manager may still make it: the rules advise, people decide. Several changes are judged together,
so that two people can trade shifts without either half looking wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.errors import NotFound
from belfry.kernel.names import plain_name
from belfry.rota.block_kinds import FROM_OTHER_SHIFTS, Block
from belfry.rota.blocks import list_blocks
from belfry.rota.placed import Placed
from belfry.rota.shift_words import join_words, render_people
from belfry.rota.shifts import Shift
from belfry.rota.weeks import Rota

Edits = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Broken:
    """`words` are a whole sentence; `name` is blank where it is about the shift alone.

    `block` is the rule, where it is one of those for taking a shift.
    """

    shift_id: str
    name: str
    words: str
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The rota as it would be, what would be wrong with it, and what else to know about it."""

    rota: Rota
    broken: tuple[Broken, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.broken


def judge_edit(placed: Placed, shift_id: str, names: Sequence[str]) -> Judged:
    """What would come of giving a shift to exactly these people."""
    return judge_edits(placed, {shift_id: names})


def judge_edits(placed: Placed, edits: Edits) -> Judged:
    """The same for several shifts at once; NotFound if the week has not got one of them."""
    rota = carry_out(placed, edits)
    after = placed.with_rota(rota)
    shifts = [shift for shift in placed.week.shifts if shift.id in edits]
    broken = {_find_key(one): one for shift in shifts for one in _judge_shift(after, shift)}
    notes = [note for shift in shifts for note in _list_notes(placed, after, shift)]
    return Judged(rota, tuple(broken.values()), tuple(notes))


def carry_out(placed: Placed, edits: Edits) -> Rota:
    """The rota with the edits made; names are taken as a person may write them."""
    known = {plain_name(name): name for name in placed.facts.members}
    rota = dict(placed.rota)
    for shift_id, names in edits.items():
        if shift_id not in rota:
            raise NotFound(f"there is no shift {shift_id} in the week of {placed.week.starts_on}")
        written = (" ".join(name.split()) for name in names)
        rota[shift_id] = tuple(known.get(plain_name(name), name) for name in written if name)
    return rota


def _judge_shift(after: Placed, shift: Shift) -> Iterator[Broken]:
    people = after.rota[shift.id]
    for name, times in Counter(people).items():
        member = after.facts.members.get(name)
        if times > 1:
            yield Broken(shift.id, name, f"{name} is named {times} times")
        if member is None:
            yield Broken(shift.id, name, f"nobody on the staff list is called {name}")
            continue
        for block in list_blocks(after, member, shift, without={shift.id}):
            yield Broken(shift.id, name, f"{name} {block.words}", block)
    if len(people) > shift.headcount:
        needs = f"{after.facts.name_shift(shift)} needs {render_people(shift.headcount)}"
        yield Broken(shift.id, "", f"{needs}, not {len(people)}")


def _find_key(broken: Broken) -> Hashable:
    """Equal for what is one fault seen from two of the edited shifts."""
    block = broken.block
    if block is None or block.kind not in FROM_OTHER_SHIFTS:
        return broken
    if block.against is None:
        return broken.name, block.words
    return broken.name, block.kind, frozenset({broken.shift_id, block.against})


def _list_notes(before: Placed, after: Placed, shift: Shift) -> Iterator[str]:
    people, title = after.rota[shift.id], after.facts.name_shift(shift)
    gone = [name for name in before.rota[shift.id] if name not in people]
    if pinned := [name for name in gone if shift.is_pinned and name in shift.wishes]:
        verb = "is" if len(pinned) == 1 else "are"
        yield f"{join_words(pinned)} {verb} pinned to {title} in the sheet"
    missing = shift.headcount - len(people)
    if missing > 0:
        yield f"{title} would still need {render_people(missing)}"
