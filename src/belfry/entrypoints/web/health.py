"""Liveness, readiness and metrics of this process."""

from __future__ import annotations

import logging
from contextlib import suppress
from http import HTTPStatus

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from belfry.bootstrap import Services
from belfry.entrypoints.metrics import PARKED
from belfry.entrypoints.web.problems import PLAIN_HEADERS
from belfry.kernel.errors import ConfigError, PortError

log = logging.getLogger(__name__)

MOST_PARKED = 1000

# Open to all: they show no names.
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def find_health() -> Response:
    return JSONResponse({"status": "alive"}, headers=PLAIN_HEADERS)


@router.get("/readyz")
def find_readiness(request: Request) -> Response:
    services: Services = request.app.state.services
    try:
        services.ports.check_database()
    except ConfigError as error:
        log.warning("database.lost", extra={"error": str(error)})
        lost = {"status": "the database is lost", "detail": "`belfry doctor` tells what to do"}
        return JSONResponse(lost, HTTPStatus.SERVICE_UNAVAILABLE, headers=PLAIN_HEADERS)
    standstills = services.watch_clock.find_standstills()
    if not standstills:
        return JSONResponse({"status": "ready"}, headers=PLAIN_HEADERS)
    lanes = [{"lane": lane.lane, "since": lane.since.isoformat()} for lane in standstills]
    answer = {"status": "standing still", "lanes": lanes}
    return JSONResponse(answer, HTTPStatus.SERVICE_UNAVAILABLE, headers=PLAIN_HEADERS)


@router.get("/metrics")
def list_metrics(request: Request) -> Response:
    services: Services = request.app.state.services
    with suppress(PortError):
        PARKED.set(len(services.ports.outbox.list_failed(limit=MOST_PARKED)))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST, headers=PLAIN_HEADERS)
