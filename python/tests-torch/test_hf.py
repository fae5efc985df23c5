"""The IterableDataset of `datasets`."""

from __future__ import annotations

import numpy as np
import pytest
from programs import SHAPES

import pcrecords as pcr


@pytest.fixture(scope="module")
def whole(shapes):
    return [(sample.key, sample.label, sample.decode()) for sample in shapes]


def test_rows_are_the_samples_in_their_order(shapes, whole):
    rows = pcr.hf.to_iterable_dataset(SHAPES, columns=["boxes", "mask"])
    assert rows.features["label"].names == ["cross", "disc", "square", "triangle"]
    for row, (key, label, pixels), sample in zip(rows, whole, shapes, strict=True):
        assert (row["key"], row["label"]) == (key, label)
        assert np.abs(np.asarray(row["image"]).astype(int) - pixels).mean() < 2
        assert row["boxes"] == sample["boxes"].tolist()
        assert row["mask"] == sample["mask"]


def test_files_are_those_of_the_fidelity(shapes):
    import datasets

    rows = pcr.hf.to_iterable_dataset(SHAPES, fidelity="msssim:.96").cast_column("image", datasets.Image(decode=False))
    assert [row["image"]["bytes"] for row in rows] == [sample.file for sample in shapes.at("msssim:.96")]


def test_it_goes_on_where_it_was(whole):
    rows = pcr.hf.to_iterable_dataset(SHAPES)
    seen = []
    for row in rows:
        seen.append(row["key"])
        if len(seen) == 100:
            state = rows.state_dict()
            break
    again = pcr.hf.to_iterable_dataset(SHAPES)
    again.load_state_dict(state)
    assert seen + [row["key"] for row in again] == [key for key, _, _ in whole]


def test_a_worker_opens_for_itself():
    """It is given the dataset through pickle, and gives each sample once."""
    from torch.utils.data import DataLoader

    rows = pcr.hf.to_iterable_dataset(SHAPES).remove_columns("image")
    assert rows.num_shards == 1
    found = [key for batch in DataLoader(rows, 32, num_workers=1) for key in batch["key"]]
    assert len(set(found)) == len(found) == 320


def test_unknown_columns_and_fidelities_are_named():
    with pytest.raises(ValueError, match="colour"):
        pcr.hf.to_iterable_dataset(SHAPES, columns=["colour"])
    with pytest.raises(ValueError, match=r"1\.\.6"):
        pcr.hf.to_iterable_dataset(SHAPES, fidelity=9)
