"""Say what the rules of the controls mean, with the names that are on the list now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from belfry.controls.check_names import list_names
from belfry.controls.read_rules_doc import KnownNames
from belfry.controls.rules_said import say_rules
from belfry.controls.sync_tasks import TASKS
from belfry.desk.read_table import read_content
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.rulebook.said import DocSaid
from belfry.ports.folder import Folder


@dataclass(frozen=True, slots=True)
class SayRulesDoc:
    folder: Folder
    country: str

    def __call__(self, text: str) -> DocSaid:
        """While the list is missing or cannot be read, any name may be on it."""
        try:
            return _say(text, self.folder.read(TASKS.name).content, self.country)
        except (NotFound, InputError):
            return say_rules(text, country=self.country)


@lru_cache(maxsize=4)
def _say(text: str, content: bytes, country: str) -> DocSaid:
    """The same rules are held against the same list once."""
    names = _list_names(content)
    return say_rules(text, country=country, controls=names.controls, areas=names.areas)


@lru_cache(maxsize=2)
def _list_names(content: bytes) -> KnownNames:
    """The same list is read once."""
    return list_names(read_content(content, TASKS))
