"""What tests of caches share: runs through a cache, and what is in its folder then."""

from __future__ import annotations

import pcrecords as pcr
from pcrecords import caching

COUNTS, RECORDS = [12, 7, 20, 9, 16, 11, 5, 10], [8]
"""Samples of each shard of the dataset `many`, and of each of its TFRecords."""
SAMPLES = sum(COUNTS) + sum(RECORDS)


def loader(source, cache="page", cache_dir=None, batch=3, **options):
    options = {"seed": 5, "remainder": "short", "transform": pcr.CenterCrop(8), "tensors": "numpy", "keys": True, **options}
    if options.get("order", "lanes") == "lanes":
        options = {"lanes": 3, "window": 6, **options}
    return pcr.Loader(source, batch, cache=cache, cache_dir=cache_dir, **options)


def epochs(count, *args, **options):
    """The batches of some epochs, and how many images of each epoch came from the cache."""
    found, hits = [], []
    with loader(*args, **options) as made:
        for _ in range(count):
            before = made.statistics.cache_hits
            found.append([(b.keys, b.labels.tolist(), b.images.tobytes(), b.columns) for b in made])
            hits.append(made.statistics.cache_hits - before)
    return found, hits


def whole(folder, group=None):
    """Bytes of all prefixes."""
    with pcr.open(folder) as dataset:
        return sum(caching.prefix_length(entry, group) for entry in dataset.shards)


def entries(cache):
    return {path.name: path.stat().st_size for path in cache.glob("*.pcr")}


def check_prefixes(folder, cache, limit):
    """Each entry is the beginning of a shard, and all together are within the limit."""
    files = [path.read_bytes() for path in folder.iterdir() if path.name.startswith("part-")]
    found = [path.read_bytes() for path in cache.glob("*.pcr")]
    for entry in found:
        assert any(data.startswith(entry) for data in files)
    assert sum(map(len, found)) <= limit
    assert {path.name for path in cache.iterdir()} == {*entries(cache), "pcr-prefix-cache"}


def samples_of(folder, cache, group=None):
    """Samples of the shards whose prefixes are there."""
    there = entries(cache)
    with pcr.open(folder) as dataset:
        return sum(
            entry.sample_count
            for entry in dataset.shards
            if there.get(caching.entry_name(entry), 0) >= caching.prefix_length(entry, group)
        )
