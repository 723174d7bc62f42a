"""Render the texts of the room's messages from the templates in `messages`."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.controls.repeats.day_words import join_words, render_days
from belfry.kernel.texts import make_harmless
from belfry.messaging.templates import MessageTemplates, Verbatim

LONGEST_NAME = 80


def clean_name(name: str) -> str:
    return make_harmless(name, most=LONGEST_NAME)


def _join_names(names: Sequence[str]) -> str:
    return join_words([clean_name(name) for name in names])


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _make_paragraph(text: str) -> Verbatim:
    """Sentences on lines of their own as one paragraph."""
    return Verbatim(" ".join(text.split()))


TEMPLATES = MessageTemplates(
    "belfry.controls",
    filters={
        "days": render_days,
        "names": _join_names,
        "first_upper": _capitalise,
        "paragraph": _make_paragraph,
    },
)
