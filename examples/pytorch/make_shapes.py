"""Makes the images of examples/pytorch/shapes: discs, squares, triangles and crosses on noise.

usage: python examples/pytorch/make_shapes.py shapes.tfrecord
       ./pcr convert --restore=none shapes.tfrecord examples/pytorch/shapes

It needs Pillow. Each image has, beside its class, columns that belong to places in it: `boxes` (left, top, right, bottom),
`points` (the corners of the box, with 2 for visible) and `mask` (a PNG: 0 is the ground, else the class and 1).
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

import numpy as np
from PIL import Image

SIDE, COUNT = 48, 320
NAMES = ("cross", "disc", "square", "triangle")


def inside(kind: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Which places, from -1 to 1 in both directions, belong to a shape."""
    if kind == "disc":
        return x * x + y * y <= 1
    if kind == "square":
        return (abs(x) <= 1) & (abs(y) <= 1)
    if kind == "triangle":
        return (abs(x) <= (y + 1) / 2) & (abs(y) <= 1)
    return ((abs(x) <= 0.3) & (abs(y) <= 1)) | ((abs(y) <= 0.3) & (abs(x) <= 1))


def draw(number: int) -> dict[str, object]:
    random = np.random.default_rng(number)
    label = number % len(NAMES)
    radius = random.uniform(13, 19)
    centre = random.uniform(radius, SIDE - radius, 2)
    y, x = np.mgrid[:SIDE, :SIDE] + 0.5
    mask = inside(NAMES[label], (x - centre[0]) / radius, (y - centre[1]) / radius)
    coarse = random.uniform(0, 1, (3, 7, 7)).repeat(7, 1).repeat(7, 2)[:, :SIDE, :SIDE]
    ground, colour = random.uniform(20, 100, (3, 1, 1)) + 40 * coarse, random.uniform(150, 250, (3, 1, 1))
    pixels = np.where(mask, colour, ground) + random.normal(0, 4, (3, SIDE, SIDE))
    rows, columns = np.nonzero(mask)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    jpeg, png = io.BytesIO(), io.BytesIO()
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8).transpose(1, 2, 0)).save(jpeg, "JPEG", quality=80)
    Image.fromarray((mask * (label + 1)).astype(np.uint8)).save(png, "PNG", optimize=True)
    return {
        "boxes": [float(side) for side in (left, top, right, bottom)],
        "image/class/label": [label],
        "image/class/text": [NAMES[label].encode()],
        "image/encoded": [jpeg.getvalue()],
        "image/filename": [f"{number:03}.jpg".encode()],
        "mask": [png.getvalue()],
        "points": [float(n) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)) for n in (x, y, 2)],
    }


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes((*found, value))


def field(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def feature(values: list[object]) -> bytes:
    """tf.train.Feature: a list of bytes, floats or whole numbers."""
    if isinstance(values[0], bytes):
        return field(1, b"".join(field(1, value) for value in values if isinstance(value, bytes)))
    if isinstance(values[0], float):
        return field(2, field(1, struct.pack(f"<{len(values)}f", *values)))
    return field(3, field(1, b"".join(varint(value) for value in values if isinstance(value, int))))


def example(features: dict[str, object]) -> bytes:
    """tf.train.Example."""
    pairs = (field(1, field(1, name.encode()) + field(2, feature(values))) for name, values in sorted(features.items()))
    return field(1, b"".join(pairs))


def crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(b"".join(record(example(draw(number))) for number in range(COUNT)))
