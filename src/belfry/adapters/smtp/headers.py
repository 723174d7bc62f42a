"""How a name or a subject is written in the head of an e-mail.

Short and plain stays as it is. Everything else goes into encoded words (RFC 2047), a few letters
to a line, so that no comma, quote, line break or foreign letter can be taken for anything else.
The standard library's own folding is not asked: names with commas and quotes have come out of it
as two addresses (https://github.com/python/cpython/issues/100884).
"""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_LINE = 76
_AROUND_A_WORD = len("=?utf-8?b??=")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_BREAK = "\r\n "


def tidy_line(text: str) -> str:
    """The text on one line, single-spaced, without control characters or halves of letters."""
    if not text.isprintable():
        sound = text.encode("utf-8", "replace").decode()
        text = "".join(one for one in sound if one.isspace() or category(one) != "Cc")
    return " ".join(text.split())


def write_text(text: str, *, header: str) -> str:
    """Any text as the value of `header`."""
    line = tidy_line(text)
    if line.isascii() and "=?" not in line and len(header) + 2 + len(line) <= LONGEST_LINE:
        return line
    return _encode_words(line, header)


def write_mailbox(name: str, address: str, *, header: str) -> str:
    """`Name <address>`, or the bare address of somebody without a name."""
    line = tidy_line(name)
    if not line:
        return address
    is_plain = _PLAIN_NAME.fullmatch(line) and "=?" not in line
    if is_plain and len(header) + len(line) + len(address) + 5 <= LONGEST_LINE:
        return f"{line} <{address}>"
    return f"{_encode_words(line, header)}{_BREAK}<{address}>"


def _encode_words(line: str, header: str) -> str:
    words = _split(line, first=LONGEST_LINE - len(header) - 2, others=LONGEST_LINE - 1)
    return _BREAK.join(f"=?utf-8?b?{b64encode(raw).decode()}?=" for raw in words)


def _split(line: str, *, first: int, others: int) -> Iterator[bytes]:
    """Whole letters in each word, so that each can be read by itself."""
    room, part = _count_bytes(first), b""
    for outgoing in line:
        raw = outgoing.encode()
        if len(part) + len(raw) > room:
            yield part
            room, part = _count_bytes(others), b""
        part += raw
    yield part


def _count_bytes(characters: int) -> int:
    """How much text an encoded word of so many characters can hold."""
    return (characters - _AROUND_A_WORD) // 4 * 3
