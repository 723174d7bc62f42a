"""In which letters a file is written, and how it is written back in the same."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from belfry.kernel.sheets.problems import SheetError, SheetProblem

_WORKBOOK = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Coding:
    """A way of writing letters as bytes, and the mark at the front of the file, if it has one."""

    codec: str
    mark: bytes = b""
    spoken: str = "UTF-8"


UTF_8 = Coding("utf-8")
UTF_8_MARKED = Coding("utf-8", codecs.BOM_UTF8, "UTF-8 with a mark")
UTF_16_LE = Coding("utf-16-le", codecs.BOM_UTF16_LE, "UTF-16")
UTF_16_BE = Coding("utf-16-be", codecs.BOM_UTF16_BE, "UTF-16")
WINDOWS = Coding("cp1252", spoken="Windows-1252")
MARKED = (UTF_8_MARKED, UTF_16_LE, UTF_16_BE)


def decode_text(content: bytes, *, name: str) -> tuple[str, Coding]:
    """The text of a file and the coding it came in; SheetError if it is no text."""
    if content.startswith(_WORKBOOK):
        said = "this is a workbook (XLSX) and no CSV: save it as CSV, or give it its own ending"
        raise SheetError(SheetProblem(name, said))
    for coding in MARKED:
        if content.startswith(coding.mark):
            return _decode(content[len(coding.mark) :], coding, name), coding
    try:
        return _without_nul(content.decode("utf-8"), name), UTF_8
    except UnicodeDecodeError as error:
        if _breaks_off(content, error):
            raise _broken_off(name, _line_of(content, error.start)) from error
    return _decode(content, WINDOWS, name), WINDOWS


def encode_text(text: str, coding: Coding, *, name: str) -> bytes:
    """The bytes of the file; SheetError names the line whose letters it cannot hold."""
    try:
        return coding.mark + text.encode(coding.codec)
    except UnicodeEncodeError as error:
        letter = text[error.start]
        said = f"{letter!r} cannot be written in {coding.spoken}: save the file as UTF-8 first"
        raise SheetError(
            SheetProblem(name, said, line=count_lines(text[: error.start]) + 1)
        ) from error


def can_encode(text: str, coding: Coding) -> bool:
    """Whether the text can stand in a cell of a file in this coding."""
    try:
        text.encode(coding.codec)
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def count_lines(text: str) -> int:
    """How many line ends the text has, of any kind."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _decode(content: bytes, coding: Coding, name: str) -> str:
    try:
        return _without_nul(content.decode(coding.codec), name)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(coding.codec, "replace")
        line = count_lines(before) + 1
        if error.end >= len(content) and coding is not WINDOWS:
            raise _broken_off(name, line) from error
        said = f"there are bytes here that mean no letter in {coding.spoken}: save it as UTF-8"
        raise SheetError(SheetProblem(name, said, line=line)) from error


def _breaks_off(content: bytes, error: UnicodeDecodeError) -> bool:
    """Whether this is UTF-8 whose last letter is cut in two, and not some older coding."""
    is_last = error.end == len(content) and error.reason == "unexpected end of data"
    return is_last and not content[: error.start].isascii()


def _broken_off(name: str, line: int) -> SheetError:
    return SheetError(
        SheetProblem(name, "the file breaks off within a letter: was it saved whole?", line=line)
    )


def _line_of(content: bytes, place: int) -> int:
    return count_lines(content[:place].decode("utf-8", "replace")) + 1


def _without_nul(text: str, name: str) -> str:
    place = text.find("\x00")
    if place < 0:
        return text
    said = "there is a NUL byte here: this is no CSV text, or its coding is not marked"
    raise SheetError(SheetProblem(name, said, line=count_lines(text[:place]) + 1))
