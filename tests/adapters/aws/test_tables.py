"""Whether tables are declared and made as the design lists them."""

from __future__ import annotations

from typing import Any

from tests.services.dynamo_tables import create_tables

from belfry.adapters.aws.dynamo import Table
from belfry.adapters.aws.tables import MAPS, TABLES, find_room
from belfry.adapters.sql.columns import TABLE_MAPPINGS
from belfry.adapters.sql.tables import metadata

# Their records lie in the team's own book without a declaration.
TEAMS_OWN = ("belfry.accounts.", "belfry.scheduler.")


def render(table: Table) -> str:
    keys = " / ".join(name for name, _ in table.keys)
    indexes = " ".join(sorted(index.name for index in table.indexes))
    return f"{table.room or '-'}: {keys}: {indexes}"


def test_tables_have_the_keys_and_indexes_of_the_design() -> None:
    book = "pk / sk: due heads latest token"
    assert {table.name: render(table) for table in TABLES} == {
        "ss-shifts": "rota: week_id / shift_id: ",
        "ss-shifts-archive": "rota: week_id / shift_id: ",
        "ss-hours": "rota: person_id / week_id: week",
        "ss-audit": "rota: shift_id / ts: latest",
        "ct-reminders": "controls: task_id / window: ",
        "ct-done": "controls: task_id / line: due",
        "jsnr-jobs": "jobs: job_id: contact heads open stage unsettled",
        "jsnr-stage-history": "jobs: job_id / ts: ",
        "jsnr-notifications": "jobs: job_id / id: due heads latest",
        "ss-book": f"rota: {book}",
        "ct-book": f"controls: {book}",
        "jsnr-book": f"jobs: {book}",
        "belfry-book": f"-: {book}",
        "belfry-outbox": "-: id: states",
    }


def test_every_kind_of_record_is_declared() -> None:
    assert metadata.tables
    declared = {item_map.kind for item_map in MAPS}
    undeclared = TABLE_MAPPINGS.keys() - declared
    assert [kind for kind in undeclared if not kind.__module__.startswith(TEAMS_OWN)] == []
    assert declared <= TABLE_MAPPINGS.keys()


def test_names_tell_their_room() -> None:
    names = {
        "jobs": [
            *("jobs/J-1/move-2", "jobs", "replies/SM1", "contacts/ab12/help", "job/J-1"),
            *("message/jobs/J-1/move-2", "table/jobs/board.csv", "delivery/jobs/sms/capped-1"),
            *("contact/ab12", "wordings/moved", "jobs/settings.txt", "photos/ab12"),
        ],
        "controls": [
            *("controls/fire drill/2026", "controls-summary/2026-10/Tom", "control/fire drill"),
            *("message/controls/fire drill", "table/controls/tasks.csv", "feed/controls"),
        ],
        "rota": [
            *("rota/2026-11-16/edition-1/Ana", "rota-swap/1/ask-1/Ana", "swap/2026/mon/Ana"),
            *("take/2026/mon/Ana", "time-off/asked-1", "time-off", "clash/2026/mon", "rota/mark"),
            *("shift-feed/Ana", "rota/rules.txt"),
        ],
        "": [
            "",
            "user/1",
            "user-email/ab",
            "key/1",
            "workflow/1",
            "people.csv",
            "table/people.csv",
        ],
    }
    rooms = {room: [find_room(name) for name in list_] for room, list_ in names.items()}
    assert rooms == {room: [room] * len(list_) for room, list_ in names.items()}


def test_tables_are_made_by_name_and_billed_by_use(dynamodb: Any) -> None:
    create_tables(dynamodb, "staging-")

    names = dynamodb.list_tables()["TableNames"]
    assert sorted(names) == sorted(f"staging-{table.name}" for table in TABLES)
    tables = [dynamodb.describe_table(TableName=name)["Table"] for name in names]
    assert {t["BillingModeSummary"]["BillingMode"] for t in tables} == {"PAY_PER_REQUEST"}


def test_tables_made_again_keep_what_is_in_them(dynamodb: Any) -> None:
    create_tables(dynamodb)
    key = {"pk": {"S": "a"}, "sk": {"S": "-"}}
    dynamodb.put_item(TableName="belfry-book", Item=key)

    create_tables(dynamodb)

    assert dynamodb.scan(TableName="belfry-book")["Items"] == [key]


def test_indexes_lifetimes_and_streams_are_as_declared(belfry_tables: Any) -> None:
    book = belfry_tables.describe_table(TableName="ss-book")["Table"]
    projections = {
        index["IndexName"]: index["Projection"]["ProjectionType"]
        for index in book["GlobalSecondaryIndexes"]
    }
    others = dict.fromkeys(("heads", "due", "token"), "KEYS_ONLY")
    assert projections == {"latest": "ALL", **others}
    lifetime = belfry_tables.describe_time_to_live(TableName="ss-book")["TimeToLiveDescription"]
    assert lifetime == {"AttributeName": "ttl", "TimeToLiveStatus": "ENABLED"}
    outbox = belfry_tables.describe_table(TableName="belfry-outbox")["Table"]
    assert outbox["StreamSpecification"]["StreamViewType"] == "NEW_IMAGE"
