"""Queries of the publisher on every store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from tests.contracts.books import Book, Readers, sqlite_database
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON, a_workflow

from belfry.adapters.plain.scheduler import PlainPublications
from belfry.adapters.sql.scheduler import SqlPublications
from belfry.adapters.sql.store import SqlStore
from belfry.kernel.changes import Put
from belfry.scheduler.publications import Publication, Standing, Unreadable

if TYPE_CHECKING:
    from belfry.ports.store import Store
    from belfry.scheduler.ports import Publications

TOLD = Publication(
    workflow_id=7,
    environment="prod",
    count=3,
    published_revision=12,
    held_until=NOON,
    problem="throttled",
)
Records = tuple["Store", "Publications"]


@dataclass(frozen=True)
class PublisherBook(Book):
    publications: Publications


PUBLISHER = Readers(
    PublisherBook, {"publications": PlainPublications}, {"publications": SqlPublications}
)
BOOKS = PUBLISHER.everywhere()


@pytest.fixture(params=list(BOOKS))
def records(request: pytest.FixtureRequest) -> Records:
    book = BOOKS[request.param](request)
    return book.store, book.publications


def put(store: Store, *records: Any) -> None:
    store.commit([Put(record) for record in records])


def test_publications_are_given_where_there_are_any(records: Records) -> None:
    store, publications = records
    other = Publication(workflow_id=9, environment="prod")
    put(store, TOLD, other)

    assert publications.find_publications([7, 8]) == {7: replace(TOLD, revision=1)}
    assert publications.find_publications([]) == {}


def test_workflows_are_given_as_they_stand(records: Records) -> None:
    store, publications = records
    put(store, a_workflow(1), a_workflow(2, paused_at=NOON, cron_schedule=None))
    put(store, a_workflow(3, archived_at=NOON, timezone="Europe/Paris"))
    put(store, a_workflow(4, deleted_at=NOON))

    assert publications.find_standings([1, 2, 3, 4, 5]) == {
        1: Standing(1, 1, "log", "0 9 * * *", "UTC", None, None, NOON),
        2: Standing(2, 1, "log", None, "UTC", NOON, None, NOON),
        3: Standing(3, 1, "log", "0 9 * * *", "Europe/Paris", None, NOON, NOON),
    }
    assert publications.find_standings([]) == {}


def test_unreadable_row_hides_no_other(request: pytest.FixtureRequest) -> None:
    """Only SQLite takes nonsense for a moment."""
    database = sqlite_database(request)
    put(SqlStore(database, CrashingPoints()), a_workflow(1), a_workflow(2))
    with database.write() as connection:
        spoil = "UPDATE workflows SET schedule_since = 'soon' WHERE id = 1"
        connection.execute(sa.text(spoil))

    standings = SqlPublications(database).find_standings([1, 2])

    assert isinstance(standings[1], Unreadable)
    assert standings[1].problem.startswith("its row cannot be read: ")
    assert standings[2] == Standing(2, 1, "log", "0 9 * * *", "UTC", None, None, NOON)
