"""Reads for controls, over plain rows."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.controls.controls import Control, ControlSummary, CycleLine, Evidence, ReminderLine
from belfry.controls.ports import AreaPart
from belfry.controls.tasks.proposals import UNDECIDED, ProposedControl
from belfry.ports.store import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class PlainControls(PlainReader):
    def rows(self) -> Mapping[str, str]:
        return {control.id: control.row for control in self._listed()}

    def list_by_id(self, ids: Collection[str]) -> Sequence[Control]:
        return self._store.find_all(Control, ids)

    def list_to_check(
        self, today: date, *, after: tuple[date, str] | None = None, limit: int = 1000
    ) -> Sequence[Control]:
        due = [control for control in self._listed() if control.next_check_on <= today]
        due.sort(key=lambda control: (control.next_check_on, control.id))
        return [
            control
            for control in due
            if after is None or (control.next_check_on, control.id) > after
        ][:limit]

    def list_page(
        self,
        *,
        after: tuple[date, str] | None = None,
        before: date | None = None,
        limit: int = 100,
    ) -> Sequence[Control]:
        controls = [
            control
            for control in sorted(self._listed(), key=lambda control: (control.due_on, control.id))
            if (after is None or (control.due_on, control.id) > after)
            and (before is None or control.due_on < before)
        ]
        return controls[:limit]

    def list_summaries(
        self, *, until: date | None = None, done_after: date | None = None
    ) -> Sequence[ControlSummary]:
        controls = sorted(
            self._list_done(done_after), key=lambda control: (control.due_on, control.id)
        )
        return [
            _summarise(control)
            for control in controls
            if until is None or control.due_on <= until or control.chain_override
        ]

    def list_corrected(self, *, limit: int) -> Sequence[Control]:
        corrected = [
            (control.corrected_at, control.id, control)
            for control in self._listed()
            if control.corrected_at
        ]
        return [control for _, _, control in sorted(corrected, reverse=True)[:limit]]

    def count(self, *, done_after: date | None = None) -> int:
        return len(self._list_done(done_after))

    def _list_done(self, after: date | None) -> list[Control]:
        listed = self._listed()
        return [
            control for control in listed if not after or (control.last_done_on or date.min) > after
        ]

    def _listed(self) -> list[Control]:
        return [control for control in self._store.rows(Control) if control.gone_at is None]


class PlainAreas(PlainReader):
    def count(self) -> Mapping[str, int]:
        return Counter(control.area for control in self._listed())

    def list_parts(self, parts: Sequence[AreaPart]) -> Sequence[ControlSummary]:
        return [_summarise(control) for part in parts for control in self._list_part(part)]

    def _list_part(self, part: AreaPart) -> list[Control]:
        controls = [control for control in self._listed() if control.area == part.area]
        return sorted(controls, key=lambda control: control.id)[part.skip : part.skip + part.limit]

    def _listed(self) -> list[Control]:
        return [control for control in self._store.rows(Control) if control.gone_at is None]


class PlainHistories(PlainReader):
    def list_cycles(self, control_id: str) -> Sequence[CycleLine]:
        rows = self._store.rows(CycleLine, {"control_id": control_id})
        lines = [line for line in rows if line.control_id == control_id]
        return sorted(lines, key=lambda line: line.number)

    def list_reminders(self, control_id: str) -> Sequence[ReminderLine]:
        rows = self._store.rows(ReminderLine, {"control_id": control_id})
        lines = [line for line in rows if line.control_id == control_id]
        return sorted(lines, key=lambda line: (line.at, line.due_on, line.slot))

    def list_evidence(self, control_id: str) -> Sequence[Evidence]:
        rows = self._store.rows(Evidence, {"control_id": control_id})
        evidence_records = [evidence for evidence in rows if evidence.control_id == control_id]
        return sorted(evidence_records, key=lambda evidence: evidence.number)

    def list_evidence_of_file(self, digest: str) -> Sequence[Evidence]:
        rows = self._store.rows(Evidence, {"digest": digest})
        evidence_records = [evidence for evidence in rows if evidence.digest == digest]
        return sorted(evidence_records, key=lambda evidence: (evidence.control_id, evidence.number))

    def list_ended(
        self, first: date, last: date, *, control_ids: Collection[str] | None = None
    ) -> Sequence[CycleLine]:
        rows = self._store.rows(CycleLine, {"due_on": Span(first, last)})
        lines = [line for line in rows if first <= line.due_on <= last]
        lines = [line for line in lines if control_ids is None or line.control_id in control_ids]
        return sorted(lines, key=lambda line: (line.due_on, line.control_id, line.number))


class PlainProposals(PlainReader):
    def list_newest(
        self, *, is_undecided: bool = False, limit: int = 50
    ) -> Sequence[ProposedControl]:
        proposals = [
            proposal
            for proposal in self._store.rows(ProposedControl)
            if not is_undecided or proposal.state in UNDECIDED
        ]
        proposals.sort(key=lambda proposal: (proposal.at, proposal.id), reverse=True)
        return proposals[:limit]


def _summarise(control: Control) -> ControlSummary:
    return ControlSummary(*(getattr(control, name) for name in ControlSummary._fields))
