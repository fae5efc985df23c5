"""Writes TFRecord files for tests: bitmaps whose pixels are known."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from pcrecords import native


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _feature(name: str, value: bytes | int) -> bytes:
    feature = _field(3, _field(1, _varint(value))) if isinstance(value, int) else _field(1, _field(1, value))
    return _field(1, _field(1, name.encode()) + _field(2, feature))


def bitmap(pixels: np.ndarray) -> bytes:
    """A BMP of 24 bits of height x width x 3."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, (3 * width + 3) // 4 * 4), np.uint8)
    rows[:, : 3 * width] = pixels[::-1, :, ::-1].reshape(height, -1)
    head = struct.pack("<2sIIIIiiHHIIiiII", b"BM", 54 + rows.size, 0, 54, 40, width, height, 1, 24, 0, rows.size, 0, 0, 0, 0)
    return head + rows.tobytes()


def pixels_of(i: int) -> np.ndarray:
    return np.random.default_rng(i).integers(0, 256, (8 + i % 5, 9 + i % 7, 3), np.uint8)


def example(i: int) -> bytes:
    height, width, _ = pixels_of(i).shape
    features = (
        ("image/class/label", i % 10),
        ("image/encoded", bitmap(pixels_of(i))),
        ("image/filename", f"{i:04}.bmp".encode()),
        ("image/height", height),
        ("image/width", width),
    )
    return _field(1, b"".join(_feature(name, value) for name, value in features))


def _masked(data: bytes) -> int:
    crc = native.crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", _masked(length)) + data + struct.pack("<I", _masked(data))


def write(path: Path, count: int) -> Path:
    path.write_bytes(b"".join(record(example(i)) for i in range(count)))
    return path
