"""The pages, the clock and a worker in one process, until it is stopped."""

from __future__ import annotations

import gc
import os
import signal
import socket
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

import uvicorn

from belfry.entrypoints.cli.opening import SERVED_AT
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.web.connections import BACKLOG, GuardedConnection, raise_file_limit
from belfry.entrypoints.worker.loop import Loop
from belfry.kernel.errors import BelfryError, Conflict

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.clock import Mover
    from belfry.scheduler.runs import Run

ANSWER_WITHIN = 5


class WebServer(uvicorn.Server):
    """Says when it is ready; signals are the whole process's business, not its own."""

    def __init__(
        self, services: Services, ready: Callable[[], None], demo: Mover | None = None
    ) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(services, demo),
                http=GuardedConnection,
                backlog=BACKLOG,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=ANSWER_WITHIN,
            )
        )
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            keep_what_is_there()
            self._ready()


def keep_what_is_there() -> None:
    """Freeze the GC after start-up and let it run more rarely, so that it does not slow the pages.

    Most of what a page makes is freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def open_door(host: str, port: int) -> socket.socket:
    """The listening socket; Conflict if another program listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        door = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (")[0]
        raise Conflict(f"cannot listen on {host} port {port}: {why}") from error
    # Connections inherit it. An answer leaves in two pieces, and the second would wait 40 ms for
    # the first to be acknowledged.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return door


def make_loop(
    services: Services,
    *,
    on_run_end: Callable[[Run], None] = lambda run: None,
    welcome: Callable[[str], None] = lambda worker: None,
) -> Loop:
    """The clock and a worker, known by this machine and process."""
    label = f"{socket.gethostname()}/{os.getpid()}"
    threads = services.settings.worker.threads
    return Loop(services, label=label, threads=threads, on_run_end=on_run_end, welcome=welcome)


def serve(
    services: Services,
    door: socket.socket,
    *,
    ready: Callable[[], None],
    beside: Callable[[Event], None] | None = None,
    demo: Mover | None = None,
) -> None:
    """The pages, and beside them the clock and a worker; returns when all of it has ended.

    `demo` lets visitors move the clock; it is then the worker, and `beside` has it live.
    """
    raise_file_limit()
    server = WebServer(services, ready, demo)
    go = beside or make_loop(services).run
    errors: list[BaseException] = []

    def run_beside() -> None:
        """When it ends, so do the pages; its error is raised by the main thread."""
        try:
            go(stop)
        except BaseException as error:
            errors.append(error)
        finally:
            server.should_exit = True

    with _announced(services, door), stopping(server) as stop:
        companion = Thread(target=run_beside, name="belfry-clock", daemon=True)
        companion.start()
        try:
            server.run(sockets=[door])
        finally:
            stop.set()
            companion.join()
    if errors:
        raise errors[0]


@contextmanager
def _announced(services: Services, door: socket.socket) -> Iterator[None]:
    """Tell the commands of this team where its pages are, until they are gone."""
    blobs, (host, port, *_) = services.ports.blobs, door.getsockname()
    with suppress(BelfryError):
        blobs.put(SERVED_AT, f"{host} {port}".encode())
    try:
        yield
    finally:
        with suppress(BelfryError):
            blobs.remove(SERVED_AT)


@contextmanager
def stopping(server: uvicorn.Server | None = None) -> Iterator[Event]:
    """An event that SIGTERM and Ctrl-C set; a second signal ends the process at once."""
    stop = Event()

    def handle_signal(number: int, frame: object) -> None:
        if stop.is_set():
            os._exit(128 + number)
        stop.set()
        if server:
            server.should_exit = True

    stop_signals = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(signum, handle_signal) for signum in stop_signals]
    try:
        yield stop
    finally:
        for signum, handler in zip(stop_signals, before, strict=True):
            signal.signal(signum, handler)
