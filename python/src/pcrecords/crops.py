"""Where a sample is cropped (spec/loader.md, section 9), and the other parts of an image that a model takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from . import native
from .numbers import WORD

Numbers = npt.NDArray[np.int64]

Crop = tuple[int, int, int, int, bool]
"""Left, top, width, height, flipped."""

_UNIT: Final = 1 << 24
_STEP: Final = 0x9E3779B97F4A7C15
_PURPOSE: Final = 7


def _mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


class Draws:
    """The numbers that a crop is drawn from. Each sample has its own, so that an array of them would gain little."""

    def __init__(self, *values: int) -> None:
        self._key = 0
        for value in values:
            self._key = _mix(self._key + _STEP + value & WORD)

    def __getitem__(self, i: int) -> int:
        return _mix(self._key + (i + 1) * _STEP & WORD)

    def below(self, i: int, n: int) -> int:
        return self[i] * n >> 64


class Transform(Protocol):
    """Says which part of an image becomes the pixels of a batch."""

    size: tuple[int, int]
    """Height and width."""

    def boxes(
        self, seed: int, epochs: Numbers, numbers: Numbers, widths: Numbers, heights: Numbers, views: int
    ) -> npt.NDArray[Any]:
        """A row for each view of each image, the views of an image side by side: left, top, width and height in the image's
        pixels, and whether it is flipped."""
        ...


@dataclass(frozen=True)
class _Rule:
    area: tuple[int, int]
    ratio: tuple[int, int]

    def __post_init__(self) -> None:
        (a0, a1), (r0, r1) = self.area, self.ratio
        if not (1 <= a0 <= a1 <= _UNIT and 1 << 21 <= r0 <= r1 <= 1 << 27):
            raise ValueError(f"scale {self.area} or ratio {self.ratio} is out of range")


class RandomResizedCrop:
    """A random part, as torchvision's transform of that name draws it, flipped half of the time.

    The crop is a function of seed, epoch and sample alone: a run that is resumed makes the same ones.
    """

    def __init__(
        self,
        size: int | Sequence[int],
        scale: tuple[float, float] = (0.08, 1.0),
        ratio: tuple[float, float] = (3 / 4, 4 / 3),
        *,
        flip: bool = True,
    ) -> None:
        self.size = _height_and_width(size)
        self.flip = flip
        self.rule = _Rule((int(scale[0] * _UNIT), int(scale[1] * _UNIT)), (int(ratio[0] * _UNIT), int(ratio[1] * _UNIT)))

    def boxes(
        self, seed: int, epochs: Numbers, numbers: Numbers, widths: Numbers, heights: Numbers, views: int
    ) -> npt.NDArray[Any]:
        rule = (*self.rule.area, *self.rule.ratio)
        found = native.random_crops(rule, seed, epochs, numbers, widths, heights, views)
        if not self.flip:
            found[:, 4] = 0
        return found


def random_crop(area_range: tuple[int, int], ratio_range: tuple[int, int], draws: Draws, w: int, h: int) -> Crop:
    """Ranges in units of 2^-24. The loader draws its crops in the native library; this says one at a time which they are."""
    (a0, a1), (r0, r1) = area_range, ratio_range
    flipped = bool(draws[40] & 1)
    for t in range(10):
        area = w * h * (a0 + draws.below(4 * t, a1 - a0 + 1)) >> 20
        bits = draws[4 * t + 1]
        low, high = r0, r1
        for bit in range(63, 47, -1):
            middle = math.isqrt(low * high)
            if bits >> bit & 1:
                low = middle
            else:
                high = middle
        cw, ch = (math.isqrt(area * low >> 26) + 1) // 2, (math.isqrt((area << 22) // low) + 1) // 2
        if 1 <= cw <= w and 1 <= ch <= h:
            return draws.below(4 * t + 2, w - cw + 1), draws.below(4 * t + 3, h - ch + 1), cw, ch, flipped
    cw, ch = w, h
    if w << 24 < h * r0:
        ch = min(h, max(1, (w << 24) // r0))
    elif w << 24 > h * r1:
        cw = min(w, max(1, h * r1 >> 24))
    return (w - cw) // 2, (h - ch) // 2, cw, ch, flipped


class CenterCrop:
    """The middle, as Resize(resize) and CenterCrop(size) take it: the shorter side becomes `resize` pixels."""

    def __init__(self, size: int | Sequence[int], resize: int | None = None) -> None:
        self.size = _height_and_width(size)
        self.resize = resize if resize is not None else max(self.size)
        if not 1 <= self.resize <= 65535:
            raise ValueError(f"resize {resize} is not in 1..65535")

    def boxes(
        self, seed: int, epochs: Numbers, numbers: Numbers, widths: Numbers, heights: Numbers, views: int
    ) -> npt.NDArray[Any]:
        scale = np.minimum(widths, heights) / self.resize
        w, h = np.minimum(widths, self.size[1] * scale), np.minimum(heights, self.size[0] * scale)
        found = np.stack(((widths - w) / 2, (heights - h) / 2, w, h, np.zeros(len(w))), 1)
        return np.repeat(found, views, 0)


def _height_and_width(size: int | Sequence[int]) -> tuple[int, int]:
    height, width = (size, size) if isinstance(size, int) else tuple(size)
    if not (1 <= height <= 65535 and 1 <= width <= 65535):
        raise ValueError(f"size {size} is not in 1..65535")
    return height, width
