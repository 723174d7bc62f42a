"""What a letter looks like to somebody whose mail program shows pages.

Everything that somebody wrote is shown as text and never obeyed. Nothing is fetched from anywhere:
no picture but the one that comes along, no font, no style sheet. No colours are set either, so
that the reader's own, light or dark, stay in force.
"""

from __future__ import annotations

from html import escape
from itertools import groupby

from belfry.kernel.links import split_links, write_link

STOP = "To stop these messages"
_SIGNS = ("—", "–", "--")
_FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
# Mail programs that know no max-width take the width of a picture from its attribute.
_PICTURE = (
    '<p style="margin:0 0 1em"><img src="{source}" alt="{alt}" width="540"'
    ' style="display:block;width:auto;max-width:100%;height:auto;border-radius:6px"></p>'
)
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body style="margin:0;padding:0">
<div style="max-width:34em;margin:0 auto;padding:1.25em;font:16px/1.5 {fonts};\
overflow-wrap:break-word">
{body}
</div>
</body>
</html>
"""


def render_letter(text: str, *, subject: str, picture: str = "", stop_url: str = "") -> str:
    """The letter as a page; `picture` is where its picture is found."""
    said = split_paragraphs(text)
    body = [_render_paragraph(one) for one in said]
    if picture:
        alt = f"Photo: {subject}" if subject else "Photo"
        shown = _PICTURE.format(source=escape(picture), alt=escape(alt))
        body.insert(find_picture_place(said), shown)
    if stop_url:
        body.append(_render_stop(stop_url))
    return _PAGE.format(title=escape(subject), fonts=_FONTS, body="\n".join(body))


def split_paragraphs(text: str) -> list[str]:
    """What stands between empty lines; a sign-off at the end stands for itself."""
    blocks = groupby(text.split("\n"), key=lambda line: bool(line.strip()))
    said = ["\n".join(lines) for is_said, lines in blocks if is_said]
    if said:
        before, _, last = said[-1].rpartition("\n")
        if before and last.startswith(_SIGNS):
            said[-1:] = [before, last]
    return said


def find_picture_place(paragraphs: list[str]) -> int:
    """After the first paragraph that says something: a greeting alone does not."""
    is_greeted = len(paragraphs) > 1 and paragraphs[0].rstrip().endswith((",", "،", "，"))
    return 2 if is_greeted else min(1, len(paragraphs))


def _render_paragraph(paragraph: str) -> str:
    words = "".join(f"{escape(said)}{_render_link(link)}" for said, link in split_links(paragraph))
    lines = words.replace("\n", "<br>\n")
    return f'<p dir="auto" style="margin:0 0 1em">{lines}</p>'


def _render_link(link: str) -> str:
    shown = escape(link)
    return f'<a href="{shown}">{shown}</a>' if link else ""


def _render_stop(url: str) -> str:
    link = escape(write_link(url))
    line = f'<a href="{link}" style="color:inherit">Stop these messages</a>'
    shown = line if link else escape(f"{STOP}: {url}")
    return f'<p style="margin:2em 0 0;font-size:.8em;opacity:.7">{shown}</p>'
