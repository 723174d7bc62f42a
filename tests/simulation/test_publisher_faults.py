"""After any fault of the publisher, the published schedules agree with the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Barrier, Event
from time import sleep

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps import memory_ports, sql_ports
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.fakes.scheduler import Lost, MemoryScheduler
from tests.samples import NOON, a_workflow
from tests.scheduler.bridges import Bridge, memory_bridge, open_bridge
from tests.services.shaped_databases import settle_in

from belfry.adapters.sql.database import Database
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.kernel.changes import Announce, Change, Put
from belfry.kernel.changes import Event as News
from belfry.kernel.errors import Conflict, Permanent, Temporary
from belfry.scheduler.publications import HELD_FOR, Publication
from belfry.scheduler.relay_outbox import MOST_ATTEMPTS, Relayed
from belfry.scheduler.workflows import Workflow

TWO_DAYS, MANY_DAYS = "0 0 13 * 5", "0 0 13,L * 5L,1#2"
CRONS = (
    "0 9 * * *",
    TWO_DAYS,
    MANY_DAYS,
    "rate(7 minutes)",
    "*/5 * * * *",
    "at(2027-01-01T09:00:00)",
)
Act = Callable[[Bridge], object]


class NthCrashPoint(CrashingPoints):
    """Crashes at the n-th step of all, once."""

    def __init__(self, nth: int = 0) -> None:
        super().__init__()
        self._nth = nth

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._nth == len(self.seen):
            raise Crashed(step)


def find(bridge: Bridge, name: str) -> Workflow | None:
    return bridge.app.ports.workflows.find_by_name(1, name)


def add(name: str, cron: str) -> Act:
    def act(bridge: Bridge) -> None:
        if find(bridge, name) is None:
            bridge.add(cron, name=name)

    return act


def change(name: str, act: Callable[[Bridge, Workflow], object]) -> Act:
    def acted(bridge: Bridge) -> None:
        if workflow := find(bridge, name):
            act(bridge, workflow)

    return acted


def edit(name: str, cron: str | None) -> Act:
    return change(name, lambda bridge, workflow: bridge.edit(workflow, cron_schedule=cron))


def answer_with(fault: Exception | Lost) -> Act:
    return lambda bridge: bridge.scheduler.answer_with(None, fault)


SCENE: Sequence[Act] = (
    add("a", MANY_DAYS),
    add("b", "rate(7 minutes)"),
    add("c", "0 9 * * *"),
    Bridge.publish,
    edit("a", "0 10 * * *"),
    change("b", Bridge.pause),
    change("c", Bridge.delete),
    answer_with(Lost(Temporary("no answer"))),
    Bridge.publish,
    edit("a", TWO_DAYS),
    answer_with(Permanent("refused")),
    Bridge.publish,
    change("b", Bridge.resume),
    edit("a", None),
    Bridge.publish,
)


def live(ports: Ports, restart: Callable[[], Ports]) -> Bridge:
    """Run the scene; what crashed is done again by a new process."""
    bridge = open_bridge(ports)
    for act in (*SCENE, Bridge.publish_quietly):
        try:
            act(bridge)
        except Crashed:
            bridge = open_bridge(restart(), bridge.scheduler)
            act(bridge)
    return bridge


def check(bridge: Bridge) -> None:
    assert bridge.shown() == bridge.wanted()
    assert bridge.external_scheduler.reconcile().is_right
    now = bridge.clock.now()
    assert bridge.app.ports.outbox.claim(now=now, limit=10, within=timedelta(1)) == []
    assert bridge.app.ports.outbox.list_failed(limit=10) == []


def count_steps() -> int:
    crash_points = NthCrashPoint()
    ports = memory_ports(VirtualClock(NOON), crash_points)
    live(ports, lambda: ports)
    return len(crash_points.seen)


TOTAL = count_steps()


def test_the_scene_reaches_every_step_of_the_publisher() -> None:
    crash_points = NthCrashPoint()
    bridge = live(memory_ports(VirtualClock(NOON), crash_points), pytest.fail)

    assert {step for step in crash_points.seen if step.startswith("publish")} == {
        "publish.held",
        "publish.published",
        "publish.given_back",
    }
    check(bridge)


@pytest.mark.parametrize("nth", range(1, TOTAL + 1))
def test_a_publisher_crashed_at_any_step_loses_nothing_in_memory(nth: int) -> None:
    ports = memory_ports(VirtualClock(NOON), NthCrashPoint(nth))

    check(live(ports, lambda: ports))


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("nth", range(20))
def test_a_publisher_crashed_at_any_call_loses_nothing(nth: int, is_done: bool) -> None:
    """The process dies when the scheduler has just done, or not done, what it was asked."""
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    scheduler = MemoryScheduler(ports.clock)
    crashed = Crashed("call")
    scheduler.answer_with(*[None] * nth, Lost(crashed) if is_done else crashed)
    bridge = open_bridge(ports, scheduler)
    for act in SCENE:
        try:
            act(bridge)
        except Crashed:
            act(bridge)
    bridge.publish_quietly()

    check(bridge)


SOME = range(5, TOTAL, 9)


@pytest.mark.parametrize("nth", SOME)
def test_a_publisher_crashed_at_some_step_loses_nothing_on_sqlite(nth: int, tmp_path: Path) -> None:
    crash_sql(None, settle_in(tmp_path), nth)


@pytest.mark.parametrize("nth", SOME)
def test_a_publisher_crashed_at_some_step_loses_nothing_on_postgres(
    nth: int, tmp_path: Path, postgres_url: str
) -> None:
    crash_sql(postgres_url, tmp_path, nth)


def crash_sql(url: str | None, folder: Path, nth: int) -> None:
    clock = VirtualClock(NOON)
    with ExitStack() as opened:

        def open_with(crash_points: CrashingPoints) -> Ports:
            return opened.enter_context(closing_ports(sql_ports(url, folder, clock, crash_points)))

        check(live(open_with(NthCrashPoint(nth)), lambda: open_with(CrashingPoints())))


@contextmanager
def closing_ports(ports: Ports) -> Iterator[Ports]:
    try:
        yield ports
    finally:
        ports.close()


# Concurrent publishers


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else None


@contextmanager
def open_bridges(
    url: str | None, folder: Path, count: int, environment: str = "prod"
) -> Iterator[list[Bridge]]:
    """Processes of their own, as far as the database knows, and one scheduler outside."""
    clock = VirtualClock(NOON)
    scheduler = MemoryScheduler(clock)
    with ExitStack() as opened:
        settle_in(folder)
        opened_ports = [sql_ports(url, folder, clock, CrashingPoints()) for _ in range(count)]
        ports = [opened.enter_context(closing_ports(ports)) for ports in opened_ports]
        yield [open_bridge(port, scheduler, environment) for port in ports]


def test_many_publishers_and_editors_at_once_end_in_the_truth(
    url: str | None, tmp_path: Path
) -> None:
    with open_bridges(url, tmp_path, 4) as bridges:
        first = bridges[0]
        workflows = [first.add(cron) for cron in CRONS]
        begin = Barrier(len(bridges))

        def act(seed: int) -> None:
            bridge, random = bridges[seed], Random(seed)
            begin.wait()
            for _ in range(15):
                bridge.publish()
                meddle(bridge, random.choice(workflows), random)

        first.scheduler.meddle = lambda verb, name: sleep(0)  # lets another thread go first
        with ThreadPoolExecutor(len(bridges)) as pool:
            list(pool.map(act, range(len(bridges))))
        first.publish_quietly()

        check(first)


def meddle(bridge: Bridge, workflow: Workflow, random: Random) -> None:
    acts: list[Callable[[Bridge, Workflow], object]] = [
        Bridge.pause,
        Bridge.resume,
        *(lambda b, w, cron=cron: b.edit(w, cron_schedule=cron) for cron in CRONS),
    ]
    try:
        random.choice(acts)(bridge, workflow)
    except Conflict:
        return


@pytest.mark.parametrize("lasts", [timedelta(), HELD_FOR], ids=["in time", "past its lease"])
def test_a_slow_publisher_never_has_the_last_word_with_an_old_state(
    lasts: timedelta, url: str | None, tmp_path: Path
) -> None:
    """The slow publisher is stopped in the middle of a call that carries the old state."""
    with open_bridges(url, tmp_path, 2) as (slow, quick):
        workflow = slow.add("0 9 * * *")
        is_stopped, may_go_on = Event(), Event()

        def stop(verb: str, name: str) -> None:
            if not is_stopped.is_set():
                is_stopped.set()
                assert may_go_on.wait(300)

        slow.scheduler.meddle = stop
        with ThreadPoolExecutor(1) as pool:
            going = pool.submit(slow.publish)
            assert is_stopped.wait(300)
            quick.edit(workflow, cron_schedule="0 10 * * *")
            slow.clock.advance(lasts)
            relayed = quick.publish()
            may_go_on.set()
            going.result(30)

        assert (relayed.done > 0) is bool(lasts), "the lease keeps others out while it lasts"
        quick.publish_quietly()
        check(quick)


# Poison


def test_a_poison_row_among_thousands_holds_up_no_other(url: str | None, tmp_path: Path) -> None:
    with open_bridges(url, tmp_path, 1) as (bridge,):
        poison = [bridge.add(), bridge.add(), bridge.add()]
        fill(bridge, range(4, 3004))
        spoil(url, tmp_path, timezone=poison[0].id, cron_schedule=poison[1].id)
        refused = f"wf-{poison[2].id}-prod"
        bridge.scheduler.refuse(refused, Permanent("no"))

        assert bridge.publish() == Relayed(done=3000, put_back=3, failed=0)
        assert len(bridge.scheduler.list()) == 3000
        for _ in range(MOST_ATTEMPTS):
            bridge.clock.advance(timedelta(hours=2))
            bridge.publish()
        failed = bridge.app.ports.outbox.list_failed(limit=10)
        assert [row.aggregate_id for row in failed] == [workflow.key for workflow in poison]
        notices = bridge.app.ports.monitor.list_open_notices()
        assert sorted(notice.workflow_id or 0 for notice in notices) == [
            workflow.id for workflow in poison
        ]


def fill(bridge: Bridge, numbers: range) -> None:
    """So many workflows more, each with its news."""
    news = (News("workflow", str(number), "upsert", {}, NOON) for number in numbers)
    commits: list[list[Change]] = [
        [Put(a_workflow(int(event.aggregate_id))), Announce(event)] for event in news
    ]
    assert all(bridge.app.ports.store.commit_each(commits))


def spoil(url: str | None, folder: Path, **values: int) -> None:
    """Write nonsense into the column of that name, in the row of that number."""
    database = Database(
        url or f"sqlite:///{folder}/.belfry/belfry.db", patience=timedelta(seconds=5)
    )
    with closing(database), database.write() as connection:
        for column, number in values.items():
            statement = sa.text(f"UPDATE workflows SET {column} = 'nonsense' WHERE id = :id")
            connection.execute(statement, {"id": number})


# In any order


@st.composite
def draw_acts(draw: st.DrawFn) -> list[Act]:
    names = st.sampled_from("abc")
    crons = st.sampled_from([*CRONS, None])
    faults = st.sampled_from(
        [Temporary("busy"), Permanent("no"), Lost(Temporary("no answer")), Crashed("here")]
    )
    single_act = st.one_of(
        st.builds(add, names, st.sampled_from(CRONS)),
        st.builds(edit, names, crons),
        st.builds(
            change,
            names,
            st.sampled_from([Bridge.pause, Bridge.resume, Bridge.delete, Bridge.archive]),
        ),
        st.builds(change, names, st.just(lambda b, w: b.edit(w, timezone="Europe/Paris"))),
        st.just(Bridge.publish),
        st.builds(lambda fault: lambda bridge: bridge.scheduler.answer_with(fault), faults),
        st.builds(pass_time, st.integers(0, 600)),
        st.builds(interfere, names, crons),
    )
    return draw(st.lists(single_act, min_size=3, max_size=40))


def pass_time(minutes: int) -> Act:
    return lambda bridge: bridge.clock.advance(timedelta(minutes=minutes))


def interfere(name: str, cron: str | None) -> Act:
    """At the next call the workflow is edited, and another publisher works."""

    def act(bridge: Bridge) -> None:
        def meddle(verb: str, called: str) -> None:
            bridge.scheduler.meddle = lambda verb, name: None
            quietly(edit(name, cron), bridge)
            bridge.clock.advance(HELD_FOR)
            quietly(Bridge.publish, bridge)

        bridge.scheduler.meddle = meddle

    return act


def quietly(act: Act, bridge: Bridge) -> None:
    """An archived workflow takes no edits; a process that dies is begun anew."""
    try:
        act(bridge)
    except (Conflict, Crashed):
        return


@settings(max_examples=300, deadline=None, derandomize=True)
@given(draw_acts())
def test_whatever_happens_in_whatever_order_ends_in_the_truth(acts: list[Act]) -> None:
    bridge = memory_bridge()
    for act in acts:
        quietly(act, bridge)
    bridge.scheduler.meddle = lambda verb, name: None
    bridge.publish_quietly()

    assert bridge.shown() == bridge.wanted()
    for publication in bridge.app.ports.publications.find_publications([1, 2, 3]).values():
        assert isinstance(publication, Publication)
        assert publication.held_until is None
