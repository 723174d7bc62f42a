"""Where people find the pages, and where a link that lets them in leads.

What the team says people reach it by (`public_url`) goes before the door on this machine.
"""

from __future__ import annotations

HOST = "127.0.0.1"
PORT = 8787


def render_address(host: str = HOST, port: int = PORT) -> str:
    """The door on this machine."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def render_link(address: str, token: str) -> str:
    return f"{address}/welcome/{token}"
