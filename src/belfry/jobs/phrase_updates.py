"""Ask the model for words, check them, and keep what came of it.

A model that does not answer is not asked over and over: what is left goes out in plain words.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import timedelta

from belfry.jobs.drafts import Draft
from belfry.jobs.facts import Facts
from belfry.jobs.prompts import Kind, write_prompt
from belfry.jobs.proofs import Proof, prove
from belfry.jobs.shop import Shop
from belfry.kernel.changes import Put
from belfry.kernel.errors import PortError
from belfry.ports.clock import Clock
from belfry.ports.phraser import Phraser
from belfry.ports.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 4
PATIENCE = timedelta(minutes=1)
NO_TIME = "the model had no time for it"
NO_ANSWER = "the model was not asked, because it did not answer just before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One message that wants words."""

    message_id: str
    job_id: str
    kind: Kind
    facts: Facts
    channel: str
    may_reply: bool


@dataclass(frozen=True, slots=True)
class PhraseUpdates:
    """`within` is how long one draft may take."""

    store: Store
    clock: Clock
    phraser: Phraser
    within: timedelta

    def __call__(self, asks: Sequence[Ask], shop: Shop) -> bool:
        """Whether there are drafts now that were not there before."""
        drafts = self._phrase_all(asks, shop)
        return any(self.store.commit_each([[Put(draft)] for draft in drafts]))

    def _phrase_all(self, asks: Sequence[Ask], shop: Shop) -> list[Draft]:
        begun, why_not = self.clock.elapsed(), ""
        drafts: list[Draft] = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for start in range(0, len(asks), AT_ONCE):
                some = asks[start : start + AT_ONCE]
                if not why_not and self.clock.elapsed() - begun > PATIENCE:
                    why_not = NO_TIME
                if why_not:
                    drafts += [self._begin(ask, trouble=why_not) for ask in some]
                    continue
                answered = list(pool.map(lambda ask: self._phrase(ask, shop), some))
                drafts += answered
                if all(draft.trouble for draft in answered):
                    why_not = NO_ANSWER
        return drafts

    def _phrase(self, ask: Ask, shop: Shop) -> Draft:
        prompt = write_prompt(
            ask.facts, shop, kind=ask.kind, channel=ask.channel, may_reply=ask.may_reply
        )
        if prompt is None:
            return self._begin(ask, trouble=f"the settings name no stage {ask.facts.stage!r}")
        try:
            reply = self.phraser.phrase(
                prompt.instructions, prompt.facts, within=self.within, longest=prompt.longest
            )
        except PortError as error:
            log.warning("draft.failed", extra={"message_id": ask.message_id, "error": str(error)})
            return self._begin(ask, trouble=str(error))
        return self._judge(replace(self._begin(ask), reply=reply), ask, shop)

    def _begin(self, ask: Ask, *, trouble: str = "") -> Draft:
        return Draft(
            message_id=ask.message_id,
            job_id=ask.job_id,
            model=self.phraser.name,
            made_at=self.clock.now(),
            facts=asdict(ask.facts),
            trouble=trouble,
        )

    def _judge(self, draft: Draft, ask: Ask, shop: Shop) -> Draft:
        proof = prove(
            draft.reply,
            ask.facts,
            kind=ask.kind,
            stages=shop.stages,
            channel=ask.channel,
            may_reply=ask.may_reply,
        )
        if proof.objections:
            rules = [objection.rule for objection in proof.objections]
            log.warning("draft.refused", extra={"message_id": draft.message_id, "rules": rules})
        return replace(draft, text=proof.text, verdict=_write_verdict(proof))


def _write_verdict(proof: Proof) -> dict[str, list[str]]:
    return {
        "reasons": [objection.says for objection in proof.objections],
        "rules": [objection.rule for objection in proof.objections],
    }
