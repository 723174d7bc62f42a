"""Whether a port is small enough to implement and says what it promises."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.sources import Finding, Source

MOST_METHODS = 7


def find_god_ports(sources: Iterable[Source]) -> Iterator[Finding]:
    """Ports that ask an adapter for too much, counting what they inherit from other ports."""
    ports = dict(list_ports(sources))
    by_name = {port.name: port for port in ports.values()}
    for place, port in ports.items():
        methods = find_methods(port, by_name)
        if len(methods) > MOST_METHODS:
            yield Finding(place, f"has {len(methods)} methods, more than {MOST_METHODS}")


def find_silent_ports(sources: Iterable[Source]) -> Iterator[Finding]:
    """Ports whose docstring does not say what every implementation promises."""
    for place, port in list_ports(sources):
        if "promises" not in (ast.get_docstring(port) or ""):
            yield Finding(place, "promises nothing in its docstring")


def list_ports(sources: Iterable[Source]) -> Iterator[tuple[str, ast.ClassDef]]:
    for source in sources:
        if holds_ports(source):
            for node in ast.walk(source.tree):
                if isinstance(node, ast.ClassDef) and "Protocol" in find_base_names(node):
                    yield f"{source.path}:{node.name}", node


def holds_ports(source: Source) -> bool:
    """`belfry.ports`, and `ports` of every package that has its own."""
    return "ports" in source.module.split(".")[1:3]


def find_base_names(node: ast.ClassDef) -> list[str]:
    """`Protocol`, `Protocol[T]` and `typing.Protocol` all count as `Protocol`."""
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return [ast.unparse(base).rpartition(".")[2] for base in plain]


def find_methods(port: ast.ClassDef, by_name: dict[str, ast.ClassDef]) -> set[str]:
    functions = (n for n in port.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    own = {function.name for function in functions if not function.name.startswith("_")}
    bases = (by_name[name] for name in find_base_names(port) if name in by_name)
    return own.union(*(find_methods(base, by_name) for base in bases))
