"""Whether drafts can be answered and followed from the terminal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.rota.publishing import SHIFTS
from tests.rota.teams import FILES, TIME_OFF_FILE, WEEK_FILE

from belfry.bootstrap import Services
from belfry.kernel.changes import Put
from belfry.messaging.messages import Message, State
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.scheduler.kinds import RunContext

WEEK = ("--week", "2026-11-16", "--at", "2026-11-12T10:00:00Z")


@pytest.fixture
def cafe(belfry: Terminal) -> Terminal:
    """A week with a draft that follows all wishes of the sheet."""
    (belfry.folder / "rota").mkdir()
    for name, text in FILES.items():
        (belfry.folder / name).write_text(text, encoding="utf-8")
    header = FILES[WEEK_FILE].partition("\n")[0]
    (belfry.folder / WEEK_FILE).write_text("\n".join([header, *SHIFTS]) + "\n")
    assert belfry("rota", "draft", *WEEK).code == 0
    return belfry


def add_time_off(cafe: Terminal, line: str) -> None:
    with (cafe.folder / TIME_OFF_FILE).open("a") as file:
        file.write(f"{line}\n")


def test_approve_publishes_the_newest_draft(cafe: Terminal, services: Services) -> None:
    approved = cafe("rota", "approve", *WEEK, "--json").json
    assert approved == {"week": "2026-11-16", "draft": 1, "edition": 1, "overruled": []}
    head = services.ports.store.find(RotaWeek, "2026-11-16")
    assert head is not None
    assert (head.published, head.published_by) == (1, "Olga Finch")


def test_approve_says_so_to_people(cafe: Terminal) -> None:
    answer = cafe("rota", "approve", *WEEK)
    expected = "Draft 1 of the week of 2026-11-16 is published as edition 1."
    assert answer.out == f"{expected} Everyone whose shifts are new is notified.\n"


def test_approve_twice_is_refused_in_one_line(cafe: Terminal) -> None:
    cafe("rota", "approve", *WEEK)
    answer = cafe("rota", "approve", *WEEK)
    assert (answer.code, answer.err) == (
        1,
        "belfry: draft 1 of the week of 2026-11-16 was approved by Olga Finch already\n",
    )


def test_approve_of_an_outdated_draft_is_refused(cafe: Terminal) -> None:
    cafe("rota", "redraft", *WEEK)
    answer = cafe("rota", "approve", *WEEK, "--draft", 1)
    assert (answer.code, "draft 1 is outdated" in answer.err) == (1, True)


def test_approve_of_a_week_without_a_draft_leaves_with_2(cafe: Terminal) -> None:
    answer = cafe("rota", "approve", "--week", "2026-11-23")
    assert (answer.code, answer.err) == (
        2,
        "belfry: there is no draft yet of the week of 2026-11-23\n",
    )


def test_approve_says_what_speaks_against_it_until_it_is_to_be_anyway(cafe: Terminal) -> None:
    add_time_off(cafe, "Ana Diaz,2026-11-17,2026-11-17,approved,")
    refused = cafe("rota", "approve", *WEEK)
    assert (refused.code, refused.err) == (
        1,
        "belfry: draft 1 is not published: Ana Diaz is off from 2026-11-17 to 2026-11-17, "
        "and tue-early falls into it\n",
    )
    [overruled] = cafe("rota", "approve", *WEEK, "--anyway", "--json").json["overruled"]
    assert (overruled["rule"], overruled["shift_id"]) == ("time off", "tue-early")


def test_edit_makes_a_new_draft_and_says_whom_it_touches(cafe: Terminal) -> None:
    edited = cafe("rota", "edit", "tue-early", "Cara", *WEEK, "--json").json
    assert (edited["draft"], edited["making"], edited["broken"]) == (2, "edited", [])
    assert edited["changes"] == [
        "Ana Diaz loses Tuesday 07:00-15:00",
        "Cara Woods gains Tuesday 07:00-15:00",
    ]


def test_edit_tells_people_the_same(cafe: Terminal) -> None:
    assert cafe("rota", "edit", "tue-early", *WEEK).out.splitlines() == [
        "Draft 2 of the week of 2026-11-16: 4 of 5 seats filled; touches 1 person: Ana Diaz.",
        "Ana Diaz loses Tuesday 07:00-15:00",
    ]


def test_edit_in_a_dry_run_says_which_rules_it_would_break(cafe: Terminal) -> None:
    answer = cafe("rota", "edit", "mon-early", "Dev Patel", *WEEK, "--dry-run", "--json")
    edited = answer.json
    assert (edited["draft"], len(edited["broken"])) == (1, 1)
    assert edited["broken"][0].startswith("Dev Patel ")
    assert cafe("rota", "edit", "tue-early", "Cara", *WEEK, "--dry-run").out.splitlines()[0] == (
        "No rule is against it."
    )


def test_edit_against_a_rule_is_refused_until_it_is_to_be_anyway(cafe: Terminal) -> None:
    refused = cafe("rota", "edit", "mon-early", "Dev Patel", *WEEK)
    assert (refused.code, "the rules are against it: Dev Patel" in refused.err) == (1, True)
    done = cafe("rota", "edit", "mon-early", "Dev Patel", *WEEK, "--anyway", "--json").json
    assert len(done["broken"]) == 1


@pytest.mark.parametrize(
    ("shift", "name", "expected"),
    [
        ("noon", "Ana", "there is no shift noon in the week of 2026-11-16"),
        ("mon-early", "Zed", "name: there is nobody called 'Zed' in the staff sheet"),
    ],
    ids=["an unknown shift", "an unknown person"],
)
def test_edit_of_what_is_not_there_leaves_with_2(
    cafe: Terminal, shift: str, name: str, expected: str
) -> None:
    answer = cafe("rota", "edit", shift, name, *WEEK)
    assert (answer.code, answer.err) == (2, f"belfry: {expected}\n")


def test_loose_edit_is_not_pinned(cafe: Terminal) -> None:
    cafe("rota", "edit", "tue-early", "Cara", *WEEK, "--loose")
    shifts = cafe("rota", "show", *WEEK, "--json").json["shifts"]
    assert [shift["pinned"] for shift in shifts if shift["shift_id"] == "tue-early"] == [False]


def test_redraft_says_whom_it_touches(cafe: Terminal) -> None:
    add_time_off(cafe, "Dev Patel,2026-11-18,2026-11-18,approved,")
    redrafted = cafe("rota", "redraft", *WEEK, "--because", "Dev is away", "--json").json
    assert (redrafted["draft"], redrafted["making"], redrafted["touched"]) == (
        2,
        "redrafted",
        ["Dev Patel"],
    )


def test_redraft_lists_rows_that_cannot_be_read_and_leaves_with_1(cafe: Terminal) -> None:
    add_time_off(cafe, "Dev Patel,soon,,approved,")
    answer = cafe("rota", "redraft", *WEEK, "--json")
    assert (answer.code, len(json.loads(answer.out)["problems"])) == (1, 1)
    assert answer.err.startswith(f"belfry: {TIME_OFF_FILE}, line 3")


def test_fuller_is_refused_where_nobody_found_one(cafe: Terminal) -> None:
    answer = cafe("rota", "fuller", *WEEK)
    assert (answer.code, answer.err) == (
        1,
        "belfry: no fuller rota was found for draft 1\n",
    )


def test_publish_shows_what_became_of_each_message(cafe: Terminal, services: Services) -> None:
    cafe("rota", "approve", *WEEK)
    assert "Not all messages are queued yet" in cafe("rota", "publish", *WEEK).out
    _relay(services)
    published = cafe("rota", "publish", *WEEK, "--json").json
    states = {person["name"]: (person["shifts"], person["state"]) for person in published["people"]}
    assert states == {
        "Ana Diaz": (2, "queued"),
        "Ben Shaw": (2, "queued"),
        "Cara Woods": (0, "nothing to tell"),
        "Dev Patel": (1, "queued"),
    }


def test_publish_of_a_week_that_is_not_published_leaves_with_2(cafe: Terminal) -> None:
    answer = cafe("rota", "publish", *WEEK)
    assert (answer.code, answer.err) == (2, "belfry: the week of 2026-11-16 is not published yet\n")


def test_resend_is_refused_while_the_first_one_waits(cafe: Terminal, services: Services) -> None:
    cafe("rota", "approve", *WEEK)
    _relay(services)
    answer = cafe("rota", "resend", "Ana", *WEEK)
    assert (answer.code, "is still queued: nothing is to be resent" in answer.err) == (1, True)


def test_resend_names_the_new_message(cafe: Terminal, services: Services) -> None:
    cafe("rota", "approve", *WEEK)
    _relay(services)
    key = "rota/2026-11-16/edition-1/Ana Diaz"
    first = services.ports.store.find(Message, key)
    assert first is not None
    services.ports.store.commit([Put(replace(first, state=State.SENT, due_at=None))])
    resent = cafe("rota", "resend", "Ana", *WEEK, "--json").json
    assert resent == {"week": "2026-11-16", "person": "Ana Diaz", "message": f"{key}/resend-1"}


def _relay(services: Services) -> None:
    now = services.ports.clock.now()
    services.kinds["relay"].run({}, RunContext("r", 1, "relay", 1, now, 1))
