"""The addresses of pages, and names and numbers in them.

People type names with slashes, dots and anything else that browsers and servers interpret. In an
address a name is letters, digits, `-` and `_`; all else is `~` and its code.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote, unquote_to_bytes, urlencode

from fastapi import Depends, Path

from belfry.kernel.errors import NotFound

# Pages at the place of a name: of a thing called so the first letter is encoded.
TAKEN = frozenset({"board", "list", "new", "year"})


LONGEST_NUMBER, LONGEST_NAME = 15, 4000


@lru_cache(maxsize=4096)
def render_name(name: str) -> str:
    """The name as one part of a path; different names give different parts."""
    if name in TAKEN:
        return f"~{ord(name[0]):X}{name[1:]}"
    return quote(name, safe="").replace("~", "%7E").replace(".", "%2E").replace("%", "~")


def parse_name(part: str) -> str:
    """The reverse of `render_name`; NotFound for anything it never gives."""
    name = unquote_to_bytes(part.replace("~", "%")).decode("utf-8", "replace")
    if "\0" in name or render_name(name) != part:
        raise NotFound("there is nothing by that name")
    return name


_DOCUMENT = re.compile(
    r"(?P<path>[\w-]+(?:/[\w-]+)*\.(?:txt|csv))"
    r"(?:,? line (?P<line>\d+))?(?:, column (?P<column>[A-Z]{1,3}))?\b"
    r"(?:, tab [^,]+, (?P<letter>[A-Z]{1,3})(?P<row>\d+))?",
    re.A,
)


def find_document(place: str) -> str:
    """The line or cell, on its page, that a data problem names; empty if it names no file."""
    match = _DOCUMENT.match(place)
    if not match:
        return ""
    path, line = match["path"], match["line"] or match["row"]
    column = match["column"] or match["letter"]
    if not line:
        return f"/docs/{path}"
    cell = f"&column={column}" if column else ""
    return f"/docs/{path}?line={line}{cell}#" + ("here" if path.endswith("csv") else f"line-{line}")


def find_place(subject: str) -> str:
    """The page of an audit subject; empty if it has none."""
    kind, _, name = subject.partition("/")
    match kind:
        case "workflow":
            return f"/workflows/{name}"
        case "job" | "control" | "message":
            return f"/{kind}s/{render_name(name)}"
        case "rota":
            return f"/rota/{name}"
        case "wordings":
            return f"/jobs/wordings?{urlencode({'kind': name})}"
        case "table":
            return f"/docs/{quote(name)}"
        case _:
            return ""


def render_cursor(at: datetime, place: str) -> str:
    """Where the next page of a list begins: at that moment, or at `place` among others of then."""
    return f"{at.astimezone(UTC).isoformat()}~{place}"


def parse_cursor(text: str) -> tuple[datetime, str] | None:
    """None for anything else: the list then starts at its beginning."""
    moment, _, place = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, place) if at.tzinfo and "\0" not in place else None


async def read_name(name: Annotated[str, Path(max_length=LONGEST_NAME)]) -> str:
    return parse_name(name)


Name = Annotated[str, Depends(read_name)]


def parse_number(text: str, longest: int = LONGEST_NUMBER) -> int:
    """A number from an address; 0 for anything that is none of ours."""
    return int(text) if text.isdecimal() and len(text) <= longest else 0
