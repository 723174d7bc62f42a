"""The nouns of every room are pure, and an impure one is reported."""

from __future__ import annotations

import pytest
from tests.architecture.imports import find_verbs
from tests.architecture.purity import find_impure_nouns
from tests.architecture.sources import ROOT, Finding, Source, read_python

NOUN = "belfry/rota/reports/fairness.py"


def test_nouns_and_kernel_are_pure() -> None:
    assert list(find_impure_nouns(read_python(ROOT / "src"))) == []


@pytest.mark.parametrize(
    "text, what",
    [
        pytest.param("import logging", "imports logging", id="a noun that logs"),
        pytest.param("from time import sleep", "imports time", id="a noun that waits"),
        pytest.param("import httpx", "imports httpx", id="a noun that calls out"),
        pytest.param(
            "def f():\n    import sqlalchemy.orm", "imports sqlalchemy.orm", id="a late import"
        ),
        pytest.param("import importlib", "imports importlib", id="a noun that imports by name"),
        pytest.param("def f(p):\n    return open(p)", "calls open()", id="a noun that reads files"),
    ],
)
def test_impure_noun_is_found(text: str, what: str) -> None:
    assert Finding(NOUN, f"decides, but {what}") in list(find_impure_nouns([Source(NOUN, text)]))


def test_kernel_is_held_to_the_same() -> None:
    source = Source("belfry/kernel/ids.py", "import uuid")
    assert list(find_impure_nouns([source])) == [
        Finding("belfry/kernel/ids.py", "decides, but imports uuid")
    ]


def test_noun_that_leans_on_a_verb_is_found() -> None:
    verb = Source("belfry/rota/draft_rota.py", "from belfry.ports.store import Store")
    noun = Source(NOUN, "from belfry.rota.draft_rota import draft")
    assert list(find_impure_nouns([verb, noun])) == [
        Finding(NOUN, "decides, but imports belfry.rota.draft_rota, which does things")
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("from belfry.ports.clock import Clock", id="a shared port"),
        pytest.param("from belfry.rota.ports import Shifts", id="a port of the room"),
        pytest.param("from belfry.rota import ports", id="the room's ports as a module"),
        pytest.param("from belfry.accounts.keys.keys import CheckKey", id="accounts"),
        pytest.param(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import belfry.ports.store",
            id="a port for types alone",
        ),
    ],
)
def test_module_that_imports_means_is_a_verb_and_may_log(text: str) -> None:
    source = Source("belfry/rota/draft_rota.py", f"import logging\n{text}")
    assert find_verbs([source]) == {"belfry.rota.draft_rota"}
    assert list(find_impure_nouns([source])) == []


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("belfry/adapters/sql/store.py", id="an adapter"),
        pytest.param("belfry/entrypoints/web/app.py", id="an entrypoint"),
        pytest.param("belfry/settings/team.py", id="a module that stands in no room"),
    ],
)
def test_what_is_no_room_may_touch_the_world(path: str) -> None:
    assert list(find_impure_nouns([Source(path, "import os")])) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("import hashlib\nimport zoneinfo", id="the standard library"),
        pytest.param("from belfry.kernel.errors import InputError", id="the kernel"),
        pytest.param("from importlib.resources import files", id="the package's own text files"),
    ],
)
def test_noun_may_compute_with(text: str) -> None:
    assert list(find_impure_nouns([Source(NOUN, text)])) == []
