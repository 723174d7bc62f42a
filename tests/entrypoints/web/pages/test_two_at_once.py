"""Whether of two who answer the same thing the second sees what happened, and loses no word."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import ADDRESS, PASSWORD
from tests.entrypoints.web.pages.found_forms import list_forms
from tests.entrypoints.web.pages.locking import SHORT, locked
from tests.entrypoints.web.pages.pressing import ACTS, find_form, find_visitor, open_act
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.rendering import find_lost

MINE = "the words of whoever was second"
CHANGED = "Nothing was changed."
OLDER = f"{CHANGED} Draft 1 is outdated: draft 2 has taken its place."
# What the second one typed there, and what they are told. The documents have tests of their own.
SECOND = {
    "/workflows/{workflow_id:int}/edit": ({"name": MINE}, "Olive changed it, today 12:00: name:"),
    "/jobs/{name}/edit": ({"customer": MINE}, "customer is 'Maja' now"),
    "/jobs/{name}/move": ({"stage": "in progress"}, "it says ready for J-2042 now"),
    "/controls/{name}/done": ({"note": MINE}, "Fire drill was already done by Olive"),
    "/controls/{name}/skip": ({"reason": MINE}, "Fire drill was already skipped by Olive"),
    "/messages/{name}/approve": ({"words": MINE}, "Olive has answered already"),
    "/messages/{name}/stop": ({}, "stopped by Olive"),
    "/rota/{monday}/approve": ({}, "was approved by Olive already"),
    "/rota/{monday}/redraft": ({"because": MINE}, OLDER),
    "/rota/{monday}/shifts/{name}/edit": ({}, OLDER),
    "/rota/swaps/{name}/agree": ({}, "it was agreed by Olive: Eve Long has the shift now"),
    "/rota/swaps/{name}/decline": ({"why": MINE}, "Olive declined it"),
    "/rota/time-off/{name}/decline": ({"why": MINE}, "declined already, by Olive"),
    "/rota/clashes/{name}/hold": ({}, "Olive has decided this already: the shift is held"),
}
# What takes no typing, what is known by heart, and what stands in a file.
TYPED = [
    route
    for route, act in ACTS.items()
    if act.who and act.typed and not {"password", "text"} & act.typed.keys()
]


@pytest.mark.parametrize("route", SECOND)
def test_second_one_sees_what_was_done_and_what_they_typed(route: str, tmp_path: Path) -> None:
    typed, expected = SECOND[route]
    with open_act(route, tmp_path) as pressing:
        second = find_visitor(pressing.app, "Max")
        form = find_form(route, second.get(pressing.page).text, pressing.page)
        assert pressing.press().status_code == 303
        sent = {**form.fields, **dict(form.presses[:1]), **ACTS[route].typed, **typed}
        before = pressing.count()
        answer = second.post(form.path, sent)
        assert answer.status_code == 409
        page = read(answer.text)
        assert expected in page.text
        if MINE in typed.values():
            fields = [form.fields.values() for form in list_forms(answer.text)]
            assert MINE in page.text or MINE in chain(*fields)
        assert pressing.count() == before


def test_words_that_a_refusal_does_not_hold_are_given_back() -> None:
    form = {"why": " a < b ", "note": "one\r\ntwo", "reason": "", "round": "3", "because": "gone"}
    assert find_lost(form, "<p>a &lt; b</p><p>one\ntwo</p>") == {"because": "gone"}
    assert find_lost(form, "") == {"why": "a < b", "note": "one\r\ntwo", "because": "gone"}


@pytest.mark.parametrize("route", ["/controls/{name}/skip", "/rota/swaps/{name}/decline"])
def test_words_are_given_back_when_the_records_are_locked(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path, patience=SHORT) as pressing, locked(pressing.app):
        sent = {**pressing.sent, **SECOND[route][0]}
        answer = pressing.visitor.post(pressing.form.path, sent)
        assert answer.status_code == 503
        assert f"should you still need it. {MINE}" in read(answer.text).text


@pytest.mark.parametrize("route", TYPED)
def test_form_of_a_session_that_ended_is_sent_after_signing_in(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path) as pressing:
        users = pressing.app.services.ports.users.list(limit=50)
        user = next(user for user in users if user.name == ACTS[route].who)
        pressing.app.services.accounts.set_password(user.id, PASSWORD, by="terminal")
        before = pressing.count()
        out = pressing.visitor.post(pressing.form.path, pressing.sent, headers={"Origin": ADDRESS})
        assert out.status_code == 403
        assert pressing.count() == before
        assert pressing.sent["csrf"] not in out.text

        door = {**read(out.text).typed, "email": user.email or "", "password": PASSWORD}
        shown = read(pressing.visitor.post("/sign-in", door).text)
        typed = {name: text for name, text in pressing.sent.items() if name != "csrf"}
        assert {name: shown.typed[name] for name in typed} == typed
        assert pressing.form.path in shown.actions

        before = pressing.count()
        answer = pressing.visitor.post(pressing.form.path, {**typed, "csrf": shown.typed["csrf"]})
        assert answer.status_code in (200, 303)
        assert pressing.count() != before
        assert PASSWORD not in "".join(pressing.count()[0])


@pytest.mark.parametrize("route", ["/me/password", "/welcome"])
def test_password_is_carried_nowhere(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path) as pressing:
        pressing.app.services.accounts.sessions.end_all(1, by="terminal")
        sent = {**pressing.sent, **dict.fromkeys(("password", "again"), "a secret of mine")}
        out = pressing.visitor.post(pressing.form.path, sent, headers={"Origin": ADDRESS})
        assert (out.status_code, out.headers["location"][:8]) == (303, "/sign-in")
        assert "secret" not in pressing.look(out).text
