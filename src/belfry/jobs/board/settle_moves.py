"""What comes of a move while it settles: show it, undo it, or count it at once.

The message is foreseen by the composer that will write it, so that what the pages show is what the
customer gets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

from belfry.jobs.board.edit_jobs import EditBoard
from belfry.jobs.board.moves import CountedMove, Poll, count_pending
from belfry.jobs.customers.customers import find_last_update
from belfry.jobs.jobs import Job, Move, announce_move, move_key, record_move
from belfry.jobs.photos.photos import GatherPhotos
from belfry.jobs.ports import OpenJobs, get_job
from belfry.jobs.settings.read_shop import ShopNow
from belfry.jobs.updates.write_updates import UpdateComposer, WriteUpdates, want_update
from belfry.kernel.changes import Change, Put
from belfry.kernel.channels import find_traits
from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.records import R
from belfry.messaging.caps import Allowances
from belfry.messaging.messages import Message
from belfry.messaging.ports import RenderedMessage
from belfry.messaging.preview_messages import preview_message
from belfry.ports.clock import Clock
from belfry.ports.store import Store, try_commit

TRIES = 5
UNDONE = "move undone"
SENT_NOW = "sent now"
NO_STAGE = "it is none of the stages any more"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from a job's pending change; `counts_at` is the poll at which it counts.

    `rendered` is the message to the customer, as it leaves at `told_at`. Without a time it waits
    for approval, and without words nothing is sent; `why` gives the reason. It `is_drafted` if a
    model words it anew when it leaves. A photo of it that was not read yet `is_photo_awaited`.
    """

    job: Job
    counts_at: datetime
    told_at: datetime | None = None
    rendered: RenderedMessage | None = None
    why: str = ""
    is_drafted: bool = False
    is_photo_awaited: bool = False

    @property
    def has_photo(self) -> bool:
        """Whether the message arrives with a picture."""
        if self.rendered is None or not find_traits(self.rendered.channel).has_pictures:
            return False
        return self.is_photo_awaited or self.rendered.picture is not None

    @property
    def stage(self) -> str:
        return self.job.pending

    @property
    def may_send_now(self) -> bool:
        """Whether nothing but the settle time holds it up."""
        return self.rendered is not None and self.told_at == self.counts_at

    @property
    def subject(self) -> str:
        """Of a message that arrives with one."""
        rendered = self.rendered
        return rendered.subject if rendered and find_traits(rendered.channel).has_subject else ""

    @property
    def since(self) -> str:
        """Names this one change: an answer to it never counts for another."""
        return render_since(self.job)


def render_since(job: Job) -> str:
    return job.pending_since.astimezone(UTC).isoformat() if job.pending_since else ""


@dataclass(frozen=True, slots=True)
class SettleMoves:
    """`find_poll` gives the first poll at which a change that is settled by then counts."""

    store: Store
    open_jobs: OpenJobs
    clock: Clock
    updates: WriteUpdates
    gather_photos: GatherPhotos
    board: EditBoard
    find_poll: Callable[[datetime], datetime]

    def list_settling(self, *, limit: int) -> list[Outlook]:
        """The pending changes of open jobs, the next to count first."""
        jobs = [job for job in self.open_jobs.list_unsettled(limit=limit) if job.pending]
        return sorted(self.foresee(jobs).values(), key=lambda outlook: outlook.counts_at)

    def foresee(
        self, jobs: Sequence[Job], shop_now: ShopNow | None = None
    ) -> Mapping[str, Outlook]:
        """What follows for those of the jobs with a pending change, by id."""
        pending = [job for job in jobs if job.pending_since]
        if not pending:
            return {}
        composer = self._open_composer(pending, shop_now)
        settle, allowances = composer.shop_now.shop.settle, Allowances(self.store)
        moments = {job.id: job.pending_since + settle for job in pending if job.pending_since}
        pending.sort(key=lambda job: moments[job.id])
        return {
            job.id: self._foresee(job, composer, self.find_poll(moments[job.id]), allowances)[0]
            for job in pending
        }

    def _open_composer(
        self, jobs: Sequence[Job], shop_now: ShopNow | None = None
    ) -> UpdateComposer:
        """It counts on the pictures that are read once the changes of these jobs count."""
        composer = self.updates.open_composer(shop_now)
        awaited = self.gather_photos.find_awaited(jobs, composer.shop_now.shop.stages)
        gather = replace(self.updates.gather, awaited=awaited)
        return replace(composer, room=replace(composer.room, gather=gather))

    def undo(self, job_id: str, stage: str, since: str, *, by: str) -> bool:
        """Put the cell back, so that nobody is told; whether that was still to do.

        `stage` and `since` are those of the pending change that the person saw. Conflict if it has
        counted, or the board says something else by now; the errors of EditBoard.
        """
        for _ in range(TRIES):
            job = self._find_settling(job_id, stage, since)
            if job is None:
                if (counted := get_job(self.store, job_id)).stage != stage:
                    return False
                who = "its customer" if counted.told == counted.moves else "nobody"
                raise Conflict(
                    f"it is too late to undo: {counted.number} is {stage}, and {who} is told"
                )
            # No poll counts it from here on; a cell that cannot be written settles anew.
            undone = replace(job, row="", pending="", pending_since=None)
            if try_commit(self.store, [Put(undone)]):
                self.board.move(job_id, job.stage, by=by, seen=stage, action=UNDONE)
                return True
        raise Temporary(f"{job_id} could not be put back: too much is going on")

    def send_now(self, job_id: str, stage: str, since: str, *, by: str) -> bool:
        """Count the change now, so that its message leaves; whether that was still to do.

        Conflict if something else than the settle time holds the message up: the customer's wish,
        quiet hours, a doubt; or if the board says something else by now.
        """
        for _ in range(TRIES):
            job = self._find_settling(job_id, stage, since)
            if job is None:
                if get_job(self.store, job_id).stage == stage:
                    return False
                raise Conflict(f"{job_id} was put back meanwhile: nothing is sent")
            self.board.check_stage(job, stage)
            if try_commit(self.store, self._plan_sending(job, by)):
                return True
        raise Temporary(f"{job_id} could not be counted: too much is going on")

    def _find_settling(self, job_id: str, stage: str, since: str) -> Job | None:
        """The job while that change is pending; None if none is."""
        job = get_job(self.store, job_id)
        if job.pending and (job.pending, render_since(job)) != (stage, since):
            raise Conflict(f"the board has changed again: it says {job.pending} for {job.number}")
        return job if job.pending else None

    def _plan_sending(self, job: Job, by: str) -> list[Change]:
        now = self.clock.now()
        composer, allowances = self._open_composer([job]), Allowances(self.store)
        outlook, counted = self._foresee(job, composer, now, allowances)
        if counted is None or not outlook.may_send_now:
            until = ": it leaves by itself when they end" if outlook.told_at else ""
            raise Conflict(f"it is not sent now, because of this: {outlook.why}{until}")
        return record_move(counted.job, counted.move, at=now, action=SENT_NOW, by=by)

    def _foresee(
        self, job: Job, composer: UpdateComposer, counts_at: datetime, allowances: Allowances
    ) -> tuple[Outlook, CountedMove | None]:
        shop_now = composer.shop_now
        poll = Poll(counts_at, shop_now.shop, shop_now.calendar, is_first=False)
        counted = count_pending(job, poll, find_last_update(self.updates.messages, job))
        if counted is None or counted.silence:
            return Outlook(job, counts_at, why=counted.silence if counted else NO_STAGE), counted
        news = announce_move(counted.job, counted.move, at=counts_at).event.payload
        wanted = want_update("moved", job.id, move_key(job.id, counted.job.moves), news)
        message = Message(**asdict(wanted), made_at=counts_at, due_at=counts_at)
        composer = suppose(composer, SupposedStore(self.store, counted.job, counted.move))
        preview = preview_message(message, composer, counts_at, allowances)
        outlook = Outlook(
            job,
            counts_at,
            told_at=preview.at if preview.rendered else None,
            rendered=preview.rendered,
            why=preview.why,
            is_drafted=composer.is_drafted(message, counts_at),
            is_photo_awaited=job.id in composer.room.gather.awaited,
        )
        return outlook, counted


def suppose(composer: UpdateComposer, store: SupposedStore) -> UpdateComposer:
    """The same composer, as if the store held what is supposed."""
    room = composer.room
    return replace(
        composer, room=replace(room, store=store, gather=replace(room.gather, store=store))
    )


@dataclass(frozen=True, slots=True)
class SupposedStore:
    """A store that is only read, with a job and its move as they would be."""

    store: Store
    job: Job
    move: Move

    def find(self, kind: type[R], key: str) -> R | None:
        for record in (self.job, self.move):
            if isinstance(record, kind) and record.key == key:
                return record
        return self.store.find(kind, key)

    def commit(self, changes: Sequence[Change]) -> None:
        raise TypeError("what is only supposed is not stored")

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        raise TypeError("what is only supposed is not stored")
