"""What only DynamoDB's store could get wrong: sizes, sorts of values, tables that are not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.adapters.aws.dynamo_proxy import Line
from tests.contracts.books import BARE, Book
from tests.samples import NOON, a_run, a_workflow
from tests.services.dynamo_tables import create_tables

from belfry.kernel.changes import Announce, Append, Audit, Event, Put, write_entry
from belfry.kernel.errors import ConfigError, Conflict, InputError
from belfry.kernel.records import Claim
from belfry.scheduler.runs import Run
from belfry.scheduler.workflows import Workflow


@dataclass(frozen=True)
class Jar:
    """A record that can hold one of everything."""

    key: str
    text: str | None = None
    number: int | None = None
    is_full: bool | None = None
    inside: Mapping[str, Any] | None = None
    revision: int = 0


@pytest.mark.parametrize(
    "jar",
    [
        pytest.param(Jar("k"), id="nothing"),
        pytest.param(Jar("k", text="", inside={"": ""}), id="empty text"),
        pytest.param(Jar("k", text="Grüße, 東京 👋\u0000\n", inside={"ключ": "é"}), id="any text"),
        pytest.param(Jar("", text="x"), id="an empty key"),
        pytest.param(Jar("a#b/c d", text="x"), id="a key with marks in it"),
        pytest.param(Jar("k", number=0, is_full=False, inside={}), id="nought, no and none"),
        pytest.param(Jar("k", number=-(10**37), is_full=True), id="a low number"),
        pytest.param(Jar("k", number=10**38 - 1), id="the longest number DynamoDB knows"),
        pytest.param(Jar("k", number=10**38), id="a longer number"),
        pytest.param(Jar("k", number=-(7**200)), id="a very long number"),
        pytest.param(
            Jar("k", inside={"deep": [{"er": [1, 2.5, None, True, "", 7**90]}], "": {}}),
            id="nested values",
        ),
    ],
)
def test_find_gives_the_record_as_it_was_put(book: Book, jar: Jar) -> None:
    book.store.commit([Put(jar)])

    assert book.store.find(Jar, jar.key) == replace(jar, revision=1)


def test_kinds_with_equal_keys_are_kept_apart(book: Book) -> None:
    book.store.commit([Put(Jar("same", text="jar")), Put(Claim("same", "claim"))])

    assert book.store.find(Jar, "same") == Jar("same", text="jar", revision=1)
    assert book.store.find(Claim, "same") == Claim("same", "claim", revision=1)


def test_append_of_a_record_that_is_stored_is_a_conflict(book: Book) -> None:
    book.store.commit([Append(Claim("name", "first"))])

    with pytest.raises(Conflict):
        book.store.commit([Append(Claim("name", "second", revision=1))])

    assert book.store.find(Claim, "name") == Claim("name", "first", revision=1)


def test_environments_are_kept_apart_by_their_prefix(dynamodb: Any) -> None:
    books = []
    for prefix in ("", "staging-"):
        create_tables(dynamodb, prefix)
        books.append(BARE.in_dynamodb(dynamodb, prefix=prefix))
    books[1].store.commit([Put(Claim("name", "staging"))])

    assert [book.store.find(Claim, "name") is None for book in books] == [True, False]


@pytest.mark.parametrize("outgoing", ["x", "é"], ids=["plain letters", "letters of two bytes"])
def test_record_over_400_kb_is_refused_and_nothing_is_written(book: Book, outgoing: str) -> None:
    most = 400 * 1024 // len(outgoing.encode())
    event = Event("workflow", "1", "upsert", {}, NOON)

    with pytest.raises(InputError, match=r"Run 1-20261116T1200Z takes \d+ bytes; at most 409600"):
        book.store.commit(
            [Put(a_workflow()), Announce(event), Append(a_run(output=outgoing * most))]
        )

    assert book.store.find(Workflow, "1") is None
    book.store.commit([Append(a_run(output=outgoing * (most * 98 // 100)))])
    assert book.store.find(Run, "1-20261116T1200Z") is not None


def test_commit_over_4_mb_is_refused_and_nothing_is_written(book: Book) -> None:
    jars = [Put(Jar(f"{number}", text="x" * 390_000)) for number in range(11)]

    with pytest.raises(InputError, match=r"the commit takes \d+ bytes; at most 4194304"):
        book.store.commit(jars)

    assert book.store.find(Jar, "0") is None
    book.store.commit(jars[:10])
    assert book.store.find(Jar, "9") is not None


def test_records_and_entries_are_read_as_they_stand(far_book: Book, line: Line) -> None:
    changed, entry = write_entry(a_workflow(), action="created", by="Maria", at=NOON)
    far_book.store.commit([Put(changed), Audit(entry)])
    far_book.store.find(Workflow, "1")
    far_book.audit_log.list_entries("workflow/1")
    list(far_book.audit_log.heads())

    (get_request,), (entries, *_), (heads,) = map(line.asked, ("GetItem", "Query", "BatchGetItem"))
    assert get_request["ConsistentRead"]
    assert entries["ConsistentRead"]
    assert heads["RequestItems"]["belfry-book"]["ConsistentRead"]


def test_missing_tables_are_a_fault_of_the_settings(dynamodb: Any) -> None:
    book = BARE.in_dynamodb(dynamodb, prefix="nowhere-")

    with pytest.raises(ConfigError, match="a table is missing: .*nowhere-belfry-book"):
        book.store.find(Workflow, "1")
    with pytest.raises(ConfigError, match="a table is missing: .*nowhere-belfry-book"):
        book.store.commit([Put(a_workflow())])


def test_missing_outbox_leaves_nothing_written(dynamodb: Any) -> None:
    create_tables(dynamodb)
    book = BARE.in_dynamodb(dynamodb)
    dynamodb.delete_table(TableName="belfry-outbox")

    with pytest.raises(ConfigError, match=r"a table is missing: .*\(belfry-outbox\)"):
        book.store.commit([Put(a_workflow()), Announce(Event("a", "1", "upsert", {}, NOON))])

    assert book.store.find(Workflow, "1") is None
