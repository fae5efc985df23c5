"""What a caller does to images and batches, with random numbers that belong to each: a run that is resumed has the same."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from .batch import Batch
from .numbers import key

SampleHook = Callable[..., Any]
BatchHook = Callable[[Batch], Any]
_OF_SAMPLE: Final = 9
_OF_BATCH: Final = 10


@contextmanager
def kept() -> Iterator[Callable[[int], None]]:
    """Gives a function that sets the seeds of Python, numpy and torch; afterwards all go on as if nothing had been drawn."""
    torch = sys.modules.get("torch")
    python, numpy = random.getstate(), np.random.get_state()
    generator = torch.default_generator if torch is not None else None
    before = generator.get_state() if generator is not None else None

    def seed(value: int) -> None:
        random.seed(value)
        # The third number: with the same two, numpy would draw what Python draws.
        np.random.seed((value & 0xFFFFFFFF, value >> 32, 1))
        if generator is not None:
            generator.manual_seed(value)

    try:
        yield seed
    finally:
        random.setstate(python)
        np.random.set_state(numpy)
        if generator is not None:
            generator.set_state(before)


def call_for_samples(
    hook: SampleHook, batch: Batch, seeds: list[int], views: int, moved: tuple[str, ...], in_place: bool
) -> None:
    """Calls it with each image, and puts what it gives back into the batch. seeds: of the parts.

    in_place: images have to stay in the memory that they are in
    """
    part_seeds = np.array([seed & 0xFFFFFFFFFFFFFFFF for seed in seeds], np.uint64)[batch.parts]
    images, made = batch.images, []
    with kept() as seed:
        for view in range(views):
            drawn = key(part_seeds, batch.epochs, _OF_SAMPLE, batch.numbers, view).tolist()
            for i, value in enumerate(drawn):
                seed(value)
                at = i * views + view
                if not moved:
                    made.append(hook(images[at]))
                    continue
                image, places = hook(images[at], {name: batch.columns[name][at] for name in moved})
                made.append(image)
                for name in moved:
                    batch.columns[name][at] = places[name]
    batch.images = _together(images, [made[view * len(batch) + i] for i in range(len(batch)) for view in range(views)], in_place)


def _together(images: Any, made: list[Any], in_place: bool) -> Any:
    if any(image is None for image in made):
        raise ValueError("sample_hook gives back nothing; it has to give the image, also where it has changed it in place")
    if all(image.shape == images.shape[1:] and image.dtype == images.dtype for image in made):
        for i, image in enumerate(made):
            images[i] = image
        return images
    if in_place:
        first = made[0]
        wanted = f"{images.dtype} of {tuple(images.shape[1:])}"
        raise ValueError(f"sample_hook gives {first.dtype} of {tuple(first.shape)}: with `out`, images have to stay {wanted}")
    if isinstance(images, np.ndarray):
        return np.stack(made)
    import torch

    return torch.stack(made)


def call_for_batch(hook: BatchHook, batch: Batch, seed: int, rank: int) -> Any:
    with kept() as set_seed:
        set_seed(int(key(seed, batch.epoch, _OF_BATCH, batch.number, rank)))
        return hook(batch)
