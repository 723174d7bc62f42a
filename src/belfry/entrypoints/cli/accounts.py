"""API keys and users: made, listed, invited, revoked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from belfry.accounts.keys import Scope, Service
from belfry.accounts.users import Role
from belfry.entrypoints.cli.answers import Answer, Rows, shape_record, show_moment
from belfry.entrypoints.cli.opening import (
    TEAM,
    By,
    argument,
    find_address,
    find_doer,
    find_served,
    open_services,
    option,
    read_team,
    render_link,
)
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from belfry.accounts.sign_in_links import Purpose
    from belfry.bootstrap import Services

_FOR = "scheduler: an external scheduler that hands in fires; api: programs of yours."
_MAY = "What a key of api may do, each more than the one before; edit unless said."
_TEAMS = (
    "A number is the team whose key it is (else: api 1, scheduler all); "
    "anything else is the team's folder. May be given twice, for both."
)


def create(
    service: Annotated[Service, option("--service", _FOR)],
    scope: Annotated[Scope | None, option("--scope", _MAY, "read|run|edit|admin")] = None,
    teams: Annotated[list[str] | None, option("--team", _TEAMS, "N|DIR")] = None,
    name: Annotated[str | None, option("--name", "What it is for; else its service.")] = None,
    by: By = "",
) -> Answer:
    """Create an API key; it is shown only once.

    For example: belfry keys create --service api
    """
    number, folder = _read_teams(teams or [])
    if number is None and service is Service.API:
        number = TEAM
    with open_services(read_team(folder)) as services:
        api_key, text = services.accounts.keys.create(
            service=service,
            scope=scope,
            name=name or service.value,
            team_id=number,
            by=find_doer(services, by),
        )
    sentence = f"{text}\nThis is key {api_key.id}. It is not kept: copy it now."
    return Answer({"key": text, **shape_record(api_key)}, sentence)


def list_all(
    services: Services,
    revoked: Annotated[bool, option("--revoked", "Show revoked keys, too.")] = False,
) -> Answer:
    """List the API keys by their first characters.

    For example: belfry keys list
    """
    keys = services.ports.keys.list(team_id=None, revoked=revoked)
    rows = [
        (key.id, key.name, key.service, key.scope, key.team_id or "all", key.hint)
        + (show_moment(key.created_at), show_moment(key.revoked_at))
        for key in keys
    ]
    columns = ("id", "name", "service", "scope", "team", "begins", "made", "revoked")
    data = {"keys": [shape_record(key) for key in keys]}
    return Answer(data, Rows(columns, rows, "No keys: `belfry keys create` creates one."))


def revoke(
    services: Services,
    key_id: Annotated[int, argument("ID", "The number of the key.", min=1)],
    by: By = "",
) -> Answer:
    """Revoke an API key for good.

    For example: belfry keys revoke 3
    """
    revoked = services.accounts.keys.revoke(key_id, by=by)
    return Answer(shape_record(revoked), f"Key {revoked.id} is revoked.")


def _read_teams(texts: list[str]) -> tuple[int | None, Path | None]:
    """`--team 1` is a number, `--team shop` a folder; a folder of digits is `./1`."""
    numbers = [text for text in texts if text.isdecimal()]
    folders = [text for text in texts if not text.isdecimal()]
    if len(numbers) > 1 or len(folders) > 1:
        raise InputError("expected at most one number and one folder", field="--team")
    number = int(numbers[0][:18]) if numbers else None
    if number == 0:
        raise InputError("teams are numbered from 1", field="--team")
    return number, Path(folders[0]) if folders else None


Email = Annotated[str, argument("EMAIL", "Their e-mail address.")]


def list_users(
    services: Services,
    disabled: Annotated[bool, option("--disabled", "Also those who may not sign in.")] = False,
) -> Answer:
    """List the users.

    For example: belfry users list
    """
    users = services.ports.users.list(limit=10_000, disabled=disabled)
    has_left = services.accounts.sessions.has_left
    rows = [
        (u.id, u.name, u.email, u.role, "left" if has_left(u) else show_moment(u.disabled_at))
        for u in users
    ]
    data = {"users": [{**shape_record(user), "has_left": has_left(user)} for user in users]}
    return Answer(data, Rows(("id", "name", "email", "role", "disabled"), rows, "Nobody yet."))


def add_user(
    services: Services,
    name: Annotated[str, argument("NAME", "What they are called.")],
    email: Email,
    role: Annotated[Role, option("--role", "What they may do.", show_default=True)] = Role.STAFF,
    by: By = "",
) -> Answer:
    """Add a user, and show a link that signs them in once, within a week.

    For example: belfry users add "Tom Hale" tom@example.com --role manager
    """
    from belfry.accounts.sign_in_links import Purpose

    user = services.accounts.users.add(name=name, email=email, role=role, by=by)
    return _answer_with_link(services, user.id, Purpose.INVITATION, by)


def link_user(services: Services, email: Email, by: By = "") -> Answer:
    """Create a link that signs a user in once, within the hour.

    For example: belfry users link tom@example.com
    """
    from belfry.accounts.sign_in_links import Purpose

    user = services.ports.users.find_by_email(email)
    if user is None:
        raise NotFound(f"no user has the address {email!r}: `belfry users list` shows them")
    return _answer_with_link(services, user.id, Purpose.TERMINAL, by)


def _answer_with_link(services: Services, user_id: int, purpose: Purpose, by: str) -> Answer:
    new_link = services.accounts.make_sign_in_link(user_id, purpose, by=by)
    address = render_link(find_address(services), new_link.token)
    expires_at = new_link.link.expires_at
    data = {"user": shape_record(new_link.user), "link": address, "expires_at": expires_at}
    lines = [f"{new_link.user.name} may sign in once, until {show_moment(expires_at)}:", address]
    if not services.settings.public_url and find_served(services) is None:
        lines.append("No pages are served here at the moment: start `belfry serve` first.")
    return Answer(data, lines)
