"""What the chain_override cell of a row means, and which of its numbers have no side."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.chains.chains import parse_override, render_offsets
from belfry.kernel.hours.clock_times import ReadingError


@pytest.mark.parametrize(
    "cell, offsets",
    [
        pytest.param("-60, -30, -7, 0", (-60, -30, -7, 0), id="offsets"),
        pytest.param("0, -7, -60, -7", (-60, -7, 0), id="offsets in any order, one of them twice"),
        pytest.param("-5, 0, 2", (-5, 0, 2), id="a plain number among signs is after"),
        pytest.param("+2, +5", (2, 5), id="offsets after"),
        pytest.param("-30; -7 / 0 and +2", (-30, -7, 0, 2), id="other signs between them"),
        pytest.param("-30,-7,0", (-30, -7, 0), id="without blanks"),
        pytest.param("\u221230, \u20137", (-30, -7), id="a proper minus and a dash"),
        pytest.param("-60 days, -30 days", (-60, -30), id="with the unit"),
        pytest.param("'-60, -30", (-60, -30), id="kept as text by a spreadsheet"),
        pytest.param("-7.0", (-7,), id="one number as a spreadsheet writes it"),
        pytest.param("0", (0,), id="the day itself"),
        pytest.param("60, 30, 7 before", (-60, -30, -7), id="a side in words"),
        pytest.param("60/30/7 before", (-60, -30, -7), id="a side in words, with slashes"),
        pytest.param("1, 2 after", (1, 2), id="the other side"),
        pytest.param("2 months", None, id="months"),
        pytest.param("two weeks before and on the day", (-14, 0), id="a sentence"),
        pytest.param("60, 30, 7", None, id="no side"),
        pytest.param("7", None, id="one number without a side"),
        pytest.param("0, 7", None, id="a number without a side beside the day"),
        pytest.param("60, 30, 7 days", None, id="a unit and no side"),
        pytest.param("-5 before", None, id="two sides"),
        pytest.param("-5, 3 days after", None, id="signs and words"),
        pytest.param("-1.5", None, id="a part of a day"),
        pytest.param("60-30", None, id="a range"),
        pytest.param("- 60", None, id="a sign that stands alone"),
        pytest.param("-60 -30", None, id="nothing between them"),
        pytest.param("-60,, -30", None, id="a number missing"),
        pytest.param("-60,", None, id="cut off"),
        pytest.param("--60", None, id="two signs"),
        pytest.param("-99999", None, id="too many days"),
        pytest.param("soon", None, id="no chain at all"),
        pytest.param("2026-11-16", None, id="a date"),
        pytest.param("", None, id="nothing"),
        pytest.param("-", None, id="a dash"),
        pytest.param("-1," * 600 + "-1", None, id="too long"),
    ],
)
def test_a_cell_is_understood_or_refused(cell: str, offsets: tuple[int, ...] | None) -> None:
    if offsets is None:
        with pytest.raises(ReadingError):
            parse_override(cell)
    else:
        assert parse_override(cell) == offsets


def test_numbers_without_a_side_are_refused_with_both_readings() -> None:
    with pytest.raises(ReadingError) as caught:
        parse_override("60, 30, 7")
    assert caught.value.expected == (
        "a side: -60, -30, -7 for days before, or +7, +30, +60 for days after"
    )


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sets(st.integers(1, 3650), min_size=1, max_size=8))
def test_both_readings_that_are_offered_can_be_written(days: set[int]) -> None:
    with pytest.raises(ReadingError) as caught:
        parse_override(", ".join(map(str, days)))
    before, after = caught.value.expected.removeprefix("a side: ").split(", or ")
    assert parse_override(before.removesuffix(" for days before")) == tuple(
        sorted(-d for d in days)
    )
    assert parse_override(after.removesuffix(" for days after")) == tuple(sorted(days))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sets(st.integers(-3650, 3650), min_size=1, max_size=20))
def test_a_chain_in_figures_is_read_the_same(days: set[int]) -> None:
    offsets = tuple(sorted(days))
    assert parse_override(render_offsets(offsets)) == offsets


@settings(max_examples=500, derandomize=True, deadline=None)
@given(st.text("-+0123456789., ;/&and ys−", max_size=25) | st.text(max_size=25))
def test_any_cell_is_read_or_refused(cell: str) -> None:
    with suppress(ReadingError):
        offsets = parse_override(cell)
        assert offsets == tuple(sorted(set(offsets)))
        assert offsets
