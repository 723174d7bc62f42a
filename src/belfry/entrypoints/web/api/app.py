"""The API as an application of its own, with its OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response

from belfry.bootstrap import Services
from belfry.entrypoints.web.api import jobs, keys, runs, workflows
from belfry.entrypoints.web.api.requests import ROOT
from belfry.entrypoints.web.api.schemas import FieldProblem, NewWorkflow, Problem, WorkflowEdit
from belfry.entrypoints.web.problems import PLAIN_HEADERS, answer_with_problems
from belfry.scheduler.workflows import INTERNAL_KINDS

ROUTERS = (runs.cron_router, workflows.router, runs.router, jobs.router, keys.router)
_ABOUT = """Workflows that run on schedule, what became of each fire, and the jobs on the board.

Every request shows an API key. Every refusal is a problem as RFC 9457 has it."""


def create_api(services: Services) -> FastAPI:
    api = FastAPI(
        title="Belfry",
        version=version("belfry"),
        description=_ABOUT,
        openapi_url=None,
        redirect_slashes=False,
    )
    api.state.services = services
    answer_with_problems(api)
    for router in ROUTERS:
        api.routes.extend(router.routes)
    api.add_api_route("/openapi.json", get_openapi_document, include_in_schema=False)
    return api


def get_openapi_document(request: Request) -> Response:
    api: FastAPI = request.app
    if api.openapi_schema is None:
        api.openapi_schema = write_openapi(api, api.state.services.kinds)
    text = json.dumps(api.openapi_schema)
    return Response(text, headers=PLAIN_HEADERS, media_type="application/json")


def write_openapi(api: FastAPI, kinds: Iterable[str]) -> dict[str, Any]:
    """The document, with paths as callers see them; `kinds` are the workflow kinds known here."""
    document = get_openapi(
        title=api.title, version=api.version, description=api.description, routes=api.routes
    )
    document["paths"] = {f"{ROOT}{path}": item for path, item in document["paths"].items()}
    schemas = document["components"]["schemas"]
    for problem in (Problem, FieldProblem):
        schemas[problem.__name__] = problem.model_json_schema(
            mode="serialization", ref_template="#/components/schemas/{model}"
        )
        schemas[problem.__name__].pop("$defs", None)
    for shape in (NewWorkflow, WorkflowEdit):
        schemas[shape.__name__]["properties"]["kind"]["enum"] = sorted(set(kinds) - INTERNAL_KINDS)
    return document
