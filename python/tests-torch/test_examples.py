"""The programs of examples/pytorch, as they are: on two ranks where it applies, and each sees the batches of the run, once."""

from __future__ import annotations

import re

import pytest
from programs import EXAMPLES, SHAPES, together, whole_run

import pcrecords as pcr

TRAIN = {"batch": 64, "transform": pcr.RandomResizedCrop(32)}


def of_training(seen):
    return [one for one in seen if one["order"] == "lanes"]


@pytest.mark.parametrize("name", ["lightning", "accelerate", "trainer", "reference"])
def test_at_most_five_lines_are_changed(name):
    lines = (EXAMPLES / f"with_{name}.py").read_text().splitlines()
    marked = [line for line in lines if re.search("  # PCR(  # noqa.*)?$", line)]
    assert 1 <= len(marked) <= 5
    assert set(marked) >= {line for line in lines if re.search(r"\bpcr\b", line)}, "each line that knows of PCR is marked"


def test_lightning_on_two_ranks_goes_on_on_one(program):
    """It keeps the loader's state in its checkpoints by itself."""
    script = EXAMPLES / "with_lightning.py"
    first = program.run(script, SHAPES, "--ranks", 2, "--steps", 7, "--checkpoint", "at7.ckpt")
    assert {one["rank"] for one in first} == {0, 1}
    rest = program.run(script, SHAPES, "--steps", 12, "--checkpoint", "at7.ckpt")
    assert {one["world"] for one in rest} == {1}
    assert together(first) | together(rest) == whole_run(SHAPES, 12, **TRAIN)
    assert not together(first).keys() & together(rest).keys()


def test_accelerate_on_two_ranks_goes_on_on_one(program):
    script = EXAMPLES / "with_accelerate.py"
    first = program.on_ranks(2, script, SHAPES, "--steps", 7, "--checkpoint", "state")
    assert {one["rank"] for one in first} == {0, 1}
    rest = program.run(script, SHAPES, "--epochs", 3, "--checkpoint", "state")
    assert together(first) | together(rest) == whole_run(SHAPES, 15, **TRAIN)
    assert not together(first).keys() & together(rest).keys()


def test_the_trainer_on_two_ranks_goes_on_on_one(program):
    script = EXAMPLES / "with_trainer.py"
    first = program.on_ranks(2, script, SHAPES, "--steps", 7)
    assert {one["rank"] for one in first} == {0, 1}
    rest = program.run(script, SHAPES, "--steps", 12, "--resume")
    assert together(first) | together(rest) == whole_run(SHAPES, 12, **TRAIN)
    assert not together(first).keys() & together(rest).keys()


def test_the_loop_of_torchvision_on_two_ranks(program):
    seen = program.on_ranks(2, EXAMPLES / "with_reference.py", SHAPES)
    assert together(of_training(seen)) == whole_run(SHAPES, 10, **TRAIN)
    looked_at = [number for one in seen if one["order"] == "sequential" and one["epoch"] == 0 for number in one["numbers"]]
    assert sorted(looked_at) == list(range(320)), "evaluation sees each image once"
    assert "images, and" not in program.output


def test_the_training_program_learns_and_goes_on(program):
    """In two runs what one run would have seen; and drawings that it has not seen get their class."""
    script = EXAMPLES / "train.py"
    first = of_training(program.on_ranks(2, script, "--epochs", 1))
    rest = of_training(program.run(script, "--epochs", 2))
    assert "goes on at epoch 1" in program.output
    with pcr.open(SHAPES) as dataset:
        train = dataset.select(mask=[number % 5 != 0 for number in range(320)])
        assert together(first) | together(rest) == whole_run(train, 16, batch=32, seed=1)
    assert {one["rank"] for one in first} == {0, 1}
    assert len({one["fidelity"] for one in first}) == 1, "the ranks have decided the same"
