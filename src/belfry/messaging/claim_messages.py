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
from belfry.messaging.entries import Step, record
from belfry.messaging.manners import Manners
from belfry.messaging.messages import Message, State, claim, drop
from belfry.messaging.ports import HIDDEN, Letter, Script
from belfry.messaging.releases import LEASE, find_day, may_still_leave
from belfry.messaging.tallies import Tally, tally_name
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class Leaving:
    """A message that may leave, what it says, and the manners of its room, as of a moment."""

    message: Message
    script: Script
    manners: Manners
    judged_at: datetime

    def may_leave(self, now: datetime) -> bool:
        return may_still_leave(self.script, self.manners, judged_at=self.judged_at, now=now)

    @property
    def cap(self) -> int | None:
        return None if self.message.is_for_team else self.manners.caps.get(self.script.channel)

    def tally(self, now: datetime) -> str:
        """The count that it stands in if it leaves now."""
        day = find_day(now, self.manners).isoformat()
        return tally_name(self.message.room, self.script.channel, day)


@dataclass(frozen=True, slots=True)
class Claimed:
    message: Message
    leaving: Leaving

    @property
    def letter(self) -> Letter:
        script = self.leaving.script
        return Letter(
            id=self.message.id,
            to=script.to,
            to_name=script.to_name,
            subject=script.subject,
            text=script.text,
            picture=script.picture,
            opt_out_url=script.opt_out_url,
            enclosures=script.enclosures,
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
        name = one.tally(now)
        tally = self.store.find(Tally, name) or Tally(name=name)
        try:
            if tally.count >= cap:
                self._stop(one, cap, now)
                return [State.DROPPED]
            step = _claim(one, now, name)
            self.store.commit([*step.changes, Put(replace(tally, count=tally.count + 1))])
        except Conflict:
            return []
        return Claimed(step.message, one)

    def _stop(self, one: Leaving, cap: int, now: datetime) -> None:
        """The message is dropped, and the team gets its text: one commit, both or neither."""
        channel = one.script.channel
        why = f"the day's limit of {cap} by {channel} is reached"
        stopped = drop(one.message, why=why, **_words(one.script))
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
    return one.cap is None or one.message.counted_in == one.tally(now)


def _claim(one: Leaving, now: datetime, counted_in: str) -> Step:
    words = _words(one.script)
    mine = claim(one.message, until=now + LEASE, counted_in=counted_in, **words)
    return record(mine, action="sending", at=now)


def _words(script: Script) -> dict[str, str]:
    secret = script.secret
    return {
        "channel": script.channel,
        "sent_to": script.to,
        "subject_line": script.subject,
        "text": script.text.replace(secret, HIDDEN) if secret else script.text,
        "worded": script.worded,
    }
