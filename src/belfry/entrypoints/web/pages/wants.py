"""What wants somebody's attention, room by room, the most pressing room first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.controls.message_keys import ROOM as CONTROLS
from belfry.entrypoints.web.pages.clock_wants import find_clock_wants
from belfry.entrypoints.web.pages.control_wants import find_control_wants
from belfry.entrypoints.web.pages.job_wants import find_job_wants
from belfry.entrypoints.web.pages.rota_wants import find_rota_wants
from belfry.entrypoints.web.pages.want_words import say_clock, say_controls, say_jobs, say_rota
from belfry.jobs.message_keys import ROOM as JOBS
from belfry.rota.message_keys import ROOM as ROTA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from belfry.entrypoints.web.pages.clock_wants import ClockWants
    from belfry.entrypoints.web.pages.control_wants import ControlWants
    from belfry.entrypoints.web.pages.job_wants import JobWants
    from belfry.entrypoints.web.pages.letters import Shown
    from belfry.entrypoints.web.pages.rota_wants import RotaWants
    from belfry.entrypoints.web.pages.visits import Visit

    T = TypeVar("T")

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


def find_wants(visit: Visit, letters: Sequence[Shown]) -> Wants:
    """`letters` are the messages that need somebody; each is shown in the room it comes from."""
    post = _by_room(letters, lambda letter: letter.message.room)
    troubles = _by_room(visit.services.ports.troubles.list(), lambda trouble: trouble.room)
    jobs = find_job_wants(visit, post[JOBS], troubles[JOBS])
    rota = find_rota_wants(visit, post[ROTA], troubles[ROTA])
    controls = find_control_wants(visit, post[CONTROLS], troubles[CONTROLS])
    clock = find_clock_wants(visit, post[CLOCK], troubles[CLOCK])
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
