"""Where records lie, and what is refused because a reader would not find it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from tests.adapters.aws.conftest import Connect
from tests.adapters.aws.dynamo_proxy import Line
from tests.contracts.books import BARE, Book
from tests.contracts.control_books import a_cycle, a_reminder
from tests.contracts.rota_books import a_line, some_hours
from tests.contracts.shop_books import a_job, a_message, a_move
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON, a_workflow

from belfry.accounts.sign_in import Throttle
from belfry.adapters.aws.dynamo import Dynamo, Table
from belfry.adapters.aws.item_maps import ItemMap, Placement
from belfry.adapters.aws.store import DynamoStore
from belfry.adapters.aws.tables import TABLES, ItemMaps
from belfry.adapters.plain.messaging import PlainMessages
from belfry.jobs.jobs import Job, Move
from belfry.kernel.changes import Audit, Audited, Head, Put, Remove, write_entry
from belfry.kernel.errors import ConfigError, Conflict, InputError
from belfry.kernel.records import Claim, Record
from belfry.messaging.messages import Message
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.scheduler.workflows import Workflow
from belfry.workspace.docs import TableHead

TABLE_OF = {table.name: table for table in TABLES}


def open_store(client: Any, rooms: tuple[str, ...] | None = None) -> DynamoStore:
    return DynamoStore(Dynamo(client, rooms=rooms), ItemMaps(), CrashingPoints())


def find_items(client: Any) -> dict[str, list[list[str]]]:
    """What lies in every table but the outbox: the keys, as they are written."""
    places = {}
    for table in TABLES:
        if items := client.scan(TableName=table.name)["Items"]:
            keys = [name for name, _ in table.keys]
            places[table.name] = [[item[name]["S"] for name in keys] for item in items]
    return places


@pytest.mark.parametrize(
    "record, table, key",
    [
        pytest.param(a_job("J-1"), "jsnr-jobs", ["J-1"], id="a job"),
        pytest.param(a_move("J-1", 7), "jsnr-stage-history", ["J-1", "000000007"], id="a move"),
        pytest.param(
            a_message("jobs/J-1/move-2", about="jobs/J-1"),
            "jsnr-notifications",
            ["J-1", "jobs/J-1/move-2"],
            id="a job's message",
        ),
        pytest.param(
            a_message("jobs/J-1/move-2/resend-1", about="jobs/J-1"),
            "jsnr-notifications",
            ["J-1", "jobs/J-1/move-2/resend-1"],
            id="a message that is sent again",
        ),
        pytest.param(
            a_message("replies/SM1", about="contacts/ab"),
            "jsnr-notifications",
            ["/replies", "replies/SM1"],
            id="an answer to a reply",
        ),
        pytest.param(
            a_message("rota/2026-11-16/edition-1/Ana", about="rota/2026-11-16", room="rota"),
            "ss-book",
            ["Message", "rota/2026-11-16/edition-1/Ana"],
            id="a message of the rota",
        ),
        pytest.param(a_line("mon"), "ss-shifts", ["2026-11-16#1", "mon"], id="a shift"),
        pytest.param(some_hours("Ana / B"), "ss-hours", ["Ana / B", "2026-11-16"], id="hours"),
        pytest.param(a_cycle("drill", 3), "ct-done", ["drill", "000000003"], id="a cycle"),
        pytest.param(
            a_reminder("a/drill"), "ct-reminders", ["a/drill", "2026-12-10#day+0"], id="a reminder"
        ),
        pytest.param(RotaWeek(id="2026-11-16"), "ss-book", ["RotaWeek", "2026-11-16"], id="a week"),
        pytest.param(
            Claim("swap/1", "x"), "ss-book", ["Claim", "swap/1"], id="a claim of the rota"
        ),
        pytest.param(
            TableHead(name="jobs/board.csv"),
            "jsnr-book",
            ["TableHead", "jobs/board.csv"],
            id="a table's head",
        ),
        pytest.param(a_workflow(1), "belfry-book", ["Workflow", "1"], id="a workflow"),
    ],
)
def test_record_lies_in_the_table_of_its_room(
    belfry_tables: Any, book: Book, record: Record, table: str, key: list[str]
) -> None:
    book.store.commit([Put(record)])

    assert find_items(belfry_tables) == {table: [key]}
    stored = book.store.find(type(record), record.key)
    assert stored is not None
    assert stored.revision == 1
    book.store.commit([Remove(stored)])
    assert find_items(belfry_tables) == {}


@pytest.mark.parametrize(
    "subject, table, key",
    [
        pytest.param("rota/2026-11-16", "ss-audit", "rota/2026-11-16", id="of the rota"),
        pytest.param("swap/1", "ss-audit", "swap/1", id="of a swap"),
        pytest.param("job/J-1", "jsnr-book", "audit#job/J-1", id="of a job"),
        pytest.param("message/controls/x", "ct-book", "audit#message/controls/x", id="of controls"),
        pytest.param("user/1", "belfry-book", "audit#user/1", id="of a user"),
    ],
)
def test_audit_entries_lie_with_their_room(
    belfry_tables: Any, book: Book, subject: str, table: str, key: str
) -> None:
    _, entry = write_entry(Named(subject=subject), action="made", by="Maria", at=NOON)
    book.store.commit([Audit(entry)])

    assert find_items(belfry_tables) == {table: [[key, "000000000001"]]}
    assert book.audit_log.list_entries(subject) == [entry]
    assert book.audit_log.list_latest(limit=9) == [entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Audited):
    """An audited record that is nothing but its subject."""

    subject: str


def test_record_in_its_own_table_is_guarded_by_its_revision(book: Book) -> None:
    book.store.commit([Put(a_job("J-1"))])

    with pytest.raises(Conflict, match="Job J-1"):
        book.store.commit([Put(a_workflow()), Put(a_job("J-1"))])

    assert book.store.find(Workflow, "1") is None


@pytest.mark.parametrize("key", ["J-1/seven", "J-1/+7", "J-1/ 7", "J-1/07", "J-1", ""])
def test_key_that_no_record_has_finds_none(belfry_tables: Any, book: Book, key: str) -> None:
    book.store.commit([Put(a_move("J-1", 7))])

    assert book.store.find(Move, key) is None
    assert list(open_store(belfry_tables).find_all(Move, [key])) == []


def test_heads_of_all_tables_come_in_the_order_of_their_subjects(book: Book) -> None:
    heads = []
    records = (a_workflow(1), a_job("J-1"), a_message("rota/1", about="rota/1", room="rota"))
    for record in (*records, a_workflow(2)):
        changed, entry = write_entry(record, action="made", by="Maria", at=NOON)
        book.store.commit([Put(changed), Audit(entry)])
        heads.append(Head(entry.subject, 1, entry.hash))

    assert list(book.audit_log.heads()) == sorted(heads, key=lambda head: head.subject)


def test_latest_entries_of_all_rooms_stand_in_their_order(book: Book) -> None:
    subjects = ["job/J-1", "rota/1", "user/1", "control/a", "swap/2", "job/J-2"]
    for number, subject in enumerate(subjects):
        at = NOON + timedelta(minutes=number)
        _, entry = write_entry(Named(subject=subject), action="made", by="Maria", at=at)
        book.store.commit([Audit(entry)])

    latest = [entry.subject for entry in book.audit_log.list_latest(limit=4)]
    before = (NOON + timedelta(minutes=2), "user/1", 1)
    older = [entry.subject for entry in book.audit_log.list_latest(before=before, limit=4)]
    assert (latest, older) == (subjects[:1:-1], subjects[1::-1])


def test_process_of_one_room_reads_no_other(belfry_tables: Any, book: Book) -> None:
    book.store.commit(
        [
            Put(a_message("jobs/J-1/move-2", about="jobs/J-1")),
            Put(a_message("rota/1/Ana", about="rota/1", room="rota")),
            Put(a_message("people", about="people", room="people")),
        ]
    )
    store = open_store(belfry_tables, rooms=("jobs",))

    assert [message.id for message in store.rows(Message)] == ["jobs/J-1/move-2"]


def test_newest_messages_are_read_some_at_a_time(book: Book, line: Line, connect: Connect) -> None:
    """230 of them, two in each minute; read as far as is asked for."""
    for start in range(0, 230, 46):
        messages = [
            a_message(
                f"jobs/J-{n}/move-2", about=f"jobs/J-{n}", made_at=NOON + timedelta(minutes=n // 2)
            )
            for n in range(start, start + 46)
        ]
        book.store.commit([Put(message) for message in messages])
    reader = PlainMessages(open_store(connect(line.url), rooms=("jobs",)))

    newest = reader.list_newest(limit=3)
    assert [message.about for message in newest] == ["jobs/J-229", "jobs/J-228", "jobs/J-227"]
    assert (line.count("Query"), line.count("BatchGetItem"), line.count("Scan")) == (1, 1, 0)
    older = reader.list_newest(limit=300, before=(newest[-1].made_at, newest[-1].id))
    ages = [(message.made_at, message.id) for message in older]
    assert (len(ages), ages) == (227, sorted(ages, reverse=True))


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(a_message("jobs/J-1/move-2", about="jobs/J-2"), id="about another job"),
        pytest.param(a_message("rota/1", about="jobs/J-2", room="rota"), id="about another room"),
        pytest.param(a_message("rota/1", about="rota/1", room="jobs"), id="of another room"),
    ],
)
def test_message_that_a_reader_would_look_for_elsewhere_is_refused(
    book: Book, message: Message
) -> None:
    with pytest.raises(ConfigError, match="is not where its about .*would have it"):
        book.store.commit([Put(message)])


def test_key_that_is_too_long_is_refused_by_name(book: Book) -> None:
    with pytest.raises(InputError, match=r"Claim nn.*: its sk takes 1025 bytes; at most 1024 fit"):
        book.store.commit([Put(Claim("n" * 1025, "me"))])


def test_long_contact_is_found_all_the_same(belfry_tables: Any, book: Book) -> None:
    address = "a" * 5000
    book.store.commit([Put(a_job("J-1", contact=address)), Put(a_job("J-2", contact="b"))])

    jobs = open_store(belfry_tables).rows(Job, {"contact": address})
    assert [job.id for job in jobs] == ["J-1"]


def test_what_expires_is_left_to_aws_to_remove(belfry_tables: Any, book: Book) -> None:
    throttle = Throttle(name="a", expires_at=NOON)
    book.store.commit([Put(throttle)])

    (item,) = belfry_tables.scan(TableName="belfry-book")["Items"]
    assert item["ttl"] == {"N": str(int(NOON.timestamp()))}


def test_audited_records_need_a_table_that_can_list_their_heads() -> None:
    bare = Table("parcels", (("id", "S"),))

    with pytest.raises(ConfigError, match="Job is audited: parcels needs the index heads"):
        ItemMap(Job, {"": Placement(bare, lambda key: {"id": key})})


def test_key_that_contradicts_its_record_is_refused(belfry_tables: Any) -> None:
    wrong = Placement(TABLE_OF["jsnr-notifications"], lambda key: {"job_id": "J", "id": "other"})
    book = BARE.in_dynamodb(belfry_tables, maps=ItemMaps(ItemMap(Message, {"": wrong})))

    with pytest.raises(ConfigError, match="Message m has two values for id"):
        book.store.commit([Put(a_message("m"))])

    assert find_items(belfry_tables) == {}
