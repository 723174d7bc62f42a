"""A Postgres database for each test that asks for one: empty, and used by no other.

One server serves all the workers of a run: the first that needs it starts it, and the run's own
process stops it. TEST_POSTGRES_URL names another server, whose user must be allowed to make
databases.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.services.postgres_server import start_server, stop_server

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy import URL
    from tests.services.pooled_databases import PooledDatabases

RUN_FOLDER = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    worker_input = getattr(config, "workerinput", None)
    name = worker_input["run_folder"] if worker_input else f"belfry-{uuid.uuid4().hex}"
    config.stash[RUN_FOLDER] = Path(tempfile.gettempdir(), name)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["run_folder"] = node.config.stash[RUN_FOLDER].name


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = config.stash[RUN_FOLDER]
    if folder.exists() and not hasattr(config, "workerinput"):
        stop_server(folder)
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> URL:
    """The server's own address, with the right to make databases."""
    from sqlalchemy import make_url

    if url := os.environ.get("TEST_POSTGRES_URL"):
        return make_url(url).set(drivername="postgresql+psycopg")
    folder = pytestconfig.stash[RUN_FOLDER]
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return make_url(start_server(folder))


@pytest.fixture(scope="session")
def postgres_admin(postgres_server: URL) -> Iterator[psycopg.Connection]:
    import psycopg

    address = postgres_server.set(drivername="postgresql")
    with psycopg.connect(address.render_as_string(hide_password=False), autocommit=True) as admin:
        yield admin


@pytest.fixture(scope="session")
def pooled_databases(
    postgres_server: URL, postgres_admin: psycopg.Connection
) -> Iterator[PooledDatabases]:
    from tests.services.pooled_databases import PooledDatabases

    databases = PooledDatabases(postgres_server, postgres_admin)
    yield databases
    databases.drop()


@pytest.fixture
def postgres_url(pooled_databases: PooledDatabases) -> str:
    """The SQLAlchemy address of a database in today's shape, with nothing in it."""
    return pooled_databases.lend()


@pytest.fixture
def empty_postgres_url(postgres_server: URL, postgres_admin: psycopg.Connection) -> Iterator[str]:
    """The SQLAlchemy address of a database without any tables that no other test knows."""
    from tests.services.pooled_databases import new_database

    with new_database(postgres_server, postgres_admin) as address:
        yield address.render_as_string(hide_password=False)
