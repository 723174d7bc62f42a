"""OR-Tools' proofs are true, and its results are legal and fill more shifts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.fullest import count_filled, find_fullest, fix_names
from tests.rota.drafting.planted import plant, random_week
from tests.rota.rules.week_strategies import weeks
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.adapters.ortools.prover import MOST_CELLS, OrtoolsProver
from belfry.rota.drafts.proofs import Proof, Verdict
from belfry.rota.ports import Prover
from belfry.rota.rules.checker import check_rota
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
