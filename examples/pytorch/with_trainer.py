"""The Trainer of transformers on a dataset of PCR. What a script changes ends with "# PCR".

usage: torchrun --nproc-per-node 2 examples/pytorch/with_trainer.py [DATASET]
"""

import argparse
from pathlib import Path

from transformers import ResNetConfig, ResNetForImageClassification, Trainer, TrainingArguments

import pcrecords as pcr  # PCR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", nargs="?", default=str(Path(__file__).parent / "shapes"))
    parser.add_argument("--output", default="trained")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--resume", action="store_true", help="goes on behind the last checkpoint in the output folder")
    given = parser.parse_args()
    arguments = TrainingArguments(given.output, max_steps=given.steps, report_to=[], use_cpu=True)
    ranks = {"rank": arguments.process_index, "world": arguments.world_size, "transform": pcr.RandomResizedCrop(32)}  # PCR
    as_named = lambda batch: {"pixel_values": batch.images / 255, "labels": batch.labels}  # PCR  # noqa: E731
    loader = pcr.Loader(given.dataset, 64, fidelity="msssim:.96", batch_hook=as_named, **ranks)  # PCR
    labels = max(loader.dataset.dataset.class_names) + 1
    model = ResNetForImageClassification(ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], num_labels=labels))
    trainer = Trainer(model, arguments)
    pcr.hf.train_with(trainer, loader)  # PCR
    found = trainer.train(resume_from_checkpoint=given.resume)
    print(f"loss {found.training_loss:.3f} after {found.global_step} steps")


if __name__ == "__main__":
    main()
