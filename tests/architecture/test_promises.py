"""Every port is small and states its promises, and others are reported."""

from __future__ import annotations

import pytest
from tests.architecture.promises import find_god_ports, find_silent_ports, list_ports
from tests.architecture.sources import ROOT, Source, read_python

SOURCES = read_python(ROOT / "src")


def port(name: str, methods: int, bases: str = "Protocol") -> str:
    body = "".join(f"    def m{name}{number}(self): ...\n" for number in range(methods))
    return f'class {name}({bases}):\n    """Every implementation promises: nothing."""\n{body}\n'


def test_ports_are_found_at_all() -> None:
    assert "belfry/ports/store.py:Store" in dict(list_ports(SOURCES))


def test_ports_have_at_most_seven_methods() -> None:
    assert list(find_god_ports(SOURCES)) == []


def test_ports_say_what_they_promise() -> None:
    assert list(find_silent_ports(SOURCES)) == []


@pytest.mark.parametrize(
    "path", ["belfry/ports/store.py", "belfry/rota/ports.py", "belfry/accounts/ports.py"]
)
@pytest.mark.parametrize("methods, count", [(7, 0), (8, 1)])
def test_port_is_too_large_from_eight_methods(path: str, methods: int, count: int) -> None:
    assert len(list(find_god_ports([Source(path, port("Outbox", methods))]))) == count


def test_inherited_methods_count() -> None:
    text = port("Reads", 4) + port("Outbox", 4, "Reads, typing.Protocol")
    god_ports = list(find_god_ports([Source("belfry/ports/store.py", text)]))
    assert [finding.place for finding in god_ports] == ["belfry/ports/store.py:Outbox"]


def test_private_methods_do_not_count() -> None:
    text = port("Outbox", 7) + "    def _own(self): ...\n"
    assert list(find_god_ports([Source("belfry/ports/store.py", text)])) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("class Outbox(Protocol): ...", id="no docstring"),
        pytest.param('class Outbox(Protocol[T]):\n    """The outbox."""', id="only a title"),
    ],
)
def test_silent_port_is_found(text: str) -> None:
    silent_ports = list(find_silent_ports([Source("belfry/ports/store.py", text)]))
    assert [finding.place for finding in silent_ports] == ["belfry/ports/store.py:Outbox"]


def test_protocol_elsewhere_is_no_port() -> None:
    source = Source("belfry/adapters/sql/rows.py", "class Row(Protocol): ...")
    assert list(find_silent_ports([source])) == []
