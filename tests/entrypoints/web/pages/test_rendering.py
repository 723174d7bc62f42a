"""Whether an open page can look again without being sent whole each time."""

from __future__ import annotations

import re

import pytest
from jinja2 import UndefinedError
from tests.entrypoints.web.pages.apps import App, Visitor

from belfry.entrypoints.web.assets import find_address
from belfry.entrypoints.web.pages.rendering import make_environment

ASKS = {"X-Fragment": "content"}


def test_fragment_is_the_content_without_the_frame(app: App, owner: Visitor) -> None:
    app.add()
    whole, part = owner.get("/workflows").text, owner.get("/workflows", headers=ASKS).text
    assert part.strip() in whole
    assert "<h1>Workflows</h1>" in part
    assert [word for word in ("<html", '<nav aria-label="Pages"', "<main") if word in part] == []


def test_fragment_that_was_seen_is_not_sent_again_until_it_changes(
    app: App, owner: Visitor
) -> None:
    app.add()
    first = owner.get("/workflows", headers=ASKS)
    again = owner.get("/workflows", headers=ASKS | {"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    app.add(name="Another")
    later = owner.get("/workflows", headers=ASKS | {"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert "Another" in later.text


def test_fragment_of_somebody_signed_out_leads_to_the_door(app: App) -> None:
    answer = app.visitor().get("/workflows", headers=ASKS)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fworkflows")


@pytest.mark.parametrize("text", ["{{ missing }}", "{{ missing() }}", "{{ words.missing() }}"])
def test_misspelt_name_in_a_template_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError):
        make_environment().from_string(text).render()


@pytest.mark.parametrize(
    "name, kind",
    [
        ("belfry.css", "text/css; charset=utf-8"),
        ("belfry.js", "text/javascript; charset=utf-8"),
        ("bell.svg", "image/svg+xml"),
    ],
)
def test_file_is_served_under_the_address_of_its_content_for_ever(
    app: App, name: str, kind: str
) -> None:
    answer = app.visitor().get(find_address(name))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_file_under_an_older_address_is_asked_for_each_time(app: App) -> None:
    answer = app.visitor().get("/static/belfry.css?v=0123456789abcdef")
    assert answer.headers["cache-control"] == "no-cache"


def test_file_that_the_browser_has_is_not_sent_again(app: App) -> None:
    visitor = app.visitor()
    etag = visitor.get("/static/belfry.css").headers["etag"]
    answer = visitor.get("/static/belfry.css", headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("name", ["nothing.css", "..%2f__init__.py", "static_files.py"])
def test_nothing_else_is_served(app: App, name: str) -> None:
    assert app.visitor().get(f"/static/{name}").status_code == 404


def test_pages_ask_for_nothing_from_elsewhere_and_hold_no_scripts_or_styles(owner: Visitor) -> None:
    page = owner.get("/").text
    assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []
    assert re.findall(r"<script[^>]*>", page) == [
        f'<script src="{find_address("belfry.js")}" defer>'
    ]
    assert re.findall(r"<style| style=| on[a-z]+=", page) == []
