"""Translated schedules fire at the same minutes as ours."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.kernel.eventbridge.brute_force import are_none, are_within, fires_of_aws, fires_of_unix
from tests.kernel.eventbridge.random_crons import make_aws_crons, make_unix_crons, spell
from tests.loops import for_each

from belfry.kernel.cron import CronError, next_fire, parse_cron
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge import Translation, check_expression, translate

_FILE = Path(__file__).parents[2] / "data" / "cron_translate.jsonl"
_CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text().splitlines()]
_SCHEDULES = {"one": 1, "two": 2, "three": 3}
_ANCHOR = datetime(2026, 11, 16, 9, 41, 27, tzinfo=UTC)


def _name(case: dict[str, Any]) -> str:
    return f"{case['kind']}: {case['unix'][:40]}"


@for_each("case", [case for case in _CASES if case["kind"] in _SCHEDULES])
def test_known_case_gives_its_schedules(case: dict[str, Any]) -> None:
    assert translate(case["unix"]) == Translation(tuple(case["aws"]), is_exact=True)
    assert len(case["aws"]) == _SCHEDULES[case["kind"]]


@pytest.mark.parametrize("case", [case for case in _CASES if case["kind"] == "superset"], ids=_name)
def test_known_case_without_an_equal_fires_more_often(case: dict[str, Any]) -> None:
    translation = translate(case["unix"])
    wanted_fires, aws_fires = fires_of_unix(case["unix"]), fires_of_aws(list(translation.schedules))
    assert not translation.is_exact
    assert are_within(wanted_fires, aws_fires)
    assert not are_within(aws_fires, wanted_fires)


@pytest.mark.parametrize("case", [case for case in _CASES if case["kind"] == "invalid"], ids=_name)
def test_known_case_that_is_invalid_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(CronError):
        translate(case["unix"])


def test_random_crons_fire_at_the_same_minutes_over_28_years() -> None:
    kinds = {True: 0, False: 0}
    for text in make_unix_crons(5000, seed=20261116):
        wanted_fires = fires_of_unix(text)
        try:
            translation = translate(text)
        except CronError:
            assert are_none(wanted_fires), f"{text} fires, but was refused"
            continue
        aws_fires = fires_of_aws(list(translation.schedules))
        assert are_within(wanted_fires, aws_fires), (
            f"{text} fires when {translation.schedules} do not"
        )
        assert (wanted_fires == aws_fires) == translation.is_exact, f"{text} became {translation}"
        assert not are_none(wanted_fires), f"{text} never fires, but was taken"
        kinds[translation.is_exact] += 1
    assert min(kinds.values()) > 200


def test_random_aws_crons_stay_what_they_are() -> None:
    for text in make_aws_crons(1000, seed=20261117):
        aws_fires = fires_of_aws([text])
        if are_none(aws_fires):
            continue
        translation = translate(text)
        assert translation.is_exact
        assert fires_of_aws(list(translation.schedules)) == aws_fires, (
            f"{text} became {translation.schedules}"
        )


def test_what_is_translated_is_what_eventbridge_takes() -> None:
    texts = [*make_unix_crons(2000, seed=3), *make_aws_crons(1000, seed=4)]
    for text in texts:
        try:
            schedules = translate(text).schedules
        except CronError:
            continue
        assert [check_expression(schedule) for schedule in schedules] == [None] * len(schedules), (
            text
        )
        assert len(set(schedules)) == len(schedules), text


def test_translation_is_a_fixed_point() -> None:
    for text in make_unix_crons(2000, seed=5):
        try:
            schedules = translate(text).schedules
        except CronError:
            continue
        again = [
            expression for schedule in schedules for expression in translate(schedule).schedules
        ]
        assert again == list(schedules), text


def test_equal_sets_give_equal_texts_however_they_are_spelt() -> None:
    dice = Random(6)
    spans = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
    for _ in range(1000):
        sets = [
            set(dice.sample(range(a, b + 1), dice.randint(1, min(b - a, 14)))) for a, b in spans
        ]
        sets[dice.choice((2, 4))] = set()
        written = {
            translate(" ".join(spell(dice, values) or "*" for values in sets)) for _ in range(4)
        }
        assert len(written) == 1, sets


@pytest.mark.parametrize(
    "first, other",
    [
        pytest.param("0 0 * * 7", "0 0 * * SUN", id="Sunday by its two numbers and its name"),
        pytest.param("0 0 * * 5-7", "0 0 * * 0,5,6", id="a range that ends with Sunday"),
        pytest.param("0 0 L,31 * *", "0 0 L * *", id="the 31st, which is the last day anyway"),
        pytest.param("0 0 L,28-31 * *", "0 0 28-31 * *", id="the last day, which is named anyway"),
        pytest.param("0 0 * * 5,5#2", "0 0 * * 5", id="the second of all Fridays"),
        pytest.param("0 0 * * 5L,5#5", "0 0 * * 5L", id="a fifth Friday, which is the last"),
        pytest.param(
            "0 0 * * 1#1,1#2,1#3,1#4,1#5", "0 0 * * MON", id="first to fifth Monday, one by one"
        ),
        pytest.param("0 0 8-14 * 5#2", "0 0 8-14 * *", id="the second Friday is among 8-14"),
        pytest.param("0 0 */100,1-7 * 1", "0 0 * * 1#1", id="a Monday among the first seven days"),
        pytest.param("*/15 * * * *", "rate(15 minutes)", id="a rate that divides the hour"),
        pytest.param("0 */6 * * *", "rate(6 hours)", id="a rate that divides the day"),
        pytest.param("0 0 1 1 *", "cron(0 0 1 1 ? 1970-2199)", id="every year there is"),
    ],
)
def test_equal_schedules_give_equal_texts(first: str, other: str) -> None:
    assert translate(first) == translate(other)


@pytest.mark.parametrize(
    "text, schedules",
    [
        ("0 14 * * 4", ["cron(0 14 ? * THU *)"]),
        ("0 9 * * 1-5", ["cron(0 9 ? * MON-FRI *)"]),
        ("0 9 * * 0,6", ["cron(0 9 ? * SUN,SAT *)"]),
        ("0,30 * * * *", ["cron(0/30 * * * ? *)"]),
        ("5/20 * * * *", ["cron(5/20 * * * ? *)"]),
        ("50,55 * * * *", ["cron(50,55 * * * ? *)"]),
        ("0 0 1,2,3,10,11 * *", ["cron(0 0 1-3,10,11 * ? *)"]),
        ("0 0 * * 5L", ["cron(0 0 ? * 6L *)"]),
        ("0 0 * * sun#2,5L", ["cron(0 0 ? * 6L *)", "cron(0 0 ? * 1#2 *)"]),
        (
            "0 0 LW,L,15 * 1,3#1",
            [
                "cron(0 0 15 * ? *)",
                "cron(0 0 L * ? *)",
                "cron(0 0 LW * ? *)",
                "cron(0 0 ? * MON *)",
                "cron(0 0 ? * 4#1 *)",
            ],
        ),
        ("cron(0 8 ? 1 6 2030)", ["cron(0 8 ? 1 FRI 2030)"]),
        ("at(2026-11-20T14:05:00)", ["at(2026-11-20T14:05:00)"]),
        ("rate(300 minutes)", ["rate(5 hours)"]),
    ],
)
def test_schedules_are_written_in_one_way_and_order(text: str, schedules: list[str]) -> None:
    assert translate(text) == Translation(tuple(schedules))


@pytest.mark.parametrize(
    "text, kept_field",
    [
        pytest.param("0 0 */2 * 1", "cron(0 0 ? * MON *)", id="4 weekdays rather than 15 dates"),
        pytest.param("0 0 */2 * 1-5", "cron(0 0 1/2 * ? *)", id="15 dates rather than 22 weekdays"),
        pytest.param("0 0 L * */2", "cron(0 0 L * ? *)", id="one last day rather than 17 weekdays"),
        pytest.param("0 0 */2 * 5#2", "cron(0 0 ? * 6#2 *)", id="one Friday rather than 15 dates"),
        pytest.param("0 0 1-7 * */2", "cron(0 0 1-7 * ? *)", id="one schedule rather than four"),
    ],
)
def test_date_and_weekday_at_once_keep_the_field_with_fewer_days(
    text: str, kept_field: str
) -> None:
    assert translate(text) == Translation((kept_field,), is_exact=False)


def test_expression_that_would_be_too_long_becomes_several() -> None:
    text = "cron(0 8 1 1 ? 1970/2,1970/3)"
    translation = translate(text)
    assert len(translation.schedules) == 4
    assert max(len(schedule) for schedule in translation.schedules) <= 256
    assert fires_of_aws(list(translation.schedules)) == fires_of_aws([text])


def test_longest_fields_without_years_fit_into_one_expression() -> None:
    def pairs(low: int, high: int) -> str:
        return ",".join(str(number) for number in range(low, high + 1) if (number - low) % 3 < 2)

    fields = [pairs(0, 59), pairs(0, 23), pairs(1, 31), pairs(1, 12)]
    expected = f"cron({' '.join(fields)} ? *)"
    assert translate(f"cron({' '.join(fields)} ? *)").schedules == (expected,)
    assert len(expected) == 238


def test_anchored_rate_starts_with_its_first_fire() -> None:
    rate = parse_cron("rate(7 minutes)")
    first = next_fire(rate, ZoneInfo("UTC"), _ANCHOR, _ANCHOR)
    assert translate(rate, anchor=_ANCHOR) == Translation(("rate(7 minutes)",), start=first)
    assert first == datetime(2026, 11, 16, 9, 48, tzinfo=UTC)


def test_anchor_may_be_told_in_any_zone() -> None:
    anchor_in_tokyo = _ANCHOR.astimezone(ZoneInfo("Asia/Tokyo"))
    translation = translate("rate(2 days)", anchor=anchor_in_tokyo)
    assert translation == translate("rate(2 days)", anchor=_ANCHOR)
    assert translation.start is not None
    assert translation.start.tzinfo is UTC


@pytest.mark.parametrize("text", ["0 9 * * *", "rate(15 minutes)", "at(2026-11-20T14:00:00)"])
def test_schedule_that_hangs_on_no_anchor_has_no_start(text: str) -> None:
    assert translate(text, anchor=_ANCHOR).start is None


def test_anchor_without_a_zone_is_refused() -> None:
    with pytest.raises(InputError, match="names no zone"):
        translate("rate(7 minutes)", anchor=_ANCHOR.replace(tzinfo=None))
