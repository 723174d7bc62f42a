"""Whether managers are told on Fridays how even the week is, in words that are true."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.fakes.crash_points import CrashingPoints, Struck
from tests.fakes.phraser import Outcome, ScriptedPhraser
from tests.houses import memory_ports
from tests.rota.publishing import SENDER, SHIFTS, change, memory_cafe, publish, sql_cafe
from tests.rota.teams import PEOPLE_FILE, START, Team, open_team

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Temporary
from belfry.rota.messages.message_keys import FAIRNESS
from belfry.workspace.phrase_text import find_draft

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
    team.email.letters.clear()
    said = team.run("summary")
    team.release()
    return said


def read_summary(team: Team) -> str:
    """What Maria reads, without the link."""
    [maria] = [one for one in team.email.letters if one.to == "maria@example.com"]
    return maria.text.partition("\n\nSee the week:")[0]


def find_worded(team: Team) -> set[str]:
    return {one.worded for one in team.messages() if one.kind == FAIRNESS}


def test_managers_are_told_everybodys_hours_against_target(cafe: Team) -> None:
    publish(cafe)
    assert summarise(cafe) == "2 people told how even the week of 2026-11-16 is"
    assert cafe.letters() == [
        ("maria@example.com", "Hours from 16 to 22 November: 38 h of 112 h"),
        ("owner@example.com", "Hours from 16 to 22 November: 38 h of 112 h"),
    ]
    assert read_summary(cafe) == PLAIN
    assert find_worded(cafe) == {"in plain words"}


def test_summary_that_runs_twice_is_told_once(cafe: Team) -> None:
    publish(cafe)
    summarise(cafe)
    assert summarise(cafe, "2026-11-20T17:05") == "0 people told how even the week of 2026-11-16 is"
    assert cafe.letters() == []


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
    team.email.letters.clear()
    change(team, anyway=True, fri_late=("Cara Woods",))
    team.release()
    [worded] = find_worded(team)
    assert worded == "by scripted, checked by the fence"
    assert "Ben Shaw has 7 h of 32 h, 25 h below." in read_summary(team)


def test_text_message_has_plain_words() -> None:
    team = cafe_with(ScriptedPhraser([GOOD]))
    team.edit(PEOPLE_FILE, "Maria Lopez,maria@example.com,,", "Maria Lopez,,+447700900123,")
    summarise(team)
    [text] = team.ports.channels["sms"].letters  # type: ignore[attr-defined]
    assert "38 h" in text.text
    assert "the team has" not in text.text


@pytest.mark.parametrize("step", ["rota.summary_phrased", "rota.summary_queued"])
def test_summary_struck_and_run_again_tells_everybody_once(step: str) -> None:
    phraser = ScriptedPhraser([GOOD])
    team = cafe_with(phraser)
    team.go_to(FRIDAY)
    team.house.crash_points.strike_at(step, 1)
    with pytest.raises(Struck):
        team.run("summary")
    team.run("summary")
    told = sorted(one.person for one in team.messages() if one.kind == FAIRNESS)
    assert (told, len(phraser.asked)) == (["Maria Lopez", "Olga Finch"], 1)
