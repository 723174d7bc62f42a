"""Find what a link in a reminder lets somebody answer. Nothing changes by looking."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.answers.answer_links import Answering, Over, judge_link
from belfry.controls.controls import Control
from belfry.controls.reports.histories import AnswerLink
from belfry.kernel.errors import NotFound
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class OpenAnswerLink:
    store: Store
    clock: Clock

    def __call__(self, token: str) -> Answering | Over:
        """NotFound if it was never one of ours."""
        link = self.store.find(AnswerLink, digest_of(token))
        if link is None:
            raise NotFound("this link leads nowhere")
        control = self.store.find(Control, link.control_id)
        return judge_link(link, control, self.clock.now())
