"""What the figures were measured on, as far as it matters to them."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from collections.abc import Iterator
from importlib.metadata import version

from tests.services.postgres_server import PROGRAMS, find_packages

PEERS = (
    "croniter",
    "cronsim",
    "APScheduler",
    "procrastinate",
    "FastAPI",
    "uvicorn",
    "Pillow",
    "ortools",
)


def describe_machine() -> str:
    """One line that names no machine, no folder and no person."""
    return " · ".join(_list_facts())


def _list_facts() -> Iterator[str]:
    cores = len(os.sched_getaffinity(0))
    yield f"{cores} core{'s' if cores > 1 else ''} ({platform.machine()}, {platform.system()})"
    yield f"Python {platform.python_version()}"
    yield f"SQLite {sqlite3.sqlite_version}"
    yield f"Postgres {find_postgres_version()}"
    for peer in PEERS:
        yield f"{peer} {version(peer)}"


def find_postgres_version() -> str:
    command = (find_packages() / PROGRAMS / "postgres", "--version")
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return said.split()[-1]
