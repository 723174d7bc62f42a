"""How a letter's text is written so that every mail server on the way leaves it as it is.

Plain lines stay plain; the rest becomes quoted-printable, which people can still read, or base64
where hardly a letter would be left readable.
"""

from __future__ import annotations

import re
from binascii import b2a_base64, b2a_qp
from dataclasses import dataclass

from belfry.adapters.smtp.headers import LONGEST_LINE

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LINE_END = re.compile(r"\r\n?")
_LONG_LINE = re.compile(f"[^\n]{{{LONGEST_LINE + 1}}}")
_ASCII = bytes(range(128))
_BYTES_A_LINE = LONGEST_LINE // 4 * 3


@dataclass(frozen=True, slots=True)
class Body:
    """The text as it goes over the line, in ASCII, and how it was written."""

    text: str
    encoding: str


def tidy_text(text: str) -> str:
    """The text with plain line ends and one at its end, without what no mail may carry."""
    sound = text.encode("utf-8", "replace").decode()
    return _UNSEEN.sub("", _LINE_END.sub("\n", sound)).rstrip("\n") + "\n"


def encode_body(text: str) -> Body:
    """A tidy text in lines short enough for mail, which end as SMTP has them."""
    if text.isascii() and not _LONG_LINE.search(text):
        return Body(text.replace("\n", "\r\n"), "7bit")
    raw = text.replace("\n", "\r\n").encode()
    foreign = raw.translate(None, delete=_ASCII)
    if len(foreign) * 3 < len(raw):
        return Body(b2a_qp(raw).decode("ascii"), "quoted-printable")
    parts = (raw[at : at + _BYTES_A_LINE] for at in range(0, len(raw), _BYTES_A_LINE))
    lines = (b2a_base64(part, newline=False).decode("ascii") for part in parts)
    return Body("".join(f"{line}\r\n" for line in lines), "base64")
