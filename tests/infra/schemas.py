"""Whether a module's resources have the arguments that the AWS provider knows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tests.infra.modules import Block, Module, items

SCHEMA: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "terraform_aws_schema.json").read_text(encoding="utf-8")
)
META = {"count", "for_each", "depends_on", "provider", "lifecycle"}


def find_faults(module: Module) -> list[str]:
    """Unknown types, unknown or missing arguments, and undeclared names."""
    faults = [fault for block in module.blocks for fault in _check_block(block)]
    strays = sorted(module.references - module.declared - {"each.key", "each.value"})
    return faults + [f"nobody declares {name}" for name in strays]


def _check_block(block: Block) -> Iterator[str]:
    schema = SCHEMA[block.kind].get(block.type)
    if schema is None:
        yield f"{block.address}: no such type in {SCHEMA['provider']} {SCHEMA['version']}"
        return
    yield from _check_body(block.address, block.body, schema, META)


def _check_body(
    where: str, body: dict[str, Any], schema: Mapping[str, Any], meta: set[str]
) -> Iterator[str]:
    seen = set()
    for name, value in _list_arguments(body):
        if name in meta:
            continue
        seen.add(name)
        if name not in schema:
            near = get_close_matches(name, schema, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            yield f"{where}: unknown argument {name}{hint}"
        elif "block" in schema[name] and isinstance(value, list):
            for inner in value:
                yield from _check_body(f"{where}.{name}", inner, schema[name]["block"], set())
    for name, definition in schema.items():
        if definition["required"] and name not in seen:
            yield f"{where}: {name} is missing"


def _list_arguments(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Arguments and blocks; a dynamic block counts as the block it makes."""
    for name, value in items(body):
        if name != "dynamic":
            yield name, value
            continue
        for entry in value:
            for inner, argument in items(entry):
                yield inner, argument["content"]
