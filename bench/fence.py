"""How fast drafts with slots are judged, and how many honest ones that it never saw pass.

The drafts are those of tests/data/fence_unseen.jsonl, written by people who did not know the lists.
No lie among them may pass. Speed is measured on other drafts, put together of their beginnings and
ends: each is judged once.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from bench.rounds import find_best
from bench.targets import TARGETS, Figure

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.fence import Setting, judge_draft

ROUNDS, PER_ROUND, LIMIT = 7, 1000, 20_000
DATA = Path(__file__).parents[1] / "tests" / "data"

Draft = tuple[str, Shop, Setting]


def measure(*, is_quick: bool) -> list[Figure]:
    rows = [json.loads(line) for line in (DATA / "fence_unseen.jsonl").read_text().splitlines()]
    shops = {path.stem: _open(path) for path in (DATA / "trades").glob("*.txt")}
    drafts = [_read(row, shops[row["trade"]]) for row in rows]
    passes = [judge_draft(*draft).passes for draft in drafts]
    lies = [
        row["draft"] for row, ok in zip(rows, passes, strict=True) if ok and not _is_honest(row)
    ]
    if lies:
        raise AssertionError(f"a lie passed: {lies[0]}")
    rounds = 1 if is_quick else ROUNDS
    rate = find_best([partial(_rate, iter(mix_drafts(drafts)))], rounds)[0]
    honest = sum(map(_is_honest, rows))
    speed, share = TARGETS["fence"]
    return [
        Figure(speed, f"{rate:,.0f}/s", f"{LIMIT:,}/s", rate / LIMIT),
        Figure(share, f"{sum(passes)} of {honest}", f"{honest} of {honest}", sum(passes) / honest),
    ]


def _is_honest(row: dict[str, Any]) -> bool:
    return bool(row["verdict"] == "pass")


def _open(path: Path) -> Shop:
    shop = read_shop(path.read_text(encoding="utf-8")).shop
    assert shop is not None
    return shop


def _read(row: dict[str, Any], shop: Shop) -> Draft:
    setting = Setting(
        row["kind"],
        row["stage"],
        row["channel"],
        has_when=row["when"],
        has_look=row["look"],
        may_reply=row["reply"],
    )
    return row["draft"], shop, setting


def mix_drafts(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts that nobody wrote: one up to its last slot, and then two sentences of others."""
    sentences = sorted({part for text, _, _ in drafts for part in _cut(text)[1]})
    shuffled = random.Random(1)
    mixed: dict[str, Draft] = {}
    while len(mixed) < ROUNDS * PER_ROUND:
        text, shop, setting = shuffled.choice(drafts)
        made = " ".join([_cut(text)[0], *shuffled.sample(sentences, 2)])
        mixed[made] = made, shop, setting
    written = {text for text, _, _ in drafts}
    return [draft for text, draft in mixed.items() if text not in written]


def _cut(text: str) -> tuple[str, list[str]]:
    """What stands up to the last of the slots that code fills, and the sentences behind it."""
    end = max(text.rfind(slot) + len(slot) for slot in ("{news}", "{when}", "{look}"))
    return text[:end], re.split(r"(?<=[.!?])\s+|\n+", text[end:].strip(" .!\n"))


def _rate(drafts: Iterator[Draft]) -> float:
    """Drafts in a second of one core: it only computes, so other programs do not count."""
    batch = list(islice(drafts, PER_ROUND))
    begun = time.process_time()
    for draft in batch:
        judge_draft(*draft)
    return len(batch) / (time.process_time() - begun)
