"""Ask the model for a fresh message, put it through the fence, and keep what came of it.

A model that does not answer is not asked over and over: what is left goes out in other words.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import timedelta

from belfry.jobs.updates.fence import Setting, judge_draft
from belfry.jobs.updates.plain import Speaker, check_size, write_words
from belfry.jobs.updates.prompts import write_fresh_prompt
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.changes import Put
from belfry.kernel.errors import PortError
from belfry.kernel.fence.surface import Verdict
from belfry.ports.clock import Clock
from belfry.ports.models import Phraser
from belfry.ports.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 4
PATIENCE = timedelta(minutes=1)
NO_TIME = "the model had no time for it"
NO_ANSWER = "the model was not asked, because it did not answer just before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    message_id: str
    job_id: str
    speaker: Speaker
    may_reply: bool


@dataclass(frozen=True, slots=True)
class PhraseUpdates:
    """`within` is how long one draft may take."""

    store: Store
    clock: Clock
    phraser: Phraser
    within: timedelta

    def __call__(self, asks: Sequence[Ask]) -> bool:
        """Whether there are drafts now that were not there before."""
        drafts = self._phrase_all(asks)
        return any(self.store.commit_each([[Put(draft)] for draft in drafts]))

    def _phrase_all(self, asks: Sequence[Ask]) -> list[Draft]:
        begun, why_not = self.clock.elapsed(), ""
        drafts: list[Draft] = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for start in range(0, len(asks), AT_ONCE):
                batch = asks[start : start + AT_ONCE]
                if not why_not and self.clock.elapsed() - begun > PATIENCE:
                    why_not = NO_TIME
                if why_not:
                    drafts += [self._begin(ask, problem=why_not) for ask in batch]
                    continue
                answered = list(pool.map(self._phrase, batch))
                drafts += answered
                if all(draft.problem for draft in answered):
                    why_not = NO_ANSWER
        return drafts

    def _phrase(self, ask: Ask) -> Draft:
        speaker = ask.speaker
        has_when, has_look = bool(speaker.find("when")), bool(speaker.find("look"))
        setting = _make_setting(speaker, has_when, has_look, ask.may_reply)
        prompt = write_fresh_prompt(speaker.shop, setting, ask.message_id)
        try:
            reply = self.phraser.phrase(
                prompt.instructions, prompt.facts, within=self.within, longest=prompt.longest
            )
        except PortError as error:
            log.warning("draft.failed", extra={"message_id": ask.message_id, "error": str(error)})
            return self._begin(ask, problem=str(error))
        return _judge(replace(self._begin(ask), reply=reply), speaker, setting)

    def _begin(self, ask: Ask, *, problem: str = "") -> Draft:
        return Draft(
            message_id=ask.message_id,
            job_id=ask.job_id,
            model=self.phraser.name,
            made_at=self.clock.now(),
            facts=asdict(ask.speaker.facts),
            problem=problem,
        )


def judge_again(draft: Draft, speaker: Speaker, *, may_reply: bool) -> Draft:
    """The draft with the verdict of now: the settings and the lists may have changed.

    A sentence whose slot has lost its value since then falls away by itself.
    """
    if not draft.passes:
        return draft
    has_when, has_look = "{when}" in draft.reply, "{look}" in draft.reply
    return _judge(draft, speaker, _make_setting(speaker, has_when, has_look, may_reply))


def _make_setting(speaker: Speaker, has_when: bool, has_look: bool, may_reply: bool) -> Setting:
    news, stage = speaker.news, speaker.facts.stage
    return Setting(news, stage, speaker.channel, has_when, has_look, may_reply)  # type: ignore[arg-type]


def _judge(draft: Draft, speaker: Speaker, setting: Setting) -> Draft:
    verdict = judge_draft(draft.reply, speaker.shop, setting)
    text = ""
    if verdict.passes:
        template = speaker.language.compile(draft.reply)
        text = write_words(speaker, template).text
        verdict = Verdict(tuple(check_size(text, speaker.channel)))
    rules = [reason.rule for reason in verdict.reasons]
    if not verdict.passes:
        log.warning("draft.refused", extra={"message_id": draft.message_id, "rules": rules})
    verdict_record = {"reasons": [reason.says for reason in verdict.reasons], "rules": rules}
    return replace(draft, text=text, verdict=verdict_record)
