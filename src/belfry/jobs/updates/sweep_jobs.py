"""Find the jobs that are stuck: queue a holding note to the customer and a digest to the shop.

A job is chased once for each stage it is stuck in, and again only after a long interval.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import compress

from belfry.jobs.board.stage_times import find_cutoffs
from belfry.jobs.customers.customers import MOST_HEARD, find_slip
from belfry.jobs.jobs import (
    AGGREGATE,
    BELFRY,
    BOARD_KEY,
    JOB_QUIET,
    JOBS_SWEPT,
    ROOM,
    Board,
    Job,
    about_job,
    announce,
    record_job,
)
from belfry.jobs.ports import Jobs, OpenJobs
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.jobs.updates.digests import list_unread
from belfry.kernel.changes import Announce, Change, Event, Put
from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.contacts import Contact, contact_id, find_refusal
from belfry.messaging.messages import HEARD, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store, commit_in_batches, try_commit
from belfry.workspace.tables import Cache, DataProblems

MOST_LISTED = 200
# They are marked in the commit of their digest, and DynamoDB takes 100 writes in one.
MOST_LATE = 50
JOBS_AT_ONCE = 1000
TRIES = 5
FOREVER = datetime.max.replace(tzinfo=UTC)
IN_DOUBT = "the board cannot be read, or too many jobs are missing from it: no customer is chased"
# The customer may be about to get a message, or may have got it: no chase is added to it.
UNSETTLED = (State.QUEUED, State.HELD, State.SENDING, State.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class Swept:
    """The stuck jobs, those of them chased now, and the jobs whose ETA has passed."""

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
    open_jobs: OpenJobs
    messages: Messages
    data_problems: DataProblems
    clock: Clock
    crash_points: CrashPoints
    read_shop: ReadShop
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self) -> Swept:
        now = self.clock.now()
        board = self.store.find(Board, BOARD_KEY)
        if board is None:
            return Swept(now, why_not="the board has not been looked at yet")
        if board.is_doubtful:
            return Swept(now, why_not=IN_DOUBT)
        shop_now = self.read_shop()
        stuck = self._list_stuck(shop_now, now)
        due = self._list_due(stuck, shop_now, now)
        written = commit_in_batches(self.store, [plan_chase(job, now) for job in due])
        chased = _ids([*compress(due, written)])
        self.crash_points.reached("jobs.chased")
        late = self._list_late(now)
        # Those chased after the shop's last digest are news for it as well.
        reported_at = board.swept_at or datetime.min.replace(tzinfo=UTC)
        slips = [job for job in self.open_jobs.list_slips(limit=MOST_LISTED) if self._is_slip(job)]
        unread = list_unread(self.data_problems.list(room=ROOM))
        is_news = (
            self._has_new_silence(stuck, shop_now, reported_at)
            or any(job.id in chased or _is_after(job.chased_at, reported_at) for job in stuck)
            or any(job.entered_at > reported_at for job in slips)
            or any(problem.since > reported_at for problem in unread)
        )
        if is_news or late:
            self._queue_digest(stuck, late, slips, now)
        return Swept(now, _ids(stuck), chased, _ids(late))

    def _list_late(self, now: datetime) -> list[Job]:
        """Jobs past a time that their customers were given; the others will never be given it."""
        late = self.jobs.list_late(now=now, limit=MOST_LATE)
        promised = [job for job in late if self._was_given_eta(job)]
        unsaid = [job for job in late if job not in promised]
        self.store.commit_each([[Put(replace(job, late_told=job.moves))] for job in unsaid])
        return promised

    def _was_given_eta(self, job: Job) -> bool:
        about = about_job(job.id)
        heard = self.messages.list_newest(about=about, states=HEARD, limit=MOST_HEARD)
        return any(
            message.facts.get("move") == job.moves and job.eta in message.text for message in heard
        )

    def _is_slip(self, job: Job) -> bool:
        return find_slip(self.messages, job) is not None

    def _list_due(self, stuck: Sequence[Job], shop_now: ShopNow, now: datetime) -> list[Job]:
        """Those not chased for this stage, or not for long, and without an unsettled message."""
        again = now - shop_now.shop.chase_again_after
        due = [job for job in stuck if job.chased_at is None or job.chased_at <= again]
        latest = self.messages.find_latest([about_job(job.id) for job in due])
        unsettled = {about for about, message in latest.items() if message.state in UNSETTLED}
        return [
            job for job in due if about_job(job.id) not in unsettled and not self.find_refusal(job)
        ]

    def _has_new_silence(
        self, stuck: Sequence[Job], shop_now: ShopNow, reported_at: datetime
    ) -> bool:
        """Whether a job got stuck since then that is not chased, as nothing is sent about it."""
        return any(
            self.find_refusal(job) and _is_after(self._find_over(job, shop_now), reported_at)
            for job in stuck
        )

    def find_refusal(self, job: Job) -> str:
        """Why nothing is sent to the job's customer, if so."""
        if not job.contact:
            return f"there is no address for {job.number} on the board that could be used"
        return find_refusal(job.consent, self.store.find(Contact, contact_id(job.contact)))

    def _find_over(self, job: Job, shop_now: ShopNow) -> datetime | None:
        """When it has been in its stage for too long; the same for its whole stay."""
        calendar, threshold = shop_now.calendar, shop_now.shop.chase_after.get(job.stage)
        if threshold is None:
            return None
        stay = (job.entered_at, threshold, calendar)
        return self.cache(job.id, stay, lambda: calendar.add_stretch(job.entered_at, threshold))

    def _queue_digest(
        self, stuck: Sequence[Job], late: Sequence[Job], slips: Sequence[Job], now: datetime
    ) -> None:
        """If the board keeps changing, the next sweep's digest has these jobs."""
        facts = {
            "at": now.astimezone(UTC).isoformat(timespec="minutes"),
            "stuck": _ids(stuck[:MOST_LISTED]),
            "stuck_in_all": len(stuck),
            "late": _ids(late),
            "slips": _ids(slips),
        }
        event = Announce(Event(AGGREGATE, BOARD_KEY, JOBS_SWEPT, facts, now))
        for _ in range(TRIES):
            board = self.store.find(Board, BOARD_KEY)
            assert board is not None
            # A late job may just have been chased, which changed it: read it again.
            jobs = self.jobs.list_by_id(_ids(late))
            marks = [Put(replace(job, late_told=job.moves)) for job in jobs]
            # On a Conflict a poll is finishing.
            if try_commit(self.store, [Put(replace(board, swept_at=now)), *marks, event]):
                return

    def find_stuck(self, *, limit: int, without: Collection[str] = ()) -> list[Job]:
        """The longest first, out of at most `limit` of each stage; not those of the ids given."""
        most = limit + len(without)
        stuck = self._list_stuck(self.read_shop(), self.clock.now(), limit=most, without=without)
        return stuck[:limit]

    def _list_stuck(
        self,
        shop_now: ShopNow,
        now: datetime,
        *,
        limit: int | None = None,
        without: Collection[str] = (),
    ) -> list[Job]:
        """The jobs in their stage for too long, without a pending change and without a doubt."""
        cutoffs = find_cutoffs(shop_now.shop.chase_after, shop_now.calendar, now)
        return [
            job
            for job in self.jobs.list_quiet(cutoffs, chased_before=FOREVER, limit=limit)
            if job.id not in without
            and not job.pending
            and not job.doubt
            and (over_at := self._find_over(job, shop_now)) is not None
            and over_at < now
            and not self._is_slip(job)
        ]

    def chase(self, job_id: str, *, chases: int, by: str) -> None:
        """Chase one job at a person's request, before the next sweep.

        `chases` is the number of chases that the person saw; Conflict if there were more.
        """
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r}")
        if job.chases != chases:
            raise Conflict(f"the customer of {job_id} was told in the meantime")
        if not job.is_open or job.missing_since or job.pending:
            raise Conflict(f"{job.number} is not standing still any more")
        if refusal := self.find_refusal(job):
            raise Conflict(f"nothing is sent to the customer of {job.number}: {refusal}")
        if job.doubt or self._is_slip(job):
            why = job.doubt or f"the customer was told {job.slip} by mistake"
            raise Conflict(f"{why}: clear that first")
        latest = self.messages.find_latest([about_job(job_id)]).get(about_job(job_id))
        if latest is not None and latest.state in UNSETTLED:
            raise Conflict(f"the last message about {job_id} is {latest.state}: settle that first")
        self.store.commit(plan_chase(job, self.clock.now(), by=by))

    def foresee(self, *, within: timedelta, limit: int) -> list[Chase]:
        """The chases to come if nothing moves, the soonest first; nothing is sent."""
        shop_now = self.read_shop()
        until = self.clock.now() + within
        chases = [chase for job in self._list_open() if (chase := self._foresee(job, shop_now))]
        due = [chase for chase in chases if chase.at <= until]
        return sorted(due, key=lambda chase: (chase.at, chase.job.id))[:limit]

    def foresee_next(self, job: Job) -> Chase | None:
        return self._foresee(job, self.read_shop()) if job.is_open else None

    def _foresee(self, job: Job, shop_now: ShopNow) -> Chase | None:
        threshold = shop_now.shop.chase_after.get(job.stage)
        if threshold is None or job.missing_since or job.pending or job.doubt:
            return None
        if self._is_slip(job) or self.find_refusal(job):
            return None
        if job.chased_at:
            return Chase(job, job.chased_at + shop_now.shop.chase_again_after)
        over_at = self._find_over(job, shop_now)
        return Chase(job, over_at) if over_at else None

    def _list_open(self) -> Iterator[Job]:
        after = ""
        while page := self.jobs.list_page(is_open=True, after=after, limit=JOBS_AT_ONCE):
            yield from page
            after = page[-1].id


def plan_chase(job: Job, now: datetime, *, by: str = BELFRY) -> list[Change]:
    """Record the chase, and publish the event that queues the holding note."""
    number = job.chases + 1
    chased = replace(job, chases=number, chased_at=now, chased_stage=job.stage)
    event = announce(job, JOB_QUIET, {"stage": job.stage, "chase": number}, at=now)
    return [*record_job(chased, action="chased", at=now, by=by), event]


def _ids(jobs: Sequence[Job]) -> tuple[str, ...]:
    return tuple(job.id for job in jobs)


@dataclass(frozen=True, slots=True)
class Chase:
    """A holding note that the first sweep after `at` queues."""

    job: Job
    at: datetime


def _is_after(moment: datetime | None, other: datetime) -> bool:
    return moment is not None and moment > other
