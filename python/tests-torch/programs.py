"""The programs of examples/pytorch, run in processes of their own, whose loaders note what they hand out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pcrecords as pcr

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "pytorch"
SHAPES = EXAMPLES / "shapes"


class Program:
    """Runs programs in processes of their own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.runs = 0

    def environment(self) -> dict[str, str]:
        self.runs += 1
        path = os.pathsep.join((str(HERE / "recorder"), os.environ.get("PYTHONPATH", "")))
        record = str(self.folder / f"run{self.runs}")
        return {**os.environ, "PYTHONPATH": path, "RECORD": record, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}

    def run(self, *words: object) -> list[dict]:
        """Runs a program of Python; what its loaders handed out, in no order."""
        command = [sys.executable, *map(str, words)]
        done = subprocess.run(command, env=self.environment(), cwd=self.folder, capture_output=True, text=True, timeout=1200)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
        self.output = done.stdout
        return self.seen()

    def on_ranks(self, ranks: int, *words: object) -> list[dict]:
        return self.run("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", ranks, *words)

    def lines(self) -> int:
        """How many batches the loaders of the last program have handed out so far."""
        return sum(file.read_bytes().count(b"\n") for file in self.folder.glob(f"run{self.runs}.*"))

    def seen(self) -> list[dict]:
        """What the loaders of the last program have handed out so far. A line that a killed process has not ended is none."""
        files = self.folder.glob(f"run{self.runs}.*")
        lines = [line for file in files for line in file.read_text().splitlines(keepends=True)]
        return [json.loads(line) for line in lines if line.endswith("\n")]


def together(seen: list[dict]) -> dict[tuple[int, int], list[int]]:
    """The samples of each batch, over all ranks."""
    shares = defaultdict(dict)
    for one in seen:
        shares[one["epoch"], one["batch"]][one["rank"]] = one["numbers"]
    return {batch: [number for rank in sorted(mine) for number in mine[rank]] for batch, mine in shares.items()}


def whole_run(source, batches: int, **options) -> dict[tuple[int, int], list[int]]:
    """The samples of the first batches of a run of one rank."""
    found = {}
    with pcr.Loader(source, **options) as loader:
        while len(found) < batches:
            for batch in loader:
                if len(found) < batches:
                    found[batch.epoch, batch.number] = batch.numbers.tolist()
    return found
