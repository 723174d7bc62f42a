"""What a message may say, gathered from the board, the settings and the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.facts import Facts, find_closing, gather_facts
from belfry.jobs.updates.language import load_language
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import parse_opening_hours


def make_shop() -> Shop:
    shop = read_shop("Shop: A\nStages: in, work, on hold (side), ready, out").shop
    assert shop is not None
    return shop


def gather(stage: str, **more: str | None) -> Facts:
    given = {"name": "Maya", "item": "bike", "job_id": "J-1"} | more
    return gather_facts(shop=make_shop(), stage=stage, **given)  # type: ignore[arg-type]


def test_facts_are_gathered_with_the_shop_and_its_sign_off() -> None:
    assert gather("work", previous="in", eta="Thursday morning", eta_stage="ready") == Facts(
        name="Maya",
        item="bike",
        job_id="J-1",
        stage="work",
        previous="in",
        eta="Thursday morning",
        eta_stage="ready",
        closing=None,
        shop="A",
        sign_off="— A",
        photo=None,
    )


def test_what_the_board_says_is_made_harmless() -> None:
    facts = gather("work", name="Ma\nya\x07", item="b\u202eike\t" + "x" * 100, job_id="J\r\n1")
    assert (facts.name, facts.job_id) == ("Ma ya", "J 1")
    assert facts.item == f"bike {'x' * 72}..."


@pytest.mark.parametrize(
    "stage, eta, eta_stage",
    [
        pytest.param("work", "Thursday morning", None, id="no stage it is for"),
        pytest.param("work", None, "ready", id="no time"),
        pytest.param("work", "", "ready", id="an empty time"),
        pytest.param("ready", "Thursday morning", "out", id="a job that is ready"),
    ],
)
def test_an_eta_is_told_with_its_stage_or_not_at_all(
    stage: str, eta: str | None, eta_stage: str | None
) -> None:
    facts = gather(stage, eta=eta, eta_stage=eta_stage)
    assert (facts.eta, facts.eta_stage) == (None, None)


def test_the_closing_time_is_a_fact_of_the_ready_stage_only() -> None:
    told = {stage.name: gather(stage.name, closing="6pm").closing for stage in make_shop().stages}
    assert told == {"in": None, "work": None, "on hold": None, "ready": "6pm", "out": None}


# A week in June 2026, when London is an hour ahead of UTC; Monday is the 15th.
WEEK = parse_opening_hours("Mon 9am-6pm; Tue 9am-5.30pm; Wed 9am-noon; Thu 9am-noon, 1pm-midnight")
LONDON = Calendar(WEEK, ZoneInfo("Europe/London"), lambda day: day == date(2026, 6, 22))


@pytest.mark.parametrize(
    "sent_at, closing",
    [
        pytest.param(datetime(2026, 6, 15, 8, tzinfo=UTC), "6pm", id="in the morning"),
        pytest.param(datetime(2026, 6, 15, 4, tzinfo=UTC), "6pm", id="before it opens"),
        pytest.param(datetime(2026, 6, 15, 16, 59, tzinfo=UTC), "6pm", id="a minute before"),
        pytest.param(datetime(2026, 6, 15, 17, 0, tzinfo=UTC), None, id="at closing time"),
        pytest.param(datetime(2026, 6, 15, 19, tzinfo=UTC), None, id="in the evening"),
        pytest.param(datetime(2026, 6, 15, 23, 30, tzinfo=UTC), "5.30pm", id="the next day there"),
        pytest.param(datetime(2026, 6, 17, 9, tzinfo=UTC), "noon", id="a short day"),
        pytest.param(datetime(2026, 6, 18, 11, 30, tzinfo=UTC), "midnight", id="a long day"),
        pytest.param(datetime(2026, 6, 19, 9, tzinfo=UTC), None, id="a closed weekday"),
        pytest.param(datetime(2026, 6, 22, 9, tzinfo=UTC), None, id="a holiday"),
    ],
)
def test_the_closing_time_is_that_of_the_day_of_sending(
    sent_at: datetime, closing: str | None
) -> None:
    assert find_closing(LONDON, sent_at, load_language("en")) == closing
