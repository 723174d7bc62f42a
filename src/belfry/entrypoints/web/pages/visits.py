"""Who looks at a page, what they may do there, and that a form is one of our own.

Every posted form of somebody signed in is checked here before its route is called: it must come
from our own pages and carry the session's own word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import quote, urlencode, urlsplit

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from belfry.bootstrap import Services
from belfry.desk.roles import Act, may
from belfry.desk.sessions import Session, is_own_form
from belfry.desk.users import User
from belfry.entrypoints.web.pages.cookies import find_session_token
from belfry.entrypoints.web.pages.errors import SignInFirst
from belfry.entrypoints.web.pages.forms import Form, Typed
from belfry.entrypoints.web.pages.rendering import render
from belfry.kernel.errors import NotAllowed

STALE = (
    "this form did not come from a page of yours: go back, load the page again and try once more"
)


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody signed in, at one page; `form` is what they posted."""

    request: Request
    services: Services
    session: Session
    user: User
    form: Form

    @property
    def by(self) -> str:
        return self.user.subject

    @property
    def now(self) -> datetime:
        return self.services.ports.clock.now()

    @property
    def here(self) -> str:
        """The address of this page, without what it said was done last."""
        return find_here(self.request)

    def show(self, template: str, *, status: int = 200, **context: object) -> HTMLResponse:
        return render(self.request, template, status=status, **context)

    def go(self, path: str, done: str) -> RedirectResponse:
        """On to another page, which says what was done; back to `back` if the form names it."""
        target = find_local_path(self.form.get("back", ""), path)
        joint = "&" if "?" in target else "?"
        return RedirectResponse(f"{target}{joint}done={done}", status_code=303)


def find_services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


House = Annotated[Services, Depends(find_services)]


def find_visit(request: Request, services: House, form: Typed) -> Visit:
    """Whoever is signed in; SignInFirst if nobody is, NotAllowed for a form that is not ours."""
    visit = find_visitor(request, services, form)
    check_form(visit)
    return visit


def find_visitor(request: Request, services: Services, form: Form) -> Visit:
    """Whoever is signed in; nobody has looked at the form yet."""
    wanted = find_here(request) if request.method == "GET" else "/"
    token = find_session_token(request)
    if token is None:
        raise SignInFirst(wanted)
    try:
        session, user = services.desk.find_session(token)
    except NotAllowed as error:
        raise SignInFirst(wanted) from error
    visit = Visit(request, services, session, user, form)
    request.state.visit = visit
    return visit


def check_form(visit: Visit) -> None:
    """Refuse what was posted from anywhere but a page of theirs."""
    if visit.request.method != "GET":
        check_origin(visit.request)
        if not is_own_form(visit.session, visit.form.get("csrf", "")):
            raise NotAllowed(STALE)


def allow(act: Act) -> Callable[[Visit], Visit]:
    """A dependency that lets pass only those who may do this."""

    def check(visit: Annotated[Visit, Depends(find_visit)]) -> Visit:
        if not may(visit.user.role, act):
            raise NotAllowed(f"your role is {visit.user.role}, and that may not {act} here")
        return visit

    return check


Looker = Annotated[Visit, Depends(allow(Act.LOOK))]
Runner = Annotated[Visit, Depends(allow(Act.RUN))]
Editor = Annotated[Visit, Depends(allow(Act.EDIT))]
Answerer = Annotated[Visit, Depends(allow(Act.ANSWER))]
KeyKeeper = Annotated[Visit, Depends(allow(Act.KEYS))]
PeopleKeeper = Annotated[Visit, Depends(allow(Act.PEOPLE))]
Forgetter = Annotated[Visit, Depends(allow(Act.FORGET))]


def check_origin(request: Request) -> None:
    """Refuse a form that a browser says was sent by another site."""
    origin = request.headers.get("origin")
    if origin is None:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise NotAllowed(STALE)
        return
    services = find_services(request)
    ours = {request.headers.get("host"), urlsplit(services.settings.public_url or "").netloc}
    if urlsplit(origin).netloc not in ours - {None, ""}:
        raise NotAllowed(STALE)


def find_here(request: Request) -> str:
    asked = [pair for pair in request.query_params.multi_items() if pair[0] != "done"]
    return f"{request.url.path}?{urlencode(asked)}" if asked else request.url.path


def find_local_path(text: str, otherwise: str) -> str:
    """A path of this house; anything that a browser could take for another place is not."""
    is_local = text.startswith("/") and not text.startswith("//")
    is_plain = text.isascii() and text.isprintable() and not set(text) & set('\\ "<>')
    return text if is_local and is_plain else otherwise


def sign_in_address(wanted: str) -> str:
    return "/sign-in" if wanted == "/" else f"/sign-in?next={quote(wanted, safe='')}"
