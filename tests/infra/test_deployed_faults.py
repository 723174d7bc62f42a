"""What goes wrong in the deployed stacks of jobs: no message is lost, and none goes out twice."""

from __future__ import annotations

from datetime import timedelta

from tests.infra.deployments import Deployment
from tests.infra.test_deployed_stories import DOC
from tests.stories.benches import MAYA, london
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
