"""The least a web application can do with a fire: read it, and keep one row of it for good.

`python -m bench.bare_route FOLDER` serves it over a SQLite file in the folder, and prints the port.
"""

from __future__ import annotations

import socket
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

COLUMNS = (
    *("id", "workflow_id", "team_id", "cause", "scheduled_for", "due_at", "created_at", "status"),
    *("exclusive", "inputs", "attempt", "tries", "started_at", "finished_at", "worker", "output"),
    *("error", "reason", "asked_by", "revision"),
)
CREATE = f"CREATE TABLE runs ({', '.join(COLUMNS)}, PRIMARY KEY (id))"
INSERT = f"INSERT INTO runs VALUES ({', '.join('?' * len(COLUMNS))})"


class Fire(BaseModel):
    scheduled_time: datetime


def create_app(file: Path) -> FastAPI:
    app = FastAPI()
    book = _open_book(file)
    # Threads that wait for the lock go on at once; those that wait for SQLite sleep first.
    turn = Lock()

    @app.post("/workflows/{workflow_id}", status_code=202)
    def invoke(workflow_id: int, fire: Fire) -> dict[str, object]:
        row = _make_row(workflow_id, fire.scheduled_time)
        with turn:
            book.execute(INSERT, row)
        return {"accepted": True, "run_id": row[0]}

    return app


def _open_book(file: Path) -> sqlite3.Connection:
    book = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", CREATE):
        book.execute(statement)
    return book


def _make_row(workflow_id: int, fire: datetime) -> tuple[object, ...]:
    name = f"{workflow_id}-{fire:%Y%m%dT%H%MZ}"
    fire_at, now = fire.isoformat(" "), datetime.now(UTC).isoformat(" ")
    planned = (name, workflow_id, 1, "invoke", fire_at, fire_at, now, "queued")
    return (*planned, 0, None, 0, 3, None, None, None, None, None, "", "", 1)


def main(folder: Path) -> None:
    door = socket.create_server(("127.0.0.1", 0))
    # Those who are let in here take it over: an answer is sent at once, in however many pieces.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(door.getsockname()[1], flush=True)
    config = uvicorn.Config(create_app(folder / "bare.db"), log_config=None, access_log=False)
    uvicorn.Server(config).run(sockets=[door])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
