"""What goes wrong around the functions of home aws: no message is lost, and none goes out twice.

Answers lost after a commit, throttled tables, held items and records over 400 kB are tested with
the store (tests/adapters/aws/test_transactions.py, test_store.py), lagging indexes with a whole
week (tests/stories/test_home_aws.py), kills after every call in tests/stories/test_functions.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest
from tests.pictures import make_picture
from tests.services.function_host import ZONE, Host, hosting, read_event, write_stream
from tests.services.function_roles import list_refused
from tests.services.sms_gateway import ACCOUNT, TOKEN, serving_texts
from tests.stories.benches import MAYA, SETTINGS, TOM

from belfry.adapters.aws.clients import connect_parameters, connect_secrets
from belfry.bootstrap.aws_home import redrive_events
from belfry.jobs.ports import Jobs
from belfry.messaging.messages import Message, State

START = datetime(2026, 11, 17, 10, tzinfo=ZONE)
TICK = read_event("scheduler_default")
MINUTE = timedelta(minutes=1)


@pytest.fixture
def host(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    with hosting(moto_endpoint, START, SETTINGS.read_text("utf-8"), monkeypatch) as host:
        for job in (MAYA, TOM):
            host.rows[job[0]] = (job, "received")
        host.save_board()
        host.call("jsnr-stage", TICK)
        yield host


def let_move(host: Host, job: tuple[str, ...], stage: str = "in progress") -> None:
    """A move that counts: its event lies in the outbox, and nobody was told of it yet."""
    host.put(job, stage)
    host.call("jsnr-stage", TICK)
    host.clock.advance(3 * MINUTE)
    host.call("jsnr-stage", TICK)


def find_message(host: Host, job_id: str, move: int = 2) -> Message | None:
    store = host.functions("jsnr-sender").ports.store
    return store.find(Message, f"jobs/{job_id}/move-{move}")


def test_stream_delivered_twice_and_reordered_is_one_message_each(host: Host) -> None:
    let_move(host, MAYA)
    let_move(host, TOM)
    rows, host.stream = host.stream, []
    assert len(rows) == 2

    for numbers in (rows[::-1], rows, [rows[1], rows[1], rows[0], 999]):
        host.call("belfry-relay", write_stream(numbers))
    host.settle()

    assert (len(host.list_texts()), len(host.list_emails())) == (1, 1)
    assert host.call("belfry-relay", TICK) == {"done": 0, "put_back": 0, "failed": 0}


def test_event_handed_over_twice_queues_one_message(host: Host) -> None:
    let_move(host, MAYA)
    host.call("belfry-relay", write_stream(host.stream))
    host.stream.clear()
    [message] = host.sqs.receive_message(QueueUrl=host.queue, VisibilityTimeout=0)["Messages"]
    for _ in range(2):
        host.sqs.send_message(QueueUrl=host.queue, MessageBody=message["Body"])
    host.settle()

    assert len(host.list_texts()) == 1


def test_rows_that_the_stream_missed_are_relayed_by_the_sweep(host: Host) -> None:
    let_move(host, MAYA)
    host.stream.clear()
    host.settle()
    assert host.list_texts() == []

    assert host.deliver("belfry-relay", TICK) == {"done": 1, "put_back": 0, "failed": 0}
    assert len(host.list_texts()) == 1


def test_message_whose_call_of_the_sender_got_lost_is_sent_by_the_sweep(host: Host) -> None:
    let_move(host, MAYA)
    host.call("belfry-relay", write_stream(host.stream))
    host.stream.clear()
    host.feed("jsnr-composer")
    assert [name for name, _ in host.calls] == ["jsnr-sender"]
    host.calls.clear()

    assert host.deliver("jsnr-sender", TICK) == {"sent": 1}
    assert len(host.list_texts()) == 1


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("no json", id="no JSON"),
        pytest.param('{"detail-type": "stage.changed", "detail": {}}', id="no facts"),
        pytest.param("[]", id="a list"),
        pytest.param(
            '{"detail-type": "job.eaten", "detail": {"number": 9, "about": "job", "id": "J-1",'
            ' "at": "2026-11-17T10:00:00+00:00", "facts": {}}}',
            id="an unknown event",
        ),
    ],
)
def test_poison_lies_in_the_dead_letter_queue_and_holds_up_nobody(host: Host, body: str) -> None:
    host.sqs.send_message(QueueUrl=host.queue, MessageBody=body)
    let_move(host, MAYA)
    host.settle()

    assert len(host.list_texts()) == 1
    assert host.invocations.count("jsnr-composer") == 5
    answer = host.sqs.receive_message(QueueUrl=host.dead_letters, VisibilityTimeout=0)
    assert [message["Body"] for message in answer["Messages"]] == [body]


def test_events_that_were_given_up_are_redriven(host: Host) -> None:
    let_move(host, MAYA)
    home = [host.functions(name) for name in ("belfry-relay", "jsnr-sender")][-1].settings
    parameters = connect_parameters(region="eu-west-2")
    parameters.put_parameter(Name="/ss/config/timezone", Value="Mars/Base", Overwrite=True)
    host.stop("jsnr-composer")
    host.settle()
    assert Counter(error.partition(":")[0] for _, error in host.failures) == {"ConfigError": 5}
    assert find_message(host, "J-2042") is None

    parameters.put_parameter(Name="/ss/config/timezone", Value="Europe/London", Overwrite=True)
    parameters.close()
    assert (redrive_events(home), redrive_events(home)) == (1, 0)
    host.settle()
    assert len(host.list_texts()) == 1


def test_photo_that_is_gone_again_is_left_out(host: Host) -> None:
    assert host.call("jsnr-photo", read_event("photo_put")) == {"added": 0}


def test_photo_of_a_job_that_is_not_known_yet_is_tried_again_and_then_left(host: Host) -> None:
    job = ("J-7", "Ann", "ann@example.com", "email", "lamp")
    host.put_photo("J-7", "a lamp.jpg", make_picture())
    assert [name for name, _ in host.dead] == ["jsnr-photo"]
    host.clock.advance(2 * MINUTE)
    [(_, event)] = host.dead
    assert host.call("jsnr-photo", event) == {"added": 0}

    host.put(job, "received")
    host.call("jsnr-stage", TICK)
    assert host.call("jsnr-photo", TICK) == {"added": 1}
    assert host.call("jsnr-photo", event) == {"added": 0}


def test_file_that_is_no_picture_is_shown_to_the_shop(host: Host) -> None:
    host.put_photo("J-2042", "received.jpg", b"no picture")
    assert (host.dead, host.call("jsnr-photo", TICK)) == ([], {"added": 0})
    [problem] = host.functions("jsnr-photo").ports.data_problems.list()
    assert problem.place == "jobs/photos/J-2042/received.jpg"


def test_texts_wait_for_a_secret_that_is_missing_at_the_start(host: Host) -> None:
    parameters = connect_parameters(region="eu-west-2")
    with serving_texts() as gateway:
        values = {"sms/provider": "gateway", "sms/account": ACCOUNT, "sms/url": gateway.url}
        for name, value in {**values, "aws/sms_secret": "jsnr/sms"}.items():
            parameters.put_parameter(
                Name=f"/ss/config/{name}", Value=value, Type="String", Overwrite=True
            )
        parameters.close()
        let_move(host, MAYA)
        host.settle()
        message = find_message(host, "J-2042")
        assert message is not None
        assert message.state is State.QUEUED
        assert "there is no secret jsnr/sms" in message.why
        assert gateway.texts == []

        secrets = connect_secrets(region="eu-west-2")
        secrets.create_secret(Name="jsnr/sms", SecretString=TOKEN)
        secrets.close()
        host.clock.advance(10 * MINUTE)
        # The text, and the notice to the owner.
        assert host.deliver("jsnr-sender", TICK) == {"sent": 2}
        assert len(gateway.texts) == 1


def test_two_pollers_at_once_make_one_move_and_one_message(host: Host) -> None:
    """The second has read the same state before the first wrote: its commit meets a Conflict."""
    host.put(MAYA, "in progress")
    host.call("jsnr-stage", TICK)
    host.clock.advance(3 * MINUTE)
    poll = host.functions("jsnr-stage").jobs.poll_board
    seen: list[Any] = []

    class Overtaken:
        """The jobs as they are; another poll runs to its end once they were read."""

        def __getattr__(self, name: str) -> Any:
            return getattr(poll.jobs, name)

        def list_current(self, numbers: Any) -> Any:
            jobs = poll.jobs.list_current(numbers)
            if not seen:
                seen.append(host.call("jsnr-stage", TICK))
            return jobs

    polled = replace(poll, jobs=cast("Jobs", Overtaken())).poll_if_changed()
    assert polled is not None
    assert (seen[0]["moves"], len(polled.moves), polled.is_written) == (1, 0, False)
    host.settle()
    assert len(host.list_texts()) == 1
    assert host.call("jsnr-stage", TICK) == {"is_idle": True}


@pytest.mark.parametrize("jump", [timedelta(days=2), -timedelta(hours=5)], ids=["ahead", "back"])
def test_clock_that_jumps_sends_nothing_twice(host: Host, jump: timedelta) -> None:
    let_move(host, MAYA)
    host.settle()
    host.clock.set_wrong(jump)
    for name in ("jsnr-stage", "belfry-relay", "jsnr-sender", "jsnr-photo"):
        host.deliver(name, TICK)
    host.clock.set_wrong(-jump)
    for name in ("jsnr-stage", "belfry-relay", "jsnr-sender", "jsnr-photo"):
        host.deliver(name, TICK)
    let_move(host, MAYA, "ready")
    host.settle()

    assert len(host.list_texts()) == 2
    assert (host.failures, host.dead) == ([], [])


def test_message_held_overnight_leaves_by_its_own_schedule(host: Host) -> None:
    host.go_to("2026-11-17T20:01", every=timedelta(hours=12))
    let_move(host, MAYA)
    host.settle()
    assert host.list_texts() == []
    [schedule] = host.scheduler.list_schedules(NamePrefix="jsnr-release-2")["Schedules"]
    assert schedule["Name"] == "jsnr-release-20261118T0900"

    host.invocations.clear()
    host.go_to("2026-11-18T09:00", every=timedelta(hours=12))
    assert len(host.list_texts()) == 1
    assert host.scheduler.list_schedules(NamePrefix="jsnr-release-2")["Schedules"] == []


@pytest.mark.parametrize(
    "event, state, consent",
    [
        ("ses_delivered", State.DELIVERED, ""),
        ("ses_bounced", State.BOUNCED, ""),
        ("ses_complaint", State.DELIVERED, "no"),
    ],
)
def test_report_of_ses_settles_the_message(
    host: Host, event: str, state: State, consent: str
) -> None:
    job = ("J-2042", "Maya Lind", "maya@example.com", "email", "iPhone screen repair")
    host.put(job, "received")
    host.call("jsnr-stage", TICK)
    host.clock.advance(11 * MINUTE)
    let_move(host, job)
    host.settle()
    for _ in range(2):
        host.deliver("belfry-feedback", read_event(event))

    message = find_message(host, "J-2042")
    assert message is not None
    assert message.state is state
    assert ("550 5.1.1 user unknown" in message.why) == (state is State.BOUNCED)
    contact = host.functions("jsnr-page").jobs.customers.show("J-2042").contact
    assert contact is not None
    assert contact.consent == consent
    assert (host.failures, host.dead) == ([], [])


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"eventType": "Send"}, id="sent, which is known"),
        pytest.param({"mail": {"tags": {}}}, id="of another program"),
        pytest.param({"mail": {"tags": {"belfry-message": ["%%"]}}}, id="with another tag"),
        pytest.param({}, id="on a message that is gone"),
    ],
)
def test_report_on_no_message_of_ours_changes_nothing(host: Host, change: dict[str, Any]) -> None:
    event = read_event("ses_bounced")
    event["detail"] |= change
    assert host.call("belfry-feedback", event) == {"state": ""}


def test_functions_are_used_as_their_roles_allow(host: Host) -> None:
    """What the stories do not reach: photos that expire, and a number that changes its customer."""
    host.put_photo("J-2042", "received.jpg", make_picture())
    other = ("J-2042", "Ben Roe", "ben@example.com", "email", "iPhone screen repair")
    host.put(other, "received")
    host.call("jsnr-stage", TICK)
    host.clock.advance(timedelta(days=100))
    assert host.call("jsnr-photo", json.loads('{"act": "expire"}')) == {"expired": 1, "versions": 1}
    assert list_refused(host.meter.calls) == []
