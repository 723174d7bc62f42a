"""An app with one room whose messages a test scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.apps import App, build_app, memory_ports, sql_ports
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.bootstrap.messaging import build_queue
from belfry.kernel.errors import BelfryError
from belfry.messaging.change_messages import Wanted
from belfry.messaging.messages import Audience, Message, State
from belfry.messaging.ports import Channel, OutgoingMessage, RenderedMessage, Written
from belfry.messaging.send_policy import SendPolicy
from belfry.settings import Settings

ROOM = "shop"
ADMIN = "owner@example.com"
ADDRESS = "maya@example.com"
TEXT = "Hi Maya, your kettle is ready to collect."
LONDON = ZoneInfo("Europe/London")
SCRIPT = RenderedMessage("email", ADDRESS, "Maya", "Your kettle", TEXT)
MINUTE = timedelta(minutes=1)


@dataclass
class Room:
    """Its own writer and pen; `says` by message id, otherwise it says `script`."""

    policy: SendPolicy
    rendered: Written = SCRIPT
    says: dict[str, Written | BelfryError] = field(default_factory=dict)
    has_no_pen: BelfryError | None = None
    drafts: dict[str, Written] = field(default_factory=dict)
    prepared: list[str] = field(default_factory=list)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """A prepared draft is used from then on."""
        self.prepared += [message.id for message in messages]
        rendered = {
            message.id: self.drafts[message.id] for message in messages if message.id in self.drafts
        }
        self.says |= rendered
        return bool(rendered)

    def open_composer(self) -> Room:
        if self.has_no_pen:
            raise self.has_no_pen
        return self

    def write(self, message: Message, now: datetime) -> Written:
        say = self.says.get(message.id, self.rendered)
        if isinstance(say, BelfryError):
            raise say
        return say


@dataclass
class Post:
    """One app's messages, with what was handed over on each channel."""

    app: App
    room: Room
    email: MemoryChannel
    sms: MemoryChannel

    @property
    def clock(self) -> VirtualClock:
        return self.app.clock

    def policy(self, *, asks_first: bool = False, **changes: Any) -> None:
        """`asks_first` about messages to customers."""
        asked = frozenset({Audience.CUSTOMER} if asks_first else ())
        self.room.policy = replace(self.room.policy, asks_first=asked, **changes)

    def want(self, message_id: str = "shop/J-1/ready", **changes: Any) -> bool:
        """Whether that was a new message."""
        return build_queue(self.app.ports)(a_wish(message_id, **changes))

    def want_many(self, count: int, **changes: Any) -> list[str]:
        """Queue messages about different subjects; gives their ids."""
        ids = [f"shop/J-{number:03}/ready" for number in range(1, count + 1)]
        for message_id in ids:
            self.want(message_id, about=message_id, **changes)
        return ids

    def release(self) -> dict[State, int]:
        return dict(self.app.services.messaging.release().states)

    def approve(self, message_id: str = "shop/J-1/ready", words: str = "") -> Message:
        return self.app.services.messaging.answer.approve(message_id, by="Tom", words=words)

    def decline(self, message_id: str = "shop/J-1/ready") -> Message:
        return self.app.services.messaging.answer.decline(message_id, by="Tom")

    def resend(self, message_id: str = "shop/J-1/ready") -> Message:
        return self.app.services.messaging.resend(message_id, by="Tom")

    def get(self, message_id: str = "shop/J-1/ready") -> Message:
        message = self.app.ports.store.find(Message, message_id)
        assert message is not None
        return message

    def state(self, message_id: str = "shop/J-1/ready") -> State:
        return self.get(message_id).state

    def all(self) -> list[Message]:
        """Every message there is, oldest first."""
        return list(reversed(self.app.ports.messages.list_newest(limit=100_000)))

    def actions(self, message_id: str = "shop/J-1/ready") -> list[str]:
        """The actions in its audit log, in order."""
        entries = self.app.ports.audit_log.list_entries(f"message/{message_id}")
        return [entry.action for entry in entries]

    def sent_ids(self) -> list[str]:
        return [outgoing.id for outgoing in (*self.email.sent, *self.sms.sent)]

    def use_channel(self, name: str, channel: Channel) -> None:
        ways = self.app.ports.channels
        assert isinstance(ways, dict)
        ways[name] = channel

    def check_audit_logs(self) -> None:
        """Check that every audit log is intact and holds no address or text."""
        assert self.app.services.accounts.verify_audit_log().breaks == ()
        entries = repr(self.app.ports.audit_log.list_latest(limit=100_000))
        assert [secret for secret in (ADDRESS, TEXT, SCRIPT.subject) if secret in entries] == []


def a_wish(message_id: str = "shop/J-1/ready", **changes: Any) -> Wanted:
    fields: dict[str, Any] = {
        "id": message_id,
        "room": ROOM,
        "kind": "moved",
        "about": "shop/J-1",
        "person": "customer",
        "audience": Audience.CUSTOMER,
        "facts": {"stage": "ready"},
    }
    return Wanted(**{**fields, **changes})


def open_post(ports: Ports, room: Room | None = None, **settings: Any) -> Post:
    """The messaging of an app on these ports; `room` from an app before it, if it is a restart."""
    all_settings = Settings(**{"admin": ADMIN, "timezone": "Europe/London", **settings})
    channels = ports.channels
    assert isinstance(channels, dict)
    for name in ("email", "sms"):
        if not isinstance(channels[name], MemoryChannel):
            channels[name] = MemoryChannel()
    app = build_app(ports, all_settings)
    composer_factories = app.services.messaging.release.composer_factories
    assert isinstance(composer_factories, dict)
    post = Post(app, room or Room(SendPolicy(zone=LONDON)), channels["email"], channels["sms"])
    composer_factories[ROOM] = post.room
    return post


def memory_post(start: datetime = NOON, **settings: Any) -> Post:
    return open_post(memory_ports(VirtualClock(start), CrashingPoints()), **settings)


def sql_post(url: str | None, folder: Path, start: datetime = NOON) -> Post:
    return open_post(sql_ports(url, folder, VirtualClock(start), CrashingPoints()))


class SlowChannel(MemoryChannel):
    """A channel whose `send` takes some time."""

    def __init__(self, clock: VirtualClock, takes: timedelta) -> None:
        super().__init__()
        self._clock = clock
        self._takes = takes

    def send(self, outgoing: OutgoingMessage) -> str:
        self._clock.advance(self._takes)
        return super().send(outgoing)
