"""Maya's and Tom's stories at home aws: from the board in S3 to texts and mails.

Every function runs under its own role, and is called by the stream, the bus, the queue or another
function; only the schedules are fired by the test.
"""

from __future__ import annotations

import re

from tests.infra.deployments import Deployment
from tests.pictures import RED, make_picture
from tests.services.bedrock_endpoint import serving_bedrock
from tests.stories.benches import MAYA, SETTINGS, TOM, london
from tests.stories.test_maya import READY, STARTED
from tests.stories.test_quiet_job import STILL
from tests.stories.waiting import wait_for

DOC = SETTINGS.read_text(encoding="utf-8").replace("awaiting parts 5 days", "awaiting parts 1 day")
PHONE = "+447700900123"


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
