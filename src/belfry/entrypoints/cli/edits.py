"""What can be said about a workflow on the command line, and what it means for the workflow."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Annotated, Any

import typer

from belfry.entrypoints.cli.options import parse_span
from belfry.kernel.errors import InputError
from belfry.scheduler.workflows import CatchUp, Overlap


def _span(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, parser=parse_span, metavar="SPAN", show_default=False)


Kind = Annotated[
    str | None, typer.Option("--kind", help="What it does: log, http, or one a package brings.")
]
Cron = Annotated[
    str | None,
    typer.Option("--cron", metavar="EXPR", help='When it rings; "" for never by itself.'),
]
Zone = Annotated[
    str | None,
    typer.Option("--tz", metavar="ZONE", help="The zone its schedule is read in; else UTC."),
]
Input = Annotated[
    list[str] | None,
    typer.Option("--input", metavar="KEY=VALUE", help="One input, as text; may be repeated."),
]
InputsJson = Annotated[
    str | None,
    typer.Option("--inputs-json", metavar="JSON", help="All its inputs, as a JSON object."),
]
OverlapOption = Annotated[
    Overlap | None, typer.Option("--overlap", help="A fire while an earlier run is unfinished.")
]
CatchUpOption = Annotated[
    CatchUp | None, typer.Option("--catch-up", help="Fires that could not ring at their time.")
]
LateAfter = Annotated[
    timedelta | None,
    _span("--late-after", "How late a fire may still be caught up."),
]
Grace = Annotated[
    timedelta | None,
    _span("--grace", "How late still counts as on time."),
]
Attempts = Annotated[int | None, typer.Option("--attempts", help="How often a run is tried.")]
BackOff = Annotated[
    timedelta | None,
    _span("--back-off", "The first pause between attempts; it doubles."),
]
TimeLimit = Annotated[
    timedelta | None,
    _span("--time-limit", "How long one attempt may take."),
]
Jitter = Annotated[
    timedelta | None,
    _span("--jitter", "Spread its start over this long; always the same."),
]
TellAfter = Annotated[
    int | None, typer.Option("--tell-after", help="Failures in a row until people are told.")
]
IsApi = Annotated[
    bool | None,
    typer.Option("--api/--no-api", help="Whether programs may start it.", show_default=False),
]
RetryInterrupted = Annotated[
    bool | None,
    typer.Option(
        "--retry-interrupted/--no-retry-interrupted",
        help="Whether a run whose worker died is tried again.",
        show_default=False,
    ),
]


def collect_edit(given: Mapping[str, Any], *, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, by the workflow's own names; `inputs` are its present ones."""
    from belfry.scheduler.edits import EDITABLE

    edit = {name: given[name] for name in EDITABLE if given.get(name) is not None}
    said = read_inputs(given.get("one_input"), given.get("inputs_json"), present=inputs)
    return edit if said is None else {**edit, "inputs": said}


def read_inputs(
    pairs: Sequence[str] | None, text: str | None, *, present: Mapping[str, Any]
) -> dict[str, Any] | None:
    """`--inputs-json` replaces all inputs, each `--input` one of them; None if neither is given."""
    if not pairs and text is None:
        return None
    inputs = dict(present) if text is None else _read_json(text)
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise InputError(f"found {pair!r}; expected key=value", field="--input")
        inputs[name.strip()] = value
    return inputs


def _read_json(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}", field="--inputs-json") from error
    if not isinstance(said, dict):
        raise InputError('expected an object such as {"message": "hi"}', field="--inputs-json")
    return said
