"""What states and actions are called on the pages, and the names of audit subjects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import escape

from belfry.accounts.change_users import NameDoer
from belfry.entrypoints.web.assets import TEMPLATES
from belfry.kernel.changes import AuditEntry
from belfry.ports.store import Store
from belfry.scheduler.workflows import Workflow

_ROTA_SUBJECTS = ("rota/", "swap/", "time-off/", "clash/", "shift-feed/")
_FIXED_NAMES = {"belfry": "Belfry", "terminal": "the terminal", "": "no one"}


class Badge(NamedTuple):
    """A word, the tone it is shown in, and what it means; templates show it as a badge."""

    word: str
    tone: str
    means: str

    def __html__(self) -> str:
        return _render_badge(self)


@cache
def _render_badge(badge: Badge) -> str:
    means, word = escape(badge.means), escape(badge.word)
    return f'<span class="badge {badge.tone}" title="{means}">{word}</span>'


def _load_words() -> Any:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined)
    return environment.get_template("words.html").make_module({"badge": Badge})


WORDS = _load_words()
MESSAGE_KINDS: Mapping[str, str] = WORDS.MESSAGE_KINDS
MOVES: Mapping[str, Badge] = WORDS.MOVES
SEVERAL: Mapping[str, str] = WORDS.SEVERAL
STATES: Mapping[str, Badge] = WORDS.STATES
STATUSES: Mapping[str, Badge] = WORDS.STATUSES


def find_action(entry: AuditEntry) -> str:
    """What was done, in words that follow the actor's name."""
    kind, action = entry.subject.partition("/")[0], entry.action
    if kind == "user" and action == "created":
        return "took in"
    if action == "consent":
        action, names = entry.after.get("consent", ""), WORDS.CONSENTS
    elif kind == "message" and action in WORDS.MESSAGE_DOINGS:
        names = WORDS.MESSAGE_DOINGS
    elif kind == "wordings":
        names = WORDS.WORDING_DOINGS
    elif entry.subject.startswith(_ROTA_SUBJECTS):
        action, names = action.removeprefix("swap.").removeprefix("time_off."), WORDS.ROTA_DOINGS
    else:
        names = WORDS.ACTIONS
    return str(names.get(action, action))


class SubjectNames:
    """The names of audit subjects, each looked up once; `workflows` holds names already known."""

    def __init__(
        self, store: Store, name_doer: NameDoer, workflows: Mapping[int, str] | None = None
    ) -> None:
        self._workflows = workflows or {}
        self._store = store
        self._name_doer = name_doer
        self._names: dict[str, str] = {}

    def name_of(self, subject: str) -> str:
        if subject not in self._names:
            self._names[subject] = self._find_name(subject)
        return self._names[subject]

    def _find_name(self, subject: str) -> str:
        kind, _, number = subject.partition("/")
        if kind in WORDS.SUBJECTS and number:
            return f"{WORDS.SUBJECTS[kind]} {number}"
        name = self._find_record_name(kind, number) if number.isdecimal() else None
        return name or _FIXED_NAMES.get(subject, subject)

    def _find_record_name(self, kind: str, number: str) -> str | None:
        match kind:
            case "user" | "key":
                return self._name_doer(f"{kind}/{number}")
            case "workflow":
                if known := self._workflows.get(int(number)):
                    return known
                workflow = self._store.find(Workflow, number)
                return workflow.name if workflow else None
            case _:
                return None

    def workflow_name(self, workflow_id: int) -> str:
        return self.name_of(f"workflow/{workflow_id}")
