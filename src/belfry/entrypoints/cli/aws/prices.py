"""List prices of AWS, and what a month's use of its services costs."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

HOURS, DAYS = 730, 30
# Every five minutes.
SWEEPS = HOURS * 12
# A call takes so long, and a function so much besides; each line of a log has so many bytes.
CALL_SECONDS, OWN_SECONDS, LOG_BYTES = 0.012, 0.040, 900
# Lambda asks a queue all the time: five askers, each waiting for 20 seconds.
QUEUE_REQUESTS = 5 * HOURS * 3600 // 20
MILLION, THOUSAND = 1e6, 1e3


@dataclass(frozen=True, slots=True)
class Line:
    """What a service costs; `reference` is what it costs in the reference bill, if that says."""

    service: str
    what: str
    usd: float
    reference: float | None = None
    free: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a month asks of AWS."""

    calls: Counter[str]
    reads: float
    writes: float
    invocations: float
    gb_seconds: float


def price_dynamodb(usage: Usage, stored_gb: float, stored: str) -> Line:
    prices = read_prices()["dynamodb"]
    usd = (usage.reads * prices["reads"] + usage.writes * prices["writes"]) / MILLION
    what = f"{usage.reads:,.0f} read and {usage.writes:,.0f} write units, {stored}"
    return Line("DynamoDB", what, usd + stored_gb * prices["storage"])


def price_s3(usage: Usage, stored_gb: float, stored: str) -> Line:
    prices = read_prices()["s3"]
    writes = usage.calls["s3:PutObject"] + usage.calls["s3:ListObjectsV2"]
    reads = usage.calls["s3:GetObject"] + usage.calls["s3:HeadObject"]
    usd = (writes * prices["writes"] + reads * prices["reads"]) / THOUSAND
    what = f"{writes:,.0f} lists and writes, {reads:,.0f} reads, {stored}"
    return Line("S3", what, usd + stored_gb * prices["storage"])


def price_events(usage: Usage, fires: float, queued: float | None = None) -> list[Line]:
    """`queued` is how many events go through a queue; None without one."""
    prices = read_prices()
    mails, events = usage.calls["sesv2:SendEmail"], usage.calls["events:PutEvents"]
    bridge = prices["eventbridge"]
    usd = (events * bridge["events"] + fires * bridge["calls"]) / MILLION
    what = f"{events:,.0f} events, {fires:,.0f} calls by schedules"
    return [
        Line("SES", f"{mails:,.0f} e-mails", mails * prices["ses"]["mails"] / THOUSAND),
        *([] if queued is None else [_price_queue(queued, prices["sqs"])]),
        Line("EventBridge", what, usd, free=bridge["free"]),
    ]


def _price_queue(queued: float, prices: Mapping[str, Any]) -> Line:
    requests = QUEUE_REQUESTS + 2 * queued
    what = f"{requests:,.0f} requests, nearly all of them Lambda asking an empty queue"
    return Line("SQS", what, requests * prices["requests"] / MILLION, free=prices["free"])


def price_functions(usage: Usage) -> list[Line]:
    own, logs = read_prices()["lambda"], read_prices()["logs"]
    usd = usage.invocations * own["requests"] / MILLION + usage.gb_seconds * own["gb_seconds"]
    taken = usage.invocations * LOG_BYTES / 1e9
    called = f"{usage.invocations:,.0f} calls, {usage.gb_seconds:,.0f} GB-seconds"
    return [
        Line("Lambda", called, usd, free=own["free"]),
        Line("CloudWatch Logs", f"{taken * 1e3:,.0f} MB", taken * logs["gb"], free=logs["free"]),
    ]


@cache
def read_prices() -> dict[str, Any]:
    text = (files("belfry.entrypoints.cli.aws") / "prices.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
