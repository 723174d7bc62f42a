"""The sets of adapters that the desk's contract suite runs over."""

from __future__ import annotations

from dataclasses import dataclass

from tests.contracts.books import Book, Readers

from belfry.accounts.ports import Keys, Leftovers, Users
from belfry.adapters.plain.accounts import PlainKeys, PlainLeftovers, PlainUsers
from belfry.adapters.sql.accounts import SqlKeys, SqlLeftovers, SqlUsers


@dataclass(frozen=True)
class AccountBook(Book):
    """A book that the desk can work with."""

    keys: Keys
    users: Users
    leftovers: Leftovers


ACCOUNTS = Readers(
    AccountBook,
    plain={
        "keys": PlainKeys,
        "users": PlainUsers,
        "leftovers": PlainLeftovers,
    },
    sql={
        "keys": SqlKeys,
        "users": SqlUsers,
        "leftovers": SqlLeftovers,
    },
)
DESK_BOOKS = ACCOUNTS.everywhere()
