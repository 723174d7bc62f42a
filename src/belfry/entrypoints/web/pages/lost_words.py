"""What somebody typed that a refusal does not show them any more: it is given back to be copied."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# The fields that take sentences; any other is a choice, or stands in its form again.
SENTENCES = ("note", "reason", "because", "why", "words")


def find_lost(form: Mapping[str, str], page: str) -> dict[str, str]:
    """By field, the sentences of the form that the page, which answers it, does not hold."""
    shown = _even_out(unescape(page))
    typed = {name: form[name].strip() for name in SENTENCES if name in form}
    return {name: text for name, text in typed.items() if _even_out(text) not in shown}


def _even_out(text: str) -> str:
    """A browser sends other line ends than it shows."""
    return text.replace("\r\n", "\n")
