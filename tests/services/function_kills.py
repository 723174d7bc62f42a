"""Functions on moto that die after each call that changes something, and are called again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tests.services.dynamodb import RESTORE, SAVE, post
from tests.services.function_host import CHANGES, Host, call_killed, take_stock

from belfry.adapters.aws import clients


def list_marks_of_kills(
    host: Host, name: str, event: Any, rooms: Collection[str], but: str = ""
) -> tuple[int, list[str]]:
    """How often the function could be killed, and the kills after which, once it was called
    again, something else was stored than if it had lived, `but` for one table. What it has done
    stays.
    """
    post(f"{host.endpoint}{SAVE}")
    host.stop(name)
    host.call(name, event)
    whole, kills = _take_stock(host, rooms), 0
    marks: list[str] = []
    whole.pop(but, None)
    while True:
        host.stop(name)
        host.stream.clear()
        post(f"{host.endpoint}{RESTORE}")
        kills += 1
        if not call_killed(host, name, event, after=kills, counted=CHANGES):
            return kills - 1, marks
        host.call(name, event)
        stock = _take_stock(host, rooms)
        if differing := {
            key: (stock[key], whole[key]) for key in whole if stock[key] != whole[key]
        }:
            marks.append(f"{name}, killed after change {kills}: {differing}")


def _take_stock(host: Host, rooms: Collection[str]) -> dict[str, Any]:
    dynamodb = clients.connect_dynamodb(region=host.s3.meta.region_name)
    try:
        return take_stock(dynamodb, host.s3, rooms)
    finally:
        dynamodb.close()
