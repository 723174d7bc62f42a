"""The traps between Unix cron and AWS: what is refused, and which schedules are equal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.loops import for_each

from belfry.kernel.cron import is_valid_cron, list_fires, parse_cron

_FILE = Path(__file__).parents[2] / "data" / "cron_translate.jsonl"
_CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text().splitlines()]
_UTC_ZONE = ZoneInfo("UTC")
_START = datetime(2026, 1, 1, tzinfo=UTC)
_END = datetime(2126, 1, 1, tzinfo=UTC)


@for_each("case", _CASES)
def test_unix_cron_is_accepted_unless_the_case_is_invalid(case: dict[str, Any]) -> None:
    assert is_valid_cron(case["unix"]) == (case["kind"] != "invalid")


@for_each("case", [case for case in _CASES if case["aws"]])
def test_aws_schedules_together_fire_when_the_unix_cron_does(case: dict[str, Any]) -> None:
    unix = parse_cron(case["unix"])
    fires = list(islice(list_fires(unix, _UTC_ZONE, _START, _END), 400))
    together = {
        fire
        for text in case["aws"]
        for fire in list_fires(parse_cron(text), _UTC_ZONE, _START, fires[-1])
    }
    assert sorted(together) == fires
