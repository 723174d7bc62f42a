"""What home aws costs a month: the calls of each act, counted on an emulator, times list prices.

`counts.json` holds what each act asks of AWS, `prices.toml` the prices and a reference bill.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Part, Rows
from belfry.entrypoints.cli.opening import option

HOURS = 730
POLLS, SWEEPS = HOURS * 20, HOURS * 12
DAYS = 30
# A job passes five stages, and its customer hears of four; of 800 updates 250 are texts.
STAGES, UPDATES, TEXTS = 5, 4, 250 / 800
DAYS_OPEN = 7
PAGES_PER_UPDATE = 1
# A call takes so long, and a function so much besides; each line of a log has so many bytes.
CALL_SECONDS, OWN_SECONDS, LOG_BYTES = 0.012, 0.040, 900
MEMORY_GB, PHOTO_GB = 0.25, 1.0
# Lambda asks the queue all the time: five askers, each waiting for 20 seconds.
QUEUE_REQUESTS = 5 * HOURS * 3600 // 20
JOB_KB, PHOTO_KB = 20, 300
# Of a question and its answer. The prompt and the drafts of the language files, 550 e-mails to 250
# texts, have 250 and 37 by the last tokenizer for Claude that was published; a sixth is added for
# that of Haiku 4.5, which was not.
FRESH_TOKENS = (290, 42)
MILLION, THOUSAND, GB = 1e6, 1e3, 1e6


@dataclass(frozen=True, slots=True)
class Line:
    """What a service costs; `reference` is what it costs in the reference bill, if that says."""

    service: str
    what: str
    usd: float
    reference: float | None = None
    free: str = ""


@dataclass(frozen=True, slots=True)
class Month:
    """How often each act happens, and how many jobs are open at once."""

    jobs: int
    times: Mapping[str, float]
    open_jobs: float

    @property
    def updates(self) -> int:
        return self.jobs * UPDATES

    @property
    def texts(self) -> float:
        return self.updates * TEXTS


def plan_month(jobs: int) -> Month:
    updates, moves = jobs * UPDATES, jobs * STAGES
    busy = {
        "poll that finds a new job": jobs,
        "poll that sees a change": moves,
        "poll that counts a move": updates,
        "poll that counts a silent move": moves - updates,
    }
    return Month(
        jobs=jobs,
        open_jobs=jobs * DAYS_OPEN / DAYS,
        times={
            **busy,
            "idle poll": max(0, POLLS - sum(busy.values())),
            "idle release sweep": SWEEPS,
            "idle relay sweep": SWEEPS,
            "event relayed": updates,
            "message composed": updates,
            "text sent": updates * TEXTS,
            "e-mail sent": updates * (1 - TEXTS),
            "report of SES": updates * (1 - TEXTS),
            "photo": jobs,
            "photo sweep": HOURS,
            "page shown": updates * PAGES_PER_UPDATE,
            "morning sweep": DAYS,
        },
    )


@dataclass(frozen=True, slots=True)
class Usage:
    """What a month asks of AWS."""

    calls: Counter[str]
    reads: float
    writes: float
    invocations: float
    gb_seconds: float


def count_usage(month: Month) -> Usage:
    """Several changes seen by one poll are read once, and written each for itself."""
    polls = sum(times for act, times in month.times.items() if act.startswith("poll "))
    share = min(1.0, POLLS / polls) if polls else 1.0
    calls: Counter[str] = Counter()
    reads = writes = invocations = gb_seconds = 0.0
    for act, counts in read_counts().items():
        times = month.times[act]
        asked = times * share if act.startswith("poll ") else times
        for call, count in counts["calls"].items():
            calls[call] += count * asked
        reads += asked * (counts["reads"] + counts["reads_per_open_job"] * month.open_jobs)
        writes += times * counts["writes"]
        invocations += asked
        seconds = OWN_SECONDS + CALL_SECONDS * sum(counts["calls"].values())
        memory = PHOTO_GB if counts["function"] == "jsnr-photo" else MEMORY_GB
        gb_seconds += asked * seconds * memory
    return Usage(calls, reads, writes, invocations, gb_seconds)


def price_month(month: Month, *, is_fresh: bool) -> list[Line]:
    """Without texts, and without what is free."""
    usage, prices = count_usage(month), read_prices()
    reference = next((bill for bill in prices["reference"] if bill["jobs"] == month.jobs), None)
    lines = [
        _price_model(month, prices["model"], is_fresh),
        _price_dynamodb(month, usage, prices["dynamodb"]),
        _price_s3(month, usage, prices["s3"]),
        *_price_events(month, usage, prices),
        *_price_functions(usage, prices),
        Line("Secrets Manager", "none: SNS needs no secret", 0.0),
        Line("Budgets", "one alarm; two are free", 0.0),
    ]
    known = reference["lines"] if reference else {}
    return [
        Line(line.service, line.what, round(line.usd, 4), known.get(line.service), line.free)
        for line in lines
    ]


def _price_model(month: Month, prices: Mapping[str, float], is_fresh: bool) -> Line:
    if not is_fresh:
        return Line("Bedrock", "approved wordings: no call for an update", 0.0)
    taken, given_back = FRESH_TOKENS
    usd = month.updates * (taken * prices["input"] + given_back * prices["output"]) / MILLION
    what = f"{month.updates:,} updates worded afresh, {taken:,} + {given_back} tokens each"
    return Line("Bedrock", what, usd)


def _price_dynamodb(month: Month, usage: Usage, prices: Mapping[str, Any]) -> Line:
    stored = month.jobs * 12 * JOB_KB / GB
    usd = (usage.reads * prices["reads"] + usage.writes * prices["writes"]) / MILLION
    usd += stored * prices["storage"]
    what = f"{usage.reads:,.0f} read and {usage.writes:,.0f} write units, a year of jobs kept"
    return Line("DynamoDB", what, usd)


def _price_s3(month: Month, usage: Usage, prices: Mapping[str, float]) -> Line:
    writes = usage.calls["s3:PutObject"] + usage.calls["s3:ListObjectsV2"]
    reads = usage.calls["s3:GetObject"] + usage.calls["s3:HeadObject"]
    stored = month.jobs * 4 * PHOTO_KB / GB
    usd = (writes * prices["writes"] + reads * prices["reads"]) / THOUSAND
    what = f"{writes:,.0f} lists and writes, {reads:,.0f} reads, photos of four months"
    return Line("S3", what, usd + stored * prices["storage"])


def _price_events(month: Month, usage: Usage, prices: Mapping[str, Any]) -> list[Line]:
    mails, events = usage.calls["sesv2:SendEmail"], usage.calls["events:PutEvents"]
    bridge, sqs = prices["eventbridge"], prices["sqs"]
    fires = POLLS + 2 * SWEEPS + HOURS + 2 * DAYS
    requests = QUEUE_REQUESTS + 2 * month.updates
    usd = (events * bridge["events"] + fires * bridge["calls"]) / MILLION
    return [
        Line("SES", f"{mails:,.0f} e-mails", mails * prices["ses"]["mails"] / THOUSAND),
        Line(
            "SQS",
            f"{requests:,.0f} requests, nearly all of them Lambda asking an empty queue",
            requests * sqs["requests"] / MILLION,
            free=sqs["free"],
        ),
        Line(
            "EventBridge",
            f"{events:,.0f} events, {fires:,} calls by schedules",
            usd,
            free=bridge["free"],
        ),
    ]


def _price_functions(usage: Usage, prices: Mapping[str, Any]) -> list[Line]:
    own, logs = prices["lambda"], prices["logs"]
    usd = usage.invocations * own["requests"] / MILLION + usage.gb_seconds * own["gb_seconds"]
    taken = usage.invocations * LOG_BYTES / 1e9
    called = f"{usage.invocations:,.0f} calls, {usage.gb_seconds:,.0f} GB-seconds"
    return [
        Line("Lambda", called, usd, free=own["free"]),
        Line("CloudWatch Logs", f"{taken * 1e3:,.0f} MB", taken * logs["gb"], free=logs["free"]),
    ]


@cache
def read_counts() -> dict[str, Any]:
    text = (files("belfry.entrypoints.cli.aws") / "counts.json").read_text(encoding="utf-8")
    counts: dict[str, Any] = json.loads(text)
    return counts


@cache
def read_prices() -> dict[str, Any]:
    text = (files("belfry.entrypoints.cli.aws") / "prices.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def cost(
    jobs: Annotated[
        int, option("--jobs", "Jobs a month.", "N", min=1, max=1_000_000, show_default=True)
    ] = 200,
    fresh: Annotated[
        bool, option("--fresh", "A model words each update (Words: fresh in the settings).")
    ] = False,
) -> Answer:
    """Estimate the monthly bill of the jobs room at home aws; no team is needed.

    For example: belfry aws cost --jobs 2000
    """
    month, prices = plan_month(jobs), read_prices()
    lines = price_month(month, is_fresh=fresh)
    parts: int = read_counts()["text sent"]["parts"]
    texts_usd = month.texts * parts * prices["texts"]["dated"]
    without_texts = sum(line.usd for line in lines)
    free = sum(line.usd for line in lines if line.free)
    data = {
        "jobs": jobs,
        "prices_dated": prices["dated"].isoformat(),
        "region": prices["region"],
        "prices_unchecked": prices["unchecked"],
        "lines": [_shape(line) for line in lines],
        "texts": round(month.texts),
        "parts_per_text": parts,
        "texts_usd": round(texts_usd, 2),
        "texts_at_reference_usd": round(month.texts * prices["texts"]["reference"], 2),
        "without_texts_usd": round(without_texts, 2),
        "without_texts_by_words_usd": _price_by_words(month),
        "free_tier_usd": round(free, 2),
        "total_usd": round(without_texts + texts_usd, 2),
        "reference": [
            {"jobs": bill["jobs"], "total_usd": bill["total"], "texts_usd": bill["texts"]}
            for bill in prices["reference"]
        ],
    }
    return Answer(data, _tell(data, lines))


def _price_by_words(month: Month) -> dict[str, float]:
    """The bill without texts, with approved wordings and with a model for each update."""
    return {
        words: round(sum(line.usd for line in price_month(month, is_fresh=words == "fresh")), 2)
        for words in ("approved", "fresh")
    }


def _shape(line: Line) -> dict[str, Any]:
    shaped: dict[str, Any] = {"service": line.service, "what": line.what, "usd": line.usd}
    if line.reference is not None:
        shaped["reference_usd"] = line.reference
    if line.free:
        shaped["free_tier"] = line.free
    return shaped


def _tell(data: Mapping[str, Any], lines: list[Line]) -> list[Part]:
    by_words = data["without_texts_by_words_usd"]
    reference = next((r for r in data["reference"] if r["jobs"] == data["jobs"]), None)
    beside = (
        f"; the reference bill has ${reference['total_usd'] - reference['texts_usd']:.2f}"
        if reference
        else ""
    )
    rows = [(line.service, line.what, f"${line.usd:.2f}", _show(line.reference)) for line in lines]
    return [
        Rows(("service", "what", "a month", "reference"), rows, ""),
        f"Without texts ${data['without_texts_usd']:.2f}. Of it ${data['free_tier_usd']:.2f} are "
        "for SQS, EventBridge, Lambda and logs, which a small account has free.",
        f"With approved wordings it is ${by_words['approved']:.2f}, with a model that words each "
        f"update ${by_words['fresh']:.2f}{beside}.",
        f"{data['texts']:,} texts of {data['parts_per_text']} parts: ${data['texts_usd']:.2f} to "
        f"the United Kingdom; "
        f"${data['texts_at_reference_usd']:.2f} at the price of the reference bill.",
        f"In all ${data['total_usd']:.2f}. Prices of {data['prices_dated']}, {data['region']}; not "
        f"checked with AWS: {', '.join(data['prices_unchecked'])}. Calls were counted on an "
        "emulator; how long functions run is assumed.",
    ]


def _show(usd: float | None) -> str:
    return "" if usd is None else f"${usd:.2f}"
