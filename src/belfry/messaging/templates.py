"""Message texts as template files: plain text with slots, rendered by Jinja2.

A template holds the named blocks of one message: `{% block subject %}`, `{% block opening %}` and
so on. Whatever fills a slot is cleaned first: one line, no control or hidden characters, at most
500 characters. A slot without a value is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from jinja2 import Environment

LONGEST_SLOT = 500
_SENTENCE_ENDS = (".", "!", "?", "\u2026")
_BLANK_LINES = re.compile(r"\n{3,}")


class Verbatim(str):
    """A text that fills a slot as it is, because it was checked elsewhere."""

    __slots__ = ()


@dataclass(frozen=True)
class MessageTemplates:
    """The `.txt` templates in one folder of a package; `filters` are added to Jinja's own.

    Jinja2 is imported when the first message is rendered, so that importing a room stays quick.
    """

    package: str
    folder: str = "messages"
    filters: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    def render(self, name: str, values: Mapping[str, Any]) -> dict[str, str]:
        """Every block of the template `name`, by the block's name."""
        template = self._environment.get_template(f"{name}.txt")
        context = template.new_context(dict(values))
        return {block: _trim("".join(render(context))) for block, render in template.blocks.items()}

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, PackageLoader, StrictUndefined

        environment = Environment(
            loader=PackageLoader(self.package, self.folder),
            autoescape=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            finalize=clean_slot,
        )
        environment.filters.update({"sentence": end_sentence, **self.filters})
        return environment


def clean_slot(value: object) -> str:
    return value if isinstance(value, Verbatim) else make_harmless(str(value), most=LONGEST_SLOT)


def end_sentence(text: str) -> str:
    """The text with a full stop, unless it is empty or ends as a sentence does."""
    line = clean_slot(text)
    return line if not line or line.endswith(_SENTENCE_ENDS) else f"{line}."


def _trim(text: str) -> str:
    """Without blank lines at the edges, and with one at most between paragraphs."""
    lines = "\n".join(line.rstrip() for line in text.strip().split("\n"))
    return _BLANK_LINES.sub("\n\n", lines)
