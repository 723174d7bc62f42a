"""Make a draft of a week's facts, have it judged by somebody else, and see if it can be bettered.

Whoever searches does not judge: a rota that breaks a rule is our own fault, and is never kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belfry.kernel.errors import BelfryError
from belfry.rota.drafts.proofs import Proof, Verdict, prove_plainly
from belfry.rota.ports import Prover
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.weeks import Rota, Week

if TYPE_CHECKING:
    from belfry.rota.drafting.drafts import Drafted

log = logging.getLogger(__name__)

Drafter = Callable[[Week], "Drafted"]
_TOLD = 3


class BrokenDraftError(BelfryError):
    """A draft of our own breaks a rule: nothing of it may be kept."""

    def __init__(self, week: Week, breaches: tuple[Breach, ...]) -> None:
        said = "; ".join(breach.words for breach in breaches[:_TOLD])
        super().__init__(f"the draft of the week of {week.starts_on} is not legal: {said}")
        self.breaches = breaches


@dataclass(frozen=True, slots=True)
class JudgedDraft:
    """`first` is what the plain order alone had given."""

    rota: Rota
    first: Rota
    proof: Proof


@dataclass(frozen=True, slots=True)
class JudgeDraft:
    """`prover` is None where none is installed: then only counting tells."""

    drafter: Drafter
    prover: Prover | None = None

    def __call__(self, week: Week) -> JudgedDraft:
        """A legal rota; BrokenDraftError if the search gave none."""
        drafted = self.drafter(week)
        if breaches := check_rota(week, drafted.rota):
            raise BrokenDraftError(week, breaches)
        return JudgedDraft(drafted.rota, drafted.first, self.prove(week, drafted.rota))

    def prove(self, week: Week, rota: Rota) -> Proof:
        """What is known of whether another rota fills more."""
        plain = prove_plainly(week, rota)
        if plain.verdict is Verdict.PROVED or self.prover is None:
            return plain
        proof = self.prover.prove(week, rota)
        if proof.fuller is not None and (breaches := check_rota(week, proof.fuller)):
            log.error("rota.fuller_is_not_legal", extra={"breaches": [b.words for b in breaches]})
            return replace(plain, bound=max(proof.bound, plain.filled))
        return proof
