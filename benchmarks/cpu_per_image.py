"""CPU time of an image in the loader of the Python package: read, checked, decoded to a random crop, resized to 224 x 224.

usage: python benchmarks/cpu_per_image.py FILES DATASET [--rounds 5]

DATASET has the images of FILES, which has them as they were: ./pcr convert --variant=tfrecord PHOTOS FILES. One thread works,
from files that are in the page cache. Rounds of all rows take turns, and the least of each row is what it needs without
interruption.
"""

from __future__ import annotations

import argparse
import statistics
import time

import pcrecords as pcr


def cpu_of_an_image(url: str, fidelity: int | None, count: int) -> float:
    """Seconds of this process, all threads, in the second epoch."""
    with pcr.open(url) as dataset:
        options = {"tensors": "numpy", "threads": 1, "transform": pcr.RandomResizedCrop(224), "seed": 1}
        with pcr.Loader(dataset[:count], 50, fidelity=fidelity, **options) as loader:
            next(iter(loader))
            loader.set_epoch(1)
            start = time.process_time()
            images = sum(len(batch) for batch in loader)
            return (time.process_time() - start) / images


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files")
    parser.add_argument("dataset")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=500, help="images of an epoch")
    given = parser.parse_args()
    with pcr.open(given.dataset) as dataset:
        rows = [("files as they were", given.files, None)]
        rows += [(f"fidelity {f.group}, MS-SSIM {f.msssim}", given.dataset, f.group) for f in dataset.fidelities]
    rounds = [[cpu_of_an_image(url, fidelity, given.count) for _, url, fidelity in rows] for _ in range(given.rounds)]
    for (name, _, _), times in zip(rows, zip(*rounds, strict=True), strict=True):
        print(f"{name}: {min(times) * 1e3:.2f} ms, median {statistics.median(times) * 1e3:.2f}")


if __name__ == "__main__":
    main()
