"""Every imported package is declared, and an undeclared one is reported."""

from __future__ import annotations

from importlib.metadata import packages_distributions

import pytest
from tests.architecture.declarations import find_undeclared
from tests.architecture.sources import ROOT, Source, read_python, unexcused

# Package → reason. An excuse that is no longer needed fails too.
UNDECLARED = {"botocore": "the lower half of boto3, which is declared"}

PYPROJECT = """
[project]
dependencies = ["uvicorn>=0.34"]
[project.optional-dependencies]
aws = ["Boto3>=1.36"]
[dependency-groups]
dev = ["pytest>=8"]
"""
PROVIDERS = {"uvicorn": ["uvicorn"], "boto3": ["boto3"], "pytest": ["pytest"], "h11": ["h11"]}


def test_imported_packages_are_declared() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    undeclared = find_undeclared(read_python(ROOT / "src"), pyproject, packages_distributions())
    assert unexcused(undeclared, UNDECLARED) == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("h11", id="a package that another one brings"),
        pytest.param("pytest", id="a package for development alone"),
        pytest.param("bellmetal", id="a package that nobody brings"),
    ],
)
def test_undeclared_package_is_found(name: str) -> None:
    source = Source("belfry/a.py", f"from {name}.inner import thing")
    assert [f.place for f in find_undeclared([source], PYPROJECT, PROVIDERS)] == [name]


def test_declared_packages_and_the_standard_library_pass() -> None:
    source = Source("belfry/a.py", "import os, uvicorn\nimport boto3.session\nimport belfry.ports")
    assert list(find_undeclared([source], PYPROJECT, PROVIDERS)) == []
