"""Why a whole week is as it is: each shift, each repair, and whether a fuller week is possible."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.rota.explanations import ShiftExplanation, explain_shift
from belfry.rota.placed import Placed
from belfry.rota.repairs import Repair, list_repairs
from belfry.rota.weeks import Rota


@dataclass(frozen=True, slots=True)
class WeekExplanation:
    """The shifts in the order of the week; `proof` is blank where nobody looked."""

    shifts: tuple[ShiftExplanation, ...]
    repairs: tuple[Repair, ...]
    proof: str


def explain_week(
    placed: Placed, first: Rota, *, proof: str = "", shift_id: str | None = None
) -> WeekExplanation:
    """All shifts or one of them; `first` is what the plain order alone had given."""
    wanted = [shift_id] if shift_id is not None else [one.id for one in placed.week.shifts]
    repairs = list_repairs(placed, first) if first else ()
    return WeekExplanation(
        shifts=tuple(explain_shift(placed, one) for one in wanted),
        repairs=tuple(one for one in repairs if shift_id in (None, one.shift_id)),
        proof=proof,
    )
