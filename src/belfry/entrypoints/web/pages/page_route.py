"""The edge of every page: what goes wrong behind it becomes a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute

from belfry.entrypoints.web.pages.errors import (
    SignInFirst,
    answer_http,
    render_belfry_error,
    render_error,
)
from belfry.entrypoints.web.pages.rendering import HEADERS
from belfry.entrypoints.web.pages.visits import sign_in_address
from belfry.kernel.errors import BelfryError

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class PageRoute(APIRoute):
    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_page(request: Request) -> Response:
            try:
                response = await handle(request)
            except SignInFirst as error:
                response = RedirectResponse(sign_in_address(error.wanted), status_code=303)
            except BelfryError as error:
                response = render_belfry_error(request, error)
            except RequestValidationError:  # a number in the address that can be none of ours
                response = render_error(request, 404, "There is nothing here", "No such page.")
            except HTTPException as error:
                response = await answer_http(request, error)
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return handle_page
