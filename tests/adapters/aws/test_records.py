"""Records of any kind can have a table of their own, without a change of the store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.contracts.books import Book
from tests.contracts.dynamo_book import open_dynamo_book
from tests.contracts.dynamo_tables import create_tables
from tests.samples import NOON, a_workflow

from belfry.adapters.aws.dynamo import BOOK, HEADS, OUTBOX, Table
from belfry.adapters.aws.store import ItemMap, ItemMaps
from belfry.kernel.changes import Append, Audit, Audited, Head, Put, Remove, write_entry
from belfry.kernel.errors import ConfigError, Conflict
from belfry.scheduler.workflows import Workflow


@dataclass(frozen=True, kw_only=True)
class Parcel(Audited):
    """A record whose key has two parts."""

    blobs: str
    place: int
    label: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.blobs}/{self.place}"

    @property
    def subject(self) -> str:
        return f"parcel/{self.key}"


@dataclass(frozen=True)
class Label:
    """Kept by a name that is no field of it."""

    text: str
    revision: int = 0

    @property
    def key(self) -> str:
        return self.text.casefold()


PARCELS = Table("parcels", (("blobs", "S"), ("place", "N")), (HEADS,))
LABELS = Table("labels", (("name", "S"),))


def split_parcel(key: str) -> dict[str, str | int]:
    blobs, _, place = key.rpartition("/")
    return {"blobs": blobs, "place": int(place)}


MAPS = ItemMaps(
    ItemMap(Parcel, PARCELS, split_parcel),
    ItemMap(Label, LABELS, lambda key: {"name": key}),
)
PARCEL = Parcel(blobs="B", place=7, label="fragile")


@pytest.fixture
def book(dynamodb: Any) -> Book:
    create_tables(dynamodb, tables=(BOOK, OUTBOX, PARCELS, LABELS))
    return open_dynamo_book(dynamodb, maps=MAPS)


def test_record_lies_in_its_own_table_under_its_own_key(dynamodb: Any, book: Book) -> None:
    book.store.commit([Put(PARCEL), Put(Label("Fragile")), Put(a_workflow())])

    own_key = {"blobs": {"S": "B"}, "place": {"N": "7"}}
    item = dynamodb.get_item(TableName="parcels", Key=own_key)["Item"]
    assert (item["label"], item["revision"]) == ({"S": "fragile"}, {"N": "1"})
    item = dynamodb.get_item(TableName="labels", Key={"name": {"S": "fragile"}})["Item"]
    assert item["text"] == {"S": "Fragile"}
    in_book = dynamodb.scan(TableName="belfry-book")["Items"]
    assert [item["pk"] for item in in_book] == [{"S": "Workflow#1"}]


def test_record_in_its_own_table_is_found_changed_and_removed(book: Book) -> None:
    book.store.commit([Append(PARCEL), Append(Label("Fragile"))])
    assert book.store.find(Label, "fragile") == Label("Fragile", revision=1)
    stored = book.store.find(Parcel, "B/7")
    assert stored == replace(PARCEL, revision=1)

    book.store.commit([Put(replace(stored, label="heavy"))])
    assert book.store.find(Parcel, "B/7") == replace(PARCEL, label="heavy", revision=2)

    book.store.commit([Remove(replace(stored, revision=2))])
    assert book.store.find(Parcel, "B/7") is None


def test_record_in_its_own_table_is_guarded_by_its_revision(book: Book) -> None:
    book.store.commit([Put(PARCEL)])

    with pytest.raises(Conflict, match="Parcel B/7"):
        book.store.commit([Put(a_workflow()), Put(PARCEL)])

    assert book.store.find(Workflow, "1") is None


def test_unreadable_key_belongs_to_no_record(book: Book) -> None:
    assert book.store.find(Parcel, "B/seven") is None


def test_heads_of_all_tables_come_in_the_order_of_their_subjects(book: Book) -> None:
    heads = []
    for record in (a_workflow(1), PARCEL, Parcel(blobs="A", place=1), a_workflow(2)):
        changed, entry = write_entry(record, action="made", by="Maria", at=NOON)
        book.store.commit([Put(changed), Audit(entry)])
        heads.append(Head(entry.subject, 1, entry.hash))

    assert list(book.audit_log.heads()) == sorted(heads, key=lambda head: head.subject)


def test_audited_records_need_a_table_that_can_list_their_heads() -> None:
    with pytest.raises(ConfigError, match="Parcel is audited: parcels needs the index heads"):
        ItemMap(Parcel, replace(PARCELS, indexes=()), split_parcel)


def test_key_that_contradicts_its_record_is_refused(dynamodb: Any, book: Book) -> None:
    wrong = ItemMaps(ItemMap(Parcel, PARCELS, lambda key: {"blobs": key, "place": 7}))

    with pytest.raises(ConfigError, match="Parcel B/7 has two values for blobs"):
        open_dynamo_book(dynamodb, maps=wrong).store.commit([Put(PARCEL)])

    assert dynamodb.scan(TableName="parcels")["Items"] == []
