"""Which words a message is told in, and why: the one place where that is decided.

The shop's own sentence comes first. Then, where the settings ask for fresh words, a model's draft
that the fence lets pass; then a wording that a person approved; then plain words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from belfry.jobs.updates.approved import Wording, pick_wording
from belfry.jobs.updates.plain import (
    CORRECTION,
    Speaker,
    Words,
    check_size,
    write_plainly,
    write_words,
)
from belfry.kernel.fence.surface import Verdict

if TYPE_CHECKING:
    from belfry.jobs.updates.language import Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """`reply` is what the model sent, cut off where nobody would read on, and `text` the message
    it makes; empty if it makes none. `trouble` says why there is no reply. `verdict` holds the
    `rules` it broke and the `reasons` for people: none, if it may be sent.
    """

    message_id: str
    job_id: str
    model: str
    made_at: datetime
    facts: Mapping[str, Any] = field(repr=False)
    reply: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    problem: str = ""
    verdict: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return self.message_id

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(self.verdict.get("reasons", ()))

    @property
    def passes(self) -> bool:
        return bool(self.text) and not self.reasons


def write_verdict(verdict: Verdict) -> dict[str, list[str]]:
    """A verdict as a draft keeps it."""
    return {
        "reasons": [reason.says for reason in verdict.reasons],
        "rules": [reason.rule for reason in verdict.reasons],
    }


PLAIN = "in plain words"
OWN = "in the shop's own words"
APPROVED = "in approved words"


@dataclass(frozen=True, slots=True)
class Chosen:
    """`worded` says whose words they are and, where better ones were passed over, why."""

    words: Words
    worded: str


def choose_words(
    speaker: Speaker, *, message_key: str, approved: Sequence[Wording], draft: Draft | None
) -> Chosen:
    """`draft` is what a model wrote for this message, judged for the facts of now."""
    passed_over: list[str] = []
    for template, worded in _list_offers(speaker, message_key, approved, draft, passed_over):
        words = write_words(speaker, template, is_greeted=worded == OWN)
        too_long = list(check_size(words.text, speaker.channel))
        if not too_long:
            return Chosen(words, "; ".join([worded, *passed_over]))
        passed_over.append(f"not {worded}: {too_long[0].says}")
    plain = write_plainly(speaker)
    return Chosen(plain, "; ".join([PLAIN, *passed_over]))


def _list_offers(
    speaker: Speaker,
    message_key: str,
    approved: Sequence[Wording],
    draft: Draft | None,
    passed_over: list[str],
) -> Iterator[tuple[Template, str]]:
    if speaker.news == CORRECTION:
        return
    compile_text = speaker.language.compile
    if own := find_own(speaker):
        yield compile_text(own), OWN
    if draft is not None and draft.passes:
        yield compile_text(draft.reply), f"by {draft.model}, checked by the fence"
    elif draft is not None:
        why = draft.problem or " ".join(draft.reasons)
        passed_over.append(f"not by {draft.model}: {why}")
    if wording := pick_wording(approved, message_key):
        yield compile_text(wording.text), f"{APPROVED} ({wording.by})"


def find_own(speaker: Speaker) -> str:
    """The shop's own sentence for this news; blank if it has none that can be said now."""
    text = speaker.shop.find_own_words(speaker.news, speaker.facts.stage)
    return text if text and speaker.fill(speaker.language.compile(text)) else ""
