"""What somebody sees who sends a form after their session is over: nothing they typed is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi.responses import RedirectResponse

from belfry.entrypoints.web.pages.carrying import SECRETS, Carried, seal
from belfry.entrypoints.web.pages.cookies import find_form_word, keep_form_word
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.visits import (
    Visit,
    find_came_from,
    is_surely_own,
    sign_in_address,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request, Response

    from belfry.entrypoints.web.pages.errors import SignInFirst, StaleForm

# Whoever is out already need not go out again.
POINTLESS = frozenset({"/sign-out", "/me/sign-out-everywhere"})
SIGNED_OUT, STALE_PAGE, TOO_LATE, ANOTHER = "signed-out", "stale", "too-late", "another"


def answer_signed_out(request: Request, error: SignInFirst) -> Response:
    """The sign-in page, with the form it came from if that is one of our own."""
    if not _is_worth_carrying(request, error):
        return RedirectResponse(sign_in_address(error.wanted), status_code=303)
    word = find_form_word(request)
    carried = _take_along(request, error.form, user_id=error.user_id, is_lost=error.is_lost)
    shown = {"wanted": carried.came_from, "carried": seal(carried, word) or "", "csrf": word}
    blank = {"email": "", "error": "", "is_cut_off": True}
    response = render(request, "sign_in.html", status=403, **blank, **shown)
    keep_form_word(request, response, word)
    return response


def answer_stale(request: Request, error: StaleForm) -> Response:
    """For somebody who is signed in, but sent a page of an earlier sign-in of theirs."""
    visit: Visit = request.state.visit
    carried = _take_along(request, error.form, user_id=visit.user.id, is_lost=error.is_lost)
    return show_again(visit, carried, why=STALE_PAGE, status=403)


def resume(visit: Visit, carried: Carried) -> Response:
    """What the one who has just signed in may send now, if it is theirs."""
    if carried.user_id not in (None, visit.user.id):
        return show_again(visit, None, why=ANOTHER)
    why = TOO_LATE if carried.is_over(visit.now) else SIGNED_OUT
    return show_again(visit, carried, why=why)


def show_again(visit: Visit, carried: Carried | None, *, why: str, status: int = 200) -> Response:
    return visit.show("again.html", status=status, carried=carried, why=why)


def _is_worth_carrying(request: Request, error: SignInFirst) -> bool:
    """Only what our own page sent, and nothing that holds a secret."""
    is_sent = request.method == "POST" and request.url.path not in POINTLESS
    return is_sent and is_surely_own(request) and not SECRETS & error.form.keys()


def _take_along(
    request: Request, form: Mapping[str, str], *, user_id: int | None, is_lost: bool
) -> Carried:
    now = request.app.state.services.ports.clock.now()
    path, query = quote(request.url.path), request.url.query
    address = f"{path}?{query}" if query else path
    return Carried(address, form, now, find_came_from(request), user_id, is_lost)
