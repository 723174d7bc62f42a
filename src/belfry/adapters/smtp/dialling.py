"""How the mail server is reached: its name looked up, and its addresses tried in turn."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.adapters.smtp.line import Deadline

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host; OSError where they cannot be had."""


def ask_system(host: str, port: int) -> list[str]:
    """The addresses this machine's own resolver gives, best first, each once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def dial(host: str, port: int, resolve: Resolve, deadline: Deadline) -> socket.socket:
    """A socket to the first address that takes the call; OSError if none does."""
    addresses = _look_up(host, port, resolve, deadline)
    failure = OSError("it has no address")
    for tried, address in enumerate(addresses):
        try:
            # A dead address gets its share of the time and leaves the others theirs.
            share = deadline.left() / (len(addresses) - tried)
            return socket.create_connection((address, port), timeout=share)
        except OSError as error:
            failure = error
    raise failure


def _look_up(host: str, port: int, resolve: Resolve, deadline: Deadline) -> Sequence[str]:
    answers: SimpleQueue[Sequence[str] | OSError] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except OSError as error:
            answers.put(error)
        except UnicodeError as error:
            answers.put(OSError(f"no name for a machine: {error}"))

    # The system's resolver cannot be given a time limit, so it is left behind when time is up.
    Thread(target=ask, name="belfry-mail-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except Empty as error:
        raise TimeoutError("its name was not found in time") from error
    if isinstance(answer, OSError):
        raise answer
    return answer
