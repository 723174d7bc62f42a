"""Find the control that somebody means by a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from belfry.controls.chains.rule_words import LONGEST_NAME
from belfry.controls.controls import Control, control_id
from belfry.controls.ports import Controls
from belfry.kernel.errors import NotFound
from belfry.kernel.rulebook import find_nearest
from belfry.kernel.texts import clean_text
from belfry.ports.store import Store

# Enough for a hint; a long list would be searched for seconds.
MOST_COMPARED = 2000
PAGE = 500


@dataclass(frozen=True, slots=True)
class FindControl:
    store: Store
    controls: Controls

    def __call__(self, said: str) -> Control:
        """By its id or its name, however that is spelt; NotFound names the nearest one."""
        name = clean_text(said, field="name", most=LONGEST_NAME, least=1)
        for key in (name, control_id(name)):
            if control := self.store.find(Control, key):
                return control
        nearest = find_nearest(name, self._list_names())
        hint = f'; did you mean "{nearest}"?' if nearest else ""
        raise NotFound(f'no control "{name}" is on the list{hint}')

    def _list_names(self) -> Iterator[str]:
        after: tuple[date, str] | None = None
        for _ in range(MOST_COMPARED // PAGE):
            page = self.controls.list_page(after=after, limit=PAGE)
            yield from (control.name for control in page)
            if len(page) < PAGE:
                return
            after = (page[-1].due_on, page[-1].id)
