"""On which days before and after its due date a control is reminded of.

A chain is written in plain words. What cannot be understood is refused with its place, never
guessed at: a reminder on a wrong day is worse than a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from belfry.controls.repeats.repeat_days import NUMBERS, TENS
from belfry.controls.repeats.repeats import join_words, render_offset
from belfry.kernel.hours.clock_times import Reader, ReadingError, Token
from belfry.kernel.rulebook import UnknownWord, find_nearest, refuse
from belfry.kernel.rulebook.reading import straighten

MOST_DAYS = 3650

EXPECTED_REMINDER = 'a reminder such as "5 days before", "on the day" or "2 days after"'
EXPECTED_SIDE = "before or after"
EXPECTED_UNIT = "days or weeks, and then before or after"
EXPECTED_GAP = 'a comma or "and" before the next reminder'
_EXPECTED_WHOLE = "whole days, and a comma between several numbers"

UNITS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14, "fortnights": 14}
UNITS |= {"wk": 7, "wks": 7}
SINGLE = frozenset({"day", "week", "fortnight"})
SIDES = {"before": -1, "after": 1, "beforehand": -1, "prior": -1, "ahead": -1, "in advance": -1}
# The longer ones first; a first word may begin several.
_SIDE_PHRASES = ("ahead of time", *SIDES)
_SIDE_WORDS = frozenset(phrase.split()[0] for phrase in SIDES)
ARTICLES = frozenset({"a", "an"})
AND = frozenset({"and", "&"})
GAPS = AND | {",", ";", "/"}
ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "next", "last", "final"})
THEN = frozenset({"then", "again", "also", "finally", "lastly", "firstly", "secondly"})
_NOUNS = frozenset({"reminder", "reminders", "nudge", "alert", "ping", "prompt", "message"})
_SENDING = frozenset(
    {
        *("remind", "reminds", "reminding", "nudges", "nudging", "send", "sends", "sending"),
        *("notify", "chase", "follow", "up", "me", "us", "them", "owner", "please"),
    }
)
# What an article may stand before, if it is not to count for a number.
NAMED = ORDINALS | _NOUNS | {"follow", "owner"}
PASSED_OVER = ORDINALS | THEN | _NOUNS | _SENDING

_NUMBERS = {"zero": 0, **NUMBERS}
HUNDRED = "hundred"

_UNEVEN = "days or weeks, because months are not all as long as each other"
_TOO_FINE = "days or weeks, because reminders go out once a day"
_PLAIN = "plain days, because weekends and holidays count too"
_HINTS = {
    **dict.fromkeys(("month", "months", "quarter", "quarters", "year", "years"), _UNEVEN),
    **dict.fromkeys(("hour", "hours", "minute", "minutes", "hr", "hrs"), _TOO_FINE),
    **dict.fromkeys(("working", "business", "weekday", "weekdays", "workday", "workdays"), _PLAIN),
    **dict.fromkeys(("half", "halves"), _EXPECTED_WHOLE),
}
_KNOWN = (
    *UNITS,
    *_SIDE_WORDS - {"in"},
    *_NUMBERS,
    HUNDRED,
    "on",
    "the",
    "same",
    "due",
    "date",
    "and",
)
_KNOWN += tuple(sorted(PASSED_OVER))
_NEAR = 0.75
_SHORTEST = 4
_FIGURES = frozenset({"number", "fraction", "grouped"})

# A hyphen within "twenty-one" or "5-before" says no more than a blank would.
_JOINING = re.compile(r"(?<=[^\W_])[-\u2010\u2011](?=[^\W\d_])")
_WORDS = re.compile(
    r"(?P<fraction>[0-9]*\.[0-9]+|[0-9]*[\u00bc-\u00be\u2150-\u215e]"
    r"|(?<![0-9/])(?:1/[2-4]|2/3|3/4)(?![0-9/]))"
    r"|(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]))"
    r"|(?P<number>[0-9]+)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<mark>[,;/&.])"
)


def refuse_token(expected: str, token: Token) -> ReadingError:
    """The error for a word: with what is wrong about it where that is known, or what it is near."""
    if token.kind in {"fraction", "grouped"}:
        expected = _EXPECTED_WHOLE
    expected = _HINTS.get(token.word, expected)
    is_strange = token.kind == "word" and token.word not in {*_KNOWN, *_HINTS}
    is_long = len(token.word) >= _SHORTEST
    nearest = find_nearest(token.word, _KNOWN, cutoff=_NEAR) if is_strange and is_long else None
    return UnknownWord(column=token.column, text=token.said, expected=expected, nearest=nearest)


def is_number(token: Token) -> bool:
    return token.kind in _FIGURES or token.word in _NUMBERS


def read_number(reader: Reader) -> int:
    """The whole number at the reader's place, in figures or words; raises ReadingError."""
    token = reader.token
    if token.kind in {"fraction", "grouped"}:
        raise refuse_token(_EXPECTED_WHOLE, token)
    if token.kind == "number":
        reader.take()
        # So many digits are too many days, whatever they are.
        number = int(token.said) if len(token.said) < 9 else MOST_DAYS + 1
    else:
        number = _read_words(reader)
    if is_number(reader.token):
        raise refuse_token("a comma between two numbers", reader.token)
    return number


def _read_words(reader: Reader) -> int:
    """One hundred twenty-one; "a hundred and one" could be two numbers and is refused."""
    number = _read_below_hundred(reader)
    if reader.token.word != HUNDRED or not 1 <= number <= 9:
        return number
    token = reader.take()
    before = reader.position
    if reader.skip(AND) and is_number(reader.token):
        raise refuse_token("a number of more than a hundred in figures", token)
    reader.position = before
    return 100 * number + (_read_below_hundred(reader) if reader.token.word in _NUMBERS else 0)


def _read_below_hundred(reader: Reader) -> int:
    token = reader.take()
    if token.word in ARTICLES:
        return 1
    ones = NUMBERS.get(reader.token.word, 0)
    if token.word in TENS and 1 <= ones <= 9:
        reader.take()
        return _NUMBERS[token.word] + ones
    return _NUMBERS[token.word]


Offsets = tuple[int, ...]

MOST_WINDOWS = 50
LONGEST = 1000

_MINUS = r"\-\u2010\u2011\u2012\u2013\u2212"
_SIGNED = re.compile(rf"\s*(?P<sign>[{_MINUS}+]?)(?P<days>[0-9]{{1,9}})(?:\s*days?)?\s*", re.I)
_BETWEEN = re.compile(r"[,;/&]\s*(?:and\b)?|and\b", re.IGNORECASE)
_LIST = re.compile(rf"(?:[\s{_MINUS}+0-9.,;/&]|\band\b|\bdays?\b)*", re.IGNORECASE)
_SIGN = re.compile(rf"(?<![0-9])[{_MINUS}+](?=[0-9])")
# What a spreadsheet makes of a single whole number, and of a cell that is to stay text.
_ONE_WHOLE = re.compile(rf"([{_MINUS}+]?[0-9]+)[.,]0+")


def parse_chain(text: str) -> Offsets:
    """Days from the due date, ascending, each once; negative is before. Raises ReadingError."""
    if len(text) > LONGEST:
        raise refuse(text, LONGEST, len(text), f"at most {LONGEST} characters")
    words = Reader(_JOINING.sub(" ", straighten(text)), _WORDS)
    return _keep(text, ChainReader(words).read())


def parse_override(cell: str) -> Offsets:
    """The same from a cell of the list: "-60, -30, -7, 0", "60, 30, 7 before", or a sentence.

    Without a sign or a side it is unclear which is meant, and both are offered.
    """
    override = _clean(cell)
    if len(override) > LONGEST or not override or _LIST.fullmatch(override) is None:
        return parse_chain(override)
    offsets = _parse_signed(override)
    if not _SIGN.search(override) and 0 not in offsets:
        before = ", ".join(str(-day) for day in sorted(offsets, reverse=True))
        after = ", ".join(f"+{day}" if day else "0" for day in sorted(offsets))
        expected = f"a side: {before} for days before, or {after} for days after"
        raise refuse(override, 0, len(override), expected)
    return _keep(override, offsets)


def render_chain(offsets: Offsets) -> str:
    """The chain in words that `parse_chain` reads again."""
    groups = []
    for side, days in groupby(offsets, lambda offset: (offset > 0) - (offset < 0)):
        numbers = [str(abs(day)) for day in days]
        if side == 0 or len(numbers) == 1:
            groups.append(render_offset(side * int(numbers[0])))
        else:
            groups.append(f"{join_words(numbers)} days {'before' if side < 0 else 'after'}")
    if len(groups) < 2:
        return "".join(groups)
    return f"{', '.join(groups[:-1])}, then {groups[-1]}"


def render_offsets(offsets: Offsets) -> str:
    """The chain in figures: -5, 0, +2."""
    return ", ".join(f"{offset:+d}" if offset else "0" for offset in offsets)


def _keep(text: str, offsets: set[int]) -> Offsets:
    if len(offsets) > MOST_WINDOWS:
        raise refuse(text, 0, len(text), f"at most {MOST_WINDOWS} reminders")
    return tuple(sorted(offsets))


def _clean(cell: str) -> str:
    text = straighten(cell).strip().removeprefix("'")
    whole = _ONE_WHOLE.fullmatch(text)
    return whole[1] if whole else text


def _parse_signed(text: str) -> set[int]:
    """The offsets of a list of numbers; one without a sign is after the due date."""
    offsets: set[int] = set()
    place = 0
    while True:
        match = _SIGNED.match(text, place)
        if match is None:
            raise refuse(text, place, len(text), "a whole number of days, such as -7 or 2")
        days = int(match["days"])
        if days > MOST_DAYS:
            raise refuse(text, match.start("days"), match.end("days"), f"at most {MOST_DAYS} days")
        offsets.add(-days if match["sign"] not in {"", "+"} else days)
        place = match.end()
        if place == len(text):
            return offsets
        gap = _BETWEEN.match(text, place)
        if gap is None:
            raise refuse(text, place, len(text), "a comma between two numbers")
        place = gap.end()


_CLOSING = frozenset({"again", "also", "please"})
_STOPS = frozenset({",", ";", "."})
_COUNTED = UNITS.keys() | {"due"}
_DETERMINERS = ARTICLES | {"the", "one"}
# What "one" stands before in "the last one on the day".
_OPENING = ARTICLES | {"on", "the", "same"}
_DUE = ("it is due", "it's due")
_POINTS = (
    *("on the same day", "the same day", "same day", "on the day", "on day"),
    *("on the due date", "on due date", "the due date", "due date"),
    *("on the due day", "on due day", "the due day", "due day"),
    *(f"when {due}" for due in (*_DUE, "due")),
)
_REFERENCES = tuple(
    f"{joint}{reference}"
    for reference in ("the due date", "due date", "the due day", "due day", "the day", "due", *_DUE)
    for joint in ("", "of ", "to ")
)


class _Amount(NamedTuple):
    """A number, and its unit in days if it has one of its own.

    In "5 and a week before" the week `is_single`: it does not mean five weeks.
    """

    number: int
    unit: int | None
    token: Token
    is_single: bool = False


@dataclass(slots=True)
class ChainReader:
    """Goes through the words once; `bare` is a number without a unit."""

    words: Reader
    bare: Token | None = None
    has_weeks: bool = False

    def read(self) -> set[int]:
        """Every offset the sentence names; raises ReadingError."""
        self._skip_to_reminder()
        offsets = self._read_reminder()
        while not self._is_over():
            self._skip_to_reminder()
            offsets |= self._read_reminder()
        if self.bare and self.has_weeks:
            raise refuse_token("days or weeks after the number", self.bare)
        return offsets

    def _is_over(self) -> bool:
        """Whether nothing follows; what parts two reminders is passed over."""
        words, gaps = self.words, set()
        is_parted = words.skip(_CLOSING) or words.token.word in THEN
        while words.token.word in GAPS or words.token.said == ".":
            gaps.add(words.take().word)
        if words.is_at_end and gaps <= _STOPS:
            return True
        if not gaps and not is_parted:
            raise refuse_token(EXPECTED_GAP, words.token)
        return False

    def _skip_to_reminder(self) -> None:
        """Pass over the words that only lead up to a reminder."""
        words, last = self.words, ""
        while self._is_passed_over(last):
            last = words.take().word
        # The second day before is two days before, and the last one before is any at all.
        if last in ORDINALS and (words.token.word in _COUNTED or self._is_next("one", _SIDE_WORDS)):
            raise refuse_token("a number of days, such as 2 days before", words.token)

    def _is_passed_over(self, last: str) -> bool:
        word, following = self.words.token.word, self._look_ahead(1)
        if word == "one" and last in ORDINALS:
            return is_number(following) or following.word in _OPENING
        if word in _DETERMINERS:
            return following.word in NAMED
        return word in PASSED_OVER or (bool(last) and word in GAPS)

    def _read_reminder(self) -> set[int]:
        if self._is_next("on", "the", SINGLE, _SIDE_WORDS):
            self.words.take()
        elif self._skip_phrase(_POINTS):
            self._skip_phrase(_DUE)
            return {0}
        amounts = [self._read_amount()]
        gaps = []
        while not self._is_at_side():
            gaps.append(self.words.token.word)
            amounts.append(self._read_next_amount(amounts[-1]))
        if len(gaps) == 1 and gaps[0] in AND:
            self._ask_whether_sum(*amounts)
        return self._count(amounts, self._read_sides())

    def _ask_whether_sum(self, first: _Amount, second: _Amount) -> None:
        """Two weeks and three days before may be one reminder or two."""
        if first.unit is None or second.unit is None or first.unit <= second.unit:
            return
        if second.token.word == "the":  # a week, and the day before
            return
        days = (first.number * first.unit, second.number * second.unit)
        either = f"{sum(days)} days, or {days[0]} and {days[1]} days: this may mean either"
        raise refuse_token(either, first.token)

    def _is_at_side(self) -> bool:
        return any(self._is_next(*phrase.split()) for phrase in _SIDE_PHRASES)

    def _read_next_amount(self, last: _Amount) -> _Amount:
        """The next number of a row in which no side has been named yet."""
        words = self.words
        if not words.skip(GAPS) and words.token.word not in THEN:
            raise refuse_token(EXPECTED_SIDE if last.unit else EXPECTED_UNIT, words.token)
        self._skip_to_reminder()
        if not is_number(words.token) and words.token.word not in _DETERMINERS | SINGLE:
            raise refuse_token("a number with before or after behind it", last.token)
        return self._read_amount()

    def _read_amount(self) -> _Amount:
        words, token = self.words, self.words.token
        if token.word == "the" or token.word in SINGLE:
            return self._read_single()
        if token.word in ARTICLES and self._look_ahead(1).word != HUNDRED:
            words.take()
            if words.token.word not in SINGLE:
                raise refuse_token("day, week or fortnight", words.token)
            return _Amount(1, UNITS[words.take().word], token, is_single=True)
        if not is_number(token) and token.word not in ARTICLES:
            raise refuse_token(EXPECTED_REMINDER, token)
        number = read_number(words)
        unit = UNITS[words.take().word] if words.token.word in UNITS else None
        return _Amount(number, unit, token)

    def _read_single(self) -> _Amount:
        """The day before, the week after: its side follows at once."""
        words, token = self.words, self.words.token
        if token.word == "the":
            words.take()
        if words.token.word not in SINGLE:
            raise refuse_token(EXPECTED_REMINDER, words.token)
        unit = UNITS[words.take().word]
        if not self._is_at_side():
            raise refuse_token(EXPECTED_SIDE, words.token)
        return _Amount(1, unit, token, is_single=True)

    def _read_sides(self) -> set[int]:
        sides = {self._read_side()}
        if self._is_next(AND, {"after" if -1 in sides else "before"}):
            self.words.take()
            sides.add(self._read_side())
        if self._skip_phrase(_REFERENCES):
            self._skip_phrase(_DUE)
        return sides

    def _read_side(self) -> int:
        phrase = next(phrase for phrase in _SIDE_PHRASES if self._is_next(*phrase.split()))
        self.words.position += len(phrase.split())
        return SIDES.get(phrase, -1)

    def _count(self, amounts: list[_Amount], sides: set[int]) -> set[int]:
        offsets: set[int] = set()
        unit: int | None = None
        for amount in reversed(amounts):
            own = amount.unit or unit
            if own is None:
                self.bare = amount.token
            self.has_weeks |= own is not None and own > 1
            days = amount.number * (own or 1)
            unit = None if amount.is_single else own
            if days > MOST_DAYS:
                raise refuse_token(f"at most {MOST_DAYS} days", amount.token)
            offsets |= {side * days for side in sides}
        return offsets

    def _skip_phrase(self, phrases: Iterable[str]) -> bool:
        for phrase in phrases:
            phrase_words = phrase.split()
            if self._is_next(*phrase_words):
                self.words.position += len(phrase_words)
                return True
        return False

    def _is_next(self, *wanted: str | Iterable[str]) -> bool:
        """Whether these words follow; a set stands for any one of its own."""
        following = (self._look_ahead(steps).word for steps in range(len(wanted)))
        return all(
            word == choice if isinstance(choice, str) else word in choice
            for choice, word in zip(wanted, following, strict=True)
        )

    def _look_ahead(self, steps: int) -> Token:
        before = self.words.position
        for _ in range(steps):
            self.words.take()
        token = self.words.token
        self.words.position = before
        return token
