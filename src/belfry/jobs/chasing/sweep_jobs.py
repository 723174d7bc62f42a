"""Find the jobs that have stood still for too long: a word to the customer, a list to the shop.

A job is chased once for each stage it is stuck in, and again only after a long while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from belfry.jobs.board.boards import THE_BOARD, Board
from belfry.jobs.chasing.find_stuck import FOREVER, find_cutoffs, keep_stuck
from belfry.jobs.entries import (
    AGGREGATE,
    BELFRY,
    JOB_QUIET,
    JOBS_SWEPT,
    announce,
    record_job,
)
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.jobs.updates.message_keys import about_job
from belfry.kernel.changes import Announce, Change, Event, Put
from belfry.kernel.errors import Conflict
from belfry.messaging.messages import Message, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store, commit_in_batches

MOST_LISTED = 200
TRIES = 5
IN_DOUBT = "the board cannot be read, or too many jobs are missing from it: nobody is chased"
# What the customer may be about to hear, or may have heard: nothing is added to it.
UNSETTLED = (State.QUEUED, State.HELD, State.SENDING, State.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class Swept:
    """Jobs that are stuck, those of them that were chased now, and jobs whose ETA has passed."""

    at: datetime
    stuck: tuple[str, ...] = ()
    chased: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    why_not: str = ""

    def __str__(self) -> str:
        if self.why_not:
            return self.why_not
        return f"{len(self.stuck)} stuck, {len(self.chased)} chased, {len(self.late)} late"


@dataclass(frozen=True, slots=True)
class SweepJobs:
    store: Store
    jobs: Jobs
    messages: Messages
    clock: Clock
    crash_points: CrashPoints
    read_shop: ReadShop

    def __call__(self) -> Swept:
        now = self.clock.now()
        board = self.store.find(Board, THE_BOARD)
        if board is None:
            return Swept(now, why_not="the board has not been looked at yet")
        if board.is_doubtful:
            return Swept(now, why_not=IN_DOUBT)
        shop_now = self.read_shop()
        stuck = self._find_stuck(shop_now, now)
        chased = self._chase(self._choose(stuck, shop_now, now), now)
        self.crash_points.reached("jobs.chased")
        late = self.jobs.list_late(now=now, limit=MOST_LISTED)
        fresh = [job for job in stuck if job.id in chased or _is_untold(job, board)]
        if fresh or late:
            self._hand_on_digest(stuck, late, now)
        return Swept(now, _ids(stuck), tuple(chased), _ids(late))

    def _find_stuck(self, shop_now: ShopNow, now: datetime) -> list[Job]:
        quiet = self.jobs.list_quiet(find_cutoffs(shop_now, now), chased_before=FOREVER)
        return keep_stuck(quiet, shop_now, now)

    def _choose(self, stuck: Sequence[Job], shop_now: ShopNow, now: datetime) -> list[Job]:
        """Those whose customer has not heard from us about it, and is not about to."""
        again = now - shop_now.shop.chase_again_after
        due = [job for job in stuck if job.chased_at is None or job.chased_at <= again]
        latest = self.messages.find_latest([about_job(job.id) for job in due])
        return [job for job in due if not _is_unsettled(latest.get(about_job(job.id)))]

    def _chase(self, jobs: Sequence[Job], now: datetime) -> list[str]:
        written = commit_in_batches(self.store, [plan_chase(job, now) for job in jobs])
        return [job.id for job, is_ours in zip(jobs, written, strict=True) if is_ours]

    def _hand_on_digest(self, stuck: Sequence[Job], late: Sequence[Job], now: datetime) -> None:
        """If the board is never left alone, the next sweep's digest has them."""
        said = {
            "at": now.astimezone(UTC).isoformat(timespec="minutes"),
            "stuck": _ids(stuck[:MOST_LISTED]),
            "stuck_in_all": len(stuck),
            "late": _ids(late),
        }
        news = Announce(Event(AGGREGATE, THE_BOARD, JOBS_SWEPT, said, now))
        for _ in range(TRIES):
            board = self.store.find(Board, THE_BOARD)
            assert board is not None
            try:
                self.store.commit([Put(replace(board, swept_at=now)), news])
            except Conflict:  # the board is being looked at
                continue
            told = [[Put(replace(job, late_told=job.moves))] for job in self._read_again(late)]
            self.store.commit_each(told)
            return

    def _read_again(self, jobs: Sequence[Job]) -> Sequence[Job]:
        """A late job may just have been chased, which changed it."""
        return self.jobs.list_by_id([job.id for job in jobs])


def plan_chase(job: Job, now: datetime, *, by: str = BELFRY) -> list[Change]:
    """Note that the customer is told once more that nothing moved, and have them told."""
    number = job.chases + 1
    chased = replace(job, chases=number, chased_at=now, chased_stage=job.stage)
    news = announce(job, JOB_QUIET, {"stage": job.stage, "chase": number}, at=now)
    return [*record_job(chased, action="chased", at=now, by=by), news]


def _is_unsettled(message: Message | None) -> bool:
    return message is not None and message.state in UNSETTLED


def _is_untold(job: Job, board: Board) -> bool:
    """Whether it was chased, and the shop has had no digest since."""
    if job.chased_at is None:
        return False
    return board.swept_at is None or job.chased_at > board.swept_at


def _ids(jobs: Sequence[Job]) -> tuple[str, ...]:
    return tuple(job.id for job in jobs)
