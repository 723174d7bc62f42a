"""Deploy the stacks to the emulator as to AWS, with `sam deploy`: `make deploy-emulated`.

The emulator must be running (`make emulator`). Only the packages differ from those for AWS: the
emulator runs functions with its own interpreter, on this machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from tools.build_lambdas import BUILD, Machine, build_photo, build_rooms, build_web
from tools.emulator import ACCOUNT, CACHE, PORT, REGION, ROOT

TOOLS = CACHE / "aws-tools"
PROGRAMS = ("aws-sam-cli>=1.150", "awscli>=1.40")
FOLDER = BUILD / "emulated"
# The emulator knows no alarms on computed metrics.
COMPUTED_ALARM = re.compile(
    r"\n  \w+:\n    Type: AWS::CloudWatch::Alarm\n    Properties:\n(?:      .*\n)*?      Metrics:\n"
    r"(?:      .*\n)*"
)
# Where the links of each stack lead: on this machine a browser finds the function by this name.
LINKS = {
    "jsnr": "public_url",
    "ss": "aws/rota_url",
    "ct": "aws/controls_url",
    "web": "aws/web_url",
}
ON_AWS = re.compile(r"https://(.+\.)on\.aws/?")
TEAM = {
    "TeamName": "The Repair Bench",
    "TeamZone": "Europe/London",
    "Country": "GB",
    "AdminEmail": "owner@example.com",
    "MailFrom": "bench@example.com",
}


def is_running(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def install_tools() -> None:
    """sam and aws, in an environment of their own."""
    if (TOOLS / "installed").exists():
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(TOOLS)], check=True)
    if uv := shutil.which("uv", path=f"{os.environ['PATH']}:{Path(sys.executable).parent}"):
        command = [uv, "pip", "install", "--quiet", "--python", str(TOOLS / "bin" / "python")]
    else:
        command = [str(TOOLS / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*command, *PROGRAMS], check=True)
    (TOOLS / "installed").touch()


def build() -> None:
    """The packages for the emulator, and the templates that name them."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    machine = Machine(version, platform.machine(), interpreter=sys.executable)
    build_rooms(FOLDER / "rooms.zip", machine)
    build_photo(FOLDER / "photo.zip", machine)
    build_web(FOLDER / "web.zip", machine)
    for path in (ROOT / "infra" / "sam").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        text = COMPUTED_ALARM.sub("\n", text.replace("../../build/", ""))
        (FOLDER / path.name).write_text(text, encoding="utf-8")


def list_variables(port: int) -> dict[str, str]:
    """What sends the SDK and the command line to the emulator."""
    return {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": ACCOUNT,
        "AWS_SECRET_ACCESS_KEY": "emulated",
        "AWS_DEFAULT_REGION": REGION,
        "SAM_CLI_TELEMETRY": "0",
    }


def deploy(prefix: str, port: int) -> None:
    variables = list_variables(port)

    def run(*words: str, is_quiet: bool = False) -> bool:
        """Whether it succeeded; only a quiet command may fail."""
        done = subprocess.run(
            [str(TOOLS / "bin" / words[0]), *words[1:]],
            check=not is_quiet,
            capture_output=is_quiet,
            env={**os.environ, **variables},
            cwd=FOLDER,
        )
        return done.returncode == 0

    bucket = f"{prefix}belfry-deploy"
    if not run("aws", "s3api", "head-bucket", "--bucket", bucket, is_quiet=True):
        run("aws", "s3", "mb", f"s3://{bucket}")
    # The emulator makes no keys for the domain's mail, so that mail.yaml is left out.
    run("aws", "sesv2", "create-email-identity", "--email-identity", "example.com")
    for stack, parameters in (
        ("belfry", TEAM),
        ("jsnr", {"TeamZone": "/ss/config/timezone"}),
        ("ss", {"TeamZone": "/ss/config/timezone"}),
        ("ct", {"TeamZone": "/ss/config/timezone"}),
        ("web", {}),
    ):
        named = {"Prefix": prefix, **parameters}
        run(
            *("sam", "deploy", "--template-file", f"{stack}.yaml"),
            *("--stack-name", f"{prefix}{stack}", "--s3-bucket", bucket, "--no-progressbar"),
            *(
                "--no-fail-on-empty-changeset",
                "--capabilities",
                "CAPABILITY_NAMED_IAM",
                "--parameter-overrides",
            ),
            *(f'{name}="{value}"' for name, value in named.items() if value),
        )


def lead_links_here(prefix: str, port: int) -> None:
    def ask_aws(*words: str) -> str:
        command = [str(TOOLS / "bin" / "aws"), *words]
        environment = {**os.environ, **list_variables(port)}
        return subprocess.run(
            command, check=True, capture_output=True, text=True, env=environment
        ).stdout

    for stack, setting in LINKS.items():
        answer = ask_aws("cloudformation", "describe-stacks", "--stack-name", f"{prefix}{stack}")
        [output] = json.loads(answer)["Stacks"][0]["Outputs"]
        place = ON_AWS.sub(rf"http://\1localhost:{port}", output["OutputValue"])
        value = {"Name": f"/ss/config/{setting}", "Type": "String", "Value": place}
        request = json.dumps({**value, "Overwrite": True})
        ask_aws("ssm", "put-parameter", "--cli-input-json", request)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prefix", default="bench-")
    parser.add_argument("--port", type=int, default=PORT)
    asked = parser.parse_args()
    if not is_running(asked.port):
        sys.exit(f"no emulator at 127.0.0.1:{asked.port}: start it with `make emulator` first")
    install_tools()
    build()
    deploy(asked.prefix, asked.port)
    lead_links_here(asked.prefix, asked.port)
    print("\nDeployed. For the commands of docs/aws.md:\n")
    print(f"export PATH={TOOLS / 'bin'}:{Path(sys.executable).parent}:$PATH PREFIX={asked.prefix}")
    for name, value in list_variables(asked.port).items():
        print(f"export {name}={value}")


if __name__ == "__main__":
    main()
