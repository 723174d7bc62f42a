"""What goes wrong in the deployed stacks of jobs: no message is lost, and none goes out twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from tests.infra.deployments import Deployment, Saved
from tests.infra.jobs_runs import list_requests, live_until_told, write_photo
from tests.infra.test_deployed_stories import DOC
from tests.pictures import RED, make_picture
from tests.services.function_host import read_event
from tests.stories.benches import MAYA, TOM, london
from tests.stories.test_maya import STARTED
from tests.stories.waiting import wait_for

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
