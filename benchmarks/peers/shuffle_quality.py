"""How well orders shuffle: those of pcrecords beside those of other loaders, each computed by the loader's own code.

    HARNESS/venv/bin/python shuffle_quality.py       prints a table; needs what the harness for other loaders installs

A dataset like ImageNet: 1,281,167 samples sorted by their 1,000 classes, in 1,252 shards of 1,024. Batches of 256 as one process
gets them. Four measures: the entropy by which the simulator of MDS judges orders (of the differences between neighbours; harmonic
mean of samples' and shards'), how many shards a batch comes from, the entropy of a batch's labels in bits, and Spearman's
correlation of a sample's place in the epoch with its place in the dataset (0: none, 1: not shuffled).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
from ffcv.traversal_order.quasi_random import generate_order_inner
from litdata.streaming.shuffle import FullShuffle, resolve_item_shuffle_window
from pcrecords.order import Epoch, Order
from simulation.core.shuffle_quality import get_entropy
from streaming.base.shuffle import get_shuffle
from webdataset.filters import _shuffle

N, SHARD, CLASSES, BATCH, SEED = 1_281_167, 1024, 1000, 256, 1
COUNTS = np.full(-(-N // SHARD), SHARD)
COUNTS[-1] = N - SHARD * (len(COUNTS) - 1)
STARTS = np.cumsum(COUNTS) - COUNTS
# Of pictures like ImageNet's, 110 kB each, in pages of 8 MB.
FFCV_PAGE = 75


def ours(kind: str, count: int, window: int) -> np.ndarray:
    return Epoch(COUNTS, SEED, 0, Order(kind, count, window)).indexes(np.arange(N))


def mds(nodes: int, block: int) -> np.ndarray:
    return get_shuffle("py1e", COUNTS, nodes, SEED, 0, block)


def by_workers(streams: list[Iterator[int]]) -> np.ndarray:
    """Batches of each worker in turn, as a DataLoader gives them."""
    order: list[int] = []
    while streams:
        for stream in list(streams):
            batch = list(itertools.islice(stream, BATCH))
            order += batch
            if len(batch) < BATCH:
                streams.remove(stream)
    return np.array(order)


def webdataset(buffer: int, workers: int = 2) -> np.ndarray:
    rng = np.random.default_rng(SEED)
    shards = rng.permutation(len(COUNTS))
    parts = [np.concatenate([np.arange(STARTS[s], STARTS[s] + COUNTS[s]) for s in shards[w::workers]]) for w in range(workers)]
    return by_workers([_shuffle(iter(part.tolist()), buffer, seed=SEED + w) for w, part in enumerate(parts)])


def litdata(workers: int = 2) -> np.ndarray:
    shuffle = object.__new__(FullShuffle)
    shuffle.seed, shuffle.item_window = SEED, resolve_item_shuffle_window(None)
    chunks = np.random.RandomState([SEED, 1]).permutation(len(COUNTS))

    def stream(mine: np.ndarray) -> Iterator[int]:
        for c in mine:
            yield from shuffle(np.arange(STARTS[c], STARTS[c] + COUNTS[c]), len(COUNTS), 1, int(c))

    return by_workers([stream(part) for part in np.array_split(chunks, workers)])


def ffcv() -> np.ndarray:
    pages = -(-N // FFCV_PAGE)
    samples = np.zeros((pages, FFCV_PAGE), np.int64)
    samples.reshape(-1)[:N] = np.arange(N)
    sizes = np.full(pages, FFCV_PAGE)
    sizes[-1] = N - FFCV_PAGE * (pages - 1)
    result = np.zeros(N, np.int64)
    generate_order_inner(SEED * 912300, samples, sizes, result, 2 * BATCH)
    return result


ORDERS: dict[str, Callable[[], np.ndarray]] = {
    "perfect shuffle (numpy)": lambda: np.random.default_rng(SEED).permutation(N),
    "pcr, global": lambda: ours("global", 0, 0),
    "pcr, 64 lanes, window 256 (the default)": lambda: ours("lanes", 64, 256),
    "pcr, 64 lanes, window 1024": lambda: ours("lanes", 64, 1024),
    "pcr, 64 lanes, window 4096": lambda: ours("lanes", 64, 4096),
    "MDS py1e, one node, its default block of 4,000,000": lambda: mds(1, 4_000_000),
    "MDS py1e, 64 canonical nodes, block 2^18": lambda: mds(64, 1 << 18),
    "MDS py1e, one node, block 10 shards": lambda: mds(1, 10 * SHARD),
    "FFCV quasi-random, 512 pages of 8 MB": ffcv,
    "LitData FullShuffle, 2 workers": litdata,
    "WebDataset, buffer 1,000, 2 workers": lambda: webdataset(1000),
    "WebDataset, buffer 5,000, 2 workers": lambda: webdataset(5000),
    "none": lambda: np.arange(N),
}


def entropy(labels: np.ndarray) -> float:
    share = np.bincount(labels)
    share = share[share > 0] / len(labels)
    return float(-(share * np.log2(share)).sum())


def measures(order: np.ndarray) -> tuple[float, float, float, float]:
    if not np.array_equal(np.sort(order), np.arange(N)):
        raise SystemExit("an order does not have each sample once")
    sample, shard = get_entropy(order), get_entropy(order // SHARD)
    mixed = 2 * sample * shard / (sample + shard) if sample + shard > 0 else 0.0
    batches = order[: N // BATCH * BATCH].reshape(-1, BATCH)
    shards = float(np.mean([len(np.unique(batch // SHARD)) for batch in batches]))
    labels = float(np.mean([entropy(batch * CLASSES // N) for batch in batches]))
    return mixed, shards, labels, float(np.corrcoef(np.arange(N), order)[0, 1])


def main() -> None:
    print("| order | entropy as of MDS | shards in a batch of 256 | entropy of its labels | Spearman |")
    print("|---|---:|---:|---:|---:|")
    for name, order in ORDERS.items():
        mixed, shards, labels, spearman = measures(order())
        print(f"| {name} | {mixed:.2f} | {shards:.0f} | {labels:.2f} | {spearman:.3f} |", flush=True)


if __name__ == "__main__":
    main()
