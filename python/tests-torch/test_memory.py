"""Batches as tensors: whose memory they are in, and what hooks of torchvision do with them."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torchvision import tv_tensors
from torchvision.transforms import v2

import pcrecords as pcr

CROP = pcr.RandomResizedCrop(32)


def loader(source, **options):
    return pcr.Loader(source, **{"batch": 32, "seed": 3, "transform": CROP, "threads": 2, **options})


def images(source, **options):
    with loader(source, **options) as found:
        return torch.stack([torch.as_tensor(batch.images).clone() for batch in found])


def test_batches_are_tensors_of_bytes(shapes):
    with loader(shapes) as found:
        got, labels = next(iter(found))
    assert (got.dtype, got.shape, labels.dtype, labels.shape) == (torch.uint8, (32, 3, 32, 32), torch.int64, (32,))
    plain = images(shapes, tensors="numpy", layout="NHWC")
    assert torch.equal(plain.permute(0, 1, 4, 2, 3), images(shapes))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("shared", [False, True])
def test_batches_land_in_tensors_of_the_caller(shapes, count, shared):
    out = [torch.zeros(64, 3, 32, 32, dtype=torch.uint8) for _ in range(count)]
    if shared:
        for tensor in out:
            tensor.share_memory_()
    expected = images(shapes, views=2)
    with loader(shapes, out=out, views=2) as found:
        for i, batch in enumerate(found):
            assert batch.images is out[i % count]
            assert isinstance(batch.labels, torch.Tensor)
            assert torch.equal(batch.images, expected[i])


@pytest.mark.skipif(torch.cuda.is_available(), reason="is about machines without CUDA")
def test_without_cuda_pinned_memory_is_ordinary_and_a_warning_says_so(shapes):
    with pytest.warns(UserWarning, match="no CUDA device"):
        pinned = loader(shapes, pin=True)
    with pinned:
        batch = next(iter(pinned))
        assert not batch.images.is_pinned()
        assert torch.equal(batch.images, images(shapes)[0])


def test_memory_goes_from_library_to_library(shapes):
    """DLPack, in both directions: nothing is copied."""
    array = np.zeros((32, 3, 32, 32), np.uint8)
    with loader(shapes, out=array, tensors="torch", layout="NCHW") as found:
        batch = next(iter(found))
        assert np.shares_memory(torch.from_dlpack(batch.images).numpy(), array)
        assert torch.equal(torch.from_numpy(array), images(shapes)[0])


@pytest.mark.parametrize("wrong", ["float", "strided", "meta"])
def test_tensors_that_cannot_be_written_to_are_refused(shapes, wrong):
    tensors = {
        "float": torch.zeros(32, 3, 32, 32),
        "strided": torch.zeros(32, 32, 32, 3, dtype=torch.uint8).permute(0, 3, 1, 2),
        "meta": torch.zeros(32, 3, 32, 32, dtype=torch.uint8, device="meta"),
    }
    with pytest.raises(ValueError, match="out"):
        loader(shapes, out=tensors[wrong])


# Hooks


def test_transforms_of_torchvision_work_as_sample_hooks(shapes):
    jitter = v2.Compose([v2.ColorJitter(0.5, 0.5), v2.RandomErasing(0.5), v2.ToDtype(torch.float32, scale=True)])
    torch.manual_seed(11)
    expected = torch.rand(3)
    torch.manual_seed(11)
    made = images(shapes, sample_hook=jitter)
    assert torch.equal(torch.rand(3), expected), "the caller's random numbers went on"
    assert made.dtype == torch.float32
    assert not torch.equal(made, images(shapes) / 255)
    with loader(shapes, sample_hook=jitter) as first:
        next(iter(first))
        state = first.state_dict()
    ranks = [loader(shapes, sample_hook=jitter, rank=rank, world=2) for rank in range(2)]
    for rank in ranks:
        rank.load_state_dict(state)
    rest = torch.stack([torch.cat([share.images for share in shares]) for shares in zip(*ranks, strict=True)])
    assert torch.equal(rest, made[1:])
    for rank in ranks:
        rank.close()


def test_transforms_of_torchvision_work_as_batch_hooks(shapes):
    mixed = v2.MixUp(num_classes=4)
    with loader(shapes, batch_hook=lambda batch: mixed(batch.images / 255, batch.labels)) as found:
        got, labels = next(iter(found))
    assert labels.shape == (32, 4)
    assert torch.allclose(labels.sum(1), torch.ones(32))
    assert got.shape == (32, 3, 32, 32)


MOVED = {"boxes": pcr.Boxes(), "points": pcr.Points(3), "mask": pcr.Mask()}


@pytest.mark.parametrize("views", [1, 2])
def test_boxes_points_and_masks_are_where_the_drawing_is(shapes, views):
    """Without a crop that cuts: the shape's box is that of its mask, before and after."""
    with loader(shapes, moved=MOVED, views=views, transform=pcr.RandomResizedCrop(96, (1, 1), (1, 1)), batch=64) as found:
        flips = 0
        for batch in found:
            assert batch.columns["mask"].shape == (64 * views, 96, 96)
            for i in range(64 * views):
                mask, (box,) = batch.columns["mask"][i], batch.columns["boxes"][i]
                assert set(mask.unique().tolist()) == {0, int(batch.labels[i // views]) + 1}
                rows, columns = torch.nonzero(mask, as_tuple=True)
                around = torch.tensor([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], dtype=torch.float32)
                assert torch.equal(box, around)
                corners = batch.columns["points"][i]
                assert corners[:, 2].eq(2).all()
                assert torch.equal(corners[:, :2].amin(0), box[:2])
                assert torch.equal(corners[:, :2].amax(0), box[2:])
                flips += int(corners[0, 0] > corners[1, 0])
    assert 64 < flips < 320 * views - 64


def test_crops_cut_boxes_where_they_cut_masks(shapes):
    cut = 0
    with loader(shapes, moved=MOVED, transform=pcr.RandomResizedCrop(144, (0.1, 0.4))) as found:
        for batch in found:
            for mask, (box,), corners in zip(*(batch.columns[name] for name in ("mask", "boxes", "points")), strict=True):
                rows, columns = torch.nonzero(mask, as_tuple=True)
                hidden = (box[2:] - box[:2]).prod() == 0
                if hidden:
                    assert not len(rows)
                elif len(rows):
                    around = torch.tensor([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
                    assert (box[:2] <= around[:2] + 1).all()
                    assert (box[2:] >= around[2:] - 1).all()
                inside = ((corners[:, :2] >= 0) & (corners[:, :2] <= 144)).all(1)
                assert torch.equal(corners[:, 2] == 2, inside)
                cut += int(not hidden and corners[:, 2].eq(0).any())
    assert cut > 50


def test_transforms_of_torchvision_move_boxes_on(shapes):
    flip = v2.RandomHorizontalFlip(1.0)

    def mirrored(image, places):
        boxes = tv_tensors.BoundingBoxes(places["boxes"], format="XYXY", canvas_size=image.shape[-2:])
        return flip(image, {**places, "boxes": boxes})

    options = {"moved": {"boxes": pcr.Boxes()}, "transform": pcr.CenterCrop(48), "order": "sequential"}
    with loader(shapes, **options) as plain, loader(shapes, sample_hook=mirrored, **options) as other:
        for a, b in zip(plain, other, strict=True):
            assert torch.equal(a.images.flip(-1), b.images)
            for (one,), (two,) in zip(a.columns["boxes"], b.columns["boxes"], strict=True):
                assert torch.equal(torch.stack((48 - one[2], one[1], 48 - one[0], one[3])), torch.as_tensor(two))


def test_a_damaged_image_takes_the_columns_of_its_replacement(shapes):
    """With "skip", another image of the batch stands in its place: with its boxes, not with those of the damaged one."""

    class Fails(pcr.Mask):
        def move(self, value, frame):
            found = super().move(value, frame)
            if found.max() == 3:
                raise pcr.ImageCorruptError("mask", "squares are not wanted")
            return found

    moved = {**MOVED, "mask": Fails()}
    with loader(shapes, moved=moved, on_damage="skip", transform=pcr.CenterCrop(48)) as found:
        for batch in found:
            assert batch.replaced.any()
            assert batch.labels.ne(2).all()
            for label, mask, (box,) in zip(batch.labels, batch.columns["mask"], batch.columns["boxes"], strict=True):
                rows, _ = torch.nonzero(mask, as_tuple=True)
                assert mask.max() == label + 1
                assert rows.min() == box[1]
    with loader(shapes, moved=moved) as found, pytest.raises(pcr.ImageCorruptError):
        list(found)
