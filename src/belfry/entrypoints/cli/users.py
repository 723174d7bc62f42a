"""Who may sign in, and the links that let them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.accounts.users.roles import Role
from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.links import render_address, render_link
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.entrypoints.cli.shapes import shape_record
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from belfry.accounts.sessions.sign_in_links import Purpose
    from belfry.bootstrap import Services

Email = Annotated[str, typer.Argument(metavar="EMAIL", help="Their e-mail address.")]


def list_all(
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


def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What they are called.")],
    email: Email,
    role: Annotated[Role, typer.Option(help="What they may do.")] = Role.STAFF,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Take a person in; the link lets them in once, within a week.

    For example: belfry users add "Tom Hale" tom@example.com --role manager
    """
    from belfry.accounts.sessions.sign_in_links import Purpose

    with open_team(team) as services:
        user = services.accounts.add_user(name=name, email=email, role=role, by=BY)
        _answer_with_link(services, user.id, Purpose.INVITATION, as_json=as_json)


def link(email: Email, team: Team = None, as_json: Json = False) -> None:
    """Make a link that lets a person in once, within the hour.

    For example: belfry users link tom@example.com
    """
    from belfry.accounts.sessions.sign_in_links import Purpose

    with open_team(team) as services:
        user = services.ports.users.find_by_email(email)
        if user is None:
            raise NotFound(f"nobody has the address {email!r}: `belfry users list` shows them")
        _answer_with_link(services, user.id, Purpose.TERMINAL, as_json=as_json)


def _answer_with_link(services: Services, user_id: int, purpose: Purpose, *, as_json: bool) -> None:
    made = services.accounts.make_sign_in_link(user_id, purpose, by=BY)
    address = render_link(services.settings.public_url or render_address(), made.token)
    data = {"user": shape_record(made.user), "link": address, "expires_at": made.link.expires_at}
    until = show_moment(made.link.expires_at)
    answer(data, f"{made.user.name} may sign in once, until {until}:\n{address}", as_json=as_json)
