"""What a browser keeps for us: who is signed in, and that a sign-in form is our own."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from belfry.accounts.sessions import LONGEST
from belfry.kernel.tokens import TOKEN_BYTES

if TYPE_CHECKING:
    from fastapi import Request, Response

    from belfry.bootstrap import Services

SESSION = "belfry_session"
FORM = "belfry_form"


def is_secure(request: Request) -> bool:
    """Whether people reach these pages by https, here or at the door in front of us."""
    services: Services = request.app.state.services
    public_url = services.settings.public_url or ""
    return request.url.scheme == "https" or public_url.startswith("https:")


def cookie_name(request: Request, name: str) -> str:
    """The prefix keeps other sites of the same domain from planting a cookie of that name."""
    return f"__Host-{name}" if is_secure(request) else name


def find_session_token(request: Request) -> str | None:
    return request.cookies.get(cookie_name(request, SESSION))


def keep_session(request: Request, response: Response, token: str) -> None:
    _keep(request, response, SESSION, token, round(LONGEST.total_seconds()))


def forget_session(request: Request, response: Response) -> None:
    _keep(request, response, SESSION, "", 0)


def find_form_word(request: Request) -> str:
    """The word that this browser's sign-in form must bring back: its own, or a new one."""
    services: Services = request.app.state.services
    kept = request.cookies.get(cookie_name(request, FORM))
    return kept or services.ports.secrets.token(TOKEN_BYTES)


def keep_form_word(request: Request, response: Response, word: str) -> None:
    _keep(request, response, FORM, word, None)


def is_form_word(request: Request, word: str) -> bool:
    kept = request.cookies.get(cookie_name(request, FORM), "")
    return bool(kept) and hmac.compare_digest(kept.encode(), word.encode("utf-8", "replace"))


def _keep(request: Request, response: Response, name: str, value: str, max_age: int | None) -> None:
    response.set_cookie(
        cookie_name(request, name),
        value,
        max_age=max_age,
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )
