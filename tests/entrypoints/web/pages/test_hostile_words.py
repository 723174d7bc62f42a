"""Whether whatever is typed, or stands in a file, is shown as words and as nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import MONDAY, Cafe
from tests.entrypoints.web.pages.found_forms import FoundForm, list_forms
from tests.entrypoints.web.pages.hostile import (
    FORMULA,
    MARKUP,
    TEXTS,
    WORKED_OUT,
    find_strangers,
    spoil_doc,
    spoil_table,
)
from tests.entrypoints.web.pages.pressing import make_pattern
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import GETS, fill, furnish, list_paths, visit
from tests.rota.teams import PEOPLE

from belfry.entrypoints.web.pages.rendering import SENTENCES
from belfry.kernel.errors import BelfryError

HTML = "text/html; charset=utf-8"
Routes = Sequence[tuple[str, re.Pattern[str]]]
ROUTES: Routes = [(route, make_pattern(route)) for route in list_paths("POST")]
PAGES: Routes = [(route, make_pattern(route)) for route in list_paths("GET")]
# A table has a field for each cell, and a list a page for each row.
OF_A_KIND, FIELDS_ALONE = 5, 12
# Whose page is shown again, as it was filled in, when it is refused.
SHOWN_AGAIN = {
    *("/me", "/keys", "/people", "/jobs/new", "/jobs/{name}/edit", "/jobs/{name}/forget"),
    *("/workflows/new", "/workflows/{workflow_id:int}/edit", "/docs/{doc:path}"),
    *("/jobs/wordings/edit", "/jobs/{name}/write"),
}
SHOWN = {"/", "/people", "/keys", "/workflows", "/audit", "/rota/requests"}


@pytest.fixture
def full_app(tmp_path: Path) -> Iterator[App]:
    """An app with something on every page, and people who ask for things."""
    with open_app(tmp_path) as app:
        furnish(app)
        cafe = Cafe(app)
        cafe.write("people.csv", PEOPLE + "Ann Lee,ann@example.com,,,owner,,,,\n")
        asking = Asking(cafe)
        asking.publish()
        asking.ask()
        asking.ask_time_off()
        asking.clash()
        yield app


def check(answer: Response, path: str) -> None:
    """It is an answer, with words, in which nothing of ours was made of theirs."""
    assert answer.status_code < 500, path
    if answer.headers.get("content-type") == HTML:
        assert find_strangers(answer.text) == [], path
        assert read(answer.text).text, path


def walk(visitor: Visitor, first: Sequence[str] = ()) -> dict[str, Response]:
    """The pages that can be come to, and the files; of the same kind only a few."""
    pages: dict[str, Response] = {}
    kinds: Counter[str] = Counter()
    ahead = ["/", *(fill(path) for path in GETS), *first]
    while ahead:
        path = ahead.pop()
        kind = find_route(PAGES, path)
        if path in pages or kinds[kind] == OF_A_KIND:
            continue
        kinds[kind] += 1
        pages[path] = answer = visitor.get(path)
        check(answer, path)
        if answer.headers.get("content-type") == HTML:
            links = read(answer.text).links
            ahead += [link for link in links if link.startswith("/") and "#" not in link]
    return pages


def list_all_forms(pages: dict[str, Response]) -> dict[tuple[str, str], FoundForm]:
    """A form of each route that takes words, and of each search."""
    forms: dict[tuple[str, str], FoundForm] = {}
    for path, answer in pages.items():
        for form in (
            list_forms(answer.text, path) if "html" in answer.headers["content-type"] else ()
        ):
            if form.words:
                forms.setdefault((form.method, find_route(ROUTES, form.path)), form)
    return forms


def find_route(routes: Routes, path: str) -> str:
    return next((route for route, pattern in routes if pattern.fullmatch(path)), path)


def send(visitor: Visitor, form: FoundForm, typed: dict[str, str]) -> Response:
    sent = {**form.fields, **dict(form.presses[:1]), **typed}
    if form.method == "get":
        return visitor.get(form.path, params=sent)
    sent["csrf"] = visitor.find_csrf()
    return visitor.post(form.path, sent)


@pytest.mark.parametrize("hostile_text", TEXTS, ids=["markup", "a formula", "an address"])
def test_whatever_is_typed_into_any_field_is_only_words(full_app: App, hostile_text: str) -> None:
    owner = visit(full_app)
    forms = list_all_forms(walk(owner))
    assert len(forms) >= 25
    for form in forms.values():
        for name in form.words[:FIELDS_ALONE]:
            check(send(owner, form, {name: hostile_text}), form.path)
        check(send(owner, form, dict.fromkeys(form.words, hostile_text)), form.path)
    full_app.work()
    pages = walk(owner)
    shown = {path for path, answer in pages.items() if hostile_text in read(answer.text).text}
    if hostile_text == MARKUP:
        assert shown >= SHOWN
    assert len(shown) >= 10


def test_every_sentence_that_is_asked_for_is_given_back_when_it_is_refused(
    full_app: App,
) -> None:
    """A field is one of those, or its form stands there again with what was typed."""
    forms = list_all_forms(walk(visit(full_app)))
    asked = {
        name
        for (method, route), form in forms.items()
        if method == "post" and route not in SHOWN_AGAIN
        for name in form.words
    }
    assert asked <= set(SENTENCES)
    assert len(asked) >= 4


def spoil(app: App, hostile_text: str, *, with_docs: bool) -> None:
    folder = app.services.settings.folder
    files = [path for path in sorted(folder.rglob("*.*")) if ".belfry" not in path.parts]
    for path in (path for path in files if path.suffix == ".csv"):
        path.write_text(spoil_table(path.read_text(), hostile_text))
    if with_docs:
        for path in (path for path in files if path.suffix == ".txt"):
            path.write_text(spoil_doc(path.read_text(), hostile_text))


def live_on(app: App) -> None:
    """Whatever happens by itself, with such files; what cannot be done is refused in words."""
    services = app.services
    for act in (
        services.jobs.poll_board,
        services.controls.sync,
        services.controls.tick,
        lambda: services.rota.drafts.draft_week(MONDAY),
        services.messaging.release,
        app.work,
    ):
        try:
            act()
        except BelfryError:
            continue


@pytest.mark.parametrize("with_docs", [False, True], ids=["tables", "tables and documents"])
@pytest.mark.parametrize("hostile_text", [MARKUP, FORMULA], ids=["markup", "a formula"])
def test_whatever_stands_in_a_file_is_only_words(
    full_app: App, hostile_text: str, with_docs: bool
) -> None:
    spoil(full_app, hostile_text, with_docs=with_docs)
    live_on(full_app)
    for number in (1, 3):
        pages = walk(visit(full_app, number))
        shown = {path for path, answer in pages.items() if hostile_text in read(answer.text).text}
        assert {"/jobs", "/controls"} <= shown
    assert len(shown) >= 10


def test_words_that_are_worked_out_would_be_noticed() -> None:
    """The lookout itself: what it lets pass, and what not."""
    assert find_strangers(f"<p title='{MARKUP.replace(chr(39), '&#39;')}'>") == []
    for trick in (
        *("<hostile-a>", "<script>hostile()</script>", '<p onhostile="1">', f"<p>{WORKED_OUT}</p>"),
        *('<a href=" JavaScript:hostile()">', "<!-- hostile -->", "<img src=x onerror=hostile()>"),
    ):
        assert find_strangers(trick) != [], trick
