"""How light an import is: which packages come with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIST_IMPORTED = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names))
"""


def find_companions(package: str, top: Path) -> set[str]:
    """What, beyond the standard library, a fresh Python holds once all of `package` is imported."""
    # -S: no site-packages hooks, which would import things of their own.
    command = (sys.executable, "-S", "-c", LIST_IMPORTED, package)
    environment = {"PYTHONPATH": f"{top}:{':'.join(sys.path)}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {name for name in done.stdout.split() if not name.startswith("_")}
