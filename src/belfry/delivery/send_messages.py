"""Hand messages to their channels, and write down what became of each.

They are claimed a few at a time, so that little is in doubt if the process dies. What became of
them is written with the next claim, and never later than a moment after the first of them left:
with a slow server that is after each one.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import compress

from belfry.delivery.claim_messages import Claimed, ClaimMessages, Leaving
from belfry.delivery.entries import Step, record
from belfry.delivery.messages import Ending, Message, State, fail, finish, give_back, queue
from belfry.delivery.ports import Channel
from belfry.delivery.releases import LEASE, MOST_ATTEMPTS, find_pause
from belfry.kernel.errors import Permanent, Temporary, Unknown
from belfry.ports.clock import Clock
from belfry.ports.steps import Steps
from belfry.ports.store import Store

log = logging.getLogger(__name__)

MOST_UNWRITTEN = 25
WRITTEN_WITHIN = timedelta(milliseconds=50)


@dataclass(frozen=True, slots=True)
class SendMessages:
    """`channels` by name."""

    store: Store
    clock: Clock
    steps: Steps
    channels: Mapping[str, Channel]

    def __call__(self, leaving: Sequence[Leaving]) -> list[State]:
        """The states they came to; those whose hour is over meanwhile stay in line."""
        reached: list[State] = []
        marks: list[Step] = []
        for start in range(0, len(leaving), MOST_UNWRITTEN):
            now = self.clock.now()
            some = [one for one in leaving[start : start + MOST_UNWRITTEN] if one.may_leave(now)]
            claimed, others = ClaimMessages(self.store)(some, now, marks=marks)
            self.steps.reached("delivery.claimed")
            written, marks = self._send_all(claimed)
            reached += others + written
        return reached + self._write(marks)

    def _send_all(self, claimed: Sequence[Claimed]) -> tuple[list[State], list[Step]]:
        """The states that were written already, and the steps that must be written next."""
        begun = first = self.clock.elapsed()
        reached: list[State] = []
        unwritten: list[Step] = []
        for one in claimed:
            if not unwritten:
                first = self.clock.elapsed()
            unwritten.append(self._take(one, begun))
            if self.clock.elapsed() - first > WRITTEN_WITHIN:
                reached += self._write(unwritten)
                unwritten = []
        return reached, unwritten

    def _write(self, steps: Sequence[Step]) -> list[State]:
        written = self.store.commit_each([step.changes for step in steps])
        self.steps.reached("delivery.marked")
        return [step.state for step in compress(steps, written)]

    def _take(self, one: Claimed, begun: timedelta) -> Step:
        """It is handed over, unless the hour or the lease would be over before it arrives."""
        is_late = self.clock.elapsed() - begun > LEASE / 2
        now = self.clock.now()
        if is_late or not one.leaving.may_leave(now):
            return record(give_back(one.message, due_at=now), action="put back", at=now)
        step = self._send(one)
        self.steps.reached("delivery.handed_over")
        return step

    def _send(self, one: Claimed) -> Step:
        try:
            receipt = self.channels[one.message.channel].send(one.letter)
        except Temporary as error:
            return self._put_back(one.message, error)
        except Unknown as error:
            why = f"it may have arrived, or not: {error}"
            return self._finish(one.message, State.UNCERTAIN, why)
        except Permanent as error:
            return self._fail(one.message, str(error))
        return self._finish(one.message, State.SENT, "", receipt)

    def _finish(self, message: Message, state: Ending, why: str, receipt: str = "") -> Step:
        now = self.clock.now()
        done = finish(message, state=state, at=now, why=why, receipt=receipt)
        return record(done, action=state.value, at=now)

    def _put_back(self, message: Message, error: Temporary) -> Step:
        if message.attempt >= MOST_ATTEMPTS:
            return self._fail(message, f"given up after {message.attempt} attempts: {error}")
        now = self.clock.now()
        again = now + find_pause(message.attempt, error.retry_after)
        return record(queue(message, due_at=again, why=str(error)), action="put back", at=now)

    def _fail(self, message: Message, why: str) -> Step:
        log.error("message.failed", extra={"message_id": message.id, "error": why})
        return record(fail(message, why=why), action="failed", at=self.clock.now())
