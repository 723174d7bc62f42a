"""Wire the move of a team between a home with a database and home aws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from belfry.adapters.aws.clients import connect_lambda, connect_parameters
from belfry.adapters.aws.functions import HomeFunctions
from belfry.adapters.aws.secrets import add_parameters
from belfry.adapters.files.folder import FileFolder
from belfry.adapters.sql.tables import TABLE_MAPPINGS
from belfry.adapters.system.clock import NoCrashPoints
from belfry.bootstrap.aws_home import (
    CONFIG_PATH,
    CONFIG_VARIABLE,
    connect_late,
    find_missing,
    open_aws_ports,
)
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.sql_home import open_sql_ports
from belfry.kernel.errors import ConfigError, Conflict, InputError
from belfry.ports.clock import Clock
from belfry.ports.files import ignore_progress
from belfry.settings import Settings
from belfry.workspace.move_home import SETTINGS, Home, Moved, MoveHome

AWS, LOCAL, SERVER = "aws", "local", "server"
# Of no use to functions, or the business of one machine.
_LOCAL_SETTINGS = frozenset({"home", "aws", "database", "backup", "worker", "queues", "workflows"})
_HOME = re.compile(r'^home[ \t]*=[ \t]*(?:"[^"\n]*"|\'[^\'\n]*\')', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MovedTeam:
    """What was moved; the parameters that were added, and those that say something else."""

    moved: Moved
    home: str
    added: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def move_team(
    settings: Settings,
    to: str,
    *,
    clock: Clock,
    on_progress: Callable[[int, int], None] = ignore_progress,
) -> MovedTeam:
    """Move the team to `aws`, or to `local`; then have `belfry.toml` name its new home.

    The functions of home aws are stopped first, and start again only if the team lives there.
    """
    if to not in (AWS, LOCAL):
        raise InputError(f"{to!r} is no home to move to; expected aws or local", field="to")
    if missing := find_missing(settings):
        raise ConfigError(f"home aws is not whole: {', '.join(missing)} missing. Deploy it first")
    with_database = LOCAL if settings.database.url is None else SERVER
    with ExitStack() as closing:
        client = connect_late(settings, closing, connect_lambda)
        functions = HomeFunctions(client, settings.aws.prefix, CONFIG_PATH, CONFIG_VARIABLE)
        functions.stop()
        database = _open_home(settings, with_database, clock, closing, open_sql_ports)
        aws = _open_home(settings, AWS, clock, closing, open_aws_ports)
        source, target = (database, aws) if to == AWS else (aws, database)
        move = MoveHome(source=source, target=target, kinds=[*TABLE_MAPPINGS], clock=clock)
        moved = move(on_progress=on_progress)
        _write_home(settings, target.name)
        if to != AWS:
            return MovedTeam(moved, target.name)
        parameters = connect_late(settings, closing, connect_parameters)
        added, others = add_parameters(parameters, CONFIG_PATH, _list_parameters(settings))
        functions.start()
        return MovedTeam(moved, target.name, tuple(added), tuple(others))


def _open_home(
    settings: Settings,
    name: str,
    clock: Clock,
    closing: ExitStack,
    open_it: Callable[..., Ports],
) -> Home:
    ports = open_it(settings.model_copy(update={"home": name}), clock=clock)
    closing.callback(ports.close)
    assert ports.transfer is not None
    dead_after = timedelta(seconds=settings.worker.dead_after_seconds)

    def find_life() -> str:
        """The first worker that was seen a moment ago."""
        workers = ports.monitor.list_workers()
        alive = [worker for worker in workers if clock.now() - worker.seen_at < dead_after]
        return f"worker {alive[0].label} is running. Stop it first" if alive else ""

    return Home(
        name=name,
        transfer=ports.transfer,
        store=ports.store,
        folder=ports.folder,
        blobs=ports.blobs,
        versions=ports.versions,
        find_life=find_life,
    )


def _write_home(settings: Settings, home: str) -> None:
    folder = FileFolder(settings.folder, NoCrashPoints())
    file = folder.read(SETTINGS)
    text, line = file.content.decode("utf-8"), f'home = "{home}"'
    written = _HOME.sub(line, text, count=1) if _HOME.search(text) else f"{line}\n{text}"
    if tomllib.loads(written).get("home") != home:
        raise Conflict(f"{SETTINGS} cannot be changed: write `{line}` into it")
    folder.replace(SETTINGS, written.encode("utf-8"), file.digest)


def _list_parameters(settings: Settings) -> dict[str, str | list[str]]:
    """What the team's file sets, by the names of parameters."""
    content = FileFolder(settings.folder, NoCrashPoints()).read(SETTINGS).content
    values = tomllib.loads(content.decode("utf-8"))
    shared = {name: value for name, value in values.items() if name not in _LOCAL_SETTINGS}
    return dict(_flatten(shared))


def _flatten(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str | list[str]]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{above}{name}/")
        elif isinstance(value, list):
            yield f"{above}{name}", [str(part) for part in value]
        elif text := str(value).lower() if isinstance(value, bool) else str(value):
            yield f"{above}{name}", text
