"""What a message may say, gathered from the board, the settings and the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.language import load_language
from belfry.jobs.updates.plain import (
    Facts,
    find_closing,
    find_first_name,
    gather_facts,
    name_item,
    shorten_item,
)
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import parse_opening_hours
from belfry.kernel.texts import make_harmless


def make_shop() -> Shop:
    shop = read_shop("Shop: A\nStages: in, work, on hold (side), ready, out").shop
    assert shop is not None
    return shop


def gather(stage: str, **more: str | None) -> Facts:
    fields = {"name": "Maya", "item": "bike", "job_id": "J-1"} | more
    return gather_facts(Facts(stage=stage, **fields), make_shop())  # type: ignore[arg-type]


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
    closings = {
        stage.name: gather(stage.name, closing="6pm").closing for stage in make_shop().stages
    }
    assert closings == {"in": None, "work": None, "on hold": None, "ready": "6pm", "out": None}


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


ENGLISH = load_language("en")


@for_each(
    "name, greeted",
    [
        ("Maya Lindqvist", "Maya"),
        ("Maya", "Maya"),
        ("MAYA LINDQVIST", "Maya"),
        ("maya", "Maya"),
        ("Lindqvist, Maya", "Maya"),
        ("Jean-Pierre Dupont", "Jean-Pierre"),
        ("d'arcy", "D'Arcy"),
        ("McKay Smith", "McKay"),
        ("Zoë\nKeller", "Zoë"),
        ("May", "May"),
        ("Dr. Patel", "Dr. Patel"),
        ("Dr Asha Patel", "Dr Patel"),
        ("J. Smith", "J. Smith"),
        ("山田 太郎", "山田 太郎"),
        ("", None),
        ("J", None),
        ("Mr", None),
        ("n/a", None),
        ("unknown", None),
        ("Acme Bikes Ltd", None),
        ("The Friday Workshop", None),
        ("Mr & Mrs Smith", None),
        ("maya@example.com", None),
        ("07700 900123", None),
        ("x" * 39, None),
        ("van der Berg", None),
        ("Van", None),
        ("De Luca", None),
        ("Ben Okri", "Ben"),
    ],
)
def test_people_are_greeted_by_what_looks_like_their_name(name: str, greeted: str | None) -> None:
    assert find_first_name(name) == greeted


@pytest.mark.parametrize(
    "item, named",
    [
        ("bike", "your bike"),
        ("iPhone 13, cracked screen", "your iPhone 13 (cracked screen)"),
        ("Suit, navy, hem", "your Suit (navy, hem)"),
        ("iPhone (13), scratched", "your iPhone (13), scratched"),
        ("my bike", "your bike"),
        ("The clock.", "your clock"),
        ("a", "your a"),
        ("  ", "your job"),
        ("", "your job"),
        ("-", "your job"),
        ("\u202eevil\x07\r\nline", "your evil line"),
        ("w" * 200, f"your {'w' * 77}..."),
    ],
)
def test_a_thing_is_named_as_the_customers_own(item: str, named: str) -> None:
    assert name_item(shorten_item(item, ENGLISH), ENGLISH) == named


@settings(derandomize=True)
@given(st.text(max_size=80), st.integers(4, 60))
def test_harmless_text_is_one_short_line_and_stays_as_it_is(text: str, most: int) -> None:
    harmless = make_harmless(text, most=most)
    assert len(harmless) <= most
    assert harmless.splitlines() in ([], [harmless])
    assert "\x00" not in harmless
    assert make_harmless(harmless, most=most) == harmless


def test_emoji_and_scripts_that_join_letters_are_left_whole() -> None:
    assert make_harmless("👩\u200d🔧 می\u200cخواهم", most=40) == "👩\u200d🔧 می\u200cخواهم"
