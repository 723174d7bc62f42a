"""How a message about the rota is put together: as a letter, or as a short text.

The team's own sentence opens it where there is one and all its slots can be filled. What the
reader must know follows in any case, so that no sentence can leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from belfry.kernel.slots import fill_slots
from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import make_harmless
from belfry.rota.messages.facts import Told
from belfry.rota.rules.voice import Thing, Voice

LONGEST_NAME = 80
LONGEST_SUBJECT = 120
LONGEST_LINE = 500
MOST_LISTED = 60
MOST_PARTS = 3
MOST_WITHOUT_LINK = 9


class Words(NamedTuple):
    """A text message has no use for its subject."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """A message in plain words, in pieces.

    `opening` is one sentence, `parts` the paragraphs after it, and `brief` what a text message
    lists in their place. `call` says what the link is for. `slots` hold what a sentence of the
    team's own may name; `needs` are those it must name to stand in place of the opening.
    """

    thing: Thing
    subject: str
    opening: str
    parts: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    call: str = "See more:"
    slots: Mapping[str, str | None] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


def frame_letter(sketch: Sketch, told: Told, voice: Voice) -> Words:
    reader = tidy_name(told.reader)
    greeting = f"Hello {reader}," if reader else "Hello,"
    said = _open_own(sketch, told, voice) or [greeting, sketch.opening]
    link = [f"{sketch.call}\n{told.link}"] if told.link else []
    text = "\n\n".join(part for part in (*said, *sketch.parts, *link) if part)
    return Words(_tidy_subject(sketch.subject), text)


def frame_text(sketch: Sketch, told: Told, voice: Voice) -> Words:
    """As long as a few text messages at most; where more is left out, the link leads to it."""
    most = MOST_PARTS if told.link else MOST_WITHOUT_LINK
    for text in _list_texts(sketch, told, voice):
        if count_parts(text).parts <= most:
            break
    return Words(_tidy_subject(sketch.subject), text)


def _list_texts(sketch: Sketch, told: Told, voice: Voice) -> Iterator[str]:
    """Ever shorter ones: the team's own words go before anything the reader must know."""
    whole = len(sketch.brief)
    if own := _open_own(sketch, told, voice):
        yield _join(" ".join(own), sketch.brief, whole, told.link)
    plain = _lead_on(sketch.opening) if sketch.brief else sketch.opening
    for count in range(whole, -1, -1):
        yield _join(plain, sketch.brief, count, told.link)


def list_lines(title: str, lines: Sequence[str]) -> str:
    """A list under its title, or nothing for no lines."""
    if not lines:
        return ""
    more = len(lines) - MOST_LISTED
    shown = [*lines[:MOST_LISTED], *([f"and {more} more"] if more > 0 else [])]
    return "\n".join([*([title] if title else []), *(f"- {line}" for line in shown)])


def tidy_name(name: str) -> str:
    return make_harmless(name, most=LONGEST_NAME)


def tidy_line(text: str) -> str:
    return make_harmless(text, most=LONGEST_LINE)


def tidy_sentence(text: str) -> str:
    """The same with a full stop, if it has no other end."""
    line = tidy_line(text)
    return f"{line}." if line and line[-1] not in ".!?\u2026" else line


def _lead_on(opening: str) -> str:
    """With a colon before what is listed, unless the sentence has a break or is a question."""
    has_break = any(sign in opening for sign in ":;?")
    return opening if has_break else f"{opening.rstrip('.')}:"


def _join(opening: str, items: Sequence[str], count: int, link: str) -> str:
    left = len(items) - count
    more = [f"and {left} more"] if left and count else [f"{left} in all"] if left else []
    listed = "; ".join([*items[:count], *more])
    said = f"{opening} {listed}." if listed else opening
    return clean_sms(f"{said} {link}".strip())


def _open_own(sketch: Sketch, told: Told, voice: Voice) -> list[str]:
    """The team's own sentence, and the plain one after it if it alone told something."""
    sentence = voice.say_when.get(sketch.thing, "")
    known = {"name": tidy_name(told.reader), "team": tidy_name(told.team), "news": sketch.opening}
    own = fill_slots(sentence, {**known, **sketch.slots})
    if not own:
        return []
    names_all = all(f"{{{slot}}}" in sentence for slot in sketch.needs)
    return [own] if names_all or "{news}" in sentence else [own, sketch.opening]


def _tidy_subject(text: str) -> str:
    return make_harmless(text, most=LONGEST_SUBJECT)
