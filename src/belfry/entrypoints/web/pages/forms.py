"""What somebody typed into a form. How much they may send at once is decided in `limits.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from belfry.kernel.errors import InputError

MOST_FIELDS = 100
# A table is a form with a field for every cell.
MOST_CELLS = 6000

Form = Mapping[str, str]


async def read_form(request: Request) -> Form:
    """The fields of a posted form; empty for a page that is only looked at."""
    if request.method == "GET":
        return {}
    is_table = request.url.path.endswith(".csv")
    return parse_form(await request.body(), most=MOST_CELLS if is_table else MOST_FIELDS)


def parse_form(body: bytes, *, most: int = MOST_FIELDS) -> Form:
    """The fields by their names; of several of one name the last."""
    try:
        pairs = parse_qsl(
            body.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=most
        )
    except ValueError as error:
        raise InputError("this form has too many fields") from error
    if any("\0" in text for pair in pairs for text in pair):
        raise InputError("this form has characters that cannot be kept")
    return dict(pairs)


Typed = Annotated[Form, Depends(read_form)]
