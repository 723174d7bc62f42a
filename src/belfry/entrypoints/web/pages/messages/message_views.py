"""How pages show a message: as it was sent, or as it would be sent now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from belfry.accounts.change_users import name_actors
from belfry.accounts.users import Act, may
from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import find_control_id
from belfry.entrypoints.web.pages.addresses import render_name
from belfry.entrypoints.web.words import MESSAGE_KINDS, STATES
from belfry.jobs.jobs import Job
from belfry.kernel.channels import ChannelTraits, find_traits
from belfry.kernel.errors import NotAllowed
from belfry.kernel.sms import count_parts
from belfry.kernel.texts import plain_name
from belfry.messaging.messages import Message, State
from belfry.messaging.preview_messages import Preview
from belfry.rota.messages.message_keys import ROOM

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.entrypoints.web.pages.visits import Visit

_BY_A_NEWER = re.compile(r"replaced by .+, which is newer")


class Fate(NamedTuple):
    """The outcome so far in words, with its reason and its time if known."""

    text: str
    why: str
    at: datetime | None = None
    is_ahead: bool = False


class Answer(NamedTuple):
    """A button: its action, its label and what screen readers say.

    `word` is sent along where an action has variants.
    """

    act: str
    label: str
    spoken: str
    is_quiet: bool = True
    word: str = ""


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message with what a page says about it; `preview` only while it waits."""

    message: Message
    preview: Preview | None
    job: Job | None
    control: Control | None = None

    @property
    def address(self) -> str:
        return f"/messages/{render_name(self.message.id)}"

    @property
    def kind(self) -> str:
        return MESSAGE_KINDS.get(self.message.kind, self.message.kind)

    @property
    def recipient(self) -> str:
        if self.message.is_for_team:
            return self.message.person or "the shop"
        return self.to_name or self.to or "a customer"

    @property
    def name(self) -> str:
        return f"{self.kind} to {self.recipient}"

    @property
    def fate(self) -> Fate:
        sent_at, why = self.message.sent_at, self.why
        if self.needs_yes:
            return Fate(
                "Waiting for approval", "" if "approval" in why or "say yes" in why else why
            )
        if self.never_leaves:
            return Fate("Will not be sent", why)
        if self.leaves_at:
            return Fate("Leaves", why, self.leaves_at, is_ahead=True)
        if sent_at and self.message.state is State.UNCERTAIN:
            return Fate("Last heard of", why, sent_at)
        if sent_at:
            is_kept = self.message.shown_as == "postbox"
            return Fate("Kept in the postbox" if is_kept else "Sent", "", sent_at)
        return Fate(STATES[self.message.state].word.capitalize(), why)

    @property
    def answers(self) -> list[Answer]:
        if self.message.is_waiting:
            approve = Answer("approve", "Approve", f"Approve: {self.name}", is_quiet=False)
            return [approve] * self.needs_yes + [Answer("stop", "Stop", f"Stop: {self.name}")]
        return self._list_repairs(is_quiet=True) if self.is_wrong else []

    @property
    def own_answers(self) -> list[Answer]:
        """The buttons at the head of its own page, which has its own form for approval."""
        if self.message.is_waiting or self.message.state is State.SENDING:
            return [answer for answer in self.answers if answer.act != "approve"]
        return self._list_repairs(is_quiet=not self.is_wrong)

    def _list_repairs(self, *, is_quiet: bool) -> list[Answer]:
        """It may be settled if it is known to have arrived, or was told in another way."""
        resend = Answer("resend", "Resend", f"Resend to {self.recipient}: {self.kind}", is_quiet)
        if not self.is_wrong:
            return [resend]
        is_uncertain = self.message.state is State.UNCERTAIN
        label, word = ("It arrived", "arrived") if is_uncertain else ("Told in another way", "told")
        return [resend, Answer("settle", label, f"{label}: {self.name}", word=word)]

    @property
    def is_wrong(self) -> bool:
        return STATES[self.message.state].tone == "bad"

    @property
    def channel(self) -> str:
        return self._pick("channel", self.message.channel)

    @property
    def traits(self) -> ChannelTraits:
        return find_traits(self.channel)

    @property
    def to(self) -> str:
        return self._pick("to", self.message.sent_to)

    @property
    def subject(self) -> str:
        return self._pick("subject", self.message.subject_line)

    @property
    def text(self) -> str:
        return self.message.own_words or self._pick("text", self.message.text)

    @property
    def worded(self) -> str:
        return self._pick("worded", self.message.worded)

    @property
    def parts(self) -> int:
        """How many text messages it takes; 0 for other channels."""
        return count_parts(self.text).parts if self.traits.is_short and self.text else 0

    @property
    def to_name(self) -> str:
        return self.job.customer if self.job and not self.message.is_for_team else ""

    @property
    def leaves_at(self) -> datetime | None:
        return self.preview.at if self.preview else None

    @property
    def why(self) -> str:
        return self.preview.why if self.preview else self.message.why

    @property
    def needs_yes(self) -> bool:
        """Whether it waits for an approval."""
        return self.preview is not None and self.preview.at is None and bool(self.preview.rendered)

    @property
    def never_leaves(self) -> bool:
        """Whether it waits, but will be dropped when its time comes."""
        return self.preview is not None and self.preview.at is None and not self.preview.rendered

    def _pick(self, name: str, sent: str) -> str:
        if self.preview is None:
            return sent
        rendered = self.preview.rendered
        return str(getattr(rendered, name)) if rendered else ""


def view_messages(
    services: Services, messages: Sequence[Message], previews: Iterable[Preview] | None = None
) -> list[MessageView]:
    """In the order given, with their jobs and controls; `previews` if they are known already."""
    if previews is None:
        waiting = [message for message in messages if message.is_waiting]
        previews = services.messaging.preview.of_each(waiting)
    previews_by_id = {preview.message.id: preview for preview in previews}
    ports = services.ports
    job_ids = {str(message.facts["job"]) for message in messages if "job" in message.facts}
    jobs = {job.id: job for job in ports.jobs.list_by_id(job_ids)}
    control_ids = {message.id: find_control_id(message.about) for message in messages}
    wanted = {control_id for control_id in control_ids.values() if control_id}
    controls = (
        {control.id: control for control in ports.controls.list_by_id(wanted)} if wanted else {}
    )
    return [
        MessageView(
            message=message,
            preview=previews_by_id.get(message.id),
            job=jobs.get(str(message.facts.get("job", ""))),
            control=controls.get(control_ids[message.id]),
        )
        for message in messages
    ]


def find_sender(services: Services, channel: str) -> str:
    mail, name = services.settings.mail, services.settings.name
    if find_traits(channel).address == "email" and mail.from_:
        return f"{mail.from_name or name} <{mail.from_}>"
    return name


def name_doer(why: str, name_of: Callable[[str], str]) -> str:
    """A reason with the names of users instead of their ids, and without message ids."""
    plain = _BY_A_NEWER.sub("a newer one took its place", why)
    return name_actors(plain, name_of)


def list_readable(visit: Visit, messages: Sequence[Message]) -> list[Message]:
    """The messages that the visitor may read: about shifts, only deciders read those of others."""
    if may(visit.user.role, Act.ANSWER) or not any(message.room == ROOM for message in messages):
        return list(messages)
    reader = plain_name(visit.services.rota.requests.find_deciders.find_name(visit.by))
    return [
        message
        for message in messages
        if message.room != ROOM or plain_name(message.person) == reader
    ]


def check_readable(visit: Visit, message: Message) -> None:
    if not list_readable(visit, [message]):
        raise NotAllowed("this message is about another person's shifts")
