"""Take the answer of somebody who followed the link in a reminder.

Whoever has the link may answer, as the person it was sent to and for that one due date. An answer
that comes too late changes nothing, and says who was first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.accounts.users.name_doer import NameDoer
from belfry.controls.answers.add_evidence import AddEvidence
from belfry.controls.answers.answer_links import Answering, Over
from belfry.controls.answers.mark_done import MarkDone
from belfry.controls.answers.open_answer_link import OpenAnswerLink
from belfry.controls.answers.snooze_control import SnoozeControl
from belfry.controls.controls import Control
from belfry.controls.ports import Histories
from belfry.controls.repeats.meant_cycles import MeantCycle, say_what_changed
from belfry.controls.reports.histories import AnswerLink
from belfry.kernel.errors import Conflict
from belfry.kernel.tokens import digest_of
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class AnswerByLink:
    """Each answer raises NotFound for a link that never was, Conflict for one that is over."""

    store: Store
    histories: Histories
    open_link: OpenAnswerLink
    name_doer: NameDoer
    mark_done: MarkDone
    snooze_control: SnoozeControl
    add_evidence: AddEvidence

    def look(self, token: str) -> Answering | Over:
        """Nothing changes by looking."""
        opened = self.open_link(token)
        return opened if isinstance(opened, Answering) else Over(self._say_over(token, opened.why))

    def done(
        self, token: str, *, done_on: date | None, note: str, opened_by: int | None
    ) -> Control:
        """`opened_by` tells which cycle the person had before them."""
        link = self._get_open(token)
        act = self.mark_done(
            link.control.id,
            by=link.person,
            done_on=done_on,
            note=note,
            cycle_due_on=link.due_on,
            opened_by=opened_by,
        )
        return act.control

    def snooze(self, token: str, *, days: int) -> None:
        link = self._get_open(token)
        self.snooze_control(link.control.id, days=days, by=link.person, cycle_due_on=link.due_on)

    def attach(self, token: str, *, note: str, content: bytes, file_name: str) -> None:
        link = self._get_open(token)
        self.add_evidence(
            link.control.id,
            by=link.person,
            note=note,
            content=content or None,
            file_name=file_name,
            cycle_due_on=link.due_on,
        )

    def _get_open(self, token: str) -> Answering:
        opened = self.look(token)
        if isinstance(opened, Over):
            raise Conflict(opened.why)
        return opened

    def _say_over(self, token: str, why: str) -> str:
        """With the name of whoever was first, if the link's own cycle is over."""
        link = self.store.find(AnswerLink, digest_of(token))
        control = self.store.find(Control, link.control_id) if link else None
        if link is None or control is None or control.gone_at or control.due_on == link.due_on:
            return why
        lines = self.histories.list_cycles(control.id)
        return say_what_changed(control, MeantCycle(link.due_on), lines, self.name_doer)
