"""How far long work is, for somebody at a terminal; machines and files hear nothing of it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator


class Hear(Protocol):
    """Told how much is done, and of how much if that is known; `what` is being done now."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None: ...


@contextmanager
def showing_progress(what: str, *, as_json: bool) -> Iterator[Hear]:
    """A bar on standard error that is gone when the work is done."""
    if as_json or not sys.stderr.isatty():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)

        def hear(done: int, total: int | None = None, what: str | None = None) -> None:
            progress.update(task, completed=done, total=total, description=what)

        yield hear


def _ignore(done: int, total: int | None = None, what: str | None = None) -> None:
    """Nobody looks."""
