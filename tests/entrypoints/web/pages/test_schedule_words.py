"""Whether schedules are put into words that are true, or not at all."""

from __future__ import annotations

from itertools import product

import pytest

from belfry.entrypoints.web.pages.rendering import render_schedule
from belfry.kernel.cron import Cron, parse_cron


@pytest.mark.parametrize(
    "cron, said",
    [
        (None, "Only when somebody asks"),
        ("@daily", "Every day at 00:00"),
        ("* * * * *", "Every minute"),
        ("*/15 * * * *", "Every 15 minutes"),
        ("0 * * * *", "Every hour on the hour"),
        ("5 * * * *", "Every hour at 5 past"),
        ("0 */6 * * *", "Every day at 00:00, 06:00, 12:00 and 18:00"),
        ("0 */2 * * *", "Every 2 hours"),
        ("30 */2 * * *", "Every 2 hours at 30 past"),
        ("0 9 * * 1-5", "Monday to Friday at 09:00"),
        ("0 8 * * 1-6", "Monday to Saturday at 08:00"),
        ("0 9 * * 6,0", "Every Saturday and Sunday at 09:00"),
        ("0 9 * * 0,1,2", "Every Monday, Tuesday and Sunday at 09:00"),
        ("30 9,17 * * MON", "Every Monday at 09:30 and 17:30"),
        ("*/20 9-17 * * 1-5", "Every 20 minutes from 09:00 to 17:40, Monday to Friday"),
        ("* 8-9 * * *", "Every minute from 08:00 to 09:59"),
        ("0 8-17 * * *", "Every hour from 08:00 to 17:00"),
        ("0 9 1 * *", "On the 1st of the month at 09:00"),
        ("0 9 2,3,11,22 * *", "On the 2nd, 3rd, 11th and 22nd of the month at 09:00"),
        ("0 9 L * *", "On the last day of the month at 09:00"),
        ("0 9 15,LW * *", "On the 15th and last workday of the month at 09:00"),
        ("0 9 * * 5#2", "On the second Friday of the month at 09:00"),
        ("0 9 * * 5L", "On the last Friday of the month at 09:00"),
        ("0 9 1 1,7 *", "On the 1st of January and July at 09:00"),
        ("0 9 * 12 1", "Every Monday in December at 09:00"),
        ("0 9 * 12 *", "Every day in December at 09:00"),
        ("0 0 13 * 5", "On the 13th of the month and every Friday at 00:00"),
        ("rate(7 minutes)", "Every 7 minutes, counted from when it was set"),
        ("at(2026-12-24T16:00:00)", "Once, on 24 December 2026 at 16:00"),
        pytest.param("7,13,44 1,5,8 * * *", "", id="too many times for a sentence"),
        pytest.param("0 0 */2 * 1", "", id="two day fields that must both match"),
        pytest.param("0 9 1-10 * *", "", id="too many days for a sentence"),
        pytest.param("cron(0 9 1 1 ? 2027)", "", id="a schedule with years"),
        pytest.param("gibberish", "", id="a schedule that nobody can read"),
    ],
)
def test_schedule_is_said_in_one_sentence(cron: str | None, said: str) -> None:
    assert render_schedule(cron) == said


def test_two_schedules_that_sound_alike_are_the_same() -> None:
    fields = (
        ("0", "30", "*", "*/15", "5,35", "0-29"),
        ("9", "*", "*/2", "8-17", "6,18", "9-20/3"),
        ("*", "1", "31", "1,15", "L", "LW", "15,L"),
        ("*", "2", "1,7"),
        ("*", "1", "1-5", "0", "6,0", "5L", "5#2", "1,5#2"),
    )
    heard: dict[str, Cron] = {}
    for parts in product(*fields):
        expression = parse_cron(" ".join(parts)) if parts[2:4] != ("31", "2") else None
        if isinstance(expression, Cron) and (said := render_schedule(expression.text)):
            assert meaning_of(heard.setdefault(said, expression)) == meaning_of(expression), said
    assert len(heard) > 1000


def meaning_of(cron: Cron) -> tuple[object, ...]:
    days = (cron.days, cron.weekdays, cron.needs_both)
    return (cron.minutes, cron.hours, cron.months, days)
