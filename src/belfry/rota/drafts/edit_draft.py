"""Change who has a shift in a draft, after a preview of the rules that would be broken.

An edit makes a new draft and survives drafting again. A published week is edited the same way: the
published draft stays until the new one is approved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.store import Store
from belfry.rota.drafts.check_draft import CheckDraft, ObjectionsError
from belfry.rota.drafts.draft_week import JudgeDraft
from belfry.rota.drafts.drafted_weeks import Making, RotaWeek, check_drafted
from belfry.rota.drafts.gather_facts import take_up_edits
from belfry.rota.drafts.open_draft import (
    OpenDraft,
    OpenedDraft,
    PersonChange,
    list_changes,
    render_change,
)
from belfry.rota.drafts.save_draft import NewDraft, SavedDraft, SaveDraft
from belfry.rota.rules.blocks import Block, list_blocks
from belfry.rota.rules.checker import Breach
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.waivers import waive
from belfry.rota.rules.weeks import FROM_OTHER_SHIFTS, Rota, Shift
from belfry.rota.sheets.staff_rows import explain_unknown, make_roster
from belfry.rota.shift_words import join_words, render_people
from belfry.rota.team import FindDeciders

LONGEST_BECAUSE = 300
_PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class PreviewedEdit:
    """`broken` are the rules against the edit, `changes` the people it affects."""

    head: RotaWeek = field(repr=False)
    opened: OpenedDraft = field(repr=False)
    placed: Placed = field(repr=False)
    edits: Rota
    judged: Judged

    @property
    def broken(self) -> tuple[Broken, ...]:
        return self.judged.broken

    @property
    def notes(self) -> tuple[str, ...]:
        return self.judged.notes

    @property
    def changes(self) -> tuple[PersonChange, ...]:
        return list_changes(self.placed, self.placed.with_rota(self.judged.rota))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDraft:
    store: Store
    open_draft: OpenDraft
    check_draft: CheckDraft
    find_deciders: FindDeciders
    judge: JudgeDraft
    save: SaveDraft

    def __call__(
        self,
        monday: date,
        edits: Mapping[str, Sequence[str]],
        *,
        by: str,
        draft: int | None = None,
        anyway: bool = False,
        is_pinned: bool = True,
    ) -> SavedDraft:
        """Put exactly these people on these shifts, by the shifts' ids.

        Unless `is_pinned`, the next draft may change it again. Raises ObjectionsError if a rule is
        against it and not `anyway`; the rest as in the preview.
        """
        self.find_deciders.check(by)
        seen = self.preview(monday, edits, draft=draft)
        if seen.broken and not anyway:
            raise ObjectionsError("the rules are against it", seen.broken)
        facts = take_up_edits(seen.placed.week, seen.edits, by=by, is_pinned=is_pinned)
        facts = waive(facts, seen.judged.rota, seen.edits, by=self.find_deciders.find_name(by))
        # How the draft differs from the one before, in sentences.
        because = ". ".join(render_change(change) for change in seen.changes)
        new = NewDraft(
            week=facts,
            rota=seen.judged.rota,
            making=Making.EDITED,
            by=by,
            parent=seen.opened.draft.number,
            because=because[:LONGEST_BECAUSE] or "fixed as it was",
            proof=self.judge.prove(facts, seen.judged.rota),
        )
        overruled = [broken.brief for broken in seen.broken]
        noted = {"shifts": sorted(seen.edits), **({"overruled": overruled} if overruled else {})}
        saved = self.save(new, seen.head, noted=noted)
        return replace(saved, changes=seen.changes, overruled=seen.broken)

    def preview(
        self, monday: date, edits: Mapping[str, Sequence[str]], *, draft: int | None = None
    ) -> PreviewedEdit:
        """What the edit would break and whom it would affect; nothing is written.

        Raises NotFound for an unknown shift or draft, InputError for an unknown person, Conflict if
        `draft` is outdated.
        """
        head = check_drafted(self.store.find(RotaWeek, monday.isoformat()), monday, draft)
        opened = self.open_draft(head.id, head.draft)
        if not edits:
            raise InputError("no shift was named, so there is nothing to change", field="shift")
        placed = self.check_draft(head, opened).placed
        meant = {shift_id: _find_people(placed, names) for shift_id, names in edits.items()}
        return PreviewedEdit(head, opened, placed, meant, judge_edits(placed, meant))


def _find_people(placed: Placed, names: Sequence[str]) -> tuple[str, ...]:
    """Whole names, without doubles."""
    roster = make_roster(placed.members)
    written = [name for name in names if name.strip()]
    for name in written:
        if roster.find(name) is None:
            raise InputError(explain_unknown(name, roster), field="name")
    return tuple(dict.fromkeys(whole_name for name in written if (whole_name := roster.find(name))))


Edits = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Broken(Breach):
    """`block` is what keeps the person from the shift, if that is the rule."""

    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    rota: Rota
    broken: tuple[Broken, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.broken


def judge_edits(placed: Placed, edits: Edits) -> Judged:
    """Raises NotFound if the week does not have one of the shifts."""
    rota = carry_out(placed, edits)
    after = placed.with_rota(rota)
    shifts = [shift for shift in placed.week.shifts if shift.id in edits]
    broken = {_find_key(fault): fault for shift in shifts for fault in _judge_shift(after, shift)}
    notes = [note for shift in shifts for note in _list_notes(placed, after, shift)]
    return Judged(rota, tuple(broken.values()), tuple(notes))


def carry_out(placed: Placed, edits: Edits) -> Rota:
    """The rota with the edits made; names may be written in any case."""
    known = {plain_name(name): name for name in placed.members}
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
        member = after.members.get(name)
        if times > 1:
            yield Broken(_PEOPLE, name, shift.id, f"{name} is named {times} times")
        if member is None:
            yield Broken(_PEOPLE, name, shift.id, f"nobody on the staff list is called {name}")
            continue
        for block in list_blocks(after, member, shift, without={shift.id}):
            yield Broken(block.rule, name, shift.id, f"{name} {block.words}", block=block)
    if len(people) > shift.headcount:
        needs = f"{after.name_shift(shift)} needs {render_people(shift.headcount)}"
        yield Broken(_PEOPLE, "", shift.id, f"{needs}, not {len(people)}")


def _find_key(broken: Broken) -> Hashable:
    """Equal for one fault seen from two of the edited shifts."""
    block = broken.block
    if block is None or block.rule not in FROM_OTHER_SHIFTS:
        return broken
    if block.against is None:
        return broken.name, block.words
    return broken.name, block.rule, frozenset({broken.shift_id, block.against})


def _list_notes(before: Placed, after: Placed, shift: Shift) -> Iterator[str]:
    people, title = after.rota[shift.id], after.name_shift(shift)
    gone = [name for name in before.rota[shift.id] if name not in people]
    if pinned := [name for name in gone if shift.is_pinned and name in shift.wishes]:
        verb = "is" if len(pinned) == 1 else "are"
        yield f"{join_words(pinned)} {verb} pinned to {title} in the sheet"
    missing = shift.headcount - len(people)
    if missing > 0:
        yield f"{title} would still need {render_people(missing)}"
