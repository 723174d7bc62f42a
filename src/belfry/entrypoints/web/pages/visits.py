"""What a request to a page brings: cookies, the session and its user, and the posted form.

Every posted form is checked before its route is called: it must come from our own pages and hold
the session's CSRF token. `middleware.py` limits how much may be sent.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote, urlencode, urlsplit
from zoneinfo import ZoneInfo

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from belfry.accounts.sessions import LONGEST, Session, is_own_form
from belfry.accounts.users import Act, User, may
from belfry.bootstrap import Services
from belfry.entrypoints.web.forms import MOST_FIELDS, Form, Parts, parse_form
from belfry.entrypoints.web.pages.errors import SignInFirst, StaleForm
from belfry.entrypoints.web.pages.rendering import render
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError, NotAllowed
from belfry.kernel.texts import TOKEN_BYTES

# A table is a form with a field for every cell.
MOST_CELLS = 6000


async def read_form(request: Request) -> Form:
    if request.method == "GET":
        return Form()
    is_table = request.url.path.endswith(".csv")
    return parse_form(await request.body(), most=MOST_CELLS if is_table else MOST_FIELDS)


Typed = Annotated[Form, Depends(read_form)]


SESSION = "belfry_session"
FORM = "belfry_form"


def is_secure(request: Request) -> bool:
    """Whether people reach these pages by https, here or at a proxy."""
    services: Services = request.app.state.services
    public_url = services.settings.public_url or ""
    return request.scope.get("scheme") == "https" or public_url.startswith("https:")


def cookie_name(request: Request, name: str) -> str:
    """The prefix keeps other sites of the same domain from planting a cookie of that name."""
    return f"__Host-{name}" if is_secure(request) else name


def find_session_token(request: Request) -> str | None:
    return request.cookies.get(cookie_name(request, SESSION))


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    _set_cookie(request, response, SESSION, token, round(LONGEST.total_seconds()))


def clear_session_cookie(request: Request, response: Response) -> None:
    _set_cookie(request, response, SESSION, "", 0)


def find_form_token(request: Request) -> str:
    """The token that this browser's sign-in form must send back: its own, or a new one."""
    services: Services = request.app.state.services
    cookie = request.cookies.get(cookie_name(request, FORM))
    return cookie or services.ports.secrets.token(TOKEN_BYTES)


def set_form_cookie(request: Request, response: Response, token: str) -> None:
    _set_cookie(request, response, FORM, token, None)


def is_form_token(request: Request, token: str) -> bool:
    cookie = request.cookies.get(cookie_name(request, FORM), "")
    return bool(cookie) and hmac.compare_digest(cookie.encode(), token.encode("utf-8", "replace"))


def _set_cookie(
    request: Request, response: Response, name: str, value: str, max_age: int | None
) -> None:
    response.set_cookie(
        cookie_name(request, name),
        value,
        max_age=max_age,
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )


STALE = (
    "this form did not come from a page of yours: go back, load the page again and try once more"
)


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of a user who is signed in; `form` is what they posted."""

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
    def zone(self) -> ZoneInfo:
        """The reader's own, or the team's."""
        return find_zone(self.user.timezone or self.services.settings.timezone)

    @property
    def here(self) -> str:
        """The address of this page, without `done`."""
        return find_here(self.request)

    def show(self, template: str, **context: Any) -> HTMLResponse:
        return render(self.request, template, **context)

    def go(self, path: str, done: str) -> RedirectResponse:
        """Redirect to a page that says what was done: the form's `back`, else `path`."""
        target = pick_local_path(self.form["back"], path)
        joint = "&" if "?" in target else "?"
        return RedirectResponse(f"{target}{joint}done={done}", status_code=303)


async def get_services(request: Request) -> Services:
    """Async because it only reads memory: a sync dependency would take a thread."""
    services: Services = request.app.state.services
    return services


AppServices = Annotated[Services, Depends(get_services)]


def find_visit(request: Request, services: Services, form: Form) -> Visit:
    """The session and its user; the form is not checked yet."""
    token = find_session_token(request)
    if token is None:
        raise SignInFirst(find_wanted(request), form=form)
    try:
        session, user = services.accounts.sessions.find(token)
    except NotAllowed as error:
        user_id = services.accounts.sessions.whose(token)
        raise SignInFirst(find_wanted(request), form=form, user_id=user_id) from error
    visit = Visit(request, services, session, user, form)
    request.state.visit = visit
    return visit


def check_form(visit: Visit, *, has_file: bool = False) -> None:
    """Refuse a form that was not posted from the user's own page."""
    if visit.request.method != "GET":
        check_origin(visit.request)
        if not is_own_form(visit.session, visit.form["csrf"]):
            if is_own_page(visit.request):
                raise StaleForm(STALE, form=visit.form, is_lost=has_file)
            raise NotAllowed(STALE)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request to a page for those who may do this; `enter` reads their session."""

    request: Request
    services: Services
    form: Form
    act: Act

    def enter(self) -> Visit:
        """SignInFirst without a session, NotAllowed for a form not ours or a role that may not."""
        visit = find_visit(self.request, self.services, self.form)
        check_form(visit)
        return check_allowed(visit, self.act)


# What each check of a page's visitors asks for.
ACTS: dict[object, Act] = {}


def allow(act: Act) -> Callable[[Request], Awaitable[Arrival]]:
    """A dependency of pages for those who may do this.

    `PageRoute` turns it into a Visit, in the thread of the endpoint: a second one takes as long as
    reading the session.
    """

    async def arrive(request: Request) -> Arrival:
        return Arrival(request, await get_services(request), await read_form(request), act)

    ACTS[arrive] = act
    return arrive


def check_allowed(visit: Visit, act: Act) -> Visit:
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
    """Refuse a form that the browser says another site sent."""
    origin = request.headers.get("origin")
    if origin is None:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise NotAllowed(STALE)
    elif not _is_here(request, origin):
        raise NotAllowed(STALE)


def is_own_page(request: Request) -> bool:
    """Whether the browser says that our page sent this; some browsers say nothing."""
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site") == "same-origin"
    return _is_here(request, origin)


def find_referring_page(request: Request) -> str:
    """Our page that the form was on; Today if the browser does not say."""
    referer = request.headers.get("referer", "")
    if not _is_here(request, referer):
        return "/"
    parts = urlsplit(referer)
    return pick_local_path(f"{parts.path}?{parts.query}" if parts.query else parts.path, "/")


def _is_here(request: Request, address: str) -> bool:
    services: Services = request.app.state.services
    ours = {request.headers.get("host"), urlsplit(services.settings.public_url or "").netloc}
    return urlsplit(address).netloc in ours - {None, ""}


def find_wanted(request: Request) -> str:
    """Where to go after signing in: this page, or the page of the form."""
    return find_here(request) if request.method == "GET" else find_referring_page(request)


def find_here(request: Request) -> str:
    asked = [pair for pair in request.query_params.multi_items() if pair[0] != "done"]
    return f"{request.url.path}?{urlencode(asked)}" if asked else request.url.path


def pick_local_path(text: str, otherwise: str) -> str:
    """`text` if it is a path of this app that no browser takes for another site."""
    is_local = text.startswith("/") and not text.startswith("//")
    is_plain = text.isascii() and text.isprintable() and not set(text) & set('\\ "<>')
    return text if is_local and is_plain else otherwise


def sign_in_address(wanted: str) -> str:
    return "/sign-in" if wanted == "/" else f"/sign-in?next={quote(wanted, safe='')}"


# A phone offers its camera and its album, each as a field of its own.
MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class Upload(Visit):
    """A visit that uploads a file; both are empty without one."""

    file_name: str
    content: bytes


def receive_file(act: Act) -> Callable[[Request, AppServices], Awaitable[Upload]]:
    """A dependency that takes a file from those who may do this.

    SignInFirst, NotAllowed. A body that is refused is still read to its end, unkept: else the
    browser shows no answer.
    """

    async def receive_upload(request: Request, services: AppServices) -> Upload:
        try:
            visit = await run_in_threadpool(find_visit, request, services, Form())
            check_allowed(visit, act)
        except SignInFirst as error:
            raise await _take_words(request, error) from error
        except NotAllowed:
            await discard_body(request)
            raise
        parts = await read_upload(request)
        upload = Upload(
            request, services, visit.session, visit.user, parts.fields, parts.name, parts.content
        )
        request.state.visit = upload
        check_form(upload, has_file=True)
        return upload

    ACTS[receive_upload] = act
    return receive_upload


async def discard_body(request: Request) -> None:
    async for _ in request.stream():
        pass


async def read_upload(request: Request) -> Parts:
    """The fields, and the first file that is not empty; InputError for bad characters."""
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as parts:
        fields = _read_fields(parts)
        files = [part for part in parts.values() if isinstance(part, UploadFile) and part.size]
        if not files:
            return Parts(fields, "", b"")
        return Parts(fields, files[0].filename or "", await files[0].read())


async def _take_words(request: Request, error: SignInFirst) -> SignInFirst:
    """The error with the form's fields, if the session ended lately; the file is lost."""
    if error.user_id is None:
        await discard_body(request)
        return error
    parts = await read_upload(request)
    return SignInFirst(error.wanted, form=parts.fields, user_id=error.user_id, is_lost=True)


def _read_fields(parts: FormData) -> Form:
    fields = Form({name: part for name, part in parts.items() if isinstance(part, str)})
    if any("\0" in text for pair in fields.items() for text in pair):
        raise InputError("this form has characters that cannot be kept")
    return fields


Uploaded = Annotated[Upload, Depends(receive_file(Act.ANSWER))]
TableUploaded = Annotated[Upload, Depends(receive_file(Act.EDIT))]
Photographed = Annotated[Upload, Depends(receive_file(Act.WORK))]
