"""What the AWS forms mean, how they are kept, and how a refusal reads."""

from __future__ import annotations

from datetime import date, time

import pytest
from tests.loops import for_each

from belfry.kernel.cron import Cron, CronError, Once, Rate, normalize_cron, parse_cron


@for_each(
    "text, normalized",
    [
        ("cron(0 14 ? * 5 *)", "0 14 * * 4"),
        ("cron(0 14 ? * THU *)", "0 14 * * THU"),
        ("CRON ( 0  14 ? * mon-fri * )", "0 14 * * MON-FRI"),
        ("cron(0 14 ? * 2-6 *)", "0 14 * * 1-5"),
        ("cron(0 14 ? * 1,7 *)", "0 14 * * 0,6"),
        ("cron(0 14 ? * 6L *)", "0 14 * * 5L"),
        ("cron(0 14 ? * 6#2 *)", "0 14 * * 5#2"),
        ("cron(0 14 ? * FRI#2 *)", "0 14 * * FRI#2"),
        ("cron(0 14 ? * * *)", "0 14 * * *"),
        ("cron(0/15 * * * ? *)", "0/15 * * * *"),
        ("cron(0 0/2 1 jan ? *)", "0 0/2 1 JAN *"),
        ("cron(05 08 L * ? *)", "5 8 L * *"),
        ("cron(0 8 LW * ? *)", "0 8 LW * *"),
        ("cron(0 8 1 1 ? 2030)", "cron(0 8 1 1 ? 2030)"),
        ("Cron( 0 8 ? jan fri 2030-2032,2040/5 )", "cron(0 8 ? JAN FRI 2030-2032,2040/5)"),
        ("cron(0 8 29 2 ? 2096-2104)", "cron(0 8 29 2 ? 2096-2104)"),
        ("rate(1 minute)", "* * * * *"),
        ("rate(15 minutes)", "*/15 * * * *"),
        ("rate(30 minutes)", "*/30 * * * *"),
        ("rate(60 minutes)", "0 * * * *"),
        ("rate(1 hour)", "0 * * * *"),
        ("rate(120 minutes)", "0 */2 * * *"),
        ("rate(2 hours)", "0 */2 * * *"),
        ("rate(12 hours)", "0 */12 * * *"),
        ("rate(24 hours)", "0 0 * * *"),
        ("rate(1 day)", "0 0 * * *"),
        ("Rate( 007  Minutes )", "rate(7 minutes)"),
        ("rate(90 minutes)", "rate(90 minutes)"),
        ("rate(5 hours)", "rate(5 hours)"),
        ("rate(300 minutes)", "rate(5 hours)"),
        ("rate(2 days)", "rate(2 days)"),
        ("rate(2880 minutes)", "rate(2 days)"),
        ("rate(48 hours)", "rate(2 days)"),
        ("AT( 2026-11-20t14:05:00 )", "at(2026-11-20T14:05:00)"),
    ],
)
def test_normalize_prefers_five_fields_and_else_writes_aws_canonically(
    text: str, normalized: str
) -> None:
    assert normalize_cron(text) == normalized
    assert normalize_cron(normalized) == normalized
    assert parse_cron(normalized) == parse_cron(text)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("cron(0 14 ? * 5 2030)", Cron),
        ("rate(15 minutes)", Cron),
        ("rate(7 minutes)", Rate),
        ("at(2026-11-20T14:00:00)", Once),
    ],
)
def test_parse_gives_the_kind_of_cadence(text: str, kind: type) -> None:
    assert isinstance(parse_cron(text), kind)


def test_rate_counts_minutes() -> None:
    assert parse_cron("rate(3 days)") == Rate(3 * 24 * 60)


def test_at_is_a_day_and_a_time_on_the_wall_clock() -> None:
    assert parse_cron("at(2026-11-20T14:05:00)") == Once(date(2026, 11, 20), time(14, 5))


@for_each(
    "text, part, advice",
    [
        ("cron(0 0 1 * 2 *)", "day-of-month", "'?' in exactly one"),
        ("cron(0 0 ? * ? *)", "day-of-month", "'?' in exactly one"),
        ("cron(0 0 * * * *)", "day-of-month", "'?' in exactly one"),
        ("cron(? 0 1 * ? *)", "minute", "0-59"),
        ("cron(0 0 ? ? 1 *)", "month", "JAN-DEC"),
        ("cron(0 0 ? * 0 *)", "day-of-week", "1-7 (1 is Sunday)"),
        ("cron(0 0 ? * 8 *)", "day-of-week", "1-7 (1 is Sunday)"),
        ("cron(0 0 ? * 7-2 *)", "day-of-week", "7,1-2"),
        ("cron(0 0 ? * FRI-SUN *)", "day-of-week", "6-7,1"),
        ("cron(0 0 ? * 2/2 *)", "day-of-week", "no steps"),
        ("cron(0 0 ? * 2#1,6 *)", "day-of-week", "stand alone"),
        ("cron(0 0 ? * 2#1,3#1 *)", "day-of-week", "stand alone"),
        ("cron(0 0 ? * L *)", "day-of-week", "6L (last Friday)"),
        ("cron(0 0 L,15 * ? *)", "day-of-month", "stand alone"),
        ("cron(0 0 15W * ? *)", "day-of-month", "nearest weekday"),
        ("cron(0 22-2 1 * ? *)", "hour", "22-23,0-2"),
        ("cron(0 0 1 * ? 1969)", "year", "1970-2199"),
        ("cron(0 0 1 * ? 2200)", "year", "1970-2199"),
        ("cron(0 0 1 * ? ?)", "year", "1970-2199"),
        ("cron(0 0 1 * ? 2030-2026)", "year", "runs backwards"),
        ("cron(0 0 30 2 ? *)", "day-of-month", "can never fire"),
        ("cron(0 0 29 2 ? 2100)", "day-of-month", "day-of-week '?', year '2100'"),
        ("cron(0 0 29 2 ? 2097-2103)", "day-of-month", "can never fire"),
        ("cron(0 0 ? 2 2#5 2028)", "day-of-month", "can never fire"),
        ("cron(0 0 1 * ?)", None, "six"),
        ("cron(* * * * *)", None, "six"),
        ("cron()", None, "six"),
        ("cron(0 0 1 * ? *", None, "brackets"),
        ("cron(0 0 1 * ? *))", None, "brackets"),
        ("cron((0 0 1 * ? *))", None, "brackets"),
        ("cron(0 0 1 * ? *) 5", None, "brackets"),
        ("every(5 minutes)", None, "cron, rate, at"),
        ("(5 minutes)", None, "cron, rate, at"),
        ("rate(1 minutes)", "rate", "rate(1 minute)"),
        ("rate(5 minute)", "rate", "rate(5 minutes)"),
        ("rate(1 days)", "rate", "rate(1 day)"),
        ("rate(0 minutes)", "rate", "from 1 up"),
        ("rate(-5 minutes)", "rate", "from 1 up"),
        ("rate(1.5 hours)", "rate", "from 1 up"),
        ("rate(5 weeks)", "rate", "minutes, hours or days"),
        ("rate(5 seconds)", "rate", "minutes, hours or days"),
        ("rate(5minutes)", "rate", "minutes, hours or days"),
        ("rate(five minutes)", "rate", "from 1 up"),
        ("rate(36501 days)", "rate", "at most 36500 days"),
        (f"rate({'9' * 100} days)", "rate", "from 1 up"),
        ("at(2026-11-20)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20T14:00)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20T14:00:00Z)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20 14:00:00)", "at", "yyyy-mm-ddThh:mm:ss"),
        ("at(2026-11-20T14:00:30)", "at", "write :00"),
        ("at(2026-02-30T14:00:00)", "at", "2026-02-30"),
        ("at(2026-11-20T24:00:00)", "at", "2026-11-20T24"),
        ("at(2026-11-20T14:60:00)", "at", "2026-11-20T14:60"),
        ("at(1969-11-20T14:00:00)", "at", "1970-2199"),
    ],
)
def test_refusal_names_the_part_and_what_is_allowed(
    text: str, part: str | None, advice: str
) -> None:
    with pytest.raises(CronError) as caught:
        parse_cron(text)
    assert caught.value.part == part
    assert advice in str(caught.value)
