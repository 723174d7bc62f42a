"""Ask the model to word how even a week was, check every number of it, and keep what came of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta

from belfry.kernel.errors import NotFound, PortError
from belfry.ports.clock import Clock
from belfry.ports.phraser import Phraser
from belfry.ports.shelf import Shelf
from belfry.rota.fairness import Fairness
from belfry.rota.find_voice import FindVoice
from belfry.rota.summary_checks import check_summary
from belfry.rota.summary_drafts import (
    SummaryDraft,
    digest_slots,
    read_draft,
    summary_name,
    write_draft,
)
from belfry.rota.summary_prompts import write_prompt
from belfry.rota.summary_slots import SummarySlots, list_slots

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PhraseSummary:
    """`within` is how long it may take."""

    shelf: Shelf
    clock: Clock
    phraser: Phraser
    find_voice: FindVoice
    within: timedelta

    def __call__(self, fairness: Fairness) -> SummaryDraft:
        """The draft; the model is asked once for the same numbers, and again if it was away."""
        week, slots = fairness.starts_on.isoformat(), list_slots(fairness)
        known = find_draft(self.shelf, week)
        if known and known.facts == digest_slots(slots) and not known.trouble:
            return known
        draft = self._phrase(week, slots)
        self.shelf.put(summary_name(week), write_draft(draft))
        return draft

    def _phrase(self, week: str, slots: SummarySlots) -> SummaryDraft:
        prompt = write_prompt(slots, self.find_voice().prose)
        draft = SummaryDraft(
            week=week,
            model=self.phraser.name,
            made_at=self.clock.now().isoformat(),
            facts=digest_slots(slots),
        )
        try:
            reply = self.phraser.phrase(
                prompt.instructions, prompt.facts, within=self.within, longest=prompt.longest
            )
        except PortError as error:
            log.warning("summary.model_failed", extra={"week": week, "error": str(error)})
            return replace(draft, trouble=str(error))
        objections = check_summary(reply, slots).objections
        said = {"week": week, "draft": reply, "objections": list(objections)}
        if objections:
            log.warning("summary.draft_refused", extra=said)
        else:
            log.info("summary.draft_accepted", extra=said)
        return replace(draft, reply=reply, objections=objections)


def find_draft(shelf: Shelf, week: str) -> SummaryDraft | None:
    try:
        return read_draft(shelf.get(summary_name(week)))
    except NotFound:
        return None
