"""What a model wrote about a job, and what the fence said of it.

One draft for each message, kept with the facts it was made from, so that anybody can see later why
a customer read these words and not others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from belfry.kernel.fence.surface import Verdict


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
