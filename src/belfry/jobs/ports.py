"""What the room asks of wherever its jobs are kept. Changes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.jobs.board.rows import Sightings
    from belfry.jobs.jobs import Job, Move, TrackingPage
    from belfry.jobs.photos.photos import Photo, PhotoFile
    from belfry.jobs.updates.drafts import Draft
    from belfry.messaging.contacts import Contact
    from belfry.messaging.replies import Reply


class Jobs(Protocol):
    """The jobs there were and are.

    Every implementation promises:
    - `sightings` gives every job that was ever seen; a job that changes at that moment may be
      left out;
    - `list_by_id` gives those of the jobs that there are, in no set order;
    - `list_page` gives jobs by id, only ids after `after`; with `stage` those in it, with `is_open`
      those that are, or are not;
    - `list_quiet` gives open jobs, on the board, that have been in a named stage since its moment
      or longer and were not chased for that stage since `chased_before`, the longest first;
      up to `limit` of each stage, or all of them;
    - `list_late` gives open jobs, on the board, whose ETA is before `now` and of whose move the
      shop was not told that it is late, the longest first;
    - `list_told_wrong` gives jobs whose customer heard of a slip, by id;
    - `list_moves` gives one job's moves in order.
    """

    def sightings(self) -> Sightings: ...

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]: ...

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

    def list_told_wrong(self, *, limit: int) -> Sequence[Job]: ...

    def list_moves(self, job_id: str) -> Sequence[Move]: ...


class Lineup(Protocol):
    """How the open jobs stand in their stages; those missing from the board stand apart.

    Every implementation promises:
    - `list_stages` gives the stages that there are jobs in, by name;
    - `list_newest` gives the jobs of a stage, the latest to enter it first, then the last id;
    - `count` tells how many jobs are in a stage, and stops counting at `most`;
    - `list_missing` gives open jobs that are missing from the board, the last id first;
    - `list_last` gives the ids that come last of all jobs, the last first;
    - `search` gives open jobs, missing or not, whose customer or item holds the words as they are
      written, by customer, item and id; a capital among a to z is as good as a small letter.
    """

    def list_stages(self) -> Sequence[str]: ...

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]: ...

    def count(self, stage: str, *, most: int) -> int: ...

    def list_missing(self, *, limit: int) -> Sequence[Job]: ...

    def list_last(self, *, limit: int) -> Sequence[str]: ...

    def search(self, words: str, *, limit: int) -> Sequence[Job]: ...


class Customers(Protocol):
    """The people whose jobs they are, as far as they can be told by an address or a link.

    Every implementation promises:
    - `list_jobs` gives the jobs with exactly that address, the latest to enter its stage first;
    - `find_page` and `find_contact` give what a link names, or None;
    - `list_replies` gives the newest first: those about one thing, from one contact, those a person
      has yet to see to, or all;
    - `list_drafts` gives what was drafted about a job, by the message's id.
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


class Photos(Protocol):
    """The pictures of jobs there are.

    Every implementation promises:
    - `list` gives one job's photos by number;
    - `find_newest` gives, of each of these jobs that has any, the photo with the last number;
    - `list_ended` gives photos of jobs that have been in a named stage, or gone from the board,
      since before a moment, by job and number;
    - `files` gives every file that was looked at, by its name;
    - `cells` gives, for each open job whose row names a picture, what it says, by the job's id.
    """

    def list(self, job_id: str) -> Sequence[Photo]: ...

    def find_newest(self, job_ids: Collection[str]) -> Mapping[str, Photo]: ...

    def list_ended(self, *, last: str, before: datetime, limit: int) -> Sequence[Photo]: ...

    def files(self) -> Mapping[str, PhotoFile]: ...

    def cells(self) -> Mapping[str, str]: ...
