"""Calls of the functions of the jobs room that together need all that their roles allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tests.infra.deployments import BOARD, Deployment, Saved
from tests.infra.role_proofs import Run, call, rest
from tests.infra.test_deployed_stories import DOC, poll
from tests.pictures import RED, make_picture
from tests.services.function_host import read_event, write_batch, write_stream
from tests.stories.benches import MAYA, TOM

from belfry.messaging.contacts import contact_id
from belfry.rota.entries import ROTA

BEGUN, NOON, LATER, NIGHT = (
    "2026-11-17T10:05",
    "2026-11-19T12:00",
    "2026-11-19T12:03",
    "2026-11-19T20:30",
)
UNKNOWN = {"mail/from": "bench@unknown.example"}
WITHOUT_TOKEN = {
    "sms/provider": "gateway",
    "sms/account": "bench",
    "sms/from": "Bench",
    "sms/url": "http://127.0.0.1:9",
    "aws/sms_secret": "jsnr/sms",
}


def live_until_told(aws: Deployment) -> Saved:
    """Two jobs are begun, and their customers were told."""
    aws.put_file("team/jobs/settings.txt", DOC)
    aws.put_board((*MAYA, "received"), (*TOM, "received"))
    poll(aws, "2026-11-16T10:00")
    aws.put_board((*MAYA, "in progress"), (*TOM, "in progress"))
    poll(aws, "2026-11-17T10:00", "2026-11-17T10:03")
    return aws.save()


def make_runs(aws: Deployment, informed: Saved) -> dict[str, list[Run]]:
    fire = read_event("scheduler_default")
    polls, morning = [(NOON, fire), (LATER, fire)], ("2026-11-21T07:30", fire)
    put_in = informed.add("jsnr-photos", f"in/{TOM[0]}/ready.jpg", make_picture(RED))
    pictured = play(aws, put_in, "jsnr-photo", [(BEGUN, write_photo(TOM[0]))])
    ready = pictured.add(*write_board((*MAYA, "ready"), (*TOM, "ready")))
    moved = play(aws, ready, "jsnr-stage", polls)
    swept = play(aws, informed, "jsnr-sweep", [morning])
    published, batch, queued = hand_on(aws, moved, LATER)
    swept_published, swept_batch, swept_queued = hand_on(aws, swept, morning[0])
    over = pictured.add(*write_board((*MAYA, "collected"), (*TOM, "collected")))
    collected = play(aws, over, "jsnr-stage", polls)
    other = ("Ann Lee", "ann@example.com", "email", "lamp", "received")
    reused = put_in.add(*write_board((*MAYA, "in progress"), (TOM[0], *other)))
    wrong = informed.add(*write_board((*MAYA, "in progress"), (*TOM, "in the attic")))
    mended = play(aws, wrong, "jsnr-stage", polls).add(*write_board((*MAYA, "ready")))
    another = put_in.add("jsnr-photos", f"in/{MAYA[0]}/ready.jpg", make_picture(RED))
    tested = queued.add(*write_settings("Test mode: on"))
    worded = published.add(*write_settings("Words: fresh"))
    return {
        "jsnr-stage": [Run(ready, polls), Run(reused, polls), Run(mended, polls)],
        "belfry-relay": [
            Run(moved, [(LATER, {})]),
            Run(moved, [(LATER, write_stream(list_unpublished(moved)))]),
            Run(rename_events(moved, ROTA), [(LATER, {})]),
        ],
        "jsnr-composer": [
            Run(published, [(LATER, batch)], resting="jsnr-sender"),
            Run(worded, [(LATER, batch)], resting="jsnr-sender"),
            Run(swept_published, [(morning[0], swept_batch)], resting="jsnr-sender"),
        ],
        "jsnr-sender": [
            Run(queued, [(LATER, {"messages": list_due(queued)})]),
            Run(queued, [(LATER, fire)]),
            Run(queued, [(NIGHT, fire)]),
            Run(queued, [(LATER, fire)], UNKNOWN),
            Run(swept_queued, [("2026-11-21T10:00", fire)]),
            Run(tested, [(LATER, fire)]),
            Run(queued, [(LATER, fire)], WITHOUT_TOKEN),
        ],
        "jsnr-sweep": [Run(informed, [morning])],
        "jsnr-photo": [
            Run(another, [(BEGUN, write_photo(TOM[0])), (NOON, fire)]),
            Run(collected, [("2027-11-19T03:00", {"act": "expire"})]),
        ],
        "jsnr-page": [Run(moved, [(LATER, request) for request in list_requests(moved)])],
        "belfry-feedback": [
            Run(informed, [(NOON, read_event("ses_bounced"))]),
            Run(informed, [(NOON, read_event("ses_complaint"))]),
        ],
    }


def hand_on(aws: Deployment, saved: Saved, moment: str) -> tuple[Saved, Any, Saved]:
    """What was announced goes to the composer: the state before, what it is handed, and after."""
    rows = list_unpublished(saved)
    published = play(aws, saved, "belfry-relay", [(moment, write_stream(rows))])
    batch = take_queue(aws)
    with rest(aws, "jsnr-sender"):
        queued = play(aws, published, "jsnr-composer", [(moment, batch)])
    return published, batch, queued


def list_unpublished(saved: Saved) -> list[int]:
    return [int(row["id"]["N"]) for row in saved.items["belfry-outbox"] if "state" in row]


def rename_events(saved: Saved, room: str) -> Saved:
    """As if what waits in the outbox were events of another room, which share a bus."""
    rows = [{**row, "aggregate_type": {"S": room}} for row in saved.items["belfry-outbox"]]
    return replace(saved, items={**saved.items, "belfry-outbox": rows})


def list_due(saved: Saved) -> list[str]:
    messages = saved.items["jsnr-notifications"]
    return [message["id"]["S"] for message in messages if "due_of" in message]


def play(aws: Deployment, saved: Saved, function: str, calls: Sequence[tuple[str, Any]]) -> Saved:
    """What is there after the function was called."""
    aws.begin(saved)
    call(aws, function, calls)
    return aws.save()


def write_board(*rows: tuple[str, ...]) -> tuple[str, str, bytes]:
    lines = "".join(",".join(row) + "\n" for row in rows)
    return "belfry-team", "team/jobs/board.csv", (BOARD + lines).encode()


def write_settings(line: str) -> tuple[str, str, bytes]:
    return "belfry-team", "team/jobs/settings.txt", f"{DOC}\n{line}\n".encode()


def write_photo(job_id: str) -> Any:
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = f"in/{job_id}/ready.jpg"
    return event


def list_requests(saved: Saved) -> Iterator[Any]:
    """A customer looks at the page and the photo, and wants no more messages."""
    tokens = {
        item["pk"]["S"]: item["token"]["S"]
        for item in saved.items["jsnr-book"]
        if "token" in item and (TOM[0] in str(item) or contact_id(TOM[2]) in str(item))
    }
    page, stop = f"/t/{tokens['TrackingPage']}", f"/stop/{tokens['Contact']}"
    for method, path in (("GET", page), ("GET", f"{page}/photo/1"), ("GET", stop), ("POST", stop)):
        request = read_event("url_request")
        request["rawPath"] = request["requestContext"]["http"]["path"] = path
        request["requestContext"]["http"]["method"] = method
        yield request


def take_queue(aws: Deployment, function: str = "jsnr-composer") -> Any:
    """What lies in the queue of a function, as it is handed over."""
    sqs, queue = aws.client("sqs"), aws.queues[function]
    answer = sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10)
    for message in answer["Messages"]:
        sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
    return write_batch(answer["Messages"])
