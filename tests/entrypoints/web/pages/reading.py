"""What a person would find on a page: words, links, forms, and errors at their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

_SILENT = {"script", "style", "title", "datalist"}
_INLINE = {"a", "span", "strong", "time", "code", "del", "ins"}


@dataclass
class Found:
    """A page taken apart; `errors` are told at a field, `typed` is what stands in the fields."""

    words: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Found()
        self._silent = 0
        self._error = ""
        self._area = ""
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._silent += tag in _SILENT
        self.found.words.append("" if tag in _INLINE else " ")
        match tag:
            case "a":
                self.found.links.append(attributes["href"])
            case "form":
                self.found.actions.append(attributes.get("action", ""))
            case "p" if attributes.get("class") == "error":
                self._error = attributes["id"].removesuffix("-error")
            case "textarea":
                self._area = attributes["name"]
                self.found.typed[self._area] = ""
            case "select":
                self._select = attributes["name"]
            case "input" | "option":
                self._read_value(tag, attributes)

    def _read_value(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "option" and "selected" in attributes:
            self.found.typed[self._select] = attributes.get("value", "")
        elif attributes.get("type") == "checkbox":
            self.found.typed[attributes["name"]] = "on" if "checked" in attributes else ""
        elif tag == "input" and "name" in attributes:
            self.found.typed[attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT
        self.found.words.append("" if tag in _INLINE else " ")
        if tag == "p":
            self._error = ""
        if tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            # A browser leaves out the line break right after the tag.
            so_far = self.found.typed[self._area]
            self.found.typed[self._area] = so_far + (data if so_far else data.removeprefix("\n"))
        elif not self._silent:
            self.found.words.append(data)
        if self._error:
            self.found.errors[self._error] = self.found.errors.get(self._error, "") + data


@lru_cache(maxsize=500)
def read(page: str) -> Found:
    """The page taken apart: once, since a walk through the app asks for its links and its words."""
    reader = _Reader()
    reader.feed(page)
    return reader.found
