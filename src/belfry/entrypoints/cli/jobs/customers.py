"""A job's customer: the link to their own page, and whether they want messages."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.jobs.jobs import JobId
from belfry.entrypoints.cli.links import render_address
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import Json, Team


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
