"""Keep what became of a swap, with its trail, and have it told."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import NotFound
from belfry.kernel.records import Claim
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.entries import ASKED, BELFRY, OFFERED, SETTLED, STUCK, SWAP, announce, record
from belfry.rota.requests.requests import Swap, SwapState

_OPS = {SwapState.ASKING: ASKED, SwapState.OFFERED: OFFERED, SwapState.STUCK: STUCK}


@dataclass(frozen=True, slots=True)
class KeepSwap:
    store: Store
    clock: Clock

    def get(self, swap_id: str) -> Swap:
        found = self.store.find(Swap, swap_id)
        if found is None:
            raise NotFound(f"there is no swap {swap_id}")
        return found

    def __call__(
        self, before: Swap, after: Swap, *, action: str, by: str = BELFRY, let_go: str = ""
    ) -> Swap:
        """The swap as it is stored; Conflict if it is not what `before` says any more."""
        self.store.commit(self.plan(before, after, action=action, by=by, let_go=let_go))
        return self.get(after.id)

    def plan(
        self,
        before: Swap | None,
        after: Swap,
        *,
        action: str,
        by: str = BELFRY,
        let_go: str = "",
        outdated: int = 0,
    ) -> list[Change]:
        """What keeps it, to be committed with what it changes.

        `let_go` is whoever had said yes and is not wanted any more; `outdated` is the draft that
        does not know of it.
        """
        now = self.clock.now()
        said = {"round": after.round, "state": after.state.value}
        if let_go:
            said["let_go"] = let_go
        changes = record(
            after,
            action=f"swap.{action}",
            at=now,
            by=by,
            before=_describe(before) if before else None,
            after={**_describe(after), **({"outdated": outdated} if outdated else {})},
        )
        op = _OPS.get(after.state, SETTLED)
        return [
            *changes,
            *self._plan_claim(before, after),
            announce(SWAP, after.id, op, said, at=now),
        ]

    def _plan_claim(self, before: Swap | None, after: Swap) -> list[Change]:
        if before is None:
            return [Put(Claim(after.claim, after.id))]
        claim = self.store.find(Claim, before.claim)
        is_ours = claim is not None and claim.owner == after.id
        return [Remove(claim)] if claim and is_ours and not after.is_open else []


def _describe(swap: Swap) -> dict[str, object]:
    """Without what the person wrote: that is for the manager alone."""
    return {
        "state": swap.state.value,
        "shift": f"{swap.week}/{swap.shift_id}",
        "person": swap.person,
        "asked": swap.asked,
        "round": swap.round,
        "is_urgent": swap.is_urgent,
    }
