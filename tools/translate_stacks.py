"""Translate stacks as CloudFormation does, and check what comes out, without an account.

    python tools/translate_stacks.py [--lint] TEMPLATE…

It runs in the emulator's environment (tools/emulator.py) and prints a JSON object: for each template
`resources` and all, and with --lint what cfn-lint finds. The code of functions is expected in a bucket
called `deploy`, under the name of its package. cfn-lint misses some faults in SAM itself, as a wrong
runtime in Globals, so that it sees the translation.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

CODE = "deploy"


def translate(path: Path) -> dict[str, Any]:
    from samtranslator.translator.transform import transform
    from samtranslator.yaml_helper import yaml_parse

    source: dict[str, Any] = yaml_parse(path.read_text(encoding="utf-8"))
    if "Transform" not in source:
        return source
    for resource in source["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            code = resource["Properties"]["CodeUri"]
            resource["Properties"]["CodeUri"] = {"Bucket": CODE, "Key": Path(code).name}
    translated: dict[str, Any] = transform(source, {}, ManagedPolicies())
    return translated


class ManagedPolicies:
    """None: every role says itself what it allows."""

    def load(self) -> dict[str, str]:
        return {}


def lint(template: dict[str, Any], region: str) -> list[str]:
    from cfnlint.api import lint as find
    from cfnlint.config import ManualArgs

    matches = find(json.dumps(template, indent=1), config=ManualArgs(regions=[region]))
    return [f"{match.path}: {match.message} ({match.rule.id})" for match in matches]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lint", action="store_true")
    parser.add_argument("templates", nargs="+", type=Path)
    given = parser.parse_args()
    region = os.environ.setdefault("AWS_DEFAULT_REGION", "eu-west-2")
    templates = {path.stem: translate(path) for path in given.templates}
    problems = (
        {name: lint(template, region) for name, template in templates.items()} if given.lint else {}
    )
    print(json.dumps({"templates": templates, "problems": problems}))


if __name__ == "__main__":
    main()
