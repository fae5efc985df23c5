"""The restore region, with originals and patches, but for recipes (section 10)."""
from __future__ import annotations

import hashlib
import struct
from types import SimpleNamespace
from typing import Any

import pcr_writer as w
from pcr_restore import NONE, ORIGINAL, PATCH, SAME

from .catalogue import FULL, Call, Catalogue, group
from .frames import stored
from .pieces import Change, Values, block, color, entry_of, flipped, frame, opaque, put, raw, region, sealed, setting, source, u32
from .pieces import identified as with_uuid


def sample(k: int, keep: int = ORIGINAL, original: bytes | None = None, **more: Any) -> SimpleNamespace:
    content = b"file %d" % k
    return opaque(f"k{k}", content, None, original=content if original is None else original, keep=keep, **more)


def some() -> list[SimpleNamespace]:
    return [sample(0, ORIGINAL, b"an original"), sample(1, SAME), sample(2, NONE, b"another"), sample(3, ORIGINAL, b"the last")]


def shard(samples: list[SimpleNamespace] | None = None, groups: int = 1, **more: Any) -> bytes:
    return entry_of(some() if samples is None else samples, groups, restore=True, **more)[0]


def patch(base: bytes, original: bytes, name: str) -> bytes:
    return u32(0) + stored(name, original, base=base)


def frames_of(sizes: list[int]) -> Any:
    """A restore region of frames of the given numbers of samples."""
    def region_of(samples: list[SimpleNamespace], change: Change, compress: Any) -> tuple[bytes, bytes]:
        records = [s.record if s.record is not None else s.original if s.keep == ORIGINAL else b"" for s in samples]
        made, at = [], 0
        for size in sizes:
            made.append(compress(b"".join(records[at:at + size])))
            at += size
        values: Values = {
            "kinds": bytes(s.keep for s in samples), "record_lengths": [len(r) for r in records], "frame_samples": sizes, "frame_lengths": [len(f) for f in made],
            "frame_crc32c": [w.crc32c(f) for f in made], "source_sha256": b"".join(hashlib.sha256(s.original).digest() for s in samples)}
        change(values)
        directory = compress(w.flatbuffer(b"PCRR", w.RESTORE, values))
        return struct.pack("<I", len(directory)) + directory, b"".join(made)
    return region_of


def add_to(found: Catalogue) -> None:
    add_good(found)
    add_bad_directory(found)
    add_bad_frames(found)
    add_bad_originals(found)
    add_patches(found)


def add_good(found: Catalogue) -> None:
    def good(name: str, about: str, data: bytes, ids: str, *calls: Call) -> None:
        found.good(f"restore-{name}.pcr", about, data, ids, *calls, level=FULL)

    jpeg = color("same", original=source("colour.jpg"), keep=SAME)
    good("all", "originals, a sample that is its original, and one without", shard(), "RESTORE-1 RESTORE-2 RESTORE-3 RESTORE-4 G-5", group(1))
    good("same-jpeg", "a progressive JPEG that is its own original", shard([jpeg], 3), "RESTORE-4 G-5")
    good("frames", "a frame for each record", shard(restore_of=frames_of([1, 1, 1, 1])), "RESTORE-2 RESTORE-3")
    good("none", "no original is kept", shard([sample(0, NONE), sample(1, NONE)]), "RESTORE-2 RESTORE-3")
    good("no-samples", "a shard without samples and frames", shard([]), "RESTORE-2")
    good("no-hashes", "originals that are proved by their length alone", shard(change_directory=setting(source_sha256=b"")), "RESTORE-4")
    good("empty-original", "an original of no bytes", shard([sample(0, ORIGINAL, b"")]), "RESTORE-4")
    large = [sample(0, ORIGINAL, bytes(1 << 19)), sample(1, ORIGINAL, bytes(1 << 19))]
    good("frame-1m", "a frame of exactly 1 MiB", shard(large, compress_rest=rle), "RESTORE-8")
    good("frame-one-large", "one record of more than 1 MiB, with empty ones", shard([sample(0, SAME), sample(1, ORIGINAL, bytes((1 << 20) + 1)), sample(2, SAME)], compress_rest=rle), "RESTORE-8")


def rle(data: bytes) -> bytes:
    """A long row of zeros in a few bytes."""
    if any(data) or len(data) < 1000:
        return raw(data)
    pieces = [min(131072, len(data) - at) for at in range(0, len(data), 131072)]
    return frame(0xA0, u32(len(data)), *(block(1, b"\0", n, k == len(pieces) - 1) for k, n in enumerate(pieces)))


def add_bad_directory(found: Catalogue) -> None:
    def bad(name: str, error: str, about: str, data: bytes, ids: str) -> None:
        found.bad(f"restore-{name}.pcr", error, about, data, ids, level=FULL)

    data = shard()
    at, count = restore_at(data)
    entry = region(2)
    assert data[entry] == 5
    bad("directory-length", "MALFORMED", "directory_length one more than the region has", rewritten(data, at, u32(count - 3)), "RESTORE-1")
    bad("directory-length-max", "MALFORMED", "directory_length 2^32-1", rewritten(data, at, u32(2**32 - 1)), "RESTORE-1")
    bad("checksum", "CHECKSUM_MISMATCH", "region_crc32c of RESTORE", with_uuid(sealed(data, (entry + 4, u32(1)))), "RESTORE-1")
    bad("directory-flipped", "CHECKSUM_MISMATCH", "a byte of the directory", flipped(data, at + 30), "RESTORE-1 G-3")
    bad("short", "MALFORMED", "a region of three bytes", shard([], restore_of=lambda *_: (b"\0\0\0", b"")), "RESTORE-1")
    bad("no-directory", "MALFORMED", "a directory of no bytes", shard([], restore_of=lambda *_: (bytes(4), b"")), "RESTORE-1 ZSTD-1")
    bad("identifier", "MALFORMED", "a directory of another identifier", shard([], restore_of=lambda *_: identified(b"PCRM")), "FB-1")
    for name, about, change, ids in (
            ("kinds-short", "kinds has an element less", lambda v: v.update(kinds=v["kinds"][:-1]), "RESTORE-2"),
            ("lengths-short", "record_lengths has an element less", lambda v: v["record_lengths"].pop(2), "RESTORE-2"), ("lengths-long", "record_lengths has an element more", lambda v: v["record_lengths"].append(0), "RESTORE-2"),
            ("hashes-one-more", "source_sha256 has a byte more", lambda v: v.update(source_sha256=v["source_sha256"] + b"\0"), "RESTORE-2"),
            ("frame-lengths-none", "frame_lengths has no element", setting(frame_lengths=()), "RESTORE-2"), ("frame-crcs-none", "frame_crc32c has no element", setting(frame_crc32c=()), "RESTORE-2"),
            ("frame-samples-none", "frame_samples has no element", setting(frame_samples=()), "RESTORE-2"), ("frame-samples-less", "frame_samples add up to less", setting(frame_samples=[3]), "RESTORE-2"), ("frame-samples-more", "frame_samples add up to more", setting(frame_samples=[5]), "RESTORE-2"),
            ("frame-samples-0", "a frame of no samples", lambda v: v.update(frame_samples=[4, 0], frame_lengths=[*v["frame_lengths"], 0], frame_crc32c=[*v["frame_crc32c"], 0]), "RESTORE-2"),
            ("frame-lengths-less", "frame_lengths add up to less than the region has", lambda v: v.update(frame_lengths=[v["frame_lengths"][0] - 1]), "RESTORE-2"),
            ("one-sample-more", "kinds and record_lengths have an element more", one_more, "RESTORE-2"),
            ("frame-samples-count", "frame_samples has two elements of one frame, which add up", setting(frame_samples=[2, 2]), "RESTORE-2"),
            ("kind-5", "kind 5", put("kinds", 0, 5), "RESTORE-2"), ("same-with-record", "a record of kind SAME", put("kinds", 0, SAME), "RESTORE-2"), ("none-with-record", "a record of kind NONE", put("kinds", 3, NONE), "RESTORE-2"),
            ("length-2-31-alone", "a record length of 2^31, all others empty", setting(kinds=b"\4\1\0\1", record_lengths=[2**31, 0, 0, 0]), "RESTORE-2")):
        bad(name, "MALFORMED", about, shard(change_directory=change), ids)
    two = [sample(k, ORIGINAL, bytes((1 << 19) + k)) for k in range(2)]
    bad("frame-large", "MALFORMED", "a frame of two records and a byte more than 1 MiB", shard(two, restore_of=frames_of([2]), compress_rest=rle), "RESTORE-8")
    three = [sample(0, SAME), *two, sample(3, SAME)]
    three[1].key, three[2].key = "a", "b"
    bad("frame-large-second", "MALFORMED", "a second frame of two records and a byte more than 1 MiB", shard(three, restore_of=frames_of([1, 3]), compress_rest=rle), "RESTORE-8")


def one_more(values: Values) -> None:
    values.update(kinds=values["kinds"] + b"\0", record_lengths=[*values["record_lengths"], 0])


def restore_at(data: bytes) -> tuple[int, int]:
    """Offset and length of the region, which is the third here."""
    return int.from_bytes(data[region(2) + 8:region(2) + 16], "little"), int.from_bytes(data[region(2) + 16:region(2) + 24], "little")


def rewritten(data: bytes, at: int, length: bytes) -> bytes:
    return data[:at] + length + data[at + 4:]


def identified(identifier: bytes) -> tuple[bytes, bytes]:
    directory = raw(w.flatbuffer(identifier, w.RESTORE, {}))
    return u32(len(directory)) + directory, b""


def add_bad_frames(found: Catalogue) -> None:
    def bad(name: str, error: str, about: str, data: bytes, ids: str = "RESTORE-3") -> None:
        found.bad(f"restore-frame-{name}.pcr", error, about, data, ids, level=FULL)

    data = shard()
    at, length = restore_at(data)
    bad("flipped", "CHECKSUM_MISMATCH", "the last byte of a frame", flipped(data, at + length - 1), "RESTORE-3 G-3")
    bad("crc", "CHECKSUM_MISMATCH", "frame_crc32c", shard(change_directory=put("frame_crc32c", 0, 0)))

    def others(frames: bytes, *sizes: int, samples: list[SimpleNamespace] | None = None) -> bytes:
        """The frames replaced, with right checksums."""
        def region_of(samples_: list[SimpleNamespace], change: Change, compress: Any) -> tuple[bytes, bytes]:
            def update(values: Values) -> None:
                ends = [sum(sizes[:k + 1]) for k in range(len(sizes))]
                values["frame_lengths"] = list(sizes)
                values["frame_crc32c"] = [w.crc32c(frames[a:b]) for a, b in zip([0, *ends], ends)]
            return w.restore_region(samples_, update, compress)[0], frames
        return shard(samples, restore_of=region_of)

    for name, error, about, content, ids in (
            ("no-zstd", "MALFORMED", "a frame that is no zstd frame", b"no frame", "RESTORE-3 ZSTD-1"), ("empty", "MALFORMED", "a frame of no bytes", b"", "RESTORE-3 ZSTD-1"),
            ("more", "MALFORMED", "a frame that decodes to more than its records", raw(b"an originalthe last?"), "RESTORE-3"), ("less", "MALFORMED", "a frame that decodes to less than its records", raw(b"an originalthe las"), "RESTORE-3")):
        bad(name, error, about, others(content, len(content)), ids)
    empty = [sample(0, NONE), sample(1, SAME)]
    bad("of-nothing", "MALFORMED", "a frame of empty records that decodes to a byte", others(raw(b"x"), len(raw(b"x")), samples=empty))
    bad("of-nothing-crc", "CHECKSUM_MISMATCH", "a frame of empty records whose checksum is wrong", shard(empty, change_directory=put("frame_crc32c", 0, 5)))
    huge = frame(0xA0, u32((256 << 20) + 1), block(0, b"abc"))
    found.unsupported("restore-frame-256m.pcr", "LIMIT_EXCEEDED", "a frame that says that it holds more than 256 MiB", others(huge, len(huge)), "LIMIT-1 ZSTD-2", level=FULL)


def add_bad_originals(found: Catalogue) -> None:
    def bad(name: str, about: str, data: bytes, ids: str = "RESTORE-4") -> None:
        found.bad(f"restore-{name}.pcr", "RESTORE_MISMATCH", about, data, ids, level=FULL)

    bad("original-other", "an original of another SHA-256", shard(change_directory=put("source_sha256", 0, 0)))
    bad("original-length", "an original of another length", shard(change=put("source_lengths", 0, 12)))
    bad("original-length-alone", "an original of another length, without a SHA-256", shard(change=put("source_lengths", 0, 12), change_directory=setting(source_sha256=b"")))
    bad("same-other", "kind SAME of a sample that is not its original", shard([sample(0, SAME, b"file X")]))
    bad("same-length", "kind SAME of a sample that is shorter than its original", shard(change=put("source_lengths", 1, 7), change_directory=setting(source_sha256=b"")))


def add_patches(found: Catalogue) -> None:
    base, original = b"file 0", b"file 0, and more of the file"
    data = shard([patched(0, original, patch(base, original, "patch"))])
    found.good("restore-patch.pcr", "a patch of an opaque sample", data, "RESTORE-6", level=FULL)
    jpeg = source("colour.jpg")
    longer = jpeg + b"trailing bytes"
    made = color("patched", original=longer, keep=PATCH, record=patch(jpeg, longer, "patch-jpeg"))
    found.good("restore-patch-jpeg.pcr", "a patch of a JPEG with bytes behind its end", shard([made], 3), "RESTORE-6", level=FULL)
    for name, error, about, record, ids in (
            ("short", "MALFORMED", "a patch of three bytes", b"\0\0\0", "RESTORE-6"), ("empty", "MALFORMED", "a patch of no bytes", b"", "RESTORE-6"),
            ("recipe-length", "MALFORMED", "recipe_length one more than the record has behind it", u32(18) + raw(b"abcdefgh"), "RESTORE-6"), ("recipe-length-max", "MALFORMED", "recipe_length 2^32-1", u32(2**32 - 1) + raw(b"a"), "RESTORE-6"),
            ("frame", "MALFORMED", "a patch that is no zstd frame", u32(0) + b"no frame", "RESTORE-6 ZSTD-1"), ("frame-none", "MALFORMED", "a patch without a frame", u32(0), "RESTORE-6 ZSTD-1"),
            ("other", "RESTORE_MISMATCH", "a patch that decodes to something else", u32(0) + raw(b"file 0, and less of the file"), "RESTORE-4 RESTORE-6"),
            ("recipe-of-opaque", "RESTORE_MISMATCH", "a patch over a recipe of a sample that is no JPEG", u32(9) + struct.pack("<II", 1, 1) + b"a" + raw(b"abc"), "RESTORE-9")):
        found.bad(f"restore-patch-{name}.pcr", error, about, shard([patched(0, original, record)]), ids, level=FULL)
    trained = opaque("k", b"\x37\xA4\x30\xEC and so on", None, original=b"x", keep=PATCH, record=u32(0) + raw(b"x"))
    found.bad("restore-patch-base.pcr", "MALFORMED", "a patch whose base zstd would take for a trained dictionary", shard([trained]), "RESTORE-7", level=FULL)
    huge = patched(0, original, u32(0) + frame(0xA0, u32((256 << 20) + 1), block(0, b"abc")))
    found.unsupported("restore-patch-256m.pcr", "LIMIT_EXCEEDED", "a patch of more than 256 MiB", shard([huge]), "LIMIT-1", level=FULL)


def patched(k: int, original: bytes, record: bytes) -> SimpleNamespace:
    return sample(k, PATCH, original, record=record)
