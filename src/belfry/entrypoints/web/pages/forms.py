"""What somebody typed into a form, and that it is not too much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, HTTPException, Request

from belfry.kernel.errors import InputError

MOST_BYTES = 1_000_000
MOST_FIELDS = 100

Form = Mapping[str, str]


async def read_form(request: Request) -> Form:
    """The fields of a posted form; empty for a page that is only looked at."""
    if request.method == "GET":
        return {}
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise HTTPException(413, "This form is too long.")
    return parse_form(body)


def parse_form(body: bytes) -> Form:
    """The fields by their names; of several of one name the last."""
    try:
        pairs = parse_qsl(
            body.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS
        )
    except ValueError as error:
        raise InputError("this form has too many fields") from error
    if any("\0" in text for pair in pairs for text in pair):
        raise InputError("this form has characters that cannot be kept")
    return dict(pairs)


Typed = Annotated[Form, Depends(read_form)]
