"""Forms with files, read as a browser sends them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belfry.entrypoints.web.forms import MOST_FIELDS, Parts, parse_parts
from belfry.kernel.errors import InputError

BOUNDARY = "----WebKitFormBoundary7MA4"
TYPE = f"multipart/form-data; boundary={BOUNDARY}"


def write_parts(*parts: tuple[str, bytes]) -> bytes:
    """Each part by what it is called, with its content."""
    lines = [
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode()
        + content
        + b"\r\n"
        for name, content in parts
    ]
    return b"".join([*lines, f"--{BOUNDARY}--\r\n".encode()])


NOTE = ('name="note"', "all out, é".encode())
UNTAKEN = ('name="taken"; filename=""', b"")


@given(st.binary(max_size=200))
@example(b"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n")
def test_file_arrives_byte_for_byte(content: bytes) -> None:
    chosen = ('name="chosen"; filename="a door.jpg"\r\nContent-Type: image/jpeg', content)
    parts = parse_parts(write_parts(NOTE, UNTAKEN, chosen), TYPE)
    name = "a door.jpg" if content else ""
    assert parts == Parts(parts.fields, name, content)
    assert parts.fields == {"note": "all out, é"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--",
        b"no parts at all",
        write_parts(NOTE)[:60],
        b"--" + BOUNDARY.encode() + b"\r\n\r\n",
    ],
)
def test_form_that_is_cut_off_has_no_file(body: bytes) -> None:
    assert parse_parts(body, TYPE).content == b""


def test_plain_form_has_no_file() -> None:
    kind = "application/x-www-form-urlencoded"
    assert parse_parts(b"note=all+out", kind) == Parts({"note": "all out"}, "", b"")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parts, problem",
    [
        ([('name="note"', b"\0")], "characters that cannot be kept"),
        ([('name="x"', b"")] * (MOST_FIELDS + 1), "too many fields"),
    ],
)
def test_form_that_nobody_typed_is_refused(parts: list[tuple[str, bytes]], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_parts(write_parts(*parts), TYPE)
