"""What can be wrong with where the team lies: rights, room, and what a crash left behind."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from belfry.settings import Settings

LEAST_DISK = 200 * 1024 * 1024
OWN = ".belfry"
LEFT_BEHIND = ".belfry-new-*"
# Longer than any backup takes.
LEFT_AFTER_SECONDS = 24 * 3600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def check_disk(settings: Settings) -> Iterator[Finding]:
    folder = settings.folder
    if not os.access(folder, os.W_OK):
        mend = f"give the user who runs Belfry the right: `chmod u+rwx {folder}`"
        yield Finding("may not be written to", str(folder), mend)
    free = shutil.disk_usage(folder).free
    if free < LEAST_DISK:
        said = f"only {free // 1024**2} MB are free"
        yield Finding(said, str(folder), "make room there before records cannot be written")
    yield from _check_rights(settings)
    yield from _check_leftovers(settings)


def _check_rights(settings: Settings) -> Iterator[Finding]:
    """Customers' addresses and passwords are nobody else's; Windows has other rights."""
    if sys.platform == "win32":
        return
    secrets = (settings.mail.password_file, settings.sms.token_file, settings.model.key_file)
    for path in [settings.folder / OWN, *(settings.folder / name for name in secrets if name)]:
        if path.exists() and path.stat().st_mode & _OTHERS:
            said = "others on this machine may read it"
            mend = f"close it to them: `chmod go-rwx {path}`"
            yield Finding(said, str(path), mend, is_wrong=False, fix=partial(_close, path))


def _close(path: Path) -> str:
    path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
    return f"{path} is now yours alone"


def _check_leftovers(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import system_clock

    before = system_clock().now().timestamp() - LEFT_AFTER_SECONDS
    places = {settings.folder, settings.folder / settings.backup.folder}
    for left in sorted(one for place in places for one in place.glob(LEFT_BEHIND)):
        if left.is_dir() and not left.is_symlink() and left.stat().st_mtime < before:
            said = "was left behind by a backup that was cut off"
            mend = f"remove it: `rm -r {left}`"
            yield Finding(said, str(left), mend, is_wrong=False, fix=partial(_clear, left))


def _clear(left: Path) -> str:
    shutil.rmtree(left)
    return f"{left} is gone"
