"""Which classes the pages have, which the style sheets speak of, and what a page weighs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tests.entrypoints.web.pages.apps import Visitor

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"([^{};]+)\{")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
EXPRESSION = r"\{\{.*?\}\}|\{%.*?%\}"
ATTRIBUTE = re.compile(rf'class="((?:{EXPRESSION}|[^"])*)"', re.DOTALL)
JINJA = re.compile(EXPRESSION, re.DOTALL)
FETCHED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
MOST_BYTES = 100_000
QUOTED = re.compile(r"""["']([^"']*)["']""")


def find_styled(sheet: str) -> set[str]:
    """The classes that a sheet has a rule for."""
    rules = SELECTOR.findall(COMMENT.sub("", sheet))
    return {name for rule in rules for name in CLASS.findall(rule)}


def find_used(templates: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """The classes that elements have, and every word that a template or a script might give one."""
    words = [
        *_list_given(templates),
        *(text for script in scripts for text in QUOTED.findall(script)),
    ]
    return {name.lstrip(".") for text in words for name in re.split(r"[\s,>+~]+", text)}


def _list_given(templates: Iterable[str]) -> Iterator[str]:
    for template in templates:
        for value in ATTRIBUTE.findall(template):
            yield JINJA.sub(" ", value)
        for expression in JINJA.findall(template):
            yield from QUOTED.findall(expression)


def weigh(visitor: Visitor, path: str) -> int:
    """The bytes of a page with all that a browser fetches for it the first time."""
    page = visitor.get(path).content
    files = {visitor.get(address).content for address in set(FETCHED.findall(page.decode()))}
    return len(page) + sum(map(len, files))
