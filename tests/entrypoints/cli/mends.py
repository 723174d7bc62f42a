"""What the checks of `belfry doctor` say about mending, read out of their source."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import belfry.entrypoints.cli as cli

CLI = Path(cli.__path__[0])
FILLED = "X"


@cache
def parse_modules() -> dict[Path, ast.Module]:
    paths = sorted(CLI.rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def list_mends() -> list[tuple[str, str]]:
    """(where, what it says) for each finding that any check can make, once for each wording."""
    return [
        (f"{path.name}:{call.lineno}", text)
        for path, tree in parse_modules().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Finding"
        for text in _read(call.args[2], tree, call.lineno)
    ]


def _read(node: ast.expr, tree: ast.Module, line: int) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return _join([_read(part, tree, line) for part in parts])
        case ast.FormattedValue(value=ast.Name() as name):
            return _find(name.id, tree, line) or [FILLED]
        case ast.FormattedValue():
            return [FILLED]
        case ast.BinOp(left=left, right=right):
            return _join([_read(left, tree, line), _read(right, tree, line)])
        case ast.IfExp(body=body, orelse=other):
            return [*_read(body, tree, line), *_read(other, tree, line)]
        case ast.Name(id=name):
            return _find(name, tree, line) or [""]
    return [""]


def _find(name: str, tree: ast.Module, line: int) -> list[str]:
    """What was last written into the name before that line, here or for the whole module."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    around = [
        function for function in functions if function.lineno <= line <= (function.end_lineno or 0)
    ]
    for scope in around:
        if written := _list_written(name, scope, line):
            return _read(written[-1], tree, line)
        if name in [argument.arg for argument in scope.args.args]:
            return _find_given(name, scope)
    written = _list_written(name, tree, line)
    return _read(written[-1], tree, line) if written else []


def _list_written(name: str, scope: ast.AST, line: int) -> list[ast.expr]:
    assignments = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign)
        and node.lineno < line
        and [getattr(target, "id", "") for target in node.targets] == [name]
    ]
    return [node.value for node in sorted(assignments, key=lambda node: node.lineno)]


def _find_given(name: str, function: ast.FunctionDef) -> list[str]:
    """What is handed to the function, in every call of it in any module."""
    place = [argument.arg for argument in function.args.args].index(name)
    passed = []
    for tree in parse_modules().values():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == function.name:
                passed += _read(call.args[place], tree, call.lineno)
    return passed


def _join(parts: list[list[str]]) -> list[str]:
    texts = [""]
    for part in parts:
        texts = [text + more for text in texts for more in part]
    return texts
