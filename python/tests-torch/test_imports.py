"""Beside other libraries that have a libjpeg of their own, imported before or after: each decodes with its own."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest
from programs import SHAPES

DECODE = {
    "pcrecords": "pcr.open(FOLDER)[7].decode()",
    "PIL": "np.asarray(PIL.Image.open(io.BytesIO(file)))",
    "cv2": "cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]",
    "torchvision": "torchvision.io.decode_jpeg(torch.frombuffer(bytearray(file), dtype=torch.uint8)).permute(1, 2, 0).numpy()",
}
IMPORT = {
    "pcrecords": "import pcrecords as pcr",
    "PIL": "import PIL.Image",
    "cv2": "import cv2",
    "torchvision": "import torch, torchvision",
}
PROGRAM = """
import io
import numpy as np
{imports}
FOLDER = {folder!r}
import pcrecords
file = pcrecords.open(FOLDER)[7].file
found = {{name: decode() for name, decode in [{decodes}]}}
for name, pixels in found.items():
    assert pixels.shape == (48, 48, 3), name
    difference = np.abs(pixels.astype(int) - found["pcrecords"])
    assert difference.mean() < 3, (name, difference.mean())
print("fine")
"""


@pytest.mark.parametrize(
    "order", [pair for other in ("PIL", "cv2", "torchvision") for pair in itertools.permutations(("pcrecords", other))]
)
@pytest.mark.parametrize("first", [0, 1])
def test_libraries_decode_in_any_order(order, first):
    """Of import, and of the first use."""
    decodes = ", ".join(f"({name!r}, lambda: {DECODE[name]})" for name in (order if first else order[::-1]))
    imports = "\n".join(IMPORT[name] for name in order)
    run(PROGRAM.format(imports=imports, folder=str(SHAPES), decodes=decodes))


@pytest.mark.parametrize("turn", [0, 1])
def test_all_of_them_together(turn):
    names = list(IMPORT)[:: -1 if turn else 1]
    decodes = ", ".join(f"({name!r}, lambda: {DECODE[name]})" for name in names * 2)
    run(PROGRAM.format(imports="\n".join(IMPORT[name] for name in names), folder=str(SHAPES), decodes=decodes))


def run(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_torch_is_not_imported_by_the_package():
    """A program that does not use it does not pay for it."""
    run("import sys, pcrecords, pcrecords.loader, pcrecords.mapstyle; assert 'torch' not in sys.modules; print('fine')")
