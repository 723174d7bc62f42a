"""Message templates: blocks, slots, and what may not get through a slot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from belfry.messaging.templates import LONGEST_SLOT, MessageTemplates, Verbatim

TEMPLATE = """
{% block subject %}
Hello {{ name }}
{% endblock %}
{% block body %}
{% for line in lines %}
- {{ line }}
{% endfor %}

{% if why %}
{{ why|sentence }}
{% endif %}


{{ name|shout }}
{% endblock %}
"""


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MessageTemplates:
    package = tmp_path / "shop_texts"
    (package / "messages").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "messages" / "greeting.txt").write_text(TEMPLATE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, package.name, raising=False)
    return MessageTemplates("shop_texts", filters={"shout": str.upper})


def test_blocks_are_rendered_by_name(templates: MessageTemplates) -> None:
    values = {"name": "Ana", "lines": ["one", "two"], "why": "It rains"}
    assert templates.render("greeting", values) == {
        "subject": "Hello Ana",
        "body": "- one\n- two\n\nIt rains.\n\nANA",
    }


def test_paragraph_left_out_leaves_no_gap(templates: MessageTemplates) -> None:
    blocks = templates.render("greeting", {"name": "Ana", "lines": ["one"], "why": ""})
    assert blocks["body"] == "- one\n\nANA"


def test_slot_stays_on_its_line_and_hides_nothing(templates: MessageTemplates) -> None:
    values = {"name": "Ana\n\nPS\x1b\u202e", "lines": ["x" * 1000], "why": ""}
    blocks = templates.render("greeting", values)
    assert blocks["subject"] == "Hello Ana PS"
    assert len(blocks["body"].split("\n")[0]) == len("- ") + LONGEST_SLOT


def test_checked_text_fills_a_slot_as_it_is(templates: MessageTemplates) -> None:
    text = Verbatim("one\ntwo " + "x" * LONGEST_SLOT)
    blocks = templates.render("greeting", {"name": "Ana", "lines": [text], "why": ""})
    assert blocks["body"].startswith(f"- {text}\n")


def test_markup_is_no_markup(templates: MessageTemplates) -> None:
    values = {"name": "<b>{{ why }}</b>", "lines": [], "why": ""}
    assert templates.render("greeting", values)["subject"] == "Hello <b>{{ why }}</b>"


def test_slot_without_a_value_is_an_error(templates: MessageTemplates) -> None:
    with pytest.raises(UndefinedError, match="why"):
        templates.render("greeting", {"name": "Ana", "lines": []})


@pytest.mark.parametrize("module", ["belfry.messaging.templates"])
def test_import_does_not_load_jinja(module: str) -> None:
    code = f"import sys, {module}; print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
