"""Whether everything happens at its time, and once, when the demo clock is moved."""

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
    """A shop in which only workflows run."""
    with open_shop(tmp_path / "shop", is_bare=True) as shop:
        yield shop


def summarise(messages: list[Message]) -> list[tuple[str, State, datetime | None, str]]:
    """What must be the same, however the time passed."""
    return [(message.id, message.state, message.sent_at, message.text) for message in messages]


def test_week_moved_at_once_sends_the_same_as_a_week_lived(tmp_path: Path) -> None:
    with open_shop(tmp_path / "moved", SELDOM) as shop:
        shop.mover().move_to(START + WEEK)
        moved = shop.messages
    with open_shop(tmp_path / "lived", SELDOM) as shop:
        shop.live(START + WEEK)
        lived = shop.messages

    assert {message.room for message in lived} == {"jobs", "controls", "rota"}
    swapping = {message.kind for message in lived if message.id.startswith("rota-swap/")}
    assert swapping == {"ask", "swap-to-decide", "swap-news"}
    assert summarise(moved) == summarise(lived)


def test_hour_moved_sends_the_same_as_an_hour_lived_minute_by_minute(tmp_path: Path) -> None:
    with open_shop(tmp_path / "moved") as shop:
        shop.mover().move_to(START + HOUR)
        moved = shop.messages
    with open_shop(tmp_path / "lived") as shop:
        shop.live(START + HOUR)
        lived = shop.messages

    assert [message.id for message in lived if message.room == "jobs"] == ["jobs/J-1045/move-2"]
    assert summarise(moved) == summarise(lived)


def test_days_moved_in_steps_send_the_same_as_days_moved_at_once(tmp_path: Path) -> None:
    with open_shop(tmp_path / "steps") as shop:
        mover = shop.mover()
        for hours in (1, 2, 9, 10, 21, 45):
            mover.move_to(START + hours * HOUR)
        steps = shop.messages
    with open_shop(tmp_path / "once") as shop:
        shop.mover().move_to(START + 45 * HOUR)
        once = shop.messages
    assert summarise(steps) == summarise(once)


def test_message_of_the_night_goes_out_in_the_morning(shop: Shop) -> None:
    mover = shop.mover()

    mover.move_to(START + 10 * HOUR)
    before = {message.id: message for message in shop.messages if message.about == "jobs/J-1042"}
    mover.move_to(START + 22 * HOUR)
    after = {message.id: message for message in shop.messages if message.about == "jobs/J-1042"}

    first, newer = "jobs/J-1042/move-2", "jobs/J-1042/move-3"
    assert {key: (message.state, message.sent_at) for key, message in before.items()} == {
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


def test_two_simultaneous_presses_move_the_clock_once(bare: Shop) -> None:
    mover = bare.mover()
    press_it = partial(mover.move_to, START + HOUR, after=0)
    presses = [Thread(target=press_it), Thread(target=press_it)]
    for press in presses:
        press.start()
    for press in presses:
        press.join()
    assert mover.latest is not None
    assert mover.latest.number == 1


def test_move_is_not_reported_as_absence(bare: Shop) -> None:
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


def test_workflow_of_every_few_minutes_fires_once_in_a_move(bare: Shop) -> None:
    edit = {"name": "Benches", "kind": "log", "cron_schedule": "*/2 * * * *"}
    made = bare.services.create_workflow(edit, team_id=1, by="belfry")
    bare.mover().move_to(START + DAY)
    runs = bare.services.ports.runs.list_newest(workflow_id=made.id)
    assert [(run.scheduled_for, run.status) for run in runs] == [(START + DAY, RunStatus.SUCCEEDED)]


def test_daily_workflow_fires_every_day_at_its_hour(bare: Shop) -> None:
    edit = {"name": "Lights", "kind": "log", "cron_schedule": "30 8 * * *"}
    made = bare.services.create_workflow(edit, team_id=1, by="belfry")
    bare.mover().move_to(START + 3 * DAY)
    runs = bare.services.ports.runs.list_newest(workflow_id=made.id)
    assert [run.started_at for run in reversed(runs)] == [
        datetime.fromisoformat(f"2026-11-{day}T08:30:00+00:00") for day in (19, 20, 21)
    ]


def test_paused_chore_stays_paused(shop: Shop) -> None:
    release = shop.services.ports.workflows.find_by_name(1, "release")
    assert release is not None
    shop.services.change_workflow.pause(release.id, note="later", by="belfry")
    shop.mover().move_to(START + 3 * HOUR)
    assert {message.state for message in shop.messages} == {State.QUEUED}


def test_failing_deed_does_not_stop_the_clock(shop: Shop) -> None:
    board = shop.services.settings.folder / "jobs" / "board.csv"
    away = board.rename(board.with_suffix(".away"))
    mover = shop.mover()
    mover.move_to(START + HOUR)
    away.rename(board)
    mover.move_to(START + 4 * HOUR)
    job_messages = [message.id for message in shop.messages if message.room == "jobs"]
    assert job_messages == ["jobs/J-1041/move-2"]


def test_signed_in_user_stays_signed_in(bare: Shop) -> None:
    accounts, mover = bare.services.accounts, bare.mover()
    link = accounts.invite_owner(email="rosa@example.com")
    token = accounts.open_sign_in_link(link.token).token
    for weeks in range(1, 7):
        mover.move_to(START + weeks * WEEK)
        _, user = accounts.sessions.find(token)
    assert user.email == "rosa@example.com"


def test_signed_out_user_stays_signed_out(bare: Shop) -> None:
    accounts = bare.services.accounts
    token = accounts.open_sign_in_link(accounts.invite_owner(email="rosa@example.com").token).token
    accounts.sessions.end(token)
    bare.mover().move_to(START + HOUR)
    with pytest.raises(NotAllowed):
        accounts.sessions.find(token)


def test_unused_link_stays_valid(bare: Shop) -> None:
    accounts = bare.services.accounts
    link = accounts.invite_owner(email="rosa@example.com")
    bare.mover().move_to(START + WEEK)
    assert accounts.open_sign_in_link(link.token).user.email == "rosa@example.com"


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
