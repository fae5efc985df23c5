"""For torch.utils.data.DataLoader: a dataset that is asked for samples by their index."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .crops import Transform
from .errors import PcrError
from .gather import Pools, Rendering, Wanted, gather
from .prefixes import PrefixStore
from .view import View


class MapDataset:
    """Pairs of image and label, by index. Can be pickled and forked; each process opens for itself.

    PyTorch asks for the samples of a batch together (`__getitems__`), and they are read and decoded by one native call.
    The fast path is pcrecords.Loader with num_workers=0; this is for scripts that have a DataLoader already.

    transform: None gives whole images, of whatever size; else what the loader takes, or any function of an image behind it
    midpoint: default: as the dataset's targets have it
    hook: called with each image, height x width x channels
    """

    def __init__(
        self,
        view: View,
        transform: Transform | None = None,
        *,
        hook: Any = None,
        seed: int = 0,
        gray: bool = False,
        midpoint: bool | None = None,
    ) -> None:
        self.midpoint = view.dataset.midpoint if midpoint is None else midpoint
        self.view, self.transform, self.hook, self.seed, self.gray = view, transform, hook, seed, gray
        self.epoch = 0
        self._forget()

    def _forget(self) -> None:
        self._pid = os.getpid()
        self._pools = Pools()
        self._prefixes = PrefixStore(1 << 28)

    def set_epoch(self, epoch: int) -> None:
        """Of the crops. Where workers live for several epochs it has to be set before they are made."""
        self.epoch = epoch

    def __len__(self) -> int:
        return len(self.view)

    def __getitem__(self, index: int) -> tuple[Any, int]:
        return self.__getitems__([index])[0]

    def __getitems__(self, indexes: list[int]) -> list[tuple[Any, int]]:
        if self._pid != os.getpid():
            self._forget()
        samples = [self.view[i] for i in indexes]
        if self.transform is None:
            found = [
                (sample.decode(gray=self.gray, midpoint=self.midpoint), -1 if sample.label is None else sample.label)
                for sample in samples
            ]
            return [(self.hook(image) if self.hook else image, label) for image, label in found]
        height, width = self.transform.size
        numbers = np.array([sample.number for sample in samples], np.int64)
        out = np.empty((len(samples), height, width, 1 if self.gray else 3), np.uint8)
        wanted = Wanted(
            self.view, numbers, self.view.group, self.view.at_most, self.seed, np.full(len(numbers), self.epoch), self.midpoint
        )
        how = Rendering(self.transform, channels=out.shape[3])
        result = gather(self._pools.mine(), wanted, how, out, self.view.dataset.limits, self._prefixes, False)
        if result.errors:
            raise next(iter(result.errors.values()), PcrError("batch", "damaged"))
        labels = np.where(result.labelled, result.labels, -1).tolist()
        return [(self.hook(image) if self.hook else image, label) for image, label in zip(out, labels, strict=True)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._forget()
