"""Web addresses in a text are found, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.urls import split_links, write_link

PAGE = "https://bench.example/t/Ab3_-"
TEXTS = st.lists(
    st.sampled_from(["http://", "HTTPS://", "a.example", "/x_-", ".", ")", "(", "]", "é", "\u202e"])
    | st.text(max_size=5)
).map("".join)


def find_links(text: str) -> list[str]:
    return [link for _, link in split_links(text) if link]


@for_each(
    "text, links",
    [
        pytest.param(f"see {PAGE} today", [PAGE], id="an address between words"),
        pytest.param(f"see {PAGE}.", [PAGE], id="a full stop is the sentence's"),
        pytest.param(f"see {PAGE}?!…", [PAGE], id="so are several marks"),
        pytest.param(f"“{PAGE}”, 'https://b.example'", [PAGE, "https://b.example"], id="quotes"),
        pytest.param(f"(see {PAGE})", [PAGE], id="a bracket opened before it"),
        pytest.param(f"[({PAGE}).]", [PAGE], id="brackets and a full stop"),
        pytest.param("https://b.example/a_(b)", ["https://b.example/a_(b)"], id="its own bracket"),
        pytest.param("(https://b.example/a_(b))", ["https://b.example/a_(b)"], id="and another's"),
        pytest.param(f"<{PAGE}>", [PAGE], id="angle brackets"),
        pytest.param(f"{PAGE}\n{PAGE}", [PAGE, PAGE], id="one on each line"),
        pytest.param(f"看{PAGE}。", [PAGE], id="no space before it, a foreign full stop"),
        pytest.param(f"{PAGE}?a=1&b=2#c", [f"{PAGE}?a=1&b=2#c"], id="query and fragment"),
        pytest.param("HTTP://B.EXAMPLE", ["HTTP://B.EXAMPLE"], id="in capitals"),
        pytest.param("http://[::1]:8787/x", ["http://[::1]:8787/x"], id="an address in numbers"),
        pytest.param(
            "https://bücher.example/ü", ["https://bücher.example/ü"], id="foreign letters"
        ),
        pytest.param("https://a.example\u202egpj.exe", ["https://a.example"], id="ends unseen"),
        pytest.param("https://", [], id="no machine"),
        pytest.param("https://...", [], id="marks for a machine"),
        pytest.param("javascript:alert(1) ftp://a.example", [], id="other kinds of address"),
        pytest.param("xhttps://a.example", [], id="the end of a word"),
        pytest.param("bench.example, tom@bench.example", [], id="a bare name, an e-mail address"),
    ],
)
def test_links_are_found(text: str, links: list[str]) -> None:
    assert find_links(text) == links


@given(TEXTS)
@example("https://a.example" + ")" * 20_000)
def test_splitting_loses_nothing(text: str) -> None:
    assert "".join(words + link for words, link in split_links(text)) == text


@given(TEXTS)
def test_every_link_found_is_a_whole_link(text: str) -> None:
    for link in find_links(text):
        assert link.lower().startswith(("http://", "https://"))
        assert find_links(link) == [link]


@pytest.mark.parametrize(
    "url, written",
    [
        pytest.param(PAGE, PAGE, id="a plain one as it is"),
        pytest.param(f"{PAGE}%20?a=1&b=2,3", f"{PAGE}%20?a=1&b=2,3", id="with what was escaped"),
        pytest.param("http://b.example", "http://b.example", id="without security"),
        pytest.param("https://b.example/ü", "https://b.example/%C3%BC", id="foreign letters"),
        pytest.param(
            "https://b.example/a>\r\nBcc: x", "https://b.example/a%3E%0D%0ABcc:%20x", id="a trick"
        ),
        pytest.param("https://b.example/\ud83d", "https://b.example/%3F", id="half a letter"),
        pytest.param("mailto:stop@b.example", "", id="no web address"),
        pytest.param("https://", "", id="no machine"),
        pytest.param(" https://b.example", "", id="something before it"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_link_is_written_so_that_nothing_ends_it(url: str, written: str) -> None:
    assert write_link(url) == written
