"""Maya's and Tom's stories at home aws: from the board in S3 to texts and mails.

Every function runs under its own role, and is called by the stream, the bus, the queue or another
function; only the schedules are fired by the test.
"""

from __future__ import annotations

import re
from datetime import timedelta

from tests.infra.deployments import Deployment
from tests.pictures import RED, make_picture
from tests.services.bedrock_endpoint import serving_bedrock
from tests.stories.benches import MAYA, SETTINGS, TOM, london
from tests.stories.test_maya import READY, STARTED
from tests.stories.test_quiet_job import STILL
from tests.stories.waiting import wait_for

DOC = SETTINGS.read_text(encoding="utf-8").replace("awaiting parts 5 days", "awaiting parts 1 day")
PHONE = "+447700900123"
MINUTE = timedelta(minutes=1)
Job = tuple[str, str, str, str, str]


def poll(aws: Deployment, *moments: str) -> None:
    for moment in moments:
        aws.go_to(london(moment))
        aws.fire("jsnr-poll")
        aws.settle()


def test_maya_and_tom_are_told_by_the_deployed_stacks(aws: Deployment) -> None:
    aws.put_file("team/jobs/settings.txt", DOC)
    aws.put_board((*MAYA, "received"), (*TOM, "received"))
    poll(aws, "2026-11-16T10:00", "2026-11-16T10:03")
    assert (aws.list_texts(), aws.list_mails()) == ([], [])

    aws.put_file(f"in/{TOM[0]}/awaiting-parts.jpg", make_picture(RED), "jsnr-photos")
    wait_for(lambda: list(aws.save().objects), lambda names: any("photos/" in n for _, n in names))
    aws.put_board((*MAYA, "in progress"), (*TOM, "awaiting parts"))
    poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")
    waits = "Hi Tom, Your kettle is now waiting for parts. We will let you know when it moves on."
    [(to, text)] = aws.list_mails()
    assert (to, text.startswith(waits)) == ("tom@example.com", True)
    assert aws.count_enclosed() == 1

    # Early on Thursday everybody may still sleep: the scheduler calls the sender at nine.
    aws.go_to(london("2026-11-19T07:30"))
    aws.fire_releases(london("2026-11-19T07:30"))
    assert aws.fire("jsnr-sweep") == {"stuck": 1, "chased": 1, "why_not": ""}
    aws.settle()
    assert (len(aws.list_mails()), aws.list_releases()) == (1, ["jsnr-release-20261119T0900"])
    aws.go_to(london("2026-11-19T09:00"))
    aws.fire_releases(london("2026-11-19T09:00"))
    aws.settle()
    flagged = "One job has been in one stage for a while: "
    flagged += "- J-2051 (Tom Reed, kettle): awaiting parts for 1 day"
    assert sorted(aws.list_mails()[1:]) == [("owner@example.com", flagged), (TOM[2], STILL)]

    aws.put_board((*MAYA, "ready"), (*TOM, "awaiting parts"))
    poll(aws, "2026-11-19T12:30", "2026-11-19T12:33")
    aws.put_board((*MAYA, "collected"), (*TOM, "awaiting parts"))
    poll(aws, "2026-11-21T12:00", "2026-11-21T12:03")
    assert aws.list_texts() == [(PHONE, STARTED), (PHONE, READY)]
    assert len(aws.list_mails()) == 3
    assert set(aws.list_messages().values()) == {"sent"}


def test_model_words_the_text_and_its_link_leads_to_the_page(aws: Deployment) -> None:
    public = "https://jobs.example.com"
    with (
        serving_bedrock() as model,
        aws.settings(public_url=public, model__endpoint_url=model.url.rstrip("/")),
    ):
        model.say("Hi {name}, good news: {news} {when} {look}")
        aws.put_file("team/jobs/settings.txt", f"{DOC}\nWords: fresh\n")
        aws.put_board((*MAYA, "received"))
        poll(aws, "2026-11-16T10:00")
        aws.put_board((*MAYA, "in progress"))
        poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")

        [(number, text)] = aws.list_texts()
        assert (number, len(model.questions)) == (PHONE, 1)
        assert text.startswith("Hi Maya, good news: work on your iPhone screen repair is now")
        [path] = re.findall(rf"{public}(/t/[\w-]+)", text)
        status, page = aws.ask_page(path)
        assert (status, "iPhone screen repair" in page) == (200, True)
        aws.put_board((*MAYA, "ready"))
        model.hang_up()
        poll(aws, "2026-11-19T12:30", "2026-11-19T12:33")
        assert len(aws.list_texts()) == 2


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
