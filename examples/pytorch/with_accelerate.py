"""Accelerate on a dataset of PCR. What a script that has an ImageFolder and a DataLoader changes ends with "# PCR".

usage: accelerate launch --cpu --num_processes 2 examples/pytorch/with_accelerate.py [DATASET] [--checkpoint folder]
"""

import argparse
from pathlib import Path

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn import functional

import pcrecords as pcr  # PCR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", nargs="?", default=str(Path(__file__).parent / "shapes"))
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--steps", type=int, help="ends after so many")
    parser.add_argument("--checkpoint", help="a folder: where to go on, and what to save at the end")
    given = parser.parse_args()
    accelerator = Accelerator(cpu=not torch.cuda.is_available())
    ranks = {"rank": accelerator.process_index, "world": accelerator.num_processes}  # PCR
    crop = pcr.RandomResizedCrop(32)  # PCR
    loader = pcr.Loader(given.dataset, 64, fidelity="msssim:.96", transform=crop, **ranks)  # PCR

    model = nn.Sequential(nn.Conv2d(3, 8, 5, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(3), nn.Flatten(), nn.Linear(72, 37))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    accelerator.register_for_checkpointing(loader)  # PCR
    if given.checkpoint and Path(given.checkpoint).exists():
        accelerator.load_state(given.checkpoint)

    steps = 0
    while loader.epoch < given.epochs and steps != given.steps:
        for images, labels in loader:
            loss = functional.cross_entropy(model(images.to(accelerator.device) / 255), labels.to(accelerator.device))
            optimizer.zero_grad()
            accelerator.backward(loss)
            optimizer.step()
            steps += 1
            if steps == given.steps:
                break
        accelerator.print(f"loss {loss.item():.3f}")
    if given.checkpoint:
        accelerator.save_state(given.checkpoint)


if __name__ == "__main__":
    main()
