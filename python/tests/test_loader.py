"""The loader: what each rank gets, where runs go on, and what damage does."""

from __future__ import annotations

import gc
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import pcrecords as pcr
import records

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
COUNT = 61


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    with pcr.open(records.write(tmp_path_factory.mktemp("records") / "some.tfrecord", COUNT)) as found:
        yield found


def loader(source, batch=8, **options):
    options.setdefault("transform", pcr.RandomResizedCrop(6))
    return pcr.Loader(source, batch, **{"seed": 5, "threads": 2, "tensors": "numpy", **options})


def epoch(source, **options):
    with loader(source, **options) as found:
        return list(found)


def same(a, b):
    assert len(a) == len(b)
    for x, y in zip(a, b, strict=True):
        assert (x.epoch, x.number) == (y.epoch, y.number)
        for name in ("numbers", "images", "labels", "padded"):
            np.testing.assert_array_equal(getattr(x, name), getattr(y, name))


def test_an_image_that_is_not_resized_has_its_own_pixels(dataset):
    for i in (0, 7, 60):
        np.testing.assert_array_equal(dataset[i].decode(), records.pixels_of(i))
        assert dataset[i].label == i % 10
        assert dataset[i].key == f"{i:04}.bmp"


def test_a_batch_unpacks_into_images_and_labels(dataset):
    with loader(dataset, keys=True) as found:
        batch = next(iter(found))
        images, labels = batch
        assert images.shape == (8, 6, 6, 3)
        assert images.dtype == np.uint8
        assert labels.tolist() == [number % 10 for number in batch.numbers]
        assert batch.keys == [f"{number:04}.bmp" for number in batch.numbers]
        assert (len(found), found.batch_size, len(batch)) == (7, 8, 8)


@pytest.mark.parametrize("remainder", ["drop", "pad", "short"])
@pytest.mark.parametrize("world", [1, 2, 4])
def test_ranks_together_see_each_sample_once(dataset, world, remainder):
    whole = epoch(dataset, remainder=remainder)
    ranks = [epoch(dataset, remainder=remainder, rank=rank, world=world) for rank in range(world)]
    for number, batch in enumerate(whole):
        shares = [batches[number] for batches in ranks]
        np.testing.assert_array_equal(np.concatenate([share.numbers for share in shares]), batch.numbers)
        np.testing.assert_array_equal(np.concatenate([share.images for share in shares]), batch.images)
    seen = [number for batch in whole for number in batch.numbers[~batch.padded].tolist()]
    assert len(seen) == len(set(seen)) == (56 if remainder == "drop" else COUNT)


def test_a_mask_lets_any_number_of_ranks_share(dataset):
    ranks = [epoch(dataset, rank=rank, world=3, masked=True) for rank in range(3)]
    assert {len(batch) for batches in ranks for batch in batches} == {3}
    seen = [number for batches in ranks for batch in batches for number in batch.numbers[~batch.padded].tolist()]
    assert len(seen) == len(set(seen)) == 56


@pytest.mark.parametrize("stop", range(15))
def test_a_run_goes_on_wherever_it_stopped(dataset, stop):
    with loader(dataset) as found:
        whole = [batch for _ in range(2) for batch in found]
    with loader(dataset) as first:
        got = []
        while len(got) < stop:
            for batch in first:
                got.append(batch)
                if len(got) == stop:
                    break
        state = first.state_dict()
    rest = []
    ranks = [loader(dataset, rank=rank, world=2, threads=1 + rank) for rank in range(2)]
    for rank in ranks:
        rank.load_state_dict(pickle.loads(pickle.dumps(state)))
    while ranks[0].epoch < 2:
        for shares in zip(*ranks, strict=True):
            rest.append(np.concatenate([share.images for share in shares]))
    np.testing.assert_array_equal(np.stack([batch.images for batch in got] + rest), np.stack([batch.images for batch in whole]))
    for rank in ranks:
        rank.close()


def test_nothing_depends_on_threads_or_memory(dataset):
    whole = epoch(dataset, views=2)
    same(whole, epoch(dataset, views=2, threads=1, memory=1))
    same(whole, epoch(dataset, views=2, threads=7))
    assert whole[0].images.shape == (16, 6, 6, 3)


def test_layouts_hold_the_same_pixels(dataset):
    for a, b in zip(epoch(dataset), epoch(dataset, layout="NCHW"), strict=True):
        np.testing.assert_array_equal(a.images.transpose(0, 3, 1, 2), b.images)


def test_epochs_differ_and_come_back(dataset):
    with loader(dataset) as found:
        first, second = list(found), list(found)
        assert [b.epoch for b in first + second] == [0] * 7 + [1] * 7
        assert not np.array_equal(first[0].numbers, second[0].numbers)
        found.set_epoch(0)
        same(list(found), first)


def test_a_state_of_another_run_is_rejected(dataset):
    with loader(dataset) as found:
        next(iter(found))
        state = found.state_dict()
    others = {
        "seed": loader(dataset, seed=6),
        "batch": loader(dataset, batch=4),
        "window": loader(dataset, window=3),
        "remainder": loader(dataset, remainder="pad"),
        "order": loader(dataset, order="global"),
        "view": loader(dataset.select("label < 9")),
    }
    for name, other in others.items():
        with other, pytest.raises(pcr.StateError, match=name):
            other.load_state_dict(state)
    with loader(dataset) as found, pytest.raises(pcr.StateError):
        found.load_state_dict({**state, "position": 8 * 7})


def test_a_view_has_its_own_order(dataset):
    view = dataset.select("label < 5")
    seen = [number for batch in epoch(view, remainder="short") for number in batch.numbers.tolist()]
    assert sorted(seen) == view.numbers.tolist()


def test_a_mix_has_its_weights_and_goes_on(dataset):
    parts = [(dataset.select("label < 5"), 3), (dataset.select("label >= 5"), 1)]
    with loader(parts, epoch_batches=10) as found:
        whole = list(found)
        assert sum(int((batch.parts == 0).sum()) for batch in whole) == 60
        for batch in whole:
            assert ((batch.labels < 5) == (batch.parts == 0)).all()
    with loader(parts, epoch_batches=10) as found:
        batches = iter(found)
        got = [next(batches) for _ in range(4)]
        state = found.state_dict()
    with loader(parts, epoch_batches=10) as found:
        found.load_state_dict(state)
        same(got + list(found), whole)


def test_damage_is_an_error_or_skipped_or_degraded():
    with pcr.open(VECTORS / "bad-slice-of-group-2.pcr") as damaged:
        view = damaged[:2]
        options = {"batch": 2, "order": "sequential", "transform": pcr.CenterCrop(8)}
        with loader(view, **options) as found, pytest.raises(pcr.ChecksumError) as error:
            list(found)
        assert (error.value.key, error.value.group) == (view[0].key, 2)
        (batch,) = epoch(view, on_damage="skip", **options)
        assert batch.replaced.tolist() == [True, False]
        np.testing.assert_array_equal(batch.images[0], batch.images[1])
        (batch,) = epoch(view, on_damage="degrade", **options)
        assert batch.degraded.tolist() == [True, False]
        with loader(view.at(1), **options) as found:
            (lower,) = found
        np.testing.assert_array_equal(batch.images[0], lower.images[0])


def test_fidelity_can_depend_on_the_batch():
    with pcr.open(VECTORS / "good-shard-one.pcr") as found:
        options = {"batch": 1, "transform": pcr.CenterCrop(16)}
        asked = []

        def policy(at_epoch, number):
            asked.append((at_epoch, number))
            return 1

        (low,) = epoch(found, fidelity=policy, **options)
        assert asked == [(0, 0)]
        np.testing.assert_array_equal(low.images[0], found.at(1)[0].decode())
        (full,) = epoch(found, **options)
        np.testing.assert_array_equal(full.images[0], found[0].decode())


def test_a_loader_that_is_left_frees_its_threads(dataset):
    before = threading.active_count()
    for _ in range(5):
        with loader(dataset) as found:
            batches = iter(found)
            next(batches)
            del batches
        found.close()
    gc.collect()
    assert threading.active_count() == before


def test_map_style_gives_what_the_loader_gives(dataset):
    transform = pcr.RandomResizedCrop(6)
    data = pickle.loads(pickle.dumps(pcr.MapDataset(dataset, transform, seed=5)))
    assert len(data) == COUNT
    for batch in epoch(dataset):
        pairs = data.__getitems__(batch.numbers.tolist())
        np.testing.assert_array_equal(np.stack([image for image, _ in pairs]), batch.images)
        assert [label for _, label in pairs] == batch.labels.tolist()
    image, label = pcr.MapDataset(dataset, hook=lambda image: image.sum())[3]
    assert (image, label) == (records.pixels_of(3).sum(), 3)


def test_wrong_options_are_named(dataset):
    for wrong in ({"world": 3}, {"rank": 1}, {"order": "random"}, {"remainder": "keep"}, {"views": 0}, {"epoch_batches": 3}):
        with pytest.raises(ValueError):  # noqa: PT011
            loader(dataset, **wrong)


@pytest.mark.parametrize("memory", [1 << 20, 1])
def test_a_server_gives_the_same_batches(server, memory):
    """With memory for prefixes, and without."""
    url, kind = server
    with pcr.open(f"{url}/good-dataset-parts.pcrm") as remote, pcr.open(VECTORS / "good-dataset-parts.pcrm") as local:
        options = {"batch": 10, "on_damage": "skip", "transform": pcr.CenterCrop(8), "memory": memory}
        same(epoch(remote, **options), epoch(local, **options))
        same(epoch(remote.at(1), **options), epoch(local.at(1), **options))
    assert kind.requests < 80


def test_a_shard_of_one_fidelity_is_read_whole_or_refused(server):
    with pcr.open(VECTORS / "good-dataset-parts.pcrm") as local:
        options = {"batch": 10, "fidelity": 2, "transform": pcr.CenterCrop(8)}
        (batch,) = epoch(local, on_damage="skip", **options)
        (strict,) = epoch(local, on_damage="skip", at_most=False, **options)
        assert strict.replaced.sum() > batch.replaced.sum()
