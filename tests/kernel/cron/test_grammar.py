"""What may be written as a Unix cron, how it is kept, and how a refusal reads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.cron import Cron, CronError, is_valid_cron, normalize_cron, parse_cron
from belfry.kernel.errors import InputError

_ROUND = [(0, 0, 59), (1, 0, 23), (3, 1, 12), (4, 0, 6)]


@for_each(
    "text, normalized",
    [
        ("  0\t9 *  *\n1-5 ", "0 9 * * 1-5"),
        ("0 9 * jan-mar mon,Wed", "0 9 * JAN-MAR MON,WED"),
        ("00 09 01 01 *", "0 9 1 1 *"),
        ("000 0 * * *", "0 0 * * *"),
        ("10 10 10 10 *", "10 10 10 10 *"),
        ("0 0 l * *", "0 0 L * *"),
        ("0 0 lw * *", "0 0 LW * *"),
        ("0 0 * * 5l", "0 0 * * 5L"),
        ("0 0 * * fril", "0 0 * * FRIL"),
        ("0 0 * * fri#2", "0 0 * * FRI#2"),
        ("5/10 * * * *", "5/10 * * * *"),
        ("0 22-22/5 * * *", "0 22-22/5 * * *"),
        ("0 0 */31 * *", "0 0 */31 * *"),
        ("*/60 */24 * * *", "*/60 */24 * * *"),
        ("*/999 * * * *", "*/999 * * * *"),
        ("@yearly", "0 0 1 1 *"),
        ("@ANNUALLY", "0 0 1 1 *"),
        ("@Monthly", "0 0 1 * *"),
        ("@weekly", "0 0 * * 0"),
        (" @daily ", "0 0 * * *"),
        ("@midnight", "0 0 * * *"),
        ("@hourly", "0 * * * *"),
    ],
)
def test_normalize_writes_one_form(text: str, normalized: str) -> None:
    assert normalize_cron(text) == normalized


def test_normalize_leaves_its_own_output_alone() -> None:
    assert normalize_cron(normalize_cron("00 9 * jan MON")) == "0 9 * JAN MON"


@pytest.mark.parametrize(
    "text, same_as",
    [
        ("0 0 * * 7", "0 0 * * 0"),
        ("0 0 * * 0,7", "0 0 * * SUN"),
        ("0 0 * * 5-7", "0 0 * * 5,6,0"),
        ("0 0 * * 1/2", "0 0 * * 1,3,5,7"),
        ("0 0 * * 7L", "0 0 * * 0L"),
        ("0 0 * * SUN#3", "0 0 * * 7#3"),
        ("0 0 * * */7", "0 0 * * 0,*/7"),
        ("*/100 * * * *", "*/60 * * * *"),
        ("50/5 * * * *", "50,55 * * * *"),
        ("7-7/3 * * * *", "7 * * * *"),
        ("10-20/4 * * * *", "10,14,18 * * * *"),
        ("0 0 * FEB/5 *", "0 0 * 2,7,12 *"),
    ],
)
def test_two_ways_of_writing_name_the_same_values(text: str, same_as: str) -> None:
    assert _read(text) == _read(same_as)


def _read(text: str) -> tuple[int, ...]:
    cron = parse_cron(text)
    assert isinstance(cron, Cron)
    return cron.minutes, cron.hours, cron.days, cron.months, cron.weekdays


@for_each(
    "text, part, description, advice",
    [
        ("60 * * * *", "minute", "'60'", "0-59"),
        ("-1 * * * *", "minute", "'-1'", "0-59"),
        ("0.5 * * * *", "minute", "'0.5'", "0-59"),
        ("1e1 * * * *", "minute", "'1E1'", "0-59"),
        ("+5 * * * *", "minute", "'+5'", "0-59"),
        ("1_0 * * * *", "minute", "'1_0'", "0-59"),
        ("H * * * *", "minute", "'H'", "write the number"),
        ("L * * * *", "minute", "'L'", "0-59"),
        ("*-5 * * * *", "minute", "'*-5'", "0-59"),
        ("** * * * *", "minute", "'**'", "0-59"),
        ("1-2-3 * * * *", "minute", "'1-2-3'", "0-59"),
        ("5- * * * *", "minute", "'5-'", "0-59"),
        ("1,,2 * * * *", "minute", "empty item", "0-59"),
        ("1, * * * *", "minute", "empty item", "0-59"),
        ("*/0 * * * *", "minute", "'*/0'", "from 1 to 999"),
        ("*/ * * * *", "minute", "'*/'", "from 1 to 999"),
        ("*/-5 * * * *", "minute", "'*/-5'", "from 1 to 999"),
        ("*/5/5 * * * *", "minute", "'*/5/5'", "from 1 to 999"),
        ("*/1000 * * * *", "minute", "'*/1000'", "from 1 to 999"),
        (f"*/{'9' * 200} * * * *", "minute", "'*/9999", "from 1 to 999"),
        ("/5 * * * *", "minute", "'/5'", "0-59"),
        ("55-5 * * * *", "minute", "'55-5'", "55-59,0-5"),
        ("0 24 * * *", "hour", "'24'", "0-23"),
        ("0 22-2 * * *", "hour", "'22-2'", "22-23,0-2"),
        ("0 22-4/3 * * *", "hour", "'22-4'", "22,1,4"),
        ("0 23-0 * * *", "hour", "'23-0'", "23,0;"),
        ("0 ? * * *", "hour", "'?'", "'*'"),
        ("0 0 0 * *", "day-of-month", "'0'", "1-31"),
        ("0 0 32 * *", "day-of-month", "'32'", "1-31"),
        ("0 0 15W * *", "day-of-month", "'15W'", "nearest weekday"),
        ("0 0 W * *", "day-of-month", "'W'", "nearest weekday"),
        ("0 0 L-3 * *", "day-of-month", "'L-3'", "LW"),
        ("0 0 L/2 * *", "day-of-month", "'L/2'", "LW"),
        ("0 0 ? * 1", "day-of-month", "'?'", "write '*'"),
        ("0 0 * 13 *", "month", "'13'", "JAN-DEC"),
        ("0 0 * NOV-FEB *", "month", "'NOV-FEB'", "11-12,1-2"),
        ("0 0 * JANUARY *", "month", "'JANUARY'", "write JAN"),
        ("0 0 * MON *", "month", "'MON'", "JAN-DEC"),
        ("0 0 * * 8", "day-of-week", "'8'", "0-7"),
        ("0 0 * * L", "day-of-week", "'L' alone", "5L (last Friday)"),
        ("0 0 * * LW", "day-of-week", "'LW'", "nearest weekday"),
        ("0 0 * * 6-1", "day-of-week", "'6-1'", "6,0-1"),
        ("0 0 * * FRI-SUN", "day-of-week", "'FRI-SUN'", "5-6,0"),
        ("0 0 * * 7-2", "day-of-week", "'7-2'", "write 0-2;"),
        ("0 0 * * 7-0", "day-of-week", "'7-0'", "write 0;"),
        ("0 0 * * MONDAY", "day-of-week", "'MONDAY'", "write MON"),
        ("0 0 * * 5#0", "day-of-week", "'5#0'", "5#2"),
        ("0 0 * * 5#6", "day-of-week", "'5#6'", "5#2"),
        ("0 0 * * 8#1", "day-of-week", "'8#1'", "0-7"),
        ("0 0 * * 5#1-5#2", "day-of-week", "'5#1-5#2'", "0-7"),
        ("0 0 * * 1,?", "day-of-week", "'?'", "write '*'"),
        ("", None, "nothing", "five"),
        ("   ", None, "nothing", "five"),
        ("*", None, "1 field;", "five"),
        ("* * * *", None, "4 fields", "five"),
        ("* * * * * *", None, "6 fields", "inside cron(...)"),
        ("0 0 * * * 2026 1", None, "7 fields", "five"),
        ("@reboot", None, "'@reboot'", "names no time"),
        ("@every", None, "'@every'", "@daily"),
        ("@daily 5", None, "'@daily 5'", "@daily"),
        ("\uff10 0 * * *", None, "not ASCII", "ASCII only"),
        ("\u0660 0 * * *", None, "not ASCII", "ASCII only"),
        ("0 0 * * \u017fun", None, "not ASCII", "ASCII only"),
        ("1," * 5000 + "1 * * * *", None, "10009 characters", "256"),
    ],
)
def test_refusal_names_the_part_what_was_found_and_what_is_allowed(
    text: str, part: str | None, description: str, advice: str
) -> None:
    with pytest.raises(CronError) as caught:
        parse_cron(text)
    message = str(caught.value)
    assert (caught.value.field, caught.value.part) == ("cron_schedule", part)
    assert message.startswith(f"{part}: ") or part is None
    assert description in message
    assert advice in message
    assert len(message) < 250
    assert not is_valid_cron(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(_ROUND), st.data())
def test_advice_for_a_wrapped_range_names_the_values_meant(
    field: tuple[int, int, int], data: st.DataObject
) -> None:
    place, low, high = field
    last = data.draw(st.integers(low, high - 1))
    first = data.draw(st.integers(last + 1, high))
    step = data.draw(st.integers(1, high))
    with pytest.raises(CronError, match="wraps round") as caught:
        parse_cron(_put(place, f"{first}-{last}/{step}"))
    advice = str(caught.value).partition("write ")[2].partition(";")[0]
    size = high - low + 1
    expected_values = {(at - low) % size + low for at in range(first, last + size + 1, step)}
    assert _read(_put(place, advice)) == _read(_put(place, ",".join(map(str, expected_values))))


def _put(place: int, text: str) -> str:
    """A cron with one field set."""
    words = ["*"] * 5
    words[place] = text
    return " ".join(words)


def test_a_text_of_256_characters_is_read_and_one_more_is_not() -> None:
    minutes = ",".join(["15"] * 82 + ["1-30"])
    text = f"{minutes} 0 * * *"
    assert len(text) == 258
    assert not is_valid_cron(text)
    assert is_valid_cron(text.replace("15,", "1,", 2))


def test_blanks_do_not_count_towards_the_length() -> None:
    assert is_valid_cron("0" + " " * 10_000 + "0 * * *")


def test_refusal_is_an_input_error() -> None:
    with pytest.raises(InputError):
        parse_cron("soon")


def test_cadences_are_equal_by_value_and_hashable() -> None:
    assert {parse_cron("0 9 * * mon"), parse_cron(" 0 09 * * MON")} == {parse_cron("0 9 * * MON")}


_NOISE = st.text("0123456789*/-,LW#?@()H CRONATEMISUDYcrondaily.:+", max_size=40)


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.text(max_size=60) | _NOISE | st.tuples(*[_NOISE] * 5).map(" ".join))
def test_any_text_is_read_or_refused_and_what_is_read_stays(text: str) -> None:
    try:
        normalized = normalize_cron(text)
    except CronError:
        return
    assert normalize_cron(normalized) == normalized
    assert parse_cron(normalized) == parse_cron(text)
