"""The kernel imports no heavy package, and one would be reported."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.purity import PURE_LIBRARIES
from tests.architecture.sources import ROOT
from tests.architecture.weight import find_companions


def test_kernel_brings_only_libraries_that_are_pure() -> None:
    assert find_companions("belfry.kernel", ROOT / "src") == {"belfry", *PURE_LIBRARIES}


def test_companion_is_found_in_any_module(tmp_path: Path) -> None:
    (tmp_path / "bell" / "deep").mkdir(parents=True)
    (tmp_path / "bell" / "__init__.py").touch()
    (tmp_path / "bell" / "deep" / "__init__.py").write_text("import rich")
    assert find_companions("bell", tmp_path) >= {"bell", "rich"}
