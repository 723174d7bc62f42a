"""Calls of the functions of the rota that together need all that their roles allow."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from tests.infra.deployments import Deployment, Saved
from tests.infra.jobs_runs import UNKNOWN, list_unpublished, play
from tests.infra.role_proofs import Run
from tests.services.function_host import read_event, write_stream
from tests.services.google_api import LocalGoogle
from tests.stories.benches import london
from tests.stories.rota_hosts import PEOPLE, ask, fill_drive
from tests.stories.rotas import FILES, WEEK

from belfry.adapters.aws.dynamo import read_item
from belfry.adapters.aws.ses import write_tag
from belfry.adapters.aws.tables import ItemMaps
from belfry.kernel.records import read_plainly
from belfry.ports.store import OutboxRow
from belfry.rota.entries import DRAFT_READY
from belfry.rota.requests.requests import ShiftFeed

FIRE = read_event("scheduler_default")
COPIED, DRAFTED, ANSWERED, NIGHT, FRIDAY, SUNDAY, NEXT_DRAFT, NEXT_YEAR = (
    "2026-11-12T10:00",
    "2026-11-12T14:00",
    "2026-11-12T15:00",
    "2026-11-12T22:00",
    "2026-11-20T17:00",
    "2026-11-15T18:00",
    "2026-11-19T14:00",
    "2027-12-05T18:00",
)
TOKEN = "f" * 43
NOTE = b"""From: Ben Shaw <ben@example.com>
To: timeoff@example.com
Date: Thu, 12 Nov 2026 07:40:00 +0000
Message-ID: <note-1@example.com>
Subject: time off

Could I be off next Friday for a wedding?
"""
TIME_OFF = FILES["rota/time_off.csv"]
PLACES = {"rota/rules.txt": "ss-rules-source", "people.csv": "belfry-team"}


def live_until_listed(aws: Deployment) -> Saved:
    """The files of a team that has a rota."""
    aws.begin()
    for name, text in {**FILES, "people.csv": PEOPLE}.items():
        bucket = PLACES.get(name, "ss-roster-source")
        key = f"team/{name}" if bucket == "belfry-team" else name.removeprefix("rota/")
        aws.put_file(key, text, bucket)
    return aws.save()


def make_runs(aws: Deployment, files: Saved) -> dict[str, list[Run]]:
    copied = play(aws, files, "template-sync", [(COPIED, FIRE)])
    clash = list_events(copied)
    clashing = play(aws, copied, "publish", [(COPIED, event) for event in clash])
    clash_link = find_link(aws, "maria")
    free = [(COPIED, ask(clash_link)), (COPIED, ask(f"{clash_link}/free", "POST"))]
    drafted = play(aws, copied, "drafter", [(DRAFTED, FIRE)])
    ready = list_events(drafted)
    informed = play(aws, drafted, "publish", [(DRAFTED, event) for event in ready])
    draft_link = find_link(aws, "maria")
    approve = [(ANSWERED, ask(draft_link)), (ANSWERED, ask(f"{draft_link}/approve", "POST"))]
    approved = play(aws, informed, "action-handler", approve)
    published_event = list_events(approved)[-1:]
    published = play(aws, approved, "publish", [(ANSWERED, published_event[0])])
    week_link = find_link(aws, "ana")
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
    swap = [(ANSWERED, ask(week_link)), (ANSWERED, ask(f"{week_link}/swap", "POST", **form))]
    asked = play(aws, published, "action-handler", swap)
    asking = play(aws, asked, "publish", [(ANSWERED, list_events(asked)[-1])])
    taker = find_link(aws, "cara", "eve", "ben")
    offer = [(ANSWERED, ask(f"{taker}/ask", "POST", answer="yes"))]
    offered = play(aws, asking, "action-handler", offer)
    deciding = play(aws, offered, "publish", [(ANSWERED, list_events(offered)[-1])])
    decider = find_link(aws, "maria")
    agree = [(ANSWERED, ask(decider)), (ANSWERED, ask(f"{decider}/agree", "POST"))]
    agreed = play(aws, deciding, "action-handler", agree)
    next_drafted = play(aws, published, "drafter", [(NEXT_DRAFT, FIRE)])
    next_ready = [e for e in list_events(next_drafted) if e["detail-type"] == DRAFT_READY]
    next_informed = play(aws, next_drafted, "publish", [(NEXT_DRAFT, next_ready[-1])])
    next_link = find_link(aws, "maria")
    approve_next = [(NEXT_DRAFT, ask(f"{next_link}/approve", "POST"))]
    days = {"first_on": "2026-11-27", "last_on": "2026-11-27", "reason": "a wedding"}
    leave = [(ANSWERED, ask(f"{week_link}/time-off", "POST", **days))]
    queued = play(aws, approved, "publish", [(NIGHT, published_event[0])])
    pending = files.add("ss-roster-source", "time_off.csv", write_time_off("pending"))
    synced = play(aws, files, "drive-sync", [(COPIED, FIRE)])
    left = play(aws, published, "action-handler", leave)
    leaving = play(aws, left, "publish", [(ANSWERED, list_events(left)[-1])])
    grant = find_link(aws, "maria")
    grants = [(ANSWERED, ask(grant)), (ANSWERED, ask(f"{grant}/approve", "POST"))]
    mailed = files.add("ss-raw-mime", "note", NOTE)
    return {
        "drive-sync": [
            Run(renew_people(pending), [(COPIED, FIRE)]),
            Run(clear_week(published), [(ANSWERED, FIRE)]),
            Run(renew_files(asking), [("2026-11-19T15:00", FIRE)]),
            Run(wrong_staff(synced), [(ANSWERED, FIRE)]),
        ],
        "template-sync": [Run(files, [(COPIED, FIRE)])],
        "intake-timeoff": [Run(renew_people(mailed), [(COPIED, write_put("note"))])],
        "drafter": [
            Run(files, [(DRAFTED, FIRE)]),
            Run(copied, [(DRAFTED, FIRE)]),
            Run(published, [(NEXT_DRAFT, FIRE)]),
        ],
        "publish": [
            Run(renew_people(copied), [(COPIED, event) for event in clash]),
            Run(approved, [(ANSWERED, published_event[0])]),
            Run(approved, [(ANSWERED, published_event[0])], UNKNOWN),
            Run(queued, [("2026-11-13T09:00", FIRE)]),
            Run(queued, [(NIGHT, FIRE)]),
            Run(asked, [(ANSWERED, list_events(asked)[-1])]),
            Run(agreed, [(ANSWERED, event) for event in list_events(agreed)[-2:]]),
        ],
        "action-handler": [
            Run(renew_people(informed), approve),
            Run(clashing, free),
            Run(next_informed, approve_next),
            Run(published, swap),
            Run(deciding, agree),
            Run(published, leave),
            Run(leaving, grants),
            Run(share_feed(published), [(ANSWERED, ask(f"/feeds/rota/{TOKEN}.ics"))]),
        ],
        "digest": [
            Run(renew_files(published), [(SUNDAY, FIRE), (NEXT_YEAR, FIRE)]),
            Run(published, [(SUNDAY, FIRE)], UNKNOWN),
            Run(published, [("2026-11-29T18:00", FIRE)]),
        ],
        "summary": [
            Run(renew_files(published), [(FRIDAY, FIRE)]),
            Run(published, [(FRIDAY, FIRE)], UNKNOWN),
        ],
        "belfry-relay": [Run(copied, [(COPIED, write_stream(list_unpublished(copied)))])],
        "belfry-feedback": [Run(published, [(ANSWERED, report_bounce(published))])],
    }


def make_google_run(saved: Saved, google: LocalGoogle) -> Run:
    """People, sheets and rules lie in Google, and say something else here."""
    others = {"team/people.csv": "belfry-team", "rules.txt": "ss-rules-source"}
    for key, bucket in others.items():
        saved = saved.add(bucket, key, b"so far\n")
    return Run(saved, [(COPIED, FIRE)], fill_drive(google))


def list_events(saved: Saved) -> list[Any]:
    """What the bus hands on of the outbox, oldest first."""
    rows = [item for item in saved.items["belfry-outbox"] if "state" in item]
    read = [read_plainly(OutboxRow, read_item(item)) for item in rows]
    return [write_event(row) for row in sorted(read, key=lambda row: row.id)]


def write_event(row: OutboxRow) -> Any:
    detail = {
        "number": row.id,
        "about": row.aggregate_type,
        "id": row.aggregate_id,
        "at": row.created_on.isoformat(),
        "facts": dict(row.payload),
    }
    return {"source": "belfry", "detail-type": row.op, "detail": detail}


def find_link(aws: Deployment, *names: str) -> str:
    """In the latest e-mail to one of them, by the first part of their address."""
    words = [text for to, text in aws.list_mails() if to.partition("@")[0] in names]
    links = re.findall(r"https?://[^/\s]+(/rota/answer/[\w-]+)", "\n".join(words))
    return str(links[-1])


def renew_people(saved: Saved) -> Saved:
    """The list of people has changed, and no version of it is kept yet."""
    content = f"{PEOPLE}Fay Moss,fay@example.com,,,staff,,\n".encode()
    return saved.add("belfry-team", "team/people.csv", content)


def renew_files(saved: Saved) -> Saved:
    content = f"{FILES['rota/staff.csv']}Fay Moss,barista,8,,,\n".encode()
    return renew_people(saved).add("ss-roster-source", "staff.csv", content)


def write_time_off(status: str) -> bytes:
    return f"{TIME_OFF}Ben Shaw,2026-11-20,2026-11-20,{status},a wedding\n".encode()


def clear_week(saved: Saved) -> Saved:
    """Somebody has taken a person out of the sheet of a published week."""
    place = ("ss-roster-source", f"week-{WEEK}.csv")
    return saved.add(*place, saved.objects[place].replace(b"Dev Patel", b""))


def wrong_staff(saved: Saved) -> Saved:
    content = FILES["rota/staff.csv"].replace(",32,till,", ",many,till,").encode()
    return saved.add("ss-roster-source", "staff.csv", content)


def write_put(key: str) -> Any:
    event = read_event("photo_put")
    event["Records"][0]["s3"]["object"]["key"] = key
    return event


def share_feed(saved: Saved) -> Saved:
    feed = ShiftFeed(person="Ana Diaz", token=TOKEN, family="x", made_at=london(ANSWERED))
    item = ItemMaps().of(ShiftFeed).put(feed, expected=0).request["Item"]
    return replace(saved, items={**saved.items, "ss-book": [*saved.items["ss-book"], item]})


def report_bounce(saved: Saved) -> Any:
    messages = [item for item in saved.items["ss-book"] if item["pk"]["S"] == "Message"]
    sent = [item["id"]["S"] for item in messages if item["state"]["S"] == "sent"]
    [tag] = write_tag(sent[0])
    event = read_event("ses_bounced")
    event["detail"]["mail"]["tags"][tag["Name"]] = [tag["Value"]]
    return event
