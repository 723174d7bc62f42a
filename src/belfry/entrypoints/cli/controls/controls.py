"""How a chain of reminders is understood, for anybody who asks: no team is needed."""

from __future__ import annotations

from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.options import Json
from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError


def chain(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="When to be reminded, in plain words, in quotes.")
    ],
    as_json: Json = False,
) -> None:
    """Show how a chain of reminders is understood.

    For example: belfry controls chain "a week before, on the day, and 2 days after"
    """
    from belfry.controls.chains.chains import parse_chain, render_chain, render_offsets

    try:
        offsets = parse_chain(text)
    except ReadingError as error:
        raise InputError(_explain(error)) from error
    said = f"{render_chain(offsets)} ({render_offsets(offsets)})"
    answer({"offsets": offsets}, said, as_json=as_json)


def _explain(error: ReadingError) -> str:
    """What was not understood, where, and what was probably meant."""
    nearest = getattr(error, "nearest", None)
    hint = f"; did you mean {nearest}?" if nearest else ""
    return f"column {error.column + 1}: {error}{hint}"
