"""Whether the product declares every package that it imports."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from packaging.utils import canonicalize_name
from tests.architecture.imports import find_imports
from tests.architecture.lockfile import list_product_requirements
from tests.architecture.sources import Finding, Source


def find_undeclared(
    sources: Iterable[Source], pyproject: str, providers: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """Imports of packages that are here only because some other package needs them.

    `providers` tells which distributions bring a top-level package.
    """
    declared = {canonicalize_name(r.name) for r in list_product_requirements(pyproject)}
    for root in sorted({name.partition(".")[0] for s in sources for name in find_imports(s)}):
        if root in sys.stdlib_module_names or root == "belfry":
            continue
        if declared.isdisjoint(map(canonicalize_name, providers.get(root, ()))):
            yield Finding(root, "is imported but not declared")
