"""Look after swaps that wait for somebody: ask the next one, or let go of what is over.

Whoever does not answer in a day, or in half of the time that is left, is not waited for. A swap
goes with its shift when that moves, and is over when it has begun or changed hands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.kernel.records import Claim
from belfry.kernel.texts import make_harmless
from belfry.messaging.messages import SENT, UNDELIVERED, Message, State
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.entries import ASKED, BELFRY, OFFERED, SETTLED, STUCK, SWAP, announce, record
from belfry.rota.explaining.covers import Cover, Covers, find_covers
from belfry.rota.messages.message_keys import ask_key
from belfry.rota.ports import Requests, Rotas
from belfry.rota.publishing.publish_week import OpenPublished, PublishedWeek
from belfry.rota.requests.requests import Swap, SwapState
from belfry.rota.requests.swap_moves import (
    ask,
    find_deadline,
    find_lapse,
    get_stuck,
    refuse,
    settle,
)
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.workspace.staff import FindStaff, Staff

LONGEST_WHY = 1000


@dataclass(frozen=True, slots=True)
class FindTaker:
    requests: Requests
    find_staff: FindStaff
    clock: Clock
    zone: ZoneInfo

    def __call__(self, week: PublishedWeek, swap: Swap) -> Swap:
        """The swap with the next one asked, or stuck because nobody is left."""
        covers = find_covers(week.placed, swap.shift_id, swap.person)
        for cover in self.list_free(week, swap, covers):
            return ask(swap, cover)
        return get_stuck(swap, _say_stuck(covers.may_not))

    def list_free(self, week: PublishedWeek, swap: Swap, covers: Covers) -> list[Cover]:
        """Those who may take it and can be asked, the first in turn first."""
        passed = {*swap.refusers, *self._list_passed(swap)}
        staff, days = self.find_staff(), self._list_days(week, swap)
        return [
            cover
            for cover in covers.may
            if cover.name not in passed and not _is_away(staff, cover.name, days)
        ]

    def _list_passed(self, swap: Swap) -> Iterator[str]:
        """Those who are asked about the same shift for somebody else, or were let off it."""
        for other in self.requests.list_swaps(swap.week):
            if other.shift_id == swap.shift_id and other.id != swap.id:
                if other.is_open:
                    yield other.asked
                elif other.state is SwapState.DONE:
                    yield other.person

    def _list_days(self, week: PublishedWeek, swap: Swap) -> tuple[date, ...]:
        today = self.clock.now().astimezone(self.zone).date()
        return today, week.get_line(swap.shift_id).day


def _is_away(staff: Staff, name: str, days: Sequence[date]) -> bool:
    return any(staff.is_away(name, day) for day in days)


def _say_stuck(may_not: Sequence[Cover]) -> str:
    said = "; ".join(cover.words for cover in may_not)
    return make_harmless(f"{said}.", most=LONGEST_WHY) if said else ""


_OPS = {SwapState.ASKING: ASKED, SwapState.OFFERED: OFFERED, SwapState.STUCK: STUCK}


@dataclass(frozen=True, slots=True)
class KeepSwap:
    store: Store
    clock: Clock

    def get(self, swap_id: str) -> Swap:
        found = self.store.find(Swap, swap_id)
        if found is None:
            raise NotFound(f"there is no swap {swap_id}")
        return found

    def __call__(
        self, before: Swap, after: Swap, *, action: str, by: str = BELFRY, let_go: str = ""
    ) -> Swap:
        """The swap as it is stored; Conflict if it is not what `before` says any more."""
        self.store.commit(self.plan(before, after, action=action, by=by, let_go=let_go))
        return self.get(after.id)

    def plan(
        self,
        before: Swap | None,
        after: Swap,
        *,
        action: str,
        by: str = BELFRY,
        let_go: str = "",
        outdated: int = 0,
    ) -> list[Change]:
        """What keeps it, to be committed with what it changes.

        `let_go` is whoever had said yes and is not wanted any more; `outdated` is the draft that
        does not know of it.
        """
        now = self.clock.now()
        said = {"round": after.round, "state": after.state.value}
        if let_go:
            said["let_go"] = let_go
        changes = record(
            after,
            action=f"swap.{action}",
            at=now,
            by=by,
            before=_describe(before) if before else None,
            after={**_describe(after), **({"outdated": outdated} if outdated else {})},
        )
        op = _OPS.get(after.state, SETTLED)
        return [
            *changes,
            *self._plan_claim(before, after),
            announce(SWAP, after.id, op, said, at=now),
        ]

    def _plan_claim(self, before: Swap | None, after: Swap) -> list[Change]:
        if before is None:
            return [Put(Claim(after.claim, after.id))]
        claim = self.store.find(Claim, before.claim)
        is_ours = claim is not None and claim.owner == after.id
        return [Remove(claim)] if claim and is_ours and not after.is_open else []


def _describe(swap: Swap) -> dict[str, object]:
    """Without what the person wrote: that is for the manager alone."""
    return {
        "state": swap.state.value,
        "shift": f"{swap.week}/{swap.shift_id}",
        "person": swap.person,
        "asked": swap.asked,
        "round": swap.round,
        "is_urgent": swap.is_urgent,
    }


log = logging.getLogger(__name__)

TRIES = 3
_NEVER_CAME = (*UNDELIVERED, State.DROPPED)
_CAME = (*SENT, State.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class Followed:
    """How many swaps were looked at, passed on to the next person, and are over."""

    seen: int = 0
    passed_on: int = 0
    lapsed: int = 0

    def __str__(self) -> str:
        if not self.seen:
            return ""
        return f"{self.seen} open swaps, {self.passed_on} passed on, {self.lapsed} over"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowSwaps:
    store: Store
    rotas: Rotas
    requests: Requests
    clock: Clock
    crash_points: CrashPoints
    open_week: OpenPublished
    find_taker: FindTaker
    keep: KeepSwap

    def __call__(self) -> Followed:
        """Every open swap; what cannot be looked at now is looked at the next time."""
        results = [(swap, self._try(swap)) for swap in self.requests.list_open_swaps()]
        changed = [now for before, now in results if now.revision != before.revision]
        lapsed = sum(now.state is SwapState.LAPSED for now in changed)
        return Followed(len(results), len(changed) - lapsed, lapsed)

    def follow_shift(self, week: str, shift_id: str) -> None:
        """Those about one shift, which has changed hands just now."""
        for swap in self.requests.list_swaps(week):
            if swap.is_open and swap.shift_id == shift_id:
                self._try(swap)
                self.crash_points.reached("swap.followed")

    def refresh(self, swap_id: str) -> Swap:
        """One swap as it stands now, let go of if it is over; an answer that is late counts."""
        for _ in range(TRIES):
            swap = self.keep.get(swap_id)
            try:
                return self._let_go(swap)
            except Conflict:  # somebody answers at this moment
                continue
        return self.keep.get(swap_id)

    def _try(self, swap: Swap) -> Swap:
        try:
            return self._pass_on(self._let_go(swap))
        except BelfryError as error:
            log.warning("swap.not_followed", extra={"swap": swap.id, "error": str(error)})
            return swap

    def _let_go(self, swap: Swap) -> Swap:
        if not swap.is_open:
            return swap
        head, now = self.store.find(RotaWeek, swap.week), self.clock.now()
        why = find_lapse(swap, head, self._find_line(swap, head), now)
        if why is None:
            return swap
        over = settle(swap, SwapState.LAPSED, at=now, by=BELFRY, why=why)
        return self.keep(swap, over, action="lapsed")

    def _pass_on(self, swap: Swap) -> Swap:
        """The next one is asked if whoever is asked cannot take it, or is silent."""
        if swap.state is not SwapState.ASKING:
            return swap
        opened = self.open_week(swap.week)
        why = find_rule_against(opened, swap) or self._find_silence(swap, opened)
        if not why:
            return swap
        log.info("swap.passed_on", extra={"swap": swap.id, "why": why})
        return self.keep(swap, self.find_taker(opened, refuse(swap)), action="passed_on")

    def _find_line(self, swap: Swap, head: RotaWeek | None) -> DraftLine | None:
        lines = self.rotas.list_lines(swap.week, head.published) if head else ()
        return next((line for line in lines if line.shift_id == swap.shift_id), None)

    def _find_silence(self, swap: Swap, opened: PublishedWeek) -> str:
        """What is held back for the night has not reached anybody yet: nobody is passed over."""
        asked = self.store.find(Message, ask_key(swap.id, swap.round, swap.asked))
        if asked is None:
            return ""
        if asked.state in _NEVER_CAME:
            return "they could not be reached"
        if asked.state not in _CAME or asked.sent_at is None:
            return ""
        until = find_deadline(asked.sent_at, opened.get_line(swap.shift_id).starts_at)
        return "they did not answer" if self.clock.now() >= until else ""


def find_rule_against(opened: PublishedWeek, swap: Swap) -> str:
    """Why whoever is asked may not take the shift by now; empty if they may."""
    placed = opened.placed
    member = placed.members.get(swap.asked)
    if member is None:
        return f"{swap.asked} is not on the staff any more"
    blocks = list_blocks(placed, member, placed.shifts[swap.shift_id])
    return f"{swap.asked} {render_blocks(blocks)}" if blocks else ""
