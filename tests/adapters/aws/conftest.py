"""Records in DynamoDB, directly and through a proxy that can be made to fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.adapters.aws.dynamo_proxy import Line, open_line
from tests.contracts.books import BARE, Book

from belfry.adapters.aws.clients import Keys, connect_dynamodb

Connect = Callable[..., Any]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes clients as Belfry does, for an address that is no AWS."""
    clients = []

    def connect(endpoint: str, **how: Any) -> Any:
        keys = Keys("testing", "testing")
        clients.append(connect_dynamodb(region="eu-west-2", endpoint=endpoint, keys=keys, **how))
        return clients[-1]

    yield connect
    for client in clients:
        client.close()


@pytest.fixture
def line(moto_server: str) -> Iterator[Line]:
    with open_line(moto_server) as line:
        yield line


@pytest.fixture
def book(belfry_tables: Any) -> Book:
    return BARE.in_dynamodb(belfry_tables)


@pytest.fixture
def far_book(book: Book, line: Line, connect: Connect) -> Book:
    """The same records as `book`, seen over the line."""
    return BARE.in_dynamodb(connect(line.url))


@pytest.fixture
def brief_book(book: Book, line: Line, connect: Connect) -> Book:
    """As `far_book`, but every call is tried only once."""
    return BARE.in_dynamodb(connect(line.url, tries=1))
