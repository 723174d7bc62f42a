"""Open a draft of a week together with the facts it was made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from belfry.kernel.errors import NotFound
from belfry.ports.files import BlobStore
from belfry.ports.store import Store
from belfry.rota.drafts.draft_lines import read_rota
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft, draft_key, facts_name
from belfry.rota.drafts.facts_json import read_week
from belfry.rota.ports import Rotas
from belfry.rota.rules.eligibility import Eligibility
from belfry.rota.rules.placed import Placed
from belfry.workspace.tables import Cache


@dataclass(frozen=True, slots=True)
class OpenedDraft:
    draft: WeekDraft
    lines: tuple[DraftLine, ...]
    placed: Placed


@dataclass(frozen=True, slots=True)
class OpenDraft:
    store: Store
    rotas: Rotas
    blobs: BlobStore
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, week: str, number: int | None = None) -> OpenedDraft:
        """The draft of that number, by default the newest; NotFound if there is none."""
        if number is None:
            head = self.store.find(RotaWeek, week)
            number = head.draft if head else 0
        draft = self.store.find(WeekDraft, draft_key(week, number)) if number else None
        if draft is None:
            which = f"no draft {number}" if number else "no draft yet"
            raise NotFound(f"there is {which} of the week of {week}")
        return self.cache(draft.key, draft, lambda: self._read(draft))

    def _read(self, draft: WeekDraft) -> OpenedDraft:
        """Cached for good: the lines and facts of a draft never change."""
        lines = tuple(self.rotas.list_lines(draft.week, draft.number))
        eligibility = self._read_eligibility(draft.facts)
        return OpenedDraft(draft, lines, Placed(eligibility.week, read_rota(lines), eligibility))

    def _read_eligibility(self, digest: str) -> Eligibility:
        name = facts_name(digest)
        written = self.blobs.get(name)
        return self.cache(name, written, lambda: Eligibility(read_week(written.decode())))
