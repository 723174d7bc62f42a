"""How each kind of message is worded: what a model suggests, and what a person decides about it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.jobs.job_list import find_shop
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.words import SubjectNames
from belfry.jobs.updates.suggest_wordings import ShownKind
from belfry.jobs.updates.wordings import LONGEST, SLOTS, Kind, State, list_kinds
from belfry.kernel.errors import BelfryError, ConfigError, InputError, NotFound

router = APIRouter(route_class=PageRoute)

PATH = "/jobs/wordings"
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def split_marks(text: str, marks: Collection[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a word to look at."""
    start = 0
    for word in _WORD.finditer(text):
        if word[0].casefold() in marks:
            yield text[start : word.start()], False
            yield word[0], True
            start = word.end()
    yield text[start:], False


def _show(visit: Visit, error: BelfryError | None = None) -> Response:
    """The kind that was asked for comes first, then those with something to decide."""
    first = visit.form["kind"] or visit.request.query_params.get("kind", "")
    has_shop = find_shop(visit) is not None
    kinds = visit.services.jobs.wordings.list_all() if has_shop else []
    ordered = sorted(kinds, key=lambda shown: (str(shown.kind) != first, not _is_waiting(shown)))
    subjects = SubjectNames(visit.services.ports.store, visit.services.accounts.name_doer)
    typed = _find_typed(visit, kinds, error)
    return visit.show(
        "wordings.html",
        error=error,
        kinds=ordered,
        waiting=sum(_is_waiting(shown) for shown in kinds),
        has_shop=has_shop,
        has_model=visit.services.ports.phraser is not None,
        refusal=str(error or "") if not (typed and typed["error"]) else "",
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
) -> dict[str, str] | None:
    """Refused words, for the form of their wording; without an id, for words of one's own.

    None if nothing was typed, or its kind is gone.
    """
    shown = next((shown for shown in kinds if str(shown.kind) == visit.form["kind"]), None)
    if error is None or shown is None or "text" not in visit.form:
        return None
    suggested = {judged.wording.id for judged in shown.list_in(State.SUGGESTED)}
    wording_id = visit.form["id"]
    return {
        "kind": str(shown.kind),
        "wording_id": wording_id if wording_id in suggested else "",
        "text": visit.form["text"],
        "error": str(error) if isinstance(error, InputError) else "",
    }


@router.get(PATH)
def show_wordings(visit: Looker) -> Response:
    return _show(visit)


@router.post(f"{PATH}/suggest")
@tell_on(_show, ConfigError, NotFound)
def suggest(visit: Answerer) -> Response:
    """Ask for the kind of the form, or for all kinds if it names none."""
    name, wordings = visit.form["kind"], visit.services.jobs.wordings
    kinds = [_get_kind(visit, name)] if name else None
    is_new = any(suggested.wordings for suggested in wordings.suggest(kinds, by=visit.by))
    return _go_back(visit, "wordings-suggested" if is_new else "wordings-none")


@router.post(f"{PATH}/approve")
@tell_on(_show, ConfigError, NotFound)
def approve(visit: Answerer) -> Response:
    answer = visit.services.jobs.wordings
    answer.approve(visit.form["kind"], visit.form["id"], by=visit.by)
    return _go_back(visit, "wording-approved")


@router.post(f"{PATH}/decline")
@tell_on(_show, ConfigError, NotFound)
def decline(visit: Answerer) -> Response:
    answer = visit.services.jobs.wordings
    answer.decline(visit.form["kind"], visit.form["id"], by=visit.by)
    return _go_back(visit, "wording-declined")


@router.post(f"{PATH}/edit")
@tell_on(_show, ConfigError, NotFound)
def edit(visit: Answerer) -> Response:
    """Approve other words in place of a suggestion, or beside the others if none is named."""
    kind, wording_id, text = (visit.form[name] for name in ("kind", "id", "text"))
    visit.services.jobs.wordings.edit(kind, wording_id, text, by=visit.by)
    return _go_back(visit, "wording-approved")


def _go_back(visit: Visit, done: str) -> Response:
    """To the page, where the kind that was decided about stands first."""
    kind = visit.form["kind"]
    return visit.go(f"{PATH}?{urlencode({'kind': kind})}" if kind else PATH, done)


def _get_kind(visit: Visit, name: str) -> Kind:
    for kind in list_kinds(visit.services.jobs.read_shop().shop):
        if str(kind) == name:
            return kind
    raise NotFound(f"this shop sends no messages of the kind {name!r} any more")
