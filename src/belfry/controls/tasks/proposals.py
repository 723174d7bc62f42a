"""A control that a forwarded mail proposes: what a plain rule reads in it, and what was decided.

No model is asked. What the mail does not say in so many words, or says in two ways, stays empty
for a person to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from belfry.controls.chains.rules import LONGEST_NAME
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeat_days import (
    COUNTED,
    HALVED,
    NUMBERS,
    OFTEN,
    ORDINALS,
    PLURALS,
    VAGUE,
)
from belfry.controls.repeats.repeats import Repeat
from belfry.kernel.changes import Audited
from belfry.kernel.errors import Conflict
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.texts import make_harmless, make_storable, plain_name

LONGEST_EXCERPT = 2_000
MOST_READ = 20_000


class ProposalState(StrEnum):
    """`APPROVING` from the approval until the row is known to be in the list."""

    OPEN = "open"
    APPROVING = "approving"
    APPROVED = "approved"
    DECLINED = "declined"


UNDECIDED = (ProposalState.OPEN, ProposalState.APPROVING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedControl(Audited):
    """`sender` is the team member who forwarded the mail; its words go once it is decided."""

    id: str
    sender: str
    at: datetime
    subject_line: str = ""
    text: str = field(default="", repr=False)
    name: str = ""
    repeat: str = ""
    owner: str = ""
    state: ProposalState = ProposalState.OPEN
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"proposed-control/{self.id}"

    @property
    def row(self) -> dict[str, str]:
        """The cells of its row in the list of controls, by their headers."""
        return {"name": self.name, "repeat": self.repeat, "owner": self.owner}


def check_open(proposal: ProposedControl) -> None:
    """Conflict if it was approved or declined, or its row is being written."""
    if proposal.state is ProposalState.APPROVING:
        raise Conflict(f"{proposal.name} is being added to the list: approve it once more")
    check_undecided(proposal)


def check_undecided(proposal: ProposedControl) -> None:
    if proposal.state not in UNDECIDED:
        name = proposal.name or proposal.subject_line or proposal.id
        raise Conflict(f"{name!r} was {proposal.state} already: nothing was changed")


def decide(proposal: ProposedControl, state: ProposalState) -> ProposedControl:
    """The proposal once it is approved or declined; the mail's words are no longer needed."""
    return replace(proposal, state=state, text="")


_MARK = re.compile(
    r"\s*(?:fwd?|wg|tr|rv|vb|doorst|re|aw|sv|antw)\s*(?:\[\d{1,3}\])?\s*:\s*", re.IGNORECASE
)
# A cell that begins like this is a formula to a spreadsheet.
_FORMULA = "=+-@ "


def make_proposal(
    key: str, subject: str, text: str, *, sender: str, names: Iterable[str], at: datetime
) -> ProposedControl:
    """What a forwarded mail proposes; `names` are those of the team."""
    title = strip_marks(subject)
    words = f"{title}.\n\n{_leave_out_headers(text[:MOST_READ])}"
    return ProposedControl(
        id=key,
        sender=sender,
        at=at,
        subject_line=subject,
        text=make_storable(text.strip(), most=LONGEST_EXCERPT),
        name=make_harmless(title.lstrip(_FORMULA), most=LONGEST_NAME),
        repeat=find_repeat(words),
        owner=find_owner(words, names),
    )


def strip_marks(subject: str) -> str:
    """Without Fwd:, Re: and the like, however many there are."""
    while mark := _MARK.match(subject):
        subject = subject[mark.end() :]
    return subject.strip()


# The addresses of the forwarded mail name people who need not have anything to do.
_ADDRESSES = re.compile(
    r"[>*\s]*(?:from|sent|date|to|cc|reply-to|von|gesendet|datum|an)\*?\s?:", re.IGNORECASE
)


def _leave_out_headers(text: str) -> str:
    lines = (line.lstrip("> \t") for line in text.splitlines() if not _ADDRESSES.match(line))
    return "\n".join(lines)


def find_owner(text: str, names: Iterable[str]) -> str:
    """The only one of these names that stands in the text as a whole; blank if several do."""
    words = plain_name(text)
    named = [
        name for name in names if re.search(rf"(?<!\w){re.escape(plain_name(name))}(?!\w)", words)
    ]
    return named[0] if len(named) == 1 else ""


# Longer than "every second month on the last Friday of the month".
_MOST_WORDS = 12
# More words that could begin a repeat, and begin none, than a policy has.
_MOST_UNREAD = 100
_MARKS = ",'\"\u2018\u2019\u201c\u201d*_"
_STOPS = ".;:!?()"
_PARAGRAPH = re.compile(r"\n\s*\n")
_NO_PLAIN_DAY = re.compile(r"\b(?:working|business|bank)\s+days?\b", re.IGNORECASE)
_BEGINNINGS = {"every", "each", "once", "last", *OFTEN, *HALVED, *ORDINALS, *PLURALS}
_NUMBERED = re.compile(r"[0-9]{1,2}(?:st|nd|rd|th)")


def find_repeat(text: str) -> str:
    """How often, if the text says it once or always alike; blank if not, or if that is vague.

    Blank, too, for a text that begins to say it again and again, because each attempt takes time.
    """
    repeats: set[Repeat] = set()
    unread = 0
    for words in _list_sentences(text):
        in_sentence: set[Repeat] = set()
        for repeat in _list_repeats(words):
            unread += repeat is None
            if unread > _MOST_UNREAD:
                return ""
            in_sentence |= {repeat} if repeat else set()
        if in_sentence and _is_vague(" ".join(words)):
            return ""
        repeats |= in_sentence
    return repeats.pop().render() if len(repeats) == 1 else ""


def _list_sentences(text: str) -> Iterator[list[str]]:
    """The words of each, without the stop behind the last."""
    for paragraph in _PARAGRAPH.split(text):
        words: list[str] = []
        for word in paragraph.split():
            words.append(word.rstrip(_STOPS))
            if words[-1] != word:
                yield words
                words = []
        yield words


def _is_vague(sentence: str) -> bool:
    words = re.findall(r"[^\W\d_]+", sentence.casefold())
    return not VAGUE.isdisjoint(words) or _NO_PLAIN_DAY.search(sentence) is not None


def _list_repeats(sentence: list[str]) -> Iterator[Repeat | None]:
    """For each word that may begin a repeat, the longest phrase that is one, or None."""
    words = [word.strip(_MARKS) if word[-1:] != "," else word for word in sentence]
    place = 0
    while place < len(words):
        length = 1
        if _may_begin(words[place].strip(_MARKS).casefold()):
            length, repeat = _match(words[place : place + _MOST_WORDS])
            yield repeat
        place += length


def _match(words: list[str]) -> tuple[int, Repeat | None]:
    for length in range(len(words), 0, -1):
        try:
            return length, parse_repeat(" ".join(words[:length]).rstrip(","))
        except ReadingError:
            continue
    return 1, None


def _may_begin(word: str) -> bool:
    first, _, last = word.partition("-")
    is_counted = last in COUNTED and (first in NUMBERS or first.isdecimal())
    is_whole = not last or first in HALVED or last in ORDINALS
    return is_counted or (is_whole and (first in _BEGINNINGS or bool(_NUMBERED.match(first))))
