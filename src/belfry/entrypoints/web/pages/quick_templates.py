"""How templates become programs, so that a page is put together in less time.

What they write is the same to the letter. Jinja asks of everything that is called whether it wants
to know the context, makes a new object of every text that it escapes, and a new context for every
template that is included; nothing that our templates call wants to know, most texts have nothing in
them to escape, and what is included by its name can stand there in the first place.

https://jinja.palletsprojects.com/en/stable/api/#jinja2.Environment.code_generator_class
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any, ClassVar

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator
from jinja2.ext import Extension
from jinja2.filters import FILTERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.compiler import Frame

# As Jinja itself escapes, and what it then calls safe.
_escape = FILTERS["escape"]
_SAFE = type(_escape(""))
_INCLUDE = re.compile(r'\{% include "([^"]+)" %\}')
_find_special = re.compile("[&<>'\"]").search


def escape_quickly(value: Any) -> str:
    """The same text as Jinja's own `escape` gives."""
    kind = type(value)
    if kind is _SAFE or (kind is str and _find_special(value) is None):
        text: str = value
        return text
    return str(value) if kind is int else str(_escape(value))


class Inclusion(Extension):
    """A template with all that it includes by name in its place.

    What is set in there stays set, so a name must not mean two things in one page.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INCLUDE.sub(lambda found: self._read(found[1]), source)

    def _read(self, name: str) -> str:
        loader = self.environment.loader
        assert loader is not None
        text, *_ = loader.get_source(self.environment, name)
        return self.preprocess(text.removesuffix("\n"), name)


class QuickCode(CodeGenerator):
    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        self.write("environment.call_quickly(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Without an `else` it gives nothing, not an object that stands for nothing."""
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno, environment=self.environment)
        super().visit_CondExpr(node, frame)

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escape_quickly(")


class QuickEnvironment(Environment):
    """Whatever is called from a template of this one is given its arguments and nothing else."""

    code_generator_class = QuickCode
    call_quickly: ClassVar[Callable[..., Any]] = operator.call
    escape_quickly = staticmethod(escape_quickly)
