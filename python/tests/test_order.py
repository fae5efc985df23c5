"""spec/vectors/loader, and what the order promises for all runs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pcrecords as pcr
from pcrecords import crops, native, numbers, order, state

FILE = Path(__file__).parents[2] / "spec" / "vectors" / "loader" / "order.json"
VECTORS = json.loads(FILE.read_text())


def of_kind(kind):
    return [pytest.param(v, id=f"{i} {v['about']}") for i, v in enumerate(VECTORS) if v["kind"] == kind]


def counts_of(v):
    return np.array(v, np.int64)


def words(values):
    return [value & numbers.WORD for value in values]


@pytest.mark.parametrize("v", of_kind("key"))
def test_key(v):
    key = numbers.key(*v["values"])
    assert [int(x) for x in [key, *(numbers.number(key, i) for i in range(3))]] == words(v["gives"])
    draws = crops.Draws(*v["values"])
    assert [draws[i] for i in range(3)] == words(v["gives"])[1:]


@pytest.mark.parametrize("v", of_kind("below"))
def test_below(v):
    assert numbers.below(np.array(words(v["x"]), np.uint64), v["n"]).tolist() == words(v["gives"])


@pytest.mark.parametrize("v", of_kind("permute"))
def test_permute(v):
    assert numbers.permute(numbers.words(v["key"]), v["n"], v["x"]).tolist() == v["gives"]


@pytest.mark.parametrize("v", of_kind("lanes"))
def test_default_lanes(v):
    assert order.default_lanes(v["batch"]) == v["gives"]


@pytest.mark.parametrize("v", of_kind("order"))
def test_order(v):
    epoch = order.Epoch(counts_of(v["counts"]), v["seed"], v["epoch"], order.Order(*v["order"]))
    positions = np.array(v["positions"], np.int64)
    found = np.stack((epoch.lanes(positions), epoch.indexes(positions)), 1)
    assert found.tolist() == v["gives"]


@pytest.mark.parametrize("v", of_kind("batch"))
def test_batch(v):
    epoch = order.Epoch(counts_of(v["counts"]), v["seed"], v["epoch"], order.Order(*v["order"]))
    if v["gives"] == "none":
        assert not 0 <= v["number"] < order.batch_count(epoch.n, v["batch"], v["remainder"])
        return
    places = order.part_batch(epoch, v["number"], v["batch"], v["remainder"])
    shares = [places.share(r, v["ranks"], v["batch"], v["masked"]) for r in range(v["ranks"])]
    found = [[[i, int(p)] for i, p in zip(s.indexes.tolist(), s.padded.tolist(), strict=True)] for s in shares]
    assert found == v["gives"]


@pytest.mark.parametrize("v", of_kind("mix"))
def test_mix(v):
    counts = [counts_of(part["counts"]) for part in v["parts"]]
    mix = order.Mix(counts, [part["weight"] for part in v["parts"]], v["seed"], order.Order(*v["order"]))
    places = mix.batch((v["epoch"] * v["epoch_batches"] + v["number"]) * v["batch"], v["batch"])
    shares = [places.share(r, v["ranks"], v["batch"]) for r in range(v["ranks"])]
    found = [np.stack((s.parts, s.epochs, s.indexes), 1).tolist() for s in shares]
    assert found == v["gives"]


@pytest.mark.parametrize("v", of_kind("view"))
def test_view(v):
    shards = [np.array([bit == "1" for bit in bits], np.bool_) for bits in v["shards"]]
    counts = np.array([len(bits) for bits in shards], np.int64)
    chosen = np.flatnonzero(np.concatenate([np.empty(0, np.bool_), *shards]))
    assert pcr.view.view_hash(chosen, counts) == v["gives"]
    assert v["gives"] == "all" or len(v["gives"]) == hashlib.sha256().digest_size


@pytest.mark.parametrize("v", of_kind("state"))
def test_state(v):
    if not v["gives"]:
        with pytest.raises(pcr.StateError):
            state.from_json(v["text"])
        return
    found = state.from_json(v["text"])
    assert json.loads(found.to_json()) == json.loads(v["text"])
    assert state.from_dict(found.as_dict()) == found


def test_the_order_of_liquids_buffers_is_refused_with_advice():
    with pytest.raises(ValueError, match="only the Java loader has"):
        order.Order("liquid", 8, 256)
    text = next(v["text"] for v in VECTORS if v["kind"] == "state" and v["gives"] and '"order":"lanes"' in v["text"])
    with pytest.raises(pcr.StateError, match="only the Java loader has"):
        state.from_json(text.replace('"order":"lanes"', '"order":"liquid"'))


@pytest.mark.parametrize("v", of_kind("crop"))
def test_crop(v):
    a0, a1, r0, r1 = v["rule"]
    found = [
        crops.random_crop((a0, a1), (r0, r1), crops.Draws(v["seed"], v["epoch"], 7, sample, v["view"]), *v["size"])
        for sample in v["samples"]
    ]
    assert [[x, y, w, h, int(flipped)] for x, y, w, h, flipped in found] == v["gives"]
    samples = np.array(v["samples"])
    width, height = (np.full(len(samples), side) for side in v["size"])
    epochs = np.full(len(samples), v["epoch"])
    batch = native.random_crops((a0, a1, r0, r1), v["seed"], epochs, samples, width, height, v["view"] + 1)
    assert batch[v["view"] :: v["view"] + 1].tolist() == v["gives"]


SEEDS = st.integers(-(2**63), 2**63 - 1)
SIDES = st.integers(1, 2**31 - 1) | st.integers(1, 600)


@given(SEEDS, st.integers(0, 2**40), st.integers(0, 2**40), SIDES, SIDES)
def test_crops_of_a_batch_are_those_of_each_sample(seed, epoch, sample, width, height):
    crop = crops.RandomResizedCrop(8)
    found = crop.boxes(seed, *(np.array([value]) for value in (epoch, sample, width, height)), 3)
    for view in range(3):
        draws = crops.Draws(seed, epoch, 7, sample, view)
        assert tuple(found[view].tolist()) == crops.random_crop(crop.rule.area, crop.rule.ratio, draws, width, height)


def test_defaults_of_the_random_crop():
    rule = crops.RandomResizedCrop(224).rule
    assert rule.area == (1342177, 16777216)
    assert rule.ratio == (12582912, 22369621)


ORDERS = st.one_of(
    st.builds(order.Order, st.just("lanes"), st.integers(1, 20), st.integers(1, 50)),
    st.sampled_from([order.Order("global"), order.Order("sequential")]),
)
COUNTS = st.lists(st.integers(0, 30), min_size=1, max_size=8).filter(any).map(counts_of)


@given(COUNTS, SEEDS, st.integers(0, 2**40), ORDERS)
def test_an_epoch_has_each_sample_once(counts, seed, epoch, kind):
    found = order.Epoch(counts, seed, epoch, kind)
    assert sorted(found.indexes(np.arange(found.n)).tolist()) == list(range(found.n))


@given(COUNTS, SEEDS, ORDERS, st.integers(1, 40), st.integers(1, 6), st.sampled_from(["drop", "pad", "short"]))
def test_ranks_share_each_batch(counts, seed, kind, share, ranks, remainder):
    batch = share * ranks
    epoch = order.Epoch(counts, seed, 0, kind)
    seen: list[int] = []
    for t in range(order.batch_count(epoch.n, batch, remainder)):
        whole = order.part_batch(epoch, t, batch, remainder)
        shares = [whole.share(r, ranks, batch) for r in range(ranks)]
        assert np.concatenate([s.indexes for s in shares]).tolist() == whole.indexes.tolist()
        if remainder != "short":
            assert {len(s) for s in shares} == {share}
        seen.extend(whole.indexes[~whole.padded].tolist())
    wanted = epoch.n - epoch.n % batch if remainder == "drop" else epoch.n
    assert len(seen) == len(set(seen)) == wanted


@given(st.lists(COUNTS, min_size=2, max_size=4), SEEDS, ORDERS, st.data())
def test_a_mix_keeps_its_weights(parts, seed, kind, data):
    weights = data.draw(st.lists(st.integers(1, 5), min_size=len(parts), max_size=len(parts)))
    mix = order.Mix(parts, weights, seed, kind)
    for block in range(3):
        found = mix.batch(block * mix.total, mix.total)
        assert np.bincount(found.parts, minlength=len(parts)).tolist() == mix.weights.tolist()


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=9),
    st.sampled_from(["lanes", "lanes", "global", "sequential"]),
    st.integers(1, 9),
    st.integers(1, 20),
    st.integers(0, 99),
    st.booleans(),
)
def test_stretches_hold_each_sample_once_and_until_it_is_needed(counts, kind, lanes, window, seed, whole):
    counts = np.array(counts, np.int64)
    shape = order.Order(kind, lanes, window) if kind == "lanes" else order.Order(kind)
    epoch = order.Epoch(counts, seed, 1, shape)
    positions = np.arange(epoch.n)
    indexes = epoch.indexes(positions)
    found = epoch.stretches(indexes, whole)
    starts = np.cumsum(counts) - counts
    names = {}
    for i, position in enumerate(positions.tolist()):
        shard, first, end = int(found.shards[i]), int(found.first[i]), int(found.end[i])
        assert starts[shard] <= first <= indexes[i] < end <= starts[shard] + counts[shard]
        assert position <= found.last[i] < epoch.n or kind == "global"
        assert names.setdefault(first, (end, int(found.last[i]))) == (end, int(found.last[i]))
    assert sum(end - first for first, (end, _) in names.items()) == epoch.n
    if kind == "lanes" and not whole:
        assert all(end - first <= window for first, (end, _) in names.items())
        # Two windows of a lane, and no more, are needed at a time.
        assert all(found.last - positions < 3 * window * lanes + lanes)
