"""Which programs may talk to Belfry: their keys are made, listed and revoked here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.entrypoints.cli.answers import Rows, answer, shape_record, show_moment
from belfry.entrypoints.cli.opening import (
    BY,
    TEAM,
    Json,
    Team,
    open_team,
    render_address,
    render_link,
)
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from belfry.accounts.sign_in_links import Purpose
    from belfry.bootstrap import Services


def create(
    service: Annotated[
        Service,
        typer.Option(help="scheduler may only invoke; api may do everything else of its team."),
    ],
    teams: Annotated[
        list[str] | None,
        typer.Option(
            "--team",
            metavar="N|DIR",
            help="A number is the team whose key it is (else: api 1, scheduler all); "
            "anything else is the team's folder. May be given twice, for both.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="What it is for; else its service.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a key: it is shown once, here.

    For example: belfry keys create --service api
    """
    number, folder = _read_teams(teams or [])
    if number is None and service is Service.API:
        number = TEAM
    with open_team(folder) as services:
        made, text = services.accounts.create_key(
            service=service, name=name or service.value, team_id=number, by=BY
        )
    said = f"{text}\nThis is key {made.id}. It is not kept: copy it now."
    answer({"key": text, **shape_record(made)}, said, as_json=as_json)


def list_all(
    revoked: Annotated[bool, typer.Option("--revoked", help="Show revoked keys, too.")] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the keys: how they begin, never the keys themselves.

    For example: belfry keys list
    """
    with open_team(team) as services:
        found = services.ports.keys.list(team_id=None, revoked=revoked)
    rows = [
        (key.id, key.name, key.service, key.team_id or "all", key.hint)
        + (show_moment(key.created_at), show_moment(key.revoked_at))
        for key in found
    ]
    columns = ("id", "name", "service", "team", "begins", "made", "revoked")
    data = {"keys": [shape_record(key) for key in found]}
    said = Rows(columns, rows, "No keys: `belfry keys create` makes one.")
    answer(data, said, as_json=as_json)


def revoke(
    key_id: Annotated[int, typer.Argument(metavar="ID", min=1, help="The number of the key.")],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Make a key useless, for good.

    For example: belfry keys revoke 3
    """
    with open_team(team) as services:
        revoked = services.accounts.revoke_key(key_id, by=BY)
    answer(shape_record(revoked), f"Key {revoked.id} is revoked.", as_json=as_json)


def _read_teams(said: list[str]) -> tuple[int | None, Path | None]:
    """`--team 1` is a number, `--team shop` a folder; a folder of digits is `./1`."""
    numbers = [text for text in said if text.isdecimal()]
    folders = [text for text in said if not text.isdecimal()]
    if len(numbers) > 1 or len(folders) > 1:
        raise InputError("expected at most one number and one folder", field="--team")
    number = int(numbers[0][:18]) if numbers else None
    if number == 0:
        raise InputError("teams are numbered from 1", field="--team")
    return number, Path(folders[0]) if folders else None


Email = Annotated[str, typer.Argument(metavar="EMAIL", help="Their e-mail address.")]


def list_users(
    disabled: Annotated[
        bool, typer.Option("--disabled", help="Show those who may no longer sign in, too.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the people.

    For example: belfry users list
    """
    with open_team(team) as services:
        found = services.ports.users.list(limit=10_000, disabled=disabled)
    rows = [(u.id, u.name, u.email, u.role, show_moment(u.disabled_at)) for u in found]
    data = {"users": [shape_record(user) for user in found]}
    said = Rows(("id", "name", "email", "role", "disabled"), rows, "Nobody yet.")
    answer(data, said, as_json=as_json)


def add_user(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What they are called.")],
    email: Email,
    role: Annotated[Role, typer.Option(help="What they may do.")] = Role.STAFF,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Take a person in; the link lets them in once, within a week.

    For example: belfry users add "Tom Hale" tom@example.com --role manager
    """
    from belfry.accounts.sign_in_links import Purpose

    with open_team(team) as services:
        user = services.accounts.add_user(name=name, email=email, role=role, by=BY)
        _answer_with_link(services, user.id, Purpose.INVITATION, as_json=as_json)


def link_user(email: Email, team: Team = None, as_json: Json = False) -> None:
    """Make a link that lets a person in once, within the hour.

    For example: belfry users link tom@example.com
    """
    from belfry.accounts.sign_in_links import Purpose

    with open_team(team) as services:
        user = services.ports.users.find_by_email(email)
        if user is None:
            raise NotFound(f"nobody has the address {email!r}: `belfry users list` shows them")
        _answer_with_link(services, user.id, Purpose.TERMINAL, as_json=as_json)


def _answer_with_link(services: Services, user_id: int, purpose: Purpose, *, as_json: bool) -> None:
    made = services.accounts.make_sign_in_link(user_id, purpose, by=BY)
    address = render_link(services.settings.public_url or render_address(), made.token)
    data = {
        "user": shape_record(made.user),
        "link": address,
        "expires_at": made.link.expires_at,
    }
    until = show_moment(made.link.expires_at)
    answer(data, f"{made.user.name} may sign in once, until {until}:\n{address}", as_json=as_json)
