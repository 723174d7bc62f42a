"""Reach a machine by name within a deadline; shared by the web and the mail adapter."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from datetime import timedelta
from queue import Empty, SimpleQueue
from threading import Thread

from belfry.ports.clock import Clock

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host; OSError where they cannot be had."""


class Deadline:
    """One moment for a whole exchange: a byte now and then does not put it off."""

    def __init__(self, clock: Clock, within: timedelta) -> None:
        self._clock = clock
        self._ends = clock.elapsed() + within

    def left(self) -> float:
        """Seconds left, always more than none; TimeoutError once there are none."""
        left = self._ends - self._clock.elapsed()
        if left <= timedelta():
            raise TimeoutError("the time allowed is over")
        return left.total_seconds()


def ask_system(host: str, port: int) -> list[str]:
    """The addresses this machine's own resolver gives, best first, each once."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers))


def look_up(host: str, port: int, resolve: Resolve, deadline: Deadline) -> Sequence[str]:
    """The addresses of `host`; TimeoutError or another OSError if they cannot be had in time."""
    answers: SimpleQueue[Sequence[str] | OSError] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except OSError as error:
            answers.put(error)
        except ValueError as error:
            answers.put(OSError(f"not a host name: {error}"))

    # The system's resolver takes no time limit, so its thread is left behind when time is up.
    Thread(target=ask, name="belfry-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except Empty as error:
        raise TimeoutError("its name was not found in time") from error
    if isinstance(answer, OSError):
        raise answer
    return answer


def connect(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """A socket to the first address that answers; OSError if none does."""
    failure = OSError("it has no address")
    for tried, address in enumerate(addresses):
        try:
            # A dead address gets its share of the time and leaves the others theirs.
            share = deadline.left() / (len(addresses) - tried)
            return socket.create_connection((address, port), timeout=share)
        except OSError as error:
            failure = error
    raise failure
