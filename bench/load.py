"""Fifty readers of Today and twenty fires a second, for three minutes, beside one reader alone.

Each reader opens Today again a second after it was shown. The server is `belfry serve` with its
scheduler and worker, which run what is handed in meanwhile. An answer with a status of 5xx fails
the benchmark, and so does memory that grows: the server may hold a tenth more at the end than after
the first third.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.invoke import list_fires, make_team
from bench.knocking import find_length
from bench.servers import stop
from bench.targets import TARGETS, Figure

from belfry.bootstrap import build_services, open_ports
from belfry.entrypoints.demo.team import write_team
from belfry.entrypoints.web.pages.visits import SESSION
from belfry.scheduler.change_workflows import LONGEST_LATE
from belfry.settings import read_settings

READERS = 50
INVOKES_A_SECOND = 20
SECONDS, QUICK_SECONDS = 180, 3
ALONE_SECONDS = 30
PAUSE = 1.0
ALONE_PAUSE = 0.05
WARMING_UP = 20


def measure(*, is_quick: bool = False) -> list[Figure]:
    seconds = QUICK_SECONDS if is_quick else SECONDS
    with open_server() as server:
        asyncio.run(read_pages(server, PAUSE / WARMING_UP, PAUSE))
        alone = asyncio.run(read_pages(server, ALONE_PAUSE, min(seconds, ALONE_SECONDS)))
        crowd = asyncio.run(load(server, seconds))
    on_pages, on_memory = TARGETS["load"]
    return [
        Figure(on_pages, _say(find_p99(crowd.taken)), _say(find_p99(alone)), crowd.slowdown(alone)),
        Figure(
            on_memory,
            f"{crowd.memory_after / 1e6:.0f} MB",
            f"{crowd.memory_before / 1e6:.0f} MB",
            crowd.memory_after / crowd.memory_before,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    pid: int
    cookie: str
    path: str
    key: str
    fires: Iterator[datetime]

    @property
    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii")
        return int(status.split()[1]) * 4096


@dataclass(slots=True)
class Crowd:
    """What the readers saw, in seconds, and the server's memory after a third and at the end."""

    taken: list[float] = field(default_factory=list)
    memory_before: int = 0
    memory_after: int = 0

    def slowdown(self, alone: list[float]) -> float:
        return find_p99(self.taken) / find_p99(alone)


@contextmanager
def open_server() -> Iterator[Server]:
    """The demo's team, served by a process of its own; an owner is signed in."""
    since = datetime.now(UTC).replace(second=0, microsecond=0) - LONGEST_LATE
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_team(folder, datetime.now(UTC))
        path, key = make_team(folder, since)
        cookie = sign_in(folder)
        command = (sys.executable, "-m", "belfry", "serve", "--team", name, "--port", "0", "--json")
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            port = int(address.rpartition(":")[2])
            yield Server(port, process.pid, cookie, path, key, list_fires(since))
        finally:
            stop(process)


def sign_in(folder: Path) -> str:
    settings = read_settings(folder, environment={})
    ports = open_ports(settings)
    accounts = build_services(settings, ports).accounts
    signed_in = accounts.open_sign_in_link(accounts.invite_owner().token)
    ports.close()
    return f"{SESSION}={signed_in.token}"


async def load(server: Server, seconds: float) -> Crowd:
    crowd = Crowd()
    readers = [read_pages(server, PAUSE, seconds, begin=n / READERS) for n in range(READERS)]
    others = (hand_in(server, seconds), watch_memory(server, crowd, seconds))
    *taken, _, _ = await asyncio.gather(*readers, *others)
    crowd.taken = [took for part in taken for took in part or ()]
    return crowd


async def read_pages(
    server: Server, pause: float, seconds: float, *, begin: float = 0
) -> list[float]:
    """How long Today took each time, in seconds."""
    await asyncio.sleep(begin * pause)
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {server.cookie}\r\n\r\n".encode()
    end, taken = time.monotonic() + seconds, []
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    while time.monotonic() < end:
        begun = time.perf_counter()
        await ask(reader, writer, request, wanted=b"200")
        taken.append(time.perf_counter() - begun)
        await asyncio.sleep(pause)
    writer.close()
    return taken


async def hand_in(server: Server, seconds: float) -> None:
    """A fire at a time, whether or not the one before was answered quickly."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    begun = time.monotonic()
    for number, fire in enumerate(islice(server.fires, int(seconds * INVOKES_A_SECOND))):
        body = json.dumps({"scheduled_time": f"{fire:%Y-%m-%dT%H:%M:%SZ}"})
        head = (
            f"POST {server.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: {server.key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        await ask(reader, writer, (head + body).encode(), wanted=b"202")
        await asyncio.sleep(begun + number / INVOKES_A_SECOND - time.monotonic())
    writer.close()


async def watch_memory(server: Server, crowd: Crowd, seconds: float) -> None:
    await asyncio.sleep(seconds / 3)
    crowd.memory_before = server.memory
    await asyncio.sleep(seconds * 2 / 3)
    crowd.memory_after = server.memory


async def ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes, *, wanted: bytes
) -> None:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    body = await reader.readexactly(find_length(head))
    if not head.startswith(b"HTTP/1.1 " + wanted):
        raise AssertionError(f"answered {head!r} {body[:300]!r}")


def find_p99(taken: list[float]) -> float:
    ordered = sorted(taken)
    return ordered[-(-99 * len(ordered) // 100) - 1]


def _say(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
