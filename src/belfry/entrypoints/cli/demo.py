"""Belfry at a glance: a sample team with a past, its pages, and its runs as they happen."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.opening import HOST, PORT, Json, render_address
from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.ports.clock import DemoClock
    from belfry.scheduler.runs import Run

INVITATION = """
The pages are at {address}. Nothing leaves this machine, and the clock there can be moved.
Sign in once, within the hour: {link}
Runs as they end (Ctrl-C stops):"""


def demo(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="For the pages.")] = PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the pages in a browser.")
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="Show one of everything, and stop without serving.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where the team is made and kept; else it is thrown away."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a sample team, live through four weeks of it, show them, and serve its pages.

    For example: belfry demo --port 8080
    """
    import gc

    # A short burst of work that keeps nearly all it makes: looking for what to throw away costs a
    # fifth of it.
    gc.disable()
    with _open_shop(None if once else port, folder) as shop:
        _live(shop, as_json=as_json)
        gc.enable()
        gc.freeze()
        shown = _show(shop, as_json=as_json)
        if not once:
            invite = partial(_invite, shop, shown, opens=not no_browser, as_json=as_json)
            _serve(shop, ready=invite, as_json=as_json)
        elif as_json:
            answer({**shown, "address": None, "link": None}, "", as_json=True)


@dataclass(frozen=True, slots=True)
class Shop:
    """The sample shop, open: `door` is where its pages will be."""

    services: Services
    clock: DemoClock
    door: socket.socket

    @property
    def address(self) -> str:
        return render_address(port=self.door.getsockname()[1])


@contextmanager
def _open_shop(port: int | None, folder: Path | None) -> Iterator[Shop]:
    """Without a port nobody can come in, so its messages lead nowhere."""
    from belfry.bootstrap import demo_clock, system_clock
    from belfry.entrypoints.demo.history import find_beginning
    from belfry.entrypoints.demo.tour import open_house
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.serve import open_door
    from belfry.settings import read_settings

    log_as_json("CRITICAL")
    now = system_clock().now()
    clock = demo_clock(find_beginning(now))
    with open_door(HOST, port or 0) as door, _make_team(folder, now) as team:
        settings = read_settings(team, environment={})
        if port is not None:
            here = render_address(port=door.getsockname()[1])
            settings = settings.model_copy(update={"public_url": here})
        with open_house(settings, clock, now) as services:
            yield Shop(services, clock, door)


def _live(shop: Shop, *, as_json: bool) -> None:
    from belfry.bootstrap import system_clock
    from belfry.entrypoints.demo.history import live_through
    from belfry.entrypoints.demo.sample import list_samples
    from belfry.entrypoints.worker.serve import stopping

    samples, until = list_samples(shop.address), system_clock().now()
    with stopping() as stop, _show_progress(as_json=as_json) as progress:
        live_through(shop.services, shop.clock, samples, until=until, stop=stop, progress=progress)
    if stop.is_set():
        raise typer.Exit


def _serve(shop: Shop, *, ready: Callable[[], None], as_json: bool) -> None:
    """The pages, whose clock a visitor may move; beside them what the shop's people do."""
    from belfry.bootstrap import system_clock
    from belfry.entrypoints.demo.clock import Mover
    from belfry.entrypoints.demo.days import list_deeds
    from belfry.entrypoints.worker.serve import serve

    hear = _hear(shop.services, as_json=as_json)
    mover = Mover(shop.services, shop.clock, list_deeds=list_deeds, hear=hear)
    shop.clock.advance_to(system_clock().now())
    serve(shop.services, shop.door, ready=ready, beside=mover.live, demo=mover)


def _show(shop: Shop, *, as_json: bool) -> dict[str, Any]:
    """People are shown one of everything; programs get the whole of it in the end."""
    from belfry.entrypoints.demo.tour import collect_everything, show_everything

    if as_json:
        return collect_everything(shop.services)
    show_everything(shop.services)
    return {}


def _invite(shop: Shop, shown: dict[str, Any], *, opens: bool, as_json: bool) -> None:
    from belfry.entrypoints.cli.serve import invite

    link = invite(shop.services, shop.address)
    said = INVITATION.format(address=shop.address, link=link)
    answer({**shown, "address": shop.address, "link": link}, said, as_json=as_json)
    _open_browser(link, opens=opens and not as_json)


def _hear(services: Services, *, as_json: bool) -> Callable[[Run], None]:
    from belfry.entrypoints.cli.answers import shape_record
    from belfry.entrypoints.demo.tour import describe_run

    def hear(run: Run) -> None:
        if line := describe_run(services, run):
            answer(shape_record(run), line, as_json=as_json)

    return hear


@contextmanager
def _make_team(folder: Path | None, now: datetime) -> Iterator[Path]:
    """The sample team's folder, thrown away afterwards unless one was named."""
    from tempfile import TemporaryDirectory

    from belfry.entrypoints.demo.team import write_team
    from belfry.entrypoints.demo.tour import find_quick_place

    if folder is None:
        with TemporaryDirectory(prefix="belfry-demo-", dir=find_quick_place()) as made:
            write_team(Path(made), now)
            yield Path(made)
        return
    path = folder / "belfry.toml"
    if path.exists():
        raise Conflict(f"{path} is there already: `belfry serve --team {folder}` goes on with it")
    write_team(folder, now)
    yield folder


@contextmanager
def _show_progress(*, as_json: bool) -> Iterator[Callable[[float], None]]:
    """A bar while the past is lived through, for people who are looking."""
    if as_json or not sys.stdout.isatty():
        yield lambda share: None
        return
    from rich.progress import Progress

    with Progress(transient=True) as bar:
        task = bar.add_task("Four weeks in the shop", total=1.0)
        yield lambda share: bar.update(task, completed=share)


def _open_browser(link: str, *, opens: bool) -> None:
    import webbrowser
    from contextlib import suppress

    if not opens or not sys.stdout.isatty():
        return
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        # A browser inside the terminal would take the terminal away from the demo.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(link)
