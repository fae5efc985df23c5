"""Prints a hash of what images look like: to compare two machines. usage: pixels.py

Decoded as they are, and cut, turned over and resized as a loader does: all that the vectors and the drawings have.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pcrecords as pcr

ROOT = Path(__file__).parents[2]
SHAPES = ROOT / "examples" / "pytorch" / "shapes"


def main() -> None:
    for file in (SHAPES, *sorted((ROOT / "spec" / "vectors" / "2").glob("good-*.pcr*"))):
        if file.suffix in (".json", ".pcrm", ".pcrk", ".pcrp"):
            continue
        with pcr.open(file) as dataset:
            for group in range(1, dataset.group_count + 1):
                digest, count = hashlib.sha256(), 0
                for sample in dataset.at(group, at_most=True):
                    try:
                        pixels = sample.decode()
                    except pcr.PcrError as error:
                        digest.update(type(error).__name__.encode())
                        continue
                    digest.update(repr(pixels.shape).encode() + pixels.tobytes())
                    count += 1
                print(file.name, group, count, digest.hexdigest())
    crops = {"40": pcr.RandomResizedCrop(40), "97": pcr.RandomResizedCrop(97), "31 of 50": pcr.CenterCrop(31, resize=50)}
    for name, transform in crops.items():
        for options in ({}, {"antialias": False}, {"gray": True}, {"midpoint": True, "layout": "NCHW"}):
            digest, count = hashlib.sha256(), 0
            with pcr.Loader(str(SHAPES), 64, transform=transform, tensors="numpy", views=2, seed=3, **options) as loader:
                for batch in loader:
                    digest.update(batch.images.tobytes())
                    count += len(batch.images)
            print(name, options, count, digest.hexdigest())


if __name__ == "__main__":
    main()
