"""Whether every page says so, in words, when the records cannot be had, and goes on afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import SESSION, App, open_app
from tests.entrypoints.web.pages.locking import BUSY, SHORT, locked
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import GETS, OF_THE_DEMO, fill, furnish, visit

from belfry.adapters.sql.database import Database
from belfry.adapters.sql.store import SqlStore
from belfry.adapters.system.clock import NoCrashPoints
from belfry.bootstrap import build_services
from belfry.entrypoints.web.app import create_app

ASKS = {"X-Fragment": "content"}
PLACES = [fill(path) for path in GETS if path not in OF_THE_DEMO]


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with open_app(tmp_path_factory.mktemp("app"), patience=SHORT) as app:
        furnish(app)
        yield app


def test_looking_goes_on_while_somebody_else_writes(lived_in: App) -> None:
    owner = visit(lived_in)
    before = {path: owner.get(path).status_code for path in PLACES}
    with locked(lived_in):
        assert {path: owner.get(path).status_code for path in PLACES} == before
    assert set(before.values()) == {200}


def test_every_page_says_that_the_records_are_busy_and_is_there_afterwards(
    lived_in: App,
) -> None:
    owner = visit(lived_in)
    with locked(lived_in, from_readers=True):
        for path in PLACES:
            for headers in ({}, ASKS):
                answer = owner.get(path, headers=headers)
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), path
                assert BUSY.search(read(answer.text).text), path
                assert "etag" not in answer.headers
    assert {owner.get(path).status_code for path in PLACES} == {200}


@pytest.fixture(scope="module")
def shut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """An app whose records are locked, for readers, too."""
    folder = tmp_path_factory.mktemp("shut")
    with open_app(folder, patience=SHORT) as app, locked(app, from_readers=True):
        yield app


@pytest.mark.parametrize("path", ["/t/x", "/stop/x", "/answer/x", "/rota/answer/x", "/welcome/x"])
def test_whoever_comes_by_a_link_is_told_so_too(shut: App, path: str) -> None:
    answer = shut.visitor().get(path)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert BUSY.search(read(answer.text).text)


def test_door_stands_open_while_the_records_are_busy(shut: App) -> None:
    visitor = shut.visitor()
    shown = visitor.get("/sign-in")
    assert shown.status_code == 200
    typed = {**read(shown.text).typed, "email": "olive@example.com", "password": "guess"}
    answer = visitor.post("/sign-in", typed)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert BUSY.search(read(answer.text).text)


def test_server_that_is_gone_is_told_as_busy(tmp_path: Path) -> None:
    """The Postgres server does not listen."""
    gone = Database("postgresql://nobody@127.0.0.1:9/none", patience=SHORT)
    with open_app(tmp_path) as app:
        ports = replace(app.services.ports, store=SqlStore(gone, NoCrashPoints()))
        services = build_services(app.services.settings, ports)
        closed_app = App(services, app.clock, create_app(services))
        visitor = closed_app.visitor()
        visitor.client.cookies.set(SESSION, "somebody", domain="testserver.local")
        for answer in (visitor.get("/"), visitor.get("/jobs"), visitor.post("/me", {"name": "x"})):
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert BUSY.search(read(answer.text).text)
            assert "127.0.0.1" not in answer.text
