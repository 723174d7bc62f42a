"""What the rota and controls cost a month at home aws.

`room_counts.json` holds what each act asks of AWS. The sweeps of the relay are counted with jobs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from belfry.entrypoints.cli.aws.prices import (
    CALL_SECONDS,
    DAYS,
    HOURS,
    OWN_SECONDS,
    SWEEPS,
    Line,
    Usage,
    price_dynamodb,
    price_events,
    price_functions,
    price_s3,
)

WEEKS = DAYS / 7
# What a year of a person or of a control leaves behind, and the files of its evidence.
YEAR_KB, EVIDENCE_KB = 120, 3600
GB = 1e6


def plan_rota(staff: int) -> dict[str, float]:
    """How often each act happens in a month."""
    return {
        "idle sync": HOURS * 4,
        "idle rota sweep": SWEEPS,
        "week of a person": staff * WEEKS,
    }


def plan_controls(controls: int) -> dict[str, float]:
    """Each control is reminded of twice and done with evidence once a month."""
    return {
        "idle tick": DAYS,
        "idle reminder sweep": SWEEPS,
        "cycle": controls,
        "summary": 1,
    }


def price_rota(staff: int) -> list[Line]:
    usage = count_usage("rota", plan_rota(staff), staff)
    return [
        price_dynamodb(usage, staff * YEAR_KB / GB, "a year of weeks kept"),
        price_s3(usage, 0, "sheets and documents"),
        *price_events(usage, HOURS * 4 + SWEEPS + 4 * WEEKS),
        *price_functions(usage),
    ]


def price_controls(controls: int) -> list[Line]:
    usage = count_usage("controls", plan_controls(controls), controls)
    return [
        price_dynamodb(usage, controls * YEAR_KB / GB, "a year of histories kept"),
        price_s3(usage, controls * EVIDENCE_KB / GB, "a year of evidence"),
        *price_events(usage, SWEEPS + DAYS + 1, queued=2 * controls),
        *price_functions(usage),
    ]


def count_usage(room: str, times: Mapping[str, float], size: int) -> Usage:
    calls: Counter[str] = Counter()
    reads = writes = invocations = gb_seconds = 0.0
    for act, counts in read_room_counts()[room].items():
        for call, number in counts["calls"].items():
            calls[call] += number * times[act]
        reads += times[act] * (counts["reads"] + counts.get("reads_each", 0) * size)
        writes += times[act] * counts["writes"]
        invocations += times[act] * counts["invocations"]
        seconds = OWN_SECONDS * counts["gb_invocations"] + CALL_SECONDS * counts["gb_calls"]
        gb_seconds += times[act] * seconds
    return Usage(calls, reads, writes, invocations, gb_seconds)


@cache
def read_room_counts() -> dict[str, Any]:
    text = (files("belfry.entrypoints.cli.aws") / "room_counts.json").read_text(encoding="utf-8")
    counts: dict[str, Any] = json.loads(text)
    return counts
