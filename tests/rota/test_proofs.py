"""What can be told without a solver, and in which words."""

from __future__ import annotations

import pytest
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week

from belfry.rota.drafts.proofs import Proof, Verdict, prove_plainly
from belfry.rota.rules.weeks import Rota, Shift

MONDAY = make_shift("Mon 09:00-17:00", id="mon", headcount=2)
TUESDAY = make_shift("Tue 09:00-17:00", id="tue")
NOBODYS = make_shift("Wed 09:00-17:00", id="wed", role="diver")
HELD = make_shift("Thu 09:00-17:00", id="thu", held="ask the owner")
PINNED_AWAY = make_shift("Fri 09:00-17:00", id="fri", pins=["Cem"])


@pytest.mark.parametrize(
    "shifts, rota, expected",
    [
        pytest.param(
            [MONDAY, TUESDAY],
            {"mon": ("Ana", "Ben"), "tue": ("Ana",)},
            Proof(verdict=Verdict.PROVED, seats=3, filled=3, bound=3),
            id="everything is filled",
        ),
        pytest.param(
            [MONDAY, TUESDAY],
            {"mon": ("Ana",), "tue": ("Ana",)},
            Proof(verdict=Verdict.NOT_PROVEN, seats=3, filled=2, bound=3),
            id="a seat is open that somebody may take",
        ),
        pytest.param(
            [TUESDAY, NOBODYS],
            {"tue": ("Ana",)},
            Proof(verdict=Verdict.PROVED, seats=2, filled=1, bound=1),
            id="a seat is open that nobody may take",
        ),
        pytest.param(
            [TUESDAY, HELD, PINNED_AWAY],
            {"tue": ("Ana",), "thu": (), "fri": ()},
            Proof(verdict=Verdict.PROVED, seats=1, filled=1, bound=1, held=2),
            id="seats that wait for a decision do not count",
        ),
        pytest.param(
            [], {}, Proof(verdict=Verdict.PROVED, seats=0, filled=0, bound=0), id="no shifts at all"
        ),
        pytest.param(
            [TUESDAY],
            {"tue": ("Ana", "Ana")},
            Proof(verdict=Verdict.PROVED, seats=1, filled=1, bound=1),
            id="nobody counts twice",
        ),
    ],
)
def test_counting_proves_what_it_can(shifts: list[Shift], rota: Rota, expected: Proof) -> None:
    members = [make_member("Ana"), make_member("Ben"), make_member("Cem")]
    week = make_week(shifts, members, time_off=[make_time_off("Cem", "Mon", "Sun")])
    assert prove_plainly(week, rota) == expected


@pytest.mark.parametrize(
    "proof, words",
    [
        pytest.param(
            Proof(verdict=Verdict.PROVED, seats=80, filled=80, bound=80),
            "Every open seat is filled.",
            id="full",
        ),
        pytest.param(
            Proof(verdict=Verdict.PROVED, seats=80, filled=76, bound=76),
            "Proved: no rota within the rules fills more than 76 of 80 seats.",
            id="as full as can be",
        ),
        pytest.param(
            Proof(verdict=Verdict.PROVED, seats=80, filled=76, bound=76, held=1),
            "Proved: no rota within the rules fills more than 76 of 80 seats, "
            "not counting 1 held seat.",
            id="as full as can be, and one for a person to decide",
        ),
        pytest.param(
            Proof(verdict=Verdict.NOT_PROVEN, seats=80, filled=76, bound=78),
            "This rota fills 76 of 80 seats. Whether another fills more is not proven; "
            "78 is the most there could be.",
            id="not known",
        ),
        pytest.param(
            Proof(verdict=Verdict.FULLER, seats=80, filled=76, bound=77, fuller={}, more=1),
            "A rota within the rules fills 1 seat more. None fills more than that.",
            id="a fuller one, and none fuller still",
        ),
        pytest.param(
            Proof(verdict=Verdict.FULLER, seats=80, filled=76, bound=79, fuller={}, more=2),
            "A rota within the rules fills 2 seats more. "
            "Whether another fills still more is not proven; 79 is the most.",
            id="a fuller one, and maybe others",
        ),
    ],
)
def test_proof_is_told_in_a_managers_words(proof: Proof, words: str) -> None:
    assert proof.words == words
