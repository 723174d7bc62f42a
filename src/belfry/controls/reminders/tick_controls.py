"""Once a day: see where each control stands, and have those reminded whose turn it is.

A tick only decides and writes down; what it announces is turned into messages later. However often
it runs on one day, each reminder is made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from belfry.controls.chains.moves import Move
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import TickPlan, plan_tick
from belfry.controls.control_states import chain_of
from belfry.controls.controls import Control
from belfry.controls.histories import THE_LIST, TaskList
from belfry.controls.ports import Controls
from belfry.controls.tasks.sync_tasks import Synced, SyncTasks
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.ports.store import CrashPoints, Store

PAGE = 500
TRIES = 3


@dataclass(frozen=True, slots=True)
class Tick:
    """What one day brought for one control; `sends` if a reminder was made of it just now."""

    name: str
    move: Move
    due_on: date
    sends: bool
    window: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Ticked:
    """What one tick came to; `problems` and `notes` as (place, text).

    `controls` are all of them in a whole tick, and else those that there was a reason to look at.
    """

    today: date
    listed: int = 0
    controls: tuple[Tick, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    is_kept: bool = True
    is_known: bool = True

    def __str__(self) -> str:
        if not self.is_kept:
            return "this team keeps no list of controls"
        if not self.is_known:
            return "; ".join(f"{place}: {text}" for place, text in self.problems)
        sent = [one.move for one in self.controls if one.sends]
        counts = {
            "reminded of": sum(move is not Move.ESCALATE for move in sent),
            "escalated": sent.count(Move.ESCALATE),
            "problems": len(self.problems),
        }
        said = [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join([f"{self.listed} controls on the list", *said])


@dataclass(frozen=True, slots=True)
class TickControls:
    store: Store
    controls: Controls
    crash_points: CrashPoints
    sync: SyncTasks

    def __call__(self, *, is_whole: bool = False, dry_run: bool = False) -> Ticked:
        """`is_whole` tells of every control; a dry run does, and writes about none of them."""
        synced = self.sync(dry_run=dry_run)
        ticked = Ticked(
            synced.today,
            synced.listed,
            problems=synced.problems,
            notes=synced.notes,
            is_kept=synced.is_kept,
            is_known=synced.rules is not None,
        )
        if synced.rules is None:
            return ticked
        if dry_run:
            plans = self._foresee(synced, synced.rules.rules)
            return replace(ticked, controls=tuple(_tell(plan) for plan in plans))
        ticks: list[Tick] = []
        for page in self._list_pages(synced.today, is_whole=is_whole):
            ticks += self._tick(page, synced, synced.rules.rules)
            self.crash_points.reached("controls.ticked")
        self._put_list(synced.today)
        return replace(ticked, controls=tuple(ticks))

    def _foresee(self, synced: Synced, rules: Rules) -> list[TickPlan]:
        """What a tick would decide, once the list is as it stands now."""
        known = {one.id: one for page in self._list_everything() for one in page}
        known |= synced.changed
        listed = [control for one, control in known.items() if one not in synced.gone]
        listed.sort(key=lambda one: (one.due_on, one.id))
        return [_plan(control, synced, rules) for control in listed]

    def _list_pages(self, today: date, *, is_whole: bool) -> Iterator[Sequence[Control]]:
        return self._list_everything() if is_whole else self._list_due(today)

    def _list_due(self, today: date) -> Iterator[Sequence[Control]]:
        after: tuple[date, str] | None = None
        while page := self.controls.list_to_look_at(today, after=after, limit=PAGE):
            yield page
            after = (page[-1].look_on, page[-1].id)

    def _list_everything(self) -> Iterator[Sequence[Control]]:
        after: tuple[date, str] | None = None
        while page := self.controls.list_page(after=after, limit=PAGE):
            yield page
            after = (page[-1].due_on, page[-1].id)

    def _tick(self, controls: Sequence[Control], synced: Synced, rules: Rules) -> list[Tick]:
        """A control that somebody else changes at the same moment is looked at again."""
        ticks: dict[str, Tick] = {}
        for _ in range(TRIES):
            plans = [_plan(control, synced, rules) for control in controls]
            lost = self._write(plans)
            for plan in plans:
                ticks[plan.control.id] = _tell(plan, is_ours=plan.control.id not in lost)
            if not lost:
                break
            again = self.controls.list_by_id(lost)
            controls = [control for control in again if control.gone_at is None]
        return list(ticks.values())

    def _write(self, plans: Sequence[TickPlan]) -> set[str]:
        """The controls that were not ours to write."""
        owners = [plan.control.id for plan in plans for _ in plan.commits]
        written = self.store.commit_each([commit for plan in plans for commit in plan.commits])
        return {one for one, is_ours in zip(owners, written, strict=True) if not is_ours}

    def _put_list(self, today: date) -> None:
        known = self.store.find(TaskList, THE_LIST)
        if known is None or known.ticked_on == today:
            return
        try:
            self.store.commit([Put(replace(known, ticked_on=today))])
        except Conflict:  # the list is being looked at; the next tick says the same
            return


def _plan(control: Control, synced: Synced, rules: Rules) -> TickPlan:
    return plan_tick(control, chain_of(control, rules).offsets, synced.today, synced.now)


def _tell(plan: TickPlan, *, is_ours: bool = True) -> Tick:
    decision = plan.decision
    return Tick(
        name=plan.control.name,
        move=decision.move,
        due_on=plan.control.due_on,
        sends=decision.sends and is_ours,
        window=decision.window,
        why=decision.why,
    )
