"""How pages show a message: as it was sent, or as it would be sent now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from belfry.accounts.users import Act, may
from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import find_control_id
from belfry.entrypoints.web.pages.addresses import render_name
from belfry.entrypoints.web.pages.words import MESSAGE_KINDS, STATES
from belfry.jobs.jobs import Job
from belfry.kernel.channels import ChannelTraits, find_traits
from belfry.kernel.errors import NotAllowed
from belfry.kernel.sms import count_parts
from belfry.kernel.texts import plain_name
from belfry.messaging.messages import Message, State
from belfry.messaging.preview_messages import Preview
from belfry.rota.messages.message_keys import ROOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.messaging.messages import Message


_BY_SOMEBODY = re.compile(r"(?<=\bby )user/\d+$|(?<=\()user/\d+(?=\))")
_BY_A_NEWER = re.compile(r"replaced by .+, which is newer")


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
        return find_fate(self)

    @property
    def answers(self) -> Iterator[Answer]:
        return list_answers(self)

    @property
    def own_answers(self) -> Iterator[Answer]:
        return list_own_answers(self)

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
        """How the text was composed."""
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

    @property
    def may_be_resent(self) -> bool:
        return not self.message.is_waiting and self.message.state is not State.SENDING

    def _pick(self, name: str, sent: str) -> str:
        if self.preview is None:
            return sent
        rendered = self.preview.rendered
        return str(getattr(rendered, name)) if rendered else ""


def view_messages(services: Services, messages: Sequence[Message]) -> list[MessageView]:
    """In the order given, with their jobs and controls."""
    previews = services.messaging.preview.of_each(
        [message for message in messages if message.is_waiting]
    )
    return _view(services, messages, previews)


def view_previews(services: Services, previews: Sequence[Preview]) -> list[MessageView]:
    return _view(services, [preview.message for preview in previews], previews)


def _view(
    services: Services, messages: Sequence[Message], previews: Iterable[Preview]
) -> list[MessageView]:
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
    """The sender, as the recipient sees it."""
    mail, name = services.settings.mail, services.settings.name
    if find_traits(channel).address == "email" and mail.from_:
        return f"{mail.from_name or name} <{mail.from_}>"
    return name


def name_doer(why: str, name_of: Callable[[str], str]) -> str:
    """A reason with the names of users instead of their ids, and without message ids."""
    plain = _BY_A_NEWER.sub("a newer one took its place", why)
    return _BY_SOMEBODY.sub(lambda match: name_of(match[0]), plain)


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


def find_fate(view: MessageView) -> Fate:
    message, why = view.message, view.why
    if view.needs_yes:
        return Fate("Waiting for approval", "" if "say yes" in why else why)
    if view.never_leaves:
        return Fate("Will not be sent", why)
    if view.leaves_at:
        return Fate("Leaves", why, view.leaves_at, is_ahead=True)
    if message.sent_at and message.state is State.UNCERTAIN:
        return Fate("Last heard of", why, message.sent_at)
    if message.sent_at:
        return Fate("Sent", "", message.sent_at)
    return Fate(STATES[message.state].word.capitalize(), why)


def list_answers(view: MessageView) -> Iterator[Answer]:
    """The buttons in a list."""
    if view.needs_yes:
        yield Answer("approve", "Approve", f"Approve: {view.name}", is_quiet=False)
    if view.message.is_waiting:
        yield _stop(view)
    elif view.is_wrong:
        yield _resend(view)
        yield _settle(view)


def list_own_answers(view: MessageView) -> Iterator[Answer]:
    """The buttons at the head of its own page, which has its own form for approval."""
    if view.message.is_waiting:
        yield _stop(view)
    elif view.may_be_resent:
        yield _resend(view, is_quiet=not view.is_wrong)
        if view.is_wrong:
            yield _settle(view)


def _stop(view: MessageView) -> Answer:
    return Answer("stop", "Stop", f"Stop: {view.name}")


def _resend(view: MessageView, *, is_quiet: bool = True) -> Answer:
    spoken = f"Resend to {view.recipient}: {view.kind}"
    return Answer("resend", "Resend", spoken, is_quiet=is_quiet)


def _settle(view: MessageView) -> Answer:
    """For a person who knows that it arrived, or who told the recipient in another way."""
    is_uncertain = view.message.state is State.UNCERTAIN
    label, word = ("It arrived", "arrived") if is_uncertain else ("Told in another way", "told")
    return Answer("settle", label, f"{label}: {view.name}", word=word)


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
