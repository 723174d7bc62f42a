"""Every page that can be reached from Today by links, one of each kind."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from fastapi.routing import APIRoute
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import PAGES as ROUTES

from belfry.entrypoints.web.pages import PAGE_MODULES

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import Visitor

# Words in an address that make another page of the same route.
VIEWS = ("ahead", "as", "by", "check", "edit")


def find_pages(visitor: Visitor) -> dict[tuple[str, ...], str]:
    """The first address found of each route and view."""
    pages: dict[tuple[str, ...], str] = {}
    waiting = deque(["/"])
    while waiting:
        address = waiting.popleft()
        kind = find_kind(address)
        if not kind or kind in pages:
            continue
        pages[kind] = address
        waiting.extend(read(visitor.get(address).text).links)
    return pages


def find_kind(address: str) -> tuple[str, ...] | None:
    """The page's route and the views in its address; None for what is no page of ours."""
    parts = urlsplit(address)
    asked = parse_qs(parts.query)
    for path, regex in _PATTERNS:
        if not parts.netloc and regex.fullmatch(parts.path):
            return (path, *(f"{name}={asked[name][0]}" for name in VIEWS if name in asked))
    return None


_PATTERNS = [
    (route.path, route.path_regex)
    for room in PAGE_MODULES
    for route in room.router.routes
    if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and route.path in ROUTES
]
