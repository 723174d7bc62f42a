"""Whether all is well with a team; if not, what, where, and how to mend it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.checks import Finding, check_database, check_settings
from belfry.entrypoints.cli.control_checks import check_controls
from belfry.entrypoints.cli.house_checks import check_house
from belfry.entrypoints.cli.message_checks import check_mail_server, check_messages
from belfry.entrypoints.cli.opening import find_folder, open_services, read_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.entrypoints.cli.rota_checks import check_rota
from belfry.entrypoints.cli.shop_checks import check_files
from belfry.entrypoints.cli.words_checks import check_words
from belfry.kernel.errors import BelfryError, ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def doctor(team: Team = None, as_json: Json = False) -> None:
    """Check everything, and say how to mend what is wrong. Nothing is changed.

    For example: belfry doctor --team shop
    """
    findings = list(_examine(team))
    is_well = not any(finding.is_wrong for finding in findings)
    lines = [_render(finding) for finding in findings]
    lines.append("All is well." if is_well else "Something is wrong.")
    data = {"ok": is_well, "findings": [asdict(finding) for finding in findings]}
    answer(data, "\n".join(lines), as_json=as_json)
    if not is_well:
        raise typer.Exit(1)


def _examine(team: Path | None) -> Iterator[Finding]:
    try:
        settings = read_team(team)
    except ConfigError as error:
        if not (find_folder(team) / "belfry.toml").is_file():
            raise
        yield Finding("the settings cannot be read", "belfry.toml", str(error))
        return
    yield from check_settings(settings)
    yield from check_files(settings)
    yield from check_controls(settings)
    yield from check_rota(settings)
    yield from check_mail_server(settings)
    yield from check_words(settings)
    found = check_database(settings)
    if found:
        yield found
        return
    try:
        with open_services(settings) as services:
            yield from check_house(services)
            yield from check_messages(services)
    except ConfigError:  # told where the mail server, texts and the model were looked at
        return
    except BelfryError as error:
        yield Finding(str(error), "the database", "see that it runs and can be reached")


def _render(finding: Finding) -> str:
    mark = "wrong" if finding.is_wrong else "note"
    return f"{mark}: {finding.where}: {finding.what}\n       {finding.mend}"
