"""Which addresses a name stands for just now."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from belfry.kernel.errors import Temporary

if TYPE_CHECKING:
    from belfry.adapters.web.line import Deadline
    from belfry.kernel.urls import Target

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host; OSError where they cannot be had."""


def ask_system(host: str, port: int) -> list[str]:
    """The addresses this machine's own resolver gives, best first, each once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def find_addresses(resolve: Resolve, target: Target, deadline: Deadline) -> Sequence[str]:
    """The addresses of `target`, asked for once; Temporary if no answer comes in time."""
    answers: SimpleQueue[Sequence[str] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(target.host, target.port))
        except (OSError, ValueError) as error:
            answers.put(error)

    # The system's resolver cannot be given a time limit, so it is left behind when time is up.
    Thread(target=ask, name="belfry-resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except (Empty, TimeoutError) as error:
        raise Temporary(f"{target.host} was not found in time") from error
    if isinstance(answer, Exception):
        raise Temporary(f"{target.host} cannot be found now: {answer}") from answer
    return answer
