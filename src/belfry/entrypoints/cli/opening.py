"""How a command is made of a function, and which team it is about."""

from __future__ import annotations

import inspect
import socket
from collections.abc import Callable
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from belfry.entrypoints.cli.answers import Answer, answer_in_json, give
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError, InputError
from belfry.kernel.hours import moments

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.bootstrap import Services
    from belfry.settings import Settings


# The team every command is about, and who acts if people.csv has no owner.
TEAM = 1
BY = "terminal"

_named_before: ContextVar[Path | None] = ContextVar("named_before", default=None)


def name_team(folder: Path | None) -> None:
    """`belfry --team DIR command`: the folder was named before the command."""
    _named_before.set(folder)


def find_folder(folder: Path | None) -> Path:
    from belfry.settings import find_team_folder

    return find_team_folder(folder or _named_before.get())


def read_team(folder: Path | None) -> Settings:
    """The team's settings; ConfigError says what is wrong with them."""
    from belfry.settings import read_settings

    return read_settings(find_folder(folder))


@contextmanager
def open_services(settings: Settings, *, at: datetime | None = None) -> Iterator[Services]:
    """The team's use cases, over a migrated database; `at` stops the clock at that moment."""
    from belfry.bootstrap import build_services, open_ports, virtual_clock

    ports = open_ports(settings, clock=virtual_clock(at) if at else None)
    try:
        yield build_services(settings, ports)
    finally:
        ports.close()


def find_team_zone(services: Services) -> ZoneInfo:
    return find_zone(services.settings.timezone)


HOST = "127.0.0.1"
PORT = 8787


_EVERYWHERE = {"0.0.0.0": HOST, "::": "::1"}


def render_address(host: str = HOST, port: int = PORT) -> str:
    host = _EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def find_address(services: Services) -> str:
    """How people reach the pages: as the team says, else where they are served on this machine."""
    return services.settings.public_url or render_address(*(find_served(services) or ()))


# Names the host and port of the pages while they are served.
SERVED_AT = "serve/address"
_ANSWER_WITHIN = 5


def find_served(services: Services) -> tuple[str, int] | None:
    """The host and port at which the team's pages are served at the moment."""
    with suppress(BelfryError, OSError, ValueError):
        host, port = services.ports.blobs.get(SERVED_AT).decode().split()
        socket.create_connection((host, int(port)), timeout=_ANSWER_WITHIN).close()
        return host, int(port)
    return None


def render_link(address: str, token: str) -> str:
    return f"{address}/welcome/{token}"


def show_link(
    services: Services, path: str, made_at: datetime, why: str = "", **data: Any
) -> Answer:
    """The public address of a page, or the one on this machine where there is none."""
    address = find_address(services)
    link = f"{address}{path}" if services.settings.public_url else None
    here = f"{why}public_url is not set. On this machine: {address}{path}"
    return Answer({**data, "link": link, "path": path, "made_at": made_at}, link or here)


_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_span(text: str) -> timedelta:
    """`90`, `90s`, `5m`, `24h` or `2d`."""
    match = fullmatch(r"([0-9]{1,9})\s*([smhd]?)", text.strip().lower())
    if not match:
        raise typer.BadParameter(f"{text!r} is no length of time; expected 90s, 5m, 24h or 2d")
    return timedelta(seconds=int(match[1]) * _UNITS[match[2] or "s"])


def parse_moment(text: str) -> datetime:
    """A moment that names its zone: `2026-11-19T06:00:00Z` or `2026-11-19 07:00 +01:00`."""
    try:
        return moments.parse_moment(text)
    except InputError as error:
        raise typer.BadParameter(f"{text!r}: {error}") from error


def option(
    flag: str, help: str, metavar: str | None = None, *, show_default: bool = False, **more: Any
) -> Any:
    return typer.Option(flag, help=help, metavar=metavar, show_default=show_default, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


Team = Annotated[
    Path | None, option("--team", "The team's folder; else BELFRY_TEAM, else this one.", "DIR")
]
Json = Annotated[bool, option("--json", "Answer in JSON, for machines.")]
_ACT_AS_IF = "Act as if it were this moment, which names its zone; else now."
At = Annotated[datetime | None, option("--at", _ACT_AS_IF, "ISO", parser=parse_moment)]

_COUNT = option("-n", "How many, newest first.", min=1, max=10_000, show_default=True)
Count = Annotated[int, _COUNT]
# A command that takes it gets the name of the person who acts, also if none was given.
By = Annotated[str, option("--by", "Who did it, as in people.csv; else the team's owner.", "NAME")]
NewLink = Annotated[bool, option("--new", "Make a new link; the old one shows nothing any more.")]
EndFeed = Annotated[bool, option("--end", "End the feed; the link shows nothing any more.")]


def end_feed(end: Callable[[], bool], *, new: bool) -> Answer:
    if new:
        raise InputError("--new and --end cannot both be meant")
    was_shared = end()
    sentence = "The feed has ended." if was_shared else "There was no feed."
    return Answer({"link": None, "path": None, "ended": was_shared}, sentence)


def find_doer(services: Services, by: str = "") -> str:
    """Who acts: the person named, else the team's owner, by the name in people.csv if it has it."""
    from belfry.accounts.users import Role
    from belfry.workspace.people import ADMIN

    staff = services.controls.search.find_staff()
    if (name := staff.name_of(by)) != ADMIN:
        return name
    owners = [person.name for person in staff.people.everybody if person.role is Role.OWNER]
    return owners[0] if len(owners) == 1 else BY


Act = Callable[..., Answer | None]
_options: dict[Act, dict[str, Any]] = {}


def taking(**options: Any) -> Callable[[Act], Act]:
    """The function's command takes these options, too; they are None unless given."""

    def register(act: Act) -> Act:
        _options[act] = options
        return act

    return register


timed = taking(at=At)


def make_command(act: Act) -> Callable[..., None]:
    """A command that takes the function's parameters and `--json`, and prints its answer.

    If the first parameter is `services`, it takes `--team`, too, and opens that team, with its
    clock stopped at `--at` if it takes that.
    """
    hints = get_type_hints(act, localns={"Services": object}, include_extras=True)
    parameters = [
        parameter.replace(annotation=hints[parameter.name], kind=parameter.KEYWORD_ONLY)
        for parameter in inspect.signature(act).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    opens_team = "services" in hints
    added = {**_options.get(act, {}), **({"team": Team} if opens_team else {})}

    def command(**options: Any) -> None:
        answer_in_json(options.pop("as_json"))
        with ExitStack() as stack:
            if opens_team:
                settings = read_team(options.pop("team"))
                at = options.pop("at", None) if "at" in added else options.get("at")
                options["services"] = stack.enter_context(open_services(settings, at=at))
            services = options.get("services")
            if services and hints.get("by") == By:
                options["by"] = find_doer(services, options["by"])
            answer = act(**options)
            if answer:
                give(answer, services.accounts.name_doer.in_text if services else str)

    make = partial(inspect.Parameter, kind=inspect.Parameter.KEYWORD_ONLY)
    parameters += [make(name, default=None, annotation=kind) for name, kind in added.items()]
    parameters.append(make("as_json", default=False, annotation=Json))
    command.__signature__ = inspect.Signature(parameters[opens_team:])  # type: ignore[attr-defined]
    command.__name__, command.__doc__ = act.__name__, act.__doc__
    return command
