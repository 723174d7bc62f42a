"""How fast drafts are checked, and how many honest ones are kept beside a check by keywords.

Both judge the drafts with known answers that the tests use. The other side is what a good engineer
would write in an hour: the stage or a usual word for it must be there and not be denied, another
stage only after "when", "once" or the like, and no day, time, number or price but the expected one.
That lets lies pass, and none may. So it is tightened by words that a draft may not contain, in two
ways: by the fewest words that stop every lie, and by those that cost the fewest honest drafts, each
fitted to the answers. Nobody could write that second list beforehand, so it favours the other side.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench.rounds import find_best
from bench.targets import TARGETS, Figure

from belfry.jobs.facts import Facts
from belfry.jobs.fence import judge_draft
from belfry.jobs.stages import parse_stages

ROUNDS, LIMIT = 7, 3_000
DATA = Path(__file__).parents[1] / "tests" / "data"
STAGES = parse_stages(
    "received, diagnosing, in progress (also: started, working on it), awaiting parts (side), "
    "ready (also: ready to collect), collected"
)
USUAL = {
    "received": "received arrived booked checked safely queue got",
    "diagnosing": "diagnosing diagnosed diagnosis looking examining examined assessed",
    "in progress": "progress started begun under underway working worked bench repaired repairing",
    "awaiting parts": "awaiting waiting part parts order",
    "ready": "ready finished done complete completed fixed collect",
    "collected": "collected collecting picked",
}
CONDITIONS = {"when", "once", "until", "if", "moment", "soon", "whether", "before", "after"}
DENIALS = {"not", "isn't", "hasn't", "haven't", "aren't", "never", "won't", "no"}
TIMELY = re.compile(
    r"\d|[£$€%]|\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?\b|\b(?:today|tonight|tomorrow|"
    r"soon|shortly|morning|afternoon|evening|week\w*|days?|hours?|minutes?|month\w*|weekend|noon|"
    r"lunch\w*|guarantee\w*|promise\w*|free|discount|price|cost|almost|nearly|half\w*|http\S*)\b",
    re.I,
)
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

Case = dict[str, Any]


def measure(*, is_quick: bool) -> list[Figure]:
    cases = read_cases()
    drafts = [(case["draft"], make_facts(case), case.get("channel", "sms")) for case in cases]
    rate = find_best([partial(_rate, drafts)], 1 if is_quick else ROUNDS)[0]
    passed = [case for case, draft in zip(cases, drafts, strict=True) if _passes(*draft)]
    lies = [case["draft"] for case in passed if case["verdict"] == "reject"]
    if lies:
        raise AssertionError(f"a lie passed: {lies[0]}")
    honest = sum(case["verdict"] == "pass" for case in cases)
    ours = f"{len(passed)} of {honest}"
    speed, few, fitted = TARGETS["fence"]
    figures = [Figure(speed, f"{rate:,.0f}/s", f"{LIMIT:,}/s", rate / LIMIT)]
    for target, is_fitted in ((few, False), (fitted, True)):
        theirs = count_kept_by_words(cases, is_fitted=is_fitted)
        ratio = len(passed) / max(theirs, 1)
        figures.append(Figure(target, ours, f"{theirs} of {honest}", ratio))
    return figures


def read_cases() -> list[Case]:
    names = ("fence.jsonl", "fence_own.jsonl")
    texts = [(DATA / name).read_text(encoding="utf-8") for name in names]
    cases = [json.loads(line) for text in texts for line in text.splitlines()]
    return [case for case in cases if set(case["stages"]) == {stage.name for stage in STAGES}]


def make_facts(case: Case) -> Facts:
    draft, stage = case["draft"], STAGES.find(case["stage"])
    following = STAGES.next_main(stage) if stage else None
    shop = case.get("shop", "The Repair Bench")
    return Facts(
        name=case.get("name", "Maya" if "Maya" in draft else ""),
        item=case.get("item", "iPhone screen repair" if "iPhone" in draft else ""),
        stage=case["stage"],
        eta=case["eta"],
        eta_stage=following.name if case["eta"] and following else None,
        closing=case.get("closing"),
        shop=shop,
        sign_off=f"\u2014 {shop}",
    )


def count_kept_by_words(cases: Sequence[Case], *, is_fitted: bool) -> int:
    """How many honest drafts the check by keywords keeps once no lie passes it."""
    passed = [case for case in cases if passes_keywords(case)]
    said = [
        (case["verdict"] == "pass", set(WORD.findall(case["draft"].lower()))) for case in passed
    ]
    honest = [words for is_honest, words in said if is_honest]
    lies = [words for is_honest, words in said if not is_honest]
    while lies:
        stopped = Counter(word for words in lies for word in words)
        cost = Counter(word for words in honest for word in words) if is_fitted else Counter()
        word = max(sorted(stopped), key=partial(_find_worth, stopped=stopped, cost=cost))
        lies = [words for words in lies if word not in words]
        honest = [words for words in honest if word not in words]
    return len(honest)


def passes_keywords(case: Case) -> bool:
    text = case["draft"].lower()
    if case["eta"]:
        day = case["eta"].lower()
        text = text.replace(day, "").replace(day.split()[0], "")
    own = set(USUAL[case["stage"]].split())
    others = {word for words in USUAL.values() for word in words.split()} - own
    is_told = False
    for sentence in re.split(r"[.!?\n]", text):
        words = WORD.findall(sentence)
        is_told |= bool(own.intersection(words)) and not DENIALS.intersection(words)
        if others.intersection(words) and not CONDITIONS.intersection(words):
            return False
    return is_told and not TIMELY.search(text)


def _find_worth(word: str, stopped: Counter[str], cost: Counter[str]) -> float:
    """How many lies a word stops, for each honest draft that it costs."""
    return stopped[word] / (1 + cost[word])


def _rate(drafts: Sequence[tuple[str, Facts, Any]]) -> float:
    """Drafts in a second of one core: it only computes, so other programs do not count."""
    begun = time.process_time()
    for draft in drafts:
        _passes(*draft)
    return len(drafts) / (time.process_time() - begun)


def _passes(draft: str, facts: Facts, channel: Any) -> bool:
    return judge_draft(draft, facts, stages=STAGES, channel=channel).passes
