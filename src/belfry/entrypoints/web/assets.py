"""What every page is made with, without the web framework: templates, static files, headers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
# A link is a secret: search engines must not index it, and other sites must not learn of it.
PUBLIC_HEADERS = {
    **HEADERS,
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}
# A picture never changes under its number, but the page may stop showing it.
PHOTO_HEADERS = {"Cache-Control": "private, max-age=3600"}

PAGES = Path(__file__).parent / "pages"
TEMPLATES, FOLDER = PAGES / "templates", PAGES / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class StaticFile(NamedTuple):
    content: bytes
    kind: str
    digest: str

    def list_headers(self, version: str | None) -> Mapping[str, str]:
        """`version` is the digest that the address names, if it does."""
        is_named = version == self.digest
        return {
            "ETag": f'"{self.digest}"',
            "Cache-Control": "public, max-age=31536000, immutable" if is_named else "no-cache",
        }


@cache
def read_static_files() -> dict[str, StaticFile]:
    return {path.name: _read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}


def _read(path: Path) -> StaticFile:
    content = path.read_bytes()
    return StaticFile(content, TYPES[path.suffix], hashlib.sha256(content).hexdigest()[:16])


def find_address(name: str) -> str:
    """The address names the content, so that browsers may keep it until a new version."""
    return f"/static/{name}?v={read_static_files()[name].digest}"


# The filters of pages for people without an account.
FILTERS: dict[str, Callable[..., Any]] = {
    "sentence": lambda text: text[:1].upper() + text[1:],
    "static": find_address,
    "stopped": lambda text: text if text.endswith((".", "!", "?")) else f"{text}.",
}


def make_environment() -> Environment:
    """Everything is escaped, and an unknown name is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= FILTERS
    return environment
