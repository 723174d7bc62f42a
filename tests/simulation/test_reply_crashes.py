"""The process crashes between any two steps from a customer's STOP to its confirmation.

The provider delivers again whatever it got no answer to. The STOP is never lost, and never
confirmed twice.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from tests.apps import build_app, memory_ports, sql_ports
from tests.fakes.crash_points import Crashed
from tests.jobs.shops import Bench, open_bench
from tests.jobs.writers import MAYA, consent_of, replies, write
from tests.samples import NOON
from tests.simulation.shop_scenes import NthCrashPoint

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.messaging.messages import State

LEASE = timedelta(minutes=11)

Act = Callable[[Bench], object]


def hand_in(id: str, text: str) -> Act:
    return lambda bench: write(bench, text, id=id)


def settle(id: str) -> Act:
    def act(bench: Bench) -> None:
        if any(reply.id == id and reply.is_open for reply in replies(bench)):
            bench.app.services.jobs.replies.stop(id, by="user/1")

    return act


def wait(bench: Bench) -> None:
    bench.app.clock.advance(LEASE)


@dataclass(frozen=True)
class Scene:
    """What happens one after another; a crashed step is done again after the restart."""

    acts: Sequence[Act]
    meanings: dict[str, str]
    confirmations: Sequence[str]


STOP = Scene(
    acts=(
        hand_in("SM1", "STOP"),
        Bench.release,
        hand_in("SM1", "STOP"),  # its answer was lost on the way
        hand_in("SM2", "stop"),
        Bench.release,
    ),
    meanings={"SM1": "stop", "SM2": "stop"},
    confirmations=("replies/SM1",),
)
CHANGED_MIND = Scene(
    acts=(
        hand_in("SM1", "START"),
        hand_in("SM2", "STOP"),  # before the first answer has left
        hand_in("SM3", "is it ready?"),
        Bench.release,
    ),
    meanings={"SM1": "start", "SM2": "stop", "SM3": "other"},
    confirmations=("replies/SM2",),
)
UNDERSTOOD = Scene(
    acts=(hand_in("SM1", "please stop texting me"), settle("SM1"), Bench.release),
    meanings={"SM1": "near"},
    confirmations=(),
)
SCENES = {"stop": STOP, "changed mind": CHANGED_MIND, "understood": UNDERSTOOD}


def live(scene: Scene, bench: Bench, restart: Callable[[Bench], Bench]) -> Bench:
    for act in (*scene.acts, wait, Bench.release):
        try:
            act(bench)
        except Crashed:
            bench = restart(bench)
            act(bench)
    return bench


def check(scene: Scene, bench: Bench) -> None:
    assert consent_of(bench) == "no"
    assert {reply.id: reply.meaning for reply in replies(bench)} == scene.meanings
    sent_texts = [(outgoing.id, outgoing.to) for outgoing in bench.sent("sms")]
    assert len(sent_texts) == len(set(sent_texts))
    states = {
        message.id: message.state
        for message in bench.messages()
        if message.state is not State.DROPPED
    }
    assert states.keys() == set(scene.confirmations)
    assert set(states.values()) <= {State.SENT, State.UNCERTAIN}
    sent = {(id, MAYA) for id, state in states.items() if state is State.SENT}
    assert sent <= set(sent_texts) <= {(id, MAYA) for id in scene.confirmations}
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def restart_on(ports: Callable[[], Ports]) -> Callable[[Bench], Bench]:
    """The same shop in a new process: what is outside of it has stayed."""

    def restart(bench: Bench) -> Bench:
        old = bench.ports
        fresh = replace(ports(), folder=old.folder, versions=old.versions, channels=old.channels)
        return Bench(build_app(fresh, bench.app.services.settings), bench.lines)

    return restart


def list_steps(scene: Scene) -> list[str]:
    steps = NthCrashPoint()
    bench = open_bench(memory_ports(VirtualClock(NOON), steps))
    before = len(steps.seen)
    check(scene, live(scene, bench, lambda same: same))
    return steps.seen[before:]


STEPS = {name: list_steps(scene) for name, scene in SCENES.items()}


def test_every_step_of_a_confirmation_is_crashed_at() -> None:
    assert {"store.begin", "store.committed", "send.claimed", "send.handed_over"} <= set(
        STEPS["stop"]
    )


@pytest.mark.parametrize(
    ("name", "nth"), [(name, nth) for name, steps in STEPS.items() for nth in range(len(steps))]
)
def test_crash_at_any_step_loses_no_wish_in_memory(name: str, nth: int) -> None:
    clock, steps = VirtualClock(NOON), NthCrashPoint()
    ports = memory_ports(clock, steps)
    bench = open_bench(ports)
    steps.left = nth + 1

    bench = live(SCENES[name], bench, restart_on(lambda: ports))

    assert steps.crashed == STEPS[name][nth]
    check(SCENES[name], bench)


class SqlHome:
    """A database that outlives the processes on it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.crash_points = folder, NthCrashPoint()
        self.clock = VirtualClock(NOON)
        self.opened: list[Ports] = []

    def open(self) -> Ports:
        self.opened.append(sql_ports(None, self.folder, self.clock, self.crash_points))
        return self.opened[-1]

    def close(self) -> None:
        for ports in self.opened:
            ports.close()


@pytest.mark.parametrize("name", SCENES)
def test_crash_at_any_step_loses_no_wish_on_sqlite(name: str, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    sql_ports(None, new, VirtualClock(NOON), NthCrashPoint()).close()
    for nth in count(1):
        home = SqlHome(Path(shutil.copytree(new, tmp_path / str(nth))))
        try:
            bench = open_bench(home.open())
            home.crash_points.left = nth
            check(SCENES[name], live(SCENES[name], bench, restart_on(home.open)))
        except AssertionError as error:
            raise AssertionError(
                f"crashed at {nth}, {home.crash_points.crashed}: {error}"
            ) from error
        finally:
            home.close()
        shutil.rmtree(home.folder)
        if not home.crash_points.crashed:
            break
    assert nth > 6
