"""Trains a small residual network on a dataset of PCR, and goes on where it was stopped.

usage: python examples/pytorch/train.py [DATASET] [--epochs 12] [--size 96] [--checkpoint run.pt]
       torchrun --nproc-per-node 2 examples/pytorch/train.py [DATASET] …

Without DATASET it takes the drawings in the folder shapes, which is beside it. A dataset is made with the command:
./pcr convert PHOTOS DATASET, where each folder of PHOTOS is a class. Stop the program at any time and start it again, with as
many processes as you like: it goes on behind the last checkpoint, with the samples that the run has not had yet.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import distributed, nn
from torch.nn import functional

import pcrecords as pcr

SHAPES = Path(__file__).parent / "shapes"


class Block(nn.Module):
    """Two convolutions, and what went in beside them."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.path = nn.Sequential(
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(),
            nn.Conv2d(outside, outside, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outside),
        )
        self.beside = nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(self.path(x) + self.beside(x))


class Network(nn.Module):
    """Takes bytes, 0 to 255: they travel to the device, and floats do not."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 32, 3, 2, 1),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            Block(32, 32, 1),
            Block(32, 64, 2),
            Block(64, 128, 2),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Linear(128, classes),
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.layers((images.float() - 116) / 58)
        return found


def save(path: str, model: nn.Module, optimizer: torch.optim.Optimizer, loader: pcr.Loader) -> None:
    """The loader's state belongs to the model's: it says which samples the model has had. It is the same on all ranks."""
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "loader": loader.state_dict()}
    torch.save(state, path + ".new")
    os.replace(path + ".new", path)


def share_right(model: nn.Module, view: pcr.View, size: int, device: torch.device) -> float:
    """How many of the images that the model has never seen get their class, at full fidelity."""
    model.eval()
    right = 0
    crop = pcr.CenterCrop(size, size * 8 // 7)
    with torch.inference_mode(), pcr.Loader(view, 64, order="sequential", remainder="short", transform=crop) as loader:
        for images, labels in loader:
            right += int((model(images.to(device)).argmax(1).cpu() == labels).sum())
    model.train()
    return right / len(view)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", nargs="?", default=str(SHAPES))
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=32, help="images in a step, over all processes")
    parser.add_argument("--size", type=int, help="of the pictures that the model gets; default: 96, and 48 for the drawings")
    parser.add_argument("--checkpoint", default="run.pt")
    parser.add_argument("--every", type=int, default=20, help="batches between two checkpoints")
    given = parser.parse_args()
    size = given.size or (48 if Path(given.dataset) == SHAPES else 96)
    rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    if world > 1:
        distributed.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if torch.cuda.is_available() else torch.device("cpu")

    dataset = pcr.open(given.dataset)
    fifth = np.arange(len(dataset)) % 5 == 0
    train, unseen = dataset.select(mask=~fifth), dataset.select(mask=fifth)
    torch.manual_seed(1)
    plain = Network(max(dataset.class_names) + 1).to(device)
    model = nn.parallel.DistributedDataParallel(plain) if world > 1 else plain
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)

    # Every fourth epoch, the lowest of these fidelities whose gradients point where those of the complete images do.
    policy = pcr.policy.gradient_cosine(
        plain, functional.cross_entropy, (1, 2, 3, 4), prepare=lambda images: images.to(device), every=4, probes=8
    )
    loader = pcr.Loader(
        train,
        given.batch,
        rank=rank,
        world=world,
        seed=1,
        fidelity=policy,
        transform=pcr.RandomResizedCrop(size, scale=(0.35, 1)),
        pin=device.type == "cuda",
    )
    if os.path.exists(given.checkpoint):
        saved = torch.load(given.checkpoint, map_location=device)
        plain.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        loader.load_state_dict(saved["loader"])
        if rank == 0:
            print(f"goes on at epoch {loader.epoch}, sample {loader.position}", flush=True)
    while loader.epoch < given.epochs:
        epoch, start, count, fidelities = loader.epoch, time.perf_counter(), 0, {}
        for group in optimizer.param_groups:
            group["lr"] = 0.05 * (1 + math.cos(math.pi * epoch / given.epochs)) / 2
        for batch in loader:
            images, labels = batch.images.to(device, non_blocking=True), batch.labels.to(device, non_blocking=True)
            loss = functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            count += len(batch)
            fidelities[batch.fidelity] = None
            if rank == 0 and loader.position // given.batch % given.every == 0:
                save(given.checkpoint, plain, optimizer, loader)
        if rank == 0:
            seconds = time.perf_counter() - start
            print(
                f"epoch {epoch} at fidelity {', '.join(map(str, fidelities))}: {count * world / seconds:,.0f} images a second, "
                f"loss {loss.item():.3f}, {share_right(plain, unseen, size, device):.1%} of unseen images right",
                flush=True,
            )
    loader.close()
    if world > 1:
        distributed.destroy_process_group()


if __name__ == "__main__":
    main()
