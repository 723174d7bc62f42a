"""Whether hours, weekends and nights are counted as they were worked, to the minute."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps import memory_ports
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.fakes.phraser import Outcome, ScriptedPhraser
from tests.rota.publishing import SENDER, SHIFTS, change, memory_cafe, publish, sql_cafe
from tests.rota.teams import PEOPLE_FILE, START, Team, open_team

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Temporary
from belfry.rota.messages.message_keys import FAIRNESS
from belfry.rota.publishing.own_shifts import OwnShift, PersonWeek, dump_shifts
from belfry.rota.reports.fairness import (
    Fairness,
    PersonFairness,
    Totals,
    judge_fairness,
    list_weeks_counted,
)
from belfry.rota.reports.summarise_fairness import make_summary_text
from belfry.workspace.phrase_text import find_draft, write_prompt

LONDON = ZoneInfo("Europe/London")
MONDAY = date(2026, 11, 16)
MARGIN = 120
HOUR = 60


def week(
    person: str, placed: int, *, back: int = 0, target: int = 40, **more: object
) -> PersonWeek:
    """Hours, of a week so many weeks before."""
    monday = MONDAY - timedelta(weeks=back)
    known = PersonWeek(
        person=person,
        week=monday.isoformat(),
        placed=placed * HOUR,
        target=target * HOUR,
        cap=48 * HOUR,
    )
    return replace(known, **more)  # type: ignore[arg-type]


def shift(day: int, start: str, length: int = 8) -> OwnShift:
    """A shift of November 2026, by London's clock."""
    hour, minute = map(int, start.split(":"))
    starts = datetime(2026, 11, day, hour, minute, tzinfo=LONDON).astimezone(UTC)
    return OwnShift(id=f"{day}-{start}", starts_at=starts, ends_at=starts + timedelta(hours=length))


def judge(*known: PersonWeek, margin: int = MARGIN) -> Fairness:
    return judge_fairness(MONDAY, known, margin=margin, zone=LONDON)


def test_the_week_and_the_three_before_it_count() -> None:
    assert list_weeks_counted(MONDAY) == ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]


def test_hours_are_told_for_the_week_and_over_four_weeks() -> None:
    fairness = judge(
        week("Ana", 32), week("Ana", 36, back=1), week("Ana", 44, back=3), week("Ana", 0, back=4)
    )
    assert fairness.people == (
        PersonFairness(
            name="Ana",
            placed=32 * HOUR,
            target=40 * HOUR,
            cap=48 * HOUR,
            lately=Totals(weeks=3, placed=112 * HOUR, target=120 * HOUR, weekends=0, nights=0),
        ),
    )
    assert fairness.people[0].below == 8 * HOUR
    assert fairness.people[0].lately.below == 8 * HOUR


def test_week_after_the_one_meant_does_not_count() -> None:
    fairness = judge(week("Ana", 40), week("Ana", 0, back=-1))
    assert fairness.people[0].lately.below == 0


def test_whoever_has_left_is_left_out() -> None:
    assert judge(week("Ana", 40), week("Zed", 0, back=1)).people == judge(week("Ana", 40)).people


def test_nobody_is_told_of_a_week_that_was_not_published() -> None:
    fairness = judge(week("Ana", 40, back=1))
    assert (fairness.people, fairness.spread, fairness.drifting) == ((), 0, ())


def test_spread_is_from_the_furthest_below_to_the_furthest_above() -> None:
    fairness = judge(week("Ana", 32), week("Ben", 43), week("Cara", 40), week("Ben", 30, back=1))
    assert (fairness.spread, fairness.spread_lately) == (11 * HOUR, 8 * HOUR)


@pytest.mark.parametrize(
    ("placed", "drifts"),
    [
        pytest.param(38, False, id="as far below as the margin"),
        pytest.param(37, True, id="further below"),
        pytest.param(42, False, id="as far above as the margin"),
        pytest.param(43, True, id="further above"),
    ],
)
def test_somebody_drifts_beyond_the_margin(placed: int, drifts: bool) -> None:
    names = [drifter.name for drifter in judge(week("Ana", placed)).drifting]
    assert names == (["Ana"] if drifts else [])


def test_those_who_drift_come_furthest_below_first_and_then_by_name() -> None:
    known = (week("Dev", 50), week("Ben", 30), week("Ana", 30), week("Cara", 20), week("Eve", 40))
    assert [drifter.name for drifter in judge(*known).drifting] == ["Cara", "Ana", "Ben", "Dev"]


@pytest.mark.parametrize(
    ("own_shift", "counts"),
    [
        pytest.param(shift(20, "14:00"), (0, 0), id="a Friday"),
        pytest.param(shift(20, "22:00"), (0, 1), id="a Friday night that ends on Saturday"),
        pytest.param(shift(21, "09:00"), (1, 0), id="a Saturday"),
        pytest.param(shift(22, "23:30"), (1, 1), id="a Sunday night"),
        pytest.param(shift(16, "04:00"), (0, 1), id="before five on a Monday"),
        pytest.param(shift(16, "05:00"), (0, 0), id="five on a Monday"),
    ],
)
def test_weekends_and_nights_are_those_on_which_a_shift_begins(
    own_shift: OwnShift, counts: tuple[int, int]
) -> None:
    lately = judge(week("Ana", 8, notified_shifts=dump_shifts([own_shift]))).people[0].lately
    assert (lately.weekends, lately.nights) == counts


def test_weekends_of_earlier_weeks_are_added_up() -> None:
    weekend_shifts = dump_shifts([shift(14, "09:00"), shift(15, "21:00")])
    fairness = judge(week("Ana", 40), week("Ana", 40, back=1, notified_shifts=weekend_shifts))
    (ana,) = fairness.people
    assert (ana.placed, ana.target, ana.lately.below) == (2400, 2400, 0)
    assert (ana.lately.weekends, ana.lately.nights) == (2, 1)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(["Ana", "Ben", "Cara"]), st.integers(0, 3), st.integers(0, 3000)),
        unique_by=lambda known_week: known_week[:2],
    ),
    st.randoms(use_true_random=False),
)
def test_whatever_the_order_the_minutes_add_up(
    drawn: list[tuple[str, int, int]], random: object
) -> None:
    known = [replace(week(name, 0, back=back), placed=minutes) for name, back, minutes in drawn]
    fairness = judge(*known)
    random.shuffle(known)  # type: ignore[attr-defined]
    assert judge(*known) == fairness
    here = {known_week.person for known_week in known if known_week.week == MONDAY.isoformat()}
    assert sum(judged.lately.below for judged in fairness.people) == sum(
        known_week.target - known_week.placed for known_week in known if known_week.person in here
    )


DRAFTS = Path(__file__).parents[1] / "data/rota_summaries.jsonl"


def person(name: str, placed: int, target: int, below: int, *, weekends: int = 0) -> PersonFairness:
    """In hours; `below` is over four weeks."""
    lately = Totals(weeks=4, placed=0, target=below * HOUR, weekends=weekends, nights=0)
    return PersonFairness(
        name=name, placed=placed * HOUR, target=target * HOUR, cap=40 * HOUR, lately=lately
    )


TEXT = make_summary_text(
    Fairness(
        starts_on=date(2026, 11, 16),
        people=(
            person("Ana Diaz", 32, 40, 12, weekends=3),
            person("Ben Shaw", 30, 30, 0),
            person("Cara Woods", 26, 24, -5),
        ),
        margin=2 * HOUR,
    )
)
NEEDED = "The team has {hours}. {drift}."


def list_reasons(draft: str) -> list[str]:
    return [reason.says for reason in TEXT.judge(draft).reasons]


def test_slots_hold_what_was_counted_furthest_from_the_target_first() -> None:
    assert TEXT.values == {
        "week": "16 to 22 November",
        "hours": "88 h of 94 h",
        "drift": "Over four weeks the furthest from their target: Ana Diaz 12 h below and"
        " Cara Woods 5 h above",
        "p1": "Ana Diaz",
        "p2": "Cara Woods",
        "p3": "Ben Shaw",
        "p1_hours": "32 h of 40 h, 8 h below",
        "p1_lately": "12 h below, 3 weekend shifts over four weeks",
        "p2_hours": "26 h of 24 h, 2 h above",
        "p2_lately": "5 h above over four weeks",
        "p3_hours": "30 h of 30 h, on target",
        "p3_lately": "on target over four weeks",
    }


def test_drafts_keep_their_verdicts() -> None:
    drafts = [json.loads(line) for line in DRAFTS.read_text("utf-8").splitlines()]
    passing = {draft["draft"] for draft in drafts if TEXT.judge(draft["draft"]).passes}
    honest = {draft["draft"] for draft in drafts if draft["verdict"] == "pass"}
    assert (honest - passing, passing - honest) == (set(), set())
    assert (len(honest), len(drafts) - len(honest)) == (30, 50)


def test_draft_that_passes_is_filled() -> None:
    draft = (
        "Here is how the hours look from {week}: the team has {hours}. {drift}.\n"
        "{p1} has {p1_hours}, and {p2} has {p2_hours}. {p1} stands at {p1_lately}."
        " Have a good weekend!"
    )
    assert list_reasons(draft) == []
    assert TEXT.fill(draft) == (
        "Here is how the hours look from 16 to 22 November: the team has 88 h of 94 h."
        " Over four weeks the furthest from their target: Ana Diaz 12 h below and"
        " Cara Woods 5 h above.\n"
        "Ana Diaz has 32 h of 40 h, 8 h below, and Cara Woods has 26 h of 24 h, 2 h above."
        " Ana Diaz stands at 12 h below, 3 weekend shifts over four weeks."
        " Have a good weekend!"
    )


def test_refusal_says_which_word_broke_which_rule() -> None:
    reasons = {
        f"{NEEDED} {{p1}} is lazy.": '"lazy" is not on the list.',
        f"{NEEDED} {{p1}} has.": '"{person} has .": listed words, but no listed phrase.',
        f"{NEEDED} {{p1}}": '"{person}": the sentence ends before it is a listed phrase.',
        f"{NEEDED} {{p1}} has {{p2_hours}}.": "{p2_hours} does not belong to {p1}.",
        f"{NEEDED} {{p2_hours}}.": "{p2_hours} does not belong to anybody named before it.",
        f"{NEEDED} {{p1}} has 4 h.": '"4": a number stands only in a slot.',
        f"{NEEDED} {{p1}} has -{{p1_hours}}.": (
            '"-" may be read as a question, a minus or a list.'
        ),
        "The team has {hours}.": "{drift} must stand exactly once; it stands 0 times.",
        "The team has {hours}. {drift} {p1} has {p1_hours}.": "{drift} is a sentence of its own.",
        NEEDED + " {p1} has {p1_hours}." * 20: "It has 880 characters, more than 700.",
    }
    assert {draft: list_reasons(draft) for draft in reasons} == {
        draft: [reason] for draft, reason in reasons.items()
    }


def test_model_is_told_the_phrases_and_no_name() -> None:
    prompt = write_prompt(TEXT, 'warm; say "cheers"')
    assert not any(part in "".join(prompt) for part in ("Ana", "Ben", "Cara"))
    assert '\\"cheers\\"' in prompt.instructions
    assert "[person]" in prompt.instructions
    assert json.loads(prompt.facts)["slots"]["{p1_hours}"] == "32 h of 40 h, 8 h below"


def test_large_team_has_slots_for_those_furthest_from_their_target() -> None:
    people = tuple(person(f"Person {number:02}", 20, 20, number - 10) for number in range(30))
    text = make_summary_text(Fairness(starts_on=date(2026, 11, 16), people=people, margin=120))
    named = [text.values[f"p{number}"] for number in range(1, 7)]
    assert named == [f"Person {number}" for number in (29, 28, 27, 26, 25, 24)]
    assert "p7" not in text.values


_PIECES = st.sampled_from(
    [
        *(f"{{{slot}}}" for slot in TEXT.values),
        *("has", "and", ",", ".", ":", "the team", "is", "is at", "while", "8 h below", "not", "5"),
    ]
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(_PIECES, max_size=12).map(" ".join))
def test_whatever_passes_holds_no_number_but_with_its_own_person(words: str) -> None:
    draft = f"{NEEDED} {words}"
    if list_reasons(draft):
        return
    for sentence in TEXT.fill(draft).split("."):
        for value in (TEXT.values["p1_hours"], TEXT.values["p1_lately"]):
            before, stands_there, _ = sentence.partition(value)
            if stands_there:
                names = [TEXT.values[slot] for slot in ("p1", "p2", "p3")]
                assert max(names, key=before.rfind) == "Ana Diaz"


FRIDAY = "2026-11-20T17:00"
DRIFT = "Over four weeks the furthest from their target: Cara Woods 24 h below."
PEOPLE = (
    "- Cara Woods: 0 h of 24 h, 24 h below; over four weeks 24 h below\n"
    "- Ben Shaw: 14 h of 32 h, 18 h below; over four weeks 18 h below\n"
    "- Ana Diaz: 16 h of 32 h, 16 h below; over four weeks 16 h below\n"
    "- Dev Patel: 8 h of 24 h, 16 h below; over four weeks 16 h below"
)
PLAIN = (
    "Hello Maria Lopez,\n\n"
    "From 16 to 22 November people have 38 h; together they want 112 h.\n\n"
    f"{DRIFT}\n\n{PEOPLE}"
)
GOOD = "From {week} the team has {hours}. {drift}. {p1} has {p1_hours}."


@pytest.fixture(params=["memory", "sqlite"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    if request.param == "memory":
        yield memory_cafe()
        return
    with sql_cafe(None, tmp_path) as opened:
        yield opened


def cafe_with(phraser: ScriptedPhraser) -> Team:
    ports = replace(memory_ports(VirtualClock(START), CrashingPoints()), phraser=phraser)
    team = open_team(ports, mail={"from": SENDER})
    team.write_week(*SHIFTS)
    publish(team)
    return team


def summarise(team: Team, at: str = FRIDAY) -> str:
    team.go_to(at)
    team.email.sent.clear()
    report = team.run("summary")
    team.release()
    return report


def read_summary(team: Team) -> str:
    """What Maria reads, without the link."""
    [maria] = [outgoing for outgoing in team.email.sent if outgoing.to == "maria@example.com"]
    return maria.text.partition("\n\nSee the week:")[0]


def find_worded(team: Team) -> set[str]:
    return {message.worded for message in team.messages() if message.kind == FAIRNESS}


def test_managers_are_told_everybodys_hours_against_target(cafe: Team) -> None:
    publish(cafe)
    assert summarise(cafe) == "2 people told how even the week of 2026-11-16 is"
    assert cafe.sent() == [
        ("maria@example.com", "Hours from 16 to 22 November: 38 h of 112 h"),
        ("owner@example.com", "Hours from 16 to 22 November: 38 h of 112 h"),
    ]
    assert read_summary(cafe) == PLAIN
    assert find_worded(cafe) == {"in plain words"}


def test_summary_that_runs_twice_is_told_once(cafe: Team) -> None:
    publish(cafe)
    summarise(cafe)
    assert summarise(cafe, "2026-11-20T17:05") == "0 people told how even the week of 2026-11-16 is"
    assert cafe.sent() == []


def test_week_that_was_not_published_is_not_told(cafe: Team) -> None:
    assert summarise(cafe) == "nothing to tell: the week of 2026-11-16 was not published"
    assert cafe.messages() == []


def test_weekend_and_night_shifts_are_told_with_the_person() -> None:
    team = memory_cafe()
    team.write_week(
        "sat,Sat,21:00,23:00,,,1,Ana Diaz,,",
        "sun,Sun,10:00,14:00,,,1,Ana Diaz,,",
        "mon,Mon,10:00,14:00,,,1,Ben Shaw,,",
    )
    publish(team)
    summarise(team)
    [ana] = [line for line in read_summary(team).splitlines() if line.startswith("- Ana")]
    assert ana == (
        "- Ana Diaz: 6 h of 32 h, 26 h below;"
        " over four weeks 26 h below, 2 weekend shifts, 1 night shift"
    )


def test_model_may_find_the_words_and_the_numbers_follow_in_any_case() -> None:
    team = cafe_with(ScriptedPhraser([GOOD], name="wordsmith"))
    summarise(team)
    assert read_summary(team) == (
        "Hello Maria Lopez,\n\n"
        f"From 16 to 22 November the team has 38 h of 112 h. {DRIFT}"
        " Cara Woods has 0 h of 24 h, 24 h below.\n\n"
        f"{PEOPLE}"
    )
    assert find_worded(team) == {"by wordsmith, checked by the fence"}


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        pytest.param(
            f"{GOOD} {{p2}} has 15 h of {{p3_hours}}.",
            '"1": a number stands only in a slot. "5": a number stands only in a slot.'
            " {p3_hours} does not belong to {p2}.",
            id="lies about a number",
        ),
        pytest.param(
            f"{GOOD} {{p1}} is lazy with {{p1_hours}}.",
            '"lazy" is not on the list.',
            id="judges somebody",
        ),
        pytest.param(
            Temporary("the model is out of reach"), "the model is out of reach", id="is away"
        ),
    ],
)
def test_plain_words_are_used_if_the_model(reply: Outcome, why: str) -> None:
    team = cafe_with(ScriptedPhraser([reply], name="wordsmith"))
    summarise(team)
    assert read_summary(team) == PLAIN
    assert find_worded(team) == {f"in plain words; not by wordsmith: {why}"}


def test_draft_and_verdict_are_logged_and_stored(caplog: pytest.LogCaptureFixture) -> None:
    reply = f"{GOOD} It is 7 shifts in total."
    team = cafe_with(ScriptedPhraser([reply], name="wordsmith"))
    with caplog.at_level(logging.INFO):
        summarise(team)
    [logged] = [record for record in caplog.records if record.message == "text.draft_refused"]
    reasons = ['"7": a number stands only in a slot.']
    assert (logged.__dict__["draft"], logged.__dict__["reasons"]) == (reply, reasons)
    stored = find_draft(team.ports.blobs, "rota/phrased/2026-11-16.json")
    assert stored is not None
    assert (stored.model, stored.reply, list(stored.reasons)) == ("wordsmith", reply, reasons)


def test_model_hears_no_name() -> None:
    phraser = ScriptedPhraser([GOOD])
    team = cafe_with(phraser)
    team.write("rota/voice.txt", "Warm and brief.\n")
    summarise(team)
    [asked] = phraser.asked
    assert "Warm and brief." in asked.instructions
    assert not any(name in "".join(asked) for name in ("Ana", "Ben", "Cara", "Dev", "Maria"))


def test_model_is_asked_once_however_often_the_summary_runs() -> None:
    phraser = ScriptedPhraser([GOOD])
    team = cafe_with(phraser)
    summarise(team)
    summarise(team, "2026-11-20T17:10")
    assert len(phraser.asked) == 1


def test_model_that_was_away_is_asked_again_by_the_next_run() -> None:
    phraser = ScriptedPhraser([Temporary("the model is out of reach"), GOOD])
    team = cafe_with(phraser)
    team.go_to(FRIDAY)
    team.run("summary")
    summarise(team, "2026-11-20T17:10")
    assert find_worded(team) == {"by scripted, checked by the fence"}


def test_words_are_filled_with_what_is_true_when_they_leave() -> None:
    team = cafe_with(ScriptedPhraser([GOOD]))
    team.go_to(FRIDAY)
    team.run("summary")
    team.email.sent.clear()
    change(team, anyway=True, fri_late=("Cara Woods",))
    team.release()
    [worded] = find_worded(team)
    assert worded == "by scripted, checked by the fence"
    assert "Ben Shaw has 7 h of 32 h, 25 h below." in read_summary(team)


def test_text_message_has_plain_words() -> None:
    team = cafe_with(ScriptedPhraser([GOOD]))
    team.edit(PEOPLE_FILE, "Maria Lopez,maria@example.com,,", "Maria Lopez,,+447700900123,")
    summarise(team)
    [text] = team.ports.channels["sms"].sent  # type: ignore[attr-defined]
    assert "38 h" in text.text
    assert "the team has" not in text.text


@pytest.mark.parametrize("step", ["rota.summary_phrased", "rota.summary_queued"])
def test_summary_crashed_and_run_again_tells_everybody_once(step: str) -> None:
    phraser = ScriptedPhraser([GOOD])
    team = cafe_with(phraser)
    team.go_to(FRIDAY)
    team.app.crash_points.crash_at(step, 1)
    with pytest.raises(Crashed):
        team.run("summary")
    team.run("summary")
    recipients = sorted(message.person for message in team.messages() if message.kind == FAIRNESS)
    assert (recipients, len(phraser.asked)) == (["Maria Lopez", "Olga Finch"], 1)
