"""An e-mail's HTML shows its text and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.adapters.emails import render_page, split_paragraphs

TEXT = """\
Hi Maya,

good news: your kettle is ready.
We are open until 6pm today.

See https://bench.example/t/abc?x=1&y=2.

— The Repair Bench
"""
SCRIPT = "<script>alert('1')</script>"
STOP_URL = "https://bench.example/stop/k3_-"
ALLOWED = {
    "html": {"lang"},
    "head": set(),
    "meta": {"charset", "name", "content"},
    "title": set(),
    "body": {"style"},
    "div": {"style"},
    "p": {"dir", "style"},
    "br": set(),
    "a": {"href", "style"},
    "img": {"src", "alt", "width", "style"},
}
AWKWARD = [
    SCRIPT,
    "</p></div></title><img src=x onerror=alert(1)>",
    '"><a href="javascript:alert(1)">',
    "https://b.example/\"onmouseover='alert(1)'",
    "https://b.example/'><script>",
    "{braces} {0} %s &amp; &lt;",
    "<!-- --> <![CDATA[ ]]>",
    "דני אבני 👩‍🔧 é",
    "\n\n  \n\n",
    "a\n\n\nb\nc",
    "text\n— shop",
]
TEXTS = (
    st.sampled_from(AWKWARD)
    | st.text(max_size=100)
    | st.lists(st.sampled_from(AWKWARD)).map("\n".join)
)


@dataclass
class Reading(HTMLParser):
    """What a mail program finds on a page: its words by paragraph, links, pictures, elements."""

    paragraphs: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    pictures: list[dict[str, str | None]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    title: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        match tag:
            case "p":
                self.paragraphs.append("")
            case "br":
                self.paragraphs[-1] += "⏎"
            case "a":
                self.links.append((attributes["href"] or "", ""))
            case "img":
                self.pictures.append(attributes)
                self.paragraphs[-1] = "(picture)"
        if tag not in {"meta", "br", "img"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "title" in self._open:
            self.title += data
        elif "p" in self._open:
            self.paragraphs[-1] += data.replace("\n", "")
        else:
            assert data.strip() == ""
        if "a" in self._open:
            href, words = self.links[-1]
            self.links[-1] = (href, words + data)


def read(page: str) -> Reading:
    reading = Reading()
    reading.feed(page)
    reading.close()
    assert reading._open == []
    return reading


def test_page_shows_paragraphs_and_lines_as_they_were_written() -> None:
    assert read(render_page(TEXT, subject="Your kettle")).paragraphs == [
        "Hi Maya,",
        "good news: your kettle is ready.⏎We are open until 6pm today.",
        "See https://bench.example/t/abc?x=1&y=2.",
        "— The Repair Bench",
    ]


def test_page_has_a_title_and_a_language_and_suits_dark_screens() -> None:
    reading = read(render_page(TEXT, subject="Kettle & <co>"))
    assert reading.title == "Kettle & <co>"
    assert ("html", {"lang": "en"}) in reading.elements
    assert ("meta", {"name": "color-scheme", "content": "light dark"}) in reading.elements


@pytest.mark.parametrize(
    "link", ["https://bench.example/t/abc?x=1&y=2", "http://b.example/?a=1&copy;=2&lt;'&amp;3"]
)
def test_link_shows_where_it_leads(link: str) -> None:
    assert read(render_page(f"See {link}.", subject="")).links == [(link, link)]


@pytest.mark.parametrize(
    "text, paragraphs",
    [
        pytest.param("a\n\nb", ["a", "b"], id="an empty line parts"),
        pytest.param("\n\na\n \t\n\n\nb\n\n", ["a", "b"], id="so do several, and blanks"),
        pytest.param("a\nb\n", ["a\nb"], id="a line end alone does not"),
        pytest.param("a\nb\n— shop\n", ["a\nb", "— shop"], id="a sign-off stands for itself"),
        pytest.param("a\n\n-- shop", ["a", "-- shop"], id="and may have done so before"),
        pytest.param("— shop", ["— shop"], id="a sign-off alone"),
        pytest.param("— no\nb", ["— no\nb"], id="a dash at the start is none"),
        pytest.param("- a\n- b", ["- a\n- b"], id="a list is none"),
        pytest.param(" \n ", [], id="nothing"),
    ],
)
def test_paragraphs_are_found(text: str, paragraphs: list[str]) -> None:
    assert split_paragraphs(text) == paragraphs


@pytest.mark.parametrize(
    "text, place",
    [
        pytest.param("It is ready.\n\nSee you.", 1, id="after the first paragraph"),
        pytest.param("Hi Maya,\n\nit is ready.\n\nSee you.", 2, id="a greeting does not count"),
        pytest.param("It is ready,", 1, id="at the end of a single one"),
        pytest.param("", 0, id="alone"),
    ],
)
def test_picture_stands_beside_the_news(text: str, place: int) -> None:
    page = render_page(text, subject="Your kettle", picture="cid:1@shop.example")
    assert read(page).paragraphs.index("(picture)") == place


@pytest.mark.parametrize("subject, alt", [('Your "kettle"', 'Photo: Your "kettle"'), ("", "Photo")])
def test_picture_is_named_for_those_who_cannot_see_it(subject: str, alt: str) -> None:
    (picture,) = read(render_page(TEXT, subject=subject, picture="cid:1@a.example")).pictures
    assert (picture["src"], picture["alt"]) == ("cid:1@a.example", alt)


def test_way_to_stop_stands_at_the_end() -> None:
    reading = read(render_page(TEXT, subject="", picture="cid:1@a.example", stop_url=STOP_URL))
    assert reading.paragraphs[-2:] == ["— The Repair Bench", "Stop these messages"]
    assert reading.links[-1] == (STOP_URL, "Stop these messages")


def test_way_to_stop_that_is_no_web_address_is_only_shown() -> None:
    reading = read(render_page("Hi", subject="", stop_url="javascript:alert(1)"))
    assert reading.paragraphs == ["Hi", "To stop these messages: javascript:alert(1)"]
    assert reading.links == []


@given(TEXTS, TEXTS, TEXTS)
def test_nothing_that_is_written_becomes_an_element(text: str, subject: str, url: str) -> None:
    reading = read(render_page(text, subject=subject, picture="cid:1@a.example", stop_url=url))
    for name, attributes in reading.elements:
        assert attributes.keys() <= ALLOWED[name]
    assert [picture["src"] for picture in reading.pictures] == ["cid:1@a.example"]


@given(TEXTS)
def test_nothing_that_is_written_is_lost(text: str) -> None:
    shown = "".join(read(render_page(text, subject="")).paragraphs)
    assert "".join(shown.replace("⏎", "").split()) == "".join(text.replace("⏎", "").split())


@given(TEXTS, TEXTS)
def test_page_requests_nothing(text: str, url: str) -> None:
    page = render_page(text, subject=text, picture="cid:1@a.example", stop_url=url)
    for name, attributes in read(page).elements:
        assert "url(" not in (attributes.get("style") or "")
        if name == "a":
            assert (attributes["href"] or "").lower().startswith(("http://", "https://"))


@given(TEXTS)
def test_links_in_the_text_show_where_they_lead(text: str) -> None:
    assert all(href == words for href, words in read(render_page(text, subject="")).links)


@pytest.mark.parametrize("text", ["שלום דני", "Hi Maya"])
def test_each_paragraph_runs_the_way_of_its_own_letters(text: str) -> None:
    reading = read(render_page(text, subject=""))
    assert [attributes["dir"] for name, attributes in reading.elements if name == "p"] == ["auto"]
