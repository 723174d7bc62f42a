"""Claim messages for sending, within the daily limits.

A claimed message is `sending` under a lease: when the lease ends without a result, it is uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import compress, count

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.messaging.caps import (
    DailyCount,
    add_unsent,
    begin_notice,
    daily_count_name,
    has_room,
    notice_id,
)
from belfry.messaging.messages import Message, State, Step, claim, drop, record
from belfry.messaging.ports import HIDDEN, OutgoingMessage, RenderedMessage
from belfry.messaging.send_policy import LEASE, SendPolicy, find_day, may_still_leave
from belfry.ports.store import Store


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
        return None if self.message.is_for_team else self.policy.caps.get(self.rendered.channel)

    def daily_count(self, now: datetime) -> str:
        """The daily count it belongs to if it is sent now."""
        day = find_day(now, self.policy).isoformat()
        return daily_count_name(self.message.room, self.rendered.channel, day)


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
        )


@dataclass(frozen=True, slots=True)
class ClaimMessages:
    store: Store

    def __call__(
        self, leaving: Sequence[Leaving], now: datetime, *, marks: Sequence[Step] = ()
    ) -> tuple[list[Claimed], list[State]]:
        """The claimed messages, and the states that the others reached.

        Messages that another process claimed meanwhile are left to it. `marks` are the results of
        the messages before; they are written in the same go.
        """
        free = [item for item in leaving if _is_free(item, now)]
        steps = [_claim(item, now, item.message.counted_in) for item in free]
        written = self.store.commit_each([step.changes for step in (*marks, *steps)])
        reached = [mark.state for mark in compress(marks, written)]
        ours = compress(zip(free, steps, strict=True), written[len(marks) :])
        claimed = [Claimed(step.message, item) for item, step in ours]
        for item in leaving:
            if (cap := item.cap) is not None and not _is_free(item, now):
                match self._claim_capped(item, cap, now):
                    case Claimed() as mine:
                        claimed.append(mine)
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
            step = _claim(item, now, name)
            self.store.commit(
                [*step.changes, Put(replace(daily_count, count=daily_count.count + 1))]
            )
        except Conflict:
            return []
        return Claimed(step.message, item)

    def _stop(self, item: Leaving, cap: int, now: datetime) -> None:
        """Drop the message and put its text in a notice to the team, in item commit."""
        channel = item.rendered.channel
        why = f"the day's limit of {cap} by {channel} is reached"
        stopped = drop(item.message, why=why, **_words(item.rendered))
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


def _claim(item: Leaving, now: datetime, counted_in: str) -> Step:
    words = _words(item.rendered)
    mine = claim(item.message, until=now + LEASE, counted_in=counted_in, **words)
    return record(mine, action="sending", at=now)


def _words(rendered: RenderedMessage) -> dict[str, str]:
    secret = rendered.secret
    return {
        "channel": rendered.channel,
        "sent_to": rendered.to,
        "subject_line": rendered.subject,
        "text": rendered.text.replace(secret, HIDDEN) if secret else rendered.text,
        "worded": rendered.worded,
    }
