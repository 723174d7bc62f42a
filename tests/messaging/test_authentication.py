"""Whom a mail is believed to come from, by what the receiving server found."""

from __future__ import annotations

import pytest
from tests.loops import for_each

from belfry.messaging.authentication import judge_sender

SAM = "sam@example.com"
SPOOFED = "neither SPF nor DKIM shows that it comes from example.com"
CASES = [
    pytest.param([], "", id="nothing was checked"),
    pytest.param(["mx.test; dmarc=pass header.from=example.com"], "", id="DMARC passes"),
    pytest.param(
        ["mx.test; spf=fail smtp.mailfrom=list.test; dkim=pass header.d=example.com"],
        "",
        id="forwarded, and its signature holds",
    ),
    pytest.param(["mx.test; spf=pass smtp.mailfrom=bounce@mail.example.com"], "", id="a subdomain"),
    pytest.param(["mx.test 1; spf=none; dkim=none; dmarc=none"], "", id="nothing to check by"),
    pytest.param(["mx.test; none"], "", id="the server checked nothing"),
    pytest.param(["mx.test; spf=temperror; dkim=permerror"], "", id="it could not be checked"),
    pytest.param(
        ["mx.test; spf=pass smtp.mailfrom=example.com; dmarc=fail (p=none)"],
        "the mail server says that it does not come from example.com (DMARC)",
        id="DMARC fails",
    ),
    pytest.param(["mx.test; spf=fail; dkim=none"], SPOOFED, id="SPF fails and nothing is signed"),
    pytest.param(["mx.test; spf=softfail; dkim=fail"], SPOOFED, id="both fail"),
    pytest.param(
        ["mx.test; spf=pass smtp.mailfrom=evil.test; dkim=pass header.d=evil.test"],
        SPOOFED,
        id="another domain vouches for itself",
    ),
    pytest.param(
        ["mx.test; spf=pass smtp.mailfrom=notexample.com"], SPOOFED, id="a domain that looks alike"
    ),
    pytest.param(
        ["mx.test; spf=fail", "other.test; dmarc=pass header.from=example.com"],
        SPOOFED,
        id="a forged result of another server",
    ),
    pytest.param(
        ["mx.test; dkim=fail", "mx.test; dkim=pass header.d=example.com"],
        SPOOFED,
        id="a forged result of the same server",
    ),
    pytest.param(
        ["mx.test; dkim=fail", "mx.test; spf=pass smtp.mailfrom=sam@example.com"],
        "",
        id="the server writes a header for each method",
    ),
    pytest.param(["mx.test (; dmarc=pass); spf=fail"], SPOOFED, id="a result within a comment"),
    pytest.param(["", ";;;", "((((", "mx.test; spf"], "", id="nothing that can be read"),
]


@for_each("headers, doubt", CASES)
def test_sender_is_doubted(headers: list[str], doubt: str) -> None:
    assert judge_sender(SAM, headers) == doubt
