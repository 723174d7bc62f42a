"""The customers' pages behind a Function URL: where a job is, its photos, and no more messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """A request in the form of a Function URL (payload version 2.0)."""
    from belfry.entrypoints.awslambda.jobs import FUNCTIONS
    from belfry.entrypoints.web.pages.customer_pages import answer_request

    return answer_request(event, FUNCTIONS())
