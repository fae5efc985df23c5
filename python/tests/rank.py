"""A rank of two as a process, with a cache: prints the keys of each batch, and of each epoch what came from the cache.

usage: rank.py DATASET RANK WORLD CACHE FOLDER EPOCHS
"""

from __future__ import annotations

import json
import sys

import pcrecords as pcr


def main(dataset: str, rank: int, world: int, cache: str, folder: str, epochs: int) -> None:
    options = {"lanes": 2, "window": 4, "seed": 9, "remainder": "short", "threads": 1, "keys": True, "tensors": "numpy"}
    transform = pcr.CenterCrop(8)
    with pcr.Loader(dataset, 2, rank=rank, world=world, transform=transform, cache=cache, cache_dir=folder, **options) as loader:
        for _ in range(epochs):
            before = loader.statistics.cache_hits
            for batch in loader:
                print(json.dumps({"keys": batch.keys, "bytes": int(batch.images.sum())}), flush=True)
            print(json.dumps({"hits": loader.statistics.cache_hits - before}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5], int(sys.argv[6]))
