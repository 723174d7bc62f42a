"""Forms for somebody who is not signed in: they carry a word that only their browser knows."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from belfry.entrypoints.web.pages.cookies import find_form_word, is_form_word, keep_form_word
from belfry.entrypoints.web.pages.forms import Form, Typed
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.visits import STALE, check_origin
from belfry.kernel.errors import NotAllowed


def read_open_form(request: Request, form: Typed) -> Form:
    """The form of somebody not signed in, having checked that it is one of our own."""
    check_origin(request)
    if not is_form_word(request, form.get("csrf", "")):
        raise NotAllowed(STALE)
    return form


OpenForm = Annotated[Form, Depends(read_open_form)]


def show_open(request: Request, template: str, *, status: int = 200, **context: object) -> Response:
    """A page with a form for somebody who is not signed in."""
    word = find_form_word(request)
    response = render(request, template, status=status, **context, csrf=word)
    keep_form_word(request, response, word)
    return response
