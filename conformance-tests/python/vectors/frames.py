"""Zstd frames (section 3.2), as metadata of a shard."""
from __future__ import annotations

import os

import pcr_writer as w

from .catalogue import Catalogue, group
from .pieces import SOURCES, block, frame, grey, raw, shard, u16, u32, u64


def stored(name: str, data: bytes, base: bytes | None = None, checksum: bool = False) -> bytes:
    """A frame that a compressor made once; it is made again only if it does not hold these bytes. base: a dictionary."""
    path = os.path.join(SOURCES, name + ".zst")
    dictionary = base and w.zstandard.ZstdCompressionDict(base, dict_type=w.zstandard.DICT_TYPE_RAWCONTENT)
    if os.path.exists(path):
        with open(path, "rb") as file:
            kept = file.read()
        try:
            if w.zstandard.ZstdDecompressor(dictionary or None).decompress(kept) == data:
                return kept
        except w.zstandard.ZstdError:
            pass
    made: bytes = w.zstandard.ZstdCompressor(level=19, dict_data=dictionary or None, write_dict_id=False, write_checksum=checksum).compress(data)
    with open(path, "wb") as file:
        file.write(made)
    return made


def add_to(found: Catalogue) -> None:
    one = [grey("a key that makes the metadata longer than 255 bytes " * 3)]
    flat: list[bytes] = []
    shard(one, 3, compress=lambda data: flat.append(data) or raw(data))
    data = flat[0]
    assert 256 < len(data) < 1000
    half, size2, size4 = len(data) // 2, u16(len(data) - 256), u32(len(data))

    def good(name: str, about: str, made: bytes, ids: str) -> None:
        found.good(f"frame-{name}.pcr", about, shard(one, 3, compress=lambda _: made), ids, group(3))

    def bad(name: str, about: str, made: bytes, ids: str = "ZSTD-1") -> None:
        found.bad(f"frame-{name}.pcr", "MALFORMED", about, shard(one, 3, compress=lambda _: made), ids)

    def large(name: str, about: str, made: bytes, ids: str) -> None:
        found.unsupported(f"frame-{name}.pcr", "LIMIT_EXCEEDED", about, shard(one, 3, compress=lambda _: made), ids)

    whole = block(0, data)
    good("size-2", "a content size of two bytes", frame(0x60, size2, whole), "ZSTD-2")
    good("size-4", "a content size of four bytes", frame(0xA0, size4, whole), "ZSTD-2")
    good("size-8", "a content size of eight bytes", frame(0xE0, u64(len(data)), whole), "ZSTD-2")
    good("window", "a window descriptor", frame(0x80, b"\0" + size4, whole), "ZSTD-3")
    good("window-128m", "a window of 128 MiB", frame(0x80, bytes([17 << 3]) + size4, whole), "ZSTD-3")
    good("window-fraction", "a window of 64 MiB and seven eighths", frame(0x80, bytes([16 << 3 | 7]) + size4, whole), "ZSTD-3")
    good("blocks", "an empty block between others", frame(0x60, size2, block(0, data[:half], last=False), block(0, b"", last=False), block(0, data[half:])), "ZSTD-1")
    good("last-empty", "the last block is empty", frame(0x60, size2, block(0, data, last=False), block(0, b"")), "ZSTD-1")
    padded: list[bytes] = []
    long = shard(one, 3, flat_of=lambda flat_: flat_ + bytes(131072), compress=lambda flat_: padded.append(flat_) or frame(
        0xA0, u32(len(flat_)), block(0, data, last=False), block(1, b"\0", 131072)))
    found.good("frame-rle-131072.pcr", "an RLE block of 131,072 bytes, the longest", long, "ZSTD-1", group(1))
    found.good("frame-compressed.pcr", "compressed blocks", shard(one, 3, compress=lambda flat_: stored("metadata", flat_)), "ZSTD-4", group(3))
    found.good("frame-checksum.pcr", "compressed, with the frame's own checksum", shard(one, 3, compress=lambda flat_: stored("metadata-checksum", flat_, checksum=True)), "ZSTD-4", group(3))
    found.good("frame-compressed-131072.pcr", "a compressed block that decodes to 131,072 bytes, the most",
               shard(one, 3, flat_of=lambda flat_: flat_ + b"compress" * 20000, compress=lambda flat_: stored("metadata-long", flat_)), "ZSTD-1", group(1))

    bad("magic", "no zstd magic", b"x" + raw(data)[1:])
    bad("skippable", "a skippable frame", b"\x50\x2A\x4D\x18" + size4 + data)
    bad("uncompressed", "the content without a frame", data)
    bad("four-bytes", "nothing but the zstd magic", raw(data)[:4])
    bad("five-bytes", "magic and descriptor", raw(data)[:5])
    bad("cut-header", "the frame's header is cut", frame(0xA0, size4[:3]))
    bad("cut-before-block", "no block", frame(0x60, size2))
    bad("cut-in-block-header", "the block's header is cut", frame(0x60, size2, whole[:2]))
    bad("cut", "the last block is cut", raw(data)[:-1])
    bad("cut-rle", "an RLE block without its byte", frame(0x60, size2, block(1, b"", len(data))))
    bad("no-last-block", "no block is the last", frame(0x60, size2, block(0, data, last=False)))
    bad("trailing", "a byte behind the frame", raw(data) + b"\0")
    bad("two", "two frames", raw(data) + raw(b""))
    bad("reserved-bit", "the descriptor's reserved bit", frame(0x68, size2, whole))
    bad("reserved-block", "a block of the reserved type", frame(0x60, size2, block(3, data)))
    bad("rle-131073", "an RLE block of 131,073 bytes", frame(0xA0, u32(len(data) + 131073), block(0, data, last=False), block(1, b"\0", 131073)))
    bad("compressed-noise", "a compressed block of noise", frame(0x60, size2, block(2, data)))
    bad("dictionary", "a dictionary id of one byte", frame(0x61, b"\7" + size2, whole), "ZSTD-3")
    bad("dictionary-0", "a dictionary id of 0", frame(0x61, b"\0" + size2, whole), "ZSTD-3")
    bad("no-size", "no content size", frame(0x00, b"\x58", whole), "ZSTD-2")
    bad("size-less", "a content size of one byte less", frame(0x60, u16(len(data) - 257), whole))
    bad("size-more", "a content size of one byte more than the blocks hold", frame(0x60, u16(len(data) - 255), whole), "ZSTD-2")
    bad("size-64m", "a content size of 64 MiB from a few bytes", frame(0xA0, u32(64 << 20), whole), "ZSTD-2")
    bad("size-of-compressed", "a compressed frame that decodes to less than its content size",
        frame_of_other_size(stored("metadata", data), len(data) + 1), "ZSTD-1")
    bad("size-of-compressed-less", "a compressed frame that decodes to more than its content size",
        frame_of_other_size(stored("metadata", data), len(data) - 1), "ZSTD-1")
    with_sum = stored("metadata-checksum", data, checksum=True)
    bad("checksum", "the frame's own checksum", with_sum[:-1] + bytes([with_sum[-1] ^ 1]), "ZSTD-4")
    bad("checksum-cut", "the frame's own checksum is cut", with_sum[:-1])
    bad("checksum-none", "the frame's own checksum is missing", with_sum[:-4])
    large("size-64m-1", "a content size of 64 MiB + 1", frame(0xA0, u32((64 << 20) + 1), whole), "ZSTD-2 LIMIT-1")
    large("size-4g", "a content size of 2^32-1", frame(0xA0, u32(2**32 - 1), whole), "ZSTD-2 LIMIT-1")
    large("size-2-64", "a content size of 2^64-1", frame(0xE0, u64(2**64 - 1), whole), "ZSTD-2 LIMIT-1")
    large("window-144m", "a window of 128 MiB and an eighth", frame(0x80, bytes([17 << 3 | 1]) + size4, whole), "ZSTD-3 LIMIT-1")
    large("window-most", "the largest window", frame(0x80, b"\xFF" + size4, whole), "ZSTD-3 LIMIT-1")


def frame_of_other_size(made: bytes, size: int) -> bytes:
    """The content size of two bytes of a compressed frame replaced."""
    assert made[4] >> 6 == 1 and made[4] & 0x20
    return made[:5] + u16(size - 256) + made[7:]
