"""What a loader hands out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass
class Batch:
    """What a rank gets in a step. `images, labels = batch` works, too. The caller may keep it.

    images: one after the other, the views of an image side by side; height, width, channels, or channels first
    labels: -1 for images without one
    padded: images that are in the batch only to fill it
    degraded: images that damage made coarser than was asked for
    replaced: images that stand for others, which are damaged or cannot be decoded
    parts, numbers, epochs: the part of a mix, the number in its dataset, and the epoch of that part
    columns: a value for each image; of columns that move, one for each view
    fidelity: what was asked for; "mixed" where the views of a mix differ in it
    """

    images: Any
    labels: Any
    padded: npt.NDArray[np.bool_]
    degraded: npt.NDArray[np.bool_]
    replaced: npt.NDArray[np.bool_]
    parts: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    epochs: npt.NDArray[np.int64]
    epoch: int
    number: int
    fidelity: int | str
    keys: list[str] | None = None
    columns: dict[str, Any] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.images, self.labels))

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass
class Statistics:
    """What a loader did so far.

    waited: seconds that the caller waited for batches
    cache_hits: images that came from the cache
    """

    batches: int = 0
    images: int = 0
    waited: float = 0.0
    degraded: int = 0
    replaced: int = 0
    cache_hits: int = 0
