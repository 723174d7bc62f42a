"""How things are addressed: what may stand for a number, a run or a page in a URL."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from starlette.convertors import Convertor, register_url_convertor

PREFIX = "/api/v1"
MOST_NUMBER = 2**31 - 1
RUN_PATTERN = r"[0-9]{1,10}-(?:m[0-9]{1,10}|[0-9]{8}T[0-9]{4}Z)"


class NumberConvertor(Convertor[int]):
    """Ten digits at most: anything else is the address of nothing."""

    regex = "[1-9][0-9]{0,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


class RunConvertor(Convertor[str]):
    regex = RUN_PATTERN

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("number", NumberConvertor())
register_url_convertor("run", RunConvertor())

Number = Annotated[int, Path(ge=1, le=MOST_NUMBER)]
RunId = Annotated[str, Path(pattern=f"^{RUN_PATTERN}$", examples=["7-20261116T0900Z"])]
Limit = Annotated[int, Query(ge=1, le=200, description="how many are given at once")]


def workflow_url(workflow_id: int) -> str:
    return f"{PREFIX}/workflows/{workflow_id}"


def run_url(run_id: str) -> str:
    return f"{PREFIX}/runs/{run_id}"
