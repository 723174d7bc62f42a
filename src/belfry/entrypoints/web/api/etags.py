"""Whether the caller has seen the present revision, by the entity tags of RFC 9110.

A tag is the quoted revision. It stands for what people can change, not for the next fire.
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Header

from belfry.cron.workflows import Workflow
from belfry.kernel.errors import Outdated

_TAG = re.compile(r'(W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_TAGS = re.compile(rf"{_TAG.pattern}([ \t]*,[ \t]*{_TAG.pattern})*")

IfMatch = Annotated[
    str | None, Header(description='do it only at this revision, as in `"3"`', examples=['"3"'])
]
IfNoneMatch = Annotated[
    str | None, Header(description="answer 304 if this revision is still the present one")
]


def render_etag(workflow: Workflow) -> str:
    return f'"{workflow.revision}"'


def find_expected(workflow: Workflow, if_match: str | None) -> int | None:
    """The revision a change must meet, None for any; Outdated if the caller has seen another."""
    if if_match is None or if_match.strip() == "*":
        return None
    present = render_etag(workflow)
    if present not in [tag for weak, tag in parse_tags(if_match) if not weak]:
        raise Outdated(f"the present entity tag is {present}")
    return workflow.revision


def is_known(workflow: Workflow, if_none_match: str | None) -> bool:
    """Whether the caller has this revision already; for looking, a weak tag will do."""
    if if_none_match is None:
        return False
    tags = [tag for _, tag in parse_tags(if_none_match)]
    return if_none_match.strip() == "*" or render_etag(workflow) in tags


def parse_tags(header: str) -> list[tuple[str, str]]:
    """Each tag with what makes it weak; none of a header that is no list of tags."""
    return _TAG.findall(header) if _TAGS.fullmatch(header.strip()) else []
