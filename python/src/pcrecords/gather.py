"""The images of a part of a batch: found, compared with their checksums, and rendered, by one native call each."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import native
from .clock import Clock
from .crops import Transform
from .errors import ChangedError, ChecksumError, NotAsListedError, PcrError, TruncatedError
from .held import HeldSource
from .limits import Limits
from .listed import AnyShard
from .metadata import PROGRESSIVE_JPEG
from .shard import Shard
from .source import Bytes, LocalSource, MemorySource, Source
from .view import View

Numbers = npt.NDArray[np.int64]
_ROUNDED = 1 + 1e-9
# A store that fails, or has other files than are listed, ends a run, whatever is done about damaged images.
STORE_FAILS = (OSError, ChangedError, NotAsListedError)


AtHand = Callable[[], AnyShard]
"""Gives a shard, whose samples may be in memory already."""


@dataclass
class Wanted:
    """Samples of one dataset, and how they are to be read. seeds and epochs are those of their crops."""

    view: View
    numbers: Numbers
    group: int | None
    at_most: bool
    seed: int
    epochs: Numbers
    midpoint: bool


@dataclass
class Found:
    """What became of the samples: errors by place, and where fewer groups were read than wanted.

    boxes: of each view, as the transform gave them; sizes: width and height of each image
    """

    labels: Numbers
    labelled: npt.NDArray[np.bool_]
    degraded: npt.NDArray[np.bool_]
    boxes: npt.NDArray[Any]
    sizes: Numbers
    errors: dict[int, PcrError] = field(default_factory=dict)


@dataclass(frozen=True)
class Rendering:
    """How pixels are wanted."""

    transform: Transform
    views: int = 1
    channels: int = 3
    planar: bool = False
    antialias: bool = True


class _Rows:
    """The native call's arrays, for images that have up to so many slices and views."""

    def __init__(self, count: int, slices: int, views: int) -> None:
        self.images = np.zeros(count, native.IMAGE)
        self.slices = np.zeros((count, slices), native.SLICE)
        self.views = np.zeros((count, views), native.VIEW)
        self.crc32c = np.zeros((count, slices), np.uint32)
        at = np.arange(count)
        self.images["slices"] = self.slices.ctypes.data + at * (slices * native.SLICE.itemsize)
        self.images["views"] = self.views.ctypes.data + at * (views * native.VIEW.itemsize)
        self.images["view_count"] = views
        self.keep: list[object] = []


def by_shard(wanted: Wanted) -> Iterator[tuple[Numbers, AtHand]]:
    """The samples, by the shard that each is in."""
    dataset = wanted.view.dataset
    shards, _ = dataset.shards.places_of(wanted.numbers)
    for s in np.unique(shards).tolist():
        yield np.flatnonzero(shards == s), functools.partial(dataset.shard, s)


def gather(
    pool: native.Pool,
    wanted: Wanted,
    how: Rendering,
    out: npt.NDArray[np.uint8],
    limits: Limits,
    sources: Iterable[tuple[Numbers, AtHand]],
    may_degrade: bool,
    clock: Clock | None = None,
) -> Found:
    """out: an element for each sample and view, contiguous
    sources: samples by their place, and what gives the shard that they are in
    """
    dataset, n = wanted.view.dataset, len(wanted.numbers)
    boxes, sizes = np.zeros((n * how.views, 5)), np.zeros((n, 2), np.int64)
    found = Found(np.zeros(n, np.int64), np.zeros(n, np.bool_), np.zeros(n, np.bool_), boxes, sizes)
    shards, all_ordinals = dataset.shards.places_of(wanted.numbers)
    rows = _Rows(n, max(1, dataset.group_count), how.views)
    for mine, at_hand in sources:
        ordinals = all_ordinals[mine]
        try:
            shard = at_hand()
            group = shard.group_to_read(wanted.group, wanted.at_most)
            with nullcontext() if clock is None or isinstance(shard.source, HeldSource) else clock.reading():
                if isinstance(shard, Shard):
                    _container(shard, mine, ordinals, group, rows, found, limits, may_degrade)
                else:
                    _one_by_one(shard, mine.tolist(), ordinals.tolist(), group, rows, found)
        except STORE_FAILS:
            raise
        except PcrError as error:
            found.errors.update(dict.fromkeys(mine.tolist(), error))
    begun = time.perf_counter()
    _boxes(wanted, how, rows, out, found)
    good = np.array([i for i in range(n) if i not in found.errors], np.int64)
    images = rows.images[good]
    images["midpoint"] = wanted.midpoint
    height, width = how.transform.size
    errors = pool.render(
        images,
        width=width,
        height=height,
        channels=how.channels,
        planar=how.planar,
        antialias=how.antialias,
        max_pixels=limits.pixels,
        max_stored_scans=limits.stored_scans,
        max_input_scans=limits.input_scans,
    )
    if clock is not None:
        clock.decoded(time.perf_counter() - begun)
    for at in np.flatnonzero(errors["code"] != native.OK).tolist():
        i = int(good[at])
        failed = native.image_error(errors[at])
        if isinstance(failed, MemoryError):
            raise failed
        shard = dataset.shard(int(shards[i]))
        found.errors[i] = failed.within(shard.name, key=shard.key(int(all_ordinals[i])))
    return found


def _container(
    shard: Shard,
    mine: Numbers,
    ordinals: Numbers,
    group: int,
    rows: _Rows,
    found: Found,
    limits: Limits,
    may_degrade: bool,
) -> None:
    meta = shard.metadata
    found.labels[mine], found.labelled[mine] = meta.labels[ordinals], meta.labelled[ordinals]
    source = shard.source
    at_hand = isinstance(source, LocalSource | MemorySource | HeldSource)
    if not at_hand or not (meta.widths[ordinals] > 0).all() or not (meta.encodings[ordinals] != 2).all():
        _one_by_one(shard, mine.tolist(), ordinals.tolist(), group, rows, found, may_degrade)
        return
    offsets, lengths = meta.offsets[:group, ordinals].T, meta.lengths[:group, ordinals].T
    jpeg = meta.encodings[ordinals] == PROGRESSIVE_JPEG
    # A slice of no bytes is there wherever the file ends.
    inside = ((offsets + lengths <= source.length) | (lengths == 0)) & (lengths <= limits.slice_bytes)
    slices = np.zeros((len(mine), group), native.SLICE)
    if isinstance(source, HeldSource):
        slices["data"], there = source.addresses(offsets, lengths)
        inside &= there
    slices["length"] = np.where(inside, lengths, 0)
    if isinstance(source, HeldSource):
        rows.keep.append(source)
    elif isinstance(source, MemorySource):
        slices["data"] = source.whole.ctypes.data + np.where(inside, offsets, 0)
        rows.keep.append(source.whole)
    else:
        rows.keep.append(_copy(source, offsets, slices))
    intact = native.check_slices(slices.reshape(-1), np.ascontiguousarray(meta.crc32c[:group, ordinals].T).reshape(-1))
    intact = intact.reshape(slices.shape) & inside
    usable = np.where(intact.all(1), group, np.argmin(intact, 1))
    rows.slices[mine, :group] = slices
    images = rows.images
    images["slice_count"][mine] = np.where(jpeg, usable, 1)
    images["encoding"][mine] = meta.encodings[ordinals]
    images["width"][mine], images["height"][mine] = meta.widths[ordinals], meta.heights[ordinals]
    for at in np.flatnonzero(usable < group).tolist():
        g, i = int(usable[at]), int(mine[at])
        if may_degrade and g > 0:
            found.degraded[i] = True
            continue
        kind = ChecksumError if inside[at, g] else TruncatedError
        words = "another CRC-32C than stated" if inside[at, g] else f"behind the end, or above {limits.slice_bytes} bytes"
        key, offset = meta.keys[int(ordinals[at])], int(offsets[at, g])
        found.errors[i] = kind("slice", words, file=shard.name, key=key, group=g + 1, offset=offset)


def _copy(source: Source, offsets: Numbers, slices: npt.NDArray[np.void]) -> Bytes:
    """Reads slices into memory that nobody else writes to: the bytes that are checked are those that are decoded."""
    assert isinstance(source, LocalSource)
    lengths = slices["length"]
    ends = np.cumsum(lengths).reshape(lengths.shape)
    memory = np.empty(int(lengths.sum()), np.uint8)
    slices["data"] = memory.ctypes.data + ends - lengths
    for at, g in np.argwhere(lengths > 0).tolist():
        end = int(ends[at, g])
        source.read_into(int(offsets[at, g]), memory[end - int(lengths[at, g]) : end])
    return memory


def _one_by_one(
    shard: AnyShard, mine: list[int], ordinals: list[int], group: int, rows: _Rows, found: Found, may_degrade: bool = False
) -> None:
    for i, ordinal in zip(mine, ordinals, strict=True):
        try:
            pieces, kind, width, height = _pieces(shard, ordinal, group, found, i, may_degrade)
        except STORE_FAILS:
            raise
        except PcrError as error:
            found.errors[i] = error
            continue
        if not isinstance(shard, Shard):
            label = shard.label(ordinal)
            found.labels[i], found.labelled[i] = label or 0, label is not None
        rows.keep.append(pieces)
        for g, piece in enumerate(pieces):
            rows.slices[i, g] = (piece.ctypes.data, piece.size)
        row = rows.images[i]
        row["slice_count"], row["encoding"], row["width"], row["height"] = len(pieces), kind, width, height


def _pieces(
    shard: AnyShard, ordinal: int, group: int, found: Found, i: int, may_degrade: bool
) -> tuple[list[Bytes], int, int, int]:
    if not isinstance(shard, Shard):
        return shard.image(ordinal)
    for g in range(group, 0, -1):
        try:
            pieces = shard.image(ordinal, g)
            found.degraded[i] = g < group
            return pieces
        except STORE_FAILS:
            raise
        except PcrError:
            if not may_degrade or g == 1:
                raise
    raise AssertionError


def _boxes(wanted: Wanted, how: Rendering, rows: _Rows, out: npt.NDArray[np.uint8], found: Found) -> None:
    step = out[0].nbytes if len(out) else 0
    images, flat = rows.images, rows.views.reshape(-1)
    bad = np.zeros(len(images), np.bool_)
    bad[list(found.errors)] = True
    widths, heights = (np.where(bad, 1, images[side]).astype(np.int64) for side in ("width", "height"))
    boxes = how.transform.boxes(wanted.seed, wanted.epochs, wanted.numbers, widths, heights, how.views)
    _check_boxes(how.transform, boxes, np.repeat(widths, how.views), np.repeat(heights, how.views), np.repeat(bad, how.views))
    found.boxes, found.sizes = boxes, np.stack((widths, heights), 1)
    for column, name in enumerate(("x", "y", "width", "height", "flipped")):
        flat[name] = boxes[:, column]
    flat["out"] = out.ctypes.data + np.arange(len(flat)) * step


def _check_boxes(
    transform: Transform, boxes: npt.NDArray[Any], widths: Numbers, heights: Numbers, bad: npt.NDArray[np.bool_]
) -> None:
    """What is wrong with a transform is never called damage of an image."""
    if boxes.shape != (len(widths), 5):
        raise ValueError(f"{transform!r} gives boxes of shape {boxes.shape}, and {(len(widths), 5)} is wanted")
    x, y, w, h, _ = boxes.T.astype(np.float64)
    inside = (x >= 0) & (y >= 0) & (w > 0) & (h > 0) & (x + w <= widths * _ROUNDED) & (y + h <= heights * _ROUNDED)
    wrong = np.flatnonzero(~inside & ~bad)
    if len(wrong):
        i = int(wrong[0])
        box = tuple(float(side) for side in boxes[i][:4])
        raise ValueError(f"{transform!r} gives the box {box}, which is not inside an image of {widths[i]} x {heights[i]}")


class Pools:
    """A native pool of one thread for each thread that asks. Close it when no thread uses one."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._all: list[native.Pool] = []
        self._lock = threading.Lock()

    def mine(self) -> native.Pool:
        pool = getattr(self._own, "pool", None)
        if pool is None:
            pool = self._own.pool = native.Pool(1)
            with self._lock:
                self._all.append(pool)
        found: native.Pool = pool
        return found

    def close(self) -> None:
        with self._lock:
            for pool in self._all:
                pool.close()
            self._all.clear()
            self._own = threading.local()
