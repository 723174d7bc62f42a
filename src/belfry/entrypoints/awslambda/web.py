"""The pages of the whole team and the API, behind a Function URL.

The app is the one that `belfry serve` runs; Mangum makes a request of an event.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.awslambda.environment import Opened, list_variables

if TYPE_CHECKING:
    from mangum import Mangum

    from belfry.bootstrap import Services

# Lambda takes 6 MB in all and gives as much, and a file is a third longer there than it is.
MOST_FILE_BYTES = 4 * 1024 * 1024
MOST_ANSWERED = 6 * 1024 * 1024
TOO_LARGE = (
    "This is more than the 6 MB that a function on AWS may answer with. "
    "Fetch the file from its bucket, or ask for less at once.\n"
)


@dataclass(frozen=True)
class WebFunction:
    services: Services
    bridge: Mangum

    def close(self) -> None:
        """With the event loop that Mangum made."""
        asyncio.get_event_loop().close()
        asyncio.set_event_loop(None)
        self.services.ports.close()


def open_web(**parts: Any) -> WebFunction:
    """The collector would go through thousands of modules that stay."""
    gc.disable()
    try:
        from mangum import Mangum

        from belfry.bootstrap.aws_functions import open_services
        from belfry.entrypoints.web.app import create_app

        services = open_services(list_variables(), **parts)
        app = create_app(services, most_file_bytes=MOST_FILE_BYTES)
        return WebFunction(services, Mangum(app, lifespan="off"))
    finally:
        gc.enable()


FUNCTIONS = Opened(open_web)


def handler(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    answer: dict[str, Any] = FUNCTIONS().bridge(dict(event), context)
    if event["requestContext"]["http"]["method"] == "HEAD":
        return answer | {"body": "", "isBase64Encoded": False}
    if len(json.dumps(answer)) > MOST_ANSWERED:
        headers = {"content-type": "text/plain; charset=utf-8"}
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return {"statusCode": status, "headers": headers, "body": TOO_LARGE}
    return answer
