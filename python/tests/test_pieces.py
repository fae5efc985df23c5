"""Reading ahead from stores that are slow to ask: what is read, how often, and that batches are the same."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import pcrecords as pcr
from conftest import VECTORS
from pcrecords import pieces

NAME = "good-dataset-parts.pcrm"
RUNS = {
    "lanes": {"lanes": 2, "window": 2},
    "windows": {"lanes": 1, "window": 1},
    "ranks": {"lanes": 2, "window": 3, "rank": 1, "world": 2},
    "global": {"order": "global"},
    "sequential": {"order": "sequential"},
}


def batches(source, **options):
    with pcr.Loader(source, 2, seed=5, transform=pcr.CenterCrop(8), keys=True, **options) as loader:
        found = [(batch.keys, batch.labels.tolist(), np.asarray(batch.images).tolist()) for _ in range(2) for batch in loader]
        return found, loader.state_dict()


@pytest.mark.parametrize("first", [0, 4])
@pytest.mark.parametrize("memory", [1, 3000, 12000, 1 << 30])
@pytest.mark.parametrize("options", RUNS.values(), ids=list(RUNS))
def test_batches_are_those_of_a_local_disk(server, monkeypatch, options, memory, first):
    monkeypatch.setattr(pieces, "_PHASES", first)
    url, _ = server
    for fidelity in (1, "full"):
        options = {**options, "fidelity": fidelity}
        assert batches(f"{url}/{NAME}", memory=memory, **options) == batches(str(VECTORS / NAME), **options)


@pytest.mark.parametrize("window", [1, 2, 100])
def test_no_slice_is_read_twice_in_an_epoch_and_no_byte_behind_the_fidelity(server, monkeypatch, window):
    monkeypatch.setattr(pieces, "_PHASES", 0)
    url, kind = server
    with pcr.open(f"{url}/{NAME}") as dataset:
        fronts = {entry.name: entry.prefix_lengths[0] for entry in dataset.shards if entry.prefix_lengths}
        ends = {
            entry.name: entry.prefix_lengths[min(2, len(entry.prefix_lengths) - 1)]
            for entry in dataset.shards
            if entry.prefix_lengths
        }
        with pcr.Loader(dataset, 2, lanes=1, window=window, fidelity=2, transform=pcr.CenterCrop(8)) as loader:
            kind.ranges = []
            assert len(list(loader)) == 5
    slices = [(name, a, b) for name, a, b in kind.ranges if name in fronts and a >= fronts[name]]
    assert slices
    assert all(b <= ends[name] for name, _, b in slices)
    by_file = {}
    for name, a, b in slices:
        by_file.setdefault(name, []).append((a, b))
    for ranges in by_file.values():
        ranges.sort()
        # What lies close together is read at once, so a gap may be read again, but no range lies in another.
        assert all(a[1] <= b[0] for a, b in zip(ranges, ranges[1:], strict=False))
    assert window < 100 or len(slices) == len(fronts)


def test_the_first_batch_reads_its_own_samples_only(server, monkeypatch):
    monkeypatch.setattr(pieces, "_FAR", 0)
    url, kind = server
    with pcr.open(f"{url}/{NAME}") as dataset:
        with pcr.Loader(dataset, 1, fidelity=1, transform=pcr.CenterCrop(8), threads=1, keys=True) as loader:
            batch = next(iter(loader))
    assert len(batch.keys) == 1
    assert kind.requests < 40


@pytest.mark.parametrize("on_damage", ["fail", "degrade", "skip"])
def test_a_file_that_ends_early_loses_the_samples_behind_its_end(server, tmp_path, monkeypatch, on_damage):
    monkeypatch.setattr(pieces, "_PHASES", 0)
    url, kind = server
    shutil.copytree(VECTORS, tmp_path / "v")
    kind.folder = tmp_path / "v"
    shard = tmp_path / "v" / "good-shard-mixed.pcr"
    with pcr.open(shard) as whole:
        length = whole.shard(0).prefix_length(whole.group_count)
    shard.write_bytes(shard.read_bytes()[: length - 1])
    options = {"transform": pcr.CenterCrop(8), "order": "sequential", "on_damage": on_damage}
    for source in (str(shard), f"{url}/{shard.name}"):
        with pcr.open(source) as dataset, pcr.Loader(dataset, 3, **options) as loader:
            if on_damage == "fail":
                with pytest.raises(pcr.TruncatedError):
                    list(loader)
            else:
                (batch,) = loader
                assert batch.degraded.sum() + batch.replaced.sum() == 1


def test_what_a_store_fails_to_give_ends_the_run(server, tmp_path):
    url, kind = server
    shutil.copytree(VECTORS, tmp_path / "v")
    kind.folder = tmp_path / "v"
    with pcr.open(f"{url}/{NAME}") as dataset:
        (tmp_path / "v" / dataset.shards[2].name).unlink()
        with pcr.Loader(dataset, 2, on_damage="skip", transform=pcr.CenterCrop(8)) as loader:
            with pytest.raises(FileNotFoundError):
                list(loader)
            with pytest.raises(FileNotFoundError):
                list(loader)
