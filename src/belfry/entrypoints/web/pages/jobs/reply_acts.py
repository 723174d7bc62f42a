"""What somebody may do about what a customer wrote back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer

router = APIRouter(route_class=PageRoute)

LONGEST_NAME = 400

ReplyName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.post("/replies/{reply}/settle")
def settle(visit: Answerer, reply: ReplyName) -> Response:
    visit.services.jobs.replies.settle(parse_name(reply), by=visit.by)
    return visit.go("/", "seen-to")


@router.post("/replies/{reply}/stop")
def stop(visit: Answerer, reply: ReplyName) -> Response:
    visit.services.jobs.replies.settle.stop(parse_name(reply), by=visit.by)
    return visit.go("/", "no-more-messages")
