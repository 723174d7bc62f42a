"""Whether the functions' packages hold what the functions need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.build_lambdas import build_runner, list_requirements

# What AWS calls, with nothing beside the package but Python's own library.
CALL = (
    "import sys; sys.path.insert(0, {package!r}); "
    "from belfry.entrypoints.awslambda.runner import handler; print(callable(handler))"
)


def test_the_runner_needs_nothing_but_its_package(tmp_path: Path) -> None:
    package = tmp_path / "runner.zip"
    build_runner(package)

    call = [sys.executable, "-I", "-S", "-c", CALL.format(package=str(package))]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300)

    assert (done.stdout, done.stderr) == ("True\n", "")


def test_the_same_sources_give_the_same_package(tmp_path: Path) -> None:
    first, other = tmp_path / "one.zip", tmp_path / "other.zip"
    build_runner(first)
    build_runner(other)

    assert first.read_bytes() == other.read_bytes()


def test_the_publisher_brings_what_a_database_needs() -> None:
    names = {requirement.partition(">")[0].partition("[")[0] for requirement in list_requirements()}

    assert {"sqlalchemy", "psycopg", "alembic"} <= names
