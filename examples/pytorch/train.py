"""Trains a small residual network on a dataset of PCR, and goes on where it was stopped.

usage: python examples/pytorch/train.py DATASET [--fidelity 3] [--epochs 5] [--checkpoint run.pt]

A dataset is made with the command: ./pcr convert PHOTOS DATASET, where each folder of PHOTOS is a class. Stop the program at any
time and start it again: it goes on behind the last checkpoint, with the samples that the run has not had yet.
"""

from __future__ import annotations

import argparse
import os
import time

import torch
from torch import nn
from torch.nn import functional

import pcrecords as pcr


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


def network(classes: int) -> nn.Module:
    return nn.Sequential(
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


def normal(images: torch.Tensor, device: torch.device) -> torch.Tensor:
    """From 0..255 to about -2..2, behind the copy: bytes travel, floats do not."""
    return images.to(device, non_blocking=True).float().sub_(116).div_(58)


def save(path: str, model: nn.Module, optimizer: torch.optim.Optimizer, loader: pcr.Loader) -> None:
    """The loader's state belongs to the model's: it says which samples the model has had."""
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "loader": loader.state_dict()}
    torch.save(state, path + ".new")
    os.replace(path + ".new", path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("--fidelity", default="full")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--size", type=int, default=96)
    parser.add_argument("--checkpoint", default="run.pt")
    parser.add_argument("--every", type=int, default=50, help="batches between two checkpoints")
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    dataset = pcr.open(given.dataset)
    labels = sorted(dataset.class_names)
    model = network(labels[-1] + 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
    crop = pcr.RandomResizedCrop(given.size, scale=(0.35, 1))
    with pcr.Loader(dataset, given.batch, fidelity=given.fidelity, transform=crop, seed=1, pin=device.type == "cuda") as loader:
        if os.path.exists(given.checkpoint):
            saved = torch.load(given.checkpoint, map_location=device)
            model.load_state_dict(saved["model"])
            optimizer.load_state_dict(saved["optimizer"])
            loader.load_state_dict(saved["loader"])
            print(f"goes on at epoch {loader.epoch}, sample {loader.position}")
        while loader.epoch < given.epochs:
            epoch, start, images_seen, right = loader.epoch, time.perf_counter(), 0, 0
            for images, targets in loader:
                found = model(normal(images, device))
                loss = functional.cross_entropy(found, targets.to(device))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                images_seen += len(targets)
                right += int((found.argmax(1).cpu() == targets).sum())
                if loader.position // given.batch % given.every == 0:
                    save(given.checkpoint, model, optimizer, loader)
            seconds = time.perf_counter() - start
            print(
                f"epoch {epoch}: {images_seen / seconds:,.0f} images a second, {right / images_seen:.1%} right, loss {loss:.3f}"
            )


if __name__ == "__main__":
    main()
