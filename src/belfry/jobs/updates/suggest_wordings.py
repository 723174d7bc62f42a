"""Ask the model for wordings that a person can approve, once for each kind of message."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.approved import (
    KindWordings,
    State,
    Wording,
    describe_settings,
    judge_wording,
    make_wording,
)
from belfry.jobs.updates.kinds import Kind, list_kinds
from belfry.jobs.updates.prompts import SCHEMA, WANTED, write_suggestion_prompt
from belfry.kernel.changes import put_audited
from belfry.kernel.errors import ConfigError, Conflict, Permanent, PortError, Temporary
from belfry.ports.clock import Clock
from belfry.ports.models import Phraser
from belfry.ports.store import Store

log = logging.getLogger(__name__)

BELFRY = "belfry"
NOT_ASKED = "the model was not asked, because it did not answer just before"


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of one kind: the new suggestions, or why there are none."""

    kind: Kind
    wordings: tuple[Wording, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SuggestWordings:
    """`within` is how long one answer may take; without a `phraser` there is nobody to ask."""

    store: Store
    clock: Clock
    read_shop: ReadShop
    phraser: Phraser | None
    within: timedelta

    def __call__(self, kinds: Sequence[Kind] | None = None, *, by: str) -> list[Suggested]:
        """Ask for these kinds, or for all; ConfigError without a model."""
        if self.phraser is None:
            raise ConfigError("there is no model to ask: set [model] in belfry.toml")
        shop = self.read_shop().shop
        suggested: list[Suggested] = []
        is_away = False
        for kind in list_kinds(shop) if kinds is None else kinds:
            if is_away:
                suggested.append(Suggested(kind, problem=NOT_ASKED))
                continue
            answer = self._ask(kind, shop, self.phraser)
            is_away = isinstance(answer, Temporary)
            suggested.append(self._keep(_judge(kind, shop, answer, self.phraser.name), shop, by))
        return suggested

    def ask_after_changes(self) -> str:
        """Ask for the kinds whose settings have changed since they were last asked for.

        A shop that never asked for wordings is left alone: each question costs.
        """
        if self.phraser is None:
            return "there is no model"
        shop = self.read_shop().shop
        kinds = list_kinds(shop)
        if not any(self.store.find(KindWordings, str(kind)) for kind in kinds):
            return "no wordings were ever asked for"
        changed = [kind for kind in kinds if not self._is_asked(kind, shop)]
        suggested = self(changed, by=BELFRY)
        return f"{sum(len(each.wordings) for each in suggested)} wordings suggested"

    def _is_asked(self, kind: Kind, shop: Shop) -> bool:
        record = self.store.find(KindWordings, str(kind))
        return record is not None and record.asked_for == describe_settings(kind, shop)

    def _ask(self, kind: Kind, shop: Shop, phraser: Phraser) -> list[str] | PortError:
        prompt = write_suggestion_prompt(kind, shop)
        try:
            answer = phraser.phrase(
                prompt.instructions,
                prompt.facts,
                within=self.within,
                longest=prompt.longest,
                schema=SCHEMA,
            )
            return read_answer(answer)
        except PortError as error:
            log.warning("wordings.not_suggested", extra={"kind": str(kind), "error": str(error)})
            return error

    def _keep(self, suggested: Suggested, shop: Shop, by: str) -> Suggested:
        """Suggestions of before that nobody decided about give way to the new ones."""
        kind, key = suggested.kind, str(suggested.kind)
        known = self.store.find(KindWordings, key) or KindWordings(kind=key)
        decided = [each for each in known.list_all() if each.state is not State.SUGGESTED]
        is_empty = not suggested.wordings
        kept = known if is_empty else replace(known, wordings={}).put(*decided)
        old = {each.id for each in kept.list_all()}
        new = [each for each in suggested.wordings if each.id not in old]
        asked = replace(
            kept.put(*new),
            asked_for=known.asked_for if is_empty else describe_settings(kind, shop),
            asked_at=self.clock.now(),
            problem=suggested.problem,
        )
        after = {"wordings": [each.text for each in new], "trouble": suggested.problem}
        changes = put_audited(asked, action="suggested", by=by, at=self.clock.now(), after=after)
        try:
            self.store.commit(changes)
        except Conflict:  # somebody decides about this kind right now: their word comes first
            return Suggested(kind, (), "these wordings are being decided about at this moment")
        return Suggested(kind, tuple(new), suggested.problem)


def _judge(kind: Kind, shop: Shop, answer: list[str] | PortError, model: str) -> Suggested:
    if isinstance(answer, PortError):
        return Suggested(kind, problem=str(answer))
    judged = [(text, judge_wording(text, kind, shop)) for text in answer[:WANTED]]
    wordings = [
        make_wording(text, kind, shop, source=model)
        for text, verdict in judged
        if not verdict.reasons
    ]
    refused = [verdict.reasons[0].says for _, verdict in judged if verdict.reasons]
    problems = [f"{len(refused)} refused: {' '.join(refused)}"] if refused else []
    if len(answer) > WANTED:
        problems.append(f"The model gave {len(answer)} wordings; the first {WANTED} were taken.")
    return Suggested(kind, tuple(wordings), " ".join(problems))


def read_answer(answer: str) -> list[str]:
    """The wordings of a model's answer; Permanent if it is not of the shape it was asked for."""
    try:
        texts = json.loads(answer)["wordings"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Permanent("the model's answer is not of the shape that was asked for") from error
    is_list = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    if not is_list or not texts:
        raise Permanent("the model's answer holds no wordings")
    if len(texts) > 2 * WANTED:
        raise Permanent(f"the model gave {len(texts)} wordings where {WANTED} were asked for")
    return [text for text in dict.fromkeys(texts) if text.strip()]
