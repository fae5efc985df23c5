"""Runs of several processes that are killed at any moment, and go on with another number of ranks."""

from __future__ import annotations

import random
import subprocess
import sys
import time
import zlib
from collections import defaultdict

import pytest
import torch
from programs import HERE, SHAPES

import pcrecords as pcr

BATCH, STEPS, KILLS = 24, 60, 3


def run(program, ranks, checkpoint, batches):
    """Runs all ranks, and kills them when so many batches have been handed out. Whether they came to their end."""
    environment = program.environment()
    meeting = program.folder / f"meeting{program.runs}"
    words = [sys.executable, HERE / "killed.py", SHAPES, checkpoint, STEPS, meeting]
    running = [
        subprocess.Popen([*map(str, words), str(rank), str(ranks)], env=environment, cwd=program.folder) for rank in range(ranks)
    ]
    while any(one.poll() is None for one in running):
        assert not any(one.poll() for one in running), "a rank failed by itself"
        if program.lines() >= batches:
            for one in running:
                one.kill()
            break
        time.sleep(0.002)
    return [one.wait() for one in running] == [0] * ranks


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_run_goes_on_with_another_number_of_ranks(program, seed):
    """All batches of an uninterrupted run are seen, each with the same images in the same crops, also where it is seen again."""
    choose = random.Random(seed)
    checkpoint = program.folder / "checkpoint.pt"
    seen = []
    for kill in range(KILLS + 1):
        ranks = choose.choice([1, 2, 3, 4])
        ended = run(program, ranks, checkpoint, choose.randint(1, 18 * ranks) if kill < KILLS else sys.maxsize)
        assert ended == (kill == KILLS)
        seen += program.seen()
    shares = defaultdict(dict)
    for one in seen:
        shares[one["epoch"], one["batch"], one["world"]].setdefault(one["rank"], set()).add((one["pixels"], *one["numbers"]))
    whole = {}
    with pcr.Loader(SHAPES, BATCH, seed=9, transform=pcr.RandomResizedCrop(16)) as loader:
        while len(whole) < STEPS:
            for batch in loader:
                whole[batch.epoch, batch.number] = batch.numbers.tolist()
    complete = set()
    for (epoch, number, world), ranks in shares.items():
        for rank, same in ranks.items():
            assert len(same) == 1, "a share that is given twice is the same, to the pixel"
            ((_, *numbers),) = same
            begin, end = BATCH * rank // world, BATCH * (rank + 1) // world
            assert numbers == whole[epoch, number][begin:end]
        if len(ranks) == world:
            complete.add((epoch, number))
    wanted = list(whole)[:STEPS]
    assert complete >= set(wanted)
    assert torch.load(checkpoint)["trained"] == wanted, "the model has had each batch once, in order"
    for world in (1, 2):
        check_pixels(shares, world)


def check_pixels(shares, world):
    """A rank's share has the pixels that a loader of this process gives for it."""
    loaders = [
        pcr.Loader(SHAPES, BATCH, rank=rank, world=world, seed=9, transform=pcr.RandomResizedCrop(16), fidelity="msssim:.96")
        for rank in range(world)
    ]
    for rank, loader in enumerate(loaders):
        for batch in loader:
            for pixels, *_ in shares.get((0, batch.number, world), {}).get(rank, ()):
                assert pixels == zlib.crc32(batch.images.numpy().tobytes())
        loader.close()
