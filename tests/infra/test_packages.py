"""Whether the functions' packages hold what the functions need."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from tools.build_lambdas import (
    AWS,
    PICTURES,
    Machine,
    build_photo,
    build_rooms,
    build_runner,
    build_web,
    list_requirements,
    read_name,
)

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


@pytest.mark.parametrize(
    "build, most", [(build_rooms, 15e6), (build_photo, 30e6), (build_web, 35e6)]
)
def test_packages_are_small(
    tmp_path: Path, build: Callable[[Path, Machine], None], most: float
) -> None:
    package = tmp_path / "function.zip"
    build(package, AWS)

    with ZipFile(package) as content:
        names = content.namelist()
    assert package.stat().st_size <= most
    assert "belfry/entrypoints/awslambda/jobs.py" in names
    assert not [name for name in names if name.startswith(("boto3/", "botocore/", "sqlalchemy/"))]
    # Built for AWS's machines, not for this one.
    binaries = [name for name in names if name.endswith(".so")]
    assert [name for name in binaries if "x86_64" in name] == []
    assert any("cpython-314-aarch64" in name for name in binaries)


def test_the_publisher_brings_what_a_database_needs() -> None:
    names = set(map(read_name, list_requirements("postgres", without=PICTURES)))

    assert {"sqlalchemy", "psycopg", "alembic"} <= names
