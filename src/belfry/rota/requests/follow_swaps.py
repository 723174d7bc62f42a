"""Follow open swaps: ask the next person, or close what is over.

A person has a day to answer, or half of the time that is left. A swap moves with its shift, and
lapses once the shift has begun or changed hands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.kernel.records import Claim
from belfry.kernel.texts import make_harmless
from belfry.messaging.messages import HANDED_OVER, UNDELIVERED, Message, State
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.entries import ASKED, BELFRY, OFFERED, SETTLED, STUCK, SWAP, announce, record
from belfry.rota.explaining.covers import Chain, Cover, Covers, find_chains, find_covers
from belfry.rota.messages.message_keys import ask_key
from belfry.rota.ports import Requests, Rotas
from belfry.rota.publishing.publish_week import OpenPublished, PublishedWeek
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import (
    ask,
    find_deadline,
    find_lapse,
    refuse,
    settle,
)
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.workspace.people import FindStaff

LONGEST_WHY = 1000


@dataclass(frozen=True, slots=True)
class FindTaker:
    requests: Requests
    find_staff: FindStaff
    clock: Clock
    zone: ZoneInfo

    def __call__(self, week: PublishedWeek, swap: Swap) -> Swap:
        """The swap with the next person asked, or stuck if there is none."""
        covers = find_covers(week.placed, swap.shift_id, swap.person)
        for cover in self.list_free(week, swap, covers):
            return ask(swap, cover)
        words = "; ".join(cover.words for cover in covers.may_not)
        why = make_harmless(f"{words}.", most=LONGEST_WHY) if words else ""
        return replace(swap, state=SwapState.STUCK, asked="", why=why, round=swap.round + 1)

    def list_free(self, week: PublishedWeek, swap: Swap, covers: Covers) -> list[Cover]:
        """Those who may take the shift and can be asked, in order."""
        passed, staff = {*swap.refusers, *self._list_passed(swap)}, self.find_staff()
        today = self.clock.now().astimezone(self.zone).date()
        days = (today, week.get_line(swap.shift_id).day)
        return [
            cover
            for cover in covers.may
            if cover.name not in passed
            and not any(staff.is_away(cover.name, day) for day in days)
            and not staff.find_exclusion(cover.name, is_listed=True)
        ]

    def list_chains(self, week: PublishedWeek, swap: Swap) -> tuple[Chain, ...]:
        """The moves of two people that would cover a shift for which nobody is left to ask."""
        if swap.state is not SwapState.STUCK:
            return ()
        staff, now = self.find_staff(), self.clock.now()
        today = now.astimezone(self.zone).date()
        return find_chains(
            week.placed,
            swap.shift_id,
            swap.person,
            now=now,
            is_away=lambda name, day: staff.is_away(name, day) or staff.is_away(name, today),
        )

    def _list_passed(self, swap: Swap) -> Iterator[str]:
        """People asked about the same shift for another person, or released from it."""
        for other in self.requests.list_swaps(swap.week):
            if other.shift_id == swap.shift_id and other.id != swap.id:
                if other.is_open:
                    yield other.asked
                elif other.state is SwapState.DONE:
                    yield other.person


@dataclass(frozen=True, slots=True)
class ListChains:
    open_week: OpenPublished
    find_taker: FindTaker

    def __call__(self, swap: Swap) -> tuple[Chain, ...]:
        """As the rota is now; none if its week cannot be read."""
        try:
            return self.find_taker.list_chains(self.open_week(swap.week), swap)
        except BelfryError:
            return ()


_OPS = {SwapState.ASKING: ASKED, SwapState.OFFERED: OFFERED, SwapState.STUCK: STUCK}


@dataclass(frozen=True, slots=True)
class SaveSwap:
    store: Store
    clock: Clock

    def get(self, swap_id: str) -> Swap:
        swap = self.store.find(Swap, swap_id)
        if swap is None:
            raise NotFound(f"there is no swap {swap_id}")
        return swap

    def __call__(
        self, before: Swap, after: Swap, *, action: str, by: str = BELFRY, let_go: str = ""
    ) -> Swap:
        """The stored swap; Conflict if `before` is outdated."""
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
        """The changes that store it, to be committed with what it affects.

        `let_go` had said yes and is no longer needed; `outdated` is the draft that does not know of
        the change.
        """
        now = self.clock.now()
        payload = {"round": after.round, "state": after.state.value}
        if let_go:
            payload["let_go"] = let_go
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
            announce(SWAP, after.id, op, payload, at=now),
        ]

    def _plan_claim(self, before: Swap | None, after: Swap) -> list[Change]:
        if before is None:
            return [Put(Claim(after.claim, after.id))]
        claim = self.store.find(Claim, before.claim)
        is_ours = claim is not None and claim.owner == after.id
        return [Remove(claim)] if claim and is_ours and not after.is_open else []


def _describe(swap: Swap) -> dict[str, object]:
    """Without the person's note, which is for the manager alone."""
    return {
        "state": swap.state.value,
        "shift": f"{swap.week}/{swap.shift_id}",
        "person": swap.person,
        "asked": swap.asked,
        "round": swap.round,
        "is_urgent": swap.is_urgent,
        **({"gave_up": swap.gave_up, "stand_in": swap.stand_in} if swap.gave_up else {}),
    }


log = logging.getLogger(__name__)

TRIES = 3
_NEVER_CAME = (*UNDELIVERED, State.DROPPED)
_CAME = (*HANDED_OVER, State.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class SwapCounts:
    """How many swaps were looked at, passed on and closed."""

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
    save: SaveSwap

    def __call__(self) -> SwapCounts:
        """Every open swap; one that fails is tried again the next time."""
        results = [(swap, self._try(swap)) for swap in self.requests.list_open_swaps()]
        changed = [now for before, now in results if now.revision != before.revision]
        lapsed = sum(now.state is SwapState.LAPSED for now in changed)
        return SwapCounts(len(results), len(changed) - lapsed, lapsed)

    def follow_shift(self, week: str, shift_id: str) -> None:
        """The open swaps about a shift that has just changed hands."""
        for swap in self.requests.list_swaps(week):
            if swap.is_open and swap.shift_id == shift_id:
                self._try(swap)
                self.crash_points.reached("swap.followed")

    def refresh(self, swap_id: str) -> Swap:
        """The swap as it is now, closed if it is over; a late answer still counts."""
        for _ in range(TRIES):
            swap = self.save.get(swap_id)
            try:
                return self._let_go(swap)
            except Conflict:  # answered at this moment
                continue
        return self.save.get(swap_id)

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
        return self.save(swap, over, action="lapsed")

    def _pass_on(self, swap: Swap) -> Swap:
        """Ask the next person if the one asked has left, may not take it or does not answer."""
        if not swap.asked or swap.state not in (SwapState.ASKING, SwapState.OFFERED):
            return swap  # nobody is asked about a drop: the manager decides
        opened = self.open_week(swap.week)
        why = self._find_departure(swap, opened)
        if swap.state is SwapState.ASKING:
            why = why or find_rule_against(opened, swap) or self._find_silence(swap, opened)
        if not why:
            return swap
        if swap.kind is SwapKind.TAKE:  # it was their own offer, so no one else is asked
            over = settle(swap, SwapState.LAPSED, at=self.clock.now(), by=BELFRY, why=why)
            return self.save(swap, over, action="lapsed")
        log.info("swap.passed_on", extra={"swap": swap.id, "why": why})
        return self.save(swap, self.find_taker(opened, refuse(swap)), action="passed_on")

    def _find_departure(self, swap: Swap, opened: PublishedWeek) -> str:
        """Why the person asked, or who has offered, is not there any more; empty if they are."""
        if swap.asked not in opened.placed.members:
            return find_rule_against(opened, swap)
        return self.find_taker.find_staff().find_exclusion(swap.asked, is_listed=True)

    def _find_line(self, swap: Swap, head: RotaWeek | None) -> DraftLine | None:
        lines = self.rotas.list_lines(swap.week, head.published) if head else ()
        return next((line for line in lines if line.shift_id == swap.shift_id), None)

    def _find_silence(self, swap: Swap, opened: PublishedWeek) -> str:
        """A message held for the night has not arrived yet, so the person is not passed over."""
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
    """Why the person asked may not take the shift; empty if they may."""
    placed = opened.placed
    member = placed.members.get(swap.asked)
    if member is None:
        return f"{swap.asked} is not on the staff any more"
    blocks = list_blocks(placed, member, placed.shifts[swap.shift_id])
    return f"{swap.asked} {render_blocks(blocks)}" if blocks else ""
