"""The reads of the jobs room; writes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from belfry.jobs.jobs import Job
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from belfry.jobs.board.moves import SeenRows
    from belfry.jobs.jobs import Move, Photo, PhotoFile, TrackingPage
    from belfry.jobs.updates.wordings import Draft, KindWordings
    from belfry.messaging.contacts import Contact, Reply
    from belfry.ports.store import Store


class Jobs(Protocol):
    """All jobs, open and closed.

    Every implementation promises:
    - `list_seen_rows` gives the row of every number's current job, except those changing at that
      moment; told the numbers that are `on_board`, it may leave out jobs that are over and have
      none of them;
    - `list_by_id` gives the known ones of these jobs, in any order;
    - `list_current` gives the current jobs of these numbers: those without a successor;
    - `list_page` gives jobs by id, only ids after `after`, filtered by `stage` and `is_open`;
    - `list_quiet` gives open jobs on the board that entered a named stage at its moment or before
      and were not chased for that stage since `chased_before`, the longest first; up to `limit` of
      each stage, or all;
    - `list_late` gives open jobs on the board whose ETA is before `now` and not yet reported to the
      shop as late, the longest first;
    - `list_moves` gives one job's moves in order.
    """

    def list_seen_rows(self, on_board: Iterable[str] | None = None) -> SeenRows: ...

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]: ...

    def list_current(self, numbers: Collection[str]) -> Sequence[Job]: ...

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]: ...

    def list_quiet(
        self,
        entered_before: Mapping[str, datetime],
        *,
        chased_before: datetime,
        limit: int | None = None,
    ) -> Sequence[Job]: ...

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]: ...

    def list_moves(self, job_id: str) -> Sequence[Move]: ...


class OpenJobs(Protocol):
    """The open jobs by stage; those missing from the board are listed apart.

    Every implementation promises:
    - `list_stages` gives the stages that have jobs, by name;
    - `list_newest` gives the jobs of a stage, the latest to enter it first, then the last id;
    - `count` counts the jobs of a stage, up to `most`;
    - `list_unsettled` gives open jobs that are missing from the board or have a pending change, the
      last id first;
    - `list_last` gives the last numbers of all jobs, the last first;
    - `list_slips` gives open jobs announced in a wrong stage, missing or not, by id;
    - `search` gives open jobs, missing or not, whose customer or item contains the words, by
      customer, item and id; the letters a to z match in either case.
    """

    def list_stages(self) -> Sequence[str]: ...

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]: ...

    def count(self, stage: str, *, most: int) -> int: ...

    def list_unsettled(self, *, limit: int) -> Sequence[Job]: ...

    def list_last(self, *, limit: int) -> Sequence[str]: ...

    def list_slips(self, *, limit: int) -> Sequence[Job]: ...

    def search(self, words: str, *, limit: int) -> Sequence[Job]: ...


class Customers(Protocol):
    """The customers, found by an address or a link.

    Every implementation promises:
    - `list_jobs` gives the jobs with exactly that address, the latest to enter its stage first;
    - `find_page` and `find_contact` give what a link's token names, or None;
    - `list_replies` gives the newest first, filtered by subject, contact and whether still open;
    - `list_drafts` gives a job's drafts, by the message's id;
    - `list_wordings` gives the wordings of every kind of message that has any, by kind.
    """

    def list_jobs(self, address: str, *, limit: int = 100) -> Sequence[Job]: ...

    def find_page(self, token: str) -> TrackingPage | None: ...

    def find_contact(self, token: str) -> Contact | None: ...

    def list_replies(
        self,
        *,
        about: str | None = None,
        contact: str | None = None,
        is_open: bool | None = None,
        limit: int = 50,
    ) -> Sequence[Reply]: ...

    def list_drafts(self, job_id: str) -> Sequence[Draft]: ...

    def list_wordings(self) -> Sequence[KindWordings]: ...


class Photos(Protocol):
    """The photos of jobs.

    Every implementation promises:
    - `list` gives one job's photos by number;
    - `find_newest` gives the last photo of each of these jobs that has any;
    - `list_ended` gives photos of jobs that entered the `last` stage or were closed before a
      moment, by job and number;
    - `files` gives every picture file already read, by name;
    - `cells` gives the photo cells of open jobs that are not empty, by number.
    """

    def list(self, job_id: str) -> Sequence[Photo]: ...

    def find_newest(self, job_ids: Collection[str]) -> Mapping[str, Photo]: ...

    def list_ended(self, *, last: str, before: datetime, limit: int) -> Sequence[Photo]: ...

    def files(self) -> Mapping[str, PhotoFile]: ...

    def cells(self) -> Mapping[str, str]: ...


def get_job(store: Store, job_id: str) -> Job:
    job = store.find(Job, job_id)
    if job is None:
        raise NotFound(f"no job {job_id!r} has been seen on the board")
    return job
