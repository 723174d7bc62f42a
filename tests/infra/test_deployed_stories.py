"""Maya's and Tom's stories at home aws: from the board in S3 to texts and mails.

Every function runs under its own role, and is called by the stream, the bus, the queue or another
function; only the schedules are fired by the test.
"""

from __future__ import annotations

from tests.infra.deployments import Deployment
from tests.stories.benches import MAYA, SETTINGS, TOM, london
from tests.stories.test_maya import READY, STARTED
from tests.stories.test_quiet_job import STILL

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

    aws.put_board((*MAYA, "in progress"), (*TOM, "awaiting parts"))
    poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")
    waits = "Hi Tom, Your kettle is now waiting for parts. We will let you know when it moves on."
    [(to, text)] = aws.list_mails()
    assert (to, text.startswith(waits)) == ("tom@example.com", True)

    # Early on Thursday everybody may still sleep: the scheduler calls the sender at nine.
    aws.go_to(london("2026-11-19T07:30"))
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
