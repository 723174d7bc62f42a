"""Make the answer links of reminders, and take the answers given through them or by choices.

A link belongs to one due date. Opening it changes nothing, because mail programs open it too.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import compress
from zoneinfo import ZoneInfo

from belfry.controls.answers.add_evidence import KeepEvidence
from belfry.controls.answers.mark_done import AnswerControls
from belfry.controls.controls import (
    AnswerLink,
    Control,
    CycleRef,
    find_snoozed_until,
    say_what_changed,
)
from belfry.controls.reminders.reminders import REMINDERS, Reminder, read_reminders
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.controls.repeats.repeats import render_day, render_days
from belfry.kernel.changes import Append
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound
from belfry.kernel.texts import TOKEN_BYTES, digest_of
from belfry.messaging.choices import Answer, Choice, Field, FieldKind, Form, Option, Style, Taken
from belfry.messaging.messages import Message
from belfry.ports.secrets import Secrets
from belfry.ports.store import OutboxRow, Store
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

    def make(self, message: Message, reminder: Reminder, now: datetime) -> str:
        """Another link for a reminder of a message that was sent; its token."""
        token = self.secrets.token(TOKEN_BYTES)
        self.store.commit([self._write(message, reminder, token, now)])
        return token

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


DONE, ATTACH, SNOOZE = "done", "attach", "snooze"
MOST_LINES = 20


def offer_reminder(control: Control, *, is_alone: bool) -> tuple[Choice, ...]:
    """Under the control's name, unless the message is about one control alone."""
    value, group = control.id, "" if is_alone else control.name
    return (
        Choice(DONE, "Done", value, Style.PRIMARY, group),
        Choice(ATTACH, "Attach", value, group=group),
        Choice(SNOOZE, "Snooze", value, group=group, opens_form=True),
    )


def make_snooze_form(name: str) -> Form:
    """The only form among a reminder's choices, for the control of this name."""
    options = [Option(str(days), render_days(days)) for days in range(1, MOST_DAYS + 1)]
    days = Field(
        name="days",
        label="No reminder for",
        kind=FieldKind.ONE_OF,
        options=tuple(options),
        value=options[0].value,
        is_needed=True,
    )
    return Form(title="Snooze", submit="Snooze", text=name, fields=(days,))


@dataclass(frozen=True, slots=True)
class AnswerReminders:
    """The choices of reminders: done, snooze, and a link to attach evidence; see Answerer."""

    acts: AnswerControls
    make_links: MakeAnswerLinks
    public_url: str

    def get_form(self, answer: Answer) -> Form:
        reminder = self._get_open(answer)
        return make_snooze_form(self.acts.find_control(reminder.control).name)

    def check(self, answer: Answer) -> Mapping[str, str]:
        reminder = self._get_open(answer)
        days, due_on = _read_days(answer), reminder.due_on
        self.acts.check_snooze(reminder.control, days=days, by=answer.person, cycle_due_on=due_on)
        return {}

    def take(self, answer: Answer) -> Taken:
        reminder = self._get_open(answer)
        control, by, due_on = reminder.control, answer.person, reminder.due_on
        match answer.action:
            case "done":
                self.acts.mark_done(control, by=by, cycle_due_on=due_on)
            case "snooze":
                self.acts.snooze(control, days=_read_days(answer), by=by, cycle_due_on=due_on)
            case "attach":
                return self._link(answer, reminder)
            case _:
                raise NotFound(f"{answer.action!r} is not among the choices of this message")
        return Taken()

    def _link(self, answer: Answer, reminder: Reminder) -> Taken:
        if not self.public_url:
            raise Conflict("there is no public address to attach files at: ask for public_url")
        token = self.make_links.make(answer.message, reminder, self.acts.clock.now())
        return Taken(f"Attach a file or a note here: {self.public_url}{answer_path(token)}")

    def _get_open(self, answer: Answer) -> Reminder:
        """The reminder that is answered; Conflict if what it reminds of is settled."""
        for reminder in read_reminders(answer.message.facts):
            if reminder.control == answer.value:
                if why := self._find_end(reminder):
                    raise Conflict(why)
                return reminder
        raise NotFound("this message is not about that control")

    def list_affected(self, row: OutboxRow) -> Sequence[Message]:
        """The latest messages that a control's reminders are in."""
        lines = self.acts.histories.list_reminders(row.aggregate_id)[-MOST_LINES:]
        keys = dict.fromkeys(key for line in lines for key in line.list_messages())
        messages = (self.acts.store.find(Message, key) for key in keys)
        return [message for message in messages if message]

    def find_outcome(self, message: Message) -> str:
        """A line for each reminder that is settled or snoozed."""
        if message.kind not in REMINDERS:
            return ""
        whys = [
            self._find_end(reminder) or self._find_snooze(reminder)
            for reminder in read_reminders(message.facts)
        ]
        return "\n".join(why for why in whys if why)

    def _find_end(self, reminder: Reminder) -> str:
        control = self.acts.store.find(Control, reminder.control)
        if control is None or control.gone_at:
            return f"{control.name if control else 'the control'} is no longer on the list"
        if control.due_on == reminder.due_on:
            return ""
        lines = self.acts.histories.list_cycles(control.id)
        return say_what_changed(control, CycleRef(reminder.due_on), lines, self.acts.name_doer)

    def _find_snooze(self, reminder: Reminder) -> str:
        control = self.acts.store.find(Control, reminder.control)
        today = self.acts.clock.now().astimezone(self.acts.zone).date()
        until_on = find_snoozed_until(control.list_snoozes(), today) if control else None
        name = control.name if control else ""
        return f"{name} is snoozed until {render_day(until_on)}" if until_on else ""


def _read_days(answer: Answer) -> int:
    text = answer.get("days")
    if not (text.isascii() and text.isdecimal()):
        raise InputError("expected a number of days", field="days")
    return int(text)
