"""How opening hours are read, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import opening_weeks
from tests.loops import for_each

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.opening_hours import (
    OpeningHours,
    Span,
    parse_opening_hours,
    render_opening_hours,
)


@for_each(
    "text, meaning",
    [
        ("Mon-Fri 9am-6pm; Sat 10am-4pm", "Mon-Fri 09:00-18:00; Sat 10:00-16:00"),
        ("Monday to Friday 09:00–18:00, Sat 10-16", "Mon-Fri 09:00-18:00; Sat 10:00-16:00"),
        ("mon-fri 9AM-6PM SAT 10 am to 4 pm", "Mon-Fri 09:00-18:00; Sat 10:00-16:00"),
        ("Mon-Fri: 9 a.m. until 6 p.m. Sat: closed.", "Mon-Fri 09:00-18:00"),
        ("daily 9-17", "Mon-Sun 09:00-17:00"),
        ("every day from 9:15 to 17:45", "Mon-Sun 09:15-17:45"),
        ("weekdays 9-6pm, weekends 10-noon", "Mon-Fri 09:00-18:00; Sat-Sun 10:00-12:00"),
        (
            "Tues, Thurs 9.30am - 1pm and 2pm - 6pm",
            "Tue 09:30-13:00, 14:00-18:00; Thu 09:30-13:00, 14:00-18:00",
        ),
        ("Mon and Tue 9-12, 13-17 & Sat 9-12", "Mon-Tue 09:00-12:00, 13:00-17:00; Sat 09:00-12:00"),
        ("Sat-Mon 10-16", "Mon 10:00-16:00; Sat-Sun 10:00-16:00"),
        ("Fri 6pm-midnight", "Fri 18:00-24:00"),
        ("Fri 18:00-00:00; Sat 6pm-12am", "Fri-Sat 18:00-24:00"),
        ("Mon 12am-12pm", "Mon 00:00-12:00"),
        ("Mon-Sun 00:00-24:00", "Mon-Sun 00:00-24:00"),
        ("daily 9-17, closed Sunday", "Mon-Sat 09:00-17:00"),
        ("closed on Sundays; daily 9-17", "Mon-Sat 09:00-17:00"),
        ("Mon-Fri 9-17; Wed 9-12", "Mon-Tue 09:00-17:00; Wed 09:00-12:00; Thu-Fri 09:00-17:00"),
        ("daily 8-20; weekends 10-16; Sun closed", "Mon-Fri 08:00-20:00; Sat 10:00-16:00"),
    ],
)
def test_opening_hours_are_read_as_meant(text: str, meaning: str) -> None:
    assert render_opening_hours(parse_opening_hours(text)) == meaning


@for_each(
    "text, column, refused_text, expected",
    [
        ("", 0, "", "the hours of at least one day"),
        ("closed Sunday", 13, "", "the hours of at least one day"),
        ("9am-6pm", 0, "9am", "a day such as Mon"),
        ("Mon-Fro 9-17", 4, "Fro", "a day such as Mon"),
        ("Mon-Fri 9am-6pm; Funday 9-12", 17, "Funday", "a day such as Mon"),
        ("Mon-Fri", 7, "", "a time such as 9am"),
        ("Mon-Fri soon", 8, "soon", "a time such as 9am"),
        ("Mon 9.75-17", 4, "9.75", "a time such as 9am"),
        ("Mon 13pm-5pm", 4, "13pm", "a time such as 9am"),
        ("Mon 0am-5pm", 4, "0am", "a time such as 9am"),
        ("Mon 9-24:30", 6, "24:30", "a time such as 9am"),
        ("Mon 0900-1800", 4, "0900-1800", "a time such as 9am"),
        ("Mon 9am", 7, "", "a dash or 'to'"),
        ("Mon 9am-6pm, 7pm", 16, "", "a dash or 'to'"),
        ("Mon-Fri 9-5", 10, "5", "a closing time later on the same day"),
        ("Fri 6pm-2am", 8, "2am", "a closing time later on the same day"),
        ("Sat 1-5pm", 4, "1", "am or pm after both times"),
        ("Sat 9am-11", 4, "9am", "am or pm after both times"),
        ("Mon 9-13, 12-17", 10, "12", "an opening time after the hours before it"),
        ("Mon 9-17; Mon 10-12", 10, "Mon", "Monday to be named once"),
        ("Wed 9-17; closed Wed", 17, "Wed", "Wednesday to be named once"),
        ("Mon 9-17 by appointment", 9, "by", "a day such as Mon"),
    ],
)
def test_opening_hours_that_are_unclear_are_refused_at_their_place(
    text: str, column: int, refused_text: str, expected: str
) -> None:
    with pytest.raises(ReadingError) as refused:
        parse_opening_hours(text)

    error = refused.value
    assert (error.column, error.text, error.expected[: len(expected)]) == (
        column,
        refused_text,
        expected,
    )


@settings(max_examples=200, deadline=None, derandomize=True)
@given(opening_weeks)
def test_opening_hours_written_out_are_read_back(opening: OpeningHours) -> None:
    assert parse_opening_hours(render_opening_hours(opening)) == opening


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(st.text(), st.text("Mon-Fri 9:30apSaclosedy,;&.")))
def test_any_text_is_read_or_refused_within_its_bounds(text: str) -> None:
    column, refused = 0, ""
    try:
        parse_opening_hours(text)
    except ReadingError as error:
        column, refused = error.column, error.text

    assert text[column : column + len(refused)] == refused


@pytest.mark.parametrize(
    "week",
    [
        pytest.param(((),) * 6, id="six days"),
        pytest.param(((Span(600, 600),), *((),) * 6), id="closing when it opens"),
        pytest.param(((Span(600, 1441),), *((),) * 6), id="past midnight"),
        pytest.param(((Span(600, 720), Span(700, 800)),) * 7, id="overlapping"),
    ],
)
def test_week_that_cannot_be_is_refused(week: tuple[tuple[Span, ...], ...]) -> None:
    with pytest.raises(InputError):
        OpeningHours(week)


def test_shop_that_never_opens_is_written_as_closed() -> None:
    assert render_opening_hours(OpeningHours(((),) * 7)) == "closed"
