"""A client that knocks at a web application as fast as it is answered.

`python -m bench.knocking` reads from its input what to send, and prints how long it took. It has a
process of its own, so that it takes no time from the application, and several connections, each of
which sends its next request when the last one has been answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

CONNECTIONS = 4


def render_requests(given: Mapping[str, Any]) -> Iterator[bytes]:
    headers = "".join(f"{name}: {value}\r\n" for name, value in given["headers"].items())
    for body in given["bodies"]:
        head = (
            f"POST {given['path']} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        yield (head + body).encode()


async def knock(port: int, requests: Iterator[bytes], wanted: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(find_length(head))
        if not head.startswith(b"HTTP/1.1 " + wanted):
            raise AssertionError(f"answered {head!r} {body!r}")
    writer.close()
    await writer.wait_closed()


def find_length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


async def main() -> None:
    given = json.load(sys.stdin)
    requests = iter(list(render_requests(given)))
    begun = time.perf_counter()
    wanted = str(given["wanted"]).encode()
    await asyncio.gather(*(knock(given["port"], requests, wanted) for _ in range(CONNECTIONS)))
    print(time.perf_counter() - begun)


if __name__ == "__main__":
    asyncio.run(main())
