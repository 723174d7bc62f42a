"""How a message is shown: as it arrived, or as it would arrive if it left now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import find_control_id
from belfry.entrypoints.web.pages.addresses import render_name
from belfry.entrypoints.web.pages.words import MESSAGE_KINDS, STATES
from belfry.jobs.jobs import Job
from belfry.kernel.channels import ChannelTraits, find_traits
from belfry.kernel.sms import count_parts
from belfry.messaging.messages import Message, State
from belfry.messaging.preview_messages import Preview

if TYPE_CHECKING:
    from belfry.bootstrap import Services

_BY_SOMEBODY = re.compile(r"(?<=\bby )user/\d+$|(?<=\()user/\d+(?=\))")
_BY_A_NEWER = re.compile(r"replaced by .+, which is newer")


@dataclass(frozen=True, slots=True)
class Shown:
    """A message with what a page says of it; `preview` only while it waits."""

    message: Message
    preview: Preview | None
    job: Job | None
    control: Control | None = None

    @property
    def address(self) -> str:
        """Where its own page is."""
        return f"/messages/{render_name(self.message.id)}"

    @property
    def kind(self) -> str:
        return MESSAGE_KINDS.get(self.message.kind, self.message.kind)

    @property
    def recipient(self) -> str:
        """Whom it is for, as far as anybody knows."""
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
        """How the words came about, or would."""
        return self._pick("worded", self.message.worded)

    @property
    def parts(self) -> int:
        """How many text messages it takes; 0 for what is none."""
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
        """Whether it leaves only if somebody agrees."""
        return self.preview is not None and self.preview.at is None and bool(self.preview.rendered)

    @property
    def never_leaves(self) -> bool:
        """Whether it waits, but will be dropped or given up when its time comes."""
        return self.preview is not None and self.preview.at is None and not self.preview.rendered

    @property
    def may_be_resent(self) -> bool:
        return not self.message.is_waiting and self.message.state is not State.SENDING

    def _pick(self, name: str, sent: str) -> str:
        if self.preview is None:
            return sent
        rendered = self.preview.rendered
        return str(getattr(rendered, name)) if rendered else ""


def show_each(services: Services, messages: Sequence[Message]) -> list[Shown]:
    """In the order given; the jobs, the controls and the texts as they are now."""
    previews = services.messaging.preview.of_each([one for one in messages if one.is_waiting])
    return _show(services, messages, previews)


def show_previews(services: Services, previews: Sequence[Preview]) -> list[Shown]:
    return _show(services, [preview.message for preview in previews], previews)


def _show(
    services: Services, messages: Sequence[Message], previews: Iterable[Preview]
) -> list[Shown]:
    ahead = {preview.message.id: preview for preview in previews}
    ports = services.ports
    ids = {str(one.facts["job"]) for one in messages if "job" in one.facts}
    jobs = {job.id: job for job in ports.jobs.list_by_id(ids)}
    named = {one.id: find_control_id(one.about) for one in messages}
    names = {name for name in named.values() if name}
    controls = {one.id: one for one in ports.controls.list_by_id(names)} if names else {}
    return [
        Shown(
            message=one,
            preview=ahead.get(one.id),
            job=jobs.get(str(one.facts.get("job", ""))),
            control=controls.get(named[one.id]),
        )
        for one in messages
    ]


def find_sender(services: Services, channel: str) -> str:
    """Whom a message comes from, as its reader sees it."""
    mail, name = services.settings.mail, services.settings.name
    if find_traits(channel).address == "email" and mail.from_:
        return f"{mail.from_name or name} <{mail.from_}>"
    return name


def name_doer(why: str, name_of: Callable[[str], str]) -> str:
    """A reason with the names of people, and without the numbers of messages."""
    plain = _BY_A_NEWER.sub("a newer one took its place", why)
    return _BY_SOMEBODY.sub(lambda found: name_of(found[0]), plain)


class Fate(NamedTuple):
    """What is said of it, why, and when that was or will be, as far as there is more to say."""

    said: str
    why: str
    at: datetime | None = None
    is_ahead: bool = False


class Answer(NamedTuple):
    """A button: what it does, what stands on it and what is said of it to those who hear it.

    `word` is sent along, where the same thing is done in several ways.
    """

    act: str
    label: str
    spoken: str
    is_quiet: bool = True
    word: str = ""


def find_fate(letter: Shown) -> Fate:
    """When it left, or leaves, and why it is where it is."""
    message, why = letter.message, letter.why
    if letter.needs_yes:
        return Fate("Waits for a yes", "" if "say yes" in why else why)
    if letter.never_leaves:
        return Fate("Will not be sent", why)
    if letter.leaves_at:
        return Fate("Leaves", why, letter.leaves_at, is_ahead=True)
    if message.sent_at and message.state is State.UNCERTAIN:
        return Fate("Last heard of", why, message.sent_at)
    if message.sent_at:
        return Fate("Sent", "", message.sent_at)
    return Fate(STATES[message.state].word.capitalize(), why)


def list_answers(letter: Shown) -> Iterator[Answer]:
    """What may be done about it from a list."""
    if letter.needs_yes:
        yield Answer("approve", "Approve", f"Approve: {letter.name}", is_quiet=False)
    if letter.message.is_waiting:
        yield _stop(letter)
    elif letter.is_wrong:
        yield _resend(letter)
        yield _settle(letter)


def list_own_answers(letter: Shown) -> Iterator[Answer]:
    """What may be done about it at the head of its own page, which asks for a yes elsewhere."""
    if letter.message.is_waiting:
        yield _stop(letter)
    elif letter.may_be_resent:
        yield _resend(letter, is_quiet=not letter.is_wrong)
        if letter.is_wrong:
            yield _settle(letter)


def _stop(letter: Shown) -> Answer:
    return Answer("stop", "Stop", f"Stop: {letter.name}")


def _resend(letter: Shown, *, is_quiet: bool = True) -> Answer:
    spoken = f"Resend to {letter.recipient}: {letter.kind}"
    return Answer("resend", "Resend", spoken, is_quiet=is_quiet)


def _settle(letter: Shown) -> Answer:
    """Somebody knows better than the machines: it arrived, or they told the person themselves."""
    is_uncertain = letter.message.state is State.UNCERTAIN
    label, word = ("It arrived", "arrived") if is_uncertain else ("Told in another way", "told")
    return Answer("settle", label, f"{label}: {letter.name}", word=word)
