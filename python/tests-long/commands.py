"""The command, which is written in Java. PCR_COMMAND names it, else it is the project's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = dict(os.environ)
COMMAND = os.environ.get("PCR_COMMAND", str(ROOT / "pcr"))


def command(*words: object) -> str:
    """Calls it in the environment that the tests were begun in. What it prints."""
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    return done.stdout
