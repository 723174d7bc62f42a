"""What a command ends with: an answer, or one clear line, and the exit code.

0: the question was answered. 1: something is wrong with what was looked at. 2: what was asked could
not be read. 75: try again later.
"""

from __future__ import annotations

import io
import logging
import sys
from typing import TYPE_CHECKING, NoReturn

import typer

from belfry.entrypoints.cli.app import app, wants_trace
from belfry.kernel.errors import (
    BelfryError,
    ConfigError,
    InputError,
    NotFound,
    Temporary,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

EXIT_CODES: tuple[tuple[type[Exception], int], ...] = (
    (Temporary, 75),
    (InputError, 2),
    (ConfigError, 2),
    (NotFound, 2),
    (BelfryError, 1),
    (OSError, 1),
)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    # A command reports its problems itself; only commands that set up a log write one.
    logging.getLogger("belfry").addHandler(logging.NullHandler())
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    """The edge: any command ends with an exit code and at most one line."""
    try:
        code = app(arguments, prog_name="belfry", standalone_mode=False)
    except typer.TyperException as error:
        return _complain(f"{error.format_message()} (`belfry --help` says what there is)", 2)
    except typer.Abort:
        return _complain("stopped", 1)
    except Exception as error:
        return _complain(*_judge(error))
    return code if isinstance(code, int) else 0


def _judge(error: Exception) -> tuple[str, int]:
    """What to say of an error, and the exit code."""
    text = str(error)
    field = error.field if isinstance(error, InputError) else None
    for kind, code in EXIT_CODES:
        if isinstance(error, kind):
            is_named = not field or text.startswith(f"{field}:")
            return text if is_named else f"{field}: {text}", code
    if wants_trace():
        raise error
    named = f"{type(error).__name__}: {text}"
    return f"unexpected error: {named} (`belfry --trace …` shows where)", 1


def _complain(text: str, code: int) -> int:
    typer.echo(f"belfry: {' '.join(text.split())}", err=True)
    return code
