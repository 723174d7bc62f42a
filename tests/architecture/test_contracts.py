"""Imports point inwards, and an outward import is reported."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.architecture.sources import ROOT


def lint_imports(top: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package under `top`/src, by the contracts in `top`."""
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        (program, "--no-cache"),
        cwd=top,
        env={"PYTHONPATH": str(top / "src")},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def copied_app(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignore)
    return tmp_path


def test_import_contracts_hold() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "module, line, contract",
    [
        pytest.param(
            "kernel/errors.py", "import logging", "The kernel is pure", id="a kernel that logs"
        ),
        pytest.param(
            "ports/store.py",
            "import belfry.adapters.plain",
            "Imports point inwards",
            id="a port that knows an adapter",
        ),
        pytest.param(
            "adapters/plain/__init__.py",
            "import belfry.adapters.sql",
            "Adapter families do not know each other",
            id="two adapter families that meet",
        ),
        pytest.param(
            "entrypoints/cli/__init__.py",
            "import belfry.adapters.plain",
            "Entrypoints get adapters only from bootstrap",
            id="an entrypoint that takes its own adapter",
        ),
    ],
)
def test_broken_contract_is_found(copied_app: Path, module: str, line: str, contract: str) -> None:
    with (copied_app / "src" / "belfry" / module).open("a") as file:
        file.write(f"\n{line}\n")
    done = lint_imports(copied_app)
    assert done.returncode == 1
    assert f"{contract} BROKEN" in done.stdout
