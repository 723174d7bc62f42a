"""Find how even the hours of a week are, by what was published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.rota.ports import Rotas
from belfry.rota.reports.fairness import Fairness, judge_fairness, list_weeks_counted
from belfry.rota.rules.read_rota_rules import ReadRotaRules


@dataclass(frozen=True, slots=True)
class FindFairness:
    rotas: Rotas
    read_rules: ReadRotaRules
    zone: ZoneInfo

    def __call__(self, monday: date) -> Fairness:
        """Nobody is in it while the week is not published."""
        weeks = list_weeks_counted(monday)
        known = [one for week in weeks for one in self.rotas.list_hours(week)]
        margin = self.read_rules().rules.margin
        return judge_fairness(monday, known, margin=margin, zone=self.zone)
