"""What people changed in a draft by hand, and how it lasts when the facts are gathered anew.

The sheet cannot tell: what was published is written into it, and looks like anybody's wish there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift


def take_up_edits(week: Week, edits: Rota, *, by: str, is_pinned: bool = True) -> Week:
    """The facts with these people on these shifts; what waited for a person is decided by it.

    A shift that is left to nobody waits for a person, and nobody is placed on it by a search.
    """
    shifts = [
        _edit(shift, edits[shift.id], by, is_pinned=is_pinned) if shift.id in edits else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, edits))


def carry_edits(week: Week, before: Week, published: Week | None = None) -> Week:
    """The facts with what was changed by hand in a draft made from `before`.

    A pin that was put into the sheet since is newer, and stays. `published` are the facts of what
    people know: that was written into the sheet.
    """
    known = {shift.id: shift for shift in before.shifts if shift.pinned_by}
    told = {shift.id: shift for shift in published.shifts} if published else {}
    carried = {
        shift.id: known[shift.id]
        for shift in week.shifts
        if shift.id in known and not _is_newer(shift, known[shift.id], told.get(shift.id))
    }
    if not carried:
        return week
    shifts = [
        _carry(shift, carried[shift.id]) if shift.id in carried else shift for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, carried))


def forget_mirrored(week: Week, known: Placed) -> Week:
    """The facts without names that stand in the sheet only because they were published."""
    shifts = [_forget(shift, known) for shift in week.shifts]
    return replace(week, shifts=tuple(shifts))


def forget_unwritten(week: Week, known: Placed) -> Week:
    """The facts without people who were let off, and stand in the sheet a little longer."""
    old = {shift.id: shift for shift in known.week.shifts if shift.instead_of}
    shifts = [
        replace(shift, wishes=old[shift.id].wishes, is_pinned=old[shift.id].is_pinned)
        if shift.id in old and set(shift.wishes) == set(old[shift.id].instead_of)
        else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts))


def fix_begun(week: Week, known: Placed, begun: Collection[str]) -> Week:
    """The facts with those shifts as they are: they have begun, and nobody can change that.

    One that the sheet has no longer is worked all the same.
    """
    if not begun:
        return week
    ids = {shift.id for shift in week.shifts}
    gone = [one for one in known.week.shifts if one.id in begun and one.id not in ids]
    shifts = [
        replace(shift, wishes=known.rota[shift.id], is_pinned=True, held="")
        if shift.id in begun and known.rota.get(shift.id)
        else shift
        for shift in (*week.shifts, *gone)
    ]
    in_order = tuple(sorted(shifts, key=lambda shift: (shift.starts_at, shift.id)))
    return replace(week, shifts=in_order, clashes=_leave_out(week.clashes, begun))


def _edit(shift: Shift, names: tuple[str, ...], by: str, *, is_pinned: bool) -> Shift:
    if not is_pinned:
        loose = replace(shift, held="", pinned_by="", instead_of=())
        return replace(loose, wishes=(), is_pinned=False) if shift.pinned_by else loose
    return replace(
        shift,
        wishes=names,
        is_pinned=bool(names),
        held="" if names else "left open by hand",
        pinned_by=by,
        instead_of=_list_pinned(shift),
    )


def _list_pinned(shift: Shift) -> tuple[str, ...]:
    """Whom the sheet pins; once it was changed by hand, whom it pinned before."""
    if shift.pinned_by:
        return shift.instead_of
    return shift.wishes if shift.is_pinned else ()


def _is_newer(shift: Shift, edited: Shift, told: Shift | None) -> bool:
    """Whether the sheet's pin was put there after the edit, and not before it."""
    if not shift.is_pinned:
        return False
    is_told = told is not None and bool(told.pinned_by) and told.wishes == edited.wishes
    return is_told or set(shift.wishes) != set(edited.instead_of)


def _carry(shift: Shift, old: Shift) -> Shift:
    return replace(
        shift,
        wishes=old.wishes,
        is_pinned=old.is_pinned,
        held=old.held,
        pinned_by=old.pinned_by,
        instead_of=old.instead_of,
    )


def _forget(shift: Shift, known: Placed) -> Shift:
    old = known.shifts.get(shift.id)
    if old is None or set(shift.wishes) != set(known.rota[shift.id]):
        return shift
    was_pinned = old.is_pinned and not old.pinned_by
    if shift.is_pinned and not was_pinned:
        return shift
    return replace(shift, wishes=() if old.pinned_by else old.wishes)


def _leave_out(clashes: Mapping[str, str], decided: Collection[str]) -> dict[str, str]:
    return {shift_id: words for shift_id, words in clashes.items() if shift_id not in decided}
