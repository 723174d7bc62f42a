"""What home aws costs a month: the calls of each act, counted on an emulator, times list prices.

`counts.json` holds what each act asks of AWS, `prices.toml` the prices and a reference bill.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Part, Rows
from belfry.entrypoints.cli.aws.prices import (
    CALL_SECONDS,
    DAYS,
    HOURS,
    MILLION,
    OWN_SECONDS,
    SWEEPS,
    Line,
    Usage,
    price_dynamodb,
    price_events,
    price_functions,
    price_s3,
    read_prices,
)
from belfry.entrypoints.cli.aws.rooms import price_controls, price_rota
from belfry.entrypoints.cli.opening import option

POLLS = HOURS * 20
# A job passes five stages, and its customer hears of four; of 800 updates 250 are texts.
STAGES, UPDATES, TEXTS = 5, 4, 250 / 800
DAYS_OPEN = 7
PAGES_PER_UPDATE = 1
MEMORY_GB, PHOTO_GB = 0.25, 1.0
JOB_KB, PHOTO_KB = 20, 300
# Of a question and its answer. The prompt and the drafts of the language files, 550 e-mails to 250
# texts, have 250 and 37 by the last tokenizer for Claude that was published; a sixth is added for
# that of Haiku 4.5, which was not.
FRESH_TOKENS = (290, 42)
GB = 1e6


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
        price_dynamodb(usage, month.jobs * 12 * JOB_KB / GB, "a year of jobs kept"),
        price_s3(usage, month.jobs * 4 * PHOTO_KB / GB, "photos of four months"),
        *price_events(usage, POLLS + 2 * SWEEPS + HOURS + 2 * DAYS, queued=month.updates),
        *price_functions(usage),
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


@cache
def read_counts() -> dict[str, Any]:
    text = (files("belfry.entrypoints.cli.aws") / "counts.json").read_text(encoding="utf-8")
    counts: dict[str, Any] = json.loads(text)
    return counts


def cost(
    jobs: Annotated[
        int, option("--jobs", "Jobs a month.", "N", min=0, max=1_000_000, show_default=True)
    ] = 200,
    staff: Annotated[
        int, option("--staff", "People on the rota.", "N", min=0, max=100_000, show_default=True)
    ] = 15,
    controls: Annotated[
        int, option("--controls", "Controls.", "N", min=0, max=100_000, show_default=True)
    ] = 60,
    fresh: Annotated[
        bool, option("--fresh", "A model words each update (Words: fresh in the settings).")
    ] = False,
) -> Answer:
    """Estimate the monthly bill of home aws, room by room; no team is needed.

    For example: belfry aws cost --jobs 2000 --staff 30 --controls 0
    """
    month = plan_month(jobs)
    lines = price_month(month, is_fresh=fresh) if jobs else []
    priced = {"rota": (staff, price_rota(staff)), "controls": (controls, price_controls(controls))}
    rooms = [_shape_room(name, *room) for name, room in priced.items() if room[0]]
    data = _shape_jobs(month, lines)
    all_usd = data["total_usd"] + sum(room["total_usd"] for room in rooms)
    data |= {"rooms": rooms, "all_usd": round(all_usd, 2)}
    return Answer(data, _tell(data, lines))


def _shape_jobs(month: Month, lines: list[Line]) -> dict[str, Any]:
    prices = read_prices()
    parts: int = read_counts()["text sent"]["parts"]
    texts_usd = month.texts * parts * prices["texts"]["dated"]
    without_texts = sum(line.usd for line in lines)
    free = sum(line.usd for line in lines if line.free)
    return {
        "jobs": month.jobs,
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


def _shape_room(room: str, size: int, lines: list[Line]) -> dict[str, Any]:
    bills = read_prices()["rooms"]
    return {
        "room": room,
        "size": size,
        "lines": [_shape(replace(line, usd=round(line.usd, 4))) for line in lines],
        "free_tier_usd": round(sum(line.usd for line in lines if line.free), 2),
        "total_usd": round(sum(line.usd for line in lines), 2),
        "reference": {"size": bills[room]["size"], "total_usd": bills[room]["total"]},
    }


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
    return [
        *(_tell_jobs(data, lines) if lines else ()),
        *map(_tell_room, data["rooms"]),
        f"In all ${data['all_usd']:.2f}. Prices of {data['prices_dated']}, {data['region']}; not "
        f"checked with AWS: {', '.join(data['prices_unchecked'])}. Calls were counted on an "
        "emulator; how long functions run is assumed.",
    ]


def _tell_jobs(data: Mapping[str, Any], lines: list[Line]) -> list[Part]:
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
    ]


def _tell_room(room: Mapping[str, Any]) -> str:
    unit, reference = {"rota": "people", "controls": "controls"}[room["room"]], room["reference"]
    return (
        f"The {room['room']} with {room['size']:,} {unit}: ${room['total_usd']:.2f}, of it "
        f"${room['free_tier_usd']:.2f} free in a small account; the reference bill has "
        f"${reference['total_usd']:.2f} for {reference['size']} {unit}."
    )


def _show(usd: float | None) -> str:
    return "" if usd is None else f"${usd:.2f}"
