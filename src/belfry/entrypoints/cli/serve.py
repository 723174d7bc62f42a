"""How Belfry is started: all of it in one process, or a worker alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.opening import (
    HOST,
    PORT,
    Json,
    Team,
    open_team,
    render_address,
    render_link,
)

if TYPE_CHECKING:
    from belfry.bootstrap import Services

Host = Annotated[str, typer.Option("--host", help="The address to listen on.")]
Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes one that is free.")
]


def serve(
    host: Host = HOST,
    port: Port = PORT,
    link: Annotated[
        bool, typer.Option("--link", help="Show a one-time link for the owner.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Run the pages, the clock and a worker, until stopped.

    For example: belfry serve --team shop --port 8787
    """
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.prepare import prepare
    from belfry.entrypoints.worker.serve import open_door
    from belfry.entrypoints.worker.serve import serve as serve_house

    log_as_json()
    with open_team(team) as services, open_door(host, port) as door:
        prepare(services)
        address = render_address(host, door.getsockname()[1])
        opener = invite(services, address) if link or not has_owner(services) else None
        lines = [f"Belfry is ready: {address}"]
        if opener:
            lines.append(f"The owner may sign in once, within the hour: {opener}")
        data = {"ready": True, "address": address, "link": opener}
        said = "\n".join(lines)
        serve_house(services, door, ready=lambda: answer(data, said, as_json=as_json))


def worker(team: Team = None, as_json: Json = False) -> None:
    """Run the clock and a worker without the pages, until stopped.

    For example: belfry worker --team shop
    """
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.prepare import prepare
    from belfry.entrypoints.worker.serve import make_loop, stopping

    def welcome(name: str) -> None:
        answer({"ready": True, "worker": name}, f"Worker {name} is ready.", as_json=as_json)

    log_as_json()
    with open_team(team) as services, stopping() as stop:
        prepare(services)
        make_loop(services, welcome=welcome).run(stop)


def has_owner(services: Services) -> bool:
    return bool(services.ports.users.list_owners())


def invite(services: Services, address: str) -> str:
    """A one-time link for the owner, who is made if there is none."""
    made = services.accounts.invite_owner(email=services.settings.admin or None)
    return render_link(services.settings.public_url or address, made.token)
