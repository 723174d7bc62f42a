"""Tell how a month went, from the histories of all controls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.controls.controls import Control
from belfry.controls.ports import Controls, Histories
from belfry.controls.repeats.months import Month, find_month_before
from belfry.controls.reports.summaries import Summary, list_uncertain, summarise
from belfry.ports.clock import Clock

PAGE = 500


@dataclass(frozen=True, slots=True)
class NamedSummary:
    """A month, with the names of the controls that it speaks of, by id."""

    summary: Summary
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SummariseControls:
    controls: Controls
    histories: Histories
    clock: Clock
    zone: ZoneInfo

    def __call__(self, month: Month | None = None) -> NamedSummary:
        """The last month that is over, unless another is meant."""
        today = self.clock.now().astimezone(self.zone).date()
        month = month or find_month_before(today)
        lines = self.histories.list_ended(month.first, month.last)
        histories = {one: self.histories.list_cycles(one) for one in list_uncertain(lines)}
        is_open = list(self._list_due_by(min(month.last, today)))
        histories |= {
            one.id: self.histories.list_cycles(one.id)
            for one in is_open
            if one.due_on in month and one.id not in histories
        }
        summary = summarise(month, lines, histories, is_open, today)
        return NamedSummary(summary, self._find_names(summary))

    def _list_due_by(self, last: date) -> Iterator[Control]:
        after: tuple[date, str] | None = None
        while page := self.controls.list_page(after=after, limit=PAGE):
            for control in page:
                if control.due_on > last:
                    return
                yield control
            after = (page[-1].due_on, page[-1].id)

    def _find_names(self, summary: Summary) -> dict[str, str]:
        named = {due.control_id for due in (*summary.slips, *summary.carried)}
        found = self.controls.list_by_id(named)
        return {control.id: control.name for control in found}
