"""Two workers, files saved while they are read, busy databases, clocks that jump: each move is
announced once, at a permitted hour.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from tests.fakes.channel import MemoryChannel
from tests.simulation.shop_scenes import DatedChannel
from tests.stories.benches import CALM, TEAM, TOM, Bench, london, open_bench, set_up

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Temporary
from belfry.messaging.messages import State
from belfry.messaging.ports import OutgoingMessage

STARTED = "jobs/J-2051/move-2"
READY = "jobs/J-2051/move-3"
NIGHT_AND_DAY = CALM.replace("8-12,16", "9-12,21-22")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
A_MOMENT = timedelta(milliseconds=100)
JOBS = [
    (f"J-{number}", "Tom", f"tom{number}@home.example", "email", "kettle") for number in range(30)
]


@dataclass
class ActingCrashPoints:
    """Calls a function the first time a step is reached after it was armed."""

    acts: dict[str, Callable[[], object]] = field(default_factory=dict)

    def reached(self, step: str) -> None:
        if act := self.acts.pop(step, None):
            act()


@contextmanager
def telling_tom(folder: Path, crash_points: ActingCrashPoints | None = None) -> Iterator[Bench]:
    """Tom's kettle is on the bench at ten; nothing has moved yet."""
    set_up(folder)
    clock = VirtualClock(london("2026-11-17T09:30"))
    bench = Bench(
        folder,
        clock,
        crash_points or ActingCrashPoints(),
        {"email": MemoryChannel()},
        patience=A_MOMENT,
    )
    bench.put(TOM, "received")
    bench.start()
    try:
        bench.go_to("2026-11-17T09:55")
        yield bench
    finally:
        bench.stop()


def list_sent(bench: Bench) -> list[str]:
    channel = bench.services.ports.channels["email"]
    assert isinstance(channel, MemoryChannel)
    return [outgoing.id for outgoing in channel.sent]


@pytest.fixture(params=["sqlite", "postgres"])
def toml(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return TEAM + CALM
    return f'{TEAM}{CALM}[database]\nurl = "{request.getfixturevalue("postgres_url")}"\n'


def test_two_workers_on_one_database_tell_each_move_once(tmp_path: Path, toml: str) -> None:
    post, clock = MemoryChannel(), VirtualClock(london("2026-11-17T10:00"))
    set_up(tmp_path, toml=toml)
    benches = [Bench(tmp_path, clock, channels={"email": post}) for _ in range(2)]
    first = benches[0]
    first.rows = {job[0]: (job, "received") for job in JOBS}
    first.save()
    for bench in benches:
        bench.start()
    with ThreadPoolExecutor(len(benches)) as pool:

        def both(kind: str) -> None:
            list(pool.map(lambda bench: act(bench, kind), benches))

        both("poll")
        for stage in ("diagnosing", "in progress", "ready"):
            first.rows = {job[0]: (job, stage) for job in JOBS}
            first.save()
            for kind in ("poll", "poll", "relay", "release"):
                clock.advance(timedelta(minutes=3))
                both(kind)
    states = Counter(message.state for message in first.messages)
    assert states == {State.SENT: 3 * len(JOBS)}
    expected = [f"jobs/{job[0]}/move-{move}" for job in JOBS for move in (2, 3, 4)]
    assert sorted(outgoing.id for outgoing in post.sent) == sorted(expected)
    assert first.services.accounts.verify_audit_log().breaks == ()
    for bench in benches:
        bench.stop()


def act(bench: Bench, kind: str) -> None:
    """As two runs at the same moment would."""
    deeds: dict[str, Callable[[], object]] = {
        "poll": bench.services.jobs.poll_board,
        "relay": lambda: bench.services.kinds["relay"].run({}, None),  # type: ignore[arg-type]
        "release": bench.services.messaging.release,
    }
    deeds[kind]()


def test_a_board_saved_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    crash_points = ActingCrashPoints()
    with telling_tom(tmp_path, crash_points) as bench:
        board = tmp_path / "jobs" / "board.csv"
        half = board.read_text(encoding="utf-8").removesuffix("ceived\n")
        bench.write("jobs/board.csv", half)
        # The settings are read first, and then the board.
        save = {"folder.read": lambda: bench.put(TOM, "in progress")}
        crash_points.acts["folder.read"] = lambda: crash_points.acts.update(save)
        bench.go_to("2026-11-17T10:00")
        assert bench.services.ports.data_problems.list() == []
        assert not crash_points.acts

        bench.go_to("2026-11-17T10:45")
        assert list_sent(bench) == [STARTED]
        assert bench.fates == [(STARTED, "sent", "")]


def test_a_board_that_is_half_saved_closes_and_tells_nothing(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-17T09:30") as bench:
        for job in JOBS:
            bench.put(job, "received")
        bench.go_to("2026-11-17T10:05")
        whole = (tmp_path / "jobs" / "board.csv").read_text()
        bench.write("jobs/board.csv", whole[: len(whole) // 2])
        bench.go_to("2026-11-17T11:05")
        texts = [data_problem.text for data_problem in bench.services.ports.data_problems.list()]
        assert [text for text in texts if "none of them is closed and no customer" in text]

        bench.write("jobs/board.csv", whole)
        bench.go_to("2026-11-17T12:00")
        jobs = bench.services.ports.jobs.list_page(is_open=True, limit=100)
        assert len(jobs) == len(JOBS)
        assert bench.services.ports.data_problems.list() == []
        assert bench.messages == []


@contextmanager
def busy(folder: Path) -> Iterator[None]:
    """Another process has locked the database."""
    other = sqlite3.connect(folder / ".belfry" / "belfry.db", check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


@pytest.mark.parametrize("kind", ["poll", "relay", "release"])
def test_a_busy_database_holds_a_message_up_and_loses_nothing(tmp_path: Path, kind: str) -> None:
    with telling_tom(tmp_path) as bench:
        bench.put(TOM, "in progress")
        before = {"poll": "10:09", "relay": "10:10", "release": "10:14"}[kind]
        bench.go_to(f"2026-11-17T{before}")
        with busy(tmp_path), pytest.raises(Temporary, match="does not answer"):
            act(bench, kind)
        assert list_sent(bench) == []

        bench.go_to("2026-11-17T11:00")
        assert list_sent(bench) == [STARTED]
        assert bench.fates == [(STARTED, "sent", "")]


class Jam:
    """A mail server that accepts a customer's message while the database is locked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.sent: list[str] = []
        self.other: sqlite3.Connection | None = None

    def send(self, outgoing: OutgoingMessage) -> str:
        if not outgoing.id.startswith("jobs/"):
            return "taken"
        self.sent.append(outgoing.id)
        place = self._folder / ".belfry" / "belfry.db"
        self.other = sqlite3.connect(place, check_same_thread=False)
        self.other.execute("BEGIN IMMEDIATE")
        return "taken"


def test_a_message_whose_end_could_not_be_written_is_uncertain_and_not_sent_again(
    tmp_path: Path,
) -> None:
    with telling_tom(tmp_path) as bench:
        jam = Jam(tmp_path)
        bench.stop()
        bench.channels = {"email": jam}
        bench.start()
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-17T10:14")
        with pytest.raises(Temporary, match="does not answer"):
            bench.services.messaging.release()
        assert jam.other is not None
        jam.other.rollback()
        jam.other.close()

        bench.go_to("2026-11-17T12:00")
        assert jam.sent == [STARTED]
        assert [(message.id, message.state) for message in bench.messages] == [
            (STARTED, State.UNCERTAIN)
        ]


@pytest.mark.parametrize(
    "jump, started",
    [(HOUR, "sent"), (DAY, "sent"), (11 * HOUR, "dropped"), (-HOUR, "sent"), (-DAY, "sent")],
    ids=["an hour on", "a day on", "into the night", "an hour back", "a day back"],
)
@pytest.mark.parametrize("at", ["10:05", "10:12"], ids=["while it settles", "before it leaves"])
def test_a_clock_that_jumps_and_is_put_right_doubles_and_loses_no_message(
    tmp_path: Path, jump: timedelta, started: str, at: str
) -> None:
    clock = VirtualClock(london("2026-11-17T09:30"))
    post = DatedChannel(clock)
    set_up(tmp_path, toml=TEAM + NIGHT_AND_DAY)
    bench = Bench(tmp_path, clock, channels={"email": post})
    bench.put(TOM, "received")
    bench.start()
    bench.go_to("2026-11-17T09:55")
    bench.put(TOM, "in progress")
    bench.go_to(f"2026-11-17T{at}")
    clock.set_wrong(jump)
    bench.driver.run_until(clock.now() + timedelta(minutes=30))
    clock.set_wrong(-jump)
    bench.go_to("2026-11-17T11:30")
    bench.put(TOM, "ready")
    bench.go_to("2026-11-18T11:55")
    moved = [message for message in bench.messages if message.kind == "moved"]
    assert [(message.id, message.state) for message in moved] == [
        (STARTED, started),
        (READY, "sent"),
    ]
    assert moved[0].why == ("" if started == "sent" else f"replaced by {READY}, which is newer")
    sent_ids = [outgoing.id for outgoing in post.sent if "move" in outgoing.id]
    assert sent_ids == [message.id for message in moved if message.state is State.SENT]
    assert all(9 <= hour < 20 for hour in post.hours)
    bench.stop()
