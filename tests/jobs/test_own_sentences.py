"""When a shop's own sentence is said, and when the plain one."""

from __future__ import annotations

from pathlib import Path

import pytest

from belfry.jobs.facts import Facts, gather_facts
from belfry.jobs.shop import Shop, read_shop
from belfry.jobs.wording import word_holding, word_move

SETTINGS = (Path(__file__).parents[1] / "data" / "repair_bench_settings.txt").read_text("utf-8")
SIGNED = " — The Repair Bench"


def make_shop(text: str) -> Shop:
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    return reading.shop


BENCH = make_shop(SETTINGS)


def gather(stage: str, shop: Shop = BENCH, **more: str | None) -> Facts:
    given = {"name": "Maya Lindqvist", "item": "iPhone 13, cracked screen", "job_id": "J-2042"}
    return gather_facts(shop=shop, stage=stage, **(given | more))  # type: ignore[arg-type]


OWN = make_shop(
    f"{SETTINGS}"
    "Say when in progress: {name}, your {item} is on the bench; look out for {eta}.\n"
    "Say when ready: {shop} has {job}, now {stage}, until {closing}. Come, {name}!\n"
    "Say when waiting in ready: {name}, your {item} misses you.\n"
)


def test_the_shops_own_sentence_is_said_when_every_slot_can_be_filled() -> None:
    facts = gather("in progress", OWN, eta="Thursday afternoon", eta_stage="ready")
    said = "Maya, your iPhone 13 (cracked screen) is on the bench; look out for Thursday afternoon."
    assert word_move(facts, OWN, "sms").text == f"{said} — The Repair Bench"
    assert word_move(facts, OWN, "email").text == f"{said}\n\n— The Repair Bench"


def test_the_shops_own_sentence_that_names_the_shop_is_not_signed_again() -> None:
    facts = gather("ready", OWN, closing="6pm")
    said = "The Repair Bench has J-2042, now ready, until 6pm. Come, Maya!"
    assert word_move(facts, OWN, "sms").text == said


def test_the_shops_own_holding_note_is_for_its_stage_only() -> None:
    own = word_holding(gather("ready", OWN), OWN, "sms").text
    assert own == f"Maya, your iPhone 13 (cracked screen) misses you.{SIGNED}"
    assert word_holding(gather("received"), OWN, "sms") == word_holding(
        gather("received"), BENCH, "sms"
    )


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param({"eta": ""}, id="no ETA"),
        pytest.param({"name": ""}, id="no name"),
        pytest.param({"name": "Acme Ltd"}, id="a name to greet nobody by"),
        pytest.param({"item": ""}, id="no item"),
    ],
)
def test_the_plain_sentence_is_said_where_a_slot_stays_empty(
    missing: dict[str, str | None],
) -> None:
    known = {"eta": "Thursday afternoon", "eta_stage": "ready"}
    facts = gather("in progress", BENCH, **(known | missing))
    assert word_move(facts, OWN, "sms") == word_move(facts, BENCH, "sms")


def test_the_plain_sentence_is_said_where_the_shops_own_is_too_long_for_a_text() -> None:
    long = make_shop(f"{SETTINGS}Say when ready: {'so ' * 199}")
    assert word_move(gather("ready"), long, "sms") == word_move(gather("ready"), BENCH, "sms")
    assert word_move(gather("ready"), long, "email").text.startswith("so so so")


def test_a_slot_inside_what_the_board_says_is_left_alone() -> None:
    facts = gather("ready", OWN, item="{eta} {nonsense}", closing="6pm")
    assert (
        word_holding(facts, OWN, "sms").text
        == f"Maya, your {{eta}} {{nonsense}} misses you.{SIGNED}"
    )


def test_a_stage_that_the_shop_no_longer_has_is_still_named() -> None:
    text = word_move(gather("polishing {x}"), BENCH, "sms").text
    assert text.startswith("Your iPhone 13 (cracked screen) is now: polishing (x).")
