"""Whether hours, their evenness and calendar links can be had at the terminal."""

from __future__ import annotations

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.rota.publishing import SHIFTS
from tests.rota.teams import FILES, WEEK_FILE

from belfry.bootstrap import Services
from belfry.scheduler.kinds import RunContext

AT = ("--at", "2026-11-12T10:00:00Z")
WEEK = ("--week", "2026-11-18")


@pytest.fixture
def cafe(belfry: Terminal, services: Services) -> Terminal:
    """The team's week of 16 November is published."""
    (belfry.folder / "rota").mkdir()
    for name, text in FILES.items():
        (belfry.folder / name).write_text(text, encoding="utf-8")
    header = FILES[WEEK_FILE].partition("\n")[0]
    (belfry.folder / WEEK_FILE).write_text("\n".join([header, *SHIFTS]) + "\n")
    for command in ("draft", "approve"):
        assert belfry("rota", command, *WEEK, *AT).code == 0
    now = services.ports.clock.now()
    services.kinds["relay"].run({}, RunContext("r", 1, "relay", 1, now, 1))
    return belfry


def test_hours_tells_everybodys_against_target(cafe: Terminal) -> None:
    report = cafe("rota", "hours", *WEEK, "--json").json
    assert report["week"] == "2026-11-16"
    assert report["people"][1] == {
        "name": "Ben Shaw",
        "hours_placed": 14,
        "hours_target": 32,
        "cap": 40,
        "lately": {"weeks": 1, "hours_placed": 14, "hours_target": 32, "hours_below": 18},
    }
    assert [person["name"] for person in report["people"]] == [
        "Ana Diaz",
        "Ben Shaw",
        "Cara Woods",
        "Dev Patel",
    ]


def test_hours_of_the_present_week_are_shown_unless_told(cafe: Terminal) -> None:
    report = cafe("rota", "hours", "--at", "2026-11-20T10:00:00Z", "--json").json
    assert (report["week"], len(report["people"])) == ("2026-11-16", 4)


def test_fairness_tells_spread_and_who_drifts(cafe: Terminal) -> None:
    report = cafe("rota", "fairness", *WEEK, "--json").json
    people = report.pop("people")
    assert report == {
        "week": "2026-11-16",
        "margin": 2,
        "spread": 8,
        "spread_lately": 8,
        "drifting": ["Cara Woods", "Ben Shaw", "Ana Diaz", "Dev Patel"],
    }
    assert (people[0]["weekend_shifts"], people[0]["night_shifts"]) == (0, 0)


def test_fairness_is_told_in_sentences(cafe: Terminal) -> None:
    assert cafe("rota", "fairness", *WEEK).out.splitlines() == [
        "Over four weeks the furthest from their target: Cara Woods 24 h below.",
        "This week people are 8 h apart against their targets, over four weeks 8 h.",
        "- Cara Woods: 0 h of 24 h, 24 h below; over four weeks 24 h below",
        "- Ben Shaw: 14 h of 32 h, 18 h below; over four weeks 18 h below",
        "- Ana Diaz: 16 h of 32 h, 16 h below; over four weeks 16 h below",
        "- Dev Patel: 8 h of 24 h, 16 h below; over four weeks 16 h below",
    ]


@pytest.mark.parametrize("command", ["hours", "fairness"])
def test_week_that_is_not_published_has_no_hours(cafe: Terminal, command: str) -> None:
    answer = cafe("rota", command, "--week", "2026-11-23")
    assert (answer.code, answer.out) == (0, "The week of 2026-11-23 is not published.\n")


def test_feed_is_made_renewed_and_ended(cafe: Terminal, services: Services) -> None:
    first = cafe("rota", "feed", "ana", "--json").json
    assert first["person"] == "Ana Diaz"
    assert cafe("rota", "feed", "Ana Diaz", "--json").json["path"] == first["path"]
    second = cafe("rota", "feed", "Ana Diaz", "--new", "--json").json
    assert second["path"] != first["path"]
    token = second["path"].removeprefix("/feeds/rota/").removesuffix(".ics")
    assert services.rota.reports.show_feed(token).count(b"BEGIN:VEVENT") == 2
    assert cafe("rota", "feed", "ana", "--end").out == "The feed has ended.\n"
    assert cafe("rota", "feed", "ana", "--end").out == "There was no feed.\n"


def test_feed_of_nobody_is_refused_in_one_line(cafe: Terminal) -> None:
    answer = cafe("rota", "feed", "Anna")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "belfry: there is nobody called 'Anna' in the staff sheet\n"


def test_new_and_ended_at_once_is_refused(cafe: Terminal) -> None:
    answer = cafe("rota", "feed", "ana", "--new", "--end")
    assert (answer.code, answer.err) == (2, "belfry: --new and --end cannot both be meant\n")
