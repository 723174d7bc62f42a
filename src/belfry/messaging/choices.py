"""The choices that a message offers where it is read, the forms that they open, and the answers.

A channel that has no choices leaves them out; its messages link to pages with the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from belfry.kernel.errors import InputError
from belfry.messaging.messages import Message


class Style(StrEnum):
    PLAIN = ""
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Choice:
    """`action` names it within its room, `value` what it is about where the message has several.

    Choices with the same `group` stand together, under that heading. A choice that `opens_form`
    counts once the form is sent; any other counts at once.
    """

    action: str
    label: str
    value: str = ""
    style: Style = Style.PLAIN
    group: str = ""
    opens_form: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str


class FieldKind(StrEnum):
    TEXT = "text"
    DAY = "day"
    ONE_OF = "one of"
    SOME_OF = "some of"
    TICK = "tick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`value` is what it holds at first; a tick needs no `options`."""

    name: str
    label: str
    kind: FieldKind = FieldKind.TEXT
    options: tuple[Option, ...] = ()
    value: str = ""
    hint: str = ""
    is_needed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a choice asks for before it counts; `text` stands above the fields."""

    title: str
    submit: str
    text: str = ""
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """A choice that a person made, or a form that they sent, as its channel reports it.

    `id` is the same for one report however often it comes. `member` is the person's address on the
    channel. `fields` are None unless a form was sent. `trigger` opens the form of a choice that
    `opens_form`, within seconds, and `reply_to` is the channel's own note of where the person can
    be told something.
    """

    id: str
    channel: str
    member: str = field(repr=False)
    message_id: str
    action: str
    value: str = ""
    opens_form: bool = False
    fields: Mapping[str, Sequence[str]] | None = field(default=None, repr=False)
    trigger: str = field(default="", repr=False)
    reply_to: Mapping[str, str] = field(default_factory=dict, repr=False)


def write_interaction(interaction: Interaction) -> dict[str, Any]:
    """As it stands in the outbox; the trigger is of no use by then."""
    return {**asdict(interaction), "trigger": ""}


def read_interaction(payload: Mapping[str, Any]) -> Interaction:
    return Interaction(**payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person chose of a message's choices, with what they filled in."""

    message: Message
    person: str
    action: str
    value: str = ""
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)

    def get(self, name: str) -> str:
        """What the field holds; empty if nothing was filled in."""
        return next(iter(self.fields.get(name, ())), "").strip()

    def list(self, name: str) -> list[str]:
        return [value for value in self.fields.get(name, ()) if value.strip()]

    def is_ticked(self, name: str) -> bool:
        return bool(self.list(name))

    def find_day(self, name: str) -> date | None:
        text = self.get(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError as error:
            raise InputError("expected a day, as in 2026-12-31", field=name) from error

    def get_day(self, name: str) -> date:
        day = self.find_day(name)
        if day is None:
            raise InputError("expected a day", field=name)
        return day


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer that counts; `text` is told to the person alone.

    `facts` are those of the message from now on, where it goes on about something newer.
    """

    text: str = ""
    facts: Mapping[str, Any] | None = None
