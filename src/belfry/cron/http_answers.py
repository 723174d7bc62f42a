"""What is kept of a web answer."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.ports.web import WebAnswer

KEPT_BYTES = 4096
_QUOTED = 300

_TEXT = re.compile(r"(?i)text/|application/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml)\b")
_CHARSET = re.compile(r'(?i)charset="?(utf-8|us-ascii|iso-8859-1|windows-1252|utf-16)\b')
# A database may refuse the null character, and a terminal obeys the others.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def render_answer(answer: WebAnswer) -> str:
    """The status, and the first 4 kB of the body if it is text."""
    lines = [_render_status(answer.status), _render_body(answer)]
    return "\n".join(line for line in lines if line)


def shorten(text: str) -> str:
    """Enough of `text` to know what happened."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _render_status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _render_body(answer: WebAnswer) -> str:
    content_type = answer.headers.get("content-type", "text/plain")
    if answer.body and not _TEXT.match(content_type):
        more = "more than " if answer.truncated else ""
        return f"({more}{len(answer.body)} bytes of {_CONTROLS.sub('', content_type)})"
    is_cut = answer.truncated or len(answer.body) > KEPT_BYTES
    charset = _CHARSET.search(content_type)
    # Whole characters only: an incremental decoder keeps back what the cut has split.
    decoder = getincrementaldecoder(charset[1] if charset else "utf-8")(errors="replace")
    text = decoder.decode(answer.body[:KEPT_BYTES], final=not is_cut)
    return _CONTROLS.sub("", text.replace("\r\n", "\n")).rstrip() + ("…" if is_cut else "")
