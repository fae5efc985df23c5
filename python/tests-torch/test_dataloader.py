"""Under torch.utils.data.DataLoader, with all ways to start workers."""

from __future__ import annotations

import functools
import pickle

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader, DistributedSampler

import pcrecords as pcr

CROP = pcr.RandomResizedCrop(24)


def first(image):
    return image[0]


def expected(shapes, crop=CROP):
    data = pcr.MapDataset(shapes, crop, seed=4)
    return [np.stack([image for image, _ in data.__getitems__(list(range(at, at + 40)))]) for at in range(0, 320, 40)]


@pytest.mark.parametrize("start", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize("workers", [1, 3])
def test_workers_give_what_one_process_gives(shapes, start, workers):
    """Also where the parent has read before, and its threads and files are not the children's."""
    data = pcr.MapDataset(shapes, CROP, seed=4)
    data[0]
    with pcr.Loader(shapes, 8, transform=CROP) as beside:
        running = iter(beside)
        next(running)
        batches = DataLoader(data, 40, num_workers=workers, multiprocessing_context=start, persistent_workers=True)
        for _ in range(2):
            for (images, labels), wanted, at in zip(batches, expected(shapes), range(0, 320, 40), strict=True):
                np.testing.assert_array_equal(images.numpy(), wanted)
                assert labels.tolist() == shapes[at : at + 40].labels().tolist()
        assert len(list(running)) == 39, "the loader of the parent went on"


def test_no_workers_and_a_sampler_of_ranks(shapes):
    data = pcr.MapDataset(shapes.at(2), CROP)
    seen = []
    for rank in range(2):
        sampler = DistributedSampler(data, 2, rank)
        sampler.set_epoch(3)
        for images, labels in DataLoader(data, 16, sampler=sampler):
            assert (images.shape, images.dtype) == ((16, 24, 24, 3), torch.uint8)
            seen += labels.tolist()
    assert sorted(seen) == sorted([0, 1, 2, 3] * 80)


def test_whole_batches_without_a_collate_function(shapes):
    """One native call makes a batch; PyTorch asks for the indexes of a batch together."""
    asked = []

    class Counted(pcr.MapDataset):
        def __getitems__(self, indexes):
            asked.append(len(indexes))
            return super().__getitems__(indexes)

    list(DataLoader(Counted(shapes, CROP), 64))
    assert asked == [64] * 5


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_columns_move_under_a_dataloader_too(shapes, start):
    moved = {"boxes": pcr.Boxes("xyxy"), "mask": pcr.Mask()}
    data = pcr.MapDataset(shapes, pcr.CenterCrop(48), moved=moved)
    for images, labels, places in DataLoader(data, 32, num_workers=2, multiprocessing_context=start):
        assert images.shape == (32, 48, 48, 3)
        for label, mask, box in zip(labels, places["mask"], places["boxes"][:, 0], strict=True):
            rows, columns = torch.nonzero(mask, as_tuple=True)
            assert [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1] == box.tolist()
            assert mask.max() == label + 1


def test_a_dataset_goes_through_pickle_at_its_fidelity(shapes):
    data = pcr.MapDataset(shapes.at(1).select("label > 1"), CROP, sample_hook=functools.partial(first))
    data.set_epoch(5)
    copy = pickle.loads(pickle.dumps(data))
    assert (len(copy), copy.epoch, copy.view.group) == (160, 5, 1)
    np.testing.assert_array_equal(copy[9][0], data[9][0])


def test_a_worker_that_fails_says_which_sample(shapes):
    class Fails(pcr.Mask):
        def move(self, value, frame):
            raise ValueError("no mask today")

    data = pcr.MapDataset(shapes, CROP, moved={"mask": Fails()})
    with pytest.raises(ValueError, match=f"column 'mask' of '{shapes[0].key}': no mask today"):
        list(DataLoader(data, 8, num_workers=1, multiprocessing_context="fork"))
