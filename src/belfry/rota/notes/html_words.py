"""What a page says to somebody who reads it: the words, without what is hidden or quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_BLOCKS = frozenset(
    ("p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "hr", "section")
)
_SKIPPED = frozenset(("script", "style", "head", "title", "blockquote", "template", "noscript"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_UNSEEN = re.compile(
    r"display:none|visibility:hidden|gmail_quote|yahoo_quoted|moz-cite-prefix|divrplyfwdmsg"
    r"|appendonsend"
)
_NAME = re.compile(r"/?[a-z][a-z0-9]*")
_DEEPEST = 200


def find_html_words(page: str) -> str:
    """Blank where the page cannot be made sense of."""
    words: list[str] = []
    skipping: list[str] = []
    for is_tag, piece in _list_pieces(page):
        if is_tag:
            words.append("\n" if _step(piece, skipping) in _BLOCKS else "")
        elif not skipping:
            words.append(unescape(piece).replace("\n", " "))
        if len(skipping) > _DEEPEST:
            return ""
    lines = (" ".join(line.split()) for line in "".join(words).split("\n"))
    return "\n".join(line for line in lines if line)


def _list_pieces(page: str) -> Iterator[tuple[bool, str]]:
    """Tags and what stands between them, in one pass; what follows an open tag is left out.

    The library's own reader takes minutes over a page of tags that never close.
    """
    done = 0
    while done < len(page):
        start = page.find("<", done)
        if start < 0:
            yield False, page[done:]
            return
        yield False, page[done:start]
        is_comment = page.startswith("<!--", start)
        mark = "-->" if is_comment else ">"
        end = page.find(mark, start)
        if end < 0:
            return
        if not is_comment:
            yield True, page[start + 1 : end].lower()
        done = end + len(mark)


def _step(tag: str, skipping: list[str]) -> str:
    """The name of the tag; within something unseen all is unseen, up to the end of that."""
    match = _NAME.match(tag)
    name = match[0] if match else ""
    if name.startswith("/"):
        if name[1:] in skipping:
            while skipping.pop() != name[1:]:
                pass
    elif name and name not in _VOID and not tag.endswith("/"):
        is_unseen = name in _SKIPPED or _UNSEEN.search(tag.replace(" ", ""))
        if skipping or is_unseen:
            skipping.append(name)
    return name.lstrip("/")
