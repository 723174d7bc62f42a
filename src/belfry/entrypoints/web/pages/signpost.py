"""Which page an address means, without asking every page whether it is the one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Match, Route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import Receive, Scope, Send


class Signpost(BaseRoute):
    """Only pages whose address begins with the same word are asked, in the order they were given.

    `/jobs` and `/jobs/J-1` begin with `jobs`; a page that stands at any word is always asked.
    """

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self.routes = [route for route in routes if isinstance(route, Route)]
        begun = [(_find_word(route.path), route) for route in self.routes]
        self._by_word = {
            word: [route for other, route in begun if other in (word, None)]
            for word in {word for word, _ in begun} | {None}
        }

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """As a list of routes is gone through: the first that fits, else the first that nearly
        does. `route` in what it says is the page itself."""
        nearly: tuple[Match, Scope] = (Match.NONE, {})
        if scope["type"] != "http":
            return nearly
        word = _find_word(scope["path"])
        for route in self._by_word.get(word, self._by_word[None]):
            match, found = route.matches(scope)
            if match is Match.FULL:
                return match, found
            if match is Match.PARTIAL and nearly[0] is Match.NONE:
                nearly = match, found
        return nearly

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


def _find_word(path: str) -> str | None:
    """None if it can be any."""
    word = path.removeprefix("/").partition("/")[0]
    return None if word.startswith("{") else word
