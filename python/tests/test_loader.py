"""The loader: what each rank gets, where runs go on, and what damage does."""

from __future__ import annotations

import gc
import os
import pickle
import shutil
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
    image, label = pcr.MapDataset(dataset, sample_hook=lambda image: image.sum())[3]
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


def test_an_iteration_that_is_ended_from_elsewhere_says_so(dataset):
    def again(found):
        next(iter(found))

    state = loader(dataset).state_dict()
    ends = (
        lambda found: found.close(),
        lambda found: found.set_epoch(4),
        lambda found: found.load_state_dict(state),
        again,
    )
    for end in ends:
        with loader(dataset) as found:
            batches = iter(found)
            next(batches)
            end(found)
            with pytest.raises(RuntimeError, match="6 batches of its epoch are left"):
                next(batches)
    with loader(dataset) as found:
        batches = iter(found)
        for _ in range(len(found)):
            next(batches)
        found.set_epoch(4)
        assert next(batches, None) is None


def in_child(work) -> int:
    """0 where it is true in a forked process."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            code = 0 if work() else 1
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def test_a_loader_is_used_on_both_sides_of_a_fork(dataset):
    with loader(dataset) as whole:
        expected = [batch.images for _ in range(2) for batch in whole]
    with loader(dataset) as found:
        batches = iter(found)
        got = [next(batches).images]

        def work():
            with pytest.raises(RuntimeError, match="fork"):
                next(batches)
            rest = [batch.images for batch in found]
            found.close()
            return len(rest) == 6 and all((a == b).all() for a, b in zip(rest, expected[1:], strict=False))

        assert in_child(work) == 0
        got += [batch.images for batch in batches]
        np.testing.assert_array_equal(np.stack(got), np.stack(expected[:7]))


class Corner:
    """The same box of every image."""

    size = (4, 4)

    def __init__(self, *box):
        self.box = box

    def boxes(self, seed, epochs, numbers, widths, heights, views):
        return np.repeat([[*self.box, 0]], len(numbers) * views, 0)


@pytest.mark.parametrize("box", [(0, 0, 9, 12), (-1, 0, 4, 4), (0, 0, 0, 4), (float("nan"), 0, 4, 4), (0, 0, 4, float("inf"))])
@pytest.mark.parametrize("on_damage", ["fail", "skip", "degrade"])
def test_a_wrong_box_is_the_fault_of_the_transform(dataset, box, on_damage):
    with (
        loader(dataset, transform=Corner(*box), on_damage=on_damage) as found,
        pytest.raises(ValueError, match="not inside an image") as error,
    ):
        next(iter(found))
    assert not isinstance(error.value, pcr.PcrError)
    assert len(epoch(dataset, transform=Corner(0, 0, 4, 4))) == 7


def test_weights_are_those_of_the_specification(dataset):
    a, b = dataset.select("label < 5"), dataset.select("label >= 5")
    state = loader([(a, 14), (b, 7)], epoch_batches=10).state_dict()
    assert [part["weight"] for part in state["parts"]] == [2, 1]
    for weights in ((2, 1), (4, 2), (14, 7)):
        with loader([(a, weights[0]), (b, weights[1])], epoch_batches=10) as found:
            found.load_state_dict(state)
    with loader([(a, 3), (b, 1)], epoch_batches=10) as found, pytest.raises(pcr.StateError, match="weight"):
        found.load_state_dict(state)


@pytest.mark.parametrize("changed", [{"batch": 8}, {"epoch_batches": 11}, {"window": 5}, {"order": "global"}])
def test_nothing_may_change_in_a_mix(dataset, changed):
    parts = [(dataset.select("label < 5"), 2), (dataset.select("label >= 5"), 1)]
    options = {"batch": 4, "epoch_batches": 10}
    with loader(parts, **options) as found:
        for _ in found:
            pass
        state = found.state_dict()
    assert (state["epoch"], state["position"]) == (1, 0)
    with loader(parts, **options) as found:
        found.load_state_dict(state)
    with loader(parts, **{**options, **changed}) as found, pytest.raises(pcr.StateError):
        found.load_state_dict(state)


@pytest.mark.parametrize("seed", [-(2**63), 0, 2**63 - 1])
def test_each_seed_that_is_taken_can_be_resumed(dataset, seed):
    with loader(dataset, seed=seed) as first, loader(dataset, seed=seed) as second:
        next(iter(first))
        second.load_state_dict(first.state_dict())
        assert second.state_dict() == first.state_dict()


def test_what_a_state_cannot_hold_is_refused_at_once(dataset):
    for wrong in ({"seed": 2**63}, {"seed": -(2**63) - 1}, {"seed": "1"}, {"seed": 1.0}, {"batch": 8.0}, {"batch": True}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            loader(dataset, **wrong)
    with loader(dataset) as found:
        for epoch_number in (-1, 2**62, 1.5):
            with pytest.raises(ValueError, match="epoch"):
                found.set_epoch(epoch_number)
        with pytest.raises(pcr.StateError, match="epoch"):
            found.load_state_dict({**found.state_dict(), "epoch": 2**62})


def test_a_loader_without_a_batch_is_refused(dataset):
    with pytest.raises(ValueError, match="fewer samples"):
        loader(dataset, batch=COUNT + 1)
    with pytest.raises(ValueError, match="no samples"):
        loader(dataset.select("label > 99"), remainder="pad")
    assert len(epoch(dataset, batch=COUNT + 1, remainder="pad")) == 1


def test_a_batch_says_at_which_fidelity_it_was_read(dataset):
    with pcr.open(VECTORS / "good-shard-one.pcr") as found:
        options = {"batch": 1, "transform": pcr.CenterCrop(8)}
        assert [batch.fidelity for batch in epoch(found.at(2), **options)] == [2]
        assert [batch.fidelity for batch in epoch(found, **options)] == ["full"]
        assert [batch.fidelity for batch in epoch(found.at(2), fidelity=1, **options)] == [1]


def test_at_most_reads_a_dataset_of_one_fidelity(dataset):
    same(epoch(dataset), epoch(dataset, fidelity=3))
    same(epoch(dataset), epoch(dataset, fidelity="msssim:.96"))
    assert dataset.at(3, at_most=True)[0].file == dataset[0].file
    with pytest.raises(ValueError, match=r"1\.\.1"):
        loader(dataset, fidelity=3, at_most=False)
    with pytest.raises(ValueError, match=r"1\.\.1"):
        dataset.at(3)


def test_wrong_options_are_refused_by_the_constructor(dataset):
    wrong_ones = (
        {"fidelity": "nope"},
        {"columns": ["nobody"]},
        {"columns": "key"},
        {"transform": 224},
        {"pin": True},
        {"order": "global", "lanes": 5},
    )
    for wrong in wrong_ones:
        with pytest.raises(ValueError, match=next(reversed(wrong))):
            loader(dataset, **wrong)
    for mix in ([dataset, dataset], [(dataset, 0.7), (dataset, 0.3)], []):
        with pytest.raises(ValueError, match=r"mix|weight"):
            loader(mix, epoch_batches=3)
    with pytest.raises(ValueError, match="resize"):
        pcr.CenterCrop(224, 0)


def test_a_run_goes_on_at_the_generation_of_its_state(monkeypatch):
    """The dataset got an append: the loader that opens it itself opens the older generation."""
    from pcrecords import run as module

    options = {"batch": 1, "transform": pcr.CenterCrop(8)}
    name = str(VECTORS / "good-dataset-parts.pcrm")
    with loader(name, **options) as found:
        state = found.state_dict()
        newest = state["parts"][0]["generation"]
        state["parts"][0]["generation"] = newest + 7
        asked = []

        def open_at(url, generation):
            asked.append((url, generation))
            dataset = pcr.open(url)
            dataset._root.generation = generation
            return dataset

        monkeypatch.setattr(module, "open_dataset", open_at)
        found.load_state_dict(state)
        assert asked == [(name, newest + 7)]
        assert found.state_dict() == state
    with pcr.open(name) as dataset, loader(dataset, **options) as found:
        with pytest.raises(pcr.StateError, match=f"generation={newest + 7}"):
            found.load_state_dict(state)
        assert found.state_dict()["parts"][0]["generation"] == newest


@pytest.mark.parametrize("on_damage", ["fail", "degrade", "skip"])
def test_a_store_that_fails_is_no_damage(tmp_path, on_damage):
    """A run ends with it: no image is replaced."""
    for path in VECTORS.iterdir():
        if path.is_file() and path.stat().st_size < 1 << 20:
            shutil.copy(path, tmp_path / path.name)
    options = {"batch": 10, "on_damage": on_damage, "transform": pcr.CenterCrop(8)}
    with pcr.open(tmp_path / "good-dataset-parts.pcrm") as found:
        name = found.shards[0].name
    (tmp_path / name).unlink()
    with pytest.raises(FileNotFoundError):
        epoch(str(tmp_path / "good-dataset-parts.pcrm"), **options)
    one = tmp_path / "good-shard-mixed.pcr"
    with pcr.open(one) as found, loader(found, **{**options, "batch": 3}) as batches:
        os.truncate(one, 300)
        with pytest.raises(pcr.ChangedError):
            list(batches)


def test_a_closed_loader_gives_no_batches_and_frees_its_memory(dataset, monkeypatch):
    from pcrecords import native

    freed = []
    close = native._library.pcr_pool_close
    monkeypatch.setattr(native._library, "pcr_pool_close", lambda pool: (freed.append(pool), close(pool))[1])
    found = loader(dataset)
    next(iter(found))
    found.close()
    found.close()
    assert 1 <= len(freed) <= 2
    with pytest.raises(ValueError, match="closed"):
        next(iter(found))
    # One that nobody closes, and nobody holds.
    before = len(freed)
    found = loader(dataset)
    list(found)
    del found
    gc.collect()
    assert len(freed) > before


def test_a_manifest_that_states_too_much_is_not_believed():
    """Nothing is made as large as it says: the shard's head says something else."""
    import tracemalloc

    stated = 2**31 - 1
    for name in ("good-dataset.pcrm", "good-dataset-parts.pcrm"):
        with pcr.open(VECTORS / name) as found:
            table = next(iter(found.shards.tables()))
            table.sample_counts = table.sample_counts.copy()
            table.sample_counts[0] = stated
            found.shards._sample_starts = [0, *np.cumsum([int(t.sample_counts.sum()) for t in found.shards.tables()]).tolist()]
            assert len(found) > stated
            for use in (
                lambda: found.select("label < 3"),
                lambda: found.select(keys=["a/1.jpg", "nobody"]),
                lambda: found.select(numbers=[5]).labels(),
                lambda: found.table("key"),
                lambda: found.keys(),
                lambda: found[3].label,
                lambda: next(iter(loader(found))),
            ):
                tracemalloc.start()
                with pytest.raises((pcr.NotAsListedError, KeyError)):
                    use()
                most = tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
                assert most < 1 << 26
