"""Lightning on a dataset of PCR. What a script that has an ImageFolder and a DataLoader changes ends with "# PCR".

usage: python examples/pytorch/with_lightning.py [DATASET] [--ranks 2] [--checkpoint last.ckpt]
"""

import argparse
from pathlib import Path

import lightning
import torch
from torch import nn
from torch.nn import functional

import pcrecords as pcr  # PCR


class Classifier(lightning.LightningModule):
    def __init__(self, dataset: str) -> None:
        super().__init__()
        self.dataset = dataset
        self.model = nn.Sequential(nn.Conv2d(3, 8, 5, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(3), nn.Flatten(), nn.Linear(72, 37))

    def train_dataloader(self):
        ranks = {"rank": self.trainer.global_rank, "world": self.trainer.world_size}  # PCR
        crop, scaled = pcr.RandomResizedCrop(32), lambda batch: (batch.images / 255, batch.labels)  # PCR
        return pcr.Loader(self.dataset, 64, fidelity="msssim:.96", transform=crop, batch_hook=scaled, **ranks)  # PCR

    def training_step(self, batch: tuple[torch.Tensor, torch.Tensor], index: int) -> torch.Tensor:
        images, labels = batch
        loss = functional.cross_entropy(self.model(images), labels)
        self.log("loss", loss, prog_bar=True)
        return loss

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD(self.parameters(), lr=0.05)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", nargs="?", default=str(Path(__file__).parent / "shapes"))
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--checkpoint", help="where to go on, and what to save at the end")
    given = parser.parse_args()
    trainer = lightning.Trainer(
        accelerator="cpu",
        devices=given.ranks,
        strategy="ddp" if given.ranks > 1 else "auto",
        max_steps=given.steps,
        max_epochs=-1,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )
    before = given.checkpoint if given.checkpoint and Path(given.checkpoint).exists() else None
    trainer.fit(Classifier(given.dataset), ckpt_path=before)
    if given.checkpoint:
        trainer.save_checkpoint(given.checkpoint)


if __name__ == "__main__":
    main()
