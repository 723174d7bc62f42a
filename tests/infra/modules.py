"""A Terraform module as it is written, read without Terraform."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hcl2

CRON = Path(__file__).parents[2] / "infra" / "terraform" / "cron"
_REFERENCE = re.compile(r"\b(?:var|local|module)\.\w+|\bdata\.aws_\w+\.\w+|(?<![\w.])aws_\w+\.\w+")


@dataclass(frozen=True)
class Block:
    """One resource or data source of AWS."""

    kind: str
    type: str
    name: str
    body: dict[str, Any]

    @property
    def address(self) -> str:
        return f"{'data.' if self.kind == 'data' else ''}{self.type}.{self.name}"


@dataclass(frozen=True)
class Module:
    blocks: tuple[Block, ...]
    declared: frozenset[str]
    references: frozenset[str]

    def find(self, address: str) -> dict[str, Any]:
        return next(block.body for block in self.blocks if block.address == address)


def read_module(folder: Path) -> Module:
    documents = [_load(path) for path in sorted(folder.glob("*.tf"))]
    blocks = [block for document in documents for block in _list_blocks(document)]
    names = {name for document in documents for name in _list_names(document)}
    return Module(
        tuple(blocks),
        frozenset(names | {block.address for block in blocks}),
        frozenset(reference for document in documents for reference in _list_references(document)),
    )


def bare(text: Any) -> Any:
    """A quoted text without its quotes."""
    return text[1:-1] if isinstance(text, str) and text[:1] == text[-1:] == '"' else text


def items(body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The arguments and blocks of a body, without the reader's own marks."""
    for name, value in body.items():
        if not name.startswith("__"):
            yield bare(name), value


def _load(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8") as file:
        return dict(hcl2.load(file))


def _list_blocks(document: dict[str, Any]) -> Iterator[Block]:
    for kind in ("resource", "data"):
        for entry in document.get(kind, []):
            for block_type, named in items(entry):
                for name, body in items(named):
                    yield Block(kind, block_type, name, body)


def _list_names(document: dict[str, Any]) -> Iterator[str]:
    for word, prefix in (("variable", "var"), ("locals", "local"), ("module", "module")):
        for entry in document.get(word, []):
            yield from (f"{prefix}.{name}" for name, _ in items(entry))


def _list_references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _list_references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _list_references(item)
    elif isinstance(value, str):
        yield from _REFERENCE.findall(value)
