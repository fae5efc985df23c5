"""What the first bytes of an image file say: its kind and size."""

from __future__ import annotations

import re

from .errors import ImageCorruptError, ImageUnsupportedError
from .metadata import BMP, JPEG, PNG, WEBP

PNM = 21
_PNM = re.compile(rb"P[456](?:\s|#[^\n]*\n)+(\d{1,9})(?:\s|#[^\n]*\n)+(\d{1,9})")


def kind_of(data: bytes) -> int:
    """The encoding of native/include/pcr.h."""
    if data[:3] == b"\xff\xd8\xff":
        return JPEG
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return PNG
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return WEBP
    if data[:2] == b"BM":
        return BMP
    if data[:1] == b"P" and data[1:2] in (b"4", b"5", b"6"):
        return PNM
    raise ImageUnsupportedError("image", "no JPEG, PNG, WebP, BMP or binary PNM")


def size_of(data: bytes, kind: int) -> tuple[int, int]:
    """Width and height."""
    size = None
    if kind == JPEG:
        size = _jpeg(data)
    elif kind == PNG and len(data) >= 24:
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif kind == WEBP:
        size = _webp(data)
    elif kind == BMP and len(data) >= 26:
        size = _bmp(data)
    elif kind == PNM and (match := _PNM.match(data[:4096])):
        size = int(match[1]), int(match[2])
    if size is None or min(size) < 1 or max(size) > 2**31 - 1:
        raise ImageCorruptError("image", "a header that tells no size")
    return size


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(data) >= 30:
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def _bmp(data: bytes) -> tuple[int, int]:
    if int.from_bytes(data[14:18], "little") == 12:
        return int.from_bytes(data[18:20], "little"), int.from_bytes(data[20:22], "little")
    return int.from_bytes(data[18:22], "little", signed=True), abs(int.from_bytes(data[22:26], "little", signed=True))
