"""Send everything that is due: claim it, hand it to its channel, and store the result.

A message that fails never holds up the others. One that was handed over when the process died is
uncertain: it is shown to people and not sent again automatically.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import compress, count
from typing import assert_never

from belfry.kernel.changes import Put
from belfry.kernel.errors import BelfryError, Conflict, Permanent, Refused, Temporary, Unknown
from belfry.messaging.caps import (
    DailyCount,
    add_unsent,
    begin_notice,
    find_count_name,
    has_room,
    notice_id,
    say_reached,
)
from belfry.messaging.messages import (
    Message,
    MessageChange,
    SendOutcome,
    State,
    claim,
    drop,
    fail,
    finish,
    give_back,
    hold,
    is_newer,
    queue,
    record,
    replaced_by,
)
from belfry.messaging.notices import NotifyRefusal
from belfry.messaging.ports import (
    HIDDEN,
    Channel,
    Composer,
    ComposerFactory,
    Messages,
    OutgoingMessage,
    RenderedMessage,
)
from belfry.messaging.send_policy import (
    LEASE,
    MOST_ATTEMPTS,
    Drop,
    GiveUp,
    Leave,
    SendPolicy,
    Wait,
    decide_release,
    find_cap,
    find_pause,
    may_still_leave,
)
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store


@dataclass(frozen=True, slots=True)
class Leaving:
    """A message that may be sent, as rendered and judged at a moment."""

    message: Message
    rendered: RenderedMessage
    policy: SendPolicy
    judged_at: datetime

    def may_leave(self, now: datetime) -> bool:
        return may_still_leave(self.rendered, self.policy, judged_at=self.judged_at, now=now)

    @property
    def cap(self) -> int | None:
        return find_cap(self.message, self.rendered.channel, self.policy)

    def daily_count(self, now: datetime) -> str:
        """The daily count it belongs to if it is sent now."""
        return find_count_name(self.message, self.rendered.channel, self.policy, now)


@dataclass(frozen=True, slots=True)
class Claimed:
    message: Message
    leaving: Leaving

    @property
    def outgoing(self) -> OutgoingMessage:
        rendered = self.leaving.rendered
        return OutgoingMessage(
            id=self.message.id,
            to=rendered.to,
            to_name=rendered.to_name,
            subject=rendered.subject,
            text=rendered.text,
            picture=rendered.picture,
            opt_out_url=rendered.opt_out_url,
            attachments=rendered.attachments,
            choices=rendered.choices,
        )


@dataclass(frozen=True, slots=True)
class ClaimMessages:
    store: Store

    def __call__(
        self, leaving: Sequence[Leaving], now: datetime, *, marks: Sequence[MessageChange] = ()
    ) -> tuple[list[Claimed], list[State]]:
        """The claimed messages, and the states that the others reached.

        Messages that another process claimed meanwhile are left to it. `marks` are the results of
        the messages before; they are written in the same go.
        """
        free = [item for item in leaving if _is_free(item, now)]
        changes = [_claim(item, now, item.message.counted_in) for item in free]
        written = self.store.commit_each([change.changes for change in (*marks, *changes)])
        reached = [mark.state for mark in compress(marks, written)]
        claimed_changes = compress(zip(free, changes, strict=True), written[len(marks) :])
        claimed = [Claimed(change.message, item) for item, change in claimed_changes]
        for item in leaving:
            if (cap := item.cap) is not None and not _is_free(item, now):
                match self._claim_capped(item, cap, now):
                    case Claimed() as capped:
                        claimed.append(capped)
                    case states:
                        reached += states
        return claimed, reached

    def _claim_capped(self, item: Leaving, cap: int, now: datetime) -> Claimed | list[State]:
        """The claim, or the state reached instead; none if another process has it."""
        name = item.daily_count(now)
        daily_count = self.store.find(DailyCount, name) or DailyCount(name=name)
        try:
            if daily_count.count >= cap:
                self._stop(item, cap, now)
                return [State.DROPPED]
            change = _claim(item, now, name)
            self.store.commit(
                [*change.changes, Put(replace(daily_count, count=daily_count.count + 1))]
            )
        except Conflict:
            return []
        return Claimed(change.message, item)

    def _stop(self, item: Leaving, cap: int, now: datetime) -> None:
        """Drop the message and put its text in a notice to the team, in one commit."""
        channel = item.rendered.channel
        stopped = drop(item.message, why=say_reached(cap, channel), **_words(item.rendered))
        notice = next(self._list_notices(stopped, channel, cap, now))
        action = "extended" if notice.revision else "queued"
        noticed = record(add_unsent(notice, stopped), action=action, at=now)
        dropped = record(stopped, action="dropped", at=now)
        self.store.commit([*dropped.changes, *noticed.changes])

    def _list_notices(
        self, stopped: Message, channel: str, cap: int, now: datetime
    ) -> Iterator[Message]:
        """The notices that could take its text."""
        for number in count(1):
            name = notice_id(stopped.room, channel, now, number)
            notice = self.store.find(Message, name)
            if notice is None:
                yield begin_notice(name, stopped, channel, cap, now)
            elif has_room(notice):
                yield notice


def _is_free(item: Leaving, now: datetime) -> bool:
    """Whether it has no limit, or has been counted today."""
    return item.cap is None or item.message.counted_in == item.daily_count(now)


def _claim(item: Leaving, now: datetime, counted_in: str) -> MessageChange:
    words = _words(item.rendered)
    claimed = claim(item.message, until=now + LEASE, counted_in=counted_in, **words)
    return record(claimed, action="sending", at=now)


def _words(rendered: RenderedMessage) -> dict[str, str]:
    text = rendered.text
    for secret in (rendered.secret, *rendered.more_secrets):
        text = text.replace(secret, HIDDEN) if secret else text
    return {
        "channel": rendered.channel,
        "sent_to": rendered.to,
        "subject_line": rendered.subject,
        "text": text,
        "worded": rendered.worded,
    }


MOST_UNWRITTEN = 25
WRITTEN_WITHIN = timedelta(milliseconds=50)


@dataclass(frozen=True, slots=True)
class SendMessages:
    """`channels` by name."""

    store: Store
    clock: Clock
    crash_points: CrashPoints
    channels: Mapping[str, Channel]
    notify_refusal: NotifyRefusal

    def __call__(self, leaving: Sequence[Leaving]) -> list[State]:
        """The states they reached; a message that may no longer leave by now stays queued."""
        reached: list[State] = []
        marks: list[MessageChange] = []
        for start in range(0, len(leaving), MOST_UNWRITTEN):
            now = self.clock.now()
            batch = [
                item for item in leaving[start : start + MOST_UNWRITTEN] if item.may_leave(now)
            ]
            claimed, others = ClaimMessages(self.store)(batch, now, marks=marks)
            self.crash_points.reached("send.claimed")
            written, marks = self._send_all(claimed)
            reached += others + written
        return reached + self._write(marks)

    def _send_all(self, claimed: Sequence[Claimed]) -> tuple[list[State], list[MessageChange]]:
        """The states already stored, and the changes still to store."""
        begun = first = self.clock.elapsed()
        reached: list[State] = []
        unwritten: list[MessageChange] = []
        for taken in claimed:
            if not unwritten:
                first = self.clock.elapsed()
            unwritten.append(self._take(taken, begun))
            if self.clock.elapsed() - first > WRITTEN_WITHIN:
                reached += self._write(unwritten)
                unwritten = []
        return reached, unwritten

    def _write(self, changes: Sequence[MessageChange]) -> list[State]:
        written = self.store.commit_each([change.changes for change in changes])
        self.crash_points.reached("send.marked")
        return [change.state for change in compress(changes, written)]

    def _take(self, claim: Claimed, begun: timedelta) -> MessageChange:
        """Hand it over, unless its hour or the lease would end before it arrives."""
        is_late = self.clock.elapsed() - begun > LEASE / 2
        now = self.clock.now()
        if is_late or not claim.leaving.may_leave(now):
            return record(give_back(claim.message, due_at=now), action="put back", at=now)
        change = self._send(claim)
        self.crash_points.reached("send.handed_over")
        return change

    def _send(self, claim: Claimed) -> MessageChange:
        try:
            receipt = self.channels[claim.message.channel].send(claim.outgoing)
        except Refused as error:
            self.notify_refusal(claim.message, str(error), self.clock.now())
            return self._put_back(claim.message, error)
        except Temporary as error:
            return self._put_back(claim.message, error)
        except Unknown as error:
            why = f"it may have arrived, or not: {error}"
            return self._finish(claim.message, State.UNCERTAIN, why)
        except Permanent as error:
            return self._fail(claim.message, str(error))
        return self._finish(claim.message, State.SENT, "", receipt)

    def _finish(
        self, message: Message, state: SendOutcome, why: str, receipt: str = ""
    ) -> MessageChange:
        now = self.clock.now()
        done = finish(message, state=state, at=now, why=why, receipt=receipt)
        return record(done, action=state.value, at=now)

    def _put_back(self, message: Message, error: Temporary) -> MessageChange:
        if message.attempt >= MOST_ATTEMPTS:
            return self._fail(message, f"given up after {message.attempt} attempts: {error}")
        now = self.clock.now()
        again = now + find_pause(message.attempt, error.retry_after)
        return record(queue(message, due_at=again, why=str(error)), action="put back", at=now)

    def _fail(self, message: Message, why: str) -> MessageChange:
        log.error("message.failed", extra={"message_id": message.id, "error": why})
        return record(fail(message, why=why), action="failed", at=self.clock.now())


log = logging.getLogger(__name__)

AT_ONCE = 200
MOST_LOOKED_AT = 20
LOOK_AGAIN_AFTER = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Released:
    """How many messages came to which state."""

    states: Mapping[State, int]

    def __str__(self) -> str:
        counts = [f"{count} {state}" for state, count in sorted(self.states.items())]
        return ", ".join(counts) or "nothing was due"


@dataclass(frozen=True, slots=True)
class ReleaseMessages:
    """`composer_factories` by room, `channels` by name."""

    store: Store
    messages: Messages
    clock: Clock
    crash_points: CrashPoints
    composer_factories: Mapping[str, ComposerFactory]
    channels: Mapping[str, Channel]

    def __call__(self) -> Released:
        """One pass over everything that is due."""
        states: Counter[State] = Counter()
        while due := self.messages.list_due(now=self.clock.now(), limit=AT_ONCE):
            reached = self._release(due)
            states.update(reached)
            if not reached:  # another process is sending the same messages
                break
        return Released(states)

    def release(self, ids: Collection[str]) -> Released:
        """Only these, by their keys: what was written a moment ago may not be listed yet."""
        now = self.clock.now()
        messages = [self.store.find(Message, message_id) for message_id in sorted(set(ids))]
        return Released(Counter(self._release([m for m in messages if m and m.is_due(now)])))

    def _release(self, due: Sequence[Message]) -> list[State]:
        """The states that messages reached; empty if another process has them all."""
        composers = self._open_composers(due)
        decided = [self._decide(message, composers.get(message.room)) for message in due]
        self._prepare(due, decided, composers)
        changes = [decision for decision in decided if isinstance(decision, MessageChange)]
        written = self.store.commit_each([change.changes for change in changes])
        notify_refusal = NotifyRefusal(self.store, self.messages, self.composer_factories.keys())
        send = SendMessages(
            self.store, self.clock, self.crash_points, self.channels, notify_refusal
        )
        sent = send([decision for decision in decided if isinstance(decision, Leaving)])
        return [change.state for change in compress(changes, written)] + sent

    def _prepare(
        self,
        due: Sequence[Message],
        decided: list[Leaving | MessageChange],
        composers: Mapping[str, Composer | BelfryError],
    ) -> None:
        """Prepare the texts that are about to be read."""
        for room, composer in composers.items():
            places = [n for n, item in enumerate(decided) if due[n].room == room and _is_read(item)]
            if isinstance(composer, BelfryError) or not places:
                continue
            if composer.prepare([due[n] for n in places], self.clock.now()):
                for n in places:
                    decided[n] = self._decide(due[n], composer)

    def _open_composers(self, due: Sequence[Message]) -> dict[str, Composer | BelfryError]:
        """A composer for each room with something due, or why there is none."""
        composers: dict[str, Composer | BelfryError] = {}
        for room in sorted({message.room for message in due} & self.composer_factories.keys()):
            try:
                composers[room] = self.composer_factories[room].open_composer()
            except BelfryError as error:
                composers[room] = error
        return composers

    def _decide(
        self, message: Message, composer: Composer | BelfryError | None
    ) -> Leaving | MessageChange:
        # Rendering may be slow; each message is judged by its own hour.
        now = self.clock.now()
        if message.state is State.SENDING:
            lost = "nothing was heard of it after it was taken in hand: it may have arrived, or not"
            done = finish(message, state=State.UNCERTAIN, at=now, why=lost)
            return record(done, action="uncertain", at=now)
        if composer is None:
            why = f"there is no room {message.room!r}"
            return record(fail(message, why=why), action="failed", at=now)
        if isinstance(composer, BelfryError):
            return _postpone(message, composer, now)
        if newer := self._find_newer(message):
            return record(replaced_by(message, newer), action="dropped", at=now)
        return self._judge(message, composer, now)

    def _find_newer(self, message: Message) -> Message | None:
        """What replaced it while it was being sent, when it could not be dropped."""
        if not message.attempt:
            return None
        newest = self.messages.list_newest(about=message.about, limit=MOST_LOOKED_AT)
        return next((other for other in newest if is_newer(other, message)), None)

    def _judge(
        self, message: Message, composer: Composer, now: datetime
    ) -> Leaving | MessageChange:
        try:
            written = composer.write(message, now)
        except BelfryError as error:
            return _postpone(message, error, now)
        match decide_release(message, written, composer.policy, now):
            case Leave(rendered) if rendered.channel not in self.channels:
                known = ", ".join(sorted(self.channels))
                why = f"there is no way to send by {rendered.channel!r} here; there is: {known}"
                return record(fail(message, why=why), action="failed", at=now)
            case Leave(rendered):
                return Leaving(message, rendered, composer.policy, now)
            case Wait(until, why):
                return record(hold(message, until=until, why=why), action="held", at=now)
            case Drop(why):
                return record(drop(message, why=why), action="dropped", at=now)
            case GiveUp(why):
                return record(fail(message, why=why), action="failed", at=now)
            case never:
                assert_never(never)


def _is_read(decided: Leaving | MessageChange) -> bool:
    """Whether it is sent now, or shown to a person for approval."""
    if isinstance(decided, Leaving):
        return True
    return decided.state is State.HELD and decided.message.due_at is None


def _postpone(message: Message, error: BelfryError, now: datetime) -> MessageChange:
    """Its sources cannot be read at the moment: try again later."""
    later = queue(message, due_at=now + LOOK_AGAIN_AFTER, why=str(error))
    if message.why == later.why:  # as at the last try, which was logged
        return MessageChange([Put(later)], later)
    log.warning("message.unwritten", extra={"message_id": message.id, "error": later.why})
    return record(later, action="put back", at=now)
