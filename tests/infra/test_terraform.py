"""What Terraform itself says of the module, where there is a Terraform with the AWS provider."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from glob import glob
from pathlib import Path

import pytest
from tests.infra.modules import CRON
from tests.services.ministack import REGION
from tools.build_lambdas import build_runner

# Where machines keep providers that were put there by hand.
PLACES = ("/opt/*", "/usr/share/*", "/usr/local/share/*", f"{Path.home()}/.terraform.d/*")
PROVIDER = "registry.terraform.io/hashicorp/aws"
MIRROR = next(
    (path for place in PLACES for path in glob(place) if Path(path, PROVIDER).is_dir()), None
)

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


def test_terraform_stands_the_module_up(copy: Path, ministack: str) -> None:
    """On an AWS that is none: all of it is made."""
    build_runner(copy / "runner.zip")
    (copy / "somewhere.tf").write_text(make_root(ministack), encoding="utf-8")
    run(copy, "init", "-backend=false", "-input=false")

    output = run(copy, "apply", "-auto-approve", "-input=false", "-no-color").stdout
    outputs = json.loads(run(copy, "output", "-json").stdout)

    assert "Apply complete!" in output
    assert outputs["schedule_group"]["value"] == "belfry-test"
    assert outputs["runner_lambda_arn"]["value"].endswith(":function:belfry-test-scheduler-runner")


def make_root(address: str) -> str:
    """The provider, with every service at that address, and what the module is given."""
    services = ("events", "iam", "lambda", "cloudwatch", "logs", "scheduler", "sqs", "sts")
    endpoints = "\n".join(f'    {service} = "{address}"' for service in services)
    return f"""
provider "aws" {{
  region                      = "{REGION}"
  access_key                  = "test"
  secret_key                  = "test"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true

  endpoints {{
{endpoints}
  }}
}}
"""


GIVEN = {
    "env": "test",
    "app_base_url": "https://belfry.example.com",
    "api_key_secret_arn": f"arn:aws:secretsmanager:{REGION}:000000000000:secret:key",
    "database_secret_arn": f"arn:aws:secretsmanager:{REGION}:000000000000:secret:database",
    "publisher_package": "runner.zip",
    "runner_package": "runner.zip",
}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    variables = {f"TF_VAR_{name}": value for name, value in GIVEN.items()}
    rc = {"TF_CLI_CONFIG_FILE": str(folder.parent / "terraformrc"), "CHECKPOINT_DISABLE": "1"}
    return subprocess.run(
        ["terraform", *words],
        cwd=folder,
        env={**os.environ, **rc, **variables},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
