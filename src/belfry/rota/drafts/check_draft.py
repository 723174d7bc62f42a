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
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift, Week
from belfry.rota.shift_words import join_words, render_shift
from belfry.workspace.tables import Cache

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Objection:
    """`rule` names the rule in a word or two; `words` is the whole sentence."""

    rule: str
    words: str
    name: str = ""
    shift_id: str = ""

    @property
    def brief(self) -> str:
        """Without personal reasons, for the audit log: cap, Ana Diaz, fri-late."""
        return ", ".join(part for part in (self.rule, self.name, self.shift_id) if part)


class ObjectionsError(Conflict):
    """The draft has objections and was not approved anyway."""

    def __init__(self, summary: str, objections: Sequence[Objection]) -> None:
        words = list(dict.fromkeys(objection.words for objection in objections))
        shown, more = "; ".join(words[:_SHOWN]), len(words) - _SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        super().__init__(f"{summary}: {shown}{rest}")
        self.objections = tuple(objections)


def list_objections(placed: Placed, sheet: Week | None, now: datetime) -> tuple[Objection, ...]:
    """Broken rules, and differences between the draft and the week's `sheet`.

    Shifts that have begun are skipped: they can no longer be changed.
    """
    begun = {shift.id for shift in placed.week.shifts if shift.starts_at <= now}
    broken = (
        Objection(breach.rule, breach.words, breach.name, breach.shift_id)
        for breach in check_rota(placed.week, placed.rota)
        if breach.shift_id not in begun
    )
    changed = _list_changes(placed, sheet, now) if sheet else ()
    return (*broken, *changed)


def _list_changes(placed: Placed, sheet: Week, now: datetime) -> Iterator[Objection]:
    ours, theirs = placed.shifts, {shift.id: shift for shift in sheet.shifts}
    for shift in placed.week.shifts:
        if shift.id not in theirs and shift.starts_at > now:
            words = f"{render_shift(shift)} ({shift.id}) does not stand in the sheet any more"
            yield Objection("sheet", words, shift_id=shift.id)
    for shift in sheet.shifts:
        if shift.starts_at <= now:
            continue
        if shift.id not in ours:
            words = f"{render_shift(shift)} ({shift.id}) was added to the sheet since"
            yield Objection("sheet", words, shift_id=shift.id)
        elif what := _describe_difference(ours[shift.id], shift, placed.rota[shift.id]):
            yield Objection("sheet", what, shift_id=shift.id)


def _describe_difference(ours: Shift, theirs: Shift, people: tuple[str, ...]) -> str:
    if (ours.starts_at, ours.ends_at) != (theirs.starts_at, theirs.ends_at):
        return f"{render_shift(ours)} ({ours.id}) is {render_shift(theirs)} in the sheet now"
    needs = (ours.role, ours.skills, ours.headcount)
    if needs != (theirs.role, theirs.skills, theirs.headcount):
        return f"{render_shift(ours)} ({ours.id}) needs something else in the sheet now"
    missed = [name for name in theirs.wishes if name not in (*ours.wishes, *people)]
    if missed:
        named = join_words(missed)
        return f"{render_shift(ours)} ({ours.id}) names {named} in the sheet now"
    if theirs.held and not ours.held and not ours.pinned_by:
        return f"{render_shift(ours)} ({ours.id}) is on hold in the sheet now"
    return ""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """`sheet` is the week as its sheet has it now; None if it cannot be read."""

    placed: Placed
    sheet: Week | None
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True)
class CheckDraft:
    clock: Clock
    regather: RegatherFacts
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, head: RotaWeek, opened: OpenedDraft) -> CheckedDraft:
        """If the sheets cannot be read, the facts the draft was made from are used."""
        own = opened.placed.week
        sheet = self._find_sheet(head, opened)
        facts = own
        if sheet:
            facts = replace(sheet, shifts=own.shifts, clashes=own.clashes, kept=own.kept)
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

    def _find_sheet(self, head: RotaWeek, opened: OpenedDraft) -> Week | None:
        newest = opened if opened.draft.number == head.draft else None
        try:
            return self.regather(head, newest).gathered.week
        except (NotFound, InputError):
            return None
