"""What is written in the form of a workflow: from its record, and back from what was typed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.web.pages.moments import parse_span, render_span
from belfry.kernel.errors import InputError
from belfry.scheduler.workflows import CatchUp, Overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from belfry.scheduler.workflows import Workflow

SPANS = ("late_after", "grace", "back_off", "time_limit", "jitter")
COUNTS = ("attempts", "tell_after")
SWITCHES = ("is_api", "retry_interrupted")
TEXTS = ("name", "kind", "cron_schedule", "timezone", "overlap", "catch_up")
FIELDS = (*TEXTS, "inputs", *SPANS, *COUNTS, *SWITCHES)
TROUBLE = (*SPANS, *COUNTS, "overlap", "catch_up")
LABELS = {
    "name": "Name",
    "kind": "Kind",
    "inputs": "Inputs",
    "cron_schedule": "Schedule",
    "timezone": "Time zone",
    "overlap": "If the run before is not finished",
    "catch_up": "After Belfry was away",
    "late_after": "Catch up at most",
    "grace": "Counts as on time within",
    "attempts": "Attempts",
    "back_off": "Pause before the second attempt",
    "time_limit": "Longest time for one attempt",
    "retry_interrupted": "Try again when a worker stopped in the middle",
    "jitter": "Spread the start within",
    "tell_after": "Tell me after so many failures in a row",
    "is_api": "Programs may start it through the API",
}
OVERLAPS = {
    Overlap.SKIP: "Skip the new one",
    Overlap.QUEUE: "Queue it until the other is done",
    Overlap.ALLOW: "Run both at the same time",
}
CATCH_UPS = {
    CatchUp.LATEST: "Run once, for the latest time missed",
    CatchUp.ALL: "Run for every time missed",
    CatchUp.NONE: "Leave out what was missed",
}


def fill_form(workflow: Workflow) -> dict[str, str]:
    """The workflow as it stands in its form: texts, and nothing for a switch that is off."""
    shown = {name: str(getattr(workflow, name) or "") for name in TEXTS}
    shown |= {name: render_span(getattr(workflow, name)) for name in SPANS}
    shown |= {name: str(getattr(workflow, name)) for name in COUNTS}
    shown |= {name: "on" if getattr(workflow, name) else "" for name in SWITCHES}
    return shown | {"inputs": json.dumps(workflow.inputs, indent=2, ensure_ascii=False)}


def take_typed(form: Mapping[str, str]) -> dict[str, str]:
    """What was typed, field by field, so that nothing of it is lost."""
    return {name: form.get(name, "").replace("\r\n", "\n") for name in FIELDS}


def read_edit(typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What the form asks for, and at which fields it cannot be read."""
    edit: dict[str, Any] = {name: typed[name] for name in TEXTS}
    edit |= {name: bool(typed[name]) for name in SWITCHES}
    errors = {}
    for name, read in _READERS.items():
        try:
            edit[name] = read(typed[name])
        except InputError as error:
            errors[name] = str(error)
    return edit, errors


def read_inputs(text: str) -> Any:
    """The inputs as JSON; an empty field means none."""
    try:
        return json.loads(text) if text.strip() else {}
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        said = (
            f'this is not JSON ({error.msg.lower()} at {place}); write it like {{"message": "Hi"}}'
        )
        raise InputError(said, field="inputs") from error
    except (RecursionError, ValueError) as error:
        raise InputError("this is too deep or too long to read", field="inputs") from error


def _read_count(name: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.strip().isdecimal() or len(text) > 9:
            raise InputError("write a whole number", field=name)
        return int(text)

    return read


def _read_span(name: str) -> Callable[[str], Any]:
    return lambda text: parse_span(text, field=name)


_READERS: dict[str, Callable[[str], Any]] = {
    "inputs": read_inputs,
    **{name: _read_span(name) for name in SPANS},
    **{name: _read_count(name) for name in COUNTS},
}


def find_place(field: str | None) -> str:
    """The field of the form at which an error is shown: `inputs.url` stands at the inputs."""
    place = (field or "").partition(".")[0]
    return place if place in FIELDS else ""
