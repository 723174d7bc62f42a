"""What the mail server said, and what it means for the letter.

4xx is worth another try and 5xx is not; so RFC 5321 has it, and servers keep to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from belfry.adapters.smtp.line import Garbled
from belfry.kernel.errors import Permanent, Temporary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.smtp.line import Line

GOING_AWAY = 421
_LOGIN_FIRST = 530
_MOST_LINES = 100
_LONGEST_SHOWN = 200
_REPLY = re.compile(rb"([2-5][0-9]{2})(?:([ -])(.*))?", re.DOTALL)


class Step(StrEnum):
    """How far a letter came, in the words a person reads when it came no further."""

    GREETING = "turns us away"
    EHLO = "does not take our greeting"
    STARTTLS = "does not secure the line"
    AUTH = (
        "refuses our login: check mail.user and the password"
        " (BELFRY_MAIL_PASSWORD or mail.password_file)"
    )
    MAIL = "refuses our own address, mail.from"
    RCPT = "refuses this recipient"
    DATA = "refuses to take the letter"
    LETTER = "refuses the letter"
    RSET = "does not forget the letter before"


@dataclass(frozen=True, slots=True)
class Reply:
    code: int
    words: str

    @property
    def is_yes(self) -> bool:
        return 200 <= self.code < 300

    def show(self, hidden: Sequence[str]) -> str:
        """The reply on one short line, with a gap where it repeats something hidden."""
        words = hide_echoes(" ".join(self.words.split()), hidden)
        if not words.isprintable():
            words = "".join(one if one.isprintable() else "?" for one in words)
        if len(words) > _LONGEST_SHOWN:
            words = f"{words[: _LONGEST_SHOWN - 1]}…"
        return f"{self.code} {words}".rstrip()


class Refused(Exception):
    """The server said no."""

    def __init__(self, step: Step, reply: Reply) -> None:
        super().__init__(f"{step.name} was answered with {reply.code}")
        self.step = step
        self.reply = reply

    @property
    def is_about_the_line(self) -> bool:
        """Whether another line may hear another answer: servers limit what one line may do."""
        return self.reply.code == GOING_AWAY or self.step is Step.MAIL

    def translate(self, server: str, hidden: Sequence[str]) -> Temporary | Permanent:
        said = self.reply.show(hidden)
        if self.reply.code == _LOGIN_FIRST and self.step is not Step.AUTH:
            return Permanent(
                f"{server} wants a login or a secure line first: see mail.user and mail.security;"
                f" it said: {said}"
            )
        kind = Temporary if 400 <= self.reply.code < 500 else Permanent
        return kind(f"{server} {self.step.value}; it said: {said}")


def hear_reply(line: Line) -> Reply:
    """The next reply, which may have several lines; Garbled if it is none."""
    words = b""
    for _ in range(_MOST_LINES):
        said = _REPLY.fullmatch(line.hear_line())
        if said is None:
            raise Garbled("an answer without a number")
        code, more, said_now = said.groups(b"")
        words += said_now
        if more != b"-":
            return Reply(int(code), words.decode("utf-8", "replace"))
        words += b"\n"
    raise Garbled("an answer without an end")


_WORD = re.compile(r"\w+")
_RUN = 3
_SHORTEST = 4
_GAP = "…"


def hide_echoes(said: str, hidden: Sequence[str]) -> str:
    """What was said, with a gap for three words in a row, or all there are, of a hidden line."""
    words = _WORD.findall(said.casefold())
    outgoing = "\n".join(hidden).casefold()
    if not any(len(word) > 1 and word in outgoing for word in words):
        return said
    found = list(_WORD.finditer(said))
    echoes = {place for line in hidden for place in _find_echoes(words, line)}
    shown, end = "", 0
    for place in sorted(echoes):
        start = found[place].start()
        shown += said[end:start] + _GAP if place - 1 not in echoes else ""
        end = found[place].end()
    return shown + said[end:]


def _find_echoes(words: Sequence[str], line: str) -> Iterator[int]:
    """The places of the words that also stand in `line`, in the same order."""
    theirs = _WORD.findall(line.casefold())
    run = min(_RUN, len(theirs))
    if sum(map(len, theirs)) < _SHORTEST:
        return
    runs = {tuple(theirs[start : start + run]) for start in range(len(theirs) - run + 1)}
    for start in range(len(words) - run + 1):
        if tuple(words[start : start + run]) in runs:
            yield from range(start, start + run)
