"""Whether links and marks of layout are found in plain words, and nothing else is."""

from __future__ import annotations

import pytest

from belfry.kernel.texts import list_links, list_marks


@pytest.mark.parametrize(
    "text, link",
    [
        ("see https://example.com/a", "https:/"),
        ("see //example", "//"),
        ("go to www", "www"),
        ("write to ann@example", "n@e"),
        ("tel:123", "tel:"),
        ("on example.com today", "e.com"),
    ],
)
def test_link_is_found(text: str, link: str) -> None:
    assert next(list_links(text))[0] == link


@pytest.mark.parametrize("text", ["It is ready.We are here", "4.5 litres, i.e. a can", "a: b"])
def test_plain_words_hold_no_link(text: str) -> None:
    assert list(list_links(text)) == []


@pytest.mark.parametrize(
    "text, mark",
    [
        ("a **bold** word", "*"),
        ("# Heading", "#"),
        ("- one thing", "- "),
        ("words in `code`", "`"),
        ("<b>bold</b>", "<"),
        ("two &amp; three", "&amp;"),
        ("an _italic word", "_i"),
    ],
)
def test_mark_is_found(text: str, mark: str) -> None:
    assert next(list_marks(text))[0] == mark


@pytest.mark.parametrize("text", ["a well-worn door - shut", "salt & pepper", "(1 of 2), signed"])
def test_plain_words_hold_no_mark(text: str) -> None:
    assert list(list_marks(text)) == []
