"""Which number a few words of a repeat mean, and what to say of a word that means nothing."""

from __future__ import annotations

from belfry.controls.repeats import repeat_words as words
from belfry.kernel.hours.clock_times import Reader, ReadingError, Token
from belfry.kernel.rulebook import UnknownWord, find_nearest

_NEAR = 0.75
_HOW_FAR_APART = "how far apart, such as every 2 weeks or every 6 months"
_NO_HOLIDAYS = "a day that needs no list of holidays, such as the last day or the last Friday"


def refuse_token(token: Token, expected: str, nearest: str | None = None) -> ReadingError:
    """The error for what stands at a place."""
    return UnknownWord(column=token.column, said=token.said, expected=expected, nearest=nearest)


def refuse_word(reader: Reader, expected: str) -> ReadingError:
    """The error for the present word: one of two meanings, one of none, or one that is misspelt."""
    token = reader.token
    if token.word in words.VAGUE:
        return refuse_token(token, _HOW_FAR_APART)
    if token.word in words.WORKING:
        return refuse_token(token, _NO_HOLIDAYS)
    nearest = find_nearest(token.said, words.KNOWN, cutoff=_NEAR) if token.kind == "word" else None
    is_known = nearest is not None and nearest.lower() == token.word.rstrip("s")
    return refuse_token(token, expected, None if is_known else nearest)


def read_count(reader: Reader) -> int | None:
    """3, three or twenty-one; None, and the reader stays, if no number stands here."""
    token = reader.token
    if token.kind == "number":
        reader.take()
        return int(token.said[:7])
    if token.word not in words.NUMBERS:
        return None
    reader.take()
    return words.NUMBERS[token.word] + _read_ones(reader, token, words.NUMBERS)


def read_ordinal(reader: Reader) -> int | None:
    """3rd, third or twenty-first; None, and the reader stays, if no such word stands here."""
    token = reader.token
    if token.kind == "ordinal":
        reader.take()
        return int(token.said[:-2])
    if token.word in words.ORDINALS:
        reader.take()
        return words.ORDINALS[token.word]
    before = reader.position
    if token.word in words.TENS:
        reader.take()
        if ones := _read_ones(reader, token, words.ORDINALS):
            return words.NUMBERS[token.word] + ones
    reader.position = before
    return None


def skip_dash(reader: Reader) -> None:
    if reader.token.kind == "dash":
        reader.take()


def _read_ones(reader: Reader, tens: Token, known: dict[str, int]) -> int:
    """What follows twenty in twenty-one or twenty-first; 0 if nothing does."""
    before = reader.position
    if tens.word in words.TENS:
        skip_dash(reader)
        ones = known.get(reader.token.word, 0)
        if 1 <= ones <= 9:
            reader.take()
            return ones
    reader.position = before
    return 0
