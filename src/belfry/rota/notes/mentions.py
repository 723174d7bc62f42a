"""Find every place in a note that names days, and resolve which days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from belfry.rota.notes.days import parse_chain, parse_day
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.spans import Span, resolve_chain, resolve_day, start_of_week
from belfry.rota.notes.tokens import MONTHS, NEXT, WEEK, WEEKDAYS, Line, list_tokens, lower_letters

_PAST = frozenset({"last", "previous", "past"})
# Words that make another day of the weekday behind them, or of the date.
_ODD_BEFORE = frozenset(
    ("before", "after", "since", "around", "approx", "roughly", "about", "circa", "mid", "early")
    + ("late", "following", "alternate", "every", "each", "any", "some", "other", "than")
)
_CHOICE = frozenset(("except", "excluding", "not", "excl", "or", "either", "bar"))
_ODD_AFTER = frozenset(
    ("week", "fortnight", "before", "after", "onwards", "onward", "ish", "following")
)
# Before a weekday alone. Any other word may make a day of its own of it: Mothering Sunday.
_PLAIN_BEFORE = """
about absent after also and as at available away back be before beginning between book booking by
closed come day days do for from get give gone had hav have having holiday ill in is just know
leave like make mark me miss my need needing of off on only or out please pls plus pto request
requesting return returning see sick since skip starting take taking that then this till to
unavailable until using vacation want with work working
"""
_BEFORE_WEEKDAY = frozenset(_PLAIN_BEFORE.split()) | {""}
_WHOSE = frozenset(("my", "her", "his", "their", "our", "mum's", "dad's"))
_OCCASIONS = frozenset(("birthday", "bday", "b'day", "anniversary", "wedding"))
_VERBS_BEFORE = {"sat": ("i", "we", "he", "she", "they"), "sun": ("the", "some")}


@dataclass(frozen=True, slots=True)
class Mention:
    """`is_loose` if the day is named without a month, and moves with the day of writing.

    `is_weekday` if it has no number either.
    """

    start: int
    end: int
    span: Span | Unread
    is_week: bool
    is_loose: bool
    is_today: bool = False
    is_weekday: bool = False


def find_mentions(text: str, today: date, country: str) -> list[Mention]:
    line = list_tokens(lower_letters(text))
    mentions: list[Mention] = []
    place = 0
    while place < len(line.tokens):
        parsed = _parse_at(line, place, today, country)
        if parsed is None:
            place += 1
            continue
        mention, place = parsed
        mentions.append(mention)
    return mentions


def _parse_at(line: Line, place: int, today: date, country: str) -> tuple[Mention, int] | None:
    if _is_no_date(line, place):
        return None
    chain = parse_chain(line, place, country)
    week = parse_week(line, place, country, today)
    if chain is None and week is None:
        return None
    if week and (chain is None or week[1] >= chain[1]):
        span, end, is_loose, is_today = week[0], week[1], False, False
    else:
        assert chain is not None
        span, end = resolve_chain(chain[0], today), chain[1]
        is_loose = chain[0].days[0].month is None
        is_today = chain[0].days[0].offset == 0
    odd = _find_oddity(line, place, end)
    if line.word(place) in WEEKDAYS and is_loose:
        odd = odd or _find_other_day(line, place)
    start_at, end_at = line.tokens[place].start, line.tokens[end - 1].end
    is_week = bool(week) and end == (week[1] if week else -1)
    is_weekday = is_loose and chain is not None and chain[0].days[0].day is None
    return Mention(start_at, end_at, odd or span, is_week, is_loose, is_today, is_weekday), end


def _is_no_date(line: Line, place: int) -> bool:
    """I sat down, my 30th birthday."""
    before, behind = line.word(place - 1), line.word(place + 1)
    if line.kind(place) == "ord":
        is_whose = before in _WHOSE and behind != "of" and behind not in MONTHS
        return is_whose or behind in _OCCASIONS
    return before in _VERBS_BEFORE.get(line.word(place), ())


def _find_other_day(line: Line, place: int) -> Unread | None:
    before = line.word(place - 1)
    is_feast = before == "holiday" and line.word(place - 2) in ("bank", "public", "national")
    if not is_feast and (before in _BEFORE_WEEKDAY or line.kind(place - 1) == "p"):
        return None
    return Unread(f"it is not clear which day {before} {line.word(place)} is", Kind.UNCLEAR)


def _find_oddity(line: Line, place: int, end: int) -> Unread | None:
    before = line.word(place - 1)
    if before in _PAST:
        return Unread("it is about days that have passed", Kind.PAST)
    if before in _CHOICE or line.word(end) == "or":
        return Unread("it leaves a choice of days, or leaves some out", Kind.SEVERAL)
    if before in _ODD_BEFORE or line.word(end) in _ODD_AFTER:
        return Unread("it is not clear which days are meant", Kind.UNCLEAR)
    return None


_DAYS = timedelta(days=1)
_BEGINNING = frozenset({"commencing", "beginning", "starting", "comm", "com"})
_SATURDAY = 5


def parse_week(
    line: Line, place: int, country: str, today: date
) -> tuple[Span | Unread, int] | None:
    """The whole week named from here on, and the place behind it."""
    start = place
    while line.word(start) in ("all", "the", "whole", "entire", "full"):
        start += 2 if line.word(start + 1) == "of" else 1
    monday = start_of_week(today)
    if line.word(start) in NEXT and line.word(start + 1) in WEEK:
        return _week_from(monday + 7 * _DAYS), start + 2
    is_after = line.word(start) in WEEK and line.word(start + 1) == "after"
    if is_after and line.word(start + 2) in NEXT:
        return _week_from(monday + 14 * _DAYS), start + 3
    return _parse_weekend(line, start, today) or _parse_week_of(line, start, country, today)


def _parse_weekend(line: Line, place: int, today: date) -> tuple[Span | Unread, int] | None:
    start = place + 1 if line.word(place + 1) == "coming" else place
    if line.word(start + 1) not in ("weekend", "wkend"):
        return None
    saturday = start_of_week(today) + _SATURDAY * _DAYS
    if line.word(place) in NEXT:
        saturday += 7 * _DAYS
    elif line.word(place) not in ("this", "coming"):
        return None
    elif today >= saturday:
        unclear = Unread("it is not clear which weekend is meant", Kind.AMBIGUOUS)
        return unclear, start + 2
    return Span(saturday, saturday + _DAYS), start + 2


def _parse_week_of(
    line: Line, place: int, country: str, today: date
) -> tuple[Span | Unread, int] | None:
    """The week of 4 May holds it; one commencing 4 May begins with it."""
    how, after = _parse_how(line, place)
    if not how:
        return None
    while line.word(after) in ("on", "the", ":"):
        after += 1
    named = parse_day(line, after, country)
    if named is None:
        return None
    day = resolve_day(named[0], today)
    if isinstance(day, Unread):
        return day, named[1]
    if how == "from" and day.weekday() != 0:
        unfit = Unread("the week it names does not begin on a Monday", Kind.CONTRADICTION)
        return unfit, named[1]
    return _week_from(start_of_week(day)), named[1]


def _parse_how(line: Line, place: int) -> tuple[str, int]:
    if line.says(place, "w", "/", "c"):
        return "from", place + 3
    if line.word(place) == "wc":
        return "from", place + 1
    if line.word(place) not in WEEK:
        return "", place
    how = line.word(place + 1)
    if how == "of":
        return "of", place + 2
    return ("from", place + 2) if how in _BEGINNING else ("", place)


def _week_from(monday: date) -> Span:
    return Span(monday, monday + 6 * _DAYS)
