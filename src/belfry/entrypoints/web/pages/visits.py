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

from belfry.accounts.sessions import Session, is_own_form
from belfry.accounts.users import Act, User, may
from belfry.bootstrap import Services
from belfry.entrypoints.web.pages.cookies import find_session_token
from belfry.entrypoints.web.pages.errors import SignInFirst, StaleForm
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


async def get_services(request: Request) -> Services:
    """Async because it only reads memory: a sync dependency would take a thread."""
    services: Services = request.app.state.services
    return services


AppServices = Annotated[Services, Depends(get_services)]


def find_visitor(request: Request, services: Services, form: Form) -> Visit:
    """Whoever is signed in; nobody has looked at the form yet."""
    token = find_session_token(request)
    if token is None:
        raise SignInFirst(find_wanted(request), form=form)
    try:
        session, user = services.accounts.find_session(token)
    except NotAllowed as error:
        user_id = services.accounts.find_session.whose(token)
        raise SignInFirst(find_wanted(request), form=form, user_id=user_id) from error
    visit = Visit(request, services, session, user, form)
    request.state.visit = visit
    return visit


def check_form(visit: Visit, *, has_file: bool = False) -> None:
    """Refuse what was posted from anywhere but a page of theirs."""
    if visit.request.method != "GET":
        check_origin(visit.request)
        if not is_own_form(visit.session, visit.form.get("csrf", "")):
            if is_surely_own(visit.request):
                raise StaleForm(STALE, form=visit.form, is_lost=has_file)
            raise NotAllowed(STALE)


def allow(act: Act) -> Callable[[Request, AppServices, Typed], Visit]:
    """A dependency of pages for those who may do this.

    SignInFirst without a session, NotAllowed for a form that is not ours or a role that may not.
    """

    def find_visit(request: Request, services: AppServices, form: Typed) -> Visit:
        visit = find_visitor(request, services, form)
        check_form(visit)
        return insist_allowed(visit, act)

    return find_visit


def insist_allowed(visit: Visit, act: Act) -> Visit:
    if not may(visit.user.role, act):
        raise NotAllowed(f"your role is {visit.user.role}, and that may not {act} here")
    return visit


Looker = Annotated[Visit, Depends(allow(Act.LOOK))]
Worker = Annotated[Visit, Depends(allow(Act.WORK))]
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
    elif not _is_here(request, origin):
        raise NotAllowed(STALE)


def is_surely_own(request: Request) -> bool:
    """Whether the browser says itself that a page of ours sent this; most do, some say nothing."""
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site") == "same-origin"
    return _is_here(request, origin)


def find_came_from(request: Request) -> str:
    """The page of ours that a form stood on; Today if the browser does not say."""
    referer = request.headers.get("referer", "")
    if not _is_here(request, referer):
        return "/"
    parts = urlsplit(referer)
    return find_local_path(f"{parts.path}?{parts.query}" if parts.query else parts.path, "/")


def _is_here(request: Request, address: str) -> bool:
    services: Services = request.app.state.services
    ours = {request.headers.get("host"), urlsplit(services.settings.public_url or "").netloc}
    return urlsplit(address).netloc in ours - {None, ""}


def find_wanted(request: Request) -> str:
    """Where to go after signing in: the page itself, or the one that a form was sent from."""
    return find_here(request) if request.method == "GET" else find_came_from(request)


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
