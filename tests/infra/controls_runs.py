"""Calls of the functions of the controls room that together need all that their roles allow."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from tests.infra.deployments import Deployment, Saved
from tests.infra.jobs_runs import UNKNOWN, list_unpublished, play, take_queue
from tests.infra.role_proofs import Run
from tests.infra.test_deployed_controls import put_files
from tests.pictures import make_picture
from tests.services.function_host import read_event, write_stream
from tests.stories.benches import london
from tests.stories.control_shops import LIST, PEOPLE, make_request, write_upload

from belfry.adapters.aws.ses import write_tag
from belfry.adapters.aws.tables import ItemMaps
from belfry.controls.reports.calendar_feed import FeedToken

FIRE = read_event("scheduler_default")
FIRST, DUE, NINE, NIGHT, LATE, NEXT_MONTH, NEXT_YEAR = (
    "2026-12-04T08:00",
    "2026-12-10T08:00",
    "2026-12-10T09:00",
    "2026-12-10T20:30",
    "2026-12-14T08:00",
    "2027-01-04T09:00",
    "2028-01-10T08:00",
)
BY_TEXT = b"name,phone,manager\nMaria Lopez,+447700900123,\n"
TOKEN = "s" * 43


def live_until_listed(aws: Deployment) -> Saved:
    """The files of a team that has one control."""
    aws.begin()
    put_files(aws)
    return aws.save()


def make_runs(aws: Deployment, files: Saved) -> dict[str, list[Run]]:
    listed = play(aws, files, "ct-scheduler", [(FIRST, FIRE)])
    due = play(aws, listed, "ct-scheduler", [(DUE, FIRE)])
    published, batch = publish(aws, due, DUE)
    queued = play(aws, published, "ct-reminder", [(DUE, batch)])
    sent = play(aws, queued, "ct-reminder", [(NINE, FIRE)])
    [(_, words)] = aws.list_mails()
    [path] = re.findall(r"https?://\S+?(/answer/[\w-]+)", words)
    answers = list_answers(path)
    attached = play(aws, sent, "ct-action-handler", answers[:2])
    done = play(aws, attached, "ct-action-handler", answers[2:])
    bounced = report_bounce(sent)
    lost, lost_batch = publish(aws, play(aws, sent, "belfry-feedback", [(NINE, bounced)]), NINE)
    summarised = play(aws, done, "ct-summary", [(NEXT_MONTH, FIRE)])
    slipped = play(aws, sent, "ct-summary", [(NEXT_MONTH, FIRE)])
    wrong = listed.add(*write_list(LIST.replace("every 3 months", "every moon")))
    mended = play(aws, wrong, "ct-scheduler", [(DUE, FIRE)]).add(*write_list(LIST))
    return {
        "ct-scheduler": [
            Run(files, [(FIRST, FIRE)]),
            Run(listed, [(DUE, FIRE)]),
            Run(mended, [(LATE, FIRE)]),
            Run(type_date(listed, "no"), [(DUE, FIRE)]),
            Run(type_date(listed, "yes"), [(DUE, FIRE)]),
            Run(done, [(LATE, write_done()), (NEXT_YEAR, FIRE)]),
        ],
        "ct-reminder": [
            Run(renew_people(published), [(DUE, batch)]),
            Run(lost, [(NINE, lost_batch)]),
            Run(renew_people(queued), [(NINE, FIRE)]),
            Run(queued, [(NIGHT, FIRE)]),
            Run(queued, [(NINE, FIRE)], UNKNOWN),
            Run(summarised, [(NEXT_MONTH, FIRE)]),
            Run(slipped, [(NEXT_MONTH, FIRE)]),
            Run(queued.add("belfry-team", "team/people.csv", BY_TEXT), [(NINE, FIRE)]),
        ],
        "ct-action-handler": [
            Run(renew_people(sent), answers),
            Run(share_feed(sent), [(NINE, make_request(f"/feeds/{TOKEN}.ics", "GET"))]),
        ],
        "ct-summary": [
            Run(renew_people(done), [(NEXT_MONTH, FIRE)]),
            Run(sent, [(NEXT_MONTH, FIRE)]),
        ],
        "ct-evidence": [Run(attached, [(NINE, write_put(attached))])],
        "belfry-relay": [Run(due, [(DUE, FIRE)])],
        "belfry-feedback": [Run(sent, [(NINE, bounced)])],
    }


def publish(aws: Deployment, saved: Saved, moment: str) -> tuple[Saved, Any]:
    """What was announced lies in the queue of the reminder."""
    event = write_stream(list_unpublished(saved))
    published = play(aws, saved, "belfry-relay", [(moment, event)])
    return published, take_queue(aws, "ct-reminder")


def list_answers(path: str) -> list[tuple[str, Any]]:
    upload = write_upload(make_picture(), "all out")
    return [
        (NINE, make_request(path, "GET")),
        (NINE, make_request(f"{path}/attach", **upload)),
        (NINE, make_request(f"{path}/done", body="done_on=2026-12-10&opened_by=0")),
        (NINE, make_request(path, "GET")),
    ]


def write_list(content: str) -> tuple[str, str, bytes]:
    return "ct-tasklist-source", "tasks.csv", content.encode()


def type_date(saved: Saved, proof: str) -> Saved:
    """Done yesterday, says the list; `proof` whether evidence is required."""
    return saved.add(*write_list(LIST.replace(",yes,,,", f",{proof},2026-12-09,,")))


def renew_people(saved: Saved) -> Saved:
    """The list of people has changed, and no version of it is kept yet."""
    content = f"{PEOPLE}Ann Lee,ann@example.com,\n".encode()
    return saved.add("belfry-team", "team/people.csv", content)


def report_bounce(sent: Saved) -> Any:
    [message] = [item["id"]["S"] for item in sent.items["ct-book"] if item["pk"]["S"] == "Message"]
    [tag] = write_tag(message)
    event = read_event("ses_bounced")
    event["detail"]["mail"]["tags"][tag["Name"]] = [tag["Value"]]
    return event


def write_done() -> Any:
    facts = {"number": 9, "about": "control", "id": "fire drill", "facts": {}}
    detail = {**facts, "at": "2026-12-10T09:00:00+00:00"}
    return {"source": "belfry", "detail-type": "control.done", "detail": detail}


def share_feed(saved: Saved) -> Saved:
    feed = FeedToken(token=TOKEN, family="x", made_at=london(NINE), revision=0)
    item = ItemMaps().of(FeedToken).put(feed, expected=0).request["Item"]
    return replace(saved, items={**saved.items, "ct-book": [*saved.items["ct-book"], item]})


def write_put(saved: Saved) -> Any:
    [key] = [key for bucket, key in saved.objects if bucket == "ct-evidence"]
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = key
    return event
