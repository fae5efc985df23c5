"""For torch.utils.data.DataLoader: a dataset that is asked for samples by their index."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from .crops import Transform
from .gather import Pools, Rendering, Wanted, gather
from .hooks import SampleHook
from .moved import Moved, move
from .prefixes import PrefixStore
from .view import View


class MapDataset:
    """Pairs of image and label, by index. Can be pickled and forked; each process opens for itself.

    PyTorch asks for the samples of a batch together (`__getitems__`), and they are read and decoded by one native call.
    The fast path is pcrecords.Loader with num_workers=0; this is for scripts that have a DataLoader already.

    transform: None gives whole images, of whatever size; else what the loader takes
    moved: columns that move with the image, as the loader takes them; a sample has their values, by name, behind its label
    sample_hook: called with each image (height x width x channels), and with `moved` with the image and the values, which it
        gives back; random numbers in it are those of its process
    midpoint: default: as the dataset's targets have it
    """

    def __init__(
        self,
        view: View,
        transform: Transform | None = None,
        *,
        moved: Mapping[str, Moved] | None = None,
        sample_hook: SampleHook | None = None,
        seed: int = 0,
        gray: bool = False,
        midpoint: bool | None = None,
    ) -> None:
        if moved and transform is None:
            raise ValueError("moved: without a transform nothing moves; read the columns of the view's samples")
        self.midpoint = view.dataset.midpoint if midpoint is None else midpoint
        self.view, self.transform, self.seed, self.gray = view, transform, seed, gray
        self.moved, self.sample_hook = dict(moved or {}), sample_hook
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

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return self.__getitems__([index])[0]

    def __getitems__(self, indexes: list[int]) -> list[tuple[Any, ...]]:
        if self._pid != os.getpid():
            self._forget()
        samples = [self.view[i] for i in indexes]
        hook = self.sample_hook
        if self.transform is None:
            images = [sample.decode(gray=self.gray, midpoint=self.midpoint) for sample in samples]
            labels = [-1 if sample.label is None else sample.label for sample in samples]
            return [(hook(image) if hook else image, label) for image, label in zip(images, labels, strict=True)]
        height, width = self.transform.size
        out = np.empty((len(samples), height, width, 1 if self.gray else 3), np.uint8)
        how = Rendering(self.transform, channels=out.shape[3])
        epochs, numbers = np.full(len(samples), self.epoch), np.array([sample.number for sample in samples], np.int64)
        wanted = Wanted(self.view, numbers, self.view.group, self.view.at_most, self.seed, epochs, self.midpoint)
        found = gather(self._pools.mine(), wanted, how, out, self.view.dataset.limits, self._prefixes.split(wanted), False)
        places = move(self.moved, wanted, how, found)
        if found.errors:
            raise found.errors[min(found.errors)]
        labels = np.where(found.labelled, found.labels, -1).tolist()
        if not self.moved:
            return [(hook(image) if hook else image, label) for image, label in zip(out, labels, strict=True)]
        pairs = [(image, {name: values[i] for name, values in places.items()}) for i, image in enumerate(out)]
        if hook:
            pairs = [hook(image, mine) for image, mine in pairs]
        return [(image, label, mine) for (image, mine), label in zip(pairs, labels, strict=True)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._forget()
