"""What of the customers' jobs wants somebody's attention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.jobs.board.poll_board import MISSING_AT_ONCE as OFF_THE_BOARD
from belfry.jobs.jobs import BOARD_KEY, Board
from belfry.jobs.updates.wordings import State
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.web.pages.messages.message_views import MessageView
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.jobs.customers.replies import OpenReplies
    from belfry.jobs.jobs import Job
    from belfry.jobs.updates.tell_news import Slip
    from belfry.workspace.data_problems import DataProblem

MOST, MOST_STUCK = 20, 8


@dataclass(frozen=True, slots=True)
class JobWants:
    """`replies` are those that a person has yet to see to, `missing` the trouble of a board that
    lost many jobs at once, `stuck` the jobs that stand still and of which nothing else is said.
    `worded` kinds of messages have wordings to approve, `outdated` ones those of another voice.
    """

    replies: OpenReplies
    slips: Sequence[Slip]
    stuck: Sequence[Job]
    has_more_stuck: bool
    message_views: Sequence[MessageView]
    missing: Sequence[DataProblem]
    data_problems: Sequence[DataProblem]
    worded: int = 0
    outdated: int = 0

    def __len__(self) -> int:
        told = len(self.replies) + len(self.slips) + len(self.stuck)
        return (
            told
            + len(self.message_views)
            + len(self.missing)
            + len(self.data_problems)
            + self.wordings
        )

    @property
    def wordings(self) -> int:
        """How many things are said of wordings."""
        return bool(self.worded) + bool(self.outdated)

    @property
    def is_bad(self) -> bool:
        is_wrong = any(not message_view.message.is_waiting for message_view in self.message_views)
        is_near = any(line.is_near for line in self.replies.lines)
        return bool(self.slips or self.missing) or is_wrong or is_near


def find_job_wants(
    visit: Visit, message_views: Sequence[MessageView], data_problems: Sequence[DataProblem]
) -> JobWants:
    """A job that its slip or a message speaks for is not named once more for standing still."""
    room = visit.services.jobs
    slips = room.correct.list_slips(limit=MOST)
    told = {slip.job.id for slip in slips} | {one.job.id for one in message_views if one.job}
    stuck = [job for job in _list_stuck(visit, MOST_STUCK + 1 + len(told)) if job.id not in told]
    worded, outdated = _count_wordings(visit)
    missing = [problem for problem in data_problems if OFF_THE_BOARD in problem.text]
    return JobWants(
        replies=room.replies.list_open(limit=MOST),
        slips=slips,
        stuck=stuck[:MOST_STUCK],
        has_more_stuck=len(stuck) > MOST_STUCK,
        message_views=message_views,
        missing=missing if missing and _is_doubtful(visit) else [],
        data_problems=[problem for problem in data_problems if problem not in missing],
        worded=worded,
        outdated=outdated,
    )


def _list_stuck(visit: Visit, limit: int) -> Sequence[Job]:
    """None where the shop's settings cannot be read: nobody knows then what is too long."""
    try:
        return visit.services.jobs.sweep.find_stuck(limit=limit)
    except (InputError, NotFound):
        return []


def _count_wordings(visit: Visit) -> tuple[int, int]:
    """The kinds of messages with suggestions, and those whose voice has changed."""
    wordings = visit.services.jobs.wordings
    try:
        kinds = wordings.list_all() if wordings.count_waiting() else []
    except (InputError, NotFound):
        return 0, 0
    worded = sum(bool(kind.list_in(State.SUGGESTED)) for kind in kinds)
    return worded, sum(kind.is_outdated for kind in kinds)


def _is_doubtful(visit: Visit) -> bool:
    """Not once somebody has settled it, though the next look is still to come."""
    board = visit.services.ports.store.find(Board, BOARD_KEY)
    return board is not None and board.is_doubtful
