"""A job's customer: their own page, their consent, and all that is kept of them."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Answer, write_value
from belfry.entrypoints.cli.jobs.jobs import JobId
from belfry.entrypoints.cli.opening import BY, NewLink, argument, option, show_link
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services


class Consent(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def link(services: Services, job_id: JobId, new: NewLink = False) -> Answer:
    """Show the link to a customer's own page; make it, if there is none.

    For example: belfry jobs link J-2042
    """
    from belfry.jobs.jobs import page_path

    customers = services.jobs.customers
    job = customers.show(job_id).job
    page = customers.renew_page(job_id, by=BY) if new else customers.open_pages(job)
    path, why = page_path(page.token), "No links are sent: "
    return show_link(services, path, page.made_at, why, job=page.job_id)


def consent(
    services: Services,
    job_id: JobId,
    said: Annotated[Consent, argument("yes|no|unknown", "What they say.")],
) -> Answer:
    """Note whether a job's customer wants messages; it holds for all their jobs.

    For example: belfry jobs consent J-2042 no
    """
    customers = services.jobs.customers
    wish = "" if said is Consent.UNKNOWN else said.value
    is_news = customers.set_consent(job_id, wish, by=BY)
    refusal = customers.show(job_id).refusal
    data = {"job": job_id, "consent": said.value, "is_news": is_news, "refusal": refusal or None}
    noted = "Noted" if is_news else "That was known"
    fate = f"nothing is sent, {refusal}" if refusal else "messages may be sent"
    return Answer(data, f"{noted}: {said.value}. As things are, {fate}.")


Address = Annotated[str, argument("ADDRESS", "Their e-mail address or phone number.")]
FILE = "customer.json"
_NEW_FOLDER = "A new folder to write it to, with the photos."


def export(
    services: Services,
    address: Address,
    out: Annotated[Path | None, option("--out", _NEW_FOLDER, "DIR")] = None,
) -> Answer | None:
    """Give everything that is kept of a customer, as JSON.

    For example: belfry jobs export maya@example.com --out for-maya
    """
    file = services.jobs.personal_data.export(_find_address(services, address))
    text = json.dumps(file.told, default=write_value, indent=2, ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return None
    if out.exists():
        raise InputError(f"{out} is there already; name a folder that is not")
    for name, content in {**file.pictures, FILE: f"{text}\n".encode()}.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    data = {"file": str(out / FILE), "photos": sorted(file.pictures)}
    return Answer(data, f"Written to {out}: {FILE}, and {len(file.pictures)} photos.")


def forget(
    services: Services,
    address: Address,
    yes: Annotated[bool, option("--yes", "Do it without asking.")] = False,
) -> Answer:
    """Forget a customer: their jobs' details, messages, photos, replies. There is no way back.

    For example: belfry jobs forget maya@example.com
    """
    if not yes:
        typer.confirm(f"Forget everything about {address}? There is no way back", abort=True)
    forgotten = services.jobs.personal_data.forget(_find_address(services, address), by=BY)
    said = [
        f"Forgotten: {', '.join(forgotten.jobs)}; {forgotten.messages} messages,"
        f" {forgotten.photos} photos, {forgotten.versions} earlier states of the board."
    ]
    if forgotten.left_files:
        said.append("These files are yours to delete:")
        said += [f"  {name}" for name in forgotten.left_files]
    said.append("Backups made before still hold everything.")
    return Answer(asdict(forgotten), said)


def _find_address(services: Services, text: str) -> str:
    from belfry.jobs.customers.replies import find_address

    return find_address(text, country=services.settings.country)
