"""Whether everything happens at its time when the demo clock is moved, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.entrypoints.demo.moved_shops import SELDOM, START, Shop, open_shop

from belfry.kernel.errors import NotAllowed
from belfry.messaging.messages import Message, State
from belfry.scheduler.runs import RunStatus

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    with open_shop(tmp_path / "shop") as shop:
        yield shop


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Shop]:
    """A shop in which nothing happens but its workflows."""
    with open_shop(tmp_path / "shop", is_bare=True) as shop:
        yield shop


def tell(messages: list[Message]) -> list[tuple[str, State, datetime | None, str]]:
    """What is to be the same, however the time went by."""
    return [(message.id, message.state, message.sent_at, message.text) for message in messages]


def test_week_moved_in_one_go_says_the_same_as_a_week_lived(tmp_path: Path) -> None:
    with open_shop(tmp_path / "moved", SELDOM) as shop:
        shop.mover().move_to(START + WEEK)
        moved = shop.messages
    with open_shop(tmp_path / "lived", SELDOM) as shop:
        shop.live(START + WEEK)
        lived = shop.messages

    assert {one.room for one in lived} == {"jobs", "controls", "rota"}
    swapping = {one.kind for one in lived if one.id.startswith("rota-swap/")}
    assert swapping == {"ask", "swap-to-decide", "swap-news"}
    assert tell(moved) == tell(lived)


def test_hour_moved_says_the_same_as_an_hour_lived_minute_by_minute(tmp_path: Path) -> None:
    with open_shop(tmp_path / "moved") as shop:
        shop.mover().move_to(START + HOUR)
        moved = shop.messages
    with open_shop(tmp_path / "lived") as shop:
        shop.live(START + HOUR)
        lived = shop.messages

    assert [one.id for one in lived] == ["jobs/J-1045/move-2"]
    assert tell(moved) == tell(lived)


def test_days_in_steps_say_the_same_as_days_in_one_go(tmp_path: Path) -> None:
    with open_shop(tmp_path / "steps") as shop:
        mover = shop.mover()
        for hours in (1, 2, 9, 10, 21, 45):
            mover.move_to(START + hours * HOUR)
        steps = shop.messages
    with open_shop(tmp_path / "once") as shop:
        shop.mover().move_to(START + 45 * HOUR)
        once = shop.messages
    assert tell(steps) == tell(once)


def test_message_of_the_night_goes_out_in_the_morning(shop: Shop) -> None:
    mover = shop.mover()

    mover.move_to(START + 10 * HOUR)
    before = {message.id: message for message in shop.messages if message.about == "jobs/J-1042"}
    mover.move_to(START + 22 * HOUR)
    after = {one.id: one for one in shop.messages if one.about == "jobs/J-1042"}

    first, newer = "jobs/J-1042/move-2", "jobs/J-1042/move-3"
    assert {one.id: (one.state, one.sent_at) for one in before.values()} == {
        first: (State.DROPPED, None),
        newer: (State.HELD, None),
    }
    morning = datetime.fromisoformat("2026-11-19T09:00:00+00:00")
    assert (after[newer].state, after[newer].sent_at) == (State.SENT, morning)


def test_clock_stands_where_it_was_moved_to(bare: Shop) -> None:
    moved = bare.mover().move_to(START + DAY)
    assert bare.clock.now() == START + DAY
    assert (moved.number, moved.began, moved.ended) == (1, START, START + DAY)


def test_clock_is_never_moved_back(bare: Shop) -> None:
    moved = bare.mover().move_to(START - DAY)
    assert (bare.clock.now(), moved.ended) == (START, START)


def test_same_press_sent_twice_moves_the_clock_once(bare: Shop) -> None:
    mover = bare.mover()
    first = mover.move_to(START + HOUR, after=0)
    again = mover.move_to(START + 2 * HOUR, after=0)
    assert again == first
    assert bare.clock.now() == START + HOUR


def test_two_who_press_at_once_move_the_clock_once(bare: Shop) -> None:
    mover = bare.mover()
    press_it = partial(mover.move_to, START + HOUR, after=0)
    presses = [Thread(target=press_it), Thread(target=press_it)]
    for press in presses:
        press.start()
    for press in presses:
        press.join()
    assert mover.latest is not None
    assert mover.latest.number == 1


def test_nobody_was_away_while_the_clock_was_moved(bare: Shop) -> None:
    mover = bare.mover()
    bare.services.watch_clock()
    mover.move_to(START + WEEK)
    bare.services.watch_clock()
    assert bare.notices == []


def test_no_fire_is_missed_or_left_behind(bare: Shop) -> None:
    bare.mover().move_to(START + WEEK)
    runs = bare.services.ports.runs.list_newest(limit=1000)
    assert {run.status for run in runs} == {RunStatus.SUCCEEDED}
    earliest = bare.services.ports.triggers.earliest()
    assert earliest is not None
    assert earliest > START + WEEK


def test_workflow_of_every_few_minutes_rings_once_for_a_move(bare: Shop) -> None:
    edit = {"name": "Benches", "kind": "log", "cron_schedule": "*/2 * * * *"}
    made = bare.services.create_workflow(edit, team_id=1, by="belfry")
    bare.mover().move_to(START + DAY)
    runs = bare.services.ports.runs.list_newest(workflow_id=made.id)
    assert [(run.scheduled_for, run.status) for run in runs] == [(START + DAY, RunStatus.SUCCEEDED)]


def test_workflow_of_every_day_rings_every_day_at_its_hour(bare: Shop) -> None:
    edit = {"name": "Lights", "kind": "log", "cron_schedule": "30 8 * * *"}
    made = bare.services.create_workflow(edit, team_id=1, by="belfry")
    bare.mover().move_to(START + 3 * DAY)
    runs = bare.services.ports.runs.list_newest(workflow_id=made.id)
    assert [run.started_at for run in reversed(runs)] == [
        datetime.fromisoformat(f"2026-11-{day}T08:30:00+00:00") for day in (19, 20, 21)
    ]


def test_chore_that_is_paused_stays_so(shop: Shop) -> None:
    release = shop.services.ports.workflows.find_by_name(1, "release")
    assert release is not None
    shop.services.change_workflow.pause(release.id, note="later", by="belfry")
    shop.mover().move_to(START + 3 * HOUR)
    assert {message.state for message in shop.messages} == {State.QUEUED}


def test_deed_that_cannot_be_done_stops_nothing(shop: Shop) -> None:
    board = shop.services.settings.folder / "jobs" / "board.csv"
    away = board.rename(board.with_suffix(".away"))
    mover = shop.mover()
    mover.move_to(START + HOUR)
    away.rename(board)
    mover.move_to(START + 4 * HOUR)
    assert [message.id for message in shop.messages] == ["jobs/J-1041/move-2"]


def test_whoever_is_signed_in_stays_so(bare: Shop) -> None:
    desk, mover = bare.services.accounts, bare.mover()
    link = desk.invite_owner(email="rosa@example.com")
    token = desk.open_sign_in_link(link.token).token
    for weeks in range(1, 7):
        mover.move_to(START + weeks * WEEK)
        _, user = desk.sessions.find(token)
    assert user.email == "rosa@example.com"


def test_whoever_signed_out_stays_out(bare: Shop) -> None:
    desk = bare.services.accounts
    token = desk.open_sign_in_link(desk.invite_owner(email="rosa@example.com").token).token
    desk.sessions.end(token)
    bare.mover().move_to(START + HOUR)
    with pytest.raises(NotAllowed):
        desk.sessions.find(token)


def test_link_that_nobody_has_used_is_as_good_as_before(bare: Shop) -> None:
    desk = bare.services.accounts
    link = desk.invite_owner(email="rosa@example.com")
    bare.mover().move_to(START + WEEK)
    assert desk.open_sign_in_link(link.token).user.email == "rosa@example.com"


def test_clock_ticks_and_things_happen_once_it_is_let_go(bare: Shop) -> None:
    edit = {"name": "Benches", "kind": "log", "cron_schedule": "* * * * *"}
    made = bare.services.create_workflow(edit, team_id=1, by="belfry")
    stop, heard = Event(), Event()
    mover = bare.mover(hear=lambda run: heard.set() if run.workflow_id == made.id else None)
    living = Thread(target=mover.live, args=(stop,))
    living.start()
    while not heard.wait(0.05):
        bare.machine.advance(timedelta(seconds=1))
    stop.set()
    living.join()
    assert bare.clock.now() >= START + timedelta(minutes=1)
    assert list(bare.services.ports.monitor.list_workers()) == []


def test_clock_goes_on_after_a_move(bare: Shop) -> None:
    stop = Event()
    mover = bare.mover()
    living = Thread(target=mover.live, args=(stop,))
    living.start()
    try:
        mover.move_to(START + DAY)
        bare.machine.advance(timedelta(minutes=5))
        assert bare.clock.now() >= START + DAY + timedelta(minutes=5)
    finally:
        stop.set()
        living.join()
