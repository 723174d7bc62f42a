"""How often a control comes round, as people write it, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.controls.rhythm_strategies import REPEATS
from tests.loops import for_each

from belfry.controls.repeats import repeat_days
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import LAST, Fixed, Pick, Repeat, Rolling, Unit
from belfry.kernel.hours.clock_times import ReadingError

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


def weekly(*days: int, every: int = 1) -> Fixed:
    return Fixed(every, Unit.WEEK, tuple(Pick(1, day) for day in days))


def monthly(*picks: Pick, every: int = 1) -> Fixed:
    return Fixed(every, Unit.MONTH, picks)


def yearly(*picks: Pick, every: int = 1) -> Fixed:
    return Fixed(every, Unit.YEAR, picks)


def on(day: int, month: int) -> Pick:
    return Pick(day, month=month)


@for_each(
    "text, every, unit",
    [
        ("every other day", 2, Unit.DAY),
        ("every 3 days", 3, Unit.DAY),
        ("every ten days", 10, Unit.DAY),
        ("every twenty-one days", 21, Unit.DAY),
        ("every 90 days", 90, Unit.DAY),
        ("weekly", 1, Unit.WEEK),
        ("Weekly.", 1, Unit.WEEK),
        ("  WEEKLY ", 1, Unit.WEEK),
        ("once a week", 1, Unit.WEEK),
        ("each week", 1, Unit.WEEK),
        ("every other week", 2, Unit.WEEK),
        ("every second week", 2, Unit.WEEK),
        ("every 2nd week", 2, Unit.WEEK),
        ("fortnightly", 2, Unit.WEEK),
        ("every fortnight", 2, Unit.WEEK),
        ("two-weekly", 2, Unit.WEEK),
        ("4-weekly", 4, Unit.WEEK),
        ("every two fortnights", 4, Unit.WEEK),
        ("monthly", 1, Unit.MONTH),
        ("every month", 1, Unit.MONTH),
        ("once per month", 1, Unit.MONTH),
        ("every one month", 1, Unit.MONTH),
        ("every second month", 2, Unit.MONTH),
        ("every 6 months", 6, Unit.MONTH),
        ("six-monthly", 6, Unit.MONTH),
        ("6 monthly", 6, Unit.MONTH),
        ("quarterly", 3, Unit.MONTH),
        ("every quarter", 3, Unit.MONTH),
        ("every 2 quarters", 6, Unit.MONTH),
        ("half-yearly", 6, Unit.MONTH),
        ("half yearly", 6, Unit.MONTH),
        ("semi-annually", 6, Unit.MONTH),
        ("semiannual", 6, Unit.MONTH),
        ("every half-year", 6, Unit.MONTH),
        ("every 18 months", 18, Unit.MONTH),
        ("yearly", 1, Unit.YEAR),
        ("annually", 1, Unit.YEAR),
        ("Annual", 1, Unit.YEAR),
        ("once a year", 1, Unit.YEAR),
        ("per annum", 1, Unit.YEAR),
        ("every 2 years", 2, Unit.YEAR),
        ("every other year", 2, Unit.YEAR),
        ("every five years", 5, Unit.YEAR),
        ("monthly, every month", 1, Unit.MONTH),
    ],
)
def test_repeat_without_a_day_rolls(text: str, every: int, unit: Unit) -> None:
    assert parse_repeat(text) == Rolling(every, unit)


@for_each(
    "text, repeat",
    [
        ("daily", weekly(*range(7))),
        ("every day", weekly(*range(7))),
        ("everyday", weekly(*range(7))),
        ("weekly on Monday", weekly(MON)),
        ("Monday, weekly", weekly(MON)),
        ("every Monday", weekly(MON)),
        ("Mondays", weekly(MON)),
        ("on Mondays", weekly(MON)),
        ("each Wed", weekly(WED)),
        ("weekly (Thurs.)", weekly(THU)),
        ("every week on Sunday", weekly(SUN)),
        ("every Monday and Thursday", weekly(MON, THU)),
        ("Thursdays, Mondays", weekly(MON, THU)),
        ("weekly on Mon, Wed & Fri", weekly(MON, WED, FRI)),
        ("weekly on Monday and on Thursday", weekly(MON, THU)),
        ("Mon-Fri, daily", weekly(MON, TUE, WED, THU, FRI)),
        ("daily, Monday to Saturday", weekly(MON, TUE, WED, THU, FRI, SAT)),
        ("every weekday", weekly(MON, TUE, WED, THU, FRI)),
        ("weekly on Sat-Mon", weekly(MON, SAT, SUN)),
        ("every 2 weeks on Friday", weekly(FRI, every=2)),
        ("Friday every 2 weeks", weekly(FRI, every=2)),
        ("fortnightly on Fridays", weekly(FRI, every=2)),
        ("every other Friday", weekly(FRI, every=2)),
        ("every 3 weeks on Tuesday and Friday", weekly(TUE, FRI, every=3)),
    ],
)
def test_day_of_the_week_fixes_the_weeks(text: str, repeat: Repeat) -> None:
    assert parse_repeat(text) == repeat


@for_each(
    "text, repeat",
    [
        ("monthly on the 31st", monthly(Pick(31))),
        ("on the 15th of each month", monthly(Pick(15))),
        ("the 15th each month", monthly(Pick(15))),
        ("every month on the 15th", monthly(Pick(15))),
        ("15th of the month", monthly(Pick(15))),
        ("every 15th of the month", monthly(Pick(15))),
        ("monthly by the fifteenth", monthly(Pick(15))),
        ("twenty-first of the month", monthly(Pick(21))),
        ("on day 5 of every month", monthly(Pick(5))),
        ("the first of the month", monthly(Pick(1))),
        ("first day of the month", monthly(Pick(1))),
        ("every 2nd day of the month", monthly(Pick(2))),
        ("monthly on the 1st and 15th", monthly(Pick(1), Pick(15))),
        ("15th and last day of the month", monthly(Pick(15), Pick(LAST))),
        ("last day of the month", monthly(Pick(LAST))),
        ("the end of each month", monthly(Pick(LAST))),
        ("month-end", monthly(Pick(LAST))),
        ("monthly at month end", monthly(Pick(LAST))),
        ("first Monday of the month", monthly(Pick(1, MON))),
        ("monthly on the first Monday", monthly(Pick(1, MON))),
        ("2nd Tue of every month", monthly(Pick(2, TUE))),
        ("every second Friday of the month", monthly(Pick(2, FRI))),
        ("last Friday every month", monthly(Pick(LAST, FRI))),
        ("first and third Monday of the month", monthly(Pick(1, MON), Pick(3, MON))),
        ("1st and last Friday of the month", monthly(Pick(1, FRI), Pick(LAST, FRI))),
        ("the first and the third Monday of the month", monthly(Pick(1, MON), Pick(3, MON))),
        ("the 1st and the first Monday of the month", monthly(Pick(1), Pick(1, MON))),
        ("the 1st and the third Monday of the month", monthly(Pick(1), Pick(3, MON))),
        ("every 2 months on the 31st", monthly(Pick(31), every=2)),
        ("second Tuesday of every other month", monthly(Pick(2, TUE), every=2)),
        ("last day of every third month", monthly(Pick(LAST), every=3)),
        ("quarterly on the 31st", monthly(Pick(31), every=3)),
        ("half-yearly on the 1st", monthly(Pick(1), every=6)),
        ("every 3 months on the last Friday of the month", monthly(Pick(LAST, FRI), every=3)),
        ("quarterly on the last day of the month", monthly(Pick(LAST), every=3)),
    ],
)
def test_day_of_the_month_fixes_the_months(text: str, repeat: Repeat) -> None:
    assert parse_repeat(text) == repeat


@for_each(
    "text, repeat",
    [
        ("last day of the quarter", Fixed(1, Unit.QUARTER, (Pick(LAST),))),
        ("Quarterly: last day of the quarter.", Fixed(1, Unit.QUARTER, (Pick(LAST),))),
        ("quarterly on the last day", Fixed(1, Unit.QUARTER, (Pick(LAST),))),
        ("end of every quarter", Fixed(1, Unit.QUARTER, (Pick(LAST),))),
        ("quarter-end", Fixed(1, Unit.QUARTER, (Pick(LAST),))),
        ("first day of the quarter", Fixed(1, Unit.QUARTER, (Pick(1),))),
        ("the 1st of each quarter", Fixed(1, Unit.QUARTER, (Pick(1),))),
        ("first Monday of the quarter", Fixed(1, Unit.QUARTER, (Pick(1, MON),))),
        ("every 2 quarters on the last day", Fixed(2, Unit.QUARTER, (Pick(LAST),))),
        ("every 6 months on the last day of the quarter", Fixed(2, Unit.QUARTER, (Pick(LAST),))),
        ("last day of the half-year", Fixed(1, Unit.HALF, (Pick(LAST),))),
        ("last Friday of the year", yearly(Pick(LAST, FRI))),
        ("year end", yearly(Pick(LAST))),
        ("yearly on 29 February", yearly(on(29, 2))),
        ("every year on 1 April", yearly(on(1, 4))),
        ("each year on April 1st", yearly(on(1, 4))),
        ("1 April every year", yearly(on(1, 4))),
        ("every 1 April", yearly(on(1, 4))),
        ("every April 1", yearly(on(1, 4))),
        ("annually, 1st of Apr.", yearly(on(1, 4))),
        ("every 12 months on 1 April", yearly(on(1, 4))),
        ("every 2 years on 1 April", yearly(on(1, 4), every=2)),
        ("half-yearly on 1 April and 1 October", yearly(on(1, 4), on(1, 10))),
        (
            "quarterly on 31 March, 30 June, 30 September and 31 December",
            yearly(on(31, 3), on(30, 6), on(30, 9), on(31, 12)),
        ),
        (
            "1st of January, April, July and October every year",
            yearly(on(1, 1), on(1, 4), on(1, 7), on(1, 10)),
        ),
        ("yearly on 1 January, April 15", yearly(on(1, 1), on(15, 4))),
        ("yearly on the first Monday of May", yearly(Pick(1, MON, 5))),
        ("last day of February, yearly", yearly(Pick(LAST, month=2))),
    ],
)
def test_day_of_longer_stretches_fixes_them(text: str, repeat: Repeat) -> None:
    assert parse_repeat(text) == repeat


@for_each(
    "text, column, refused",
    [
        pytest.param("", 0, "", id="nothing at all"),
        pytest.param("  ", 0, "", id="blanks alone"),
        pytest.param("soon", 0, "soon", id="a word that says nothing exact"),
        pytest.param("as needed", 0, "as", id="whenever it is needed"),
        pytest.param("ad hoc", 0, "ad", id="no repeat at all"),
        pytest.param("every", 5, "", id="every what"),
        pytest.param("monthly and", 11, "", id="an and with nothing behind it"),
        pytest.param("monthly and weekly", 8, "and", id="an and between two repeats"),
        pytest.param("weekly monthly", 7, "monthly", id="two repeats"),
        pytest.param("every 2 weeks, every 3 weeks", 15, "every", id="two counts"),
        pytest.param("every 0 days", 0, "every", id="none of them"),
        pytest.param("every 0th month", 0, "every", id="every none-th"),
        pytest.param("last day of every 0th month", 18, "0th", id="the day of every none-th"),
        pytest.param("every -2 days", 6, "-", id="less than none"),
        pytest.param("every 36501 days", 0, "every", id="more than a hundred years of days"),
        pytest.param("every 101 years", 0, "every", id="more than a hundred years"),
        pytest.param(f"every {'9' * 80} days", 0, "every", id="a number beyond all use"),
        pytest.param("every 1.5 months", 7, ".", id="a fraction"),
        pytest.param("every 2-3 weeks", 8, "3", id="a range of weeks"),
        pytest.param("every few days", 6, "few", id="a few"),
        pytest.param("every hour", 6, "hour", id="hours"),
        pytest.param("every two Fridays", 10, "Fridays", id="a number of Fridays"),
        pytest.param("every year and 6 months", 15, "6", id="two lengths together"),
        pytest.param("biweekly", 0, "biweekly", id="twice a week or every two weeks"),
        pytest.param("bi-monthly", 0, "bi", id="twice a month or every two months"),
        pytest.param("twice a year", 0, "twice", id="two days that nobody named"),
        pytest.param("3 times a week", 0, "3", id="three days that nobody named"),
        pytest.param("every second Friday", 0, "every", id="every two weeks or the second one"),
        pytest.param("every 3rd Monday", 0, "every", id="every three weeks or the third one"),
        pytest.param("Monday", 0, "Monday", id="one Monday or all"),
        pytest.param("on the 15th", 7, "15th", id="the 15th of what"),
        pytest.param("every 15th", 6, "15th", id="every 15th of what"),
        pytest.param("1 April", 0, "1", id="one first of April or all"),
        pytest.param("last Friday", 0, "last", id="the last Friday of what"),
        pytest.param("month", 0, "month", id="a unit alone"),
        pytest.param("monthly on Monday", 11, "Monday", id="which Monday of the month"),
        pytest.param("Monday of the month", 0, "Monday", id="which one of the month"),
        pytest.param("weekly on the 31st", 0, "weekly", id="a day of the month each week"),
        pytest.param("daily on Monday", 0, "daily", id="one weekday each day"),
        pytest.param("every 10 days on Friday", 0, "every", id="ten days that end on Fridays"),
        pytest.param("weekly on 1 April", 0, "weekly", id="a date each week"),
        pytest.param("quarterly on 1 April", 0, "quarterly", id="one date four times a year"),
        pytest.param("yearly on the 31st", 14, "31st", id="the 31st of which month"),
        pytest.param(
            "yearly on the last day of the month", 0, "yearly", id="the end of which month"
        ),
        pytest.param(
            "every 6 months on the last day of every other month", 0, "every", id="two rhythms"
        ),
        pytest.param("15th of the quarter", 0, "15th", id="the 15th of a quarter"),
        pytest.param(
            "monthly on the last day of the quarter", 0, "monthly", id="a quarter's end each month"
        ),
        pytest.param("first Monday of the week", 20, "week", id="the first Monday of a week"),
        pytest.param("fifth Monday of the month", 0, "fifth", id="a Monday some months lack"),
        pytest.param("monthly on the 32nd", 15, "32nd", id="a day no month has"),
        pytest.param("monthly on the 0th", 15, "0th", id="a day before the first"),
        pytest.param("monthly on the 15", 15, "15", id="a number that may be anything"),
        pytest.param("31 April every year", 0, "31", id="a day April lacks"),
        pytest.param("yearly on 30 February", 10, "30", id="a day February never has"),
        pytest.param("yearly on 0 May", 10, "0", id="a day before the first of May"),
        pytest.param("every January", 13, "", id="a month without a day"),
        pytest.param("yearly on 1 April 2027", 18, "2027", id="a date with its year"),
        pytest.param("yearly on April 1, 2027", 19, "2027", id="the same written the other way"),
        pytest.param("yearly on 1/4", 10, "1", id="a date in figures"),
        pytest.param("monthly from 1 March", 8, "from", id="a beginning"),
        pytest.param("last working day of the month", 5, "working", id="working days"),
        pytest.param("every business day", 6, "business", id="each working day"),
        pytest.param("second last Friday of the month", 7, "last", id="counted from the end"),
        pytest.param(
            "second to last day of the month", 7, "to", id="counted from the end in words"
        ),
        pytest.param("weekly on Monday the 15th", 21, "15th", id="a weekday that is a date"),
        pytest.param("weekly on Monday or Friday", 17, "or", id="a choice"),
        pytest.param("monthly except August", 8, "except", id="an exception"),
        pytest.param("weekly on Monday and the 15th", 10, "Monday", id="weekdays with month days"),
        pytest.param("yearly on 1 April and the 15th", 26, "15th", id="dates with month days"),
        pytest.param("quarterly on the 15th and the last day", 17, "15th", id="two kinds of days"),
        pytest.param("monthly 💥", 8, "💥", id="a picture"),
        pytest.param("monthly" + " " * 200 + "x", 0, "monthly", id="far too long"),
    ],
)
def test_what_is_not_exact_is_refused_with_its_place(text: str, column: int, refused: str) -> None:
    with pytest.raises(ReadingError) as caught:
        parse_repeat(text)
    assert (caught.value.column, caught.value.text) == (column, refused)
    assert caught.value.expected


@pytest.mark.parametrize(
    "text, nearest",
    [
        ("montly", "monthly"),
        ("every 2 wekks", "weeks"),
        ("weekly on Frieday", "Friday"),
        ("Friday", "weekly on Friday"),
        ("the 15th", "monthly on the 15th"),
        ("1 April", "yearly on 1 April"),
        ("last Friday", "last Friday of the month"),
        ("quarterly on Monday", "first Monday of the quarter"),
        ("monthly on the 15", "the 15th"),
        ("week", "every week"),
        ("soon", None),
        ("biweekly", None),
    ],
)
def test_what_was_probably_meant_is_offered(text: str, nearest: str | None) -> None:
    with pytest.raises(ReadingError) as caught:
        parse_repeat(text)
    assert getattr(caught.value, "nearest", None) == nearest


@for_each(
    "text, rendered",
    [
        ("DAILY", "daily"),
        ("every fortnight", "every 2 weeks"),
        ("quarterly", "every 3 months"),
        ("each year", "yearly"),
        ("Mondays", "weekly on Monday"),
        ("mon, fri weekly", "weekly on Monday and Friday"),
        ("Mon-Fri weekly", "every weekday"),
        ("every other Friday", "every 2 weeks on Friday"),
        ("the 31st of each month", "monthly on the 31st"),
        (
            "monthly on the 1st, 2nd, 3rd and 11th",
            "monthly on the 1st, the 2nd, the 3rd and the 11th",
        ),
        ("2nd tue of the month", "second Tuesday of the month"),
        ("quarter-end", "last day of the quarter"),
        ("quarterly on the 31st", "every 3 months on the 31st"),
        ("feb 29 every year", "yearly on 29 February"),
        ("yearly on the last friday of nov", "yearly on the last Friday of November"),
        ("every 2 years on the first day", "every 2 years on the first day"),
    ],
)
def test_repeat_is_said_in_plain_words(text: str, rendered: str) -> None:
    assert parse_repeat(text).render() == rendered


@given(REPEATS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_every_repeat_reads_back_from_its_own_words(repeat: Repeat) -> None:
    assert parse_repeat(repeat.render()) == repeat
    assert parse_repeat(repeat.render().upper()) == repeat


WORDS = sorted(
    {
        *repeat_days.OFTEN,
        *repeat_days.UNITS,
        *repeat_days.KNOWN,
        *repeat_days.NUMBERS,
        *repeat_days.ORDINALS,
        *("every", "each", "other", "of", "the", "on", "and", "to", "end", "last", "half", "a"),
        *("1", "2", "15", "31", "31st", "1st", "2nd", ",", "-", "/", ".", "weekdays", "working"),
    }
)


@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(max_size=20))
@example("half")
@example("-")
@example("twenty- of")
@settings(max_examples=1500, deadline=None, derandomize=True)
def test_any_text_is_read_or_refused_where_it_stands(text: str) -> None:
    match read_or_refuse(text):
        case ReadingError(column=column, text=refused):
            assert text[column:].startswith(refused)
        case repeat:
            assert parse_repeat(repeat.render()) == repeat


def read_or_refuse(text: str) -> Repeat | ReadingError:
    try:
        return parse_repeat(text)
    except ReadingError as error:
        return error
