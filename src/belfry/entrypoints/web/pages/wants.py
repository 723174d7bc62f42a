"""What wants somebody's attention, room by room, the most pressing room first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.controls.chains.moves import Move
from belfry.controls.reminders.reminders import ROOM as CONTROLS
from belfry.controls.tasks.sync_tasks import AT_ONCE as OFF_THE_LIST
from belfry.entrypoints.web.pages.jobs.job_wants import find_job_wants
from belfry.entrypoints.web.pages.rota.rota_wants import find_rota_wants
from belfry.entrypoints.web.pages.scheduler.clock_wants import find_clock_wants
from belfry.entrypoints.web.pages.words import MOVES
from belfry.jobs.jobs import ROOM as JOBS
from belfry.rota.messages.message_keys import ROOM as ROTA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from belfry.entrypoints.web.pages.jobs.job_wants import JobWants
    from belfry.entrypoints.web.pages.messages.message_views import MessageView
    from belfry.entrypoints.web.pages.rota.rota_wants import RotaWants
    from belfry.entrypoints.web.pages.scheduler.clock_wants import ClockWants
    from belfry.entrypoints.web.pages.visits import Visit

    T = TypeVar("T")
    from collections.abc import Iterator

    from belfry.controls.find_controls import SearchPage
    from belfry.workspace.data_problems import DataProblem

CLOCK = "clock"
# Troubles that go by a name of their own.
_ROOMS = {"photos": JOBS}


@dataclass(frozen=True, slots=True)
class Room:
    """How much a room wants, what that is in a few words, and whether something went wrong."""

    count: int
    said: str
    is_bad: bool


@dataclass(frozen=True, slots=True)
class Wants:
    """`rooms` are those that want anything; first the ones in which something went wrong."""

    jobs: JobWants
    rota: RotaWants
    controls: ControlWants
    clock: ClockWants
    rooms: Mapping[str, Room]
    total: int


def find_wants(visit: Visit, message_views: Sequence[MessageView]) -> Wants:
    """`message_views` are the messages that need attention, each shown in its own room."""
    post = _by_room(message_views, lambda view: view.message.room)
    data_problems = _by_room(
        visit.services.ports.data_problems.list(), lambda problem: problem.room
    )
    jobs = find_job_wants(visit, post[JOBS], data_problems[JOBS])
    rota = find_rota_wants(visit, post[ROTA], data_problems[ROTA])
    controls = find_control_wants(visit, post[CONTROLS], data_problems[CONTROLS])
    clock = find_clock_wants(visit, post[CLOCK], data_problems[CLOCK])
    each = {
        JOBS: Room(len(jobs), say_jobs(jobs), jobs.is_bad),
        ROTA: Room(len(rota), say_rota(rota), rota.is_bad),
        CONTROLS: Room(len(controls), say_controls(controls), controls.is_bad),
        CLOCK: Room(len(clock), say_clock(clock), clock.is_bad),
    }
    wanting = {key: room for key, room in each.items() if room.count}
    return Wants(
        jobs=jobs,
        rota=rota,
        controls=controls,
        clock=clock,
        rooms=dict(sorted(wanting.items(), key=lambda one: not one[1].is_bad)),
        total=sum(room.count for room in wanting.values()),
    )


def _by_room(things: Iterable[T], room_of: Callable[[T], str]) -> dict[str, list[T]]:
    """What belongs to no room that people know is told with the clock."""
    found: dict[str, list[T]] = {JOBS: [], ROTA: [], CONTROLS: [], CLOCK: []}
    for thing in things:
        room = room_of(thing).partition("-")[0]
        found.get(_ROOMS.get(room, room), found[CLOCK]).append(thing)
    return found


def say_jobs(wants: JobWants) -> str:
    return _join(
        (len(wants.replies), "reply", "replies"),
        (len(wants.slips), "told by mistake"),
        (len(wants.message_views), "message", "messages"),
        (len(wants.stuck), "standing still"),
        (wants.wordings, "about wordings"),
        (len(wants.missing) + len(wants.data_problems), "to fix"),
    )


def say_rota(wants: RotaWants) -> str:
    return _join(
        (len(wants.asked), "question to you", "questions to you"),
        (len(wants.drafts), "draft", "drafts"),
        (len(wants.open.swaps), "swap", "swaps"),
        (len(wants.open.time_off), "time-off request", "time-off requests"),
        (len(wants.open.clashes), "clash", "clashes"),
        (len(wants.gaps) + wants.more_gaps, "open shift", "open shifts"),
        (len(wants.message_views), "message", "messages"),
        (len(wants.data_problems), "to fix"),
    )


def say_controls(wants: ControlWants) -> str:
    return _join(
        *_count_moves(wants),
        (len(wants.message_views), "message", "messages"),
        (len(wants.unlisted) + len(wants.data_problems), "to fix"),
    )


def say_clock(wants: ClockWants) -> str:
    return _join(
        (len(wants.troubled), "cannot run"),
        (len(wants.failing), "failing"),
        (len(wants.notices), "notice", "notices"),
        (len(wants.message_views), "message", "messages"),
        (len(wants.data_problems), "to fix"),
    )


def _count_moves(wants: ControlWants) -> Iterator[tuple[int, str]]:
    """The most pressing first."""
    counted = Counter(one.decision.move for one in wants.found.lines)
    for move in reversed(Move):
        yield counted[move], MOVES[move].word


def _join(*parts: tuple[int, str] | tuple[int, str, str]) -> str:
    """The last word of each is said of more than one."""
    return ", ".join(
        f"{count} {words[0] if count == 1 else words[-1]}" for count, *words in parts if count
    )


MOST = 8


@dataclass(frozen=True, slots=True)
class ControlWants:
    """`found` are those whose day is past, `unlisted` the trouble of a list that lost many."""

    found: SearchPage
    unlisted: Sequence[DataProblem]
    message_views: Sequence[MessageView]
    data_problems: Sequence[DataProblem]

    def __len__(self) -> int:
        return (
            len(self.found) + len(self.unlisted) + len(self.message_views) + len(self.data_problems)
        )

    @property
    def is_bad(self) -> bool:
        is_escalated = any(one.decision.move is Move.ESCALATE for one in self.found.lines)
        return is_escalated or bool(self.unlisted)


def find_control_wants(
    visit: Visit, message_views: Sequence[MessageView], data_problems: Sequence[DataProblem]
) -> ControlWants:
    return ControlWants(
        found=visit.services.controls.search.list_pressing(limit=MOST),
        unlisted=[problem for problem in data_problems if OFF_THE_LIST in problem.text],
        message_views=message_views,
        data_problems=[problem for problem in data_problems if OFF_THE_LIST not in problem.text],
    )
