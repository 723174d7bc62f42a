"""The API as one application, with its own account of itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response

from belfry.entrypoints.web.api import cron, keys, runs, workflows
from belfry.entrypoints.web.api.refusals import FieldProblem, Problem
from belfry.entrypoints.web.api.shapes import NewWorkflow, WorkflowEdit
from belfry.entrypoints.web.problems import PLAIN_HEADERS, answer_with_problems

if TYPE_CHECKING:
    from belfry.bootstrap import Services

_ABOUT = """Workflows that ring on time, and what became of each fire.

Every request shows an API key. Every refusal is a problem as RFC 9457 has it."""


def create_api(services: Services) -> FastAPI:
    """Everything under /api."""
    api = FastAPI(
        title="Belfry",
        version=version("belfry"),
        description=_ABOUT,
        openapi_url=None,
        redirect_slashes=False,
    )
    api.state.services = services
    answer_with_problems(api)
    # The first is the busiest.
    for part in (cron, workflows, runs, keys):
        api.include_router(part.router)

    api.add_api_route("/api/openapi.json", get_openapi_document, include_in_schema=False)
    return api


def get_openapi_document(request: Request) -> Response:
    """Written when it is first asked for, and kept with its application."""
    api: FastAPI = request.app
    if api.openapi_schema is None:
        api.openapi_schema = write_openapi(api, api.state.services.kinds)
    text = json.dumps(api.openapi_schema)
    return Response(text, headers=PLAIN_HEADERS, media_type="application/json")


def write_openapi(api: FastAPI, kinds: Iterable[str]) -> dict[str, Any]:
    """What the API promises, for programs; `kinds` are those this house knows."""
    document = get_openapi(
        title=api.title, version=api.version, description=api.description, routes=api.routes
    )
    schemas = document["components"]["schemas"]
    for problem in (Problem, FieldProblem):
        schemas[problem.__name__] = problem.model_json_schema(
            mode="serialization", ref_template="#/components/schemas/{model}"
        )
        schemas[problem.__name__].pop("$defs", None)
    for shape in (NewWorkflow, WorkflowEdit):
        schemas[shape.__name__]["properties"]["kind"]["enum"] = sorted(kinds)
    return document
