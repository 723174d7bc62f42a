"""Who proves that no fuller week is possible, where the extra is installed that can."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.rota.ports import Prover
    from belfry.rota.proofs import Proof
    from belfry.rota.weeks import Rota, Week


class LateProver:
    """What it takes is large, and is loaded when a draft first leaves something to prove."""

    def prove(self, week: Week, rota: Rota) -> Proof:
        return _open().prove(week, rota)


def open_prover() -> Prover | None:
    """None without the extra `solver`."""
    return LateProver() if find_spec("ortools") else None


@cache
def _open() -> Prover:
    from belfry.adapters.ortools.prover import OrtoolsProver

    return OrtoolsProver()
