"""The fields of a posted form, however it was received."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from email import policy
from email.message import Message
from email.parser import BytesParser
from typing import NamedTuple
from urllib.parse import parse_qsl

from belfry.kernel.errors import InputError

MOST_FIELDS = 100
_MOST_DIGITS = 9


class Form(dict[str, str]):
    """The fields of a posted form by name; one that was not sent is empty."""

    def __missing__(self, name: str) -> str:
        return ""

    def is_yes(self, name: str) -> bool:
        return self[name] == "yes"

    def read_day(self, name: str) -> date | None:
        """A day as browsers write it; None if it was left empty."""
        try:
            return date.fromisoformat(typed) if (typed := self[name].strip()) else None
        except ValueError as error:
            raise InputError("expected a day, like 2026-12-10", field=name) from error

    def read_count(self, name: str) -> int | None:
        """A whole number; None if it was left empty."""
        typed = self[name].strip()
        if typed and not (typed.isascii() and typed.isdecimal() and len(typed) <= _MOST_DIGITS):
            raise InputError("expected a whole number", field=name)
        return int(typed) if typed else None

    def get_count(self, name: str, what: str) -> int:
        """A whole number; `what` says what is missing without it."""
        count = self.read_count(name)
        if count is None:
            raise InputError(f"expected {what}", field=name)
        return count


class Parts(NamedTuple):
    """A form with a file; name and content are empty without one."""

    fields: Form
    name: str
    content: bytes


def parse_form(body: bytes, *, most: int = MOST_FIELDS) -> Form:
    """The fields by name; the last of several with one name."""
    try:
        pairs = parse_qsl(
            body.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=most
        )
    except ValueError as error:
        raise InputError("this form has too many fields") from error
    return _check(pairs)


def parse_parts(body: bytes, content_type: str) -> Parts:
    """A form with files, as browsers send it: its fields, and the first file that is not empty."""
    if not content_type.lower().startswith("multipart/form-data"):
        return Parts(parse_form(body), "", b"")
    head = f"Content-Type: {content_type}\r\n\r\n".encode("ascii", "replace")
    mail = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    parts = [part for part in mail.iter_parts() if part.get_param("name", header=_PART)]
    if len(parts) > MOST_FIELDS:
        raise InputError("this form has too many fields")
    files = [part for part in parts if part.get_filename() is not None]
    fields = _check(
        (_name(p), _read(p).decode("utf-8", "replace")) for p in parts if p not in files
    )
    for file in files:
        if content := _read(file):
            return Parts(fields, file.get_filename() or "", content)
    return Parts(fields, "", b"")


_PART = "content-disposition"


def _name(part: Message) -> str:
    return str(part.get_param("name", header=_PART))


def _read(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _check(pairs: Iterable[tuple[str, str]]) -> Form:
    form = Form(pairs)
    if any("\0" in text for pair in form.items() for text in pair):
        raise InputError("this form has characters that cannot be kept")
    return form
