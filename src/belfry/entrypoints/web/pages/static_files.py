"""The style, the script and the pictures of the pages, kept by browsers until they change.

An address names the content it stands for, so it may be kept for ever; a new version of Belfry has
new addresses.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastapi import Request, Response

from belfry.kernel.errors import NotFound

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class StaticFile(NamedTuple):
    content: bytes
    kind: str
    digest: str


@cache
def read_static_files() -> dict[str, StaticFile]:
    """Every file that may be asked for, by its name; nothing else can be."""
    return {path.name: _read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}


def _read(path: Path) -> StaticFile:
    content = path.read_bytes()
    return StaticFile(content, TYPES[path.suffix], hashlib.sha256(content).hexdigest()[:16])


def find_address(name: str) -> str:
    """Where a page finds the file as it is now."""
    return f"/static/{name}?v={read_static_files()[name].digest}"


def answer_static(request: Request, name: str) -> Response:
    file = read_static_files().get(name)
    if file is None:
        raise NotFound(f"there is no file {name}")
    is_named = request.query_params.get("v") == file.digest
    headers = {
        "ETag": f'"{file.digest}"',
        "Cache-Control": "public, max-age=31536000, immutable" if is_named else "no-cache",
    }
    if f'"{file.digest}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)
