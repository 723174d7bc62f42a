"""Whether the sample shop has four plausible weeks behind it, with something of each."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, cast

import pytest
from tests.entrypoints.demo.lived_shops import list_jobs, live_in

from belfry.controls.chains.moves import Move
from belfry.entrypoints.demo.clock import Mover
from belfry.entrypoints.demo.days import JOBS, list_deeds
from belfry.entrypoints.demo.team import SNOOZED, TIMEZONE
from belfry.entrypoints.demo.tour import list_scenes
from belfry.kernel.cron import find_zone
from belfry.messaging.messages import Audience, Message, State
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.scheduler.runs import RunStatus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.ports.clock import DemoClock

# A Friday morning.
NOW = datetime(2026, 11, 20, 10, 40, tzinfo=UTC)
LONDON = find_zone(TIMEZONE)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    with live_in(tmp_path_factory.mktemp("shop"), NOW) as services:
        yield services


@pytest.fixture(scope="module")
def messages(shop: Services) -> list[Message]:
    return list(shop.ports.messages.list_newest(limit=10_000))


def test_shop_has_nine_people_sixty_jobs_and_two_dozen_controls(shop: Services) -> None:
    staff = shop.rota.drafts.read_sheets.staff()
    counted = (len(staff.rows), len(list_jobs(shop)), shop.ports.controls.count())
    assert counted == (9, 60, 24)


def test_everybody_may_sign_in_with_their_role(shop: Services) -> None:
    roles = Counter(user.role.value for user in shop.ports.users.list())
    assert roles == {"owner": 1, "manager": 2, "staff": 6}


def test_clock_shows_now_and_nothing_is_from_later(shop: Services, messages: list[Message]) -> None:
    assert shop.ports.clock.now() == NOW
    assert max(message.made_at for message in messages) <= NOW
    assert max(entry.at for entry in shop.ports.audit_log.list_latest(limit=1)) <= NOW


def test_jobs_stand_in_every_stage(shop: Services) -> None:
    stages = Counter(job.stage for job in list_jobs(shop))
    assert set(stages) == {stage.name for stage in shop.jobs.read_shop().shop.stages}
    assert stages["collected"] > 30


def test_one_problem_of_each_kind_waits_for_a_decision(shop: Services) -> None:
    data_problems = [data_problem.text for data_problem in shop.ports.data_problems.list()]
    wrong = Counter(message.state for message in shop.messaging.list_undecided(limit=50).wrong)
    replies = [line.reply.text for line in shop.jobs.replies.list_open(limit=50).lines]
    assert [text.partition(";")[0] for text in data_problems] == ["'redy' is not a stage"]
    assert len(shop.jobs.correct.list_slips(limit=50)) == 1
    assert (wrong[State.FAILED], wrong[State.UNCERTAIN] > 0) == (1, True)
    assert replies == ["Lovely, thanks! Could I come by on Saturday?"]
    assert [job.stage for job in list_jobs(shop) if job.is_open and job.chased_at]


def test_customers_get_no_messages_at_night(messages: list[Message]) -> None:
    sent = [
        message.sent_at.astimezone(LONDON).time()
        for message in messages
        if message.audience is Audience.CUSTOMER and message.sent_at
    ]
    assert len(sent) > 120
    assert [at for at in sent if not time(9) <= at < time(20)] == []


def test_what_was_held_left_when_the_quiet_hours_ended(
    shop: Services, messages: list[Message]
) -> None:
    late = [message for message in messages if message.kind == "moved" and _is_held(shop, message)]
    assert late
    assert {message.sent_at.astimezone(LONDON).time() for message in late if message.sent_at} == {
        time(9)
    }


def _is_held(shop: Services, message: Message) -> bool:
    entries = shop.ports.audit_log.list_entries(message.subject)
    return "held" in [entry.action for entry in entries]


def test_customer_who_texted_stop_gets_no_more_updates(
    shop: Services, messages: list[Message]
) -> None:
    replies = shop.jobs.replies.list_newest(limit=100)
    stopped = {line.reply.about: line.reply.at for line in replies if line.reply.text == "STOP"}
    assert len(stopped) >= 3
    later = [
        message.state
        for message in messages
        if message.about in stopped
        and message.kind == "moved"
        and message.made_at > stopped[message.about]
    ]
    assert set(later) == {State.DROPPED}


def test_open_jobs_have_pictures_that_were_drawn_here(shop: Services) -> None:
    files = shop.ports.photos.files()
    assert len(files) > 10
    assert {file.why for file in files.values()} == {""}


def test_controls_stand_everywhere_they_can(shop: Services) -> None:
    ticks = shop.controls.tick(is_whole=True, dry_run=True).controls
    stand = {tick.control.name: tick.decision.move for tick in ticks}
    snoozed = shop.controls.acts.find_control(SNOOZED)
    assert set(stand.values()) == set(Move)
    assert [name for name, move in stand.items() if move is Move.ESCALATE] == [
        "Electrical tools test"
    ]
    assert len(snoozed.snoozes) == 1


def test_controls_were_done_with_notes_and_pictures(shop: Services) -> None:
    kinds = Counter(
        evidence.media_type
        for control in shop.ports.controls.list_page(limit=100)
        for evidence in shop.ports.histories.list_evidence(control.id)
    )
    assert (kinds[""] >= 2, kinds["image/jpeg"] >= 2) == (True, True)


def test_people_know_five_weeks_and_the_next_is_drafted(
    shop: Services, messages: list[Message]
) -> None:
    notified = Counter(message.about for message in messages if message.kind == "week")
    days = shop.rota.drafts.show_week(date(2026, 11, 23)).days
    outcomes = {line.outcome for day in days for line in day.lines}
    assert (len(notified), min(notified.values())) == (5, 9)
    assert outcomes == set(Outcome)


def test_time_off_and_a_swap_wait_for_a_manager(shop: Services) -> None:
    asked = shop.rota.requests.list()
    assert [swap.state.value for swap in asked.swaps] == ["offered"]
    assert {request.person for request in asked.time_off} >= {"Leo Frost", "Jamal Reid"}


def test_runs_succeeded_were_retried_and_missed(shop: Services) -> None:
    runs = shop.ports.runs.list_newest(limit=10_000)
    assert {RunStatus.SUCCEEDED, RunStatus.PARKED, RunStatus.MISSED} <= {run.status for run in runs}
    assert {run.attempt for run in runs if run.status is RunStatus.PARKED} == {3}
    assert [run for run in runs if run.status is RunStatus.RUNNING] == []
    assert list(shop.ports.monitor.list_workers()) == []


def test_audit_log_is_unbroken(shop: Services) -> None:
    verified = shop.accounts.verify_audit_log()
    assert (verified.breaks, verified.entries > 1000) == ((), True)


def test_tour_shows_one_of_everything(shop: Services) -> None:
    lines = {scene["of"]: scene["lines"] for scene in list_scenes(shop)}
    assert list(lines) == ["clock", "move", "tick", "rota", "photo", "fence"]
    assert [line.partition(": ")[2].partition(".")[0] for line in lines["clock"]] == [
        "succeeded",
        "parked after 3 tries",
        "missed",
    ]
    assert [line.partition(": ")[2][:4] for line in lines["move"][1:]] == ["held", "sent"]
    assert len(lines["tick"]) == len(Move)
    assert lines["photo"][0].endswith("it holds where it was taken and Bench Camera.")
    assert lines["photo"][1].endswith("it holds nothing but the picture.")


def test_same_moment_gives_the_same_shop(
    shop: Services, messages: list[Message], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with live_in(tmp_path_factory.mktemp("again"), NOW) as again:
        same = again.ports.messages.list_newest(limit=10_000)
        boards = [
            services.ports.folder.read("jobs/board.csv").content for services in (shop, again)
        ]
    assert boards[0] == boards[1]
    before, after = (
        [(message.id, message.state, message.sent_at, message.text) for message in listed]
        for listed in (messages, same)
    )
    assert before == after


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(datetime(2026, 11, 22, 15, tzinfo=UTC), id="on a Sunday"),
        pytest.param(datetime(2026, 11, 25, 16, 50, tzinfo=UTC), id="on Wednesday afternoon"),
        pytest.param(datetime(2026, 11, 25, 21, 5, tzinfo=UTC), id="late on a Wednesday"),
        pytest.param(datetime(2027, 3, 29, 3, 30, tzinfo=UTC), id="after the clocks went forward"),
        pytest.param(datetime(2026, 11, 16, 10, 11, 30, tzinfo=UTC), id="right after a save"),
    ],
)
def test_shop_is_complete_at_any_time_of_the_week(
    now: datetime, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with live_in(tmp_path_factory.mktemp("shop"), now) as shop:
        days = timedelta(days=7)
        assert len(list_jobs(shop)) == 60
        assert len(shop.jobs.correct.list_slips(limit=50)) == 1
        assert len(shop.jobs.replies.list_open(limit=50)) == 1
        wrong = shop.messaging.list_undecided(limit=50).wrong
        assert {message.state for message in wrong} == {State.FAILED, State.UNCERTAIN}
        assert all(message.made_at > now - days for message in wrong)
        assert [swap.state.value for swap in shop.rota.requests.list().swaps] == ["offered"]


def test_week_to_come_goes_on_where_the_past_ended(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Also if the draft and all else that waits stay unanswered."""
    with live_in(tmp_path_factory.mktemp("shop"), NOW) as shop:
        week = timedelta(days=7)
        clock = cast("DemoClock", shop.ports.clock)
        mover = Mover(shop, clock, list_deeds=list_deeds)
        mover.move_to(NOW + week)
        newest = shop.ports.messages.list_newest(limit=1000)
        assert len(list_jobs(shop)) == 60 + len(JOBS)
        assert {"moved", "reminder", "holding"} <= {
            message.kind for message in newest if message.made_at > NOW
        }
        assert len(shop.jobs.replies.list_open(limit=50)) == 2
        assert shop.accounts.verify_audit_log().breaks == ()
