"""People, keys and what lets them in, to test with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.samples import NOON

from belfry.accounts.keys import ApiKey, Service, TakenRequest
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle
from belfry.accounts.sign_in_links import Purpose, SignInLink
from belfry.accounts.users import Role, User
from belfry.kernel.texts import digest_of

PASSWORD = "correct horse battery"
ADDRESS = "192.0.2.7"


def a_key(key_id: int = 1, **changes: Any) -> ApiKey:
    fields: dict[str, Any] = {
        "id": key_id,
        "team_id": 1,
        "service": Service.API,
        "name": f"Key {key_id}",
        "digest": digest_of(f"key {key_id}"),
        "hint": "bf_api_3f9a…",
        "created_at": NOON,
        "created_by": "user/1",
    }
    return ApiKey(**{**fields, **changes})


def a_user(user_id: int = 1, **changes: Any) -> User:
    fields: dict[str, Any] = {
        "id": user_id,
        "name": f"Person {user_id}",
        "email": f"person{user_id}@example.com",
        "role": Role.STAFF,
        "created_at": NOON,
    }
    return User(**{**fields, **changes})


def a_session(token: str = "token", **changes: Any) -> Session:
    fields: dict[str, Any] = {
        "digest": digest_of(token),
        "user_id": 1,
        "era": 1,
        "csrf": "csrf",
        "created_at": NOON,
        "seen_at": NOON,
        "expires_at": NOON + timedelta(days=30),
    }
    return Session(**{**fields, **changes})


def a_link(token: str = "token", **changes: Any) -> SignInLink:
    fields: dict[str, Any] = {
        "digest": digest_of(token),
        "user_id": 1,
        "era": 1,
        "purpose": Purpose.INVITATION,
        "created_at": NOON,
        "created_by": "user/1",
        "expires_at": NOON + timedelta(days=7),
    }
    return SignInLink(**{**fields, **changes})


def a_request(name: str = "request", **changes: Any) -> TakenRequest:
    return TakenRequest(**{"name": name, "digest": digest_of(name), "expires_at": NOON, **changes})


def a_throttle(name: str = "email/x", **changes: Any) -> Throttle:
    return Throttle(**{"name": name, "expires_at": NOON, **changes})
