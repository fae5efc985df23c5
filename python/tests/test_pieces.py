"""Reading ahead from stores that are slow to ask: what is read, how often, and that batches are the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import pcrecords as pcr
from conftest import VECTORS
from pcrecords import pieces

SHAPES = Path(__file__).parents[2] / "examples" / "pytorch" / "shapes"
PARTS, GOOD = "good-dataset-parts.pcrm", [0, 1, 3, 5]
RUNS = {
    "lanes": {"lanes": 4, "window": 8},
    "windows": {"lanes": 1, "window": 100},
    "ranks": {"lanes": 6, "window": 3, "rank": 1, "world": 2},
    "global": {"order": "global"},
    "sequential": {"order": "sequential"},
}


@pytest.fixture
def shapes(server):
    url, kind = server
    kind.folder = SHAPES
    return url, kind


def batches(source, batch=32, **options):
    transform = pcr.CenterCrop(8)
    with pcr.Loader(source, batch, seed=5, transform=transform, keys=True, tensors="numpy", **options) as loader:
        found = [(b.keys, b.labels.tolist(), b.images.tobytes()) for _ in range(2) for b in loader]
        return found, loader.state_dict()


@pytest.mark.parametrize("first", [0, 4])
@pytest.mark.parametrize("memory", [1, 100_000, 1 << 30])
@pytest.mark.parametrize("options", RUNS.values(), ids=list(RUNS))
def test_batches_are_those_of_a_local_disk(shapes, monkeypatch, options, memory, first):
    monkeypatch.setattr(pieces, "_PHASES", first)
    options = {**options, "fidelity": 2}
    assert batches(shapes[0], memory=memory, **options) == batches(str(SHAPES), **options)


@pytest.mark.parametrize("fidelity", [1, "full"])
def test_shards_of_several_kinds_and_views(server, fidelity):
    """PCR and Liquid, in parts of a list."""
    found = []
    for source in (f"{server[0]}/{PARTS}", str(VECTORS / PARTS)):
        with pcr.open(source) as dataset:
            found.append(batches(dataset.select(numbers=GOOD), 2, fidelity=fidelity))
    assert found[0] == found[1]


@pytest.mark.parametrize(("lanes", "window"), [(1, 10), (4, 8), (1, 1000)])
def test_no_slice_is_read_twice_in_an_epoch_and_no_byte_behind_the_fidelity(shapes, monkeypatch, lanes, window):
    monkeypatch.setattr(pieces, "_PHASES", 0)
    monkeypatch.setattr(pieces, "_GAP", 0)
    url, kind = shapes
    with pcr.open(url) as dataset:
        (entry,) = dataset.shards
        front, end = entry.prefix_lengths[0], entry.prefix_lengths[2]
        early = dataset.shard(0).metadata.offsets[0, 0]
        kind.ranges = []
        # The samples of two batches and three windows of each lane fit, but not the shard.
        memory = 2 * (32 + 3 * lanes * window) * end // 320
        options = {"lanes": lanes, "window": window, "fidelity": 2, "transform": pcr.CenterCrop(8), "memory": memory}
        with pcr.Loader(dataset, 16, **options) as loader:
            assert len(list(loader)) == 20
    ranges = sorted((a, b) for _, a, b in kind.ranges if a >= front)
    assert ranges[0][0] == early
    assert ranges[-1][1] == end
    assert all(a[1] == b[0] for a, b in zip(ranges, ranges[1:], strict=False))
    assert len(ranges) == 1 if window == 1000 else len(ranges) >= 320 / window


def test_the_first_batch_reads_its_own_samples_alone(shapes, monkeypatch):
    monkeypatch.setattr(pieces, "_FAR", 0)
    monkeypatch.setattr(pieces, "_GAP", 0)
    url, kind = shapes
    kind.ranges = []
    with pcr.Loader(url, 4, fidelity=1, transform=pcr.CenterCrop(8), memory=2 * 4 * 48 * 48 * 3) as loader:
        front = loader.dataset.dataset.shards[0].prefix_lengths[0]
        numbers = next(iter(loader)).numbers
        lengths = loader.dataset.dataset.shard(0).metadata.lengths[0]
    read = sum(b - a for name, a, b in kind.ranges if name.endswith(".pcr") and a >= front)
    # Those of the next phase may have been asked for, too.
    assert lengths[numbers].sum() <= read <= lengths.sum() / 4


def test_more_samples_in_a_row_than_can_be_damage(tmp_path):
    """A run whose images are nearly all replaced learns nothing: it ends."""
    shutil.copytree(SHAPES, tmp_path / "shapes")
    shard = tmp_path / "shapes" / "part-00000.pcr"
    data = bytearray(shard.read_bytes())
    with pcr.open(SHAPES) as dataset:
        meta = dataset.shard(0).metadata
        for ordinal in range(10, 111):
            data[int(meta.offsets[0, ordinal])] ^= 1
    shard.write_bytes(data)
    options = {"order": "sequential", "transform": pcr.CenterCrop(8), "on_damage": "skip"}
    with pcr.Loader(tmp_path / "shapes", 64, **options) as loader:
        found = iter(loader)
        batch = next(found)
        assert batch.replaced.tolist() == [False] * 10 + [True] * 54
        assert set(batch.numbers[10:].tolist()) == {9}
        with pytest.raises(pcr.CorruptError, match="101 samples in a row"):
            next(found)
    data[int(meta.offsets[0, 60])] ^= 1
    shard.write_bytes(data)
    with pcr.Loader(tmp_path / "shapes", 64, **options) as loader:
        assert sum(int(batch.replaced.sum()) for batch in loader) == 100


@pytest.mark.parametrize("on_damage", ["fail", "degrade", "skip"])
def test_a_file_that_ends_early_loses_the_samples_behind_its_end(server, tmp_path, monkeypatch, on_damage):
    monkeypatch.setattr(pieces, "_PHASES", 0)
    url, kind = server
    kind.folder = tmp_path
    shard = tmp_path / "part-00000.pcr"
    data = (SHAPES / shard.name).read_bytes()
    with pcr.open(SHAPES) as dataset:
        meta, group = dataset.shard(0).metadata, 3
        shard.write_bytes(data[: int(meta.offsets[group - 1, 300])])
    options = {"transform": pcr.CenterCrop(8), "order": "sequential", "on_damage": on_damage, "fidelity": group}
    for source in (str(shard), f"{url}/{shard.name}"):
        with pcr.open(source) as dataset, pcr.Loader(dataset, 320, **options) as loader:
            if on_damage == "fail":
                with pytest.raises(pcr.TruncatedError):
                    list(loader)
                continue
            (batch,) = loader
            damaged = batch.degraded if on_damage == "degrade" else batch.replaced
            assert damaged.tolist() == [i >= 300 and meta.lengths[group - 1, i] > 0 for i in range(320)]
            assert damaged.any()


def test_what_a_store_fails_to_give_ends_the_run(server, tmp_path):
    url, kind = server
    shutil.copytree(VECTORS, tmp_path / "v")
    kind.folder = tmp_path / "v"
    with pcr.open(f"{url}/{PARTS}") as dataset:
        (tmp_path / "v" / dataset.shards[1].name).unlink()
        with pcr.Loader(dataset.select(numbers=GOOD), 2, on_damage="skip", transform=pcr.CenterCrop(8)) as loader:
            for _ in range(2):
                with pytest.raises(FileNotFoundError):
                    list(loader)
