"""Whose doing it was, and what it was done to: names for the short subjects of the trail."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from belfry.accounts.users import User
from belfry.entrypoints.web.pages.rota import rota_words
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.bootstrap import Services

_SPOKEN_OF = {
    "job": "the job",
    "control": "the control",
    "message": "the message",
    "contact": "the customer",
    "feed": "the calendar of",
    "table": "the file",
    "wordings": "the wordings for",
    **rota_words.SPOKEN_OF,
}
_ALWAYS_THERE = {"belfry": "Belfry", "terminal": "the terminal", "": "nobody"}


class WhoIsWho:
    """Looks each name up once, for one page; `workflows` are those whose names it knows already."""

    def __init__(self, services: Services, workflows: Mapping[int, str] | None = None) -> None:
        self._workflows = workflows or {}
        self._store = services.ports.store
        self._keys = services.ports.keys
        self.name_of = cache(self._find_name)

    def _find_name(self, subject: str) -> str:
        kind, _, number = subject.partition("/")
        if kind in _SPOKEN_OF and number:
            return f"{_SPOKEN_OF[kind]} {number}"
        found = self._find_record_name(kind, number) if number.isdecimal() else None
        return found or _ALWAYS_THERE.get(subject, subject)

    def _find_record_name(self, kind: str, number: str) -> str | None:
        match kind:
            case "user":
                user = self._store.find(User, number)
                return user.name if user else None
            case "workflow":
                if known := self._workflows.get(int(number)):
                    return known
                workflow = self._store.find(Workflow, number)
                return workflow.name if workflow else None
            case "key":
                key = self._keys.find(int(number))
                return f"the key {key.name}" if key else None
            case _:
                return None

    def workflow_name(self, workflow_id: int) -> str:
        name: str = self.name_of(f"workflow/{workflow_id}")
        return name
