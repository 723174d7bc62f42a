"""What is kept of a customer: given to them, or forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer, write_value
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.jobs.customers.personal_data import CustomerFile, Forgotten

Address = Annotated[
    str, typer.Argument(metavar="ADDRESS", help="Their e-mail address or phone number.")
]
FILE = "customer.json"


def export(
    address: Address,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="A new folder to write it to, with the photos."),
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Give everything that is kept of a customer, as JSON.

    For example: belfry jobs export maya@example.com --out for-maya
    """
    with open_team(team) as services:
        file = services.jobs.customers.export(_find_address(services, address))
    text = json.dumps(file.told, default=write_value, indent=2, ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return
    _write_folder(out, text, file)
    data = {"file": str(out / FILE), "photos": sorted(file.pictures)}
    answer(data, f"Written to {out}: {FILE}, and {len(file.pictures)} photos.", as_json=as_json)


def forget(
    address: Address,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Forget a customer: their jobs' details, messages, photos, replies. There is no way back.

    For example: belfry jobs forget maya@example.com
    """
    if not yes:
        typer.confirm(f"Forget everything about {address}? There is no way back", abort=True)
    with open_team(team) as services:
        forgotten = services.jobs.customers.forget(_find_address(services, address), by=BY)
    data = {
        "jobs": forgotten.jobs,
        "messages": forgotten.messages,
        "photos": forgotten.photos,
        "versions": forgotten.versions,
        "left_files": forgotten.left_files,
    }
    answer(data, _tell(forgotten), as_json=as_json)


def _find_address(services: Services, text: str) -> str:
    from belfry.jobs.customers.take_reply import find_address

    return find_address(text, country=services.settings.country)


def _write_folder(out: Path, text: str, file: CustomerFile) -> None:
    if out.exists():
        raise InputError(f"{out} is there already; name a folder that is not")
    for name, content in file.pictures.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    out.mkdir(exist_ok=True)
    (out / FILE).write_text(f"{text}\n", encoding="utf-8")


def _tell(forgotten: Forgotten) -> str:
    said = [
        f"Forgotten: {', '.join(forgotten.jobs)}; {forgotten.messages} messages,"
        f" {forgotten.photos} photos, {forgotten.versions} earlier states of the board."
    ]
    if forgotten.left_files:
        said.append("These files are yours to delete:")
        said += [f"  {name}" for name in forgotten.left_files]
    said.append("Backups made before still hold everything.")
    return "\n".join(said)
