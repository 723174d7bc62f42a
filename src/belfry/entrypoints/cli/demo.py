"""Belfry at a glance: a sample team with a past, its pages, and its runs as they happen."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, say, show_rows
from belfry.entrypoints.cli.links import HOST, PORT, render_address
from belfry.entrypoints.cli.opening import open_services
from belfry.entrypoints.cli.options import Json
from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.cron.runs import Run


def demo(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="For the pages.")] = PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the pages in a browser.")
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="Show what rang, and stop without serving.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where the team is made and kept; else it is thrown away."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a sample team, live through a day of it, show it, and serve its pages."""
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.serve import open_door
    from belfry.settings import read_settings

    log_as_json("ERROR")
    with (
        open_door(HOST, 0 if once else port) as door,
        _make_team(folder) as team,
        open_services(read_settings(team, environment={})) as services,
    ):
        _play(services, door, once=once, opens=not no_browser, as_json=as_json)


def _play(
    services: Services, door: socket.socket, *, once: bool, opens: bool, as_json: bool
) -> None:
    """The pages are up while the shop's past is lived through: one of its workflows looks there."""
    from belfry.entrypoints.demo.history import live_through
    from belfry.entrypoints.demo.sample import list_samples
    from belfry.entrypoints.worker.serve import make_loop, serve

    address = render_address(port=door.getsockname()[1])

    def beside(stop: Event) -> None:
        with _show_progress(as_json=as_json) as progress:
            samples = list_samples(address)
            live_through(services.settings, samples, stop=stop, progress=progress)
        _show(services, None if once else address, opens=opens, as_json=as_json)
        if not once:
            make_loop(services, hear=_hear(services, as_json=as_json)).run(stop)

    serve(services, door, ready=lambda: None, beside=beside)


def _show(services: Services, address: str | None, *, opens: bool, as_json: bool) -> None:
    from belfry.entrypoints.cli.serve import invite
    from belfry.entrypoints.demo.board import list_said, render_said
    from belfry.entrypoints.demo.rota_shown import render_rota, summarise_rota
    from belfry.entrypoints.demo.shown import list_notices, summarise, tabulate

    told, notices, said = summarise(services), list_notices(services), list_said(services)
    link = invite(services, address) if address else None
    rota = summarise_rota(services)
    data: dict[str, Any] = {"workflows": told, "messages": said, "rota": rota, "notices": notices}
    data |= {"address": address, "link": link}
    if as_json:
        return answer(data, "", as_json=True)
    show_rows(tabulate(services, told))
    for one in said:
        say(f"Message about {render_said(one)}")
    for line in (*render_rota(rota), *(f"Notice: {notice}" for notice in notices)):
        say(line)
    if link:
        say(f"\nSign in once, within the hour: {link}\nRuns as they end (Ctrl-C stops):")
        _open_browser(link, opens=opens)
    return None


def _hear(services: Services, *, as_json: bool) -> Callable[[Run], None]:
    from belfry.entrypoints.cli.shapes import shape_record
    from belfry.entrypoints.demo.shown import describe_run

    def hear(run: Run) -> None:
        if line := describe_run(services, run):
            answer(shape_record(run), line, as_json=as_json)

    return hear


@contextmanager
def _make_team(folder: Path | None) -> Iterator[Path]:
    """The sample team's folder, thrown away afterwards unless one was named."""
    from tempfile import TemporaryDirectory

    if folder is None:
        with TemporaryDirectory(prefix="belfry-demo-") as made:
            _write_team(Path(made))
            yield Path(made)
        return
    path = folder / "belfry.toml"
    if path.exists():
        raise Conflict(f"{path} is there already: `belfry serve --team {folder}` goes on with it")
    _write_team(folder)
    yield folder


def _write_team(folder: Path) -> None:
    """The example team that `init` makes, with the demo's own settings and controls."""
    from belfry.bootstrap import system_clock
    from belfry.entrypoints.cli.example import render_team
    from belfry.entrypoints.demo.controls import render_tasks
    from belfry.entrypoints.demo.rota_sheets import render_rota
    from belfry.entrypoints.demo.sample import ADMIN, COUNTRY, NAME, SETTINGS, TIMEZONE
    from belfry.kernel.cadence import find_zone

    files = render_team(name=NAME, timezone=TIMEZONE, country=COUNTRY, admin=ADMIN)
    today = system_clock().now().astimezone(find_zone(TIMEZONE)).date()
    own = {"belfry.toml": SETTINGS, "controls/tasks.csv": render_tasks(today)}
    for name, text in {**files, **own, **render_rota(files, today)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def _show_progress(*, as_json: bool) -> Iterator[Callable[[float], None]]:
    """A bar while the past is lived through, for people who are looking."""
    if as_json or not sys.stdout.isatty():
        yield lambda share: None
        return
    from rich.progress import Progress

    with Progress(transient=True) as bar:
        task = bar.add_task("A day in the shop", total=1.0)
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
