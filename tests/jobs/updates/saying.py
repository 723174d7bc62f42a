"""What is said of a job in tests: the words of any news, by the rules of one shop."""

from __future__ import annotations

from pathlib import Path

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.plain import Facts, Speaker, Words, gather_facts
from belfry.jobs.updates.wordings import Chosen, Wording, choose_words

DATA = Path(__file__).parents[2] / "data"
SETTINGS = (DATA / "repair_bench_settings.txt").read_text("utf-8")


def make_shop(text: str) -> Shop:
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    return reading.shop


BENCH = make_shop(SETTINGS)


def gather(stage: str, shop: Shop = BENCH, **more: str | None) -> Facts:
    fields = {"name": "Maya Lindqvist", "item": "iPhone 13, cracked screen", "job_id": "J-2042"}
    return gather_facts(Facts(stage=stage, **(fields | more)), shop)  # type: ignore[arg-type]


def choose(
    facts: Facts,
    shop: Shop = BENCH,
    channel: str = "sms",
    *,
    news: str = "moved",
    approved: tuple[Wording, ...] = (),
) -> Chosen:
    speaker = Speaker(facts, shop, news=news, channel=channel)
    return choose_words(speaker, message_key="m-1", approved=approved, draft=None)


def word(facts: Facts, shop: Shop = BENCH, channel: str = "sms", *, news: str = "moved") -> Words:
    return choose(facts, shop, channel, news=news).words
