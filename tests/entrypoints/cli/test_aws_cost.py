"""What home aws is said to cost: from counts that still hold, line by line, texts apart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.jobs.updates.saying import BENCH
from tests.services import room_measures
from tests.services.function_measures import COUNTS, measure_both, render

from belfry.entrypoints.cli.aws.cost import (
    FRESH_TOKENS,
    POLLS,
    cost,
    count_usage,
    plan_month,
    price_month,
    read_counts,
)
from belfry.entrypoints.cli.aws.prices import read_prices
from belfry.jobs.updates.fence import Setting
from belfry.jobs.updates.prompts import write_fresh_prompt


def read_cost(**sizes: Any) -> Any:
    return json.loads(json.dumps(cost(**sizes).data))


def test_counts_are_those_of_the_functions_of_today(moto_endpoint: str) -> None:
    """If not: `python -m tests.services.function_measures` writes them anew."""
    assert render(measure_both(moto_endpoint)) == COUNTS.read_text(encoding="utf-8")


def test_idle_poll_is_three_calls() -> None:
    idle = read_counts()["idle poll"]
    assert (sum(idle["calls"].values()), idle["reads_per_open_job"]) == (3, 0)


@pytest.mark.parametrize("words", ["approved", "fresh"])
@pytest.mark.parametrize("jobs", [200, 2000])
def test_bill_without_texts_is_below_the_reference(jobs: int, words: str) -> None:
    [reference] = [bill for bill in read_prices()["reference"] if bill["jobs"] == jobs]
    lines = price_month(plan_month(jobs), is_fresh=words == "fresh")
    usd = sum(line.usd for line in lines)
    assert usd < reference["total"] - reference["texts"]
    data = json.loads(json.dumps(cost(jobs=jobs).data))
    assert data["without_texts_by_words_usd"][words] == round(usd, 2)


def test_tokens_of_a_question_are_no_fewer_than_its_length_suggests() -> None:
    """Prompts of updates have 3.9 letters a token, and a sixth is added: see FRESH_TOKENS."""
    lengths = [
        len(prompt.instructions) + len(prompt.facts)
        for channel in ("sms", "email")
        for stage in BENCH.stages
        for key in ("m-1", "m-2", "m-3")
        for setting in [Setting("moved", stage.name, channel, True, True, True)]
        for prompt in [write_fresh_prompt(BENCH, setting, key)]
    ]
    assert sum(lengths) / len(lengths) / 3.9 * 7 / 6 < FRESH_TOKENS[0] + 5


def test_lines_and_texts_make_the_total() -> None:
    data = read_cost(jobs=200)
    assert data["without_texts_usd"] == pytest.approx(
        sum(line["usd"] for line in data["lines"]), abs=0.01
    )
    assert data["total_usd"] == pytest.approx(data["without_texts_usd"] + data["texts_usd"])
    assert (data["texts"], data["texts_at_reference_usd"]) == (250, 0.9)
    assert {"service", "what", "usd"} <= set(data["lines"][0])


def test_polls_stay_as_many_as_the_schedule_makes() -> None:
    for jobs in (1, 200, 2000, 100_000):
        month = plan_month(jobs)
        usage = count_usage(month)
        polls = usage.calls["s3:ListObjectsV2"] - 3 * jobs - 2 * month.times["photo sweep"]
        assert polls == pytest.approx(POLLS)


def test_model_is_paid_for_where_it_words_each_update() -> None:
    by_mode = {
        is_fresh: {
            line.service: line.usd for line in price_month(plan_month(200), is_fresh=is_fresh)
        }
        for is_fresh in (False, True)
    }
    assert by_mode[False]["Bedrock"] == 0 < by_mode[True]["Bedrock"]
    assert by_mode[False] | {"Bedrock": 0} == by_mode[True] | {"Bedrock": 0}


def test_counts_of_rota_and_controls_are_about_those_of_the_functions_of_today(
    moto_endpoint: str,
) -> None:
    """If not: `python -m tests.services.room_measures` writes them anew."""
    measured = json.loads(room_measures.render(room_measures.measure_rooms(moto_endpoint)))
    stored = json.loads(room_measures.COUNTS.read_text(encoding="utf-8"))
    assert list_totals(measured) == pytest.approx(list_totals(stored), rel=0.1, abs=2)


def list_totals(rooms: Any) -> dict[str, float]:
    """The units, calls and invocations of each act."""
    totals = {}
    for acts in rooms.values():
        for act, counts in acts.items():
            totals[f"{act}: calls"] = sum(counts["calls"].values())
            for name in ("reads", "writes", "invocations"):
                totals[f"{act}: {name}"] = counts[name]
    return totals


@pytest.mark.parametrize("times", [1, 10])
def test_bills_of_rota_and_controls_are_below_the_reference(times: int) -> None:
    rooms = read_cost(jobs=0, staff=15 * times, controls=60 * times)["rooms"]
    totals = {room["room"]: room["total_usd"] for room in rooms}
    for name, bill in read_prices()["rooms"].items():
        assert 0 < totals[name] < bill["total"], name


def test_room_without_use_costs_nothing() -> None:
    data = read_cost(jobs=0, staff=0, controls=0)
    assert (data["lines"], data["rooms"], data["all_usd"]) == ([], [], 0)
    both = read_cost(jobs=200, staff=15, controls=60)
    assert both["all_usd"] == pytest.approx(
        both["total_usd"] + sum(room["total_usd"] for room in both["rooms"]), abs=0.02
    )
