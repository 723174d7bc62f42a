"""The records of a job: where it stands, its moves, its tracking page, the state of the board.

A job is a number on the board and a customer: a number that is used again for another customer is
another job. Audit entries hold names and addresses as digests, so that they may outlive the
customer's data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Literal

from belfry.kernel.changes import Announce, Append, Audited, Change, Event, put_audited
from belfry.kernel.texts import digest_of, fold_name

BELFRY = "belfry"
AGGREGATE = "job"
STAGE_CHANGED = "stage.changed"
JOB_QUIET = "job.quiet"
JOB_CORRECTED = "job.corrected"
JOBS_SWEPT = "jobs.swept"
WORDINGS_SUGGEST = "wordings.suggest"
BOARD_KEY = "board"
CORRECTION: Literal["correction"] = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Audited):
    """A job, known from its row on the board.

    `number` is what the board and people call it; the `id` of a number's second job is `J-2042~2`,
    which the first one names as its `successor`. `known_as` is the Identity of the customer where
    the row does not say it all; their name or address last changed at `renamed_at`.

    `row` is the row's text as last read; an equal row is not read again. `entered_at` is when the
    job was first seen in its stage; `entered_from` is the main stage from which it entered a side
    stage. A changed stage is `pending` until it has stood for the settle time.

    While there is a `doubt` about its row, its customer hears nothing.

    `moves` counts the moves; `told` is the number of the last move announced to the customer, and
    `slip` its stage if it turned out to be wrong. `late_told` is the move whose passed ETA was
    reported to the shop. `photo` is the board's photo cell; `photos` counts photos ever added.
    """

    id: str
    number: str = ""
    row: str = field(repr=False)
    customer: str = field(repr=False)
    contact: str = field(repr=False)
    channel: str
    item: str
    consent: str = ""
    zone: str = ""
    photo: str = field(default="", repr=False)
    stage: str
    entered_at: datetime
    entered_from: str = ""
    eta: str = ""
    eta_by: datetime | None = None
    eta_stage: str = ""
    moves: int = 0
    told: int = 0
    slip: str = ""
    doubt: str = ""
    pending: str = ""
    pending_since: datetime | None = None
    is_open: bool = True
    missing_since: datetime | None = None
    closed_at: datetime | None = None
    chases: int = 0
    chased_at: datetime | None = None
    chased_stage: str = ""
    late_told: int = 0
    photos: int = 0
    known_as: str = ""
    renamed_at: datetime | None = None
    successor: str = ""
    revision: int = 0

    def __post_init__(self) -> None:
        if not self.number:
            object.__setattr__(self, "number", self.id)

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"job/{self.id}"

    @property
    def unsettled_since(self) -> datetime | None:
        """Since when it has a pending change, or is open and missing from the board."""
        if self.pending:
            return self.pending_since or self.entered_at
        return self.missing_since if self.is_open else None


_NUMBERED = re.compile(r"~([0-9]+)$")


def first_id(number: str) -> str:
    """The id of a number's first job: never the id of another number's second."""
    return f"{number}~1" if _NUMBERED.search(number) else number


def next_id(job: Job) -> str:
    """The id of the job that gets this one's number."""
    turn = _NUMBERED.search(job.id.removeprefix(job.number))
    return f"{job.number}~{int(turn[1]) + 1 if turn else 2}"


# A row is often retyped cell by cell, with a poll in between.
RETYPED_WITHIN = timedelta(minutes=10)
_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Identity:
    """Digests of a customer's name and address; empty for what the board does not say."""

    name: str = ""
    address: str = ""

    @classmethod
    def make(cls, customer: str, contact: str) -> Identity:
        name, address = fold_name(customer), contact.strip().casefold()
        return cls(
            digest_of(f"customer/{name}")[:_LENGTH] if name else "",
            digest_of(f"contact/{address}")[:_LENGTH] if address else "",
        )

    @classmethod
    def parse(cls, known_as: str) -> Identity:
        name, _, address = known_as.partition("/")
        return cls(name, address)

    def __str__(self) -> str:
        return f"{self.name}/{self.address}"

    def fill_from(self, other: Identity) -> Identity:
        return Identity(self.name or other.name, self.address or other.address)

    def is_changed(self, other: Identity) -> bool:
        """Whether they differ in what both know."""
        return any(mine != theirs for mine, theirs in self._pair(other))

    def is_another(self, other: Identity) -> bool:
        """Whether they differ in all that both know."""
        return bool(self._pair(other)) and not self.is_shared(other)

    def is_shared(self, other: Identity) -> bool:
        return any(mine == theirs for mine, theirs in self._pair(other))

    def _pair(self, other: Identity) -> list[tuple[str, str]]:
        pairs = [(self.name, other.name), (self.address, other.address)]
        return [(mine, theirs) for mine, theirs in pairs if mine and theirs]


@dataclass(frozen=True, slots=True)
class JudgedCustomer:
    """Whether a row names another customer; else the job's `known_as` and `renamed_at`."""

    is_another: bool
    known_as: str
    renamed_at: datetime | None


def judge_customer(job: Job, customer: str, contact: str, now: datetime) -> JudgedCustomer:
    """Compare a row's customer with the job's, as they were before any change in the last minutes.

    An empty cell says nothing about the customer: who the job was for before still counts. A row
    that returns after its job was closed must have their name or address.
    """
    known, seen = Identity.parse(job.known_as), Identity.make(customer, contact)
    latest = Identity.make(job.customer, job.contact).fill_from(known)
    before = known.fill_from(latest) if is_just_renamed(job, now) else latest
    is_another = before.is_another(seen) or latest.is_another(seen)
    is_return = job.closed_at is not None and seen != Identity()
    return JudgedCustomer(
        is_another=is_another or (is_return and not latest.is_shared(seen)),
        known_as="" if before.fill_from(seen) == seen else str(before.fill_from(seen)),
        renamed_at=now if latest.is_changed(seen) else job.renamed_at,
    )


def is_just_renamed(job: Job, now: datetime) -> bool:
    """Whether the customer's name or address changed so lately that the rest may follow."""
    return job.renamed_at is not None and abs(now - job.renamed_at) <= RETYPED_WITHIN


class Course(StrEnum):
    NEW = "new"
    FORWARD = "forward"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move of one job; `seen_at` is when the board first showed it, `at` when it counted."""

    job_id: str
    number: int
    came_from: str
    went_to: str
    course: Course
    seen_at: datetime
    at: datetime
    is_told: bool
    eta: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.job_id}/{self.number}"


@dataclass(frozen=True, slots=True)
class LastUpdate:
    """The last message about a job that its customer has, or may have.

    `came_from` is the stage before, if it told of a move; `eta_by` is the time it gave. It
    `is_correction` if it took words back.
    """

    stage: str
    came_from: str = ""
    eta_by: datetime | None = None
    is_correction: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The state of the board between polls.

    `reading` is a digest of the settings and headers its rows were last read with; if they change,
    every row is read again. `is_doubtful` while too many jobs are missing from it at once.
    `swept_at` is the last sweep that queued a digest.
    """

    name: str = BOARD_KEY
    first_at: datetime
    reading: str = ""
    is_doubtful: bool = False
    swept_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingPage:
    """The customer's page of a job, at an address that holds a secret and no personal data."""

    job_id: str
    token: str = field(repr=False)
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.job_id


def page_path(token: str) -> str:
    return f"/t/{token}"


def photo_path(token: str, number: int) -> str:
    return f"/t/{token}/photo/{number}"


def record_job(job: Job, *, action: str, at: datetime, by: str = BELFRY) -> list[Change]:
    after = {
        "stage": job.stage,
        "move": job.moves,
        "eta": job.eta,
        "open": job.is_open,
        "customer": digest_of(job.customer),
        "contact": digest_of(job.contact),
    }
    return put_audited(job, action=action, by=by, at=at, after=after)


def record_move(
    job: Job, move: Move, *, at: datetime, action: str = "", by: str = BELFRY
) -> list[Change]:
    """Put the job after its move; a move the customer hears of is published as an event."""
    action = action or f"moved {move.course}"
    changes = [*record_job(job, action=action, at=at, by=by), Append(move)]
    if move.is_told:
        changes.append(announce_move(job, move, at=at))
    return changes


def announce_move(job: Job, move: Move, *, at: datetime) -> Announce:
    """The event of a move; `job` is the job after it."""
    news = {"stage": move.went_to, "from": move.came_from}
    if job.eta_by:
        news["eta_by"] = job.eta_by.astimezone(UTC).isoformat()
    return announce(job, STAGE_CHANGED, news, at=at)


def announce(job: Job, op: str, facts: dict[str, Any], *, at: datetime) -> Announce:
    """An outbox event about the job, with the number of its current move."""
    return Announce(Event(AGGREGATE, job.id, op, {"move": job.moves, **facts}, at))


ROOM = "jobs"


CUSTOMER = "customer"


SHOP = "the shop"


DIGEST = "jobs"


def about_job(job_id: str) -> str:
    return f"jobs/{job_id}"


def find_job_id(about: str) -> str:
    """The job that `about_job` named; nothing if it is about something else."""
    room, _, job_id = about.partition("/")
    return job_id if room == ROOM else ""


def about_wish(contact: str) -> str:
    """A contact's wish about messages: a later one replaces an earlier one."""
    return f"contacts/{contact}"


def about_help(contact: str) -> str:
    return f"contacts/{contact}/help"


def move_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/move-{move}"


def holding_key(job_id: str, move: int, chase: int) -> str:
    return f"jobs/{job_id}/holding-{move}-{chase}"


def correction_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/correction-{move}"


def digest_key(at: str) -> str:
    return f"jobs/digest/{at}"


def answer_key(reply_id: str) -> str:
    """No job's: they all begin with the room."""
    return f"replies/{reply_id}"


WRITTEN = "written"


def written_key(job_id: str, number: int) -> str:
    """The number-th message that a person wrote to a job's customer."""
    return f"replies/to/{job_id}/{number}"


def about_written(job_id: str, number: int) -> str:
    """Its own subject: no update takes its place, nor does the next one."""
    return f"contacts/to/{job_id}/{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A cleaned picture of a job in a stage.

    Numbers count from 1 for each job and are never reused. `source` is the file in the team's
    folder, the board, or an upload. `digest` is that of the original picture.
    """

    job_id: str
    number: int
    stage: str
    source: str
    digest: str
    width: int
    height: int
    size: int
    added_at: datetime
    added_by: str
    revision: int = 0

    @property
    def key(self) -> str:
        return photo_key(self.job_id, self.number)

    @property
    def blob_name(self) -> str:
        """The name of its bytes in the blob store.

        The job id is hashed because it may not be a valid file name. Two pictures given the same
        number at once differ by their digest.
        """
        return f"photos/{digest_of(self.job_id)[:32]}/{self.number}-{self.digest[:16]}.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A picture file that was read; `why` says why there is no photo of it, if so.

    It is read again when its `stamp` changes, and holds nothing new if its `digest` is the same.
    """

    name: str
    stamp: str
    digest: str = ""
    why: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def photo_key(job_id: str, number: int) -> str:
    return f"{job_id}/{number}"
