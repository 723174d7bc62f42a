"""A Postgres of this run alone that keeps what it has committed, as a lasting one does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import sqlalchemy as sa
from tests.services.postgres_server import place_programs, run, start_server, stop_server


class Server:
    def __init__(self, address: str) -> None:
        self._address = sa.make_url(address).set(drivername="postgresql")
        self._made = 0

    def make_database(self) -> str:
        """The address of a new and empty database."""
        self._made += 1
        name = f"bench_{self._made}"
        with psycopg.connect(self._render("postgres"), autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{name}" TEMPLATE template0'.encode())
        return self._render(name)

    def _render(self, database: str) -> str:
        return self._address.set(database=database).render_as_string(hide_password=False)


@contextmanager
def open_server() -> Iterator[Server]:
    """The tests' server, begun again without the options that make it quick and forgetful."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            address = start_server(folder)
            _restart_durably(folder)
            yield Server(address)
        finally:
            stop_server(folder)


def _restart_durably(folder: Path) -> None:
    data = folder / "data"
    options = f"-k {data} -c listen_addresses=''"
    log = data / "server.log"
    run(place_programs(folder) / "pg_ctl", "restart", "-w", "-D", data, "-l", log, "-o", options)
