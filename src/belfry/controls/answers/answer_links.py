"""Make the answer links of reminders, and take the answers given through them.

A link belongs to one due date. Opening it changes nothing, because mail programs open it too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import compress
from zoneinfo import ZoneInfo

from belfry.controls.answers.add_evidence import KeepEvidence
from belfry.controls.answers.mark_done import AnswerControls
from belfry.controls.controls import AnswerLink, Control, CycleRef, say_what_changed
from belfry.controls.reminders.reminders import Reminder, read_reminders
from belfry.controls.repeats.repeats import render_day
from belfry.kernel.changes import Append
from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.kernel.texts import TOKEN_BYTES, digest_of
from belfry.messaging.messages import Message
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store
from belfry.workspace.people import FindStaff

log = logging.getLogger(__name__)

GOOD_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Answering:
    """For which control and due date the link answers, and as whom."""

    control: Control
    person: str
    due_on: date


@dataclass(frozen=True, slots=True)
class Over:
    """The link was one of ours, and why it answers nothing any more."""

    why: str


def answer_path(token: str) -> str:
    return f"/answer/{token}"


def write_link(
    digest: str, *, control_id: str, due_on: date, person: str, now: datetime, zone: ZoneInfo
) -> AnswerLink:
    """It is good for a while after the due date, or from now on if that is past."""
    due_at = datetime.combine(due_on, time(0), zone).astimezone(UTC)
    return AnswerLink(
        digest=digest,
        control_id=control_id,
        due_on=due_on,
        person=person,
        made_at=now,
        expires_at=max(due_at, now) + GOOD_FOR,
    )


def judge_link(link: AnswerLink, control: Control | None, now: datetime) -> Answering | Over:
    if control is None or control.gone_at:
        return Over("this control is no longer on the list")
    if control.due_on != link.due_on:
        due_on, next_on = render_day(link.due_on), render_day(control.due_on)
        return Over(f"what was due on {due_on} is settled; it is next due on {next_on}")
    if now >= link.expires_at:
        return Over("this link is too old")
    return Answering(control, link.person, link.due_on)


@dataclass(frozen=True, slots=True)
class MakeAnswerLinks:
    store: Store
    secrets: Secrets
    zone: ZoneInfo

    def __call__(self, messages: Sequence[Message], now: datetime) -> dict[tuple[str, str], str]:
        """The tokens of the links by message and control; what cannot be stored has none."""
        wanted = [
            (message, reminder)
            for message in messages
            for reminder in read_reminders(message.facts)
        ]
        tokens = [self.secrets.token(TOKEN_BYTES) for _ in wanted]
        links = [
            self._write(message, reminder, token, now)
            for (message, reminder), token in zip(wanted, tokens, strict=True)
        ]
        try:
            stored = self.store.commit_each([[link] for link in links])
        except BelfryError as error:
            log.warning("reminders.without_links", extra={"error": str(error)})
            return {}
        made = compress(zip(wanted, tokens, strict=True), stored)
        return {(message.id, reminder.control): token for (message, reminder), token in made}

    def _write(self, message: Message, reminder: Reminder, token: str, now: datetime) -> Append:
        link = write_link(
            digest_of(token),
            control_id=reminder.control,
            due_on=reminder.due_on,
            person=message.person,
            now=now,
            zone=self.zone,
        )
        return Append(link)


@dataclass(frozen=True, slots=True)
class AnswerByLink:
    """Each answer raises NotFound for a link that never was, Conflict for one that is over.

    The link of a person who may not act any more is as if it never was.
    """

    acts: AnswerControls
    evidence: KeepEvidence
    find_staff: FindStaff

    def look(self, token: str) -> Answering | Over:
        """Nothing changes by looking."""
        link = self.acts.store.find(AnswerLink, digest_of(token))
        if link is None or self.find_staff().find_exclusion(link.person):
            raise NotFound("this link leads nowhere")
        control = self.acts.store.find(Control, link.control_id)
        judged = judge_link(link, control, self.acts.clock.now())
        if isinstance(judged, Answering) or control is None or control.gone_at:
            return judged
        if control.due_on == link.due_on:
            return judged
        # The link's own cycle is over: say who was first.
        lines = self.acts.histories.list_cycles(control.id)
        cycle = CycleRef(link.due_on)
        return Over(say_what_changed(control, cycle, lines, self.acts.name_doer))

    def done(
        self, token: str, *, done_on: date | None, note: str, opened_by: int | None
    ) -> Control:
        """`opened_by` tells which cycle the person had before them."""
        link = self._get_open(token)
        act = self.acts.mark_done(
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
        self.acts.snooze(link.control.id, days=days, by=link.person, cycle_due_on=link.due_on)

    def attach(self, token: str, *, note: str, content: bytes, file_name: str) -> None:
        link = self._get_open(token)
        self.evidence.add(
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
