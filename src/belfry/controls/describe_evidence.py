"""Have a model say in one line what can be seen in a file that was given as evidence.

It is asked once for each file, long after the evidence counts, and it judges nothing. Where it
cannot answer, or says more than what can be seen, there is no line.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from belfry.controls.descriptions import INSTRUCTIONS, LONGEST, Refused, judge_description
from belfry.controls.histories import Evidence, evidence_key
from belfry.kernel.changes import Put
from belfry.kernel.errors import BelfryError, Conflict, NotFound, PortError, Temporary
from belfry.ports.clock import Clock
from belfry.ports.describer import Describer
from belfry.ports.outbox import OutboxRow
from belfry.ports.shelf import Shelf
from belfry.ports.steps import Steps
from belfry.ports.store import Store

log = logging.getLogger(__name__)

# Other news waits while a model looks at files: what is left after this waits in its turn.
PATIENCE = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class DescribeEvidence:
    """`within` is how long one look may take; without a describer nothing happens."""

    store: Store
    shelf: Shelf
    clock: Clock
    steps: Steps
    describer: Describer | None
    within: timedelta

    def __call__(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Hears of evidence that was given; hearing of the same thing twice changes nothing."""
        if self.describer is None:
            return {}
        begun = self.clock.elapsed()
        troubles: dict[int, BelfryError] = {}
        for row in rows:
            if self.clock.elapsed() - begun > PATIENCE:
                troubles[row.id] = Temporary("the model has other files to look at first")
                continue
            try:
                self._describe(
                    evidence_key(row.aggregate_id, row.payload["number"]), self.describer
                )
            except BelfryError as error:
                troubles[row.id] = error
        return troubles

    def _describe(self, key: str, describer: Describer) -> None:
        evidence = self.store.find(Evidence, key)
        if evidence is None or not evidence.awaits_description:
            return
        try:
            content = self.shelf.get(evidence.shelf_name)
        except NotFound:
            log.warning("evidence.file_gone", extra={"evidence": key})
            return
        line = self._ask(describer, evidence, content)
        self.steps.reached("evidence.described")
        try:
            self.store.commit([Put(replace(evidence, described=line, described_by=describer.name))])
        except Conflict:  # somebody else had it described meanwhile
            log.info("evidence.described_twice", extra={"evidence": key})

    def _ask(self, describer: Describer, evidence: Evidence, content: bytes) -> str:
        """What may be shown of the answer; empty if that is nothing."""
        told = {"evidence": evidence.key, "model": describer.name}
        try:
            said = describer.describe(
                content,
                evidence.media_type,
                INSTRUCTIONS,
                within=min(self.within, PATIENCE),
                longest=LONGEST,
            )
        except PortError as error:
            log.warning("evidence.not_described", extra={**told, "error": str(error)})
            return ""
        judged = judge_description(said)
        if isinstance(judged, Refused):
            why = {"why": judged.why, "words": judged.words}
            log.warning("evidence.description_refused", extra={**told, **why})
            return ""
        return judged.text
