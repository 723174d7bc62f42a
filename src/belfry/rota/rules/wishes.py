"""Who was wished for on a shift, whether they got it, and if not why not.

Those who are pinned were placed before everybody else, and those who are merely wished for before
anybody was chosen: what came later is never the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.shift_words import render_people
from belfry.rota.shifts import Shift


@dataclass(frozen=True, slots=True)
class PassedWish:
    """`words` are a whole sentence: Ana is pinned to it but is off on 12 November."""

    name: str
    words: str


def is_fixed(shift: Shift, name: str) -> bool:
    """Whether somebody is on the shift because the sheet says so."""
    return name in shift.wishes


def list_passed_wishes(placed: Placed, shift: Shift) -> tuple[PassedWish, ...]:
    """Those whom the sheet names and who are not on the shift, in the sheet's order."""
    people = placed.rota[shift.id]
    missing = [name for name in dict.fromkeys(shift.wishes) if name not in people]
    if not missing:
        return ()
    before = _find_placed_before(placed, shift)
    return tuple(PassedWish(name, _say_passed(before, shift, name)) for name in missing)


def _find_placed_before(placed: Placed, shift: Shift) -> Placed:
    """The rota as it stood when nobody had been chosen yet."""
    shifts = (one for one in placed.week.shifts if one.is_pinned or not shift.is_pinned)
    return placed.with_rota(
        {
            one.id: tuple(name for name in placed.rota[one.id] if name in one.wishes)
            for one in shifts
        }
    )


def _say_passed(before: Placed, shift: Shift, name: str) -> str:
    wished = f"{name} is {'pinned to it' if shift.is_pinned else 'wished for'} but"
    member = before.members.get(name)
    if member is None:
        return f"{wished} is not on the staff list"
    if blocks := list_blocks(before, member, shift):
        return f"{wished} {render_blocks(blocks)}"
    if len(before.rota[shift.id]) >= shift.headcount:
        return f"{wished} it needs {render_people(shift.headcount)} only"
    return f"{wished} is not on it"
