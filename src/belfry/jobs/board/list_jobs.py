"""Which jobs there are, stage by stage, and what each customer last heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs, Lineup
from belfry.jobs.updates.message_keys import about_job
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages


@dataclass(frozen=True, slots=True)
class JobLine:
    """A job, and the newest message about it, if there was one."""

    job: Job
    latest: Message | None


@dataclass(frozen=True, slots=True)
class JobPage:
    """As many jobs as were asked for; `following` is where the next page goes on, if there is one.

    `stage` is the one that was asked for, or none.
    """

    lines: tuple[JobLine, ...]
    following: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class ListJobs:
    """Never reads more jobs than it gives, but for one that tells whether there are more."""

    jobs: Jobs
    lineup: Lineup
    messages: Messages

    def __call__(
        self, *, stage: str = "", is_open: bool | None = None, after: str = "", limit: int
    ) -> JobPage:
        """By id."""
        found = self.jobs.list_page(
            stage=stage or None, is_open=is_open, after=after, limit=limit + 1
        )
        return self._make_page(found, limit, stage)

    def by_stage(self, stages: Iterable[str], *, limit: int) -> list[JobPage]:
        """The first open jobs of each stage, in the order of the stages."""
        pages = [self(stage=stage, is_open=True, limit=limit) for stage in stages]
        return [page for page in pages if page.lines]

    def find(self, words: str, *, limit: int) -> JobPage:
        """Jobs whose id begins so, then open ones whose customer or item holds the words."""
        exact = self.jobs.list_by_id([words])
        after = self.jobs.list_page(after=words, limit=limit + 1)
        found = {job.id: job for job in exact}
        found |= {job.id: job for job in after if job.id.startswith(words)}
        found |= {job.id: job for job in self.lineup.search(words, limit=limit + 1)}
        return self._make_page(list(found.values()), limit)

    def _make_page(self, found: Sequence[Job], limit: int, stage: str = "") -> JobPage:
        shown = found[:limit]
        latest = self.messages.find_latest([about_job(job.id) for job in shown])
        lines = tuple(JobLine(job, latest.get(about_job(job.id))) for job in shown)
        return JobPage(lines, shown[-1].id if len(found) > limit else "", stage)
