"""Take the answers that people give by the choices of a message, and keep the message up to date.

A report of a channel is recorded in one commit and acknowledged; the answer is carried out behind
the outbox. Only a form is opened at once, and its fields are checked before it is recorded.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from belfry.accounts.keys import TakenRequest
from belfry.kernel.changes import Announce, Append, Event
from belfry.kernel.channels import find_traits
from belfry.kernel.errors import (
    Conflict,
    InputError,
    NotAllowed,
    NotFound,
    Permanent,
    PortError,
    Refused,
    Temporary,
    Unknown,
)
from belfry.kernel.texts import plain_name
from belfry.messaging.choices import (
    Answer,
    Form,
    Interaction,
    Taken,
    read_interaction,
    write_interaction,
)
from belfry.messaging.messages import AGGREGATE, HANDED_OVER, Message, record
from belfry.messaging.notices import NotifyRefusal
from belfry.messaging.ports import (
    HIDDEN,
    Answerer,
    ChoiceChannel,
    ComposerFactory,
    OutgoingMessage,
    RenderedMessage,
    Superseded,
)
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store, try_commit

log = logging.getLogger(__name__)

# Events of answers: one was given, and a person is to be told something about theirs.
ANSWER = "answer"
GIVEN, REPLIED = "answer.given", "answer.replied"
# The event of a message whose text or choices have changed since it was sent.
UPDATED = "message.updated"
# Longer than a channel's requests are valid, whichever clock is ahead.
REMEMBERED_FOR = timedelta(minutes=15)
TRIES = 5
# What is told to the person who answered; everything else is tried again.
REFUSALS = (Conflict, InputError, NotAllowed, NotFound)

# The name of the person with this address on a channel; NotAllowed if there is none.
FindMember = Callable[[str], str]
# The form of a choice, made of nothing but what was reported.
MakeForm = Callable[[Interaction], Form]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer is in the outbox."""


@dataclass(frozen=True, slots=True)
class FormOpened:
    """The person has the form before them."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The report was taken before."""


@dataclass(frozen=True, slots=True)
class WrongFields:
    """What is wrong with which field."""

    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FormOver:
    """Why what the form asks can no longer be answered, or not by this person."""

    why: str


Received = Recorded | FormOpened | Repeated | WrongFields | FormOver


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Who answered which message; `answerers` by room."""

    store: Store
    answerers: Mapping[str, Answerer]
    find_member: FindMember

    def __call__(self, chosen: Interaction) -> tuple[Answer, Answerer]:
        message = self.store.find(Message, chosen.message_id)
        answerer = self.answerers.get(message.room) if message else None
        if message is None or answerer is None:
            raise NotFound("this message cannot be answered any more")
        person = self.find_member(chosen.member)
        if plain_name(person) != plain_name(message.person):
            raise NotAllowed(f"this was for {message.person}: only they can answer it")
        answer = Answer(
            message=message,
            person=person,
            action=chosen.action,
            value=chosen.value,
            fields=chosen.fields or {},
        )
        return answer, answerer


@dataclass(frozen=True, slots=True)
class ReceiveAnswer:
    """`others` are the rooms whose records this process cannot read, with the forms of their
    choices: what is filled in there is checked when it is taken. Requests are remembered by `room`,
    or by that of the message if it is blank.
    """

    store: Store
    clock: Clock
    read: ReadAnswer
    channel: ChoiceChannel
    room: str = ""
    others: Mapping[str, MakeForm] = field(default_factory=dict)

    def __call__(self, chosen: Interaction) -> Received:
        """Nothing is decided here; Temporary if it could not be recorded."""
        if chosen.fields is not None and find_room(chosen) in self.others:
            return self._record(chosen, self._give(chosen))
        if chosen.fields is not None:
            return self._check(chosen, chosen.fields)
        if chosen.opens_form:
            return self._open(chosen)
        return self._record(chosen, self._give(chosen))

    def _open(self, chosen: Interaction) -> Received:
        try:
            form = self._get_form(chosen)
        except REFUSALS as error:
            return self._record(chosen, self._reply(chosen, str(error)))
        if isinstance(self._record(chosen), Repeated):
            return Repeated()
        try:
            self.channel.open_form(form, chosen)
        except PortError as error:
            log.warning("answer.form_not_opened", extra={"error": str(error)})
            self.store.commit([self._apologise(chosen, error)])
            return Recorded()
        return FormOpened()

    def _get_form(self, chosen: Interaction) -> Form:
        if make_form := self.others.get(find_room(chosen)):
            return make_form(chosen)
        answer, answerer = self.read(chosen)
        return answerer.get_form(answer)

    def _apologise(self, chosen: Interaction, error: PortError) -> Announce:
        if not isinstance(error, Refused):
            sorry = f"the form could not be opened ({error}): please choose again"
            return self._reply(chosen, sorry)
        label = find_traits(chosen.channel).label
        sorry = f"the form could not be opened: {label} refuses Belfry, and the owner is told"
        return announce_reply(chosen, sorry, self.clock, refused=str(error))

    def _check(self, chosen: Interaction, fields: Mapping[str, Sequence[str]]) -> Received:
        try:
            answer, answerer = self.read(chosen)
            errors = dict(answerer.check(answer))
        except REFUSALS as error:
            wrong = error.field if isinstance(error, InputError) else None
            if wrong is None or wrong not in fields:
                return FormOver(str(error))
            errors = {wrong: str(error)}
        if errors:
            return WrongFields(errors)
        return self._record(chosen, self._give(chosen))

    def _record(self, chosen: Interaction, *events: Announce) -> Received:
        # The first word of its name says whose table has it, as with the message.
        name = f"{self.room or find_room(chosen)}/{chosen.id}"
        expires_at = self.clock.now() + REMEMBERED_FOR
        request = TakenRequest(name=name, digest=chosen.id, expires_at=expires_at)
        is_new = try_commit(self.store, [Append(request), *events])
        return Recorded() if is_new else Repeated()

    def _give(self, chosen: Interaction) -> Announce:
        at = self.clock.now()
        return Announce(Event(ANSWER, chosen.message_id, GIVEN, write_interaction(chosen), at))

    def _reply(self, chosen: Interaction, text: str) -> Announce:
        return announce_reply(chosen, text, self.clock)


def find_room(chosen: Interaction) -> str:
    """The room of the message, by its id."""
    return chosen.message_id.partition("/")[0]


def announce_reply(chosen: Interaction, text: str, clock: Clock, *, refused: str = "") -> Announce:
    """To the person who chose, and no one else; the owner learns what the channel `refused`."""
    sentence = text[:1].upper() + text[1:]
    payload = {"reply_to": dict(chosen.reply_to), "text": sentence, "refused": refused}
    return Announce(Event(ANSWER, chosen.message_id, REPLIED, payload, clock.now()))


@dataclass(frozen=True, slots=True)
class TakeAnswer:
    """Handles the events of answers.

    An event that comes again after its answer counted is refused like any second answer.
    """

    store: Store
    clock: Clock
    read: ReadAnswer
    update_messages: UpdateMessages
    channel: ChoiceChannel

    def __call__(self, row: OutboxRow) -> None:
        if row.op == GIVEN:
            self._take(read_interaction(row.payload))
        elif row.op == REPLIED:
            self._reply(row)
        else:
            raise InputError(f"unknown event {row.op!r} of an answer")

    def _take(self, chosen: Interaction) -> None:
        try:
            answer, answerer = self.read(chosen)
            taken = answerer.take(answer)
        except REFUSALS as error:
            log.info("answer.refused", extra={"message_id": chosen.message_id, "why": str(error)})
            taken = Taken(str(error))
        if message := self.store.find(Message, chosen.message_id):
            self.update_messages.settle(message, taken.facts)
        if taken.text:
            self.store.commit([announce_reply(chosen, taken.text, self.clock)])

    def _reply(self, row: OutboxRow) -> None:
        """What cannot be told, because its moment or place is gone, is not tried again."""
        if refused := row.payload.get("refused"):
            self.update_messages.notify_refusal(row.aggregate_id, refused)
        try:
            self.channel.tell(row.payload["reply_to"], row.payload["text"])
        except Refused as error:
            self.update_messages.notify_refusal(row.aggregate_id, str(error))
            raise
        except (Permanent, Unknown) as error:
            log.warning("answer.reply_lost", extra={"error": str(error)})


@dataclass(frozen=True, slots=True)
class UpdateMessages:
    """Shows in sent messages what became of what they ask, wherever it was answered.

    `composer_factories` and `answerers` by room, `channels` by name.
    """

    store: Store
    clock: Clock
    composer_factories: Mapping[str, ComposerFactory]
    answerers: Mapping[str, Answerer]
    channels: Mapping[str, ChoiceChannel]
    tell_owner: NotifyRefusal

    def hear(self, room: str, row: OutboxRow) -> None:
        """An event of a room."""
        for message in self.answerers[room].list_affected(row):
            self.settle(message)

    def settle(self, message: Message, facts: Mapping[str, Any] | None = None) -> None:
        """Note the outcome, and announce that the message is to be updated if that is news.

        With other `facts`, the message goes on about those.
        """
        for _ in range(TRIES):
            if message.state not in HANDED_OVER or message.channel not in self.channels:
                return
            about = replace(message, facts=facts or message.facts)
            settled = replace(about, why=self.answerers[message.room].find_outcome(about))
            if settled == message:
                return
            now = self.clock.now()
            event = Announce(Event(AGGREGATE, message.id, UPDATED, {}, now))
            changes = record(settled, action="answered", at=now).changes
            if try_commit(self.store, [*changes, event]):
                return
            message = self.store.find(Message, message.id) or message
        raise Temporary(f"message {message.id} is being changed again and again")

    def __call__(self, row: OutboxRow) -> None:
        """Update the message in its channel; one that is gone there is left alone."""
        message = self.store.find(Message, row.aggregate_id)
        if message is None or message.channel not in self.channels:
            return
        try:
            self.channels[message.channel].update(message.receipt, self._render(message))
        except Refused as error:
            self.notify_refusal(message.id, str(error))
            raise
        except Permanent as error:
            extra = {"message_id": message.id, "error": str(error)}
            log.warning("message.not_updated", extra=extra)

    def _render(self, message: Message) -> OutgoingMessage:
        now = self.clock.now()
        composer = self.composer_factories[message.room].open_composer()
        composer.prepare([message], now)
        written = composer.write(message, now)
        if isinstance(written, RenderedMessage):
            subject, text, choices = written.subject, written.text, written.choices
        else:
            subject, text, choices = message.subject_line, _drop_links(message.text), ()
        why = written.why if isinstance(written, Superseded) else ""
        outcome = message.why or why
        return OutgoingMessage(
            id=message.id,
            to=message.sent_to,
            to_name=message.person,
            subject=subject,
            text=f"{text}\n\n{outcome[:1].upper()}{outcome[1:]}".strip(),
            choices=choices,
        )

    def notify_refusal(self, message_id: str, why: str) -> None:
        if message := self.store.find(Message, message_id):
            self.tell_owner(message, why, self.clock.now())


def _drop_links(text: str) -> str:
    """The stored text without the links that only the sent message has, and what leads to them."""
    lines = text.splitlines()
    shown = [
        line
        for line, following in zip(lines, [*lines[1:], ""], strict=True)
        if HIDDEN not in line and not (line.endswith(":") and HIDDEN in following)
    ]
    return "\n".join(shown).strip()
