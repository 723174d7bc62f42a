"""Names, e-mail addresses and passwords that are taken, and those that are not."""

from __future__ import annotations

import pytest

from belfry.accounts.users import parse_email, parse_name, parse_password, plain_password
from belfry.kernel.errors import InputError


@pytest.mark.parametrize(
    "written, kept",
    [
        ("Maria", "Maria"),
        ("  Maria \t da\n Silva ", "Maria da Silva"),
        ("李", "李"),
        ("x" * 100, "x" * 100),
        ("می‌خواهم", "می‌خواهم"),
        ("👩‍🍳", "👩‍🍳"),
    ],
    ids=["plain", "with stray spaces", "of one", "of 100", "with a non-joiner", "a joined emoji"],
)
def test_name_is_kept_with_its_spaces_put_right(written: str, kept: str) -> None:
    assert parse_name(written) == kept


@pytest.mark.parametrize(
    "written",
    ["", " \t ", "x" * 101, "Ma\0ria", "Ma\x1bria", "Ma\ud800ria"],
    ids=["empty", "blank", "of 101", "with a null", "with an escape", "with half a character"],
)
def test_name_that_cannot_be_kept_is_refused(written: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_name(written)

    assert refusal.value.field == "name"


def test_email_is_kept_in_lower_case() -> None:
    assert parse_email("  Maria.Silva@Example.COM ") == "maria.silva@example.com"


def test_email_may_have_254_characters() -> None:
    assert len(parse_email("x" * 250 + "@b.c")) == 254


@pytest.mark.parametrize(
    "written",
    ["", "maria", "@example.com", "maria@", "a b@c.de", "a@b@c", "a\0@b.c", "x" * 251 + "@b.c"],
    ids=[
        "empty",
        "without an at sign",
        "without a name",
        "without a place",
        "with a space",
        "with two at signs",
        "with a null",
        "of 255 characters",
    ],
)
def test_email_that_cannot_be_one_is_refused(written: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_email(written)

    assert refusal.value.field == "email"


@pytest.mark.parametrize("password", ["x" * 10, "x" * 1000, " " * 10, "Grüße 東京 🔔!"])
def test_password_of_ten_characters_or_more_is_taken(password: str) -> None:
    assert parse_password(password, email=None) == plain_password(password)


@pytest.mark.parametrize(
    "password",
    ["", "x" * 9, "x" * 1001, "maria@example.com", " Maria@Example.com "],
    ids=["empty", "of 9", "of 1001", "the e-mail", "the e-mail in other letters"],
)
def test_password_that_is_not_worth_having_is_refused(password: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_password(password, email="maria@example.com")

    assert refusal.value.field == "password"
    assert not password or password not in str(refusal.value)


def test_password_is_equal_on_every_keyboard() -> None:
    composed, combined = "caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me"

    assert composed != combined
    assert plain_password(composed) == plain_password(combined)
