"""Where Belfry keeps what it has made and must not lose."""

from __future__ import annotations

from typing import Protocol


class BlobStore(Protocol):
    """Belfry's own files, by relative names such as `photos/J-17/ready.jpg`.

    Every implementation promises:
    - what was `put` is kept for good when `put` returns, in the place of what had the name before;
      whoever gets it meanwhile gets the one or the other, whole;
    - `get` gives the very bytes that were put, or raises NotFound;
    - `remove` is silent if there is nothing; what was removed is gone when it returns;
    - a name is a file or a folder of others: a `put` that would make it both raises Conflict;
    - a name that `Folder` would refuse raises InputError.
    """

    def put(self, name: str, content: bytes) -> None: ...

    def get(self, name: str) -> bytes: ...

    def remove(self, name: str) -> None: ...
