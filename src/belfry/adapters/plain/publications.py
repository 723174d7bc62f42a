"""What was told outside, remembered in this process alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.scheduler.publishing.publications import Publication, Standing, Unreadable
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from belfry.ports.store import Rows


class PlainPublications:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]:
        found = (self._store.find(Publication, str(number)) for number in workflow_ids)
        return {one.workflow_id: one for one in found if one}

    def find_standings(self, workflow_ids: Collection[int]) -> Mapping[int, Standing | Unreadable]:
        found = (self._store.find(Workflow, str(number)) for number in workflow_ids)
        return {one.id: _read(one) for one in found if one and not one.deleted_at}


def _read(workflow: Workflow) -> Standing:
    return Standing(*(getattr(workflow, name) for name in Standing._fields))
