"""How Belfry is kept running by the machine itself: from the start, and again after a crash."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer, say
from belfry.entrypoints.cli.opening import Json, Team
from belfry.entrypoints.cli.serve import Host, Port
from belfry.entrypoints.cli.service_units.units import ServiceSpec, ServiceUnit, name_service
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.cli.service_units.units import ServiceUnit
    from belfry.settings import Settings


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
    unit = _find(team, host, port, by, name, system=system)
    answer({"file": str(unit.file), "text": unit.text}, unit.text.rstrip(), as_json=as_json)


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
    unit = _find(team, host, port, by, name, system=system)
    waits = unit.asks or no_start
    if unit.file.exists() and not waits:
        run_each(unit.stop)
    put_file(unit)
    problem = "" if waits else run_each(unit.start)
    is_started = not waits and not problem
    data = {"file": str(unit.file), "started": is_started, "problem": problem or None}
    lines = [f"Wrote {unit.file}."]
    if is_started:
        lines.append("It is running, and will be after the next start.")
    else:
        lines += [*([f"It could not be started: {problem}"] if problem else []), "Run:"]
        lines += [f"  {_write(command)}" for command in unit.start]
    answer(data, "\n".join([*lines, *unit.hints]), as_json=as_json)
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
    unit = _find(team, HOST, PORT, by, name, system=system)
    was_there = unit.file.exists()
    data = {"file": str(unit.file), "removed": was_there}
    if not was_there:
        answer(data, f"There is no {unit.file}.", as_json=as_json)
        return
    problem = "" if unit.asks else run_each(unit.stop)
    unit.file.unlink(missing_ok=True)
    answer(data, f"Removed {unit.file}.", as_json=as_json)
    if (unit.asks or problem) and not as_json:
        say("\n".join([*([problem] if problem else []), "Run:"]))
        say("\n".join(f"  {_write(command)}" for command in unit.stop))


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
    unit = _find(team, HOST, PORT, by, name, system=system)
    is_installed, is_running = unit.file.exists(), check_running(unit)
    lines = [f"{unit.file} is there." if is_installed else f"There is no {unit.file}."]
    lines.append("It is running." if is_running else "It is not running.")
    if not is_installed:
        lines.append("`belfry service install` writes it, and starts it.")
    data = {"file": str(unit.file), "installed": is_installed, "running": is_running}
    answer(data, "\n".join([*lines, *unit.hints]), as_json=as_json)


def _find(
    team: Path | None, host: str, port: int, by: By | None, name: str, *, system: bool
) -> ServiceUnit:
    from belfry.entrypoints.cli.opening import read_team

    settings = read_team(team)
    chosen = by or {"darwin": By.LAUNCHD, "win32": By.WINDOWS}.get(sys.platform, By.SYSTEMD)
    if system and chosen is By.WINDOWS:
        raise InputError("a task of the machine is made by hand; see docs/service.md")
    if port == 0:
        raise InputError("0 takes another port at each start; expected 1 to 65535", field="--port")
    words = ("serve", "--team", str(settings.folder.resolve()), "--host", host)
    command = (sys.executable, "-m", "belfry", *words, "--port", str(port))
    unit = find_unit(settings, chosen, command, name, is_machine=system)
    if unit.file.exists() and str(settings.folder.resolve()) not in _read(unit):
        said = f"{unit.file} is there already, for another team: choose another --name"
        raise Conflict(said)
    return unit


def _read(unit: ServiceUnit) -> str:
    return unit.file.read_text(encoding=unit.encoding, errors="replace")


def _write(command: Sequence[str]) -> str:
    import shlex

    return shlex.join(command)


WITHIN_SECONDS = 60
NEW_FILE = 0o644


def find_unit(
    settings: Settings, by: str, command: Sequence[str], name: str, *, is_machine: bool
) -> ServiceUnit:
    from belfry.entrypoints.cli.service_units.units import (
        render_launchd,
        render_systemd,
        render_task,
    )

    folder = settings.folder.resolve()
    backups = (folder / settings.backup.folder).resolve()
    spec = ServiceSpec(
        name=name_service(name or folder.name),
        title=f"Belfry for {settings.name}",
        command=command,
        folder=folder,
        user=_find_owner(folder) if is_machine else "",
        writable=(folder,) if backups.is_relative_to(folder) else (folder, backups),
    )
    match by:
        case "launchd":
            return render_launchd(spec, Path.home(), _find_user_id())
        case "windows":
            return render_task(spec)
    return render_systemd(spec, Path.home())


def put_file(unit: ServiceUnit) -> None:
    unit.file.parent.mkdir(parents=True, exist_ok=True)
    unit.file.write_text(unit.text, encoding=unit.encoding, newline="\n")


def run_each(commands: Sequence[Sequence[str]]) -> str:
    """What the first that failed said; nothing if all went well."""
    for command in commands:
        if problem := _run(command):
            return problem
    return ""


def check_running(unit: ServiceUnit) -> bool:
    """Whether the machine says that the unit runs; False where it cannot be asked."""
    return not _run(unit.status_command)


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=WITHIN_SECONDS, check=False
        )
    except FileNotFoundError:
        return f"there is no {command[0]} on this machine"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}"
    if done.returncode == 0:
        return ""
    said = (done.stderr or done.stdout).strip().partition("\n")[0]
    return said or f"{' '.join(command)} left with {done.returncode}"


def _find_user_id() -> int:
    return os.getuid() if sys.platform != "win32" else 0


def _find_owner(folder: Path) -> str:
    """Whoever the team's folder belongs to: with their rights, and no others, it is run."""
    return folder.owner() if sys.platform != "win32" else ""
