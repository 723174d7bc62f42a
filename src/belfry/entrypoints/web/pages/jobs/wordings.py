"""How each kind of message is worded: what a model suggests, and what a person decides about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.jobs.job_list import find_shop
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.entrypoints.web.problems import find_status
from belfry.jobs.updates.wordings import LONGEST, SLOTS, State, list_kinds
from belfry.kernel.errors import BelfryError, ConfigError, Conflict, InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from belfry.jobs.updates.suggest_wordings import ShownKind
    from belfry.jobs.updates.wordings import Kind

router = APIRouter(route_class=PageRoute)

PATH = "/jobs/wordings"
_REFUSALS = (ConfigError, Conflict, InputError, NotFound)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_DOER = re.compile(r"^(?:user/\d+|terminal)(?= has )")


@dataclass(frozen=True, slots=True)
class Typed:
    """Words that were refused: they stand in the form of this wording again.

    A blank `wording_id` is the form for words of one's own.
    """

    kind: str
    wording_id: str
    text: str
    error: str


@router.get(PATH)
def show_wordings(visit: Looker) -> Response:
    return _show(visit, visit.request.query_params.get("kind", ""))


@router.post(f"{PATH}/suggest")
def suggest(visit: Answerer) -> Response:
    """Ask for the kind of the form, or for all kinds if it names none."""
    kind = visit.form.get("kind", "")
    try:
        kinds = [_find_kind(visit, kind)] if kind else None
        suggested = visit.services.jobs.wordings.suggest(kinds, by=visit.by)
    except _REFUSALS as error:
        return _show(visit, kind, error)
    is_new = any(each.wordings for each in suggested)
    return _go_back(visit, "wordings-suggested" if is_new else "wordings-none")


@router.post(f"{PATH}/approve")
def approve(visit: Answerer) -> Response:
    return _decide(visit, visit.services.jobs.wordings.approve, "wording-approved")


@router.post(f"{PATH}/decline")
def decline(visit: Answerer) -> Response:
    return _decide(visit, visit.services.jobs.wordings.decline, "wording-declined")


@router.post(f"{PATH}/edit")
def edit(visit: Answerer) -> Response:
    """Approve other words in place of a suggestion, or beside the others if none is named."""
    kind, wording_id, text = (visit.form.get(name, "") for name in ("kind", "id", "text"))
    try:
        visit.services.jobs.wordings.edit(kind, wording_id, text, by=visit.by)
    except _REFUSALS as error:
        return _show(visit, kind, error)
    return _go_back(visit, "wording-approved")


def split_marks(text: str, marks: Collection[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a word that somebody should look at."""
    start = 0
    for word in _WORD.finditer(text):
        if word[0].casefold() in marks:
            yield text[start : word.start()], False
            yield word[0], True
            start = word.end()
    yield text[start:], False


def _decide(visit: Visit, act: Callable[..., object], done: str) -> Response:
    kind = visit.form.get("kind", "")
    try:
        act(kind, visit.form.get("id", ""), by=visit.by)
    except _REFUSALS as error:
        return _show(visit, kind, error)
    return _go_back(visit, done)


def _go_back(visit: Visit, done: str) -> Response:
    """To the page, where the kind that was decided about stands first."""
    kind = visit.form.get("kind", "")
    return visit.go(f"{PATH}?{urlencode({'kind': kind})}" if kind else PATH, done)


def _show(visit: Visit, first: str, error: BelfryError | None = None) -> Response:
    """The kind that is named `first` comes first, then those that wait for somebody."""
    has_shop = find_shop(visit) is not None
    kinds = visit.services.jobs.wordings.list_all() if has_shop else []
    ordered = sorted(kinds, key=lambda shown: (str(shown.kind) != first, not _is_waiting(shown)))
    subjects = SubjectNames(visit.services)
    typed = _find_typed(visit, kinds, error)
    return visit.show(
        "wordings.html",
        status=200 if error is None else _find_status(error),
        kinds=ordered,
        waiting=sum(_is_waiting(shown) for shown in kinds),
        has_shop=has_shop,
        has_model=visit.services.ports.phraser is not None,
        refusal=_say_refusal(error, subjects) if error and not (typed and typed.error) else "",
        typed=typed,
        lost={"text": visit.form["text"]} if error and not typed and "text" in visit.form else {},
        subjects=subjects,
        State=State,
        slots=[f"{{{slot}}}" for slot in SLOTS],
        longest=LONGEST,
        read_moment=datetime.fromisoformat,
        split_marks=split_marks,
    )


def _is_waiting(shown: ShownKind) -> bool:
    return shown.is_outdated or bool(shown.list_in(State.SUGGESTED))


def _find_typed(
    visit: Visit, kinds: Sequence[ShownKind], error: BelfryError | None
) -> Typed | None:
    """What stands in a form again; None if nothing was typed, or its kind is gone."""
    shown = next((each for each in kinds if str(each.kind) == visit.form.get("kind")), None)
    if error is None or shown is None or "text" not in visit.form:
        return None
    suggested = {each.wording.id for each in shown.list_in(State.SUGGESTED)}
    wording_id = visit.form.get("id", "")
    return Typed(
        str(shown.kind),
        wording_id if wording_id in suggested else "",
        visit.form["text"],
        str(error) if isinstance(error, InputError) else "",
    )


def _find_kind(visit: Visit, name: str) -> Kind:
    for kind in list_kinds(visit.services.jobs.read_shop().shop):
        if str(kind) == name:
            return kind
    raise NotFound(f"this shop sends no messages of the kind {name!r} any more")


def _find_status(error: BelfryError) -> int:
    return 409 if isinstance(error, ConfigError) else find_status(error)


def _say_refusal(error: BelfryError, subjects: SubjectNames) -> str:
    return _DOER.sub(lambda doer: subjects.name_of(doer[0]), str(error))
