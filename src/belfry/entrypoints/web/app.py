"""The web application: the API, the pages, and the state of this process."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.routing import Mount, Route

from belfry.bootstrap import Services
from belfry.entrypoints.web import health, replies
from belfry.entrypoints.web.api.app import create_api
from belfry.entrypoints.web.api.requests import ROOT
from belfry.entrypoints.web.middleware import BodyLimit, RequestLog
from belfry.entrypoints.web.pages import add_pages
from belfry.entrypoints.web.problems import answer_with_problems
from belfry.ports.image_processor import MOST_BYTES as MOST_FILE_BYTES

if TYPE_CHECKING:
    from belfry.entrypoints.demo.clock import Mover


def create_app(
    services: Services, demo: Mover | None = None, *, most_file_bytes: int = MOST_FILE_BYTES
) -> FastAPI:
    """Everything this process serves; `demo` moves the demo's clock."""
    app = FastAPI(title="Belfry", openapi_url=None, redirect_slashes=False)
    answer_with_problems(app)
    # An application of its own: its errors are JSON, those of the pages are HTML.
    api = create_api(services)
    app.router.routes.append(Route(ROOT, api))  # a mount answers only below its path
    mount = Mount(ROOT, api)
    # What stands below it is the API's, also with a line break in its address.
    mount.path_regex = re.compile(mount.path_regex.pattern, re.DOTALL)
    app.router.routes.append(mount)
    # Routes as they are: `include_router` would make each of them again for every app.
    app.routes.extend([*health.router.routes, *replies.router.routes])
    add_pages(app, services, demo)
    app.state.most_file_bytes = most_file_bytes
    app.add_middleware(BodyLimit, most_file_bytes=most_file_bytes)
    app.add_middleware(RequestLog, clock=services.ports.clock)
    return app
