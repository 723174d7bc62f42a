"""In any order of events a message is sent once, at a permitted hour, within the cap, audited."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import Crashed
from tests.messaging.post import ADMIN, LONDON, SCRIPT, memory_post, open_post

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Conflict, Permanent, PortError, Temporary, Unknown
from belfry.kernel.hours.quiet import DEFAULT_QUIET, NEVER_QUIET, is_quiet
from belfry.messaging.messages import State
from belfry.messaging.ports import OutgoingMessage, Superseded

ZONES = ("", "", "Europe/London", "America/New_York", "Asia/Tokyo", "no zone")
STEPS = (
    *("store.begin", "store.written", "store.committed"),
    *("send.claimed", "send.handed_over", "send.marked"),
)
OUTCOMES: tuple[str | PortError, ...] = (
    "taken",
    Temporary("busy"),
    Temporary("slow down", retry_after=timedelta(hours=3)),
    Unknown("the line broke"),
    Permanent("no such mailbox"),
)
ANY_NUMBER = strategies.integers(0, 99)
A_WISH = strategies.tuples(strategies.integers(1, 9), strategies.sampled_from(ZONES))
WISHES = strategies.lists(A_WISH, min_size=1, max_size=5)


@dataclass(frozen=True)
class Call:
    """One attempt at the channel: when, and whether it failed for now."""

    outgoing: OutgoingMessage
    at: datetime
    is_put_off: bool


class WatchedChannel(MemoryChannel):
    """A channel whose `send` takes some time."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.takes = timedelta(0)
        self._clock = clock

    def send(self, outgoing: OutgoingMessage) -> str:
        at = self._clock.now()
        self._clock.advance(self.takes)
        try:
            receipt = super().send(outgoing)
        except PortError as error:
            self.calls.append(Call(outgoing, at, isinstance(error, Temporary)))
            raise
        self.calls.append(Call(outgoing, at, is_put_off=False))
        return receipt


class AnyOrder(RuleBasedStateMachine):
    @initialize(
        hour=strategies.integers(8, 20),
        quiet=strategies.booleans(),
        cap=strategies.sampled_from([1, 2, 50]),
    )
    def open(self, hour: int, quiet: bool, cap: int) -> None:
        start = datetime(2026, 10, 24, hour, tzinfo=LONDON)
        self.quiet = DEFAULT_QUIET if quiet else NEVER_QUIET
        self.post = memory_post(start)
        self.cap = cap
        self.post.policy(caps={"email": cap}, quiet=self.quiet)
        self.way = WatchedChannel(self.post.clock)
        self.post.use_channel("email", self.way)
        self.zones: dict[str, str] = {}
        self.ids: list[str] = []

    @rule(wishes=WISHES)
    def something_is_wanted(self, wishes: list[tuple[int, str]]) -> None:
        for number, zone in wishes:
            name = f"shop/J-{number}/move-{len(self.ids)}"
            self.ids.append(name)
            self.zones[name] = zone
            self.post.room.says[name] = replace(SCRIPT, zone=zone)
            assert self.post.want(name, about=f"shop/J-{number}") is True
            assert self.post.want(name, about=f"shop/J-{number}") is False

    @rule(minutes=strategies.sampled_from([0, 1, 7, 60, 300, 700]))
    def time_goes_by_and_what_is_due_leaves(self, minutes: int) -> None:
        self.post.clock.advance(timedelta(minutes=minutes))
        self.post.release()

    @rule(
        hour=strategies.sampled_from([9, 20, 0]),
        seconds=strategies.sampled_from([0, 20, 40, 400]),
        wishes=WISHES,
    )
    def slow_server_meets_a_rush(
        self, hour: int, seconds: int, wishes: list[tuple[int, str]]
    ) -> None:
        """A minute before hours or days begin or end, where most can go wrong."""
        now = self.post.clock.now().astimezone(LONDON)
        then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
        then = then if then > now else then + timedelta(days=1)
        self.post.clock.advance_to(then - timedelta(minutes=1))
        self.way.takes = timedelta(seconds=seconds)
        self.something_is_wanted(wishes)
        self.post.release()
        self.way.takes = timedelta(0)

    @rule(outcomes=strategies.lists(strategies.sampled_from(OUTCOMES), min_size=1, max_size=6))
    def server_is_in_a_mood(self, outcomes: list[str | PortError]) -> None:
        self.way.answer_with(*outcomes)

    @rule(asks_first=strategies.sampled_from([False, False, True]))
    def owner_changes_their_mind(self, asks_first: bool) -> None:
        self.post.policy(asks_first=asks_first)

    @rule(number=ANY_NUMBER, words=strategies.sampled_from(["", "In my own words."]))
    def message_is_approved(self, number: int, words: str) -> None:
        with suppress(Conflict):
            self.post.approve(self.pick(number), words=words)

    @rule(number=ANY_NUMBER)
    def message_is_declined(self, number: int) -> None:
        with suppress(Conflict):
            self.post.decline(self.pick(number))

    @rule(number=ANY_NUMBER)
    def message_is_resent(self, number: int) -> None:
        old = self.pick(number)
        with suppress(Conflict):
            name = self.post.resend(old).id
            self.ids.append(name)
            self.zones[name] = self.zones[old]
            self.post.room.says[name] = self.post.room.says[old]

    @rule(number=ANY_NUMBER)
    def something_is_no_longer_true(self, number: int) -> None:
        self.post.room.says[self.pick(number)] = Superseded("it has moved on")

    @rule(step=strategies.sampled_from(STEPS), nth=strategies.integers(1, 6))
    def process_crashes(self, step: str, nth: int) -> None:
        self.post.app.crash_points.crash_at(step, nth)
        with suppress(Crashed):
            self.post.release()
        self.post.app.crash_points.crash_at(step, 10**9)
        self.post = open_post(self.post.app.ports, self.post.room)

    def pick(self, number: int) -> str:
        if not self.ids:
            self.something_is_wanted([(1, "")])
        return self.ids[number % len(self.ids)]

    @invariant()
    def nothing_is_held_out_again_unless_it_was_put_off(self) -> None:
        calls: dict[str, list[bool]] = defaultdict(list)
        for call in self.way.calls:
            calls[call.outgoing.id].append(call.is_put_off)
        assert [name for name, put_off in calls.items() if not all(put_off[:-1])] == []
        assert max((len(put_off) for put_off in calls.values()), default=0) <= 8

    @invariant()
    def nothing_leaves_in_quiet_hours(self) -> None:
        for call in self.way.calls:
            zone = self.zones.get(call.outgoing.id, "")
            lives_in = ZoneInfo(zone) if "/" in zone else LONDON
            assert not is_quiet(call.at, self.quiet, lives_in), call

    @invariant()
    def no_day_has_more_messages_than_the_cap(self) -> None:
        left = [
            call for call in self.way.calls if not call.is_put_off and call.outgoing.to != ADMIN
        ]
        days = Counter(call.at.astimezone(LONDON).date() for call in left)
        assert max(days.values(), default=0) <= self.cap

    @invariant()
    def every_state_agrees_with_what_was_sent(self) -> None:
        handed_over = {outgoing.id for outgoing in self.way.sent}
        states = {message.id: message.state for message in self.post.all()}
        assert set(self.ids) <= states.keys()
        sent = {name for name, state in states.items() if state is State.SENT}
        assert sent <= handed_over
        claimed = {State.SENT, State.UNCERTAIN, State.SENDING}
        assert [name for name in handed_over if states[name] not in claimed] == []

    def teardown(self) -> None:
        if hasattr(self, "post"):
            self.post.check_audit_logs()
            last = self.post.all()
            audit_log = self.post.app.ports.audit_log
            recorded_states = [
                audit_log.list_entries(message.subject)[-1].after["state"] for message in last
            ]
            assert recorded_states == [message.state for message in last]


AnyOrder.TestCase.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, derandomize=True
)
TestAnyOrder = AnyOrder.TestCase
