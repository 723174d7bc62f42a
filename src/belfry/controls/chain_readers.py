"""What a sentence such as "14 and 3 days before, then on the day" asks for, word by word.

Every number is a reminder of its own, also in "a week and a day before". Numbers in a row share the
side that follows the last of them, and a number without a unit takes that of the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from belfry.controls.chain_words import (
    AND,
    ARTICLES,
    EXPECTED_GAP,
    EXPECTED_REMINDER,
    EXPECTED_SIDE,
    EXPECTED_UNIT,
    GAPS,
    HUNDRED,
    MOST_DAYS,
    NAMED,
    ORDINALS,
    PASSED_OVER,
    SIDES,
    SINGLE,
    THEN,
    UNITS,
    is_number,
    read_number,
    refuse_token,
)
from belfry.kernel.hours.readings import Reader, Token

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
)
_REFERENCES = ("the due date", "due date", "the due day", "due day", "the day", "due", *_DUE)


class _Amount(NamedTuple):
    """A number, and its unit in days if it has one of its own.

    In "5 and a week before" the week `is_single`: nobody means five of them.
    """

    number: int
    unit: int | None
    token: Token
    is_single: bool = False


@dataclass(slots=True)
class ChainReader:
    """Goes through the words once; `bare` is a number that nobody gave a unit."""

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
        if last in ORDINALS and (words.token.word in _COUNTED or self._is_next("one", SIDES)):
            raise refuse_token("a number of days, such as 2 days before", words.token)

    def _is_passed_over(self, last: str) -> bool:
        word, following = self.words.token.word, self._look_ahead(1)
        if word == "one" and last in ORDINALS:
            return is_number(following) or following.word in _OPENING
        if word in _DETERMINERS:
            return following.word in NAMED
        return word in PASSED_OVER or (bool(last) and word in GAPS)

    def _read_reminder(self) -> set[int]:
        if self._is_next("on", "the", SINGLE, SIDES):
            self.words.take()
        elif self._skip_phrase(_POINTS):
            self._skip_phrase(_DUE)
            return {0}
        amounts = [self._read_amount()]
        while self.words.token.word not in SIDES:
            amounts.append(self._read_next_amount(amounts[-1]))
        return self._count(amounts, self._read_sides())

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
        if words.token.word not in SIDES:
            raise refuse_token(EXPECTED_SIDE, words.token)
        return _Amount(1, unit, token, is_single=True)

    def _read_sides(self) -> set[int]:
        words = self.words
        first = words.take().word
        sides = {SIDES[first]}
        if self._is_next(AND, SIDES.keys() - {first}):
            words.take()
            sides.add(SIDES[words.take().word])
        if self._skip_phrase(_REFERENCES):
            self._skip_phrase(_DUE)
        return sides

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
        """Pass over the first of these phrases that stands here."""
        for phrase in phrases:
            said = phrase.split()
            if self._is_next(*said):
                self.words.position += len(said)
                return True
        return False

    def _is_next(self, *wanted: str | Iterable[str]) -> bool:
        """Whether these words follow; a set stands for any one of its own."""
        return all(
            word == one if isinstance(one, str) else word in one
            for one, word in (
                (one, self._look_ahead(steps).word) for steps, one in enumerate(wanted)
            )
        )

    def _look_ahead(self, steps: int) -> Token:
        before = self.words.position
        for _ in range(steps):
            self.words.take()
        token = self.words.token
        self.words.position = before
        return token
