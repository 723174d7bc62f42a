"""Manual edits of drafts, and how they survive when the facts are gathered again.

The sheet cannot tell them apart: published names are written into it and look like wishes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift, Week


def take_up_edits(week: Week, edits: Rota, *, by: str, is_pinned: bool = True) -> Week:
    """The facts with these people on these shifts.

    A shift that is left empty is held, and the search places nobody on it.
    """
    shifts = [
        _edit(shift, edits[shift.id], by, is_pinned=is_pinned) if shift.id in edits else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, edits))


def carry_edits(week: Week, before: Week, published: Week | None = None) -> Week:
    """The facts with the manual edits of a draft made from `before`.

    A pin that was put into the sheet later wins. `published` are the facts of the published draft,
    which was written into the sheet.
    """
    known = {shift.id: shift for shift in before.shifts if shift.pinned_by}
    by_id = {shift.id: shift for shift in published.shifts} if published else {}
    carried = {
        shift.id: known[shift.id]
        for shift in week.shifts
        if shift.id in known and not _is_newer(shift, known[shift.id], by_id.get(shift.id))
    }
    if not carried:
        return week
    shifts = [
        _carry(shift, carried[shift.id]) if shift.id in carried else shift for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, carried))


def forget_mirrored(week: Week, known: Placed) -> Week:
    """The facts without names that are in the sheet only because they were published."""
    shifts = [_forget(shift, known) for shift in week.shifts]
    return replace(week, shifts=tuple(shifts))


def forget_unwritten(week: Week, known: Placed) -> Week:
    """The facts without people who were taken off a shift but are still in the sheet."""
    old = {shift.id: shift for shift in known.week.shifts if shift.instead_of}
    shifts = [
        replace(shift, wishes=old[shift.id].wishes, is_pinned=old[shift.id].is_pinned)
        if shift.id in old and set(shift.wishes) == set(old[shift.id].instead_of)
        else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts))


def fix_begun(week: Week, known: Placed, begun: Collection[str]) -> Week:
    """The facts with the shifts that have begun fixed as they are, even if the sheet lost them."""
    if not begun:
        return week
    ids = {shift.id for shift in week.shifts}
    gone = [shift for shift in known.week.shifts if shift.id in begun and shift.id not in ids]
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
    """The people pinned by the sheet; after an edit, those it pinned before."""
    if shift.pinned_by:
        return shift.instead_of
    return shift.wishes if shift.is_pinned else ()


def _is_newer(shift: Shift, edited: Shift, published: Shift | None) -> bool:
    """Whether the sheet's pin is newer than the edit."""
    if not shift.is_pinned:
        return False
    is_published = (
        published is not None and bool(published.pinned_by) and published.wishes == edited.wishes
    )
    return is_published or set(shift.wishes) != set(edited.instead_of)


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
