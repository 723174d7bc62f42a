"""What goes wrong in the deployed stacks of jobs: no message is lost, and none goes out twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from tests.infra.deployments import Deployment, Saved
from tests.infra.jobs_runs import list_requests, live_until_told, write_photo
from tests.infra.test_deployed_stories import DOC, PHONE, poll
from tests.pictures import RED, make_picture
from tests.services.function_host import read_event
from tests.stories.benches import MAYA, TOM, london
from tests.stories.processes import run_belfry
from tests.stories.test_maya import STARTED
from tests.stories.waiting import wait_for
from tools.emulator import ACCOUNT, REGION

from belfry.messaging.contacts import contact_id

MINUTE = timedelta(minutes=1)
Job = tuple[str, str, str, str, str]


def test_kill_of_each_function_at_each_step_neither_loses_nor_repeats_a_text(
    aws: Deployment,
) -> None:
    """What may have been lost is shown as uncertain; nothing is sent twice."""
    bench = KilledBench(aws)
    bench.open()
    bench.live("", bench.jobs[0])
    assert aws.list_texts() == [(bench.jobs[0][2], STARTED)]
    steps = list(dict.fromkeys(aws.list_steps()))
    assert {step.partition(" ")[0] for step in steps} == {
        "jsnr-stage",
        "belfry-relay",
        "jsnr-composer",
        "jsnr-sender",
    }
    outcomes = {}
    for place, job in zip(steps, bench.jobs[1:], strict=False):
        bench.live(f"{place} 1", job)
        outcomes[place] = bench.find_outcome(job)
    # Dead after the message was claimed, and before its state was stored: it may have arrived.
    unsure = {
        "jsnr-sender store.committed": "no text, uncertain",
        "jsnr-sender send.claimed": "no text, uncertain",
        "jsnr-sender send.handed_over": "one text, uncertain",
    }
    assert outcomes == dict.fromkeys(steps, "one text, sent") | unsure


class KilledBench:
    """Forty jobs at the counter, which are begun one by one, every twenty minutes."""

    def __init__(self, aws: Deployment) -> None:
        self.aws = aws
        self.jobs = [
            (f"J-{n}", "Maya Lind", f"+4477009001{n:02}", "text", MAYA[4]) for n in range(40)
        ]
        self.stages = dict.fromkeys(self.jobs, "received")
        self.now = london("2026-11-17T09:10")

    def open(self) -> None:
        self.aws.put_file("team/jobs/settings.txt", DOC)
        self.put()
        self.step(0)
        self.fire("jsnr-poll")
        self.aws.settle()
        (self.aws.folder / "steps").unlink()

    def put(self) -> None:
        self.aws.put_board(*((*job, stage) for job, stage in self.stages.items()))

    def fire(self, name: str) -> None:
        """AWS calls a function that died once more."""
        try:
            self.aws.fire(name)
        except AssertionError:
            self.aws.fire(name)

    def live(self, place: str, job: Job) -> None:
        """The job is begun, one function dies, and ten minutes later the sweeps come by."""
        if place:
            self.aws.crash_at(place)
        self.stages[job] = "in progress"
        self.put()
        self.fire("jsnr-poll")
        self.step(3)
        self.fire("jsnr-poll")
        if place:
            wait_for(self.aws.has_crashed, lambda has: has, within=60)
            if place.startswith("jsnr-composer"):
                self.aws.let_time_out("jsnr-composer")
        self.step(10)
        for name in ("jsnr-poll", "belfry-relay-sweep", "jsnr-release-sweep"):
            self.fire(name)
        self.aws.settle()
        self.step(7)

    def step(self, minutes: int) -> None:
        self.now += minutes * MINUTE
        self.aws.go_to(self.now)

    def find_outcome(self, job: Job) -> str:
        texts = [text for number, text in self.aws.list_texts() if number == job[2]]
        counted = {0: "no text", 1: "one text"}.get(len(texts), f"{len(texts)} texts")
        return f"{counted}, {self.aws.list_messages()[f'jobs/{job[0]}/move-2']}"


def test_poison_is_a_dead_letter_after_five_tries_and_comes_back_by_redrive(
    aws: Deployment, tmp_path: Path
) -> None:
    """Maya's event meets a record that cannot be read; Tom's, after it, is not held up."""
    aws.put_file("team/jobs/settings.txt", DOC)
    aws.put_board((*MAYA, "received"), (*TOM, "received"))
    poll(aws, "2026-11-16T10:00")
    broken = {"pk": {"S": "Contact"}, "sk": {"S": contact_id(PHONE)}}
    aws.client("dynamodb").put_item(TableName="jsnr-book", Item=broken)
    aws.put_board((*MAYA, "in progress"), (*TOM, "received"))
    with shown_again_at_once(aws, "jsnr-composer"):
        poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")
    aws.put_board((*MAYA, "in progress"), (*TOM, "in progress"))
    poll(aws, "2026-11-17T10:06", "2026-11-17T10:09")
    assert (len(aws.list_texts()), len(aws.list_mails())) == (0, 1)
    assert peek_receives(aws, "jsnr-notify-dlq") == [5]

    aws.client("dynamodb").delete_item(TableName="jsnr-book", Key=broken)
    assert [redrive(aws, tmp_path) for _ in range(2)] == [1, 0]
    aws.settle()
    assert aws.list_texts() == [(PHONE, STARTED)]
    assert len(aws.list_mails()) == 1


@contextmanager
def shown_again_at_once(aws: Deployment, function: str) -> Iterator[None]:
    """What the function fails at is handed to it again after a second."""
    sqs, queue, name = aws.client("sqs"), aws.queues[function], "VisibilityTimeout"
    before = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=[name])["Attributes"]
    sqs.set_queue_attributes(QueueUrl=queue, Attributes={name: "1"})
    try:
        yield
    finally:
        sqs.set_queue_attributes(QueueUrl=queue, Attributes=before)


def peek_receives(aws: Deployment, queue: str) -> list[int]:
    """How often each message in the queue was received before this look."""
    count = "ApproximateReceiveCount"
    answer = aws.client("sqs").receive_message(
        QueueUrl=f"{aws.address}/{ACCOUNT}/{queue}",
        MaxNumberOfMessages=10,
        VisibilityTimeout=0,
        AttributeNames=[count],
    )
    return [int(message["Attributes"][count]) - 1 for message in answer.get("Messages", [])]


def redrive(aws: Deployment, folder: Path) -> int:
    """How many events the command puts back."""
    # A session that an earlier command of this process opened has other keys.
    boto3.DEFAULT_SESSION = None
    where = f'[aws]\nregion = "{REGION}"\nendpoint_url = "{aws.address}"\n'
    (folder / "belfry.toml").write_text(f'home = "aws"\n{where}')
    keys = {"AWS_ACCESS_KEY_ID": ACCOUNT, "AWS_SECRET_ACCESS_KEY": "owner"}
    return int(run_belfry(folder, "messages", "redrive", **keys)["redriven"])


def test_kill_of_sweep_photo_page_and_feedback_at_each_step_changes_nothing(
    aws: Deployment,
) -> None:
    """Each is called again a minute later, as AWS does, or as the customer does."""
    with aws.settings(public_url="https://jobs.example.com"):
        informed = live_until_told(aws)
        check_kills(aws, "jsnr-sweep", informed, read_event("scheduler_default"))
        assert (len(aws.list_texts()), len(aws.list_mails())) == (1, 2)
        *_, stop = list_requests(informed)
        pictured = informed.add("jsnr-photos", f"in/{TOM[0]}/ready.jpg", make_picture(RED))
        with aws.hushed():
            check_kills(aws, "jsnr-page", informed, stop)
            check_kills(aws, "belfry-feedback", informed, read_event("ses_complaint"))
            check_kills(aws, "jsnr-photo", pictured, write_photo(TOM[0]))


def check_kills(aws: Deployment, function: str, saved: Saved, event: Any) -> None:
    """Whichever step it dies at, as much is stored and sent as if it had not died."""
    whole = live_killed(aws, function, saved, event)
    places = list_places(step for step in aws.list_steps() if step.startswith(function))
    assert len(places) > 1
    for place in places:
        assert live_killed(aws, function, saved, event, place) == whole, place


def live_killed(
    aws: Deployment, function: str, saved: Saved, event: Any, place: str = ""
) -> tuple[Any, ...]:
    aws.begin(saved, "kills")
    aws.go_to(london("2026-11-21T10:00"))
    if place:
        aws.crash_at(place)
        with pytest.raises(AssertionError, match="died"):
            aws.invoke(function, event)
        aws.go_to(london("2026-11-21T10:01"))
    aws.invoke(function, event)
    aws.settle()
    return aws.take_stock(), aws.list_texts(), sorted(aws.list_mails())


def list_places(steps: Iterable[str]) -> list[str]:
    """Each step once, and every commit; where a commit begins, nothing was done since."""
    counts: Counter[str] = Counter()
    places = []
    for step in steps:
        counts[step] += 1
        is_new = counts[step] == 1 and not step.endswith("store.begin")
        if is_new or step.endswith("store.committed"):
            places.append(f"{step} {counts[step]}")
    return places
