"""The Terraform module of the scheduler agrees with the code."""

from __future__ import annotations

import importlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.infra.modules import CRON, Module, bare, read_module
from tests.infra.schemas import find_faults

ROOT = Path(__file__).parents[2]
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "src" / "belfry").rglob("*.py")
)


@pytest.fixture(scope="module")
def module() -> Module:
    return read_module(CRON)


def test_module_uses_only_what_the_provider_knows(module: Module) -> None:
    assert find_faults(module) == []


@pytest.mark.parametrize(
    ("address", "change", "faults"),
    [
        (
            "aws_sqs_queue.functions_dlq",
            {"nmae": '"x"'},
            ["aws_sqs_queue.functions_dlq: unknown argument nmae; did you mean name?"],
        ),
        (
            "aws_lambda_function.runner",
            {"role": None},
            ["aws_lambda_function.runner: role is missing"],
        ),
        (
            "aws_lambda_function.runner",
            {"dead_letter_config": [{}]},
            ["aws_lambda_function.runner.dead_letter_config: target_arn is missing"],
        ),
        ("aws_iam_role.runner", {"description": '"Runs."'}, []),
    ],
    ids=["a typo", "a missing argument", "a missing argument in a block", "none in a right one"],
)
def test_wrong_arguments_are_found(
    module: Module, address: str, change: dict[str, Any], faults: list[str]
) -> None:
    def meddle(body: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in {**body, **change}.items() if value is not None}

    blocks = [
        replace(block, body=meddle(block.body)) if block.address == address else block
        for block in module.blocks
    ]

    assert find_faults(replace(module, blocks=tuple(blocks))) == faults


def test_undeclared_name_is_reported(module: Module) -> None:
    strayed = replace(module, references=module.references | {"var.nobody"})

    assert find_faults(strayed) == ["nobody declares var.nobody"]


@pytest.mark.parametrize("name", ["publisher", "runner"])
def test_the_handlers_are_there(module: Module, name: str) -> None:
    path, _, function = bare(module.find(f"aws_lambda_function.{name}")["handler"]).rpartition(".")

    assert callable(getattr(importlib.import_module(path), function))


@pytest.mark.parametrize("name", ["publisher", "runner"])
def test_the_functions_are_given_what_they_read(module: Module, name: str) -> None:
    environment = module.find(f"aws_lambda_function.{name}")["environment"][0]["variables"]

    unread = [variable for variable in environment if f'"{variable}"' not in SOURCES]

    assert unread == []


def test_the_metric_filters_count_what_is_logged(module: Module) -> None:
    text = (CRON / "alarms.tf").read_text(encoding="utf-8")
    counted = re.findall(r'\$\.message = \\"([\w.]+)\\"', text)

    assert counted == ["outbox.row_failed", "fire.refused", "fire.failed"]
    assert [name for name in counted if f'"{name}"' not in SOURCES] == []


def test_publisher_is_called_every_minute_and_alone(module: Module) -> None:
    rule = module.find("aws_cloudwatch_event_rule.every_minute")
    publisher = module.find("aws_lambda_function.publisher")

    assert bare(rule["schedule_expression"]) == "rate(1 minute)"
    assert publisher["reserved_concurrent_executions"] == 1


def test_the_runner_ends_before_its_time_and_never_storms_the_app(module: Module) -> None:
    runner = module.find("aws_lambda_function.runner")

    assert runner["timeout"] == 15
    assert runner["reserved_concurrent_executions"] == "${var.runner_concurrency}"


def test_only_what_knows_no_resources_is_allowed_on_all_of_them(module: Module) -> None:
    documents = [block for block in module.blocks if block.type == "aws_iam_policy_document"]
    wide = {
        json.dumps(statement["actions"])
        for document in documents
        for statement in _list_statements(document.body)
        if '"*"' in json.dumps(statement.get("resources", [])).replace('\\"', '"')
    }

    assert wide == {'["\\"scheduler:ListSchedules\\""]', '"${local.network_actions}"'}


def _list_statements(body: dict[str, Any]) -> list[dict[str, Any]]:
    statements = [
        content
        for dynamic in body.get("dynamic", [])
        for entry in dynamic.values()
        if isinstance(entry, dict)
        for content in entry["content"]
    ]
    return [*body.get("statement", []), *statements]
