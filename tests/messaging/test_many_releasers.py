"""Several processes let messages leave at the same moment: each leaves once, and limits hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.messaging.post import ADMIN, Post, sql_post

from belfry.messaging.messages import State

RELEASERS = 3


@pytest.fixture(params=["sqlite", "postgres"])
def posts(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Post]]:
    """Apps of their own, with channels of their own, over one database."""
    is_sqlite = request.param == "sqlite"
    url = None if is_sqlite else request.getfixturevalue("postgres_url")
    opened = [sql_post(url, tmp_path) for _ in range(RELEASERS)]
    yield opened
    for post in opened:
        post.app.ports.close()


def at_once(posts: list[Post], act: Callable[[Post], object]) -> None:
    """Every one of them begins when all are ready."""
    ready = Barrier(len(posts))

    def begin(post: Post) -> None:
        ready.wait(timeout=300)
        act(post)

    with ThreadPoolExecutor(len(posts)) as threads:
        list(threads.map(begin, posts))


def handed_over(posts: list[Post]) -> list[str]:
    return sorted(
        outgoing.id for post in posts for outgoing in post.email.sent if outgoing.to != ADMIN
    )


def test_every_message_is_handed_over_exactly_once(posts: list[Post]) -> None:
    ids = posts[0].want_many(230)

    at_once(posts, Post.release)
    at_once(posts, Post.release)

    assert handed_over(posts) == ids
    assert Counter(message.state for message in posts[0].all()) == {State.SENT: len(ids)}
    posts[0].check_audit_logs()


def test_the_days_limit_is_never_exceeded_and_is_used_up(posts: list[Post]) -> None:
    ids = posts[0].want_many(40)
    for post in posts:
        post.policy(caps={"email": 15})
    while any(posts[0].state(message_id) is State.QUEUED for message_id in ids):
        at_once(posts, Post.release)

    assert len(handed_over(posts)) == 15
    states = Counter(posts[0].state(message_id) for message_id in ids)
    assert states == {State.SENT: 15, State.DROPPED: 25}
    unsent = [m.facts["unsent"] for m in posts[0].all() if m.kind == "capped"]
    stopped = [message_id for message_id in ids if posts[0].state(message_id) is State.DROPPED]
    assert sorted(message_id for some in unsent for message_id in some) == stopped
    posts[0].check_audit_logs()


def test_message_wanted_while_others_leave_is_neither_lost_nor_doubled(posts: list[Post]) -> None:
    """One thread keeps queueing newer messages about the same subjects; the others release them."""
    wanted = [(f"news {number:03}", f"thing {number % 4}") for number in range(60)]

    def act(post: Post) -> None:
        if post is posts[0]:
            for name, about in wanted:
                post.want(name, about=about)
        else:
            for _ in range(30):
                post.release()

    at_once(posts, act)
    posts[0].release()

    states = {message.id: message.state for message in posts[0].all()}
    assert sorted(states) == [name for name, _ in wanted]
    assert set(states.values()) <= {State.SENT, State.DROPPED}
    sent = sorted(name for name, state in states.items() if state is State.SENT)
    assert handed_over(posts) == sent
    assert {name for name, _ in wanted[-4:]} <= set(sent)
    posts[0].check_audit_logs()
