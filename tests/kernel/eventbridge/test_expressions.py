"""An expression that EventBridge would refuse is refused before it is sent."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.eventbridge.random_crons import make_aws_crons
from tests.loops import for_each

from belfry.kernel.eventbridge import (
    AtExpression,
    CronExpression,
    ExpressionError,
    RateExpression,
    check_expression,
    parse_expression,
)


@for_each(
    "text",
    [
        "cron(0 10 * * ? *)",
        "cron(15 12 * * ? *)",
        "cron(0 18 ? * MON-FRI *)",
        "cron(0/10 * ? * mon-Fri *)",
        "cron(*/15 * * * ? *)",
        "cron(0-15/1 8-8 ? * 2,3,4,5,6,7 *)",
        "cron(05 08 1 JAN,jul ? *)",
        "cron(0 8 1/7 1/3 ? 2024/2)",
        "cron(0 0 L * ? *)",
        "cron(0 0 LW * ? *)",
        "cron(0 0 3W * ? *)",
        "cron(0 0 31W * ? *)",
        "cron(0 0 ? * L *)",
        "cron(15 10 ? * 6L 2022-2023)",
        "cron(0 0 ? * 3#2 *)",
        "cron(0 0 ? * FRI#5 *)",
        "cron(0 0 ? * * *)",
        "cron(0 0 ? * 1-7 1970-2199)",
        "cron(59 23 31 12 ? 1970,2199)",
        "rate(1 minute)",
        "rate(5 minutes)",
        "rate(1 hour)",
        "rate(36 hours)",
        "rate(1 day)",
        "rate(365 days)",
        "rate(999999999 days)",
        "at(2026-11-20T13:00:00)",
        "at(2028-02-29T23:59:59)",
    ],
)
def test_what_the_guide_describes_is_taken(text: str) -> None:
    assert check_expression(text) is None


@for_each(
    "text, part, message",
    [
        ("cron(60 0 * * ? *)", "minute", "found '60'; allowed: 0-59, *"),
        ("cron(0 24 * * ? *)", "hour", "found '24'; allowed: 0-23, *"),
        ("cron(-1 0 * * ? *)", "minute", "found '-1'"),
        ("cron(0.5 0 * * ? *)", "minute", "found '0.5'"),
        ("cron(? 0 * * ? *)", "minute", "found '?'"),
        ("cron(L 0 * * ? *)", "minute", "found 'L'"),
        ("cron(1,,2 0 * * ? *)", "minute", "found ''"),
        ("cron(*,5 0 * * ? *)", "minute", "'*' stands alone"),
        ("cron(50-10 0 * * ? *)", "minute", "'50-10' runs backwards"),
        ("cron(1-2-3 0 * * ? *)", "minute", "found '1-2-3'"),
        ("cron(*/0 0 * * ? *)", "minute", "from 1 to 59"),
        ("cron(0/60 0 * * ? *)", "minute", "from 1 to 59"),
        ("cron(0/ 0 * * ? *)", "minute", "from 1 to 59"),
        ("cron(0/5/5 0 * * ? *)", "minute", "from 1 to 59"),
        ("cron(/5 0 * * ? *)", "minute", "found '/5'"),
        ("cron(0 0 0 * ? *)", "day-of-month", "found '0'; allowed: 1-31"),
        ("cron(0 0 32 * ? *)", "day-of-month", "found '32'"),
        ("cron(0 0 32W * ? *)", "day-of-month", "found '32W'"),
        ("cron(0 0 L-3 * ? *)", "day-of-month", "found 'L-3'"),
        ("cron(0 0 L,15 * ? *)", "day-of-month", "'L' stands alone"),
        ("cron(0 0 3W,15 * ? *)", "day-of-month", "'3W' stands alone"),
        ("cron(0 0 1,? * MON *)", "day-of-month", "found '?'"),
        ("cron(0 0 MON * ? *)", "day-of-month", "found 'MON'"),
        ("cron(0 0 * 13 ? *)", "month", "1-12 or JAN-DEC"),
        ("cron(0 0 * NOV-FEB ? *)", "month", "'NOV-FEB' runs backwards"),
        ("cron(0 0 * JANUARY ? *)", "month", "found 'JANUARY'"),
        ("cron(0 0 ? * 0 *)", "day-of-week", "1 is Sunday"),
        ("cron(0 0 ? * 8 *)", "day-of-week", "1 is Sunday"),
        ("cron(0 0 ? * FRI-MON *)", "day-of-week", "'FRI-MON' runs backwards"),
        ("cron(0 0 ? * 2/2 *)", "day-of-week", "no steps here"),
        ("cron(0 0 ? * */2 *)", "day-of-week", "no steps here"),
        ("cron(0 0 ? * 3#6 *)", "day-of-week", "found '3#6'"),
        ("cron(0 0 ? * 3#1,6#3 *)", "day-of-week", "'3#1' stands alone"),
        ("cron(0 0 ? * MON,6L *)", "day-of-week", "'6L' stands alone"),
        ("cron(0 0 ? * LW *)", "day-of-week", "found 'LW'"),
        ("cron(0 0 * * ? 1969)", "year", "1970-2199"),
        ("cron(0 0 * * ? 2200)", "year", "1970-2199"),
        ("cron(0 0 * * ? 20260)", "year", "1970-2199"),
        ("cron(0 0 * * ? ?)", "year", "found '?'"),
        ("cron(0 0 * * * *)", "day-of-month", "'?' in exactly one of the two"),
        ("cron(0 0 1 * MON *)", "day-of-month", "'?' in exactly one of the two"),
        ("cron(0 0 ? * ? *)", "day-of-month", "'?' in exactly one of the two"),
        ("rate(1 minutes)", "rate", "write rate(1 minute)"),
        ("rate(5 minute)", "rate", "write rate(5 minutes)"),
        ("rate(0 minutes)", "rate", "from 1 up"),
        ("rate(05 minutes)", "rate", "from 1 up"),
        ("rate(-1 hours)", "rate", "from 1 up"),
        ("rate(1.5 hours)", "rate", "from 1 up"),
        ("rate(5 seconds)", "rate", "minutes, hours or days"),
        ("rate(2 weeks)", "rate", "minutes, hours or days"),
        ("rate(5minutes)", "rate", "a blank"),
        ("rate(5 Minutes)", "rate", "minutes, hours or days"),
        ("rate(9999999999 days)", "rate", "from 1 up"),
        ("at(2026-11-20)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20T13:00)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20T13:00:00Z)", "at", "without a zone"),
        ("at(2026-11-20 13:00:00)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2027-02-29T13:00:00)", "at", "day is out of range"),
        ("at(2026-11-20T24:00:00)", "at", "hour must be"),
        ("at(2200-01-01T00:00:00)", "at", "1970-2199"),
    ],
)
def test_fault_names_the_field_and_what_is_allowed(text: str, part: str, message: str) -> None:
    fault = check_expression(text)
    assert fault is not None
    assert fault.startswith(f"{part}: ")
    assert message in fault
    assert len(fault) < 200


@pytest.mark.parametrize(
    "text, message",
    [
        pytest.param("", "found 0 characters", id="nothing"),
        pytest.param("hello", "cron(…), rate(…) or at(…)", id="a word"),
        pytest.param("0 9 * * *", "cron(…), rate(…) or at(…)", id="a Unix cron"),
        pytest.param("@daily", "cron(…), rate(…) or at(…)", id="a macro"),
        pytest.param("Cron(0 9 * * ? *)", "cron(…), rate(…) or at(…)", id="a capital"),
        pytest.param(" cron(0 9 * * ? *)", "cron(…), rate(…) or at(…)", id="a blank before"),
        pytest.param("cron(0 9 * * ? *) ", "cron(…), rate(…) or at(…)", id="a blank behind"),
        pytest.param("cron(0 9 * * ? *)\n", "cron(…), rate(…) or at(…)", id="a line end"),
        pytest.param("cron((0 9 * * ? *))", "cron(…), rate(…) or at(…)", id="two brackets"),
        pytest.param("cron(0 9 * * ?)", "found 5 fields; allowed: six", id="five fields"),
        pytest.param("cron(0 0 9 * * ? *)", "found 7 fields; allowed: six", id="seconds"),
        pytest.param("cron(0  9 * * ? *)", "found 7 fields; allowed: six", id="two blanks"),
        pytest.param("cron()", "found 1 field; allowed: six", id="no fields"),
        pytest.param(f"cron({'1,' * 130}1 9 * * ? *)", "allowed: 1-256", id="too long a list"),
    ],
)
def test_fault_of_the_whole_says_what_is_allowed(text: str, message: str) -> None:
    fault = check_expression(text)
    assert fault is not None
    assert message in fault


def test_digits_of_other_scripts_are_refused() -> None:
    assert check_expression("cron(\u0663 9 * * ? *)") is not None
    assert check_expression("rate(\u0663 days)") is not None
    assert check_expression("at(\u0662026-11-20T13:00:00)") is not None


def test_expression_of_256_characters_is_taken_and_one_more_is_not() -> None:
    text = f"cron({'10,' * 80}9 9 * * ? *)"
    text = text.replace("10,", "1,", len(text) - 256)
    assert len(text) == 256
    assert check_expression(text) is None
    assert check_expression(text.replace("1,", "10,", 1)) == "found 257 characters; allowed: 1-256"


@pytest.mark.parametrize(
    "text, expression",
    [
        (
            "cron(0 9 ? jan Mon-fri *)",
            CronExpression("0", "9", "?", "JAN", "MON-FRI", "*"),
        ),
        ("rate(90 minutes)", RateExpression(timedelta(minutes=90))),
        ("rate(1 hour)", RateExpression(timedelta(hours=1))),
        ("rate(2 days)", RateExpression(timedelta(days=2))),
        ("at(2026-11-20T13:00:30)", AtExpression(datetime.fromisoformat("2026-11-20T13:00:30"))),
    ],
)
def test_parse_gives_what_was_written(text: str, expression: object) -> None:
    assert parse_expression(text) == expression


def test_parse_refuses_with_the_same_words_as_check() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression("cron(0 9 * * MON *)")
    assert str(caught.value) == check_expression("cron(0 9 * * MON *)")
    assert caught.value.field == "schedule_expression"


def test_random_crons_that_are_well_written_are_taken() -> None:
    texts = [text for text in make_aws_crons(2000, seed=8) if "*," not in text and ",*" not in text]
    assert len(texts) > 500
    assert {check_expression(text) for text in texts} == {None}


_NOISE = st.text("0123456789*/-,LW#? MONFRIAT:cronateminuhdys()", max_size=30)
_FORMS = st.tuples(st.sampled_from(["cron", "rate", "at"]), _NOISE)


@settings(max_examples=800, deadline=None, derandomize=True)
@given(st.text(max_size=40) | _FORMS.map(lambda two: f"{two[0]}({two[1]})"))
def test_any_text_is_taken_or_told_its_fault(text: str) -> None:
    fault = check_expression(text)
    assert fault is None or fault.count("\n") == 0
