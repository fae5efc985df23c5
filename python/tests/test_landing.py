"""Where batches land, and what hooks make of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import pcrecords as pcr
import records

COUNT = 61


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    with pcr.open(records.write(tmp_path_factory.mktemp("records") / "some.tfrecord", COUNT)) as found:
        yield found


def loader(source, **options):
    crop = pcr.RandomResizedCrop(6)
    return pcr.Loader(source, **{"batch": 8, "seed": 5, "threads": 2, "tensors": "numpy", "transform": crop, **options})


def images(source, epoch=0, **options):
    """Of an epoch, copied."""
    with loader(source, **options) as found:
        found.set_epoch(epoch)
        return [np.array(batch.images) for batch in found]


def buffers(count, *shape):
    return [np.zeros(shape or (8, 6, 6, 3), np.uint8) for _ in range(count)]


@pytest.mark.parametrize("count", [1, 2, 3, 20])
@pytest.mark.parametrize("views", [1, 2])
def test_batches_land_in_the_buffers_of_the_caller_in_turn(dataset, count, views):
    out = buffers(count, 8 * views, 6, 6, 3)
    with loader(dataset, out=out, views=views) as found:
        for epoch in range(2):
            for i, (batch, wanted) in enumerate(zip(found, images(dataset, epoch, views=views), strict=True)):
                assert batch.images is out[i % count]
                np.testing.assert_array_equal(batch.images, wanted)


def test_a_batch_stays_as_it_is_until_the_next_is_asked_for(dataset):
    """What is made ahead meanwhile is in the other buffer."""
    out = buffers(2)
    with loader(dataset, out=out) as found:
        for batch in found:
            before = batch.images.copy()
            for making in found._running._making:
                assert [work.result() for work in making._ready.result()]
            np.testing.assert_array_equal(batch.images, before)


def test_the_last_batch_is_the_front_of_a_buffer(dataset):
    out = buffers(2)
    with loader(dataset, out=out, remainder="short") as found:
        last = list(found)[-1]
    assert len(last.images) == COUNT % 8 == 5
    assert last.images.base is out[7 % 2]


class Elsewhere:
    """Gives memory by DLPack, and is no array."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("wrap", [Elsewhere, lambda array: memoryview(array), lambda array: memoryview(array).cast("B")])
def test_memory_comes_by_dlpack_or_as_a_buffer(dataset, wrap):
    array = buffers(1)[0]
    if getattr(wrap(array), "ndim", 4) == 1:
        with pytest.raises(ValueError, match="shape"):
            loader(dataset, out=wrap(array))
        return
    with loader(dataset, out=[wrap(array)]) as found:
        batch = next(iter(found))
        assert np.shares_memory(batch.images, array)
        np.testing.assert_array_equal(array, images(dataset)[0])


def test_batches_give_their_memory_by_dlpack(dataset):
    with loader(dataset) as found:
        batch = next(iter(found))
        assert np.shares_memory(np.from_dlpack(batch.images), batch.images)


def test_buffers_that_cannot_be_written_to_are_refused(dataset):
    good = buffers(1)[0]
    fixed = good.copy()
    fixed.flags.writeable = False
    whole = np.zeros((16, 6, 6, 3), np.uint8)
    wrong = {
        "shape": np.zeros((7, 6, 6, 3), np.uint8),
        "uint8": np.zeros((8, 6, 6, 3), np.float32),
        "written": fixed,
        "contiguous": whole[::2],
        "in common": [whole[:8], whole[4:12]],
        "no memory": ["nothing"],
        "without buffers": [],
    }
    for words, out in wrong.items():
        with pytest.raises(ValueError, match=words):
            loader(dataset, out=out)
    with pytest.raises(ValueError, match="pin"):
        loader(dataset, out=good, pin=True)


# Hooks


def test_a_sample_hook_changes_images_in_their_place(dataset):
    plain = images(dataset, views=2)
    out = buffers(2, 16, 6, 6, 3)
    for options in ({}, {"out": out}):
        for a, b in zip(plain, images(dataset, views=2, sample_hook=lambda image: 255 - image, **options), strict=True):
            np.testing.assert_array_equal(255 - a, b)


def test_a_sample_hook_may_give_another_kind_of_image(dataset):
    made = images(dataset, sample_hook=lambda image: image[:3].astype(np.float32) / 255)
    for a, b in zip(images(dataset), made, strict=True):
        np.testing.assert_array_equal(a[:, :3].astype(np.float32) / 255, b)
    with (
        loader(dataset, out=buffers(1), sample_hook=lambda image: image[:3]) as found,
        pytest.raises(ValueError, match="have to stay"),
    ):
        next(iter(found))


def test_a_sample_hook_that_forgets_to_return_is_told_so(dataset):
    with loader(dataset, sample_hook=lambda image: None) as found, pytest.raises(ValueError, match="gives back nothing"):
        next(iter(found))


def test_a_batch_hook_makes_what_is_handed_out(dataset):
    with loader(dataset, batch_hook=lambda batch: {"x": batch.images, "y": batch.labels}) as found:
        given = list(found)
    assert [set(batch) for batch in given] == [{"x", "y"}] * 7
    np.testing.assert_array_equal(np.stack([batch["x"] for batch in given]), np.stack(images(dataset)))


def noisy(image):
    noise = np.random.randint(0, 99, image.shape) + random.randrange(99)
    return (image + noise).astype(np.uint8)


def shuffled(batch):
    random.shuffle(batch.keys)
    return batch


@pytest.mark.parametrize("stop", [1, 4])
def test_random_numbers_of_hooks_belong_to_the_sample(dataset, stop):
    """On two ranks, after a stop, with other threads: the same; and the caller's own numbers go on as without hooks."""
    options = {"sample_hook": noisy, "batch_hook": shuffled, "keys": True, "views": 2}
    with loader(dataset, **options) as found:
        whole = list(found)
    random.seed(3)
    np.random.seed(3)
    expected = [random.random(), np.random.random()]
    random.seed(3)
    np.random.seed(3)
    with loader(dataset, **options) as first:
        for batch in first:
            if batch.number == stop - 1:
                break
        state = first.state_dict()
    got = [random.random(), np.random.random()]
    assert got == expected
    ranks = [loader(dataset, rank=rank, world=2, threads=1, **options) for rank in range(2)]
    for rank in ranks:
        rank.load_state_dict(state)
    rest = [np.concatenate([share.images for share in shares]) for shares in zip(*ranks, strict=True)]
    np.testing.assert_array_equal(np.stack(rest), np.stack([batch.images for batch in whole[stop:]]))
    with loader(dataset, **options) as again:
        assert [batch.keys for batch in again] == [batch.keys for batch in whole]
    assert whole[0].keys != sorted(whole[0].keys)
    for rank in ranks:
        rank.close()


def test_a_hook_that_fails_has_handed_out_nothing(dataset):
    def fails(batch):
        if batch.number == 2:
            raise KeyError("mine")
        return batch

    with loader(dataset, batch_hook=fails) as found:
        with pytest.raises(KeyError, match="mine"):
            list(found)
        assert found.position == 16
