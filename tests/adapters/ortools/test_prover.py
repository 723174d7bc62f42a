"""OR-Tools' proofs are true, and its results are legal and fill more shifts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.fullest import count_filled, find_fullest, fix_names
from tests.rota.drafting.planted import plant, random_week
from tests.rota.rules.week_strategies import weeks
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.adapters.ortools.prover import MOST_CELLS, OrtoolsProver
from belfry.rota.drafting.search import Drafted, draft_rota
from belfry.rota.drafts.draft_week import JudgeDraft
from belfry.rota.drafts.proofs import Proof, Verdict
from belfry.rota.ports import Prover
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.waivers import waive
from belfry.rota.rules.weeks import Rota, Rules, Week

DAYS = ("Mon", "Tue", "Wed", "Thu")


def prove(week: Week, rota: Rota) -> Proof:
    prover: Prover = OrtoolsProver()
    return prover.prove(week, rota)


def empty(week: Week) -> Rota:
    return {shift.id: () for shift in week.shifts}


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.data())
def test_proof_agrees_with_trying_everything(data: st.DataObject) -> None:
    week = data.draw(weeks(most_shifts=4))
    start, _ = fix_names(week)
    most = find_fullest(week)
    proof = prove(week, start)
    assert proof.bound == most
    if count_filled(start) == most:
        assert (proof.verdict, proof.fuller) == (Verdict.PROVED, None)
    else:
        assert proof.verdict is Verdict.FULLER
        assert proof.fuller is not None
        assert check_rota(week, proof.fuller) == ()
        assert count_filled(proof.fuller) == most == count_filled(start) + proof.more


def test_fuller_rota_fills_a_planted_week() -> None:
    week = plant(12, 0).week
    proof = prove(week, empty(week))
    assert proof.verdict is Verdict.FULLER
    assert proof.fuller is not None
    assert [
        shift.id for shift in week.shifts if len(proof.fuller[shift.id]) < shift.headcount
    ] == []
    assert check_rota(week, proof.fuller) == ()


def test_full_rota_is_proved_by_counting_alone() -> None:
    planted = plant(12, 1)
    lazy = OrtoolsProver(rounds=0)
    assert lazy.prove(planted.week, planted.rota).verdict is Verdict.PROVED


def test_fullest_rota_of_an_overdemanded_week_is_proved() -> None:
    week = random_week(12, 70, 0)
    fuller = prove(week, empty(week)).fuller
    assert fuller is not None
    proof = prove(week, fuller)
    filled = count_filled(fuller)
    assert (proof.verdict, proof.filled, proof.bound) == (Verdict.PROVED, filled, filled)
    assert filled < proof.seats


def test_same_question_gets_the_same_answer() -> None:
    week = random_week(15, 80, 3)
    assert prove(week, empty(week)) == prove(week, empty(week))


def test_too_little_work_leaves_it_open() -> None:
    week = random_week(30, 180, 0)
    proof = OrtoolsProver(work=0.0, rounds=1).prove(week, empty(week))
    assert (proof.verdict, proof.fuller) == (Verdict.NOT_PROVEN, None)
    assert proof.bound <= proof.seats


def test_week_with_too_many_possibilities_is_left_open() -> None:
    shifts = [f"{day} {hour:02}:00-18:00" for day in DAYS for hour in range(8, 17)]
    people = [make_member(f"Person {number}") for number in range(MOST_CELLS // len(shifts) + 1)]
    week = make_week(shifts, people)
    proof = prove(week, empty(week))
    assert (proof.verdict, proof.fuller) == (Verdict.NOT_PROVEN, None)


def test_people_keep_their_shift_among_others_that_are_alike() -> None:
    shifts = [make_shift("Mon 09:00-17:00", id=name) for name in ("a", "b", "c")]
    week = make_week([*shifts, "Tue 09:00-17:00"], ["Ana", "Ben", "Cem"])
    rota = {"a": (), "b": ("Ana",), "c": ("Ben",), "s/Tue/0900": ("Cem",)}
    fuller = prove(week, rota).fuller
    assert fuller is not None
    assert (fuller["a"], fuller["b"], fuller["c"]) == (("Cem",), ("Ana",), ("Ben",))


def test_days_in_a_row_are_counted_where_a_day_has_several_shifts() -> None:
    shifts = [f"{day} {span}" for day in DAYS for span in ("08:00-10:00", "12:00-14:00")]
    rules = Rules(shifts_a_day=2, days_in_row=2)
    week = make_week(shifts, ["Ana"], rules=rules)
    proof = prove(week, empty(week))
    assert (proof.seats, proof.more, proof.bound) == (8, 6, 6)


def test_proof_names_what_it_assumes_and_what_dropping_it_would_gain() -> None:
    alone = make_shift("Mon 09:00-17:00", id="any", wishes=["Ana"])
    keys = make_shift("Mon 10:00-18:00", id="keys", skills=["keys"])
    week = make_week([alone, keys], [make_member("Ana", skills=["keys"]), make_member("Ben")])
    proof = prove(week, {"any": ("Ana",), "keys": ()})
    assert (proof.verdict, proof.filled, proof.bound) == (Verdict.PROVED, 1, 1)
    assert proof.words == (
        "Proved: no rota within the rules fills more than 1 of 2 seats."
        " This assumes Ana wished for on Monday 09:00-17:00."
        " To be gained: 1 seat more without Ana wished for on Monday 09:00-17:00."
    )


def test_proof_says_where_dropping_a_wish_gains_nothing() -> None:
    pinned = make_shift("Mon 09:00-17:00", id="a", pins=["Ana"])
    shifts = [pinned, make_shift("Mon 09:00-17:00", id="b")]
    proof = prove(make_week(shifts, ["Ana"]), {"a": ("Ana",), "b": ()})
    assert proof.gains == {}
    assert proof.words.endswith("Without any one of them, no more could be filled.")


def test_search_that_leaves_a_person_out_is_found_out() -> None:
    week = make_week(["Mon 09:00-17:00", "Mon 10:00-18:00"], ["Ana", "Ben"])

    def forget_ben(week: Week) -> Drafted:
        return draft_rota(replace(week, members=week.members[:1]))

    proof = JudgeDraft(forget_ben, OrtoolsProver())(week).proof
    assert (proof.verdict, proof.more) == (Verdict.FULLER, 1)


def test_fuller_rota_empties_no_published_shift() -> None:
    members = [make_member("Ana", skills=["keys"], cap=16), make_member("Ben", cap=8)]
    shifts = [
        make_shift("Mon 09:00-17:00", id="known"),
        make_shift("Mon 09:00-17:00", id="new", skills=["keys"]),
        make_shift("Tue 09:00-17:00", id="also", skills=["keys"]),
    ]
    week = make_week(shifts, members, published={"known": ("Ana",)})
    proof = prove(week, {"known": ("Ana",), "new": (), "also": ()})
    assert proof.fuller is not None
    assert proof.fuller["known"] != ()


def test_seat_that_a_manager_allowed_is_assumed_and_counted() -> None:
    allowed = make_shift("Mon 09:00-17:00", id="bar", role="bar")
    shifts = [allowed, make_shift("Mon 09:00-17:00", id="b")]
    week, rota = make_week(shifts, ["Ana"]), {"bar": ("Ana",), "b": ()}
    proof = prove(waive(week, rota, {"bar": ["Ana"]}, by="Maria"), rota)
    assert (proof.verdict, proof.filled, proof.bound) == (Verdict.PROVED, 1, 1)
    assert proof.assumes == ("Ana allowed on Monday 09:00-17:00",)
