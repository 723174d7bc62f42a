"""Belfry at a glance: a sample team with a past, its pages, and its runs as they happen."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import (
    Answer,
    answers_in_json,
    give,
    shape_record,
    showing_progress,
)
from belfry.entrypoints.cli.opening import HOST, PORT, option, render_address
from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from socket import socket

    from belfry.bootstrap import Services
    from belfry.ports.clock import DemoClock
    from belfry.scheduler.runs import Run

INVITATION = """
The pages are at {address}. Nothing leaves this machine, and the clock there can be moved.
Sign in once, within the hour: {link}
Finished runs appear here. Press Ctrl-C to stop."""
READY_WITHIN = 60
_KEPT_IN = "Where to create and keep the team; else it is deleted."


def demo(
    port: Annotated[int, option("--port", "For the pages.", min=0, max=65535)] = PORT,
    no_browser: Annotated[bool, option("--no-browser", "Do not open a browser.")] = False,
    once: Annotated[bool, option("--once", "Show the examples, and stop.")] = False,
    folder: Annotated[Path | None, option("--dir", _KEPT_IN, "DIR")] = None,
) -> None:
    """Create a sample team with four weeks of history, show examples, and serve its pages.

    For example: belfry demo --port 8080
    """
    import gc

    from belfry.bootstrap import demo_clock, system_clock
    from belfry.entrypoints.demo.history import find_beginning
    from belfry.entrypoints.demo.tour import collect_everything, open_app, show_everything
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.serve import open_door
    from belfry.settings import read_settings

    gc.disable()  # a short burst of work that keeps nearly all it makes
    log_as_json("CRITICAL")
    now = system_clock().now()
    clock = demo_clock(find_beginning(now))
    with open_door(HOST, 0 if once else port) as door, _make_team(folder, now) as team:
        settings = read_settings(team, environment={})
        address = render_address(port=door.getsockname()[1])
        if not once:
            settings = settings.model_copy(update={"public_url": address})
        with open_app(settings, clock, now) as services:
            _live(services, clock, address)
            gc.enable()
            gc.freeze()
            data = collect_everything(services) if answers_in_json() else {}
            if not answers_in_json():
                show_everything(services)
            if once:
                give(Answer({**data, "address": None, "link": None}, ()))
            else:
                _serve(services, clock, door, data, opens=not no_browser)


def _serve(
    services: Services, clock: DemoClock, door: socket, data: dict[str, Any], *, opens: bool
) -> None:
    """The pages, whose clock a visitor may move; beside them what the shop's people do."""
    from belfry.bootstrap import system_clock
    from belfry.entrypoints.cli.serve import invite
    from belfry.entrypoints.demo.clock import Mover
    from belfry.entrypoints.demo.days import list_deeds
    from belfry.entrypoints.demo.tour import describe_run
    from belfry.entrypoints.worker.serve import serve

    invited = Event()

    def ready() -> None:
        address = render_address(port=door.getsockname()[1])
        link = invite(services, address)
        sentence = INVITATION.format(address=address, link=link)
        give(Answer({**data, "address": address, "link": link}, sentence))
        invited.set()
        if opens and not answers_in_json() and sys.stdout.isatty():
            _open_browser(link)

    def report_run(run: Run) -> None:
        # The link comes first, also where the first run ends before the pages are served.
        invited.wait(READY_WITHIN)
        if line := describe_run(services, run):
            give(Answer(shape_record(run), line))

    mover = Mover(services, clock, list_deeds=list_deeds, hear=report_run)
    clock.advance_to(system_clock().now())
    serve(services, door, ready=ready, beside=mover.live, demo=mover)


def _live(services: Services, clock: DemoClock, address: str) -> None:
    from belfry.bootstrap import system_clock
    from belfry.entrypoints.demo.history import live_through
    from belfry.entrypoints.worker.serve import stopping

    until = system_clock().now()
    with stopping() as stop, showing_progress("Four weeks in the shop") as report_progress:
        live_through(
            services,
            clock,
            address,
            until=until,
            stop=stop,
            progress=lambda share: report_progress(round(share * 100), 100),
        )
    if stop.is_set():
        raise typer.Exit


@contextmanager
def _make_team(folder: Path | None, now: datetime) -> Iterator[Path]:
    """The sample team's folder, thrown away afterwards unless one was named."""
    from tempfile import TemporaryDirectory

    from belfry.entrypoints.demo.team import write_team
    from belfry.entrypoints.demo.tour import find_quick_place

    if folder is None:
        with TemporaryDirectory(prefix="belfry-demo-", dir=find_quick_place()) as temporary:
            write_team(Path(temporary), now)
            yield Path(temporary)
        return
    path = folder / "belfry.toml"
    if path.exists():
        raise Conflict(f"{path} is there already: `belfry serve --team {folder}` goes on with it")
    write_team(folder, now)
    yield folder


def _open_browser(link: str) -> None:
    import webbrowser
    from contextlib import suppress

    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        # A browser inside the terminal would take the terminal away from the demo.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(link)
