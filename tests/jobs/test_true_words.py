"""What no message about a job ever says, whatever the facts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.facts import Facts, gather_facts
from belfry.jobs.shop import Shop, read_shop
from belfry.jobs.slot_values import LONGEST_SMS
from belfry.jobs.wording import (
    Words,
    word_correction,
    word_first_seen,
    word_holding,
    word_move,
)

SETTINGS = (Path(__file__).parents[1] / "data" / "repair_bench_settings.txt").read_text("utf-8")


def make_shop(text: str) -> Shop:
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    return reading.shop


BENCH = make_shop(SETTINGS)


def gather(stage: str, shop: Shop = BENCH, **more: str | None) -> Facts:
    given = {"name": "Maya Lindqvist", "item": "iPhone 13, cracked screen", "job_id": "J-2042"}
    return gather_facts(shop=shop, stage=stage, **(given | more))  # type: ignore[arg-type]


STAGES = st.sampled_from([stage.name for stage in BENCH.stages])
FACTS = st.builds(
    gather,
    STAGES,
    name=st.text(max_size=50),
    item=st.text(max_size=100),
    job_id=st.text(max_size=50),
    previous=st.none() | STAGES,
    eta=st.none() | st.just("Wednesday 30 September, afternoon"),
    eta_stage=st.none() | STAGES,
    closing=st.none() | st.just("midnight"),
)
Worder = Callable[[Facts, Shop, str], Words]
WORDERS = st.sampled_from([word_move, word_holding, word_correction, word_first_seen])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS, WORDERS)
def test_a_text_message_is_one_line_of_at_most_three_parts(facts: Facts, word: Worder) -> None:
    words = word(facts, BENCH, "sms")
    assert 0 < len(words.text) <= LONGEST_SMS
    assert len(words.text.splitlines()) == 1
    assert len(words.subject.splitlines()) == 1
    assert words.text.endswith(BENCH.sign_off)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS.filter(lambda facts: facts.eta is None), WORDERS)
def test_no_time_is_told_without_an_eta(facts: Facts, word: Worder) -> None:
    text = word(gather(facts.stage, previous=facts.previous), BENCH, "email").text
    assert " by " not in text.replace("By mistake", "")
    assert "expect" not in text


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS)
def test_ready_by_is_told_only_where_the_eta_is_for_ready(facts: Facts) -> None:
    text = word_move(
        gather(facts.stage, eta=facts.eta, eta_stage=facts.eta_stage), BENCH, "sms"
    ).text
    is_promised = (
        facts.eta is not None and facts.eta_stage == "ready" and facts.stage != "collected"
    )
    assert ("ready to collect by" in text) == is_promised


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS)
def test_a_holding_note_never_sounds_as_if_something_had_moved(facts: Facts) -> None:
    text = word_holding(gather(facts.stage, previous=facts.previous), BENCH, "sms").text
    words = set(text.lower().replace(".", " ").replace(":", " ").split())
    assert words & {"still", "collected"}
    assert not words & {"now", "moved", "again", "good", "news", "expect", "soon", "nearly"}
