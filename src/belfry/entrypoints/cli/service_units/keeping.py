"""How Belfry is kept running by the machine itself: from the start, and again after a crash."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer, say
from belfry.entrypoints.cli.options import Json, Team
from belfry.entrypoints.cli.serve import Host, Port
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.cli.service_units.posts import Keeper


class By(StrEnum):
    """Who keeps it running."""

    SYSTEMD = "systemd"
    LAUNCHD = "launchd"
    WINDOWS = "windows"


Keeping = Annotated[
    By | None,
    typer.Option("--by", help="Who keeps it running; else what this machine has."),
]
Machine = Annotated[
    bool, typer.Option("--system", help="Started by the machine, for all; needs its rights.")
]
Name = Annotated[
    str, typer.Option("--name", metavar="NAME", help="What it is called; else as the folder.")
]
HOST, PORT = "127.0.0.1", 8787


def show(
    host: Host = HOST,
    port: Port = PORT,
    by: Keeping = None,
    system: Machine = False,
    name: Name = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Print the file that would be written. Nothing is touched.

    For example: belfry service show --team shop

    For example: belfry service show --by launchd
    """
    keeper = _find(team, host, port, by, name, system=system)
    answer({"file": str(keeper.file), "text": keeper.text}, keeper.text.rstrip(), as_json=as_json)


def install(
    host: Host = HOST,
    port: Port = PORT,
    by: Keeping = None,
    system: Machine = False,
    name: Name = "",
    no_start: Annotated[
        bool, typer.Option("--no-start", help="Write the file, and leave the rest to me.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Let the machine keep Belfry running: from its start on, and again after a crash.

    For example: belfry service install --team shop

    For example: sudo belfry service install --system --team /srv/shop
    """
    from belfry.entrypoints.cli.service_units.keepers import put_file, run_each

    keeper = _find(team, host, port, by, name, system=system)
    waits = keeper.asks or no_start
    if keeper.file.exists() and not waits:
        run_each(keeper.stop)
    put_file(keeper)
    problem = "" if waits else run_each(keeper.start)
    is_started = not waits and not problem
    data = {"file": str(keeper.file), "started": is_started, "problem": problem or None}
    lines = [f"Wrote {keeper.file}."]
    if is_started:
        lines.append("It is running, and will be after the next start.")
    else:
        lines += [*([f"It could not be started: {problem}"] if problem else []), "Run:"]
        lines += [f"  {_write(command)}" for command in keeper.start]
    answer(data, "\n".join([*lines, *keeper.hints]), as_json=as_json)
    if problem:
        raise typer.Exit(1)


def uninstall(
    by: Keeping = None,
    system: Machine = False,
    name: Name = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Stop it, and take its file away; the team stays as it is.

    For example: belfry service uninstall --team shop
    """
    from belfry.entrypoints.cli.service_units.keepers import run_each

    keeper = _find(team, HOST, PORT, by, name, system=system)
    was_there = keeper.file.exists()
    data = {"file": str(keeper.file), "removed": was_there}
    if not was_there:
        answer(data, f"There is no {keeper.file}.", as_json=as_json)
        return
    problem = "" if keeper.asks else run_each(keeper.stop)
    keeper.file.unlink(missing_ok=True)
    answer(data, f"Removed {keeper.file}.", as_json=as_json)
    if (keeper.asks or problem) and not as_json:
        say("\n".join([*([problem] if problem else []), "Run:"]))
        say("\n".join(f"  {_write(command)}" for command in keeper.stop))


def status(
    by: Keeping = None,
    system: Machine = False,
    name: Name = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Say whether the machine keeps Belfry running.

    For example: belfry service status --team shop
    """
    from belfry.entrypoints.cli.service_units.keepers import is_kept

    keeper = _find(team, HOST, PORT, by, name, system=system)
    is_installed, is_running = keeper.file.exists(), is_kept(keeper)
    lines = [f"{keeper.file} is there." if is_installed else f"There is no {keeper.file}."]
    lines.append("It is running." if is_running else "It is not running.")
    if not is_installed:
        lines.append("`belfry service install` writes it, and starts it.")
    data = {"file": str(keeper.file), "installed": is_installed, "running": is_running}
    answer(data, "\n".join([*lines, *keeper.hints]), as_json=as_json)


def _find(
    team: Path | None, host: str, port: int, by: By | None, name: str, *, system: bool
) -> Keeper:
    from belfry.entrypoints.cli.opening import read_team
    from belfry.entrypoints.cli.service_units.keepers import find_keeper

    settings = read_team(team)
    chosen = by or {"darwin": By.LAUNCHD, "win32": By.WINDOWS}.get(sys.platform, By.SYSTEMD)
    if system and chosen is By.WINDOWS:
        raise InputError("a task of the machine is made by hand; see docs/service.md")
    if port == 0:
        raise InputError("0 takes another port at each start; expected 1 to 65535", field="--port")
    words = ("serve", "--team", str(settings.folder.resolve()), "--host", host)
    command = (sys.executable, "-m", "belfry", *words, "--port", str(port))
    keeper = find_keeper(settings, chosen, command, name, is_machine=system)
    if keeper.file.exists() and str(settings.folder.resolve()) not in _read(keeper):
        said = f"{keeper.file} is there already, for another team: choose another --name"
        raise Conflict(said)
    return keeper


def _read(keeper: Keeper) -> str:
    return keeper.file.read_text(encoding=keeper.encoding, errors="replace")


def _write(command: Sequence[str]) -> str:
    import shlex

    return shlex.join(command)
