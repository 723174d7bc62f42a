"""Whether requests to DynamoDB and S3 are answered one at a time, and only they wait."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from tests.services.moto_server import in_turn

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

CALLERS = 4


class MeetingPlace:
    """An application in which callers wait for each other, until one loses patience."""

    def __init__(self, patience: float) -> None:
        self.barrier = threading.Barrier(CALLERS, timeout=patience)
        self.did_meet = False

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        try:
            self.barrier.wait()
        except threading.BrokenBarrierError:
            return []
        self.did_meet = True
        return []


def call_all_at_once(place: MeetingPlace, environ: dict[str, str]) -> None:
    answer = in_turn(place)
    with ThreadPoolExecutor(CALLERS) as pool:
        for _ in range(CALLERS):
            pool.submit(answer, environ, lambda status, headers, error=None: lambda data: None)


@pytest.mark.parametrize(
    "target, path",
    [
        pytest.param("DynamoDB_20120810.PutItem", "/", id="a write"),
        pytest.param("", "/moto-api/reset", id="a reset"),
        pytest.param("", "/bucket/key", id="a write to S3"),
    ],
)
def test_dynamodb_and_s3_callers_never_meet(target: str, path: str) -> None:
    place = MeetingPlace(patience=0.2)
    login = "" if target else "AWS4-HMAC-SHA256 Credential=x/20261118/eu-west-2/s3/aws4_request"
    environ = {"HTTP_X_AMZ_TARGET": target, "PATH_INFO": path, "HTTP_AUTHORIZATION": login}
    call_all_at_once(place, environ)
    assert not place.did_meet


def test_other_callers_do_not_wait_for_each_other() -> None:
    place = MeetingPlace(patience=30)
    call_all_at_once(place, {"HTTP_X_AMZ_TARGET": "AmazonSQS.ReceiveMessage", "PATH_INFO": "/"})
    assert place.did_meet
