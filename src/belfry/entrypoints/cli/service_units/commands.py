"""How Belfry is kept running by the machine itself: from the start, and again after a crash."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer
from belfry.entrypoints.cli.opening import HOST, PORT, Team, option, read_team, taking
from belfry.entrypoints.cli.serve import Host, Port
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


UNIT = {
    "by": Annotated[By | None, option("--by", "Who keeps it running; else what this machine has.")],
    "system": Annotated[
        bool | None, option("--system", "Started by the machine, for all; needs its rights.")
    ],
    "name": Annotated[
        str | None, option("--name", "What it is called; else as the folder.", "NAME")
    ],
    "team": Team,
}
_ONLY_WRITE = "Write the file, and leave the rest to me."


@taking(**UNIT)
def show(host: Host = HOST, port: Port = PORT, **which: Any) -> Answer:
    """Print the service file without writing it.

    For example: belfry service show --team shop

    For example: belfry service show --by launchd
    """
    unit = _find(host, port, **which)
    return Answer({"file": str(unit.file), "text": unit.text}, unit.text.rstrip())


@taking(**UNIT)
def install(
    host: Host = HOST,
    port: Port = PORT,
    no_start: Annotated[bool, option("--no-start", _ONLY_WRITE)] = False,
    **which: Any,
) -> Answer:
    """Install Belfry as a service that starts with the machine and restarts after a crash.

    For example: belfry service install --team shop

    For example: sudo belfry service install --system --team /srv/shop
    """
    unit = _find(host, port, **which)
    waits = unit.asks or no_start
    if unit.file.exists() and not waits:
        _run_each(unit.stop)
    unit.file.parent.mkdir(parents=True, exist_ok=True)
    unit.file.write_text(unit.text, encoding=unit.encoding, newline="\n")
    problem = "" if waits else _run_each(unit.start)
    is_started = not waits and not problem
    data = {"file": str(unit.file), "started": is_started, "problem": problem or None}
    lines = [f"Wrote {unit.file}."]
    if is_started:
        lines.append("It is running, and will be after the next start.")
    else:
        lines += _tell_commands(problem and f"It could not be started: {problem}", unit.start)
    return Answer(data, [*lines, *unit.hints], is_well=not problem)


@taking(**UNIT)
def uninstall(**which: Any) -> Answer:
    """Stop the service and remove its file; the team's data stays.

    For example: belfry service uninstall --team shop
    """
    unit = _find(HOST, PORT, **which)
    was_installed = unit.file.exists()
    data = {"file": str(unit.file), "removed": was_installed}
    if not was_installed:
        return Answer(data, f"There is no {unit.file}.")
    problem = "" if unit.asks else _run_each(unit.stop)
    unit.file.unlink(missing_ok=True)
    lines = [f"Removed {unit.file}."]
    if unit.asks or problem:
        lines += _tell_commands(problem, unit.stop)
    return Answer(data, lines)


@taking(**UNIT)
def status(**which: Any) -> Answer:
    """Show whether the service is installed and running.

    For example: belfry service status --team shop
    """
    unit = _find(HOST, PORT, **which)
    is_installed, is_running = unit.file.exists(), not _run(unit.status_command)
    lines = [f"{unit.file} is there." if is_installed else f"There is no {unit.file}."]
    lines.append("It is running." if is_running else "It is not running.")
    if not is_installed:
        lines.append("`belfry service install` writes it, and starts it.")
    data = {"file": str(unit.file), "installed": is_installed, "running": is_running}
    return Answer(data, [*lines, *unit.hints])


def _tell_commands(problem: str, commands: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"  {shlex.join(command)}" for command in commands]
    return [*([problem] if problem else []), "Run:", *lines]


def _find(
    host: str, port: int, by: By | None, system: bool | None, name: str | None, team: Path | None
) -> ServiceUnit:
    settings = read_team(team)
    chosen = by or {"darwin": By.LAUNCHD, "win32": By.WINDOWS}.get(sys.platform, By.SYSTEMD)
    if system and chosen is By.WINDOWS:
        raise InputError("a task of the machine is made by hand; see docs/service.md")
    if port == 0:
        raise InputError("0 takes another port at each start; expected 1 to 65535", field="--port")
    folder = settings.folder.resolve()
    words = ("serve", "--team", str(folder), "--host", host, "--port", str(port))
    command = (sys.executable, "-m", "belfry", *words)
    unit = _make_unit(settings, chosen, command, name or folder.name, is_machine=bool(system))
    if unit.file.exists():
        text = unit.file.read_text(encoding=unit.encoding, errors="replace")
        if str(folder) not in text:
            sentence = f"{unit.file} is there already, for another team: choose another --name"
            raise Conflict(sentence)
    return unit


WITHIN_SECONDS = 60


def _make_unit(
    settings: Settings, by: By, command: Sequence[str], name: str, *, is_machine: bool
) -> ServiceUnit:
    """A unit of the machine runs with the rights of the owner of the team's folder."""
    from belfry.entrypoints.cli.service_units.units import (
        ServiceSpec,
        name_service,
        render_launchd,
        render_systemd,
        render_task,
    )

    folder = settings.folder.resolve()
    backups = (folder / settings.backup.folder).resolve()
    is_windows = sys.platform == "win32"
    spec = ServiceSpec(
        name=name_service(name),
        title=f"Belfry for {settings.name}",
        command=command,
        folder=folder,
        user=folder.owner() if is_machine and not is_windows else "",
        writable=(folder,) if backups.is_relative_to(folder) else (folder, backups),
    )
    match by:
        case By.LAUNCHD:
            return render_launchd(spec, Path.home(), 0 if is_windows else os.getuid())
        case By.WINDOWS:
            return render_task(spec)
        case By.SYSTEMD:
            return render_systemd(spec, Path.home())


def _run_each(commands: Sequence[Sequence[str]]) -> str:
    """The output of the first that failed; nothing if all went well."""
    return next((problem for command in commands if (problem := _run(command))), "")


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
    sentence = (done.stderr or done.stdout).strip().partition("\n")[0]
    return sentence or f"{' '.join(command)} left with {done.returncode}"
