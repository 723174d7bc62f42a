"""The process crashes between any two steps of queue, claim, send and mark: nothing is sent
twice, nothing is lost, and only what was really in doubt is called uncertain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.contracts.shop_books import a_message
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.messaging.post import MINUTE, ROOM, Post, open_post
from tests.samples import NOON
from tests.services.shaped_databases import settle_in
from tests.simulation.sampling import pick_steps

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.kernel.errors import Temporary
from belfry.messaging.messages import Message, State, record

Act = Callable[[Post], object]
ENDS = {State.SENT, State.UNCERTAIN, State.DROPPED}


class NthCrashPoint(CrashingPoints):
    """Crashes at the n-th step of all, once."""

    def __init__(self, nth: int = 0) -> None:
        super().__init__()
        self._nth = nth

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._nth == len(self.seen):
            raise Crashed(step)


@dataclass(frozen=True)
class Scene:
    """What happens one after another; a crashed step is done again after the restart."""

    acts: Sequence[Act]
    wanted: Sequence[str]
    cap: int | None = None


def want(name: str, about: str) -> Act:
    return lambda post: post.want(name, about=about)


def want_at_once(names: Sequence[str]) -> Act:
    """Many messages, put there in one go."""
    new = [
        record(a_message(name, room=ROOM, about=name), action="queued", at=NOON) for name in names
    ]
    return lambda post: post.app.ports.store.commit_each([step.changes for step in new])


def approve(name: str) -> Act:
    def act(post: Post) -> None:
        if not post.get(name).approved_by:
            post.approve(name)

    return act


def resend(name: str) -> Act:
    def act(post: Post) -> None:
        if post.app.ports.store.find(Message, f"{name}/resend-1") is None:
            post.resend(name)

    return act


def ask_first(post: Post) -> None:
    post.policy(asks_first=True)


def a_minute(post: Post) -> None:
    post.clock.advance(MINUTE)


def a_lease(post: Post) -> None:
    post.clock.advance(timedelta(minutes=11))


LEASES_RUN_OUT: tuple[Act, ...] = (a_lease, Post.release) * 4
FEW = Scene(
    acts=(
        want("kettle/started", "kettle"),
        want("kettle/ready", "kettle"),  # takes the place of the one before
        want("clock/ready", "clock"),
        Post.release,  # the first message meets a busy server
        a_minute,
        Post.release,
        ask_first,
        want("lamp/ready", "lamp"),
        Post.release,
        approve("lamp/ready"),
        Post.release,
    ),
    wanted=("kettle/started", "kettle/ready", "clock/ready", "lamp/ready"),
)
LIMITED = Scene(
    acts=(*(want(name, name) for name in "abcd"), Post.release),
    wanted=tuple("abcd"),
    cap=2,
)
MANY_IDS = tuple(f"m{number:02}" for number in range(30))
MANY = Scene(acts=(want_at_once(MANY_IDS), Post.release), wanted=MANY_IDS)
AGAIN = Scene(
    acts=(want("a", "a"), *LEASES_RUN_OUT, resend("a"), Post.release),
    wanted=("a", "a/resend-1"),
)
SCENES = {"few": FEW, "limited": LIMITED, "many": MANY, "again": AGAIN}


@dataclass
class Lived:
    """The messages afterwards, whether there was a crash, and what was being sent then."""

    post: Post
    has_crashed: bool
    in_hand: set[str]


def live(scene: Scene, ports: Ports, restart: Callable[[Ports], Ports]) -> Lived:
    post = open_post(ports)
    post.policy(caps={"email": scene.cap} if scene.cap else {})
    post.email.answer_with(Temporary("busy"))
    has_crashed, in_hand = False, set()
    for act in (*scene.acts, *LEASES_RUN_OUT):
        try:
            act(post)
        except Crashed:
            has_crashed = True
            post = open_post(restart(post.app.ports), post.room)
            in_hand = {message.id for message in post.all() if message.state is State.SENDING}
            act(post)
    return Lived(post, has_crashed, in_hand)


def check(scene: Scene, lived: Lived) -> None:
    post = lived.post
    states = {message.id: message.state for message in post.all() if message.kind != "capped"}
    assert set(scene.wanted) == set(states), "nothing wanted is lost, nothing else is there"
    assert set(states.values()) <= ENDS, "everything has come to an end"
    sent_counts = Counter(post.sent_ids())
    assert {name: count for name, count in sent_counts.items() if count > 1} == {}, (
        "nothing is said twice"
    )
    sent = {name for name, state in states.items() if state is State.SENT}
    uncertain = {name for name, state in states.items() if state is State.UNCERTAIN}
    in_doubt = {message.id for message in post.all() if message.state is State.UNCERTAIN}
    assert sent <= sent_counts.keys(), "what is called sent was handed over"
    assert sent_counts.keys() & states.keys() <= sent | uncertain, (
        "what was handed over is not denied"
    )
    assert in_doubt == lived.in_hand, "in doubt is what was claimed and not marked, and no more"
    assert scene.cap is None or len(sent | uncertain) <= scene.cap, "the day's limit holds"
    stopped = [
        message_id for m in post.all() if m.kind == "capped" for message_id in m.facts["unsent"]
    ]
    at_limit = [m.id for m in post.all() if m.why.startswith("the day's limit")]
    assert sorted(stopped) == sorted(at_limit), "what the limit stopped stands in a notice, once"
    post.check_audit_logs()


def count_steps(scene: Scene) -> int:
    crash_points = NthCrashPoint()
    live(scene, memory_ports(VirtualClock(NOON), crash_points), lambda ports: ports)
    return len(crash_points.seen)


STRIKES = [
    pytest.param(scene, nth, id=f"{name}, step {nth}")
    for name, scene in SCENES.items()
    for nth in range(1, count_steps(scene) + 1)
]


def test_scenes_reach_every_step_there_is() -> None:
    crash_points = NthCrashPoint()
    lived = live(FEW, memory_ports(VirtualClock(NOON), crash_points), lambda ports: ports)

    assert {step for step in crash_points.seen if step.startswith("send")} == {
        "send.claimed",
        "send.handed_over",
        "send.marked",
    }
    check(FEW, lived)
    assert sorted(lived.post.sent_ids()) == ["clock/ready", "kettle/ready", "lamp/ready"]


@pytest.mark.parametrize("scene, nth", STRIKES)
def test_a_crash_at_any_step_keeps_every_message_whole_in_memory(scene: Scene, nth: int) -> None:
    ports = memory_ports(VirtualClock(NOON), NthCrashPoint(nth))

    check(scene, live(scene, ports, lambda ports: ports))


@pytest.mark.parametrize("name", SCENES)
def test_a_crash_at_some_step_keeps_every_message_whole_on_sqlite(
    name: str, tmp_path: Path
) -> None:
    scene = SCENES[name]
    unstruck = NthCrashPoint()
    assert not crash_sqlite(scene, unstruck, tmp_path / "unstruck")
    for nth in pick_steps(unstruck.seen, every=10):
        assert crash_sqlite(scene, NthCrashPoint(nth), tmp_path / str(nth))


def crash_sqlite(scene: Scene, crash_points: NthCrashPoint, folder: Path) -> bool:
    clock = VirtualClock(NOON)
    opened = [sql_ports(None, settle_in(folder), clock, crash_points)]

    def restart(ports: Ports) -> Ports:
        opened.append(sql_ports(None, folder, clock, CrashingPoints()))
        channels = opened[-1].channels
        assert isinstance(channels, dict)
        channels.update(ports.channels)
        return opened[-1]

    try:
        lived = live(scene, opened[0], restart)
        check(scene, lived)
    finally:
        for ports in opened:
            ports.close()
    return lived.has_crashed
