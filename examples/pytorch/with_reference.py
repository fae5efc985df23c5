"""A training loop as torchvision's reference for classification has it, on a dataset of PCR.

What such a script changes ends with "# PCR": the dataset and the DataLoader; its sampler is not needed any more.

usage: torchrun --nproc-per-node 2 examples/pytorch/with_reference.py [DATASET]
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
import torchvision
from torch import distributed, nn

import pcrecords as pcr  # PCR


def every(loader: Any, header: str) -> Iterable[Any]:
    """The batches, and a line for each ten."""
    for i, batch in enumerate(loader):
        yield batch
        if i % 10 == 0:
            print(f"{header} [{i}/{len(loader)}]")


def train_one_epoch(model: nn.Module, criterion: nn.Module, optimizer: Any, loader: Any, device: Any, epoch: int) -> None:
    model.train()
    for image, target in every(loader, f"Epoch: [{epoch}]"):
        image, target = image.to(device), target.to(device)
        loss = criterion(model(image), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def evaluate(model: nn.Module, loader: Any, device: Any) -> float:
    model.eval()
    counts = torch.zeros(2)
    with torch.inference_mode():
        for image, target in every(loader, "Test:"):
            right = model(image.to(device)).argmax(1) == target.to(device)
            counts += torch.tensor([int(right.sum()), len(target)])
    distributed.all_reduce(counts)
    if counts[1] != len(loader.dataset):
        print(f"the dataset has {len(loader.dataset)} images, and {int(counts[1])} were used")
    return float(counts[0] / counts[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", nargs="?", default=str(Path(__file__).parent / "shapes"))
    parser.add_argument("--epochs", type=int, default=2)
    given = parser.parse_args()
    distributed.init_process_group("gloo")
    device = torch.device("cpu")
    share = {"rank": distributed.get_rank(), "world": int(os.environ["WORLD_SIZE"])}  # PCR
    share["batch_hook"] = lambda batch: (batch.images / 255, batch.labels)  # PCR
    loader = pcr.Loader(given.dataset, 64, transform=pcr.RandomResizedCrop(32), **share)  # PCR
    loader_test = pcr.Loader(given.dataset, order="sequential", remainder="short", transform=pcr.CenterCrop(32), **share)  # PCR
    model = torchvision.models.squeezenet1_1(num_classes=37).to(device)
    model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    for epoch in range(given.epochs):
        loader.set_epoch(epoch)
        train_one_epoch(model, nn.CrossEntropyLoss(), optimizer, loader, device, epoch)
        print(f"right: {evaluate(model, loader_test, device):.1%}")
    distributed.destroy_process_group()


if __name__ == "__main__":
    main()
