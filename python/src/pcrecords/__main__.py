"""python -m pcrecords info | verify | bench: what a dataset is, whether it is intact, and how fast it is read here.

With the extra `convert`, also convert | append | restore: the commands of `pcr`, with all their options.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from . import PcrError, __version__, open
from .check import damage
from .java import become


def info(url: str | None) -> int:
    """Says what the dataset is; without one, what the package is."""
    if url is None:
        print(f"pcrecords {__version__}")
        return 0
    with open(url) as dataset:
        print(
            f"{dataset.url}: {dataset.sample_count:,} samples in {len(dataset.shards):,} shards, generation {dataset.generation}"
        )
        if dataset.class_names:
            print(f"classes: {len(dataset.class_names):,}")
        for name, column in dataset.columns.items():
            print(f"column {name!r}: {column}")
        for fidelity in dataset.fidelities:
            quality = "" if fidelity.msssim is None else f"  MS-SSIM {fidelity.msssim:.4f}"
            print(f"fidelity {fidelity.group:2}: {fidelity.bytes:>16,} bytes  {fidelity.share:7.2%}{quality}")
    return 0


def verify(url: str) -> int:
    """Reads all of a dataset, and names what is damaged."""
    faults = 0
    with open(url) as dataset:
        for fault in damage(dataset):
            faults += 1
            print(fault)
    print("intact" if faults == 0 else f"{faults} faults")
    return 0 if faults == 0 else 1


def bench(url: str, fidelity: str, count: int) -> int:
    """Decodes samples in one thread, and says how many in a second."""
    with open(url) as dataset:
        view = dataset.at(fidelity)
        numbers = np.random.default_rng(0).permutation(len(view))[:count]
        start, size = time.perf_counter(), 0
        for i in numbers.tolist():
            sample = view[i]
            size += len(sample.file)
        read = time.perf_counter() - start
        start = time.perf_counter()
        for i in numbers.tolist():
            view[i].decode()
        decoded = time.perf_counter() - start
        n = len(numbers)
        print(f"{n} samples at {fidelity}: {size / max(1, n):,.0f} bytes each")
        print(f"read {n / read:,.0f} a second, decoded {n / decoded:,.0f} a second, in one thread")
    return 0


# What the package does not do itself.
_JAVA = ("append", "convert", "restore")


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    if words[:1] and words[0] in _JAVA:
        try:
            become(*words)
        except ModuleNotFoundError as error:
            print(error, file=sys.stderr)
            return 2
    parser = argparse.ArgumentParser(prog="python -m pcrecords", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="what the dataset is").add_argument("url", nargs="?")
    commands.add_parser("verify", help="whether it is intact").add_argument("url")
    measure = commands.add_parser("bench", help="how fast it is read here")
    measure.add_argument("url")
    measure.add_argument("--fidelity", default="full")
    measure.add_argument("--count", type=int, default=2000)
    given = parser.parse_args(words)
    try:
        if given.command == "info":
            return info(given.url)
        if given.command == "verify":
            return verify(given.url)
        return bench(given.url, given.fidelity, given.count)
    except (PcrError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
