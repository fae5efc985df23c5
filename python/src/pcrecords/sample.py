"""One image of a dataset, and what stands beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import render
from .columns import Value
from .errors import PcrError
from .listed import AnyShard

if TYPE_CHECKING:
    from .dataset import Dataset


class Sample:
    """One image and what stands beside it. Reads when it is asked."""

    __slots__ = ("_at_most", "_group", "dataset", "number", "ordinal", "shard_index")

    def __init__(self, dataset: Dataset, place: tuple[int, int], number: int, group: int | None, at_most: bool) -> None:
        self.dataset, self.number = dataset, number
        self.shard_index, self.ordinal = place
        self._group, self._at_most = group, at_most

    def _shard(self) -> AnyShard:
        return self.dataset.shard(self.shard_index)

    @property
    def key(self) -> str:
        return self._shard().key(self.ordinal)

    @property
    def label(self) -> int | None:
        return self._shard().label(self.ordinal)

    @property
    def class_name(self) -> str | None:
        label = self.label
        return None if label is None else self.dataset.class_names.get(label)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height; (0, 0) when they are not known without a look at the image."""
        return self._shard().size(self.ordinal)

    @property
    def orientation(self) -> int:
        """EXIF's, 1 to 8; 0 for none. Pixels are given as they are stored."""
        return self._shard().orientation(self.ordinal)

    @property
    def file(self) -> bytes:
        """The image as a file, at the fidelity of the view."""
        shard = self._shard()
        return shard.file(self.ordinal, shard.group_to_read(self._group, self._at_most))

    @property
    def original(self) -> bytes:
        """The original file, byte for byte, proved by its length and SHA-256."""
        from .originals import original

        return original(self._shard(), self.ordinal)

    def decode(self, *, gray: bool = False, midpoint: bool | None = None) -> npt.NDArray[np.uint8]:
        """Pixels: height, width and 3 channels, red green blue; with gray 1 channel.

        midpoint: bits that were not read stand in the middle of what they can be, which shows more at low fidelities;
            default: as the dataset's targets have it
        """
        midpoint = self.dataset.midpoint if midpoint is None else midpoint
        shard = self._shard()
        image = render.Image(*shard.image(self.ordinal, shard.group_to_read(self._group, self._at_most)))
        try:
            return render.decode(image, channels=1 if gray else 3, midpoint=midpoint, limits=self.dataset.limits)
        except PcrError as error:
            raise error.within(shard.name, key=self.key, group=self._group)

    def __getitem__(self, column: str) -> Value:
        """The value of a column, or key, label, width or height; None where there is none."""
        if column in ("key", "label"):
            return getattr(self, column)
        if column in ("width", "height"):
            return self.size[column == "height"]
        found = self.dataset.columns.get(column)
        if found is None:
            raise KeyError(column)
        return self._shard().value_of(found, self.ordinal)

    @property
    def columns(self) -> dict[str, Value]:
        return {name: self[name] for name in self.dataset.columns}

    def __repr__(self) -> str:
        return f"<sample {self.number} of {self.dataset.url}>"
