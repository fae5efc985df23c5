"""What vectors are made of: frames that no version of a library changes, real images, shards with one thing wrong."""
from __future__ import annotations

import hashlib
import os
import re
import struct
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pcr_writer as w
from pcr_blocks import crc32c, unzstd

Values = dict[str, Any]
Change = Callable[[Values], None]
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "spec", "vectors", "sources")
BLOCK = 131072
RUN = re.compile(rb"(.)\1{1000,}", re.DOTALL)
ZSTD_MAGIC = b"\x28\xB5\x2F\xFD"


def u16(value: int) -> bytes:
    return struct.pack("<H", value)


def u32(value: int) -> bytes:
    return struct.pack("<I", value)


def u64(value: int) -> bytes:
    return struct.pack("<Q", value)


def source(name: str) -> bytes:
    with open(os.path.join(SOURCES, name), "rb") as file:
        return file.read()


# ---- Frames ----------------------------------------------------------------------------------------------------------

def block(kind: int, content: bytes, length: int | None = None, last: bool = True) -> bytes:
    """kind: 0 raw, 1 RLE, 2 compressed."""
    size = len(content) if length is None else length
    return (size << 3 | kind << 1 | last).to_bytes(3, "little") + content


def frame(flags: int, header: bytes, *blocks: bytes) -> bytes:
    return ZSTD_MAGIC + bytes([flags]) + header + b"".join(blocks)


def raw(data: bytes) -> bytes:
    """A single segment of raw blocks, and of RLE ones where a byte stands more than 1,000 times."""
    blocks, at = [], 0
    while at < len(data) or not blocks:
        run = RUN.search(data, at, at + BLOCK)
        end = run.start() if run else min(at + BLOCK, len(data))
        if run and end == at:
            end = run.end()
            blocks.append(block(1, data[at:at + 1], end - at, end == len(data)))
        else:
            blocks.append(block(0, data[at:end], last=end == len(data)))
        at = end
    if len(data) < 256:
        return frame(0x20, bytes([len(data)]), *blocks)
    if len(data) < 65536 + 256:
        return frame(0x60, u16(len(data) - 256), *blocks)
    return frame(0xA0, u32(len(data)), *blocks)


# ---- Images ----------------------------------------------------------------------------------------------------------

def scans(jpeg: bytes) -> list[int]:
    """Where the data of each scan begins, and where it ends: 2 numbers for each."""
    at, found = jpeg.index(b"\xFF\xD8\xFF") + 2, []
    while jpeg[at + 1] != 0xD9:
        if jpeg[at + 1] == 0xFF:  # A fill byte.
            at += 1
            continue
        length = int.from_bytes(jpeg[at + 2:at + 4], "big")
        is_scan = jpeg[at + 1] == 0xDA
        at += 2 + length
        if is_scan:
            found.append(at)
            while jpeg[at] != 0xFF or jpeg[at + 1] == 0 or 0xD0 <= jpeg[at + 1] <= 0xD7:
                at += 1
            found.append(at)
    return found


def slices(jpeg: bytes, groups: int) -> list[bytes]:
    """A progressive JPEG without its end, cut between scans; groups beyond its scans are empty."""
    ends = scans(jpeg)[1::2]
    if groups < len(ends):
        ends = [ends[len(ends) * g // groups] for g in range(groups - 1)] + ends[-1:]
    ends += ends[-1:] * (groups - len(ends))
    return [jpeg[a:b] for a, b in zip([0, *ends], ends)]


def recipe(original: bytes) -> bytes:
    """R-RESTORE-9: the original without its entropy-coded data."""
    ends = [0, *scans(original), len(original)]
    literals = [original[a:b] for a, b in zip(ends[::2], ends[1::2])]
    return struct.pack(f"<{1 + len(literals)}I", len(literals), *map(len, literals)) + b"".join(literals)


def color(key: str, groups: int = 3, label: int | None = 1, **more: Any) -> SimpleNamespace:
    jpeg = source("colour.jpg")
    return w.sample(key, slices(jpeg, groups), label, 16, 16, 2, **{"source_length": len(jpeg), "flags": 0x100C2, **more})


def grey(key: str, groups: int = 3, label: int | None = None, **more: Any) -> SimpleNamespace:
    jpeg = source("grey.jpg")
    return w.sample(key, slices(jpeg, groups), label, 8, 8, 1, **{"source_length": len(jpeg), "flags": 0x100C2, **more})


def opaque(key: str, content: bytes = b"GIF89a, or so", label: int | None = -7, **more: Any) -> SimpleNamespace:
    return w.sample(key, [content], label, 0, 0, 0, encoding=2, **{"source_length": len(content), **more})


def three(groups: int = 3) -> list[SimpleNamespace]:
    """A colour image, a grey one without a label, and a file that is no image."""
    return [color("a/colour.jpg", groups), grey("a/grey.jpg", groups), opaque("b/opaque.gif")]


def shard(samples: Sequence[SimpleNamespace] | None = None, groups: int = 3, columns: Sequence[SimpleNamespace] = (), **more: Any) -> bytes:
    return entry_of(samples, groups, columns, **more)[0]


def entry_of(samples: Sequence[SimpleNamespace] | None = None, groups: int = 3, columns: Sequence[SimpleNamespace] = (),
             **more: Any) -> tuple[bytes, Values]:
    """A shard and what its entry says."""
    return w.shard(three(groups) if samples is None else samples, groups, columns, **{"compress": raw, "restore": False, **more})


# ---- What is wrong ---------------------------------------------------------------------------------------------------

def put(name: str, index: int, value: int) -> Change:
    def change(values: Values) -> None:
        changed = bytearray(values[name]) if isinstance(values[name], bytes) else list(values[name])
        changed[index] = value
        values[name] = bytes(changed) if isinstance(changed, bytearray) else changed
    return change


def setting(**changed: Any) -> Change:
    return lambda values: values.update(changed)


def shorter(name: str) -> Change:
    return lambda values: values.update({name: values[name][:-1]})


def flipped(data: bytes, *places: int) -> bytes:
    out = bytearray(data)
    for place in places:
        out[place] ^= 0x55
    return bytes(out)


def written(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    out = bytearray(data)
    for at, replacement in edits:
        out[at:at + len(replacement)] = replacement
    return bytes(out)


def copy_of(data: bytes) -> int:
    """Where the copy of an intact shard begins."""
    return int(len(data) - 24 - struct.unpack_from("<I", data, len(data) - 16)[0])


def twice(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    """Bytes of the front replaced, in the copy too."""
    copy = copy_of(data)
    return written(data, *edits, *((copy + at, replacement) for at, replacement in edits))


def sealed(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    """As `twice`, with a right checksum of head and region table."""
    changed = written(data, *edits)
    table = changed[64:64 + 24 * struct.unpack_from("<I", data, 28)[0]]
    return twice(data, *edits, (60, u32(crc32c(changed[:60] + table))))


def identified(data: bytes) -> bytes:
    """With the shard_uuid that head and metadata demand (R-UUID-1)."""
    table = data[64:64 + 24 * struct.unpack_from("<I", data, 28)[0]]
    offset, length = struct.unpack_from("<QQ", table, 8)
    digest = bytearray(hashlib.sha256(table + unzstd(data[offset:offset + length], len(data), "METADATA")).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
    return sealed(data, (40, bytes(digest)))


def region(index: int) -> int:
    """Where the entry of a region is."""
    return 64 + 24 * index


