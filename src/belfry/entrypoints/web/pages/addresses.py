"""Where a job, a control or a message is found, whatever its name is made of.

Names are what people typed: they may hold slashes, dots and anything else that browsers and servers
take for their own. In an address they are letters, digits, `-` and `_`; all else is a `~` and its
number.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes, urlencode

from belfry.kernel.errors import NotFound

# Pages that stand where a name could stand: whatever is called so has its first letter numbered.
TAKEN = frozenset({"board", "list", "new", "year"})


@lru_cache(maxsize=4096)
def render_name(name: str) -> str:
    """The name as one part of a path; equal names alone give equal parts."""
    if name in TAKEN:
        return f"~{ord(name[0]):X}{name[1:]}"
    return quote(name, safe="").replace("~", "%7E").replace(".", "%2E").replace("%", "~")


def parse_name(part: str) -> str:
    """The name again; NotFound for what `render_name` never wrote."""
    name = unquote_to_bytes(part.replace("~", "%")).decode("utf-8", "replace")
    if "\0" in name or render_name(name) != part:
        raise NotFound("there is nothing by that name")
    return name


_DOCUMENT = re.compile(
    r"(?P<path>[\w-]+(?:/[\w-]+)*\.(?:txt|csv))(?:,? line (?P<line>\d+))?\b", re.A
)


def find_document(place: str) -> str:
    """Where a file of the team is mended, at the line a trouble names; empty if it names none."""
    found = _DOCUMENT.match(place)
    if not found:
        return ""
    line = f"?line={found['line']}" if found["line"] else ""
    return f"/docs/{found['path']}{line}"


def find_place(subject: str) -> str:
    """The page about a subject of the trail; empty where there is none."""
    kind, _, name = subject.partition("/")
    match kind:
        case "workflow":
            return f"/workflows/{name}"
        case "job":
            return f"/jobs/{render_name(name)}"
        case "control":
            return f"/controls/{render_name(name)}"
        case "rota":
            return f"/rota/{name}"
        case "message":
            return f"/messages/{render_name(name)}"
        case "wordings":
            return f"/jobs/wordings?{urlencode({'kind': name})}"
        case "table":
            return f"/docs/{quote(name)}"
        case _:
            return ""
