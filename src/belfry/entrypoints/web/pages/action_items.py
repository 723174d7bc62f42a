"""What needs a decision today, area by area: jobs, rota, controls, and the scheduler."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TypeVar

from belfry.controls.answers.mark_done import Correction
from belfry.controls.chains.moves import Move
from belfry.controls.find_controls import ControlPage, ControlView
from belfry.controls.reminders.reminders import ROOM as CONTROLS
from belfry.controls.tasks.proposals import ProposedControl
from belfry.controls.tasks.sync_tasks import AT_ONCE as OFF_THE_LIST
from belfry.entrypoints.web.pages.messages.message_views import MessageView
from belfry.entrypoints.web.pages.rota.rota_grid import ONE_WEEK
from belfry.entrypoints.web.pages.rota.rota_requests import name_shifts
from belfry.entrypoints.web.pages.rota.rota_week import find_today
from belfry.entrypoints.web.pages.visits import Visit
from belfry.entrypoints.web.words import MOVES, SEVERAL
from belfry.jobs.board.poll_board import MISSING_AT_ONCE as OFF_THE_BOARD
from belfry.jobs.customers.replies import OpenReplies
from belfry.jobs.jobs import BOARD_KEY, Board, Job
from belfry.jobs.jobs import ROOM as JOBS
from belfry.jobs.updates.wordings import State
from belfry.jobs.updates.write_updates import Slip
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.messaging.incoming import IncomingMail
from belfry.messaging.messages import Message
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft, draft_key
from belfry.rota.explaining.covers import NeedsCover
from belfry.rota.messages.message_keys import ROOM as ROTA
from belfry.rota.requests.list_requests import OpenRequests
from belfry.rota.requests.requests import Swap, SwapState
from belfry.scheduler.runs import Notice, Run, WorkflowHealth
from belfry.scheduler.triggers import Trigger
from belfry.workspace.tables import DataProblem

T = TypeVar("T")

CLOCK = "clock"
# Data problems of these belong to another area.
_ROOMS = {"photos": JOBS}
# So many are counted; no more than a few are shown.
MOST, MOST_COUNTED, MOST_GAPS = 20, 200, 6
RUNS_SHOWN_FOR = timedelta(days=7)
_TO_DECIDE = (SwapState.OFFERED, SwapState.STUCK)


@dataclass(frozen=True)
class RoomItems(ABC):
    """The action items of one area: its messages that need a decision, its data, and more.

    `messages` is how many there are; not all of them are shown.
    """

    message_views: Sequence[MessageView]
    messages: int
    data_problems: Sequence[DataProblem]

    @property
    @abstractmethod
    def counts(self) -> Mapping[str, int]:
        """How many there are, by what each is called."""

    @property
    @abstractmethod
    def is_bad(self) -> bool:
        """Whether something went wrong, or will."""

    @property
    def summary(self) -> str:
        """2 replies, 1 message."""
        counts = self.counts.items()
        return ", ".join(
            f"{count} {name if count == 1 else SEVERAL.get(name, name)}"
            for name, count in counts
            if count
        )

    def __len__(self) -> int:
        return sum(self.counts.values())


# What every area has: the messages shown, how many there are, and its data problems.
Shared = tuple[Sequence[MessageView], int, Sequence[DataProblem]]


@dataclass(frozen=True, slots=True)
class ActionItems:
    jobs: JobItems
    rota: RotaItems
    controls: ControlItems
    clock: ClockItems

    @property
    def rooms(self) -> dict[str, RoomItems]:
        """Areas with action items; first those in which something went wrong."""
        rooms: dict[str, RoomItems] = {
            JOBS: self.jobs,
            ROTA: self.rota,
            CONTROLS: self.controls,
            CLOCK: self.clock,
        }
        ordered = sorted(rooms.items(), key=lambda room: not room[1].is_bad)
        return {key: items for key, items in ordered if len(items)}

    @property
    def total(self) -> int:
        return len(self.jobs) + len(self.rota) + len(self.controls) + len(self.clock)


def find_action_items(
    visit: Visit, undecided: Sequence[Message], message_views: Sequence[MessageView]
) -> ActionItems:
    """`undecided` are the messages that need a decision; those shown stand in their own area."""
    views = _by_room(message_views, lambda view: view.message.room)
    messages = _by_room(undecided, lambda message: message.room)
    problems = _by_room(visit.services.ports.data_problems.list(), lambda problem: problem.room)
    shared = {key: (views[key], len(messages[key]), problems[key]) for key in problems}
    room = visit.services.controls
    return ActionItems(
        jobs=_find_job_items(visit, shared[JOBS]),
        rota=_find_rota_items(visit, shared[ROTA]),
        controls=ControlItems(
            views[CONTROLS],
            len(messages[CONTROLS]),
            [problem for problem in problems[CONTROLS] if OFF_THE_LIST not in problem.text],
            late=room.search.list_pressing(limit=MOST_COUNTED),
            corrections=room.acts.list_corrections(limit=MOST_COUNTED),
            unlisted=[problem for problem in problems[CONTROLS] if OFF_THE_LIST in problem.text],
            proposals=visit.services.ports.proposals.list_newest(
                is_undecided=True, limit=MOST_COUNTED
            ),
        ),
        clock=_find_clock_items(visit, shared[CLOCK]),
    )


def _by_room(values: Iterable[T], room_of: Callable[[T], str]) -> dict[str, list[T]]:
    """What belongs to no other area is shown with the scheduler."""
    rooms: dict[str, list[T]] = {JOBS: [], ROTA: [], CONTROLS: [], CLOCK: []}
    for value in values:
        room = room_of(value).partition("-")[0]
        rooms.get(_ROOMS.get(room, room), rooms[CLOCK]).append(value)
    return rooms


@dataclass(frozen=True)
class JobItems(RoomItems):
    """`missing` are the problems of a board that lost many jobs at once.

    `stuck` are jobs that stand still and have no other action item; `refusals` say why nothing is
    sent to their customers, if so. `worded` kinds of messages
    have wordings to approve, `outdated` ones those of another voice.
    """

    replies: OpenReplies
    slips: Sequence[Slip]
    stuck: Sequence[Job]
    refusals: Mapping[str, str]
    missing: Sequence[DataProblem]
    worded: int
    outdated: int

    @cached_property
    def counts(self) -> Mapping[str, int]:
        return {
            "reply": len(self.replies),
            "told by mistake": len(self.slips),
            "message": self.messages,
            "standing still": len(self.stuck),
            "about wordings": bool(self.worded) + bool(self.outdated),
            "to fix": len(self.missing) + len(self.data_problems),
        }

    @property
    def is_bad(self) -> bool:
        is_wrong = any(not message_view.message.is_waiting for message_view in self.message_views)
        is_near = any(line.is_near for line in self.replies.lines)
        return bool(self.slips or self.missing) or is_wrong or is_near


def _find_job_items(visit: Visit, shared: Shared) -> JobItems:
    """Without readable settings, no job is known to stand still and there are no wordings."""
    message_views, messages, problems = shared
    room, store = visit.services.jobs, visit.services.ports.store
    slips = room.correct.list_slips(limit=MOST_COUNTED)
    listed = {slip.job.id for slip in slips} | {view.job.id for view in message_views if view.job}
    try:
        stuck = room.sweep.find_stuck(limit=MOST_COUNTED, without=listed)
        kinds = room.wordings.list_all() if room.wordings.count_waiting() else []
    except (InputError, NotFound):
        stuck, kinds = [], []
    missing = [problem for problem in problems if OFF_THE_BOARD in problem.text]
    board = store.find(Board, BOARD_KEY) if missing else None
    return JobItems(
        message_views,
        messages,
        [problem for problem in problems if problem not in missing],
        replies=room.replies.list_open(limit=MOST),
        slips=slips,
        stuck=stuck,
        refusals={job.id: room.sweep.find_refusal(job) for job in stuck[:MOST]},
        missing=missing if board and board.is_doubtful else [],
        worded=sum(bool(kind.list_in(State.SUGGESTED)) for kind in kinds),
        outdated=sum(kind.is_outdated for kind in kinds),
    )


@dataclass(frozen=True)
class RotaItems(RoomItems):
    """`asked` are the questions to the reader; the rest is for those who decide.

    `gaps` are the next open shifts of published weeks that no one offered to take. `shifts` says
    when the shift of each swap is. `today` are the shifts of this day. `needs_cover` are published
    shifts whose people may no longer work them, with the reason.
    """

    drafts: Sequence[WeekDraft]
    gaps: Sequence[DraftLine]
    more_gaps: int
    open: OpenRequests
    asked: Sequence[Swap]
    shifts: Mapping[str, str]
    today: Sequence[DraftLine]
    needs_cover: Sequence[tuple[DraftLine, NeedsCover]]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        return {
            "question to you": len(self.asked),
            "draft": len(self.drafts),
            "swap": len(self.open.swaps),
            "time-off request": len(self.open.time_off),
            "clash": len(self.open.clashes),
            "needs cover": len(self.needs_cover),
            "open shift": len(self.gaps) + self.more_gaps,
            "message": self.messages,
            "to fix": len(self.data_problems),
        }

    @property
    def is_bad(self) -> bool:
        is_stuck = any(swap.state is SwapState.STUCK for swap in self.open.swaps)
        return bool(self.gaps or self.needs_cover) or is_stuck


def _find_rota_items(visit: Visit, shared: Shared) -> RotaItems:
    requests = visit.services.rota.requests.list()
    swaps = [swap for swap in requests.swaps if swap.state in _TO_DECIDE]
    asked = list_asked(visit, requests.swaps)
    this, now = find_today(visit), visit.now
    weeks = visit.services.ports.rotas.list_weeks(this - ONE_WEEK, this + 4 * ONE_WEEK)
    coming = visit.services.rota.drafts.open_published.list_coming(weeks)
    today = now.astimezone(visit.services.rota.drafts.gather.zone).date()
    # On a Monday, a shift of the night before may go on.
    lines = _list_lines(visit, (week for week in weeks if week.starts_on < this == today))
    near = [week for week in coming if week.head.starts_on <= this + ONE_WEEK]
    lines += [line for week in near for line in week.lines.values()]
    wanted = {(swap.week, swap.shift_id) for swap in swaps}
    gaps = [
        line
        for line in lines
        if line.starts_at > now and line.is_open and (line.week, line.shift_id) not in wanted
    ]
    waiting = [week for week in weeks if week.is_waiting and week.starts_on >= this]
    keys = [draft_key(week.id, week.draft) for week in waiting if not week.archived_at]
    drafts = [visit.services.ports.store.find(WeekDraft, key) for key in keys]
    return RotaItems(
        *shared,
        drafts=[draft for draft in drafts if draft],
        needs_cover=[need for week in coming for need in week.list_needing_cover()],
        gaps=gaps[:MOST_GAPS],
        more_gaps=len(gaps[MOST_GAPS:]),
        open=OpenRequests(tuple(swaps), requests.time_off, requests.clashes),
        asked=asked,
        shifts=name_shifts(visit.services, [*swaps, *asked], coming),
        # With a shift of the night before that is not over.
        today=[
            line for line in lines if line.day == today or (line.day < today and line.ends_at > now)
        ],
    )


def list_asked(visit: Visit, swaps: Sequence[Swap]) -> list[Swap]:
    """The swaps in which the reader is asked to take a shift."""
    asking = [swap for swap in swaps if swap.state is SwapState.ASKING]
    person = visit.services.rota.pages.find_member(visit.by) if asking else ""
    return [swap for swap in asking if person and plain_name(swap.asked) == plain_name(person)]


def _list_lines(visit: Visit, weeks: Iterable[RotaWeek]) -> list[DraftLine]:
    """The shifts of weeks, as published."""
    known = [week for week in weeks if week.published and not week.archived_at]
    find = visit.services.rota.drafts.open_draft
    return [line for week in known for line in find(week.id, week.published).lines]


@dataclass(frozen=True)
class ControlItems(RoomItems):
    """`late` are those past their day and not snoozed.

    `unlisted` are the problems of a list that lost many.
    `proposals` are controls that forwarded mails propose.
    `corrections` are dates in the list that corrected the last done, and that no one has seen yet.
    """

    late: ControlPage[ControlView]
    corrections: Sequence[Correction]
    unlisted: Sequence[DataProblem]
    proposals: Sequence[ProposedControl]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The most pressing first."""
        moves = Counter(view.decision.move for view in self.late.lines)
        return {
            **{MOVES[move].word: moves[move] for move in reversed(Move)},
            "correction": len(self.corrections),
            "proposed control": len(self.proposals),
            "message": self.messages,
            "to fix": len(self.unlisted) + len(self.data_problems),
        }

    @property
    def snoozed(self) -> int:
        """Known as long as all that are late were read."""
        return 0 if self.late.following else self.late.left_out

    @property
    def is_bad(self) -> bool:
        is_escalated = any(view.decision.move is Move.ESCALATE for view in self.late.lines)
        return is_escalated or bool(self.unlisted)


@dataclass(frozen=True, slots=True)
class Failing:
    """A workflow that fails; what is known of it may be any of a notice, its health and a run.

    `run` is the newest that did not do its work. Its health counts the attempts that failed.
    """

    workflow_id: int
    notice: Notice | None
    health: WorkflowHealth | None
    run: Run | None


@dataclass(frozen=True)
class ClockItems(RoomItems):
    """`notices` are those about something else than a workflow that fails.

    `mails` are those that nobody has read yet; not all of them are shown.
    """

    failing: Sequence[Failing]
    notices: Sequence[Notice]
    troubled: Sequence[Trigger]
    mails: Sequence[IncomingMail]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        return {
            "cannot run": len(self.troubled),
            "failing": sum(failing.health is not None for failing in self.failing),
            "failed": sum(failing.health is None for failing in self.failing),
            "notice": len(self.notices),
            "unread mail": len(self.mails),
            "message": self.messages,
            "to fix": len(self.data_problems),
        }

    @property
    def is_bad(self) -> bool:
        return bool(self.failing or self.troubled)


def _find_clock_items(visit: Visit, shared: Shared) -> ClockItems:
    ports = visit.services.ports
    notices = ports.monitor.list_open_notices(limit=MOST_COUNTED)
    failing_notices = {
        notice.workflow_id: notice
        for notice in notices
        if notice.kind == "failing" and notice.workflow_id
    }
    return ClockItems(
        *shared,
        failing=_list_failing(visit, failing_notices),
        notices=[notice for notice in notices if notice not in failing_notices.values()],
        troubled=ports.triggers.list_troubled(limit=MOST_COUNTED),
        mails=ports.incoming_mails.list_newest(is_open=True, limit=MOST_COUNTED),
    )


def _list_failing(visit: Visit, notices: Mapping[int, Notice]) -> list[Failing]:
    """Each workflow once; one whose newest run was dismissed rests until it fails again."""
    monitor = visit.services.ports.monitor
    healths = {health.workflow_id: health for health in monitor.list_failing(limit=MOST_COUNTED)}
    newest: dict[int, Run] = {}
    for run in monitor.list_parked(since=visit.now - RUNS_SHOWN_FOR, limit=MOST_COUNTED):
        newest.setdefault(run.workflow_id, run)
    dismissed = visit.services.change_runs.find_dismissed(list(newest.values()))
    return [
        Failing(number, notices.get(number), healths.get(number), newest.get(number))
        for number in dict.fromkeys([*notices, *newest, *healths])
        if number in notices or number not in newest or newest[number].id not in dismissed
    ]
