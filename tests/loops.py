"""One check over many cases, as one test that lists every case that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Check = Callable[..., None]
Cases = Iterable[Any]


def for_each(
    names: str | tuple[str, ...], cases: Cases | Callable[[], Cases]
) -> Callable[[Check], Check]:
    """Like `pytest.mark.parametrize`, but one test; its other arguments are fixtures.

    Cases that take time to find are given by a function, which only the test itself calls.
    """
    arguments = (
        [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    )

    @cache
    def list_cases() -> list[ParameterSet]:
        listed = cases if isinstance(cases, Iterable) else cases()
        return [ParameterSet.extract_from(case, force_tuple=len(arguments) == 1) for case in listed]

    def decorate(check: Check) -> Check:
        def test(**fixtures: Any) -> None:
            failures = []
            listed = list_cases()
            for number, case in enumerate(listed):
                try:
                    check(**fixtures, **dict(zip(arguments, case.values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    label = case.id or repr(case.values)
                    failures.append(f"{number}: {label}\n{type(error).__name__}: {error}")
            if failures:
                problems = "\n\n".join(failures)
                pytest.fail(f"{len(failures)} of {len(listed)} cases:\n\n{problems}", pytrace=False)

        signature = inspect.signature(check)
        rest = [
            argument for name, argument in signature.parameters.items() if name not in arguments
        ]
        test.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        test.__name__, test.__doc__, test.__module__ = (
            check.__name__,
            check.__doc__,
            check.__module__,
        )
        return test

    return decorate
