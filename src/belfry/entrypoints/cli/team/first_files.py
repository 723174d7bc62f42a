"""The files of a new team put into its folder: all that are missing, or none."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping

ANYBODY, OWN_ONLY = 0o666, 0o600


def write_files(
    folder: Path, texts: Mapping[str, str], secrets: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """The names of the files that were written, and of those that were there.

    Whatever stops it, also Ctrl-C, what was written so far is taken away again.
    """
    written: list[str] = []
    left: list[str] = []
    with ExitStack() as undoing:
        for name, text in {**texts, **secrets}.items():
            mode = OWN_ONLY if name in secrets else ANYBODY
            is_new = _write(folder / name, text, folder, mode, undoing)
            (written if is_new else left).append(name)
        undoing.pop_all()
    return written, left


def _write(path: Path, text: str, folder: Path, mode: int, undoing: ExitStack) -> bool:
    """Whether there was no such file yet, not even a link to one."""
    _make_folder(path.parent, undoing)
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise Conflict(f"{path.parent} leads out of the folder: nothing is written there")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        return False
    undoing.callback(path.unlink, missing_ok=True)
    with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return True


def _make_folder(folder: Path, undoing: ExitStack) -> None:
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Conflict(f"{error.filename} is in the way: it is left as it is") from error
    for one in reversed(missing):
        undoing.callback(_remove, one)


def _remove(folder: Path) -> None:
    """Only if nobody put anything else there meanwhile."""
    with suppress(OSError):
        folder.rmdir()
