"""Google: whether Belfry finds the team's tables, documents and photos there, and copying them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import Answer, Part, Rows, shape_problems
from belfry.entrypoints.cli.file_checks import Finding
from belfry.entrypoints.cli.opening import option
from belfry.kernel.errors import ConfigError, InputError, PortError, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.settings import Settings

NOT_SET = "nothing is kept in Google: set [google] in belfry.toml; see docs/google.md"


def check(services: Services) -> Answer:
    """Check that Google has every table, document and folder, and shares it; nothing changes.

    For example: belfry google check
    """
    from belfry.bootstrap.google import open_google

    if not services.settings.google.is_set:
        raise InputError(NOT_SET)
    drive = open_google(services.settings)
    try:
        account, files = drive.client.account, list(drive.check())
    except Refused as error:
        data: dict[str, Any] = {"account": None, "files": [], "problem": str(error)}
        return Answer(data, str(error), is_well=False)
    data = {"account": account, "files": [asdict(file) for file in files], "problem": None}
    rows = [(file.name, file.what, file.problem) for file in files]
    table = Rows(("file", "in Google", "problem"), rows, "There is nothing to look for.")
    text: list[Part] = [f"Connected as {account}.", table]
    return Answer(data, text, is_well=not any(file.problem for file in files))


def sync(
    services: Services,
    whole: Annotated[bool, option("--whole", "Copy what has not changed, too.")] = False,
) -> Answer:
    """Copy what changed in Google into the team's folder now.

    For example: belfry google sync
    """
    sync_drive = services.docs.sync_drive
    if sync_drive is None:
        raise InputError(NOT_SET)
    synced = sync_drive(is_whole=whole)
    data = {"changed": synced.changed, "problems": shape_problems(synced.problems)}
    lines = [
        *(f"{name} was copied" for name in synced.changed),
        *(f"Problem: {place}: {text}" for place, text in synced.problems),
    ]
    return Answer(data, lines or ["Nothing changed."], is_well=not synced.problems)


def check_google(settings: Settings) -> Iterator[Finding]:
    """What `belfry doctor` says of it."""
    from belfry.bootstrap.google import open_google, read_google_key

    if not settings.google.is_set:
        return
    where = "Google"
    try:
        read_google_key(settings)
    except ConfigError as error:
        advice = "set BELFRY_GOOGLE_CREDENTIALS, or name a file by google.credentials_file"
        yield Finding(str(error), where, advice)
        return
    try:
        for file in open_google(settings).check():
            if file.problem:
                yield Finding(file.problem, file.name, "then `belfry google check` asks again")
    except PortError as error:
        yield Finding(str(error), where, "see docs/google.md, then `belfry google check`")
