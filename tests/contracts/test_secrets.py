"""What every source of secrets promises: as many bytes as asked for, and never the same twice."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.fakes.secrets import MemorySecrets

from belfry.adapters.system.secrets import SystemSecrets
from belfry.ports.secrets import Secrets

SECRETS: dict[str, Callable[[], Secrets]] = {"memory": MemorySecrets, "system": SystemSecrets}


@pytest.fixture(params=list(SECRETS))
def secrets(request: pytest.FixtureRequest) -> Secrets:
    return SECRETS[request.param]()


@pytest.mark.parametrize("nbytes", [16, 31, 32, 33])
def test_token_holds_as_many_bytes_as_asked_for(secrets: Secrets, nbytes: int) -> None:
    token = secrets.token(nbytes)

    assert re.fullmatch(r"[A-Za-z0-9_-]+", token)
    assert len(urlsafe_b64decode(token + "=" * (-len(token) % 4))) == nbytes


def test_no_token_is_given_twice(secrets: Secrets) -> None:
    with ThreadPoolExecutor(4) as pool:
        tokens = list(pool.map(lambda _: secrets.token(32), range(1000)))

    assert len(set(tokens)) == 1000


def test_memory_secrets_are_the_same_for_the_same_seed() -> None:
    assert MemorySecrets(seed=7).token(32) == MemorySecrets(seed=7).token(32)
    assert MemorySecrets(seed=7).token(32) != MemorySecrets(seed=8).token(32)
