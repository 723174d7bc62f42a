"""Whether the server does what its OpenAPI says, and whether the documents say all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from tests.apps import App
from tests.entrypoints.web.api.apis import PROBLEM, Api, make_key

from belfry.accounts.keys import Scope, Service
from belfry.kernel.errors import NotAllowed
from belfry.scheduler.workflows import INTERNAL_KINDS

DOCUMENT = Path(__file__).parents[4] / "docs" / "api.md"

# A schema cannot say everything: that a schedule ever fires, that inputs suit their kind, that a
# stretch ends after it begins, that a name has a letter in it, that a word is one of the shop's
# stages, that an Idempotency-Key is new, that nobody was faster. Where that is so, what the schema
# allows may be refused in these ways as well.
BEYOND_SCHEMA = {
    "createWorkflow": ["422"],
    "editWorkflow": ["412", "422"],
    "pauseWorkflow": ["412", "422"],
    "resumeWorkflow": ["412"],
    "archiveWorkflow": ["412"],
    "deleteWorkflow": ["412"],
    "runWorkflow": ["422"],
    "replayRun": ["422"],
    "backfillWorkflow": ["422"],
    "invokeWorkflow": ["422"],
    "createKey": ["422"],
    "putJob": ["422"],
    "getJob": ["422"],
    "removeJob": ["422"],
}
MAY_ANSWER = ["2xx", "3xx", "401", "403", "404", "409"]
MUST_ANSWER = ["401", "403", "404", "405", "409", "412", "415", "422"]
# Every check is on, and the same cases are tried every time.
CONFIG: dict[str, Any] = {
    "seed": 20261116,
    "cache": {"enabled": False},
    "generation": {"max-examples": 10},
    "phases": {"stateful": {"generation": {"max-examples": 15}}},
    "checks": {
        "positive_data_acceptance": {"expected-statuses": MAY_ANSWER},
        "negative_data_rejection": {"expected-statuses": MUST_ANSWER},
    },
    "operations": [
        {
            "include-operation-id": name,
            "checks": {"positive_data_acceptance": {"expected-statuses": [*MAY_ANSWER, *more]}},
        }
        for name, more in BEYOND_SCHEMA.items()
    ],
}


def key_ring(app: App) -> type[Any]:
    """The right key for each operation, and a new one when the tests have revoked it."""
    keys: dict[Service, str] = {}

    class KeyRing:
        def get(self, case: Any, _context: Any) -> str:
            service = Service.SCHEDULER if "/cron/" in case.path else Service.API
            try:
                app.services.accounts.keys.authenticate(keys.get(service, ""))
            except NotAllowed:
                scope = Scope.ADMIN if service is Service.API else None
                keys[service] = make_key(app, service, 1, scope)
            return keys[service]

        def set(self, case: Any, key: str, _context: Any) -> None:
            case.headers = {**(case.headers or {}), "X-API-Key": key}

    return KeyRing


def find_contradictions(schema: Any) -> tuple[list[str], set[str]]:
    """What the server did that the OpenAPI denies, and the operations that were tried."""
    contradictions: list[str] = []
    tried: set[str] = set()
    for event in from_schema(schema).execute():
        match event:
            case events.ScenarioFinished():
                record = event.recorder
                tried |= {node.value.operation.label for node in record.cases.values()}
                nodes = [node for nodes in record.checks.values() for node in nodes]
                failures = [node.failure_info for node in nodes if node.failure_info]
                contradictions += [
                    f"{failure.failure}\n{failure.code_sample}" for failure in failures
                ]
            case events.NonFatalError():
                contradictions.append(f"{event.label}: {event.value}")
            case events.FatalError():
                raise event.exception
    return contradictions, tried


@pytest.fixture
def document(api: Api) -> Any:
    return api.client.get("/api/openapi.json").json()


def list_operations(document: Any) -> list[tuple[str, str, Any]]:
    return [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_server_does_what_its_openapi_says(api: Api, document: Any) -> None:
    schema = schemathesis.openapi.from_asgi(
        "/api/openapi.json", api.client.app, config=SchemathesisConfig.from_dict(CONFIG)
    )
    schema.auth(refresh_interval=None)(key_ring(api.app))
    contradictions, tried = find_contradictions(schema)
    assert contradictions == []
    assert tried == {f"{method} {path}" for method, path, _ in list_operations(document)}


def test_every_operation_has_a_name_of_its_own(document: Any) -> None:
    names = [operation["operationId"] for _, _, operation in list_operations(document)]
    assert len(set(names)) == len(names) == 21


def test_every_operation_says_which_key_it_wants(document: Any) -> None:
    wanted = {
        path: [name for scheme in operation["security"] for name in scheme]
        for _, path, operation in list_operations(document)
    }
    invoke = "/api/v1/cron/workflows/{workflow_id}:invoke"
    assert wanted == {path: ["api-key"] for path in wanted} | {invoke: ["scheduler-key"]}
    schemes = document["components"]["securitySchemes"].values()
    assert {(scheme["in"], scheme["name"]) for scheme in schemes} == {("header", "X-API-Key")}


def test_every_refusal_is_described_as_a_problem(document: Any) -> None:
    for _, path, operation in list_operations(document):
        refused = {s: r for s, r in operation["responses"].items() if s >= "400"}
        assert {"401", "403", "500", "503"} <= refused.keys(), path
        content = [response["content"] for response in refused.values()]
        problem = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        assert content == [problem] * len(refused), path


def test_bodies_come_with_examples(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["NewWorkflow"]["examples"][0]["kind"] == "log"
    assert schemas["WorkflowEdit"]["examples"] == [{"cron_schedule": "30 8 * * 1-5"}]


def test_what_an_edit_leaves_out_has_no_default(document: Any) -> None:
    edit = document["components"]["schemas"]["WorkflowEdit"]["properties"]
    assert [name for name, schema in edit.items() if "default" in schema] == []


def test_defaults_are_those_of_a_new_workflow(api: Api, document: Any) -> None:
    new = document["components"]["schemas"]["NewWorkflow"]["properties"]
    defaults = {name: value["default"] for name, value in new.items() if "default" in value}
    made = api.make(cron_schedule=None)
    assert defaults == {name: made[name] for name in defaults}
    assert len(defaults) == 16


def test_kinds_are_those_of_this_app(api: Api, document: Any) -> None:
    kinds = document["components"]["schemas"]["NewWorkflow"]["properties"]["kind"]["enum"]
    assert kinds == sorted(set(api.app.services.kinds) - INTERNAL_KINDS)


def test_no_page_of_documents_is_served(api: Api) -> None:
    answers = [api.client.get(path) for path in ("/api/docs", "/redoc", "/openapi.json")]
    assert [answer.status_code for answer in answers] == [404] * 3


def test_reference_names_every_route(document: Any) -> None:
    reference = DOCUMENT.read_text(encoding="utf-8")
    routes = [f"`{method} {path}`" for method, path, _ in list_operations(document)]
    assert [route for route in routes if route not in reference] == []
