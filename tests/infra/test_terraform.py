"""What Terraform itself says of the module, where there is a Terraform with the AWS provider."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.infra.modules import CRON

PLUGINS = ("/opt/tf-plugins", str(Path.home() / ".terraform.d" / "plugins"))
MIRROR = next((path for path in PLUGINS if (Path(path) / "registry.terraform.io").is_dir()), None)

pytestmark = pytest.mark.skipif(
    shutil.which("terraform") is None or MIRROR is None,
    reason="Terraform and its AWS provider are not on this machine; the schema check has run",
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The module in a folder of its own, so that nothing is left beside it."""
    folder = tmp_path / "cron"
    shutil.copytree(CRON, folder, ignore=shutil.ignore_patterns(".terraform*"))
    (tmp_path / "terraformrc").write_text(
        f'provider_installation {{\n  filesystem_mirror {{ path = "{MIRROR}" }}\n}}\n',
        encoding="utf-8",
    )
    return folder


def test_terraform_finds_the_module_tidy(copy: Path) -> None:
    assert run(copy, "fmt", "-check", "-recursive").stdout == ""


def test_terraform_finds_the_module_valid(copy: Path) -> None:
    run(copy, "init", "-backend=false", "-input=false")

    assert "The configuration is valid" in run(copy, "validate", "-no-color").stdout


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    rc = {"TF_CLI_CONFIG_FILE": str(folder.parent / "terraformrc"), "CHECKPOINT_DISABLE": "1"}
    return subprocess.run(
        ["terraform", *words],
        cwd=folder,
        env={**os.environ, **rc},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
