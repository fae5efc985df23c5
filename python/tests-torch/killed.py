"""A rank of a training run that can be killed at any moment. usage: killed.py DATASET CHECKPOINT STEPS MEETING RANK RANKS

Its model is trained in step on all ranks. What the loader hands out is noted by recorder/sitecustomize.py.
"""

from __future__ import annotations

import os
import sys

import torch
from torch import distributed, nn

import pcrecords as pcr


def main(dataset: str, checkpoint: str, steps: int, meeting: str, rank: int, world: int) -> None:
    distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=world)
    model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 16, 4)))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    crop = pcr.RandomResizedCrop(16)
    with pcr.Loader(dataset, 24, rank=rank, world=world, seed=9, transform=crop, fidelity="msssim:.96", threads=1) as loader:
        trained = []
        if os.path.exists(checkpoint):
            saved = torch.load(checkpoint)
            model.module.load_state_dict(saved["model"])
            loader.load_state_dict(saved["loader"])
            trained = saved["trained"]
        while len(trained) < steps:
            for batch in loader:
                loss = nn.functional.cross_entropy(model(batch.images.float()), batch.labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                trained.append((batch.epoch, batch.number))
                if rank == 0 and (len(trained) % 3 == 0 or len(trained) == steps):
                    state = {"model": model.module.state_dict(), "loader": loader.state_dict(), "trained": trained}
                    torch.save(state, checkpoint + ".new")
                    os.replace(checkpoint + ".new", checkpoint)
                if len(trained) == steps:
                    break
    distributed.destroy_process_group()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5]), int(sys.argv[6]))
