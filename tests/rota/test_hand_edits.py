"""Whether what was changed by hand lasts, and what Belfry wrote itself is no wish."""

from __future__ import annotations

from tests.rota.weeks import make_shift, make_week

from belfry.rota.drafts.gather_facts import carry_edits, fix_begun, forget_mirrored, take_up_edits
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Shift, Week


def week(*shifts: Shift, **more: object) -> Week:
    return make_week(shifts, ["Ana", "Ben", "Cara"], **more)  # type: ignore[arg-type]


def names(week: Week) -> list[tuple[tuple[str, ...], bool]]:
    return [(shift.wishes, shift.is_pinned) for shift in week.shifts]


MON = make_shift("Mon 09:00-17:00", id="mon")
TUE = make_shift("Tue 09:00-17:00", id="tue", headcount=2, wishes=["Ben"])


def test_edit_pins_the_people_and_says_who_did() -> None:
    edits = take_up_edits(week(MON, TUE), {"mon": ("Ana",)}, by="maria")
    assert names(edits) == [(("Ana",), True), (("Ben",), False)]
    assert [shift.pinned_by for shift in edits.shifts] == ["maria", ""]


def test_edit_decides_what_waited_for_a_person() -> None:
    held = make_shift("Mon 09:00-17:00", id="mon", held="ask me")
    edits = take_up_edits(week(held, clashes={"mon": "Ben is off"}), {"mon": ("Ana",)}, by="maria")
    assert (edits.shifts[0].held, edits.clashes) == ("", {})


def test_shift_left_to_nobody_waits_for_a_person() -> None:
    [shift] = take_up_edits(week(MON), {"mon": ()}, by="maria").shifts
    assert (shift.held, shift.is_pinned, shift.pinned_by) == ("left open by hand", False, "maria")


def test_loose_edit_leaves_no_mark() -> None:
    edits = take_up_edits(week(MON), {"mon": ("Ana",)}, by="maria", is_pinned=False)
    assert edits == week(MON)


def test_loose_edit_ends_an_earlier_one() -> None:
    edited = take_up_edits(week(MON), {"mon": ("Ana",)}, by="maria")
    assert take_up_edits(edited, {"mon": ("Ben",)}, by="maria", is_pinned=False) == week(MON)


def test_loose_edit_leaves_what_the_sheet_wishes() -> None:
    assert take_up_edits(week(TUE), {"tue": ("Ana",)}, by="maria", is_pinned=False) == week(TUE)


def test_edits_are_carried_into_facts_gathered_anew() -> None:
    before = take_up_edits(week(MON, TUE), {"mon": ("Ana",), "tue": ()}, by="maria")
    carried = carry_edits(week(MON, TUE, clashes={"mon": "Ben is off"}), before)
    assert (carried.shifts, carried.clashes) == (before.shifts, {})


def test_moved_shift_keeps_the_edit_at_its_new_time() -> None:
    before = take_up_edits(week(MON), {"mon": ("Ana",)}, by="maria")
    moved = make_shift("Mon 10:00-18:00", id="mon")
    [shift] = carry_edits(week(moved), before).shifts
    assert (shift.wishes, shift.starts_at) == (("Ana",), moved.starts_at)


def test_pin_of_the_sheet_alone_is_not_carried() -> None:
    pinned = make_shift("Mon 09:00-17:00", id="mon", pins=["Ana"])
    assert carry_edits(week(MON), week(pinned)) == week(MON)


def test_newer_pin_of_the_sheet_stands() -> None:
    before = take_up_edits(week(MON), {"mon": ("Ana",)}, by="maria")
    pinned = week(make_shift("Mon 09:00-17:00", id="mon", pins=["Ben"]))
    assert carry_edits(pinned, before) == pinned


def test_shift_that_is_gone_carries_nothing() -> None:
    before = take_up_edits(week(MON, TUE), {"mon": ("Ana",)}, by="maria")
    assert carry_edits(week(TUE), before) == week(TUE)


def published(*shifts: Shift, **rota: tuple[str, ...]) -> Placed:
    return Placed(week(*shifts), rota)


def test_published_name_is_no_wish() -> None:
    mirrored = make_shift("Mon 09:00-17:00", id="mon", wishes=["Ana"])
    assert forget_mirrored(week(mirrored), published(MON, mon=("Ana",))) == week(MON)


def test_wish_that_was_there_before_stays_beside_published_names() -> None:
    mirrored = make_shift("Tue 09:00-17:00", id="tue", headcount=2, wishes=["Cara", "Ben"])
    known = published(TUE, tue=("Ben", "Cara"))
    assert forget_mirrored(week(mirrored), known) == week(TUE)


def test_pinned_shift_keeps_its_pin_and_no_more() -> None:
    pinned = make_shift("Tue 09:00-17:00", id="tue", headcount=2, pins=["Ben"])
    mirrored = make_shift("Tue 09:00-17:00", id="tue", headcount=2, pins=["Ben", "Cara"])
    assert forget_mirrored(week(mirrored), published(pinned, tue=("Ben", "Cara"))) == week(pinned)


def test_other_name_in_the_sheet_is_a_wish() -> None:
    typed = week(make_shift("Mon 09:00-17:00", id="mon", wishes=["Cara"]))
    assert forget_mirrored(typed, published(MON, mon=("Ana",))) == typed


def test_published_name_that_somebody_pins_since_is_a_pin() -> None:
    pinned = week(make_shift("Mon 09:00-17:00", id="mon", pins=["Ana"]))
    assert forget_mirrored(pinned, published(MON, mon=("Ana",))) == pinned


def test_edited_shift_is_left_to_the_edit() -> None:
    known = take_up_edits(week(MON), {"mon": ("Ana",)}, by="maria")
    mirrored = make_shift("Mon 09:00-17:00", id="mon", wishes=["Ana"])
    forgotten = forget_mirrored(week(mirrored), Placed(known, {"mon": ("Ana",)}))
    assert forgotten == week(MON)
    assert carry_edits(forgotten, known) == known


def test_shift_that_has_begun_is_fixed_as_it_is() -> None:
    known = Placed(week(MON, TUE), {"mon": ("Ana",), "tue": ("Cara",)})
    fixed = fix_begun(week(MON, TUE), known, {"mon"})
    assert names(fixed) == [(("Ana",), True), (("Ben",), False)]


def test_shift_that_began_with_nobody_stays_as_it_is() -> None:
    assert fix_begun(week(MON), Placed(week(MON), {}), {"mon"}) == week(MON)


def test_shift_that_has_begun_stays_though_the_sheet_has_it_no_longer() -> None:
    known = Placed(week(MON, TUE), {"mon": ("Ana",), "tue": ("Cara",)})
    fixed = fix_begun(week(TUE), known, {"mon"})
    assert [shift.id for shift in fixed.shifts] == ["mon", "tue"]
    assert names(fixed) == [(("Ana",), True), (("Ben",), False)]


PINNED = make_shift("Mon 09:00-17:00", id="mon", pins=["Ana"])


def test_edit_lasts_over_the_pin_that_the_sheet_had_before() -> None:
    edited = take_up_edits(week(PINNED), {"mon": ("Ben",)}, by="maria")
    again = take_up_edits(edited, {"mon": ("Cara",)}, by="maria")
    assert names(carry_edits(week(PINNED), again)) == [(("Cara",), True)]


def test_pin_that_comes_back_after_an_edit_was_published_is_newer() -> None:
    edited = take_up_edits(week(PINNED), {"mon": ("Ben",)}, by="maria")
    assert names(carry_edits(week(PINNED), edited, edited)) == [(("Ana",), True)]
