"""Where a web address leads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.errors import InputError
from belfry.kernel.urls import Target, parse_address, parse_host, parse_url

READINGS = {
    "a plain page": ("http://shop.example/a", Target("http", "shop.example", 80, "/a")),
    "no path is the front page": (
        "https://shop.example",
        Target("https", "shop.example", 443, "/"),
    ),
    "the query belongs to the path": (
        "https://shop.example?x=1&y=/2",
        Target("https", "shop.example", 443, "/?x=1&y=/2"),
    ),
    "the fragment stays at home": ("http://a.example/p#q?r", Target("http", "a.example", 80, "/p")),
    "a fragment right after the host": (
        "http://a.example#@b",
        Target("http", "a.example", 80, "/"),
    ),
    "capital letters": ("HTTP://Shop.EXAMPLE/A", Target("http", "shop.example", 80, "/A")),
    "a port": ("http://shop.example:8080/", Target("http", "shop.example", 8080, "/")),
    "a closing dot": ("http://shop.example./", Target("http", "shop.example", 80, "/")),
    "an underscore": ("http://my_shop.example/", Target("http", "my_shop.example", 80, "/")),
    "an umlaut in the name": (
        "http://bücher.example/",
        Target("http", "xn--bcher-kva.example", 80, "/"),
    ),
    "a sharp s stays itself": (
        "http://faß.example/",
        Target("http", "xn--fa-hia.example", 80, "/"),
    ),
    "an umlaut in the path": (
        "http://a.example/ü?ß",
        Target("http", "a.example", 80, "/%C3%BC?%C3%9F"),
    ),
    "an address": ("http://192.0.2.7/", Target("http", "192.0.2.7", 80, "/")),
    "wide digits are digits": ("http://１２７.０.０.１/", Target("http", "127.0.0.1", 80, "/")),
    "an address in version six": (
        "https://[2001:DB8:0::7]:8443/",
        Target("https", "2001:db8::7", 8443, "/"),
    ),
    "an at sign in the path": ("http://a.example/@b", Target("http", "a.example", 80, "/@b")),
}

REFUSALS = {
    "nothing": "",
    "no scheme": "shop.example/a",
    "a file": "file:///etc/passwd",
    "an old protocol": "gopher://shop.example/",
    "a lone path": "//shop.example/",
    "one slash": "http:/shop.example/",
    "a space before": " http://shop.example/",
    "a space within": "http://shop.example/a b",
    "a line break": "http://shop.example/\r\nX: y",
    "a tab in the scheme": "ht\ttp://shop.example/",
    "a null character": "http://shop.example/\x00",
    "a wide space": "http://shop.example/\u3000",
    "half a character": "http://shop.example/\ud800",
    "a backslash": "http://shop.example\\@127.0.0.1/",
    "a backslash in the path": "http://shop.example/a\\b",
    "a user name": "http://user@shop.example/",
    "a user name and a password": "http://user:secret@shop.example/",
    "an empty user name": "http://@shop.example/",
    "two at signs": "http://a@b@shop.example/",
    "no machine": "http:///a",
    "only a port": "http://:80/",
    "a colon without a port": "http://shop.example:/",
    "port nought": "http://shop.example:0/",
    "a port too high": "http://shop.example:65536/",
    "a port in words": "http://shop.example:http/",
    "two ports": "http://shop.example:80:80/",
    "one decimal number": "http://2130706433/",
    "one hexadecimal number": "http://0x7f000001/",
    "one octal number": "http://017700000001/",
    "a short address": "http://127.1/",
    "octal parts": "http://0177.0.0.1/",
    "hexadecimal parts": "http://0x7f.1/",
    "an empty hexadecimal part": "http://127.0.0.0x/",
    "a part too large": "http://256.0.0.1/",
    "five parts": "http://127.0.0.1.1/",
    "a name that ends in a number": "http://shop.1/",
    "wide digits in a short address": "http://１２７.１/",
    "escaped dots": "http://127%2e0%2e0%2e1/",
    "two closing dots": "http://shop.example../",
    "a hole in the name": "http://shop..example/",
    "a star in the name": "http://*.example/",
    "a name too long": f"http://{'a' * 64}.example/",
    "a foreign name too long": f"http://{chr(0xAD) * 300}ü.example/",
    "a slash in disguise": "http://shop.example℀.test/",
    "a zone": "http://[fe80::1%25eth0]/",
    "a bare zone": "http://[fe80::1%eth0]/",
    "an address of the future": "http://[v1.fe80]/",
    "version four in brackets": "http://[127.0.0.1]/",
    "version six without brackets": "http://::1/",
    "an open bracket": "http://[::1/",
    "something after the bracket": "http://[::1].example/",
    "far too long": f"http://shop.example/{'a' * 8000}",
}


@for_each(("url", "target"), READINGS.values())
def test_url_is_read(url: str, target: Target) -> None:
    assert parse_url(url) == target


@for_each("url", REFUSALS.values())
def test_url_is_refused(url: str) -> None:
    with pytest.raises(InputError):
        parse_url(url)


def test_url_with_a_password_is_refused_without_repeating_it() -> None:
    with pytest.raises(InputError) as refusal:
        parse_url("http://user:hunter2@shop.example/?key=swordfish")
    assert "hunter2" not in str(refusal.value)
    assert "swordfish" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("http://shop.example:80/", "shop.example"),
        ("https://shop.example:443/", "shop.example"),
        ("https://shop.example:80/", "shop.example:80"),
        ("http://[::1]/", "[::1]"),
        ("http://[::1]:81/", "[::1]:81"),
    ],
)
def test_authority_names_the_port_unless_it_is_the_usual(url: str, authority: str) -> None:
    assert parse_url(url).authority == authority


def test_shown_leaves_out_the_query() -> None:
    assert parse_url("https://a.example:8/p?key=swordfish").shown == "https://a.example:8/p"


def test_host_may_be_read_twice() -> None:
    assert parse_host(parse_host("BÜCHER.example.")) == "xn--bcher-kva.example"


def test_address_with_a_zone_is_none() -> None:
    assert parse_address("fe80::1%eth0") is None


@given(st.text(max_size=60))
def test_any_host_is_a_clean_name_or_refused(text: str) -> None:
    try:
        target = parse_url(f"http://{text}/")
    except InputError:
        return
    assert target.host.isascii()
    assert not set(target.host) & set("@/\\?#% \t\r\n")
    assert target.path.isascii()


@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_no_number_is_a_name(number: int) -> None:
    for text in (str(number), hex(number), f"0{number:o}", f"1.{number}", f"a.b.{number}"):
        with pytest.raises(InputError):
            parse_host(text)
