"""Signed webhooks: text messages of customers, what became of ours, and answers from Slack."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response
from starlette.background import BackgroundTask

from belfry.bootstrap import Services
from belfry.bootstrap.channels import REPORT_PATH
from belfry.bootstrap.slack import INTERACTIVITY_PATH
from belfry.entrypoints.slack.interactivity import JSON, handle
from belfry.entrypoints.web.forms import parse_form
from belfry.entrypoints.web.problems import PLAIN_HEADERS
from belfry.jobs.customers.replies import Inbound
from belfry.kernel.errors import BelfryError, InputError, NotAllowed, NotFound

log = logging.getLogger(__name__)

PATH = "/sms/replies"
# The final states of a text at the gateway, and whether it has arrived.
_ENDS = {
    **dict.fromkeys(("delivered", "read"), True),
    **dict.fromkeys(("undelivered", "failed", "canceled"), False),
}
LONGEST_WHY = 100
# Many times the longest text with the provider's other fields.
MOST_BYTES = 64 * 1024
# An empty answer: our replies are sent like every other message.
_NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'


async def read_webhook(request: Request) -> Mapping[str, str]:
    body = await request.body()
    if len(body) > MOST_BYTES:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return parse_form(body)


async def read_raw(request: Request) -> bytes:
    return await request.body()


RawBody = Annotated[bytes, Depends(read_raw)]
WebhookForm = Annotated[Mapping[str, str], Depends(read_webhook)]


# Called by the provider, which has neither cookie nor key.
router = APIRouter(include_in_schema=False)


@router.post(PATH)
def take_reply(request: Request, form: WebhookForm) -> Response:
    services: Services = request.app.state.services
    if not services.settings.sms.two_way:
        raise NotFound("there is nothing at this address")
    check_signature(services, request, form, PATH)
    services.jobs.replies.take(read_inbound(form))
    return Response(_NO_REPLY, media_type="text/xml", headers=PLAIN_HEADERS)


@router.post(REPORT_PATH)
def take_report(request: Request, form: WebhookForm) -> Response:
    """Record whether a text has arrived; reports of a state in between change nothing."""
    services: Services = request.app.state.services
    check_signature(services, request, form, REPORT_PATH)
    status = form.get("MessageStatus", "")
    if status in _ENDS:
        code = form.get("ErrorCode", "")
        why = "" if _ENDS[status] else f"the gateway could not deliver it{code and f' ({code})'}"
        message_id = request.query_params.get("message", "")
        services.messaging.report(message_id, has_arrived=_ENDS[status], why=why[:LONGEST_WHY])
    return Response(status_code=HTTPStatus.NO_CONTENT, headers=PLAIN_HEADERS)


def check_signature(
    services: Services, request: Request, form: Mapping[str, str], path: str
) -> None:
    """NotFound without a provider or public address, NotAllowed for a bad signature."""
    signature, public_url = services.ports.signature, services.settings.public_url
    if signature is None or public_url is None:
        raise NotFound("there is nothing at this address")
    # The provider signs the public address, not the one behind a proxy.
    query = f"?{request.url.query}" if request.url.query else ""
    claimed = request.headers.get("X-Twilio-Signature", "")
    if not claimed or not signature.is_genuine(f"{public_url}{path}{query}", form, claimed):
        raise NotAllowed("this was not signed by our provider of text messages")


def read_inbound(form: Mapping[str, str]) -> Inbound:
    """`OptOutType` is set if the provider has replied itself."""
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


@router.post(INTERACTIVITY_PATH)
def take_choice(request: Request, body: RawBody) -> Response:
    """Slack has its answer first; then what was recorded is delivered, without the next minute's
    relay, which is there in case this process ends before.
    """
    services: Services = request.app.state.services
    reply = handle(services.slack, request.headers, body)
    task = BackgroundTask(_relay, services) if reply.is_recorded else None
    return Response(reply.body, reply.status, PLAIN_HEADERS, JSON if reply.body else None, task)


def _relay(services: Services) -> None:
    try:
        services.relay()
    except BelfryError as error:
        log.warning("slack.relay_later", extra={"error": str(error)})
