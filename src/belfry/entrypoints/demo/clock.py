"""The movable clock of the demo: everything between now and the new hour happens.

Fires, drafts, reminders, held messages and what the people of the shop do come each at its own
moment and in order; only the waiting is left out. Between moves, the same worker goes by the clock
as it ticks.
"""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from belfry.accounts.sessions import IDLE, Session
from belfry.accounts.sign_in_links import SignInLink
from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.entrypoints.worker.driver import LOOK_AGAIN_AFTER, Driver
from belfry.entrypoints.worker.perform import perform
from belfry.kernel.changes import Put
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError, InputError
from belfry.messaging.messages import Message
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.message_keys import ask_key
from belfry.rota.requests.requests import SwapState
from belfry.rota.requests.swap_moves import find_deadline
from belfry.scheduler.claim_and_finish import Claimed
from belfry.scheduler.fire_plans import Fate, make_run
from belfry.scheduler.runs import Cause, Failed, Heartbeat, RunStatus
from belfry.scheduler.triggers import Trigger, find_last, find_next

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.days import Deed
    from belfry.ports.clock import DemoClock
    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow

    ListDeeds = Callable[[datetime, datetime], Sequence[Deed]]
    from zoneinfo import ZoneInfo


log = logging.getLogger(__name__)

# In the order in which they run when they fire at the same minute.
CHORES = ("relay", "release", "poll", "sync")
# They check whether the clock goes. While it is moved, it does.
WATCHERS = ("watch", "heartbeat")
# Of a week of backups only the last is of use.
LAST_WILL_DO = ("backup",)
STIRRED_BY_PEOPLE = ("relay", "poll", "sync")
HURRIED = timedelta(hours=1)
UNSETTLED_FOR = timedelta(hours=1)
MOST_WORKFLOWS = 1000
_INSTANT = timedelta(microseconds=1)


@dataclass(slots=True)
class Chore:
    """A chore, up to when its fires have passed, and since when there may be work for it."""

    workflow: Workflow
    passed_at: datetime
    wanted_since: datetime | None = None

    @property
    def next_at(self) -> datetime | None:
        if self.wanted_since is None:
            return None
        return find_next(self.workflow, max(self.passed_at, self.wanted_since - _INSTANT))


class Chores:
    """The chores of one move, from now to `until`, run only when there may be work for them.

    Those that are paused are left alone.
    """

    def __init__(self, services: Services, *, until: datetime) -> None:
        self._services = services
        self._until = until
        now = services.ports.clock.now()
        workflows = services.ports.workflows.list(team_id=None, limit=MOST_WORKFLOWS)
        active = {workflow.kind: workflow for workflow in workflows if workflow.is_active}
        self._chores = {
            kind: Chore(active[kind], passed_at=now) for kind in CHORES if kind in active
        }
        put_off(services, [one for one in workflows if one.is_active], now, until)
        self.stir(now)
        self._want("release", self._find_due())

    @property
    def next_at(self) -> datetime | None:
        moments = [chore.next_at for chore in self._chores.values()]
        return min((moment for moment in moments if moment), default=None)

    def stir(self, now: datetime) -> None:
        """After a deed: there may be events, a board or a sheet to read."""
        for kind in STIRRED_BY_PEOPLE:
            self._want(kind, now)

    def hear_fired(self, now: datetime) -> None:
        """A workflow ran: it may have left events, and messages."""
        self._want("relay", now)
        self._want("release", self._find_due())

    def do_due(self, now: datetime) -> None:
        """Each chore whose moment has come, in order; one may make work for the next."""
        for kind, chore in self._chores.items():
            if kind == "release":
                chore.wanted_since = self._find_due()
            if (at := chore.next_at) is not None and at <= now:
                self._do(kind, chore, at, now)
            chore.passed_at = now
        self._want("release", self._find_due())

    def _do(self, kind: str, chore: Chore, at: datetime, now: datetime) -> None:
        run = make_run(
            chore.workflow.id, chore.workflow, at, Fate(RunStatus.QUEUED, Cause.SCHEDULE), now=now
        )
        outcome = perform(self._services.kinds, Claimed(run, chore.workflow))
        if isinstance(outcome, Failed):
            log.warning("demo.chore_failed", extra={"chore": kind, "error": outcome.error})
        chore.wanted_since = self._find_more(kind, now)
        if kind in ("poll", "sync", "release"):
            self._want("relay", now)
        if kind == "release":
            self._want("sync", find_swaps_due(self._services, now))

    def _find_more(self, kind: str, now: datetime) -> datetime | None:
        """Since when the same chore is wanted again, without any new deed."""
        ports = self._services.ports
        match kind:
            case "relay":
                return None
            case "poll":
                unsettled = ports.jobs.list_seen_rows().unsettled.values()
                is_soon = any(not since or now - since < UNSETTLED_FOR for since in unsettled)
                return now if is_soon else None
            case "sync":
                return find_swaps_due(self._services, now)
            case _:
                return self._find_due()

    def _find_due(self) -> datetime | None:
        due = self._services.ports.messages.list_due(now=self._until, limit=1)
        return due[0].due_at if due else None

    def _want(self, kind: str, since: datetime | None) -> None:
        if since and (chore := self._chores.get(kind)):
            chore.wanted_since = min(since, chore.wanted_since or since)


def put_off(
    services: Services, workflows: Sequence[Workflow], now: datetime, until: datetime
) -> None:
    """Have the triggers of the chores fire again after the move.

    A workflow of the team's own that fires every hour or more often fires once, at the end, as it
    would after a sleep.
    """
    moved = []
    for workflow in workflows:
        following = None
        if workflow.kind in (*CHORES, *WATCHERS):
            following = find_next(workflow, until)
        elif workflow.kind in LAST_WILL_DO or _is_hurried(workflow, now):
            following = find_last(workflow, until)
        trigger = services.ports.store.find(Trigger, str(workflow.id))
        if following and trigger and trigger.next_at and trigger.next_at < following:
            moved.append([Put(replace(trigger, next_at=following))])
    services.ports.store.commit_each(moved)


def _is_hurried(workflow: Workflow, now: datetime) -> bool:
    first = find_next(workflow, now)
    second = find_next(workflow, first) if first else None
    return first is not None and second is not None and second - first <= HURRIED


def find_swaps_due(services: Services, now: datetime) -> datetime | None:
    """The first moment after now at which a swap is over, or goes on to the next person."""
    ports = services.ports
    moments = []
    for swap in ports.requests.list_open_swaps():
        head = ports.store.find(RotaWeek, swap.week)
        lines = ports.rotas.list_lines(swap.week, head.published) if head else ()
        for line in (line for line in lines if line.shift_id == swap.shift_id):
            moments.append(line.starts_at)
            asked = ports.store.find(Message, ask_key(swap.id, swap.round, swap.asked))
            if swap.state is SwapState.ASKING and asked and asked.sent_at:
                moments.append(find_deadline(asked.sent_at, line.starts_at))
    return min((moment for moment in moments if moment > now), default=None)


TICK_EVERY = timedelta(milliseconds=500)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of the clock: the how-manieth it was, and from when to when."""

    number: int
    began: datetime
    ended: datetime


class Mover:
    """The demo's one worker, in moved time and in real time; `hear` is told of each run's end.

    `list_deeds` gives what the people of the shop do after one moment and up to another; they begin
    with the first move, or when the clock is let go.
    """

    def __init__(
        self,
        services: Services,
        clock: DemoClock,
        *,
        list_deeds: ListDeeds = lambda since, until: (),
        hear: Callable[[Run], None] = lambda run: None,
    ) -> None:
        self._services = services
        self._clock = clock
        self._list_deeds = list_deeds
        self._hear = hear
        # Only its holder works and moves the clock.
        self._turn = Lock()
        self._is_loose = False
        self._done_until: datetime | None = None
        self.latest: Moved | None = None

    def move_to(self, moment: datetime, *, after: int | None = None) -> Moved:
        """Live up to `moment`; one who asks again `after` the same move is told how it went."""
        with self._turn:
            if self.latest and after is not None and after < self.latest.number:
                return self.latest
            self._clock.hold()
            began = self._clock.now()
            try:
                self._move(max(moment, began))
            finally:
                if self._is_loose:
                    self._clock.let_go()
            number = self.latest.number + 1 if self.latest else 1
            self.latest = Moved(number, began, max(moment, began))
            return self.latest

    def live(self, stop: Event) -> None:
        """Let the clock go, and do what is due as it ticks, until `stop`."""
        with self._turn:
            self._is_loose = True
            self._clock.let_go()
        while not stop.is_set():
            self._tick()
            stop.wait(TICK_EVERY.total_seconds())
        for worker in self._services.ports.monitor.list_workers():
            self._services.keep_worker.sign_off(worker.id)

    @cached_property
    def _driver(self) -> Driver:
        return Driver(self._services, self._clock, self._hear)

    def _do_deed(self, deed: Deed) -> bool:
        """The edge: whatever is wrong with one deed, the clock goes on."""
        self._done_until = deed.at
        try:
            deed.do(self._services)
        except BelfryError as error:
            log.info("demo.deed_left_undone", extra={"deed": deed.what, "error": str(error)})
        except Exception:
            log.exception("demo.deed_raised", extra={"deed": deed.what})
        else:
            return True
        return False

    def _tick(self) -> None:
        """The edge: nothing that goes wrong once may stop the demo."""
        with self._turn:
            try:
                for deed in self._list_due(self._clock.now()):
                    self._do_deed(deed)
                self._driver.settle()
            except BelfryError as error:
                log.warning("demo.tick_failed", extra={"error": str(error)})
            except Exception:
                log.exception("demo.tick_raised")

    def _move(self, until: datetime) -> None:
        stay_signed_in(self._services, until)
        deeds = self._list_due(until)
        chores = Chores(self._services, until=until)
        self._driver.settle()
        while True:
            fires_at = self._find_fire()
            deed_at = deeds[0].at if deeds else NEVER
            at = min(fires_at, chores.next_at or NEVER, deed_at)
            if at > until:
                break
            self._clock.advance_to(at)
            self._live_moment(chores, deeds, is_firing=fires_at <= at)
        self._clock.advance_to(until)
        self._keep_heartbeat()

    def _live_moment(self, chores: Chores, deeds: deque[Deed], *, is_firing: bool) -> None:
        """What people do comes first, then the chores, which fire before other workflows."""
        now = self._clock.now()
        while deeds and deeds[0].at <= now:
            if self._do_deed(deeds.popleft()):
                chores.stir(now)
        chores.do_due(now)
        if is_firing:
            self._driver.settle()
            chores.hear_fired(now)

    def _list_due(self, until: datetime) -> deque[Deed]:
        """What people do up to `until` and have not done yet; they begin at the first call."""
        since = self._done_until or self._clock.now()
        self._done_until = since
        return deque(self._list_deeds(since, until))

    def _find_fire(self) -> datetime:
        """What is due and was not done is left for a moment: it waits for a run under way."""
        ports, now = self._services.ports, self._clock.now()
        fire = min(ports.triggers.earliest() or NEVER, ports.runs.earliest() or NEVER)
        return fire if fire > now else now + LOOK_AGAIN_AFTER

    def _keep_heartbeat(self) -> None:
        """The clock was moved; no watch was missed."""
        store = self._services.ports.store
        if heartbeat := store.find(Heartbeat, "clock"):
            store.commit([Put(replace(heartbeat, seen_at=self._clock.now()))])


FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
MOST = 1000
TRIES = 3


def stay_signed_in(services: Services, until: datetime) -> None:
    """Sessions and links that are good now are so at `until`: for people hardly any time goes by.

    A browser may be seen at the very same moment; it is then looked at again.
    """
    now = services.ports.clock.now()
    longer, leftovers = until - now, services.ports.leftovers
    for _ in range(TRIES):
        puts = []
        for session in leftovers.list_expired(Session, now=FOREVER, limit=MOST):
            ends_at = min(session.expires_at, session.seen_at + IDLE)
            if session.ended_at is None and now < ends_at and session.seen_at < until:
                expires_at = session.expires_at + longer
                puts.append([Put(replace(session, seen_at=until, expires_at=expires_at))])
        for link in leftovers.list_expired(SignInLink, now=until, limit=MOST):
            if link.used_at is None and now < link.expires_at:
                puts.append([Put(replace(link, expires_at=link.expires_at + longer))])
        if all(services.ports.store.commit_each(puts)):
            return


MOST_ENTRIES = 4000
MOST_CONTROLS = 1000
MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened so many times; `path` is the page where it is seen."""

    count: int
    one: str
    many: str
    path: str

    def __str__(self) -> str:
        return f"{self.count} {self.one if self.count == 1 else self.many}"


# What an audit entry means to a visitor, in the order in which it is told.
_TOLD: Mapping[str, tuple[str, str, str]] = {
    "message sent": ("message went out", "messages went out", "/messages?show=sent"),
    "message held": ("waits for a better hour", "wait for a better hour", "/messages?show=held"),
    "message failed": ("could not be sent", "could not be sent", "/messages?show=wrong"),
    "job moved new": ("job came in", "jobs came in", "/jobs"),
    "job moved forward": ("job moved on", "jobs moved on", "/jobs"),
    "job moved back": ("job was put back", "jobs were put back", "/jobs"),
    "job chased": ("quiet job was chased", "quiet jobs were chased", "/jobs"),
    "contact wrote": ("customer wrote", "customers wrote", "/"),
    "control came due": ("control came due", "controls came due", "/controls"),
    "control done": ("control was done", "controls were done", "/controls"),
    "control escalated": ("control was escalated", "controls were escalated", "/controls"),
    "rota rota.drafted": ("draft was made", "drafts were made", "/rota"),
    "rota rota.published": ("week was published", "weeks were published", "/rota"),
    "swap swap.asked_for": ("swap was asked for", "swaps were asked for", "/rota/requests"),
    "time-off time_off.asked": ("asked for time off", "asked for time off", "/rota/requests"),
}


def tell_news(services: Services, moved: Moved) -> list[News]:
    """What became of things from then to now; nothing that only machines would notice."""
    subjects: dict[str, set[str]] = defaultdict(set)
    seen: set[str] = set()
    for entry in services.ports.audit_log.list_latest(limit=MOST_ENTRIES):
        if not moved.began < entry.at <= moved.ended:
            continue
        kind = entry.subject.partition("/")[0]
        # Of a message only the latest counts: what was held for a night and then left did leave.
        if kind != MESSAGE or entry.subject not in seen:
            subjects[f"{kind} {entry.action}"].add(entry.subject)
        seen.add(entry.subject)
    zone = find_zone(services.settings.timezone)
    first, last = (moment.astimezone(zone).date() for moment in (moved.began, moved.ended))
    controls = services.ports.controls.list_page(limit=MOST_CONTROLS)
    subjects["control came due"] = {
        control.id for control in controls if first < control.due_on <= last
    }
    return [
        News(len(subjects[name]), *words) for name, words in _TOLD.items() if subjects.get(name)
    ]


FIRST_MONDAY = date(2024, 1, 1)
# The day of the week and the time. On Wednesday the stock is counted in the evening.
SAVES = (
    (0, time(10, 11)),
    (0, time(16, 20)),
    (1, time(10, 38)),
    (1, time(15, 50)),
    (2, time(9, 53)),
    (2, time(16, 41)),
    (2, time(20, 20)),
    (3, time(11, 2)),
    (3, time(16, 8)),
    (4, time(10, 20)),
    (4, time(16, 50)),
    (5, time(11, 8)),
    (5, time(15, 11)),
)
A_WEEK = len(SAVES)
# The first save of each day from Monday to Friday.
MORNINGS = (0, 2, 4, 7, 9)


def find_save(number: int) -> datetime:
    """The moment of a save."""
    week, place = divmod(number, A_WEEK)
    weekday, at = SAVES[place]
    day = FIRST_MONDAY + timedelta(days=7 * week + weekday)
    return datetime.combine(day, at, find_zone(TIMEZONE)).astimezone(UTC)


def list_saves(since: datetime, until: datetime) -> Iterator[int]:
    """The numbers of the saves after `since` and up to `until`, in order."""
    week = (since.date() - FIRST_MONDAY).days // 7 - 1
    number = week * A_WEEK
    while (at := find_save(number)) <= until:
        if at > since:
            yield number
        number += 1


def list_mornings(since: datetime, until: datetime) -> Iterator[int]:
    """The first save of each working day, as `list_saves` does."""
    return (number for number in list_saves(since, until) if number % A_WEEK in MORNINGS)


MORNING = time(9)


class Step(StrEnum):
    HOUR = "hour"
    MORNING = "morning"
    WEEK = "week"


LABELS = {Step.HOUR: "+1 hour", Step.MORNING: "Next morning", Step.WEEK: "+1 week"}


def parse_step(text: str) -> Step:
    try:
        return Step(text)
    except ValueError:
        expected = ", ".join(Step)
        raise InputError(f"the clock moves by one of: {expected}", field="step") from None


def find_target(step: Step, now: datetime, zone: ZoneInfo) -> datetime:
    """Where the clock stands after that step; mornings and weeks are those of the wall clock."""
    local = now.astimezone(zone)
    match step:
        case Step.HOUR:
            return now + timedelta(hours=1)
        case Step.MORNING:
            day = local.date() + timedelta(days=local.time() >= MORNING)
            return datetime.combine(day, MORNING, zone).astimezone(UTC)
        case Step.WEEK:
            day = local.date() + timedelta(days=7)
            return datetime.combine(day, local.time(), zone).astimezone(UTC)
