"""The movable clock of the demo: everything between now and the new hour happens at its moment."""

from __future__ import annotations

import csv
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from importlib.resources import files
from itertools import islice
from threading import Event, Lock
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from belfry.accounts.sessions import IDLE, Session
from belfry.accounts.sign_in_links import SignInLink
from belfry.entrypoints.worker.driver import Driver
from belfry.kernel.changes import Put
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError, InputError
from belfry.messaging.messages import Message
from belfry.ports.clock import DemoClock
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.message_keys import ask_key
from belfry.rota.requests.requests import SwapState
from belfry.rota.requests.swap_moves import find_deadline
from belfry.scheduler.kinds import RunContext
from belfry.scheduler.runs import Heartbeat, Run
from belfry.scheduler.triggers import Trigger, find_between, find_last, find_next
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from belfry.bootstrap import Services

log = logging.getLogger(__name__)

TEAM, BY = 1, "demo"
MOST = 1000
TICK_SECONDS = 0.5
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person in the shop does when the clock shows `at`."""

    at: datetime
    act: Callable[..., object]
    args: tuple[Any, ...] = ()

    def do(self, services: Services) -> None:
        self.act(services, *self.args)


def run_kinds(services: Services, *kinds: str) -> None:
    """Do what workflows of these kinds would do now, without recording runs."""
    for kind in kinds:
        now = services.ports.clock.now()
        services.kinds[kind].run({}, RunContext(BY, 0, kind, TEAM, now, 1))


def sign_off_workers(services: Services) -> None:
    for worker in services.ports.monitor.list_workers():
        services.keep_worker.sign_off(worker.id)


TellError = Callable[[str, Exception], None]


def log_error(doing: str, error: Exception) -> None:
    if isinstance(error, BelfryError):
        log.warning("demo.failed", extra={"doing": doing, "error": str(error)})
    else:
        log.error("demo.raised", extra={"doing": doing}, exc_info=error)


@contextmanager
def carrying_on(doing: str, tell_error: TellError) -> Iterator[None]:
    """The edge: whatever goes wrong is told, and the clock goes on."""
    try:
        yield
    except Exception as error:
        tell_error(doing, error)


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of the clock, counted from 1."""

    number: int
    began: datetime
    ended: datetime


@dataclass(eq=False)
class Mover:
    """The demo's one worker, in moved time and in real time; `hear` is told of each run's end.

    `list_deeds` gives what people do after one moment and up to another, from the first move on.
    """

    services: Services
    clock: DemoClock
    list_deeds: Callable[[datetime, datetime], Sequence[Deed]] = lambda since, until: ()
    hear: Callable[[Run], None] = lambda run: None
    tell_error: TellError = log_error
    latest: Moved | None = field(default=None, init=False)
    _is_loose: bool = field(default=False, init=False)
    _done_until: datetime | None = field(default=None, init=False)
    # Only its holder works and moves the clock.
    _turn: Lock = field(default_factory=Lock, init=False)

    def move_to(self, moment: datetime, *, after: int | None = None) -> Moved:
        """Live up to `moment`; a repeated request `after` the same move gets that move's result."""
        with self._turn:
            if self.latest and after is not None and after < self.latest.number:
                return self.latest
            self.clock.hold()
            began = self.clock.now()
            ended = max(moment, began)
            try:
                self._move(ended)
            finally:
                if self._is_loose:
                    self.clock.let_go()
            number = self.latest.number + 1 if self.latest else 1
            self.latest = Moved(number, began, ended)
            return self.latest

    def live(self, stop: Event) -> None:
        """Let the clock go, and do what is due as it ticks, until `stop`."""
        with self._turn:
            self._is_loose = True
            self.clock.let_go()
        while not stop.is_set():
            with self._turn, carrying_on("tick", self.tell_error):
                for deed in self._list_due(self.clock.now()):
                    self._do(deed)
                self._driver.settle()
            stop.wait(TICK_SECONDS)
        sign_off_workers(self.services)

    @cached_property
    def _driver(self) -> Driver:
        return Driver(self.services, self.clock, self.hear)

    def _list_due(self, until: datetime) -> deque[Deed]:
        """What people do up to `until` and have not done yet; they begin at the first call."""
        self._done_until = self._done_until or self.clock.now()
        return deque(self.list_deeds(self._done_until, until))

    def _do(self, deed: Deed) -> None:
        """What has become impossible, because a visitor was faster, is left undone."""
        self._done_until = deed.at
        with carrying_on(deed.act.__name__, self.tell_error):
            deed.do(self.services)

    def _move(self, until: datetime) -> None:
        keep_current(self.services, until)
        deeds, chores = self._list_due(until), Chores(self.services, until, self.tell_error)
        self._driver.settle()
        while True:
            fires_at = self._driver.find_due() or NEVER
            at = min(fires_at, chores.find_next(), deeds[0].at if deeds else NEVER)
            if at > until:
                break
            self.clock.advance_to(at)
            while deeds and deeds[0].at <= at:
                self._do(deeds.popleft())
                chores.want(at, "relay", "poll", "sync")
            before, after = chores.find_order(at)
            chores.run_due(at, before)
            if fires_at <= at:
                self._driver.settle()
                chores.want(at, "relay")
            chores.run_due(at, after)
        self.clock.advance_to(until)


CHORES = ("relay", "release", "poll", "sync")
_INSTANT = timedelta(microseconds=1)


class Chores:
    """Belfry's own frequent workflows during a move, run only at fires that may have work."""

    def __init__(self, services: Services, until: datetime, tell_error: TellError) -> None:
        self._services = services
        self._tell_error = tell_error
        self._until = until
        now = services.ports.clock.now()
        workflows = services.ports.workflows.list(team_id=None, limit=MOST)
        active = [workflow for workflow in workflows if workflow.is_active]
        by_kind = {workflow.kind: workflow for workflow in active}
        self._workflows = {kind: by_kind[kind] for kind in CHORES if kind in by_kind}
        # Since when there may be work for each; messages know it themselves.
        self._wanted = dict.fromkeys(("relay", "poll", "sync"), now)
        put_off(services, active, until)

    def want(self, since: datetime, *kinds: str) -> None:
        for kind in kinds:
            self._wanted[kind] = min(since, self._wanted.get(kind, since))

    def find_next(self) -> datetime:
        """The next moment at which a chore fires and may have work."""
        now = self._services.ports.clock.now()
        moments = [
            find_next(workflow, max(now, since - _INSTANT))
            for kind, workflow in self._workflows.items()
            if (since := self._find_wanted(kind))
        ]
        return min(filter(None, moments), default=NEVER)

    def find_order(self, now: datetime) -> tuple[Sequence[str], Sequence[str]]:
        """Those that a worker runs before the other workflows of this minute, and those after.

        The relay waits for a poll, and the release for a relay.
        """
        if self._fires("poll", now):
            return ("poll", "sync"), ("relay", "release")
        return ("relay", "sync"), ("release",)

    def _fires(self, kind: str, now: datetime) -> bool:
        workflow = self._workflows.get(kind)
        return workflow is not None and find_next(workflow, now - _INSTANT) == now

    def run_due(self, now: datetime, kinds: Sequence[str]) -> None:
        """Run those that fire now, in order; one may make work for the next."""
        for kind in kinds:
            since = self._find_wanted(kind)
            if since and since <= now and self._fires(kind, now):
                self._wanted.pop(kind, None)
                with carrying_on(kind, self._tell_error):
                    run_kinds(self._services, kind)
                self._want_more(kind, now)

    def _find_wanted(self, kind: str) -> datetime | None:
        if kind != "release":
            return self._wanted.get(kind)
        due = self._services.ports.messages.list_due(now=self._until, limit=1)
        return due[0].due_at if due else None

    def _want_more(self, kind: str, now: datetime) -> None:
        """A chore makes work for others, and for itself without any new deed."""
        if kind != "relay":
            self.want(now, "relay")
        if kind in ("release", "sync") and (swap_due := find_swap_due(self._services, now)):
            self.want(swap_due, "sync")
        if kind == "poll":
            unsettled = self._services.ports.jobs.list_seen_rows().unsettled.values()
            if any(not since or now - since < timedelta(hours=1) for since in unsettled):
                self.want(now, "poll")


def put_off(services: Services, workflows: Sequence[Workflow], until: datetime) -> None:
    """Let chores and watchers fire again after the move, and hourly workflows once at its end."""
    now, moved = services.ports.clock.now(), []
    for workflow in workflows:
        soon, following = find_between(workflow, now, now + timedelta(hours=2)), None
        if workflow.kind in (*CHORES, "watch", "heartbeat"):
            following = find_next(workflow, until)
        elif workflow.kind == "backup" or len(list(islice(soon, 2))) == 2:  # the last will do
            following = find_last(workflow, until)
        trigger = services.ports.store.find(Trigger, str(workflow.id))
        if following and trigger and trigger.next_at and trigger.next_at < following:
            moved.append([Put(replace(trigger, next_at=following))])
    services.ports.store.commit_each(moved)


def find_swap_due(services: Services, now: datetime) -> datetime | None:
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


def keep_current(services: Services, until: datetime) -> None:
    """Keep sessions, links and the heartbeat as good as they are now: no visitor waits a week."""
    ports, now = services.ports, services.ports.clock.now()
    longer = until - now
    for _ in range(3):  # a browser may use its session at the same moment
        puts = []
        for session in ports.leftovers.list_expired(Session, now=NEVER, limit=MOST):
            ends_at = min(session.expires_at, session.seen_at + IDLE)
            if session.ended_at is None and now < ends_at and session.seen_at < until:
                expires_at = session.expires_at + longer
                puts.append([Put(replace(session, seen_at=until, expires_at=expires_at))])
        for link in ports.leftovers.list_expired(SignInLink, now=until, limit=MOST):
            if link.used_at is None and now < link.expires_at:
                puts.append([Put(replace(link, expires_at=link.expires_at + longer))])
        if heartbeat := ports.store.find(Heartbeat, "clock"):
            puts.append([Put(replace(heartbeat, seen_at=until))])
        if all(ports.store.commit_each(puts)):
            return


def list_news(services: Services, moved: Moved) -> list[tuple[str, str]]:
    """What a visitor would notice of the move, each with the page where it is seen."""
    subjects: dict[str, set[str]] = defaultdict(set)
    seen: set[str] = set()
    for entry in services.ports.audit_log.list_latest(limit=4000):
        if not moved.began < entry.at <= moved.ended:
            continue
        kind = entry.subject.partition("/")[0]
        # Of a message only the latest counts: what was held for a night and then left did leave.
        if kind != "message" or entry.subject not in seen:
            subjects[f"{kind} {entry.action}"].add(entry.subject)
        seen.add(entry.subject)
    zone = find_zone(services.settings.timezone)
    first, last = (moment.astimezone(zone).date() for moment in (moved.began, moved.ended))
    subjects["control came due"] = {
        control.id
        for control in services.ports.controls.list_page(limit=MOST)
        if first < control.due_on <= last
    }
    table = (files("belfry.entrypoints.demo") / "team_files" / "news.csv").read_text("utf-8")
    return [
        (f"{count} {row['one' if count == 1 else 'many']}", row["path"])
        for row in csv.DictReader(table.splitlines())
        if (count := len(subjects[row["entry"]]))
    ]


MORNING = time(9)
STEPS = {"hour": "+1 hour", "morning": "Next morning", "week": "+1 week"}


def find_target(step: str, now: datetime, zone: ZoneInfo) -> datetime:
    """Where the clock stands after that step; mornings and weeks are those of the wall clock."""
    local = now.astimezone(zone)
    match step:
        case "hour":
            return now + timedelta(hours=1)
        case "morning":
            day = local.date() + timedelta(days=local.time() >= MORNING)
            return datetime.combine(day, MORNING, zone).astimezone(UTC)
        case "week":
            return (local + timedelta(days=7)).astimezone(UTC)
        case _:
            raise InputError(f"the clock moves by one of: {', '.join(STEPS)}", field="step")
