"""Take messages in hand that may leave, so that nobody else sends them, and keep the day's limit.

A claimed message is `sending` under a lease: if nothing more is heard of it, it is uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import compress, count

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.messaging.caps import add_unsent, begin_notice, has_room, notice_id
from belfry.messaging.daily_counts import DailyCount, daily_count_name
from belfry.messaging.entries import Step, record
from belfry.messaging.messages import Message, State, claim, drop
from belfry.messaging.ports import HIDDEN, OutgoingMessage, RenderedMessage
from belfry.messaging.releases import LEASE, find_day, may_still_leave
from belfry.messaging.send_policy import SendPolicy
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class Leaving:
    """A message that may leave, what it says, and the manners of its room, as of a moment."""

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
        """The count that it stands in if it leaves now."""
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
        """Those that are ours now, and the states that others came to.

        What somebody else has taken meanwhile is left to them. `marks` are written along: what
        became of the messages before costs no commit of its own.
        """
        free = [one for one in leaving if _is_free(one, now)]
        steps = [_claim(one, now, one.message.counted_in) for one in free]
        written = self.store.commit_each([step.changes for step in (*marks, *steps)])
        reached = [mark.state for mark in compress(marks, written)]
        ours = compress(zip(free, steps, strict=True), written[len(marks) :])
        claimed = [Claimed(step.message, one) for one, step in ours]
        for one in leaving:
            if (cap := one.cap) is not None and not _is_free(one, now):
                match self._claim_capped(one, cap, now):
                    case Claimed() as mine:
                        claimed.append(mine)
                    case states:
                        reached += states
        return claimed, reached

    def _claim_capped(self, one: Leaving, cap: int, now: datetime) -> Claimed | list[State]:
        """The claim, or what else became of the message: nothing, if it is somebody else's."""
        name = one.daily_count(now)
        daily_count = self.store.find(DailyCount, name) or DailyCount(name=name)
        try:
            if daily_count.count >= cap:
                self._stop(one, cap, now)
                return [State.DROPPED]
            step = _claim(one, now, name)
            self.store.commit(
                [*step.changes, Put(replace(daily_count, count=daily_count.count + 1))]
            )
        except Conflict:
            return []
        return Claimed(step.message, one)

    def _stop(self, one: Leaving, cap: int, now: datetime) -> None:
        """The message is dropped, and the team gets its text: one commit, both or neither."""
        channel = one.rendered.channel
        why = f"the day's limit of {cap} by {channel} is reached"
        stopped = drop(one.message, why=why, **_words(one.rendered))
        notice = next(self._list_notices(stopped, channel, cap, now))
        action = "extended" if notice.revision else "queued"
        told = record(add_unsent(notice, stopped), action=action, at=now)
        dropped = record(stopped, action="dropped", at=now)
        self.store.commit([*dropped.changes, *told.changes])

    def _list_notices(
        self, stopped: Message, channel: str, cap: int, now: datetime
    ) -> Iterator[Message]:
        """Those that could take up its text."""
        for number in count(1):
            name = notice_id(stopped.room, channel, now, number)
            notice = self.store.find(Message, name)
            if notice is None:
                yield begin_notice(name, stopped, channel, cap, now)
            elif has_room(notice):
                yield notice


def _is_free(one: Leaving, now: datetime) -> bool:
    """Whether no limit counts for it, or it has been counted today."""
    return one.cap is None or one.message.counted_in == one.daily_count(now)


def _claim(one: Leaving, now: datetime, counted_in: str) -> Step:
    words = _words(one.rendered)
    mine = claim(one.message, until=now + LEASE, counted_in=counted_in, **words)
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
