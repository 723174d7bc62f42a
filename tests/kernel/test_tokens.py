"""Only a text that could be a token of ours is looked up."""

from __future__ import annotations

import pytest

from belfry.adapters.system.secrets import SystemSecrets
from belfry.kernel.texts import is_token


@pytest.mark.parametrize("nbytes", [1, 16, 32])
def test_every_secret_of_ours_is_one(nbytes: int) -> None:
    assert all(is_token(SystemSecrets().token(nbytes)) for _ in range(200))


@pytest.mark.parametrize(
    "text",
    ["", "a b", "a/b", "a.b", "a\0", "é", "\ud800", "a\n", "٣", "x" * 65],
    ids=[
        *("nothing", "a blank", "a slash", "a dot", "a NUL", "a letter of another language"),
        *("half a character", "a line break", "a digit of another script", "too long"),
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert not is_token(text)
