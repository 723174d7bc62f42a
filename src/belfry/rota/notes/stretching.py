"""How far a note's days reach when it gives a beginning and a length, or the day of return."""

from __future__ import annotations

import re
from datetime import timedelta

from belfry.rota.notes.lengths import Length
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.resolving import DAY
from belfry.rota.notes.spans import Span
from belfry.rota.notes.weighing import Named, Weighed

_KIND_OF = r"(?:~ |off |of |leave |holiday |annual |vacation |my |a )*"
_OPENER = r"(?:from|starting|beginning|commencing|as of|as from)(?: on| from| the)*"
_LENGTH_FIRST = re.compile(rf"#\s*{_KIND_OF}(?:{_OPENER})\s*@")
_LENGTH_NEXT = re.compile(rf"#\s+{_OPENER}\s*@")
_LENGTH_LAST = re.compile(r"@\s*(?:~ )?for (?:the )?#")
_OPEN = re.compile(rf"\b{_OPENER}\s*$")
_UP_TO = re.compile(
    r"\b(?:until|till|til|through|thru|up to|by|before|after|since|past|around|about)(?: the)?\s*$"
)
_WEEKEND = (5, 6)


def stretch_days(weighed: Weighed) -> Span | Unread:
    """The days from first to last; Unread where one end is missing, or lengths disagree."""
    first = weighed.wanted[0]
    if any(_UP_TO.search(one.before) for one in weighed.wanted):
        return Unread("it does not say where its days begin or end", Kind.UNCLEAR)
    span = weighed.span
    lengths = [x for one in _list_sentences(weighed) for x in one.sentence.lengths]
    is_open = bool(_OPEN.search(first.before)) and (span.days == 1 or first.mention.is_week)
    if len(weighed.wanted) == 1 and span.days == 1 and (length := _find_length(first)):
        stretched = _stretch(first, length)
        if isinstance(stretched, Unread):
            return stretched
        span, is_open = stretched, False
    if weighed.back:
        return _end_before(span, weighed.back, is_open=is_open, lengths=lengths)
    if is_open:
        return Unread("it does not say where its days end", Kind.UNCLEAR)
    return _check_lengths(span, lengths)


def _list_sentences(weighed: Weighed) -> list[Named]:
    seen: dict[int, Named] = {id(one.sentence): one for one in weighed.wanted}
    return list(seen.values())


def _find_length(named: Named) -> Length | None:
    text = named.sentence.text
    match = _LENGTH_FIRST.search(text) or _LENGTH_LAST.search(text)
    if match is None or text.find("@", match.start()) != len(named.before):
        return None
    return named.sentence.lengths[text[: match.end()].rstrip("@ ").count("#") - 1]


def _stretch(named: Named, length: Length) -> Span | Unread:
    # "A week from Friday" is one day to some, and seven to others.
    is_next = bool(_LENGTH_NEXT.search(named.sentence.text))
    is_far = length.unit != "day" and named.mention.is_loose
    is_point = is_next and (is_far or named.mention.is_today)
    if length.days is None or length.is_workdays or is_point:
        return Unread("it is not clear how many days it means", Kind.AMBIGUOUS)
    first = named.span.first_on
    return Span(first, first + (length.days - 1) * DAY)


def _end_before(span: Span, back: Named, *, is_open: bool, lengths: list[Length]) -> Span | Unread:
    day = back.span.first_on
    if back.span.days != 1:
        return Unread("it is not clear which day ends it", Kind.AMBIGUOUS)
    if day <= span.last_on and back.mention.is_weekday:
        ahead = (day.weekday() - span.last_on.weekday() - 1) % 7 + 1
        day = span.last_on + timedelta(days=ahead)
    if day <= span.last_on:
        return Unread("the day of return comes before the last day off", Kind.CONTRADICTION)
    if is_open:
        return _check_lengths(Span(span.first_on, day - DAY), lengths)
    gap = [span.last_on + step * DAY for step in range(1, (day - span.last_on).days)]
    if len(gap) > 2 or any(one.weekday() not in _WEEKEND for one in gap):
        return Unread("the day of return leaves days that it does not name", Kind.AMBIGUOUS)
    return _check_lengths(span, lengths)


def _check_lengths(span: Span, lengths: list[Length]) -> Span | Unread:
    if any(length.is_workdays for length in lengths):
        return Unread("it counts working days, which are not the same for all", Kind.AMBIGUOUS)
    if not all(length.fits(span.days) for length in lengths):
        return Unread("it names more or fewer days than it says", Kind.CONTRADICTION)
    return span
