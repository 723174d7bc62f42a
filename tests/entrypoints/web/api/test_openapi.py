"""Whether the server does what its OpenAPI says, asked by a program that tries everything."""

from __future__ import annotations

from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from tests.entrypoints.web.api.apis import Api, make_key
from tests.houses import House

from belfry.desk.keys import Service
from belfry.kernel.errors import NotAllowed

# A schema cannot say everything: that a schedule ever fires, that inputs suit their kind, that a
# stretch ends after it begins, that nobody was faster. For these, 422 and 412 are no contradiction.
BEYOND_SCHEMA = {
    "createWorkflow": ["422"],
    "editWorkflow": ["412", "422"],
    "runWorkflow": ["422"],
    "backfillWorkflow": ["422"],
    "invokeWorkflow": ["422"],
    "createKey": ["422"],
    "pauseWorkflow": ["412", "422"],
    "resumeWorkflow": ["412"],
    "archiveWorkflow": ["412"],
    "deleteWorkflow": ["412"],
}
ACCEPTED = ["2xx", "3xx", "401", "403", "404", "409"]
CONFIG = {
    "seed": 20261116,
    "max-time": 50,
    "cache": {"enabled": False},
    "generation": {"max-examples": 15},
    "phases": {"stateful": {"generation": {"max-examples": 40}}},
    "checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}},
    "operations": [
        {
            "include-operation-id": name,
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, *statuses]}},
        }
        for name, statuses in BEYOND_SCHEMA.items()
    ],
}


def key_ring(house: House) -> type[Any]:
    """The right key for each operation, and a new one when the tests have revoked it."""
    keys: dict[Service, str] = {}

    class KeyRing:
        def get(self, case: Any, _context: Any) -> str:
            service = Service.SCHEDULER if "/cron/" in case.path else Service.API
            try:
                house.services.desk.authenticate_key(keys.get(service, ""))
            except NotAllowed:
                keys[service] = make_key(house, service, 1)
            return keys[service]

        def set(self, case: Any, key: str, _context: Any) -> None:
            case.headers = {**(case.headers or {}), "X-API-Key": key}

    return KeyRing


def find_contradictions(schema: Any) -> tuple[list[str], set[str]]:
    """What the server did that the OpenAPI denies, and the operations that were tried."""
    found, tried = [], set()
    for event in from_schema(schema).execute():
        match event:
            case events.ScenarioFinished():
                nodes = [node for nodes in event.recorder.checks.values() for node in nodes]
                tried |= {node.operation.label for node in event.recorder.cases.values()}
                failures = [node.failure_info for node in nodes if node.failure_info]
                found += [f"{one.failure.operation}: {one.failure}" for one in failures]
            case events.NonFatalError():
                found.append(f"{event.label}: {event.value}")
            case events.FatalError():
                raise event.exception
    return found, tried


def test_server_does_what_its_openapi_says(api: Api) -> None:
    schema = schemathesis.openapi.from_asgi(
        "/api/openapi.json", api.client.app, config=SchemathesisConfig.from_dict(CONFIG)
    )
    schema.auth(refresh_interval=None)(key_ring(api.house))
    found, tried = find_contradictions(schema)
    print(tried)
    assert found == []
