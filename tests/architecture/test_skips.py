"""Every skipped test has a reason, and one without is reported."""

from __future__ import annotations

import pytest
from tests.architecture.skips import find_unexplained_skips
from tests.architecture.sources import ROOT, Source, read_python


def test_skipped_tests_say_why() -> None:
    assert list(find_unexplained_skips(read_python(ROOT / "tests"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "@pytest.mark.skip",
        "@pytest.mark.skip()",
        "@pytest.mark.skipif(True)",
        "@pytest.mark.xfail(strict=True)",
        "marks = pytest.mark.xfail",
        "pytest.skip()",
        "pytest.importorskip('x')",
    ],
)
def test_unexplained_skip_is_found(line: str) -> None:
    text = f"{line}\ndef test_it(): ..." if line.startswith("@") else line
    unexplained_skips = list(find_unexplained_skips([Source("test_a.py", text)]))
    assert [finding.what for finding in unexplained_skips] == ["line 1 skips without a reason"]


@pytest.mark.parametrize(
    "line",
    [
        "pytest.skip('needs Windows')",
        "marks = pytest.mark.skipif(True, reason='needs Windows')",
        "marks = pytest.mark.skip('needs Windows')",
    ],
)
def test_explained_skip_passes(line: str) -> None:
    assert list(find_unexplained_skips([Source("test_a.py", line)])) == []
