"""Explain a draft of a week: each shift, each repair, and whether a fuller rota is possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek, WeekDraft
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.explaining.explanations import ShiftExplanation, explain_shift
from belfry.rota.rules.blocks import list_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift
from belfry.rota.shift_words import join_words


@dataclass(frozen=True, slots=True)
class ExplainedDraft:
    monday: date
    head: RotaWeek | None
    draft: WeekDraft
    explanation: WeekExplanation


@dataclass(frozen=True, slots=True)
class ExplainWeek:
    store: Store
    open_draft: OpenDraft

    def __call__(
        self, monday: date, *, shift_id: str | None = None, number: int | None = None
    ) -> ExplainedDraft:
        """The newest draft unless told; NotFound if there is no such draft or no such shift."""
        head = self.store.find(RotaWeek, monday.isoformat())
        opened = self.open_draft(monday.isoformat(), number or (head.draft if head else 0))
        draft = opened.draft
        first = {placed_id: tuple(names) for placed_id, names in draft.first.items()}
        proof = str(draft.proof.get("words", ""))
        explained = explain_week(opened.placed, first, proof=proof, shift_id=shift_id)
        return ExplainedDraft(monday, head, draft, explained)


@dataclass(frozen=True, slots=True)
class WeekExplanation:
    """The shifts in the order of the week; `proof` is blank if none was made."""

    shifts: tuple[ShiftExplanation, ...]
    repairs: tuple[Repair, ...]
    proof: str


def explain_week(
    placed: Placed, first: Rota, *, proof: str = "", shift_id: str | None = None
) -> WeekExplanation:
    """All shifts or one of them; `first` is what the plain order alone had given."""
    wanted = [shift_id] if shift_id is not None else [shift.id for shift in placed.week.shifts]
    repairs = list_repairs(placed, first) if first else ()
    return WeekExplanation(
        shifts=tuple(explain_shift(placed, wanted_id) for wanted_id in wanted),
        repairs=tuple(repair for repair in repairs if shift_id in (None, repair.shift_id)),
        proof=proof,
    )


_LONGEST = 4


@dataclass(frozen=True, slots=True)
class Repair:
    """One place on a shift that is filled only because others moved."""

    shift_id: str
    name: str
    words: str


def list_repairs(placed: Placed, first: Rota) -> tuple[Repair, ...]:
    """One for each place that `first` left empty and the finished rota fills, in order."""
    before = placed.with_rota(first)
    repairs: list[Repair] = []
    for shift in placed.week.shifts:
        gained = len(placed.rota[shift.id]) - len(before.rota[shift.id])
        for name in _list_newcomers(before, placed, shift)[: max(0, gained)]:
            title = placed.name_shift(shift)
            takes = f"{name} takes {title}, which was still empty after the first round"
            links = "; ".join(_follow(before, placed, shift, name))
            repairs.append(Repair(shift.id, name, f"{takes}: {links}" if links else takes))
    return tuple(repairs)


def _follow(before: Placed, after: Placed, shift: Shift, name: str) -> Iterator[str]:
    seen = {shift.id}
    for _ in range(_LONGEST):
        given_up = [
            other for other in _list_given_up(before, after, shift, name) if other.id not in seen
        ]
        if not given_up:
            return
        shift = given_up[0]
        seen.add(shift.id)
        gave_up = f"{name} gave up {after.name_shift(shift)}"
        newcomers = _list_newcomers(before, after, shift)
        if not newcomers:
            is_short = len(after.rota[shift.id]) < shift.headcount
            yield f"{gave_up}, where somebody is missing now" if is_short else gave_up
            return
        yield f"{gave_up}, which {join_words(newcomers)} took over"
        name = newcomers[0]
    yield "others moved after that"


def _list_given_up(before: Placed, after: Placed, shift: Shift, name: str) -> list[Shift]:
    """What they had to give up for the shift; any lost shift if only hours stood in the way."""
    lost = [other for other in before.list_shifts(name) if name not in after.rota[other.id]]
    member = before.members.get(name)
    if member is None:
        return []
    blocks = list_blocks(before, member, shift)
    against = {block.against for block in blocks}
    in_the_way = [other for other in lost if other.id in against]
    return in_the_way or (lost if blocks else [])


def _list_newcomers(before: Placed, after: Placed, shift: Shift) -> list[str]:
    return [name for name in after.rota[shift.id] if name not in before.rota[shift.id]]
