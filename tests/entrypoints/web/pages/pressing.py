"""An app in which one action is offered, and the user who is about to press its button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from httpx import Response
from tests.entrypoints.web.pages import cafe_acts, cafes, offices, shop_acts
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.benches import A_RUN
from tests.entrypoints.web.pages.found_forms import FoundForm, list_forms
from tests.entrypoints.web.pages.shop_acts import Act
from tests.entrypoints.web.pages.test_guards import dump
from tests.pictures import make_picture

from belfry.accounts.users import Role

ACTS = {**shop_acts.ACTS, **cafe_acts.ACTS}


@dataclass(frozen=True)
class Pressing:
    """`form` is filled in and not sent yet."""

    app: App
    visitor: Visitor
    form: FoundForm
    sent: dict[str, str]
    page: str
    files: dict[str, Any] = field(default_factory=dict)

    def press(self, **options: Any) -> Response:
        """The form is sent as it stands, and what comes of it is announced."""
        answer = self.visitor.post(self.form.path, self.sent, **self.files, **options)
        self.app.kinds["relay"].run({}, A_RUN)
        return answer

    def look(self, answer: Response) -> Response:
        """What the browser shows then."""
        where = answer.headers.get("location")
        return self.visitor.get(where) if where else answer

    def count(self) -> tuple[list[str], dict[str, bytes]]:
        """Everything there is: the database, and the team's own files."""
        folder = self.app.services.settings.folder
        files = [path for path in folder.rglob("*") if path.is_file() and ".db" not in path.name]
        return dump(self.app), {str(path): path.read_bytes() for path in files}


@contextmanager
def open_act(route: str, folder: Path, **options: Any) -> Iterator[Pressing]:
    act = ACTS[route]
    public = cafes.PUBLIC if route in cafe_acts.ACTS else offices.PUBLIC
    with open_app(folder, public_url=public, admin="owner@example.com", **options) as app:
        for name, role in (("Olive", Role.OWNER), ("Max", Role.MANAGER), ("Stan", Role.STAFF)):
            app.take_in(name, role)
        page = act.prepare(app) or act.page
        visitor = find_visitor(app, act.who)
        form = find_form(route, visitor.get(page).text, page)
        sent = {**form.fields, **dict(form.presses[:1]), **act.typed}
        files = {"files": {"chosen": ("a.jpg", make_picture())}} if form.has_file else {}
        yield Pressing(app, visitor, form, sent, page, files)


def find_visitor(app: App, name: str) -> Visitor:
    if not name:
        return app.visitor()
    known = {user.name: user for user in app.services.ports.users.list(limit=50)}
    return app.visitor(known.get(name) or cafes.Cafe(app).user(name))


def find_form(route: str, text: str, page: str) -> FoundForm:
    """The last form of the page that goes there: where there are several people, it is Stan's."""
    pattern = make_pattern(route)
    forms = [form for form in list_forms(text, page) if form.method == "post"]
    matching = [form for form in forms if pattern.fullmatch(form.path)]
    assert matching, f"{page} has no form for {route}, but {[form.path for form in forms]}"
    return matching[-1]


def make_pattern(route: str) -> re.Pattern[str]:
    """Every address that this route answers."""
    escaped = re.escape(route).replace(r"\{doc:path\}", ".+?")
    return re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", escaped) + r"(\?.*)?")


__all__ = ["ACTS", "Act", "Pressing", "find_form", "make_pattern", "open_act"]
