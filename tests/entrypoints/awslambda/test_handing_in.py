"""What becomes of a fire when the door stays silent."""

from __future__ import annotations

import socket

import pytest

from belfry.entrypoints.awslambda.fires import Fire, NotHandedIn, hand_in

FIRE = Fire(12, "2026-11-16T12:00:00Z")


def test_app_that_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NotHandedIn, match=f"{address} does not answer: timed out"):
            hand_in(f"http://{address}", "key", FIRE, within=0.1)


def test_app_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(NotHandedIn, match=f"{address} does not answer"):
        hand_in(f"http://{address}", "key", FIRE)
