"""Check a draft against today's rules, absences and sheet.

A draft is approved hours or days after it was made; what has changed since must be shown to the
manager.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.gather_facts import RegatherFacts
from belfry.rota.drafts.open_draft import OpenedDraft
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift, Week
from belfry.rota.shift_words import join_words, render_shift
from belfry.workspace.tables import Cache

_SHOWN = 5


class ObjectionsError(Conflict):
    """The draft has objections and was not approved anyway."""

    def __init__(self, summary: str, objections: Sequence[Breach]) -> None:
        words = list(dict.fromkeys(objection.words for objection in objections))
        shown, more = "; ".join(words[:_SHOWN]), len(words) - _SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        super().__init__(f"{summary}: {shown}{rest}")
        self.objections = tuple(objections)


def list_objections(placed: Placed, sheet: Week | None, now: datetime) -> tuple[Breach, ...]:
    """Broken rules, and differences between the draft and the week's `sheet`.

    Shifts that have begun are skipped: they can no longer be changed.
    """
    begun = {shift.id for shift in placed.week.shifts if shift.starts_at <= now}
    breaches = check_rota(placed.week, placed.rota)
    broken = (breach for breach in breaches if breach.shift_id not in begun)
    changed = _list_changes(placed, sheet, now) if sheet else ()
    return (*broken, *changed)


def _list_changes(placed: Placed, sheet: Week, now: datetime) -> Iterator[Breach]:
    theirs = {shift.id: shift for shift in sheet.shifts}
    gone = [shift for shift in placed.week.shifts if shift.id not in theirs]
    for shift in (*gone, *sheet.shifts):
        if shift.starts_at <= now:
            continue
        ours = placed.shifts.get(shift.id)
        if ours is None:
            what = "was added to the sheet since"
        elif shift.id not in theirs:
            what = "does not stand in the sheet any more"
        else:
            what = _describe_difference(ours, shift, placed.rota[shift.id])
        if what:
            words = f"{render_shift(ours or shift)} ({shift.id}) {what}"
            yield Breach("sheet", "", shift.id, words)


def _describe_difference(ours: Shift, theirs: Shift, people: tuple[str, ...]) -> str:
    if (ours.starts_at, ours.ends_at) != (theirs.starts_at, theirs.ends_at):
        return f"is {render_shift(theirs)} in the sheet now"
    needs = (ours.role, ours.skills, ours.headcount)
    if needs != (theirs.role, theirs.skills, theirs.headcount):
        return "needs something else in the sheet now"
    if missed := [name for name in theirs.wishes if name not in (*ours.wishes, *people)]:
        return f"names {join_words(missed)} in the sheet now"
    is_held = theirs.held and not ours.held and not ours.pinned_by
    return "is on hold in the sheet now" if is_held else ""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """`sheet` is the week as its sheet has it now; None if it cannot be read."""

    placed: Placed
    sheet: Week | None
    objections: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class CheckDraft:
    clock: Clock
    regather: RegatherFacts
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, head: RotaWeek, opened: OpenedDraft) -> CheckedDraft:
        """If the sheets cannot be read, the facts the draft was made from are used."""
        newest = opened if opened.draft.number == head.draft else None
        own = opened.placed.week
        try:
            sheet = self.regather(head, newest).gathered.week
        except (NotFound, InputError):
            return self._judge(head, own, opened.placed.rota, None)
        # The draft's own waivers count, also those that a new draft would not take over.
        facts = replace(
            sheet, shifts=own.shifts, clashes=own.clashes, kept=own.kept, waivers=own.waivers
        )
        return self._judge(head, facts, opened.placed.rota, sheet)

    def _judge(self, head: RotaWeek, facts: Week, rota: Rota, sheet: Week | None) -> CheckedDraft:
        """Cached until a fact changes or another shift has begun."""
        now = self.clock.now()
        shifts = (*facts.shifts, *(sheet.shifts if sheet else ()))
        begun = {shift.id for shift in shifts if shift.starts_at <= now}

        def judge() -> CheckedDraft:
            placed = Placed(facts, rota)
            return CheckedDraft(placed, sheet, list_objections(placed, sheet, now))

        return self.cache(head.id, (facts, rota, sheet, begun), judge)
