"""A form that is sent after its session ended: it is carried through the sign-in page.

It travels in that page and is stored nowhere. It is signed with the browser's own form token, so
that no other site can slip in a form.
"""

from __future__ import annotations

import base64
import hmac
import json
import zlib
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from belfry.entrypoints.web.pages.errors import SignInFirst, StaleForm
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.visits import (
    Visit,
    find_form_token,
    find_referring_page,
    is_own_page,
    set_form_cookie,
    sign_in_address,
)

# Pointless without a session.
POINTLESS = frozenset({"/sign-out", "/me/sign-out-everywhere"})
SIGNED_OUT, STALE_PAGE, TOO_LATE, ANOTHER = "signed-out", "stale", "too-late", "another"


def answer_signed_out(request: Request, error: SignInFirst) -> Response:
    """The sign-in page, with the form it came from if that is one of our own."""
    if not _is_worth_carrying(request, error):
        return RedirectResponse(sign_in_address(error.wanted), status_code=303)
    token = find_form_token(request)
    carried = _make_pending(request, error.form, user_id=error.user_id, is_lost=error.is_lost)
    response = render(
        request,
        "sign_in.html",
        status=403,
        wanted=carried.came_from,
        carried=seal(carried, token) or "",
        email="",
        is_cut_off=True,
        csrf=token,
    )
    set_form_cookie(request, response, token)
    return response


def answer_stale(request: Request, error: StaleForm) -> Response:
    """For a user with a session who sent a form of an earlier one."""
    visit: Visit = request.state.visit
    carried = _make_pending(request, error.form, user_id=visit.user.id, is_lost=error.is_lost)
    return visit.show("signed_out_form.html", status=403, carried=carried, why=STALE_PAGE)


def resume(visit: Visit, carried: PendingForm) -> Response:
    """After signing in: offer to send the form, if it is the same user's."""
    if carried.user_id not in (None, visit.user.id):
        return visit.show("signed_out_form.html", carried=None, why=ANOTHER)
    why = TOO_LATE if carried.is_over(visit.now) else SIGNED_OUT
    return visit.show("signed_out_form.html", carried=carried, why=why)


def _is_worth_carrying(request: Request, error: SignInFirst) -> bool:
    """Only forms of our own pages, and none with a password."""
    is_sent = request.method == "POST" and request.url.path not in POINTLESS
    return is_sent and is_own_page(request) and not SECRETS & error.form.keys()


def _make_pending(
    request: Request, form: Mapping[str, str], *, user_id: int | None, is_lost: bool
) -> PendingForm:
    now = request.app.state.services.ports.clock.now()
    path, query = quote(request.url.path), request.url.query
    address = f"{path}?{query}" if query else path
    return PendingForm(address, form, now, find_referring_page(request), user_id, is_lost)


VALID_FOR = timedelta(hours=2)
LONGEST_SEALED = 200_000
_LONGEST_OPEN = 1_000_000
# Passwords are never carried.
SECRETS = frozenset({"password", "again"})
# Fields that our pages fill in.
OWN = frozenset(
    {"csrf", "back", "do", "page", "once", "revision", "seen", "base", "theirs", "version"}
)


@dataclass(frozen=True, slots=True)
class PendingForm:
    """A form for `path`, from the page `came_from`; `user_id` is None if unknown.

    `is_lost` if it had a file, which must be chosen anew.
    """

    path: str
    fields: Mapping[str, str]
    at: datetime
    came_from: str = "/"
    user_id: int | None = None
    is_lost: bool = False

    def is_over(self, now: datetime) -> bool:
        return now >= self.at + VALID_FOR

    @property
    def typed(self) -> dict[str, str]:
        return {name: text for name, text in self.fields.items() if name not in OWN and text}

    @property
    def sent(self) -> dict[str, str]:
        return {name: text for name, text in self.fields.items() if name != "csrf"}


def seal(carried: PendingForm, token: str) -> str | None:
    """A text that only `unseal` with the same token takes; None if it is too long."""
    values = [
        *(carried.path, dict(carried.fields), carried.at.isoformat(), carried.came_from),
        *(carried.user_id, carried.is_lost),
    ]
    packed = zlib.compress(json.dumps(values).encode())
    sealed = base64.urlsafe_b64encode(_sign(packed, token) + packed).decode()
    return sealed if len(sealed) <= LONGEST_SEALED else None


def unseal(sealed: str, token: str) -> PendingForm | None:
    """The form; None if we did not seal it, or not for this browser."""
    try:
        content = base64.b64decode(sealed.encode("ascii", "replace"), altchars=b"-_", validate=True)
    except (NotBase64, ValueError):
        return None
    signature, packed = content[:32], content[32:]
    if not hmac.compare_digest(signature, _sign(packed, token)):
        return None
    # Users can read their own token and seal anything, for themselves alone.
    try:
        values = json.loads(zlib.decompressobj().decompress(packed, _LONGEST_OPEN))
        path, fields, at, came_from, user_id, is_lost = values
        moment = datetime.fromisoformat(at)
        return PendingForm(path, dict(fields), moment, came_from, user_id, is_lost)
    except (ValueError, TypeError, zlib.error):
        return None


def _sign(packed: bytes, token: str) -> bytes:
    return hmac.digest(b"carried form " + token.encode("utf-8", "surrogatepass"), packed, "sha256")
