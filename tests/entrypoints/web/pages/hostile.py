"""Texts that are written in bad faith, files full of them, and whether a page fell for one."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

MARKUP = (
    "\"' onhostile=1></textarea></title><hostile-a><script>hostile()</script>{{7*7777}}&lt;i&gt;"
)
FORMULA = "=cmd|'/C calc'!A0\u202egpj.exe"
ADDRESS = "javascript:hostile()//"
TEXTS = (MARKUP, FORMULA, ADDRESS)
# What `{{7*7777}}` would be if a template engine evaluated it.
WORKED_OUT = "54439"
_ADDRESSES = {"href", "src", "action", "formaction", "poster", "data", "xlink:href"}


class _Lookout(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.strangers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag.startswith("hostile") or (tag == "script" and "src" not in attributes):
            self.strangers.append(f"<{tag}>")
        for name, value in attrs:
            leads = (value or "").strip().lower().startswith("javascript:")
            if name.startswith("on") or (name in _ADDRESSES and leads):
                self.strangers.append(f"{name}={value}")

    def handle_comment(self, data: str) -> None:
        if "hostile" in data:
            self.strangers.append(f"<!--{data}-->")

    def handle_data(self, data: str) -> None:
        if WORKED_OUT in data:
            self.strangers.append(data)


def find_strangers(page: str) -> list[str]:
    """Every element and attribute that no page of ours has, and whatever was worked out."""
    monitor = _Lookout()
    monitor.feed(page)
    return monitor.strangers


def spoil_table(text: str, hostile_text: str) -> str:
    """A spreadsheet in which every cell says it once, and one row says nothing else.

    A row is kept for each column, so that whatever reads the others first comes as far as this one;
    it stands there twice, under its own name and under a new one.
    """
    header, *rows = csv.reader(io.StringIO(text))
    row = rows[0] if rows else [""] * len(header)
    made = [header + [hostile_text], *([*row, hostile_text] for row in rows)]
    for at in range(len(header)):
        for name in (row[0], f"{row[0]} {at}"):
            cells = [name, *row[1:], hostile_text]
            cells[at] = hostile_text
            made.append(cells)
    made.append([hostile_text] * (len(header) + 1))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(made)
    return out.getvalue()


def spoil_doc(text: str, hostile_text: str) -> str:
    """A document that says it after every setting it has, in a setting of its own, and alone."""
    names = [line.partition(":")[0] for line in text.splitlines() if ":" in line]
    added = [f"{name}: {hostile_text}" for name in names] + [f"{hostile_text}: yes", hostile_text]
    return text + "\n" + "\n".join(added) + "\n"
