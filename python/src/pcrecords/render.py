"""Pixels of images: from slices to arrays, many at once."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import native
from .limits import DEFAULT_LIMITS, Limits
from .source import Bytes

Box = tuple[float, float, float, float]
"""Left, top, width and height, in the image's pixels."""


@dataclass
class Image:
    """An image to be rendered: its file in pieces, how it is encoded, and the size that the boxes refer to."""

    slices: list[Bytes]
    encoding: int
    width: int
    height: int


_own = threading.local()


def _pool() -> native.Pool:
    """One of a single thread, for the calling one."""
    import os

    if getattr(_own, "pid", None) != os.getpid():
        _own.pool, _own.pid = native.Pool(1), os.getpid()
    pool: native.Pool = _own.pool
    return pool


def decode(image: Image, *, channels: int = 3, midpoint: bool = False, limits: Limits = DEFAULT_LIMITS) -> npt.NDArray[np.uint8]:
    """All pixels: height, width, channels."""
    limits.check("pixels", "image.size", image.width * image.height)
    out = np.empty((image.height, image.width, channels), np.uint8)
    box = (0.0, 0.0, float(image.width), float(image.height))
    errors = render(
        _pool(), [image], [[(box, False, out)]], image.width, image.height, channels, midpoint=midpoint, limits=limits
    )
    if errors[0]["code"] != native.OK:
        raise native.image_error(errors[0])
    return out


def render(
    pool: native.Pool,
    images: list[Image],
    views: list[list[tuple[Box, bool, npt.NDArray[np.uint8]]]],
    width: int,
    height: int,
    channels: int = 3,
    *,
    planar: bool = False,
    midpoint: bool = False,
    antialias: bool = True,
    limits: Limits = DEFAULT_LIMITS,
) -> npt.NDArray[np.void]:
    """Each view of an image (box, whether it is flipped, where it goes) becomes width x height pixels. Returns ERRORs."""
    slices = native.slices_of([piece for image in images for piece in image.slices])
    all_views = [view for mine in views for view in mine]
    table = np.empty(len(all_views), native.VIEW)
    for i, (box, flipped, out) in enumerate(all_views):
        table[i] = (*box, out.ctypes.data, flipped)
    rows = np.empty(len(images), native.IMAGE)
    slice_at, view_at = slices.ctypes.data, table.ctypes.data
    for i, (image, mine) in enumerate(zip(images, views, strict=True)):
        rows[i] = (slice_at, len(image.slices), view_at, len(mine), image.encoding, image.width, image.height, midpoint)
        slice_at += len(image.slices) * native.SLICE.itemsize
        view_at += len(mine) * native.VIEW.itemsize
    return pool.render(
        rows,
        width=width,
        height=height,
        channels=channels,
        planar=planar,
        antialias=antialias,
        max_pixels=limits.pixels,
        max_stored_scans=limits.stored_scans,
        max_input_scans=limits.input_scans,
    )
