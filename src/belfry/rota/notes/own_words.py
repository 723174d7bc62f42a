"""What somebody wrote themselves: without what they quote, forward or sign with."""

from __future__ import annotations

import re

_END = re.compile(
    r"--\s*$"
    r"|_{5,}\s*$"
    r"|-{2,}\s*(?:original|forwarded)\b.*"
    r"|begin forwarded message\b.*"
    r"|(?:sent|posted) (?:from|via) (?:my|the|outlook|yahoo|gmail)\b.*"
    r"|get outlook for\b.*"
    r"|(?:on|le|am|el|il|op)\b.{1,300}\b(?:wrote|écrit|schrieb|escribió|scritto|schreef)\b.{0,80}:\s*$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\*?(?:from|von|de)\*?:\s*\S", re.IGNORECASE)
_HEADERS = re.compile(r"\*?(?:sent|date|to|subject|cc|gesendet|an|betreff)\*?:", re.IGNORECASE)
_WROTE_BEGINS = re.compile(r"on\b.{1,200}$", re.IGNORECASE)


def find_own_words(text: str) -> str:
    """The lines up to the first that opens a quotation or a signature, quoted ones left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    own: list[str] = []
    for place, line in enumerate(lines):
        if _ends_here(lines, place):
            break
        if not line.lstrip().startswith(">"):
            own.append(line)
    return "\n".join(own).strip()


def _ends_here(lines: list[str], place: int) -> bool:
    line = lines[place].strip()
    after = lines[place + 1].strip() if place + 1 < len(lines) else ""
    if _END.match(line):
        return True
    if _HEADER.match(line) and _HEADERS.match(after):
        return True
    # Mail programs break a long "On … wrote:" in two.
    return bool(_WROTE_BEGINS.match(line) and _END.match(f"{line} {after}"))
