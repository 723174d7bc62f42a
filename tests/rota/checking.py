"""What the checker finds in a rota, told in a line for each breach."""

from __future__ import annotations

from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota, Week


def tell(week: Week, rota: Rota) -> list[str]:
    return [
        " ".join(filter(None, (breach.rule.value, breach.name, breach.shift_id)))
        for breach in check_rota(week, rota)
    ]


def tell_ana(week: Week) -> list[str]:
    """What is wrong if Ana is given everything."""
    return tell(week, {shift.id: ("Ana",) for shift in week.shifts})
