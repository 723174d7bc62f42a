"""A job's customer: the link to their own page, and whether they want messages."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer, write_value
from belfry.entrypoints.cli.jobs.jobs import JobId
from belfry.entrypoints.cli.opening import BY, Json, Team, open_team, render_address
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.jobs.customers.personal_data import CustomerFile, Forgotten


class Consent(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def link(
    job_id: JobId,
    new: Annotated[
        bool, typer.Option("--new", help="Make a new link; the old one shows nothing any more.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show the link to a customer's own page; make it, if there is none.

    For example: belfry jobs link J-2042
    """
    from belfry.jobs.jobs import page_path

    with open_team(team) as services:
        customers = services.jobs.customers
        job = customers.show(job_id).job
        page = customers.renew_page(job_id, by=BY) if new else customers.open_pages(job)
        public_url = services.settings.public_url
    path = page_path(page.token)
    address = f"{public_url}{path}" if public_url else None
    here = f"No links are sent: public_url is not set. On this machine: {render_address()}{path}"
    data = {"job": page.job_id, "link": address, "path": path, "made_at": page.made_at}
    answer(data, address or here, as_json=as_json)


def consent(
    job_id: JobId,
    said: Annotated[Consent, typer.Argument(metavar="yes|no|unknown", help="What they say.")],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Note whether a job's customer wants messages; it holds for all their jobs.

    For example: belfry jobs consent J-2042 no
    """
    with open_team(team) as services:
        customers = services.jobs.customers
        wish = "" if said is Consent.UNKNOWN else said.value
        is_news = customers.set_consent(job_id, wish, by=BY)
        refusal = customers.show(job_id).refusal
    data = {"job": job_id, "consent": said.value, "is_news": is_news, "refusal": refusal or None}
    noted = "Noted" if is_news else "That was known"
    fate = f"nothing is sent, {refusal}" if refusal else "messages may be sent"
    answer(data, f"{noted}: {said.value}. As things are, {fate}.", as_json=as_json)


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
        file = services.jobs.personal_data.export(_find_address(services, address))
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
        forgotten = services.jobs.personal_data.forget(_find_address(services, address), by=BY)
    data = {
        "jobs": forgotten.jobs,
        "messages": forgotten.messages,
        "photos": forgotten.photos,
        "versions": forgotten.versions,
        "left_files": forgotten.left_files,
    }
    answer(data, _tell(forgotten), as_json=as_json)


def _find_address(services: Services, text: str) -> str:
    from belfry.jobs.customers.replies import find_address

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
