"""Templates that are compiled in our own way write what Jinja's own would write."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup, escape

from belfry.entrypoints.web.pages.quick_templates import (
    Inclusion,
    QuickEnvironment,
    escape_quickly,
)

TEMPLATES = {
    "parts.html": """
{% macro tag(name, text="none", more={}) %}<{{ name }}{{ more | xmlattr }}>{{ text }}</{{ name }}>
{%- endmacro %}
{% macro boxed(title) %}<div>{{ title }}{{ caller() }}</div>{% endmacro %}
{% macro said() %}{{ word }}{% endmacro %}
""",
    "line.html": """<li>{{ one }}{% include "end.html" %}
""",
    "end.html": "{% set end = word %}</li>{{ end }}\n",
    "base.html": """<title>{% block title %}Base {{ word }}{% endblock %}</title>
{% block body %}{% endblock %}
""",
    "page.html": """{% extends "base.html" %}
{% block title %}{{ super() }} and {{ word }}{% endblock %}
{% block body %}
{% import "parts.html" as parts with context %}
{% for one in many %}
{{ loop.index }} {{ loop.cycle("a", "b") }} {{ parts.tag("p", one) }}
{% endfor %}
{% call parts.boxed(word) %}<b>{{ word }}</b>{% endcall %}
{% for one in many %}{% include "line.html" %}{% endfor %}
{% if number %}{% include "line.html" %}{% endif %}
{{ parts.said() }} {{ parts.tag("i", more={"title": word}) }}
{{ word.upper() }} {{ "yes" if number }}{{ "no" if nothing }}-{{ "a" ~ ("b" if nothing) }}
{{ range(3) | list }}
{{ safe }} {{ number }} {{ nothing }} {{ word | e }}
 {{ [word, safe] | join(", ") }} {{ self.title() }}
{% endblock %}
""",
}
GIVEN: dict[str, Any] = {
    "word": "<script>alert('x') & \"y\"</script>",
    "safe": Markup("<em>&amp;</em>"),
    "number": 7,
    "nothing": None,
    "one": "<one>",
    "many": ["one", "<two>", Markup("<u>3</u>"), 4, 4.5, True],
}


def make(kind: type[Environment]) -> Environment:
    return kind(
        loader=DictLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[Inclusion] if kind is QuickEnvironment else [],
    )


def test_page_is_the_same_to_the_letter() -> None:
    quick, plain = make(QuickEnvironment), make(Environment)
    assert quick.get_template("page.html").render(GIVEN) == (
        plain.get_template("page.html").render(GIVEN)
    )


@given(st.one_of(st.text(), st.text("<>&'\"a"), st.integers(), st.booleans(), st.none()))
def test_escaping_is_that_of_jinja(value: object) -> None:
    assert str(escape_quickly(value)) == str(escape(value))


@given(st.text("<>&'\"a"))
def test_what_is_markup_stays_as_it_is(text: str) -> None:
    assert str(escape_quickly(Markup(text))) == text


@pytest.mark.parametrize("text", ["{{ missing }}", "{{ missing() }}", "{{ word.missing() }}"])
def test_a_misspelt_name_is_an_error(text: str) -> None:
    with pytest.raises(UndefinedError):
        make(QuickEnvironment).from_string(text).render(GIVEN)
