"""The web application: the API, the pages, and how this process is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI

from belfry.entrypoints.web import health, replies
from belfry.entrypoints.web.api.build import create_api
from belfry.entrypoints.web.front import Front
from belfry.entrypoints.web.limits import BodyLimit
from belfry.entrypoints.web.pages import add_pages
from belfry.entrypoints.web.problems import answer_with_problems

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.moving import Mover


def create_app(services: Services, demo: Mover | None = None) -> FastAPI:
    """Everything this process serves; in the demo, a clock to be moved as well."""
    app = FastAPI(title="Belfry", openapi_url=None, redirect_slashes=False)
    answer_with_problems(app)
    app.include_router(health.router)
    app.include_router(replies.router)
    add_pages(app, services, demo)
    app.add_middleware(Fork, api=create_api(services))
    app.add_middleware(BodyLimit)
    app.add_middleware(Front, clock=services.ports.clock)
    return app


class Fork:
    """The API is an application of its own, so that it and the pages each word their refusals."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self._app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        is_api = scope["type"] == "http" and (path == "/api" or path.startswith("/api/"))
        await (self._api if is_api else self._app)(scope, receive, send)
