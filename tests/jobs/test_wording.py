"""What customers are told, in plain words that are always true."""

from __future__ import annotations

from pathlib import Path

import pytest

from belfry.jobs.facts import Facts, gather_facts
from belfry.jobs.shop import Shop, read_shop
from belfry.jobs.wording import (
    Words,
    word_correction,
    word_first_seen,
    word_holding,
    word_move,
)

SETTINGS = (Path(__file__).parents[1] / "data" / "repair_bench_settings.txt").read_text("utf-8")
SIGNED = " — The Repair Bench"
PHONE = "your iPhone 13 (cracked screen)"


def make_shop(text: str) -> Shop:
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    return reading.shop


BENCH = make_shop(SETTINGS)
FRAMER = make_shop("Shop: Frames\nStages: in, cut, at the gilder (side), glued, hung on wall, gone")
COURIER = make_shop("Shop: Quick\nStages: received, in progress, ready, delivered")


def gather(stage: str, shop: Shop = BENCH, **more: str | None) -> Facts:
    given = {"name": "Maya Lindqvist", "item": "iPhone 13, cracked screen", "job_id": "J-2042"}
    return gather_facts(shop=shop, stage=stage, **(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "facts, said",
    [
        pytest.param(
            gather("received"),
            f"We have received {PHONE}. We will let you know when it moves on.",
            id="received",
        ),
        pytest.param(
            gather(
                "diagnosing", previous="received", eta="Tuesday morning", eta_stage="in progress"
            ),
            f"We are now diagnosing {PHONE}. "
            "We expect work on it to be in progress by Tuesday morning.",
            id="diagnosing with an ETA that is not for ready",
        ),
        pytest.param(
            gather("in progress", previous="received", eta="Thursday afternoon", eta_stage="ready"),
            f"Work on {PHONE} is now in progress. "
            "We expect it to be ready to collect by Thursday afternoon.",
            id="in progress with an ETA for ready",
        ),
        pytest.param(
            gather("in progress", eta="Thursday 26 November, morning", eta_stage="ready"),
            f"Work on {PHONE} is now in progress. "
            "We expect it to be ready to collect by Thursday 26 November, morning.",
            id="in progress with a dated ETA",
        ),
        pytest.param(
            gather("in progress", previous="diagnosing"),
            f"Work on {PHONE} is now in progress. "
            "We will let you know when it is ready to collect.",
            id="in progress without an ETA",
        ),
        pytest.param(
            gather("awaiting parts", previous="in progress"),
            f"Your{PHONE[4:]} is now waiting for parts. We will let you know when it moves on.",
            id="into a side stage",
        ),
        pytest.param(
            gather("in progress", previous="awaiting parts"),
            f"Good news: {PHONE} is moving again. Work on it is now in progress. "
            "We will let you know when it is ready to collect.",
            id="out of a side stage",
        ),
        pytest.param(
            gather("ready", previous="awaiting parts"),
            f"Good news: {PHONE} is ready to collect.",
            id="out of a side stage to ready",
        ),
        pytest.param(
            gather("ready", previous="in progress", closing="6pm"),
            f"Good news: {PHONE} is ready to collect. You are welcome any time before 6pm today.",
            id="ready on a day the shop is open",
        ),
        pytest.param(
            gather("ready", previous="received"),
            f"Good news: {PHONE} is ready to collect.",
            id="a jump to ready",
        ),
        pytest.param(
            gather("collected", previous="ready"),
            f"Your{PHONE[4:]} has been collected. Thank you!",
            id="the last stage",
        ),
    ],
)
def test_a_move_is_told_as_it_is(facts: Facts, said: str) -> None:
    assert word_move(facts, BENCH, "sms").text == said + SIGNED


@pytest.mark.parametrize(
    "stage, more, said",
    [
        ("cut", {}, "Your oil painting is now: cut. We will let you know when it moves on."),
        (
            "cut",
            {"eta": "Friday morning", "eta_stage": "glued"},
            "Your oil painting is now: cut. "
            "The next stage is glued, which we expect it to reach by Friday morning.",
        ),
        (
            "at the gilder",
            {"previous": "cut"},
            "Your oil painting is now: at the gilder. We will let you know when it moves on.",
        ),
        (
            "glued",
            {"previous": "at the gilder"},
            "Good news: your oil painting is moving again. It is now: glued. "
            "We will let you know when it moves on.",
        ),
        (
            "hung on wall",
            {"closing": "noon"},
            "Good news: your oil painting is now: hung on wall. We are open until noon today.",
        ),
        ("gone", {}, "Your oil painting is now: gone."),
    ],
)
def test_a_stage_of_any_name_is_named_as_the_shop_names_it(
    stage: str, more: dict[str, str], said: str
) -> None:
    facts = gather(stage, FRAMER, item="oil painting", **more)
    assert word_move(facts, FRAMER, "sms").text == f"{said} — Frames"


def test_a_shop_that_delivers_does_not_ask_its_customers_to_collect() -> None:
    texts = [
        word_move(gather("ready", COURIER, closing="6pm"), COURIER, "sms").text,
        word_move(
            gather("in progress", COURIER, eta="Friday morning", eta_stage="ready"), COURIER, "sms"
        ).text,
    ]
    assert texts == [
        f"Good news: {PHONE} is ready. We are open until 6pm today. — Quick",
        f"Work on {PHONE} is now in progress. We expect it to be ready by Friday morning. — Quick",
    ]


def test_a_stage_called_ready_that_is_not_the_ready_stage_is_only_named() -> None:
    shop = make_shop("Shop: A\nStages: received, ready, packed, shipped")
    facts = gather("ready", shop)
    said = f"Your{PHONE[4:]} is now: ready. We will let you know when it moves on. — A"
    assert word_move(facts, shop, "sms").text == said


def test_an_e_mail_greets_names_the_job_and_signs() -> None:
    facts = gather("in progress", eta="Thursday afternoon", eta_stage="ready")
    assert word_move(facts, BENCH, "email") == Words(
        "Your iPhone 13 (cracked screen): in progress",
        "Hi Maya,\n\n"
        f"Work on {PHONE} is now in progress. "
        "We expect it to be ready to collect by Thursday afternoon.\n\n"
        "Your job number is J-2042.\n\n"
        "— The Repair Bench",
    )


def test_an_e_mail_reads_well_with_nothing_known() -> None:
    facts = gather("ready", name="", item="", job_id="")
    assert word_move(facts, BENCH, "email") == Words(
        "Your job is ready to collect",
        "Hello,\n\nGood news: your job is ready to collect.\n\n— The Repair Bench",
    )


@pytest.mark.parametrize(
    "stage, closing, said",
    [
        (
            "received",
            None,
            f"Just to keep you posted: {PHONE} has been received and is still waiting for its "
            "turn. We have not forgotten it, and we will let you know when it moves on.",
        ),
        (
            "in progress",
            None,
            f"Just to keep you posted: work on {PHONE} is still in progress. "
            "We have not forgotten it, and we will let you know when it moves on.",
        ),
        (
            "awaiting parts",
            None,
            f"Just to keep you posted: {PHONE} is still waiting for parts. "
            "We have not forgotten it, and we will let you know when it moves on.",
        ),
        ("ready", None, f"A reminder: {PHONE} is still here, ready to collect."),
        (
            "ready",
            "6pm",
            f"A reminder: {PHONE} is still here, ready to collect. "
            "You are welcome any time before 6pm today.",
        ),
    ],
)
def test_a_holding_note_says_that_nothing_moved_and_nothing_is_forgotten(
    stage: str, closing: str | None, said: str
) -> None:
    assert word_holding(gather(stage, closing=closing), BENCH, "sms").text == said + SIGNED


def test_a_holding_note_promises_no_time_even_if_one_is_known() -> None:
    facts = gather("in progress", eta="Thursday afternoon", eta_stage="ready")
    assert word_holding(facts, BENCH, "sms") == word_holding(gather("in progress"), BENCH, "sms")


@pytest.mark.parametrize(
    "stage, told, said",
    [
        (
            "in progress",
            "ready",
            f"By mistake we told you that {PHONE} was ready to collect. We are sorry. "
            "Work on it is still in progress. We will let you know when it is ready to collect.",
        ),
        (
            "received",
            "diagnosing",
            f"By mistake we told you that we were diagnosing {PHONE}. We are sorry. "
            "It has been received and is still waiting for its turn. "
            "We will let you know when it moves on.",
        ),
        (
            "ready",
            "collected",
            f"By mistake we told you that {PHONE} had been collected. We are sorry. "
            "It is still here, ready to collect.",
        ),
        (
            "awaiting parts",
            None,
            f"By mistake we told you something wrong about {PHONE}. We are sorry. "
            "It is still waiting for parts. We will let you know when it moves on.",
        ),
    ],
)
def test_a_correction_names_the_mistake_and_what_is_true(
    stage: str, told: str | None, said: str
) -> None:
    words = word_correction(gather(stage, previous=told), BENCH, "sms")
    assert words == Words(f"A correction about {PHONE}", said + SIGNED)


def test_a_correction_names_any_stage() -> None:
    facts = gather("cut", FRAMER, item="oil painting", previous="glued")
    assert word_correction(facts, FRAMER, "sms").text == (
        "By mistake we told you that your oil painting had reached this stage: glued. "
        "We are sorry. It is still at this stage: cut. "
        "We will let you know when it moves on. — Frames"
    )


def test_a_job_first_seen_is_told_with_its_number() -> None:
    assert word_first_seen(gather("received"), BENCH, "sms").text == (
        f"We have received {PHONE}. Your job number is J-2042. "
        f"We will let you know when it moves on.{SIGNED}"
    )
    assert word_first_seen(gather("received"), BENCH, "email").text == (
        f"Hi Maya,\n\nWe have received {PHONE}. We will let you know when it moves on.\n\n"
        "Your job number is J-2042.\n\n— The Repair Bench"
    )


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(Facts(stage="in progress", eta_stage="ready"), id="a stage without a time"),
        pytest.param(Facts(stage="in progress", eta="Friday"), id="a time without its stage"),
    ],
)
def test_half_an_eta_is_not_told(facts: Facts) -> None:
    said = "Work on your job is now in progress. We will let you know when it is ready to collect."
    assert word_move(facts, BENCH, "sms").text == said
