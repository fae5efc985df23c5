"""A file of which some ranges are in memory."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .source import Bytes, Source


class HeldSource:
    """Gives from memory what was read before, and asks the file for the rest."""

    def __init__(self, source: Source, held: list[tuple[int, Bytes]]) -> None:
        """held: ranges in ascending order, and where each begins"""
        self.name = source.name
        self._source, self._held = source, held
        self._starts = np.array([start for start, _ in held], np.int64)
        self._ends = np.array([start + data.size for start, data in held], np.int64)
        self._addresses = np.array([data.ctypes.data for _, data in held], np.uint64)

    @property
    def length(self) -> int:
        return self._source.length

    def ranges(self) -> list[tuple[int, int]]:
        """Where the ranges in memory begin, and how long they are."""
        return [(start, data.size) for start, data in self._held]

    def addresses(
        self, offsets: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """Where ranges are in memory, and which of them are."""
        if not self._held:
            return np.zeros(offsets.shape, np.uint64), lengths == 0
        at = np.maximum(np.searchsorted(self._starts, offsets, side="right") - 1, 0)
        inside = ((offsets >= self._starts[at]) & (offsets + lengths <= self._ends[at])) | (lengths == 0)
        where = self._addresses[at] + np.where(inside & (lengths > 0), offsets - self._starts[at], 0).astype(np.uint64)
        return where, inside

    def read(self, offset: int, length: int) -> Bytes:
        at = int(np.searchsorted(self._starts, offset, side="right")) - 1
        if at >= 0 and offset + length <= self._ends[at]:
            start, data = self._held[at]
            return data[offset - start : offset - start + length]
        return self._source.read(offset, length)

    def read_up_to(self, offset: int, length: int) -> Bytes:
        return self.read(offset, max(0, min(length, self.length - offset)))

    def close(self) -> None:
        """The file is its opener's."""
