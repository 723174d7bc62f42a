"""Who keeps a team's Belfry running on this machine, and how they are told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.service_units.posts import Keeper, Post, name_post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.settings import Settings

WITHIN_SECONDS = 60
NEW_FILE = 0o644


def find_keeper(
    settings: Settings, by: str, command: Sequence[str], name: str, *, is_machine: bool
) -> Keeper:
    from belfry.entrypoints.cli.service_units.posts_launchd import keep_by_launchd
    from belfry.entrypoints.cli.service_units.posts_systemd import keep_by_systemd
    from belfry.entrypoints.cli.service_units.posts_windows import keep_by_tasks

    folder = settings.folder.resolve()
    backups = (folder / settings.backup.folder).resolve()
    post = Post(
        name=name_post(name or folder.name),
        title=f"Belfry for {settings.name}",
        command=command,
        folder=folder,
        user=_find_owner(folder) if is_machine else "",
        writable=(folder,) if backups.is_relative_to(folder) else (folder, backups),
    )
    match by:
        case "launchd":
            return keep_by_launchd(post, Path.home(), _find_user_id())
        case "windows":
            return keep_by_tasks(post)
    return keep_by_systemd(post, Path.home())


def put_file(keeper: Keeper) -> None:
    keeper.file.parent.mkdir(parents=True, exist_ok=True)
    keeper.file.write_text(keeper.text, encoding=keeper.encoding, newline="\n")


def run_each(commands: Sequence[Sequence[str]]) -> str:
    """What the first that failed said; nothing if all went well."""
    for command in commands:
        if problem := _run(command):
            return problem
    return ""


def is_kept(keeper: Keeper) -> bool:
    """Whether whoever keeps it says that it is there; False where there is nobody to ask."""
    return not _run(keeper.look)


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
