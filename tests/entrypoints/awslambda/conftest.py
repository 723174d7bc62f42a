"""Functions as AWS runs them, with an AWS that is not AWS around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.services.lambda_runtime import Function, run_function

from belfry.adapters.aws.clients import Keys, connect_secrets

RUNNER = "belfry.entrypoints.awslambda.runner.handler"

RunRunner = Callable[..., Function]


@pytest.fixture
def secrets(moto_endpoint: str) -> Iterator[Any]:
    """A client of a Secrets Manager that keeps nothing yet."""
    keys = Keys("testing", "testing")
    client = connect_secrets(region="eu-west-2", endpoint=moto_endpoint, keys=keys)
    yield client
    client.close()


@pytest.fixture
def run_runner(moto_endpoint: str, tmp_path: Path) -> Iterator[RunRunner]:
    """Starts the runner for the app at an address."""
    with ExitStack() as stack:

        def run_runner(address: str, **more: str) -> Function:
            environment = {
                "BELFRY_APP_BASE_URL": address,
                "BELFRY_API_KEY_SECRET_ARN": "scheduler-key",
                "AWS_ENDPOINT_URL": moto_endpoint,
                **more,
            }
            known = {name: value for name, value in environment.items() if value}
            return stack.enter_context(run_function(RUNNER, tmp_path, time_limit=15, **known))

        yield run_runner
