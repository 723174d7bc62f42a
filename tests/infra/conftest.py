"""The stacks of home aws, deployed once for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.infra.deployments import Deployment, deploying


@pytest.fixture(scope="session")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deploying(tmp_path_factory.mktemp("deployment")) as deployment:
        yield deployment


@pytest.fixture
def aws(deployment: Deployment) -> Deployment:
    """The deployed stacks, in which nothing has happened yet."""
    deployment.begin()
    return deployment
