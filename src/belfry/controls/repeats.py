"""What "every 2 weeks on Friday" or "last day of the quarter" in a list of controls means.

Case, order and punctuation do not matter. What contradicts itself, or could mean two things, is
refused with its place and with what was expected, and never guessed at.
"""

from __future__ import annotations

from functools import lru_cache

from belfry.controls.repeat_agreement import Said, agree
from belfry.controls.repeat_days import Picked
from belfry.controls.repeat_phrases import EXPECTED, read_phrases
from belfry.controls.repeat_tokens import refuse_token
from belfry.controls.repeat_words import REPEAT_WORDS
from belfry.controls.rhythms import Repeat
from belfry.kernel.hours.readings import Reader, Token

__all__ = ["Repeat", "parse_repeat"]

_LONGEST = 200
_JOINTS = frozenset({"and", "&", "/"})
_STOPS = frozenset({",", ";"})
_FILL = _STOPS | frozenset({"on", "the", "at", "by", "once", "due", ":", ".", "(", ")"})
_FILL |= frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015")


@lru_cache(maxsize=4096)
def parse_repeat(text: str) -> Repeat:
    """How often a control comes round; raises ReadingError."""
    reader = Reader(text, REPEAT_WORDS)
    if len(text) > _LONGEST:
        raise reader.refuse(f"at most {_LONGEST} characters")
    said = Said()
    while True:
        joint, is_apart = _pass_over(reader)
        if reader.is_at_end and joint is None:
            break
        _read_more(reader, said, joint, is_apart)
    if said.rhythm is None and not said.days:
        raise reader.refuse(EXPECTED)
    return agree(said)


def _read_more(reader: Reader, said: Said, joint: Token | None, is_apart: bool) -> None:
    at = reader.token
    phrases = read_phrases(reader)
    is_day = isinstance(phrases[0], Picked)
    if joint is not None and not (said.days and is_day):
        raise refuse_token(joint, f"a day before and behind {joint.said}")
    if said.days and is_day and not is_apart:
        raise refuse_token(at, "a comma or and between two days")
    for phrase in phrases:
        said.add(phrase)


def _pass_over(reader: Reader) -> tuple[Token | None, bool]:
    """Leave out what carries no meaning; the last "and", and whether two days were kept apart."""
    joint, is_apart = None, False
    while reader.token.word in _FILL or reader.token.word in _JOINTS:
        token = reader.take()
        joint = token if token.word in _JOINTS else joint
        is_apart = is_apart or token.word in _JOINTS or token.word in _STOPS
    return joint, is_apart
