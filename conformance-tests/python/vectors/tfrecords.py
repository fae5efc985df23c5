"""TFRecord files: records, and what they are compressed with (sections A.1 and A.3)."""
from __future__ import annotations

import struct
import zlib

import pcr_writer as w
from pcr_blocks import crc32c
from pcr_reader import BYTES, INT64, STRING
from pcr_tfrecord import masked

from .catalogue import Catalogue
from .frames import stored
from .pieces import block, flipped, frame, raw, u32, u64

SKIPPABLE = b"\x50\x2A\x4D\x18"


def record(key: str = "a.jpg", image: bytes = b"the first file") -> bytes:
    features = {"image/encoded": (BYTES, [image]), "image/filename": (STRING, [key]), "image/class/label": (INT64, [7])}
    return bytes(w.tfrecord_record(w.example(features)))


TWO = record() + record("b.jpg", b"the second file, and the last")


def deflated(data: bytes) -> bytes:
    """A stored block, which no version of a library changes."""
    return b"\1" + struct.pack("<HH", len(data), len(data) ^ 0xFFFF) + data


def gzip(data: bytes, flags: int = 0, fields: bytes = b"") -> bytes:
    head = b"\x1F\x8B\x08" + bytes([flags]) + bytes(4) + b"\0\xFF" + fields
    if flags & 2:
        head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    return head + deflated(data) + struct.pack("<II", zlib.crc32(data), len(data))


def zlibbed(data: bytes) -> bytes:
    return b"\x78\x01" + deflated(data) + struct.pack(">I", zlib.adler32(data))


def add_to(found: Catalogue) -> None:
    add_good(found)
    add_bad_records(found)
    add_bad_streams(found)


def add_good(found: Catalogue) -> None:
    def good(name: str, about: str, data: bytes, ids: str = "TFRECORD-2") -> None:
        found.good(f"tfrecord-{name}", about, data, ids)

    half = len(record()) - 5
    good("none.tfrecord", "two records", TWO, "TFRECORD-1 TFRECORD-4")
    good("gzip.tfrecord.gz", "a gzip member", gzip(TWO))
    good("gzip-members.tfrecord.gz", "a record across two gzip members", gzip(TWO[:half]) + gzip(TWO[half:]))
    good("gzip-name.tfrecord.gz", "a gzip member with a file's name, as the program gzip writes it", gzip(TWO, 8, b"name.tfrecord\0"))
    good("gzip-comment.tfrecord.gz", "a gzip member with a comment", gzip(TWO, 16, b"a comment\0"))
    good("gzip-extra.tfrecord.gz", "a gzip member with an extra field", gzip(TWO, 4, struct.pack("<H", 6) + b"ab\2\0xy"))
    good("gzip-header-crc.tfrecord.gz", "a gzip member with a CRC-16 of its header", gzip(TWO, 2))
    good("gzip-all.tfrecord.gz", "a gzip member with every field of the header", gzip(TWO, 31, struct.pack("<H", 4) + b"ab\0\0" + b"name\0" + b"comment\0"))
    good("zlib.tfrecord.zlib", "a zlib stream", zlibbed(TWO))
    made = with_codes(TWO)
    good("zlib-codes.tfrecord.zlib", "a zlib stream that is compressed", made)
    good("gzip-codes.tfrecord.gz", "a gzip member that is compressed", b"\x1F\x8B\x08\0\0\0\0\0\0\xFF" + made[2:-4] + struct.pack("<II", zlib.crc32(TWO), len(TWO)))
    good("zstd.tfrecord.zst", "a zstd frame", raw(TWO), "TFRECORD-2")
    good("zstd-compressed.tfrecord.zst", "a zstd frame that is compressed, with a checksum", stored("records", TWO, checksum=True))
    good("zstd-frames.tfrecord.zst", "a frame for each record", raw(record()) + raw(record("b.jpg")), "TFRECORD-2 TFRECORD-3")
    good("zstd-straddling.tfrecord.zst", "a record across two frames, as others may write", raw(TWO[:half]) + raw(TWO[half:]))
    good("zstd-no-size.tfrecord.zst", "a frame without content size, as streams have", frame(0, b"\x58", block(0, TWO)))
    good("zstd-window.tfrecord.zst", "a window of 128 MiB", frame(0, bytes([17 << 3]), block(0, TWO)))
    skip = SKIPPABLE + u32(3) + b"abc"
    good("zstd-skippable.tfrecord.zst", "skippable frames before, between and behind the others", skip + raw(TWO[:half]) + b"\x5F" + skip[1:] + raw(TWO[half:]) + SKIPPABLE + u32(0))
    good("zstd-skippable-alone.tfrecord.zst", "nothing but a skippable frame", skip)
    for suffix in ("", ".gz", ".zlib", ".zst"):
        good(f"no-bytes.tfrecord{suffix}", "a file of no bytes", b"", "TFRECORD-1")
    good("no-records.tfrecord.gz", "a gzip member of no bytes", gzip(b""))
    good("no-records.tfrecord.zst", "a zstd frame of no bytes", raw(b""))
    good("no-key.tfrecord", "a record without a key, which pcr-probe does not check", bytes(w.tfrecord_record(w.example({"image/encoded": (BYTES, [b"x"])}))), "TFRECORD-4")
    good("looks-like-gzip.tfrecord", "an uncompressed file whose first bytes look like gzip: the length of its record is 0x8b1f", looks_like(0x8B1F), "TFRECORD-2")


def looks_like(length: int) -> bytes:
    """A record of so many bytes."""
    base = len(w.example({"image/encoded": (BYTES, [bytes(30000)])}))
    message: bytes = w.example({"image/encoded": (BYTES, [bytes(30000 + length - base)])})
    assert len(message) == length
    return bytes(w.tfrecord_record(message))


def with_codes(data: bytes) -> bytes:
    """Fixed Huffman codes of literals alone."""
    bits: list[int] = [1, 1, 0]
    for byte in data:
        code, width = (0x30 + byte, 8) if byte < 144 else (0x190 + byte - 144, 9)
        bits += [code >> k & 1 for k in reversed(range(width))]
    bits += [0] * 7
    bits += [0] * (-len(bits) % 8)
    out = bytes(sum(bit << k for k, bit in enumerate(bits[at:at + 8])) for at in range(0, len(bits), 8))
    return b"\x78\x9C" + out + struct.pack(">I", zlib.adler32(data))


def add_bad_records(found: Catalogue) -> None:
    one = record()

    def bad(name: str, error: str, about: str, data: bytes, ids: str = "TFRECORD-1") -> None:
        found.bad(f"tfrecord-{name}", error, about, data, ids)

    def of_length(length: int) -> bytes:
        head = u64(length)
        return head + u32(masked(crc32c(head))) + one[12:]

    damage = "CHECKSUM_MISMATCH"
    bad("length-crc.tfrecord", damage, "length_crc", flipped(TWO, 8), "TFRECORD-1 CRC-2")
    bad("length.tfrecord", damage, "data_length flipped", flipped(TWO, 0))
    bad("data.tfrecord", damage, "a byte of the data", flipped(TWO, 20), "TFRECORD-1 TFRECORD-9 CRC-2")
    bad("data-crc.tfrecord", damage, "data_crc", flipped(TWO, len(TWO) - 1), "TFRECORD-1 TFRECORD-9")
    for name, cut in (("length", 7), ("length-crc", 11), ("data", 30), ("crc", len(one) - 1)):
        bad(f"cut-{name}.tfrecord", "TRUNCATED", f"the file ends in {name}", TWO[:len(one) + cut])
    bad("cut-behind-length.tfrecord", "TRUNCATED", "the file ends behind length_crc", one[:12])
    bad("length-beyond.tfrecord", "TRUNCATED", "a data_length one more than the file has", of_length(len(one) - 15))
    bad("length-2-63.tfrecord", "MALFORMED", "data_length 2^63", of_length(2**63), "INT-1")
    bad("length-2-64.tfrecord", "MALFORMED", "data_length 2^64-1", of_length(2**64 - 1), "INT-1")
    bad("text.tfrecord", damage, "a text", b"This is no TFRecord, and longer than the head of one.")
    for length, name in ((2**28 + 1, "256m"), (2**63 - 1, "max")):
        found.unsupported(f"tfrecord-length-{name}.tfrecord", "LIMIT_EXCEEDED", f"data_length {length:,}", of_length(length), "LIMIT-1 TFRECORD-1")
    bad("length-256m-cut.tfrecord", "TRUNCATED", "data_length of 256 MiB, which is within the limit, in a file that ends before", of_length(2**28), "LIMIT-1")


def add_bad_streams(found: Catalogue) -> None:
    def bad(name: str, error: str, about: str, data: bytes, ids: str = "TFRECORD-2") -> None:
        found.bad(f"tfrecord-{name}", error, about, data, ids)

    wrong, cut = "MALFORMED", "TRUNCATED"
    packed = {"gzip": gzip(TWO), "zlib": zlibbed(TWO), "zstd": raw(TWO)}
    suffixes = {"gzip": ".gz", "zlib": ".zlib", "zstd": ".zst"}
    for name, data in packed.items():
        bad(f"{name}-as-none.tfrecord", "CHECKSUM_MISMATCH", f"{name}, stated NONE", data)
        bad(f"none-as-{name}.tfrecord{suffixes[name]}", wrong, f"NONE, stated {name}", TWO)
        for other, suffix in suffixes.items():
            if (name, other) in (("zlib", "gzip"), ("gzip", "zlib")):
                bad(f"{name}-as-{other}.tfrecord{suffix}", wrong, f"{name}, stated {other}", data)
        bad(f"{name}-cut.tfrecord{suffixes[name]}", cut, "the last byte is missing", data[:-1])
        bad(f"{name}-cut-data.tfrecord{suffixes[name]}", cut, "the stream ends in its data", data[:-40])
        if name == "gzip":
            bad(f"{name}-trailing.tfrecord{suffixes[name]}", wrong, "zeros behind the stream", data + bytes(20))
        bad(f"{name}-garbage.tfrecord{suffixes[name]}", wrong, "a text behind the stream", data + b"and this is no stream of any kind")
    bad("gzip-crc.tfrecord.gz", wrong, "a gzip member's CRC-32", flipped(gzip(TWO), len(gzip(TWO)) - 8))
    bad("gzip-method.tfrecord.gz", wrong, "another method than deflate", flipped(gzip(TWO), 2))
    for bit in (0x20,):
        bad(f"gzip-reserved-{bit}.tfrecord.gz", wrong, "a reserved flag of gzip", gzip(TWO, bit))
    bad("gzip-header-crc.tfrecord.gz", wrong, "a wrong CRC-16 of a gzip header", flipped(gzip(TWO, 2), 10))
    bad("gzip-name-cut.tfrecord.gz", cut, "a name that does not end", gzip(TWO, 8, b"name\0")[:12])
    bad("gzip-second-cut.tfrecord.gz", cut, "a second gzip member of which the head alone is there", gzip(TWO) + gzip(b"")[:10])
    bad("gzip-block.tfrecord.gz", wrong, "a deflate block of the reserved type", gzip(TWO)[:10] + b"\7" + gzip(TWO)[11:])
    bad("gzip-stored-length.tfrecord.gz", wrong, "a stored block whose lengths disagree", flipped(gzip(TWO), 13))
    bad("zlib-adler.tfrecord.zlib", wrong, "a zlib stream's Adler-32", flipped(zlibbed(TWO), len(zlibbed(TWO)) - 1))
    bad("zlib-twice.tfrecord.zlib", wrong, "two zlib streams", zlibbed(record()) + zlibbed(record("b.jpg")))
    bad("zlib-dictionary.tfrecord.zlib", wrong, "a zlib stream with a preset dictionary", b"\x78\x20" + struct.pack(">I", zlib.adler32(TWO)) + zlibbed(TWO)[2:])
    bad("zlib-header.tfrecord.zlib", wrong, "a zlib header whose check is wrong", b"\x78\x02" + zlibbed(TWO)[2:])
    bad("zstd-skippable-cut.tfrecord.zst", cut, "a skippable frame that ends early", raw(TWO) + SKIPPABLE + u32(9) + b"abc")
    with_sum = stored("records", TWO, checksum=True)
    bad("zstd-checksum.tfrecord.zst", wrong, "a zstd frame's own checksum", flipped(with_sum, len(with_sum) - 1))
    bad("zstd-block.tfrecord.zst", wrong, "a zstd block of the reserved type", frame(0, b"\x58", block(3, TWO)))
    for name, data in (("gzip.tfrecord.gz", gzip), ("zlib.tfrecord.zlib", zlibbed), ("zstd.tfrecord.zst", raw)):
        bad(f"record-in-{name}", "CHECKSUM_MISMATCH", "a damaged record in an intact stream", data(flipped(TWO, 20)), "TFRECORD-1")
        if data is not gzip:
            bad(f"record-cut-in-{name}", cut, "half a record in an intact stream", data(TWO[:-9]), "TFRECORD-1")
    large = found.unsupported
    large("tfrecord-window.tfrecord.zst", "LIMIT_EXCEEDED", "a zstd window of 256 MiB", frame(0, bytes([18 << 3]), block(0, TWO)), "TFRECORD-2 LIMIT-1")
    large("tfrecord-window-144m.tfrecord.zst", "LIMIT_EXCEEDED", "a zstd window of 144 MiB", frame(0, bytes([17 << 3 | 1]), block(0, TWO)), "TFRECORD-2 LIMIT-1")
    large("tfrecord-single-segment.tfrecord.zst", "LIMIT_EXCEEDED", "a frame without window descriptor, and so of a window of 128 MiB + 1", frame(0xA0, u32((128 << 20) + 1), block(0, TWO)), "TFRECORD-2 LIMIT-1")
