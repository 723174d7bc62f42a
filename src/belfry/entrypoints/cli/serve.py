"""How Belfry is started: all of it in one process, or a worker alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import Answer, give
from belfry.entrypoints.cli.opening import HOST, PORT, option, render_address, render_link

if TYPE_CHECKING:
    from belfry.bootstrap import Services

Host = Annotated[str, option("--host", "The address to listen on.", show_default=True)]
_PORT = "The port; 0 takes one that is free."
Port = Annotated[int, option("--port", _PORT, min=0, max=65535, show_default=True)]


def serve(
    services: Services,
    host: Host = HOST,
    port: Port = PORT,
    link: Annotated[bool, option("--link", "Show a one-time link for the owner.")] = False,
    verbose: Annotated[bool, option("--verbose", "Log requests and runs, too.")] = False,
) -> None:
    """Run the pages, the clock and a worker, until stopped.

    For example: belfry serve --team shop --port 8787
    """
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.prepare import prepare
    from belfry.entrypoints.worker.serve import open_door
    from belfry.entrypoints.worker.serve import serve as serve_pages

    log_as_json("INFO" if verbose else "WARNING")
    with open_door(host, port) as door:
        prepare(services)
        address = render_address(host, door.getsockname()[1])
        has_owner = bool(services.ports.users.list_owners())
        opener = invite(services, address) if link or not has_owner else None
        lines = [f"Belfry is ready: {address}"]
        if opener:
            lines.append(f"The owner may sign in once, within the hour: {opener}")
        ready = Answer({"ready": True, "address": address, "link": opener}, lines)
        serve_pages(services, door, ready=lambda: give(ready))


def worker(services: Services) -> None:
    """Run the clock and a worker without the pages, until stopped.

    For example: belfry worker --team shop
    """
    from belfry.entrypoints.logs import log_as_json
    from belfry.entrypoints.worker.prepare import prepare
    from belfry.entrypoints.worker.serve import make_loop, stopping

    def welcome(name: str) -> None:
        give(Answer({"ready": True, "worker": name}, f"Worker {name} is ready."))

    log_as_json()
    with stopping() as stop:
        prepare(services)
        make_loop(services, welcome=welcome).run(stop)


def invite(services: Services, address: str) -> str:
    """A one-time link for the owner, who is made if there is none."""
    invitation = services.accounts.invite_owner(email=services.settings.admin or None)
    return render_link(services.settings.public_url or address, invitation.token)
