"""Where a provider hands in what customers wrote back by text.

Only what it has signed is taken. The text stands in no log: the line of a request has its route.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response

from belfry.entrypoints.web.pages.forms import parse_form
from belfry.entrypoints.web.problems import PLAIN_HEADERS
from belfry.jobs.customers.take_reply import Inbound
from belfry.kernel.errors import InputError, NotAllowed, NotFound

if TYPE_CHECKING:
    from belfry.bootstrap import Services

PATH = "/sms/replies"
# The longest text a phone can send, and what providers say beside it, many times over.
MOST_BYTES = 64 * 1024
# Nothing to say by way of the provider: answers leave like every other message.
_SILENCE = '<?xml version="1.0" encoding="UTF-8"?><Response/>'


async def read_handed_in(request: Request) -> Mapping[str, str]:
    body = await request.body()
    if len(body) > MOST_BYTES:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return parse_form(body)


HandedIn = Annotated[Mapping[str, str], Depends(read_handed_in)]


# It is asked for by a machine that has no cookie and no key.
router = APIRouter(include_in_schema=False)


@router.post(PATH)
def take_reply(request: Request, form: HandedIn) -> Response:
    services: Services = request.app.state.services
    check_signature(services, request, form)
    services.jobs.replies.take(read_inbound(form))
    return Response(_SILENCE, media_type="text/xml", headers=PLAIN_HEADERS)


def check_signature(services: Services, request: Request, form: Mapping[str, str]) -> None:
    """NotFound where nobody can hand anything in, NotAllowed for whoever is not the provider."""
    signature, house = services.ports.signature, services.settings.public_url
    if signature is None or house is None:
        raise NotFound("there is nothing at this address")
    # What was signed is the address as the world knows it, not as a proxy hands it on.
    asked = f"?{request.url.query}" if request.url.query else ""
    given = request.headers.get("X-Twilio-Signature", "")
    if not given or not signature.is_genuine(f"{house}{PATH}{asked}", form, given):
        raise NotAllowed("this was not signed by our provider of text messages")


def read_inbound(form: Mapping[str, str]) -> Inbound:
    """What was handed in, in our own words; `OptOutType` if the provider has answered itself."""
    for name in ("MessageSid", "From"):
        if not form.get(name):
            raise InputError("expected it among the fields of the form", field=name)
    return Inbound(
        id=form["MessageSid"],
        channel="sms",
        sender=form["From"],
        text=form.get("Body", ""),
        answered_as=form.get("OptOutType", ""),
    )
