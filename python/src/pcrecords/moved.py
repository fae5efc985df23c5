"""Columns that belong to places in an image, and move with them: boxes, points and masks."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from . import render
from .columns import Value
from .errors import ImageCorruptError, ImageUnsupportedError, PcrError
from .gather import STORE_FAILS, Found, Rendering, Wanted
from .limits import DEFAULT_LIMITS, Limits

Floats = npt.NDArray[np.float32]

_PNG: Final = 17
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_GRAY, _PALETTE = 0, 3


@dataclass(frozen=True)
class Frame:
    """The part of an image that became pixels of a batch.

    Places are measured from the left and upper edge: the first pixel reaches from 0 to 1, and its centre is at .5.

    x, y, width, height: the part, in the image's pixels
    flipped: from left to right
    size: height and width of what it became
    image: height and width of the image
    """

    x: float
    y: float
    width: float
    height: float
    flipped: bool
    size: tuple[int, int]
    image: tuple[int, int]
    limits: Limits = DEFAULT_LIMITS

    def move(self, points: npt.NDArray[Any]) -> Floats:
        """Rows of x and y in the image become rows of x and y in the batch; points outside the part lie outside there, too."""
        height, width = self.size
        x = (points[:, 0] - self.x) * (width / self.width)
        y = (points[:, 1] - self.y) * (height / self.height)
        return np.stack((width - x if self.flipped else x, y), 1).astype(np.float32)


class Moved(Protocol):
    """What a column holds, and how it moves. Boxes, Points and Mask are such; a class of your own can be another."""

    stacked: bool
    """Whether a batch has one array of all values; else it has a list."""

    def move(self, value: Value, frame: Frame) -> Any:
        """The value of the column (None where there is none) for this part of the image."""
        ...


class Boxes:
    """A list of numbers, four for each box. Boxes stay in their order and layout, and are cut off at the edges.

    A box that is not in the part at all has a width or height of 0 afterwards: so other columns, such as the boxes' classes,
    still belong to the same places of the list.

    layout: "xyxy" (left, top, right, bottom), "xywh" (left, top, width, height; COCO's) or "cxcywh" (its centre)
    """

    stacked = False

    def __init__(self, layout: str = "xyxy") -> None:
        if layout not in ("xyxy", "xywh", "cxcywh"):
            raise ValueError(f"layout {layout!r} is not xyxy, xywh or cxcywh")
        self.layout = layout

    def move(self, value: Value, frame: Frame) -> Floats:
        given = _rows(value, 4, "boxes")
        first, second = given[:, :2], given[:, 2:]
        if self.layout == "cxcywh":
            first = first - second / 2
        corners = (first, second if self.layout == "xyxy" else first + second)
        moved = np.stack([frame.move(corner) for corner in corners])
        moved = np.clip(moved, 0, np.array(frame.size[::-1], np.float32))
        low, high = moved.min(0), moved.max(0)
        if self.layout == "xywh":
            return np.concatenate((low, high - low), 1)
        if self.layout == "cxcywh":
            return np.concatenate(((low + high) / 2, high - low), 1)
        return np.concatenate((low, high), 1)


class Points:
    """A list of numbers, two or three for each point: x, y, and whether it is visible, as COCO's keypoints are.

    Points stay in their order. One that is not in the part keeps a place outside of it; where there is a third number, that
    becomes 0.

    pairs: points that change places when an image is flipped, such as a left and a right eye: [(1, 2), (3, 4)]
    """

    stacked = False

    def __init__(self, numbers: int = 2, *, pairs: Sequence[tuple[int, int]] = ()) -> None:
        if numbers not in (2, 3):
            raise ValueError(f"a point has 2 or 3 numbers, not {numbers}")
        self.numbers, self.pairs = numbers, tuple(pairs)

    def move(self, value: Value, frame: Frame) -> Floats:
        given = _rows(value, self.numbers, "points").astype(np.float32)
        height, width = frame.size
        places = frame.move(_rows(value, self.numbers, "points"))
        given[:, :2] = places
        if self.numbers == 3:
            x, y = places.T
            given[~((x >= 0) & (y >= 0) & (x <= width) & (y <= height)), 2] = 0
        if frame.flipped and len(given):
            for a, b in self.pairs:
                given[[a, b]] = given[[b, a]]
        return given


class Mask:
    """A PNG of the image's size, grey or with a palette, whose values are classes: they are picked, and never mixed.

    A value is the PNG's number, also where a palette gives it a colour. An image without a mask gets `missing` everywhere.
    """

    stacked = True

    def __init__(self, missing: int = 255) -> None:
        self.missing = missing

    def move(self, value: Value, frame: Frame) -> npt.NDArray[np.uint8]:
        if value is None:
            return np.full(frame.size, self.missing, np.uint8)
        whole = read_mask(value, frame.limits)
        if whole.shape != frame.image:
            words = f"{whole.shape[1]} x {whole.shape[0]}, and the image {frame.image[1]} x {frame.image[0]}"
            raise ValueError(f"a mask has {words}")
        rows = _nearest(frame.y, frame.height, frame.size[0], frame.image[0])
        columns = _nearest(frame.x, frame.width, frame.size[1], frame.image[1])
        return whole[np.ix_(rows, columns[::-1] if frame.flipped else columns)]


def move(columns: Mapping[str, Moved], wanted: Wanted, how: Rendering, found: Found) -> dict[str, list[Any]]:
    """Values of the columns for each view of each image. Damage of a value is damage of its sample."""
    dataset, views = wanted.view.dataset, how.views
    values: dict[str, list[Any]] = {name: [None] * len(found.boxes) for name in columns}
    if not columns:
        return values
    for i, number in enumerate(wanted.numbers.tolist()):
        if i in found.errors:
            continue
        sample = dataset[number]
        width, height = found.sizes[i].tolist()
        mine = slice(i * views, (i + 1) * views)
        frames = [
            Frame(x, y, w, h, bool(flipped), how.transform.size, (height, width), dataset.limits)
            for x, y, w, h, flipped in found.boxes[mine].tolist()
        ]
        for name, column in columns.items():
            try:
                value = sample[name]
                values[name][mine] = [column.move(value, frame) for frame in frames]
            except STORE_FAILS:
                raise
            except PcrError as error:
                found.errors[i] = error
            except ValueError as error:
                raise ValueError(f"column {name!r} of {sample.key!r}: {error}") from error
    return values


def stacked(values: list[Any]) -> Any:
    """One array or tensor of all."""
    if isinstance(values[0], np.ndarray):
        return np.stack(values)
    import torch

    return torch.stack(values)


def _nearest(start: float, length: float, count: int, most: int) -> npt.NDArray[np.int64]:
    """The pixels below the centres of `count` pixels."""
    centres = start + (np.arange(count) + 0.5) * (length / count)
    found: npt.NDArray[np.int64] = np.clip(np.floor(centres).astype(np.int64), 0, most - 1)
    return found


def _rows(value: Value, each: int, name: str) -> npt.NDArray[np.float64]:
    numbers = np.asarray(() if value is None else value)
    if numbers.dtype.kind not in "iuf" or numbers.size % each:
        raise ValueError(f"{name}: {numbers.size} values of type {numbers.dtype} are not {each} numbers each")
    return numbers.astype(np.float64).reshape(-1, each)


def read_mask(file: bytes, limits: Limits = DEFAULT_LIMITS) -> npt.NDArray[np.uint8]:
    """The numbers of a PNG's pixels: those of its palette where it has one, and not their colours."""
    if len(file) < 33 or file[:8] != _SIGNATURE or file[12:16] != b"IHDR":
        raise ImageUnsupportedError("mask", "no PNG")
    width, height, depth, colours = struct.unpack_from(">IIBB", file, 16)
    if colours not in (_GRAY, _PALETTE) or depth > 8 or depth == 0:
        raise ImageUnsupportedError("mask", f"a PNG of colour type {colours} with {depth} bits; grey or a palette, up to 8 bits")
    data = np.frombuffer(_gray(file) if colours == _PALETTE else file, np.uint8)
    pixels = render.decode(render.Image([data], _PNG, width, height), channels=1, limits=limits)[:, :, 0]
    # Fewer than 8 bits were stretched to 0..255.
    found: npt.NDArray[np.uint8] = pixels // (255 // ((1 << depth) - 1))
    return found


def _gray(file: bytes) -> bytes:
    """A PNG with a palette as one without: pixels are coded the same way."""
    head = file[16:25] + bytes([_GRAY]) + file[26:29]
    out = [_SIGNATURE, _chunk(b"IHDR", head)]
    at = 33
    while at < len(file):
        if len(file) - at < 12:
            raise ImageCorruptError("mask", "a PNG that ends in a chunk")
        length, name = struct.unpack_from(">I4s", file, at)
        if length > len(file) - at - 12:
            raise ImageCorruptError("mask", "a PNG that ends in a chunk")
        if name in (b"IDAT", b"IEND"):
            out.append(file[at : at + 12 + length])
        at += 12 + length
    return b"".join(out)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
