#!/usr/bin/env python3
"""Checks that the writer and the readers here agree on spec/pcr-format.md, and that damage costs what the text says.

    check_format.py [NAME...]      runs all checks, or those whose names contain one of the words; exit 1 if any fails
"""
import os, random, struct, sys, tempfile, traceback
from types import SimpleNamespace
import pcr_prefix
import pcr_reader
import pcr_writer as w
from pcr_blocks import FlatBuffer, PcrError, crc32c, unzstd
from pcr_dataset import MANIFEST, Bytes, Dataset, FolderPlace, ManifestFile, check_listed, check_segment, key_hash, page_entries, page_of
from pcr_prefix import PcrError as PrefixError, Prefix
from pcr_probe import probe
from pcr_reader import (METADATA, BOOL, BYTES, EARLY, FIXED, FLOAT32, FLOAT64, INT64, LATE, LIQUID, PCR, SCALAR, STRING, VARYING, Shard)
from pcr_restore import NONE, ORIGINAL, SAME, Restore
from pcr_tfrecord import column_values, decompress, example, masked, records

TYPES = {INT64: lambda r: r.choice([0, 1, -1, 2**63 - 1, -2**63]), FLOAT64: lambda r: r.choice([0.0, -1.5, 1e300, 0.1]),
         FLOAT32: lambda r: r.choice([0.0, -1.5, 0.25]), BOOL: lambda r: r.random() < .5,
         STRING: lambda r: "é" * r.randrange(4), BYTES: lambda r: r.randbytes(r.randrange(5))}


def some_samples(r, n, groups, columns=()):
    samples = []
    for i in range(n):
        opaque = i % 7 == 6
        slices = [r.randbytes(40)] if opaque else [b"\xFF\xD8" + r.randbytes(r.randrange(1, 60))]
        slices += [] if opaque else [r.randbytes(r.choice([0, 1, 50])) for _ in range(groups - 1)]
        keep = r.choice([NONE, ORIGINAL, SAME])
        sample = w.sample(f"folder/{i}-é.JPEG", slices, r.choice([None, 0, -2**63, 7]), encoding=2 if opaque else 1, keep=keep)
        sample.original = r.randbytes(70) if keep == ORIGINAL else b"".join(slices) + (b"" if opaque else b"\xFF\xD9")
        samples.append(sample)
    return samples


def every_column(r, n):
    columns = []
    for kind, make in TYPES.items():
        for shape in (SCALAR, FIXED, VARYING):
            for placement in (0, EARLY, LATE):
                if shape == FIXED and kind in (BYTES, STRING):
                    continue
                value = {SCALAR: lambda: make(r), FIXED: lambda: [make(r) for _ in range(3)],
                         VARYING: lambda: [make(r) for _ in range(r.randrange(4))]}[shape]
                values = [None if r.random() < .2 else value() for _ in range(n)]
                columns.append(w.column(f"{kind}-{shape}-{placement}", kind, values, shape, 3 if shape == FIXED else 0, placement))
    return columns


def fails(code, call, error=PcrError, what=""):
    try:
        call()
    except error as found:
        assert code is None or found.code in (code if isinstance(code, tuple) else (code,)), f"{found} in place of {code}"
        return
    raise AssertionError(f"no {code} {what}")


def a_shard(seed=1, n=20, groups=4, **more):
    r = random.Random(seed)
    columns = every_column(r, n)
    samples = some_samples(r, n, groups)
    return (*w.shard(samples, groups, columns, **more), samples, columns)


# ---- Shards ----------------------------------------------------------------------------------------------------------

def check_a_shard_comes_out_as_it_went_in():
    for seed, n, groups in ((1, 20, 4), (2, 0, 1), (3, 1, 64), (4, 9, 2)):
        data, entry, samples, columns = a_shard(seed, n, groups)
        found = Shard(Bytes(data))
        found.check_end()
        assert found.front_error is None and found.labels == [s.label for s in samples]
        for index, column in enumerate(columns):
            assert found.column(index) == column.values, column.name
        for i, sample in enumerate(samples):
            for g in range(1, groups + 1):
                wanted = sample.slices[0] if sample.encoding == 2 else b"".join(sample.slices[:g]) + b"\xFF\xD9"
                assert found.sample(i, g) == wanted
        originals = list(Restore(found).originals())
        assert originals == [None if s.keep == NONE else s.original for s in samples]
        assert len(data) == entry["total_length"] and [found.prefix_length(g) for g in range(groups + 1)] == entry["prefix_lengths"]


def check_liquid_shards():
    r = random.Random(5)
    for n in (0, 12):
        samples = [w.sample(f"k{i}", [r.randbytes(30)], i, encoding=16 + i * 7 % 5) for i in range(n)]
        columns = [w.column("late", BYTES, [b"x"] * n, placement=LATE), w.column("early", BYTES, [b"yy"] * n, placement=EARLY)]
        data, entry = w.shard(samples, 1, columns, restore=False, variant=LIQUID)
        found = Shard(Bytes(data))
        found.check_end()
        assert [found.sample(i, 1) for i in range(n)] == [s.slices[0] for s in samples]
        assert found.column(0) == [b"x"] * n and found.column(1) == [b"yy"] * n
        assert [found.prefix_length(g) for g in (0, 1)] == entry["prefix_lengths"]
        fails("UNSUPPORTED", lambda: Prefix(data), PrefixError)


def check_a_dataset_with_boxes_key_points_embeddings_and_masks():
    """What detection and multimodal training needs, in one shard; a prefix has what is INLINE and EARLY."""
    r = random.Random(18)
    single = lambda x: struct.unpack("<f", struct.pack("<f", x))[0]
    boxes = [[single(r.uniform(0, 640)) for _ in range(4 * k)] for k in (2, 0, 1, 3)]
    columns = [w.column("boxes", FLOAT32, boxes, VARYING), w.column("categories", INT64, [[1] * (len(b) // 4) for b in boxes], VARYING),
               w.column("key points", INT64, [list(range(51)), None, list(range(51)), None], FIXED, 51),
               w.column("embedding", FLOAT32, [[single(r.random()) for _ in range(512)] for _ in range(4)], FIXED, 512, EARLY),
               w.column("mask", BYTES, [r.randbytes(2000), None, b"", r.randbytes(10)], placement=LATE),
               w.column("captions", STRING, [["a cat", "un félin"], [], [""], ["x"]], VARYING, placement=LATE),
               w.column("json", STRING, ['{"caption": "x",  "n":1.50}', "{}", None, "[]"])]
    samples = [w.sample(f"{k:012}.jpg", [b"\xFF\xD8" + r.randbytes(99), r.randbytes(50)], k) for k in range(4)]
    data, entry = w.shard(samples, 2, columns, restore=False)
    whole, prefix = Shard(Bytes(data)), Shard(Bytes(data[:entry["prefix_lengths"][1]]))
    assert [whole.column(k) for k in range(7)] == [c.values for c in columns]
    assert [prefix.column(k) for k in (0, 1, 2, 3, 6)] == [columns[k].values for k in (0, 1, 2, 3, 6)]
    fails("TRUNCATED", lambda: prefix.column(4))
    at = whole.region(2, 4).offset + 1990  # in the first mask
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, at))).column(4))
    assert Shard(Bytes(wrong(data, at))).sample(0, 2) == whole.sample(0, 2)


def check_the_prefix_reader_asks_for_no_more_than_the_prefix():
    import builtins
    r, asked = random.Random(19), []
    samples = [w.sample(f"k{k}", [b"\xFF\xD8" + r.randbytes(3000)] + [r.randbytes(3000)] * 3) for k in range(40)]
    data, entry = w.shard(samples, 4, restore=False)

    class Watched:
        def __init__(self, *_):
            self.at = 0

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, length):
            asked.append(self.at + length)
            self.at += length
            return data[self.at - length:self.at]

    opened, builtins.open = builtins.open, Watched
    try:
        for g in range(1, 5):
            asked.clear()
            assert pcr_prefix.read_prefix("x", g).sample(39, g) == b"".join(samples[39].slices[:g]) + b"\xFF\xD9"
            assert max(asked) == max(65536, entry["prefix_lengths"][g]) and len(asked) <= 2
    finally:
        builtins.open = opened


def check_both_readers_at_every_cut():
    data, entry, samples, _ = a_shard(6, 8, 3, restore=False)
    for length in list(range(0, 200, 7)) + [p + d for p in entry["prefix_lengths"] for d in (-1, 0, 1)]:
        cut = data[:length]
        groups = sum(p <= length for p in entry["prefix_lengths"]) - 1
        if groups < 0:
            fails("TRUNCATED", lambda: Prefix(cut), PrefixError)
            fails("TRUNCATED", lambda: Shard(Bytes(cut)))
            continue
        prefix, full = Prefix(cut), Shard(Bytes(cut))
        for i in range(len(samples)):
            for g in range(1, groups + 1):
                assert prefix.sample(i, g) == full.sample(i, g)
        if groups < 3:
            fails("TRUNCATED", lambda: [prefix.sample(i, groups + 1) for i in range(8)], PrefixError)
            fails("TRUNCATED", lambda: [full.sample(i, groups + 1) for i in range(8)])


def resealed(data, *edits):
    """The shard with bytes of head and region table replaced, in front and in the copy, and with right checksums."""
    out = bytearray(data)
    count, = struct.unpack_from("<I", data, 28)
    for at, replacement in edits:
        out[at:at + len(replacement)] = replacement
    table = out[64:64 + 24 * count]
    struct.pack_into("<I", out, 60, crc32c(out[:60] + table))
    copy = len(data) - 24 - struct.unpack_from("<I", data, len(data) - 16)[0]
    out[copy:copy + 64 + len(table)] = out[:64 + len(table)]
    return bytes(out)


def put(name, index, value):
    def change(values):
        changed = bytearray(values[name]) if isinstance(values[name], bytes) else list(values[name])
        changed[index] = value
        values[name] = bytes(changed) if isinstance(changed, bytearray) else changed
    return change


def check_rules_of_metadata():
    r = random.Random(20)
    samples = some_samples(r, 9, 3)
    for k, sample in enumerate(samples):
        sample.label, sample.key = [None, 7][k % 2], f"key-{k}"
    samples[0].slices = [b"\xFF\xD8abc", b"", b"x"]
    with_all = lambda **values: lambda found: found.update(values)
    longer = lambda name: lambda found: found.update({name: list(found[name]) + [0]})
    column = lambda **more: with_all(columns=[dict(dict(name="c", type=3, value_lengths=[1] * 9, value_bytes=bytes(9)), **more)])
    numbers = lambda **more: with_all(columns=[dict(dict(name="c", type=1, value_bytes=bytes(72)), **more)])
    targets = lambda **more: with_all(targets=dict(dict(metric=1, way=1, values=[5, 9]), **more))
    good = [lambda values: None, targets(), targets(at="resize:256,crop:224"), column(), numbers(), numbers(shape=1, list_length=1),
            with_all(labels=(), labels_present=b""), with_all(labels_present=b"", labels=[0] * 9)]
    prefix_too = [  # what a reader at level PREFIX refuses as well
        *map(longer, ("key_lengths", "labels", "widths", "heights", "slice_lengths", "slice_crc32c")),
        lambda found: found.update(color_classes=found["color_classes"] + b"\0"), lambda found: found.update(encodings=found["encodings"][:-1]),
        put("key_lengths", 0, 0), put("key_lengths", 0, 6), put("key_bytes", 0, 0xFF), put("key_bytes", 4, ord("1")),
        put("encodings", 0, 3), put("encodings", 0, 0), put("encodings", 0, 16), put("encodings", 6, 3), put("encodings", 6, 16), put("color_classes", 0, 0), put("color_classes", 0, 5),
        put("color_classes", 6, 1), put("widths", 0, 0), put("heights", 0, 65536), put("widths", 6, 2**31), put("heights", 6, 2**31),
        put("slice_lengths", 0, 0), put("slice_lengths", 1, 2**31), put("slice_lengths", 9, 1), put("slice_crc32c", 9, 1),
        put("slice_lengths", 9 + 6, 1), put("slice_lengths", 1, 3), put("labels", 0, 1), put("labels_present", 1, 2), with_all(labels_present=b"\xAA"),
        with_all(labels=()), with_all(encodings=b""), with_all(slice_lengths=())]
    full = [
        longer("source_flags"), longer("source_lengths"), put("source_lengths", 0, 2**63),
        targets(metric=0), targets(metric=2), targets(way=0), targets(way=3), targets(reconstruction=2), targets(values=[5]), targets(values=[0, 5]),
        targets(values=[5, 5]), targets(values=[5, 10**6]), targets(values=[9, 5]), targets(at="resize:1,crop:2"), targets(at="resize:01,crop:1"),
        targets(at="resize:65536,crop:1"), targets(at="x"), targets(at=b"\xFF"),
        column(name=""), column(name="c" * 256), column(name=b"\xFF"), column(type=0), column(type=7), column(shape=3), column(placement=3), column(shape=1, list_length=1),
        column(list_length=1), numbers(shape=1), numbers(shape=1, list_length=2**28), numbers(value_lengths=[8] * 9), numbers(value_bytes=bytes(71)),
        column(value_lengths=[1] * 8), column(value_bytes=bytes(10)), column(value_crc32c=[0] * 9), column(present=b"\xFF"), column(present=b"\xFF\x03"),
        column(present=b"\xFE\x01"), column(value_lengths=[2**31] + [0] * 8, value_bytes=b""), column(type=4, value_bytes=b"\xFF" * 9),
        numbers(type=6, value_bytes=b"\2" * 9), column(shape=2), column(shape=2, value_lengths=[5] + [0] * 8, value_bytes=b"\2\0\0\0a"),
        numbers(type=5, shape=2, value_lengths=[3] + [0] * 8, value_bytes=bytes(3)), with_all(columns=[dict(name="c", type=3, value_lengths=[0] * 9)] * 2),
        with_all(columns=[dict(name=f"c{k}", type=3, value_lengths=[0] * 9) for k in range(257)])]
    for change in good:
        data, _ = w.shard(samples, 3, change=change)
        assert Shard(Bytes(data)).n == Prefix(data).n == 9
    for k, change in enumerate(prefix_too + full):
        data, _ = w.shard(samples, 3, change=change)
        fails("MALFORMED", lambda: Shard(Bytes(data)), what=f"change {k}")
        if k < len(prefix_too):
            fails("MALFORMED", lambda: Prefix(data), PrefixError, what=f"change {k}")
    late = [w.column("c", BYTES, [b"x"] + [b""] * 8, placement=LATE)]
    assert Shard(Bytes(w.shard(samples, 3, late)[0])).column(0) == late[0].values
    for more in (dict(placement=0), dict(placement=1), dict(placement=3), dict(value_bytes=b"x"), dict(value_crc32c=[1] * 9), dict(value_crc32c=[1] * 8),
                 dict(value_lengths=[1] * 9), dict(value_lengths=[0] * 9), dict(value_lengths=[0, 1] + [0] * 7, present=b"\xFD\x01")):
        data, _ = w.shard(samples, 3, late, change=lambda found: found["columns"][0].update(more))
        fails("MALFORMED", lambda: Shard(Bytes(data)), what=more)
    nameless, _ = w.shard(samples, 3, change=lambda f: f.update(key_lengths=[0] + f["key_lengths"][1:], key_bytes=f["key_bytes"][5:]))
    no_groups, _ = w.shard([], 0)
    nothing_first, _ = w.shard([w.sample("k", [b"", b"x"])], 2)
    opaque_on, _ = w.shard([w.sample("k", [b"x", b"y"], encoding=2)], 2)
    empty, _ = w.shard(samples, 3, compress=lambda flat: b"")
    for data in nameless, no_groups, nothing_first, opaque_on, empty:
        fails("MALFORMED", lambda: Shard(Bytes(data)))
        fails("MALFORMED", lambda: Prefix(data), PrefixError)
    liquid = [w.sample("k", [b"x"], encoding=16)]
    no_region = lambda found: found["columns"][0].update(placement=0, value_crc32c=())
    fails("MALFORMED", lambda: Shard(Bytes(w.shard([], 1, [w.column("c", BYTES, [], placement=LATE)], variant=LIQUID, change=no_region)[0])))
    fails("MALFORMED", lambda: Shard(Bytes(w.shard(liquid, 1, variant=LIQUID, targets=dict(metric=1, way=1))[0])))
    fails("MALFORMED", lambda: Shard(Bytes(w.shard(liquid, 1, variant=LIQUID, change=put("encodings", 0, 1))[0])))
    fails("MALFORMED", lambda: Shard(Bytes(w.shard(liquid, 1, variant=LIQUID, change=put("encodings", 0, 17))[0])))


def check_the_prefix_reader_finds_damage():
    data, entry, *_ = a_shard(23, 8, 2)
    front, group_2 = entry["prefix_lengths"][0], entry["prefix_lengths"][1]
    for at in (20, 70, front - 40):
        fails("CHECKSUM_MISMATCH", lambda: Prefix(wrong(data, at)), PrefixError)
    damaged, whole = Prefix(wrong(data, group_2)), Prefix(data)
    k = next(k for k in range(8) if whole.slice_lengths[8 + k])
    fails("CHECKSUM_MISMATCH", lambda: damaged.sample(k, 2), PrefixError)
    assert damaged.sample(k, 1) == whole.sample(k, 1)  # G-4
    for i in set(range(8)) - {k}:
        assert damaged.sample(i, 2) == whole.sample(i, 2)


def check_limits():
    data, *_ = a_shard(22, 3, 2)
    shard, prefix = Shard(Bytes(data)), Prefix(data)
    for module in (pcr_reader, pcr_prefix):
        module.MAX_SLICE, kept = 1, module.MAX_SLICE
        try:
            if module is pcr_reader:
                fails("LIMIT_EXCEEDED", lambda: shard.sample(0, 1))
                fails("LIMIT_EXCEEDED", lambda: [shard.column(k) for k in range(len(shard.columns))])
            else:
                fails("LIMIT_EXCEEDED", lambda: prefix.sample(0, 1), PrefixError)
        finally:
            module.MAX_SLICE = kept


def check_rules_of_head_and_region_table():
    r = random.Random(21)
    samples = some_samples(r, 5, 3)
    columns = [w.column("a", BYTES, [b"x"] * 5, placement=EARLY), w.column("b", BYTES, [b"x"] * 5, placement=EARLY),
               w.column("c", BYTES, [b"x"] * 5, placement=LATE)]
    data, _ = w.shard(samples, 3, columns)  # METADATA, COLUMN 0, 1, SCAN_GROUP 1, 2, 3, COLUMN 2, RESTORE
    u16, u32, u64, entry = struct.Struct("<H").pack, struct.Struct("<I").pack, struct.Struct("<Q").pack, lambda k: 64 + 24 * k
    total, row = len(data), lambda k: data[entry(k):entry(k) + 24]
    swapped = lambda a, b: ((entry(a), row(b)[:8]), (entry(b), row(a)[:8]))
    assert Shard(Bytes(resealed(data))).n == Prefix(resealed(data)).n == 5
    for code, edits in (
            ("UNSUPPORTED", [(8, b"\1")]), ("UNSUPPORTED", [(8, b"\3")]), ("UNSUPPORTED", [(16, b"\1")]), ("UNSUPPORTED", [(19, b"\x80")]),
            ("UNSUPPORTED", [(9, b"\0")]), ("UNSUPPORTED", [(9, b"\3")]), ("MALFORMED", [(10, b"\1")]), ("MALFORMED", [(32, u64(total + 1))]),
            ("MALFORMED", [(32, u64(2**63))]), ("MALFORMED", [(56, u32(4))]), ("MALFORMED", [(56, u32(2**31))]),
            ("MALFORMED", [(entry(0), b"\2")]), ("MALFORMED", [(entry(0) + 2, b"\1")]), ("MALFORMED", [(entry(0) + 1, b"\1")]),
            ("MALFORMED", [(entry(3) + 1, b"\1")]), ("MALFORMED", [(entry(3) + 4, b"\1")]), ("MALFORMED", [(entry(1) + 4, b"\1")]),
            ("MALFORMED", [(entry(3), b"\0")]), ("MALFORMED", [(entry(3), b"\6")]), ("MALFORMED", [(entry(3), b"\4"), (entry(3) + 2, u16(16))]),
            ("MALFORMED", [(entry(3) + 2, b"\2")]), ("MALFORMED", [(entry(3) + 2, b"\0")]), ("MALFORMED", [(entry(7) + 2, b"\1")]),
            ("MALFORMED", [(entry(1) + 2, u16(256))]), ("MALFORMED", [(entry(0) + 8, u64(entry(8) + 1))]), ("MALFORMED", [(entry(4) + 8, u64(1))]),
            ("MALFORMED", [(entry(4) + 16, u64(2**63))]), ("MALFORMED", [(entry(0) + 16, u64(0))]), ("MALFORMED", [(entry(0) + 16, u64((64 << 20) + 1))]),
            ("MALFORMED", [(entry(7), b"\1")]), ("MALFORMED", swapped(1, 2)), ("MALFORMED", swapped(3, 4)), ("MALFORMED", swapped(6, 7)), ("MALFORMED", swapped(2, 3))):
        changed = resealed(data, *edits)
        fails(code, lambda: Shard(Bytes(changed), whole=False), what=edits)
        fails(code, lambda: Prefix(changed), PrefixError, what=edits)
    for code, at, value in (("CHECKSUM_MISMATCH", 28, u32(0)), ("CHECKSUM_MISMATCH", 28, u32(1025)), ("NOT_PCR", 0, b"x"), ("TRUNCATED", 28, u32(1024))):
        changed = data[:at] + value + data[at + len(value):]
        if code == "TRUNCATED":
            changed = changed[:20000]
        fails(code, lambda: Shard(Bytes(changed), whole=False), what=at)
        fails(code, lambda: Prefix(changed), PrefixError, what=at)
    only_full = [[(entry(2) + 2, b"\2"), (entry(6) + 2, b"\1")]]  # the wrong column is EARLY
    for edits in only_full:
        fails("MALFORMED", lambda: Shard(Bytes(resealed(data, *edits))))
    assert Shard(Bytes(data)).check_end() is None
    fails("MALFORMED", lambda: Shard(Bytes(data + b"x")).check_end())
    fails("TRUNCATED", lambda: Shard(Bytes(data[:-1])).check_end())
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, total - 30))).check_end())
    for at in range(total - 24, total):
        fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, at))).check_end(), what=at)
    trailer = struct.pack("<QI", total, 5)
    fails("MALFORMED", lambda: Shard(Bytes(data[:-24] + trailer + u32(crc32c(trailer)) + data[-8:])).check_end())


def check_rules_of_the_restore_region():
    samples = [w.sample(f"k{k}", [b"\xFF\xD8x"], original=bytes([k]) * 90, keep=ORIGINAL) for k in range(4)] + [
        w.sample("same", [b"\xFF\xD8x"], original=b"\xFF\xD8x\xFF\xD9"), w.sample("none", [b"\xFF\xD8x"], original=b"?", keep=NONE)]
    with_all = lambda **values: lambda found: found.update(values)
    originals = lambda directory, made=samples, **more: list(Restore(Shard(Bytes(w.shard(made, 1, change_directory=directory, **more)[0]))).originals())
    assert originals(lambda values: None) == [s.original for s in samples[:5]] + [None] == originals(with_all(source_sha256=b""))
    for change in (with_all(kinds=bytes([4] * 5)), with_all(record_lengths=[90] * 4), with_all(source_sha256=bytes(32)), with_all(frame_crc32c=()),
                   with_all(frame_samples=[7]), with_all(frame_samples=[0, 6], frame_lengths=[0, 1], frame_crc32c=[0, 0]), with_all(frame_lengths=[1]),
                   put("kinds", 0, 5), put("kinds", 0, 1), put("record_lengths", 4, 1), put("record_lengths", 0, 2**31), put("record_lengths", 0, 89),
                   with_all(record_lengths=[1 << 20, 1, 0, 0, 0, 0]), put("kinds", 0, 2), put("kinds", 0, 3)):
        fails(("MALFORMED", "RESTORE_MISMATCH"), lambda: originals(change))
    fails("RESTORE_MISMATCH", lambda: originals(put("source_sha256", 0, 0)))
    fails("RESTORE_MISMATCH", lambda: originals(lambda values: None, change=put("source_lengths", 0, 91)))
    fails("CHECKSUM_MISMATCH", lambda: originals(put("frame_crc32c", 0, 0)))
    data, entry = w.shard(samples, 1)
    at = Shard(Bytes(data)).region(5).offset
    fails("CHECKSUM_MISMATCH", lambda: Restore(Shard(Bytes(wrong(data, at + 9)))))
    fails("MALFORMED", lambda: Restore(Shard(Bytes(data[:at] + struct.pack("<I", 10**6) + data[at + 4:]))))
    # Each of these breaks its rule alone: the lengths still add up.
    two = [w.sample(f"k{k}", [b"\xFF\xD8x"], original=bytes(600_000), keep=ORIGINAL) for k in range(2)]
    plain_limit, w.restore_region.__defaults__ = w.restore_region.__defaults__, (w.restore_region.__defaults__[0], 1 << 21)
    fails("MALFORMED", lambda: Restore(Shard(Bytes(w.shard(two, 1)[0]))))
    w.restore_region.__defaults__ = plain_limit
    assert len(originals(lambda values: None, two)) == 2
    fails("MALFORMED", lambda: originals(put("kinds", 0, NONE)))
    fails("MALFORMED", lambda: originals(with_all(source_sha256=bytes(32 * 5))))
    record = lambda kind, data: originals(lambda values: values.update(kinds=bytes([kind]), source_sha256=b""), [w.sample("r", [b"\xFF\xD8x"], original=data, keep=ORIGINAL)])
    recipe = lambda count, *lengths: struct.pack(f"<{1 + len(lengths)}I", count, *lengths)
    assert record(2, recipe(2, 1, 2) + b"abc") == [None] == record(3, struct.pack("<I", 9) + recipe(1, 1) + b"a")
    for data in (b"", b"abc", recipe(0), recipe(2, 1), recipe(1, 2) + b"a", recipe(1, 1) + b"ab", recipe(2**31, 1)):
        fails("MALFORMED", lambda: record(2, data), what=data)
    for data in (b"", b"abc", struct.pack("<I", 10) + recipe(1, 1) + b"a", struct.pack("<I", 0) + b"no frame", struct.pack("<I", 8) + recipe(0, 1)):
        fails("MALFORMED", lambda: record(3, data), what=data)
    fails("LIMIT_EXCEEDED", lambda: record(2, recipe(102, *[0] * 102)))
    opaque = [w.sample("o", [b"abc"], encoding=2, original=struct.pack("<II", 1, 0), keep=ORIGINAL)]
    fails("RESTORE_MISMATCH", lambda: originals(put("kinds", 0, 2), opaque))


def check_rules_of_frames():
    data = bytes(range(256)) * 8
    plain = w.zstd(data, 3)
    raw = lambda flags, header, *blocks: b"\x28\xB5\x2F\xFD" + bytes([flags]) + header + b"".join(blocks)
    block = lambda kind, content, length=None, last=1: ((len(content) if length is None else length) << 3 | kind << 1 | last).to_bytes(3, "little") + content
    size = lambda n, width: n.to_bytes(width, "little")
    good = [plain, w.zstandard.ZstdCompressor(write_checksum=True).compress(data), w.zstd(b""), w.zstd(data, 3, 11),
            raw(0x20, b"\3", block(0, b"abc")), raw(0x60, size(300 - 256, 2), block(1, b"a", 300)), raw(0xA0, size(3, 4), block(0, b"ab", last=0), block(0, b"c")),
            raw(0x80, b"\x00" + size(3, 4), block(0, b"abc")), raw(0x80, bytes([17 << 3]) + size(3, 4), block(0, b"abc")),
            raw(0xA0, size(131072, 4), block(0, bytes(131072)))]
    bad = [b"", plain[:4], plain[:-1], plain + b"\0", b"\x50\x2A\x4D\x18\0\0\0\0", b"x" + plain[1:], raw(0x21, b"\7\3", block(0, b"abc")), raw(0x22, b"\0\0\3", block(0, b"abc")),
           raw(0x28, b"\3", block(0, b"abc")), raw(0x00, b"\x58", block(0, b"abc")), raw(0x20, b"\4", block(0, b"abc")), raw(0x20, b"\2", block(0, b"abc")),
           raw(0x20, b"\3", block(3, b"abc")), raw(0xA0, size(131073, 4), block(0, bytes(131073))), raw(0x20, b"\3", block(0, b"abc", last=0)), raw(0xA0, b"\3"),
           w.zstandard.ZstdCompressor(write_content_size=False).compress(data), raw(0x20, b"\3", block(2, b"abc")), plain + plain]
    large = [raw(0xA0, size((64 << 20) + 1, 4), block(0, b"abc")), raw(0x80, bytes([17 << 3 | 1]) + size(3, 4), block(0, b"abc")), raw(0x80, bytes([18 << 3]) + size(3, 4), block(0, b"abc"))]
    for call, error in ((lambda frame: unzstd(frame, 64 << 20, "x"), PcrError), (pcr_prefix.unzstd, PrefixError)):
        for k, frame in enumerate(good):
            assert len(call(frame)) in (0, 3, 300, 2048, 131072), k
        for k, frame in enumerate(bad):
            fails("MALFORMED", lambda: call(frame), error, what=f"frame {k}")
        for k, frame in enumerate(large):
            fails("LIMIT_EXCEEDED", lambda: call(frame), error, what=f"large frame {k}")


def check_rules_of_flatbuffers():
    """A table of one vector, `key_lengths` (slot 1) of two u16, laid out by hand; one thing broken at a time."""
    def made(root=16, identifier=b"PCRM", vtable=(8, 8, 0, 4), soffset=8, forward=4, count=2, elements=b"\1\0\2\0", end=b""):
        return struct.pack("<I4s4Hi", root, identifier, *vtable, soffset) + struct.pack("<II", forward, count) + elements + end

    read = ((lambda data: FlatBuffer(data, b"PCRM", METADATA).root.key_lengths, PcrError),
            (lambda data: pcr_prefix.read_metadata(data)["key_lengths"], PrefixError))
    behind = struct.pack("<I4s", 8, b"PCRM") + struct.pack("<iI", -16, 4 + 8 + 4) + bytes(8) + struct.pack("<4H", 8, 8, 0, 4) + b""
    cases = [made(root=0), made(root=17), made(root=2**31), made(identifier=b"PCRI"), made()[:7], made(vtable=(2, 8, 0, 4)), made(vtable=(7, 8, 0, 4)),
             made(vtable=(8, 3, 0, 4)), made(vtable=(8, 7, 0, 4)), made(vtable=(8, 8, 0, 3)), made(vtable=(8, 8, 0, 5)), made(vtable=(8, 8, 0, 2)),
             made(vtable=(8, 32768, 0, 4)), made(vtable=(8, 21, 0, 4)), made(vtable=(32, 8, 0, 4)), made(soffset=-40), made(soffset=9), made(soffset=2**30),
             made(forward=0), made(forward=2), made(forward=2**31), made(forward=12), made(count=3), made(count=2**31), made(count=2**32 - 1), behind]
    for call, error in read:
        assert tuple(call(made())) == (1, 2) and tuple(call(made(count=0))) == () and tuple(call(made(vtable=(4, 8, 0, 4)))) == ()
        assert tuple(call(made(vtable=(8, 12, 0, 4)))) == (1, 2) and tuple(call(made(end=bytes(9)))) == (1, 2)
        for k, data in enumerate(cases):
            fails("MALFORMED", lambda: call(data), error, what=f"case {k}")
    aligned = lambda forward: struct.pack("<I4s4Hi", 16, b"PCRR", 6, 8, 4, 0, 8) + struct.pack("<I", forward).ljust(forward, b"\0") + struct.pack("<Iq", 1, 5)
    assert FlatBuffer(aligned(8), b"PCRR", [("labels", ("q",))]).root.labels == (5,)
    fails("MALFORMED", lambda: FlatBuffer(aligned(4), b"PCRR", [("labels", ("q",))]))
    # Strings and vectors of tables.
    text = lambda zero: struct.pack("<I4s2HHHi", 16, b"PCRR", 6, 8, 4, 0, 8) + struct.pack("<II", 4, 1) + b"a" + zero
    assert FlatBuffer(text(b"\0"), b"PCRR", [("name", "text")]).root.name == b"a"
    for zero in (b"", b"x"):
        fails("MALFORMED", lambda: FlatBuffer(text(zero), b"PCRR", [("name", "text")]))
    tables = lambda *offsets: struct.pack("<I4s2HHHi", 16, b"PCRR", 6, 8, 4, 0, 8) + struct.pack(f"<II{len(offsets)}I", 4, len(offsets), *offsets) + struct.pack("<2Hi", 4, 4, 4)
    schema = [("tables", [[("number", "I")]])]
    assert len(FlatBuffer(tables(12, 8), b"PCRR", schema).root.tables) == 2
    many = [4 * (40 - k) + 4 for k in range(40)]
    assert len(FlatBuffer(tables(*many), b"PCRR", schema).root.tables) == 40
    fails("MALFORMED", lambda: FlatBuffer(tables(12, 0), b"PCRR", schema))
    nested = [("tables", [[("again", [[("number", "I")]])]])]  # each of the outer ones leads to all inner ones
    inner = struct.pack("<2H2Hi", 6, 8, 4, 0, 8)
    fan = struct.pack("<I4s2HHHi", 16, b"PCRR", 6, 8, 4, 0, 8) + struct.pack("<II9I", 4, 9, *[44 - 4 * k for k in range(9)])
    fan += inner + struct.pack("<II9I", 4, 9, *[40 - 4 * k for k in range(9)]) + struct.pack("<2Hi", 4, 4, 4)
    fails("MALFORMED", lambda: FlatBuffer(fan, b"PCRR", nested))


def check_hostile_files_end_in_an_error_of_the_list():
    """Metadata, roots and pages with bytes changed at random and right checksums: read, or refused, and nothing else."""
    r, outcomes = random.Random(17), {"read": 0, "refused": 0}
    samples, columns = some_samples(r, 9, 3), every_column(r, 9)
    flat, root = w.metadata(samples, 3, columns), w.flatbuffer(b"PCRI", MANIFEST, root_values(
        columns=[dict(name="x", type=1)], options=[dict(name="a", value="b")], class_names=[dict(label=1, name="n")]))

    def mutant(data):
        out = bytearray(data)
        for _ in range(r.choice([1, 1, 2, 8])):
            at = r.randrange(len(out))
            out[at] = r.choice([0, 1, 0x7F, 0x80, 0xFF, out[at] ^ 1 << r.randrange(8)])
        return bytes(out)

    def shard_of(flat):
        plain, w.metadata = w.metadata, lambda *_, **__: flat
        try:
            return w.shard(samples, 3, columns, compress=lambda data: w.zstd(data, 1))[0]
        finally:
            w.metadata = plain

    def root_of(flat):
        plain, w.flatbuffer = w.flatbuffer, lambda *_: flat
        try:
            return w.manifest_file(1, 1, None)
        finally:
            w.flatbuffer = plain

    for _ in range(400):
        changed = shard_of(mutant(flat))
        for call in (lambda: [Shard(Bytes(changed)).column(k) for k in range(len(columns))], lambda: Prefix(changed).sample(0, 3),
                     lambda: ManifestFile(Bytes(root_of(mutant(root)))), lambda: Shard(Bytes(mutant(changed)))):
            try:
                call()
                outcomes["read"] += 1
            except (PcrError, PrefixError):
                outcomes["refused"] += 1
    assert min(outcomes.values()) > 50, outcomes


# ---- 7.2 Copy --------------------------------------------------------------------------------------------------------

def wrong(data, *places):
    out = bytearray(data)
    for place in places:
        out[place] ^= 0x55
    return bytes(out)


def check_two_wrong_bytes_in_front_lose_nothing():
    data, entry, samples, _ = a_shard(7, 6, 2)
    front, whole, r = entry["prefix_lengths"][0], Shard(Bytes(data)), random.Random(7)
    pairs = [(a, a) for a in range(front)] + [(a, r.randrange(front)) for a in range(front)]
    for a, b in pairs:
        found = Shard(Bytes(wrong(data, *{a, b})))
        assert found.front_error in ("NOT_PCR", "TRUNCATED", "CHECKSUM_MISMATCH")
        assert found.keys == whole.keys and found.sample(3, 2) == whole.sample(3, 2)
    found = Shard(Bytes(bytes(front) + data[front:]))  # all of it
    assert found.front_error == "NOT_PCR" and found.sample(3, 2) == whole.sample(3, 2)


def check_each_piece_is_taken_from_where_it_is_whole():
    data, entry, *_ = a_shard(8, 6, 2)
    front, total = entry["prefix_lengths"][0], len(data)
    whole = Shard(Bytes(data))
    first = whole.regions[0]
    copy, head_end = total - 24 - front, first.offset
    for here, there in ((20, copy + head_end + 3), (head_end + 3, copy + 20), (head_end, total - 1), (head_end, total - 24)):
        assert Shard(Bytes(wrong(data, here, there))).sample(0, 2) == whole.sample(0, 2), (here, there)
    # Head and trailer: the manifest knows where the copy is.
    both = wrong(data, 20, total - 24)
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(both)))
    assert Shard(Bytes(both), copy_length=front).sample(0, 2) == whole.sample(0, 2)
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, 20, copy + 20)), copy_length=front))
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, head_end + 3, copy + head_end + 9))))


def check_every_flipped_bit_of_a_shard_is_found():
    data, entry, samples, _ = a_shard(9, 3, 2)
    with tempfile.TemporaryDirectory() as folder:
        path, clean = os.path.join(folder, "x.pcr"), None
        for at in [None] + list(range(len(data))):
            with open(path, "wb") as file:
                file.write(data if at is None else wrong(data, at))
            status, answer = probe(path)
            clean = clean or answer
            assert status == (0 if at is None else 1), (at, answer)
            assert at is None or answer != clean


# ---- 12 Manifest -----------------------------------------------------------------------------------------------------

def some_entries(count, first=0, r=random.Random(1), groups=4):
    return [dict(name=f"part-{first + k:07}.pcr", number=first + k, variant=PCR, compression=0, shard_uuid=r.randbytes(16), total_length=10**8,
                 sample_count=100, head_crc32c=r.getrandbits(32), prefix_lengths=sorted(r.randrange(10**5, 10**6) for _ in range(groups + 1)),
                 restore_length=1000, restore_directory_length=100, source_bytes=10**8, restorable_samples=100) for k in range(count)]


def root_values(**more):
    return dict(dict(dataset_uuid=bytes(16), commit_id=bytes(16), group_count=4, next_shard_number=10,
                     shards=w.shard_table(some_entries(2))), **more)


def check_rules_of_the_manifest():
    read = lambda values, kind=1: ManifestFile(Bytes(w.manifest_file(kind, 1, values)))
    assert len(read(root_values()).shards) == 2
    changed = lambda **more: w.shard_table([dict(e, **more) for e in some_entries(1)])
    bad = [
        dict(commit_id=bytes(15)), dict(group_count=0), dict(group_count=65), dict(group_count=3), dict(parent_generation=1),
        dict(next_shard_number=1), dict(next_shard_number=2**31), dict(shards=None), dict(options=[dict(name="a"), dict(name="a")]),
        dict(class_names=[dict(label=2, name="x"), dict(label=1, name="y")]), dict(class_names=[dict(label=1, name="")]),
        dict(columns=[dict(name="x", type=7)]), dict(columns=[dict(name="x", type=1, shape=1)]), dict(columns=[dict(name="", type=1)]),
        dict(columns=[dict(name="x", type=3, shape=1, list_length=2)]),
        *[dict(shards=changed(name=name)) for name in (".pcr", "a/b", "a%2e", "a b", "é", "a:b", "", "x\n")],
        dict(shards=w.shard_table([dict(e, name=name) for e, name in zip(some_entries(2), ("A.pcr", "a.pcr"))])),
        dict(shards=w.shard_table(some_entries(2)[::-1])),
        dict(shards=changed(variant=4)), dict(shards=changed(compression=1)), dict(shards=changed(prefix_lengths=[88, 89, 90, 91, 92])),
        dict(shards=changed(prefix_lengths=[99, 98, 99, 99, 99])), dict(shards=changed(total_length=10**5)),
        dict(shards=changed(restore_directory_length=997)), dict(shards=changed(restorable_samples=101)),
        dict(shards=changed(variant=3, prefix_lengths=[])),
        dict(key_segments=[dict(name="k", page_count=0, entry_length=16)]), dict(key_segments=[dict(name="k", page_count=1, entry_length=24)]),
        dict(key_segments=[dict(name=f"k{i}", page_count=1, entry_length=16) for i in range(9)]),
        dict(parts=[dict(name="p", length=9, shard_count=3, first_shard_number=0)]),
        dict(quality=[dict(metric=1)]),
    ]
    for more in bad:
        fails("MALFORMED", lambda: read(root_values(**more)), what=str(more)[:100])
    fails("MALFORMED", lambda: read(w.shard_table([]), 2))
    fails("MALFORMED", lambda: ManifestFile(Bytes(w.manifest_file(2, 1, w.shard_table(some_entries(1)))), 1))
    fails("UNSUPPORTED", lambda: ManifestFile(Bytes(w.manifest_file(1, 1, root_values(), incompat=1))))
    data = w.manifest_file(1, 1, root_values())
    for code, at, value in (("UNSUPPORTED", 8, b"\1"), ("UNSUPPORTED", 8, b"\3"), ("UNSUPPORTED", 12, b"\1"), ("MALFORMED", 9, b"\3"), ("MALFORMED", 10, b"\1"),
                            ("MALFORMED", 24, bytes(8)), ("MALFORMED", 31, b"\x80"), ("CHECKSUM_MISMATCH", 32, bytes(4)), ("CHECKSUM_MISMATCH", 35, b"\x7F")):
        out = data[:at] + value + data[at + len(value):]
        sealed = out[:36] + struct.pack("<I", crc32c(out[:36] + out[40:])) + out[40:]
        fails(code, lambda: ManifestFile(Bytes(sealed)), what=(at, value))
    fails("TRUNCATED", lambda: ManifestFile(Bytes(data[:-1])))
    fails("MALFORMED", lambda: ManifestFile(Bytes(data + b"\0")))
    for at in range(len(data)):
        fails(("NOT_PCR", "TRUNCATED", "CHECKSUM_MISMATCH", "MALFORMED"), lambda: ManifestFile(Bytes(wrong(data, at))))


# ---- 13 Index of keys, and datasets ----------------------------------------------------------------------------------

def made(r, k, n=20, groups=3, columns=()):
    samples = some_samples(r, n, groups)
    for i, sample in enumerate(samples):
        sample.key = f"{k}/{i}"
    data, entry = w.shard(samples, groups, columns)
    return (f"part-{k:05}.pcr", data, entry, [s.key for s in samples], None), samples


def check_a_dataset_grows_and_every_key_is_found():
    r = random.Random(10)
    with tempfile.TemporaryDirectory() as folder:
        publisher, all_samples = w.Publisher(folder, 3, part_shards=5), {}
        for k in range(23):
            shard, samples = made(r, k)
            all_samples |= {s.key: s for s in samples}
            assert publisher.add([shard]) == k + 1
            dataset = Dataset(FolderPlace(folder))
            assert dataset.generation == k + 1 and len(list(dataset.shards())) == k + 1 and len(dataset.root.key_segments) <= 8
            assert sum(s.entry_count for s in dataset.root.key_segments) == 20 * (k + 1)
        assert len(dataset.root.parts) == 3 and len(dataset.file.shards) == 5
        for key, sample in all_samples.items():
            wanted = sample.slices[0] if sample.encoding == 2 else b"".join(sample.slices[:2]) + b"\xFF\xD9"
            assert dataset.sample(key, 2) == wanted
        assert dataset.find("nobody") is None
        old = Dataset(FolderPlace(folder), 7)
        assert old.find("3/1") and old.find("7/1") is None
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (0, '{"open":23}')
        for name in os.listdir(folder):
            assert probe(os.path.join(folder, name))[0] == 0, name


def check_a_dataset_over_http():
    import functools, http.server, threading
    from pcr_dataset import HttpPlace

    class Ranges(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            path = self.translate_path(self.path)
            if not os.path.isfile(path):
                return self.send_error(404)
            with open(path, "rb") as file:
                data = file.read()
            first, last = self.headers["Range"].removeprefix("bytes=").split("-")
            body = data[int(first):int(last) + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{int(first) + len(body) - 1}/{len(data)}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    r = random.Random(16)
    with tempfile.TemporaryDirectory() as folder:
        publisher, samples = w.Publisher(folder, 3), []
        for k in range(2):
            shard, some = made(r, k)
            publisher.add([shard])
            samples += some
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranges, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_port}/"
            dataset = Dataset(HttpPlace(url))
            assert dataset.generation == 2 and dataset.sample("1/3", 3) == b"".join(samples[23].slices) + b"\xFF\xD9"
            os.unlink(os.path.join(folder, "manifest.pcrm"))
            assert Dataset(HttpPlace(url)).generation == 2 and dataset.find("nobody") is None
            server.shutdown()


def check_a_shard_that_is_another_is_found():
    r = random.Random(24)
    columns = [w.column("c", INT64, [1] * 20)]
    (name, data, entry, keys, _), _ = made(r, 0, columns=columns)
    shard = Shard(Bytes(data))
    listed = lambda **more: SimpleNamespace(**dict(dict(entry, name=name, uuid=entry["shard_uuid"]), **more))
    spec = lambda **more: SimpleNamespace(**dict(dict(name=b"c", type=INT64, shape=SCALAR, list_length=0), **more))
    root = lambda *specs, targets=None: SimpleNamespace(columns=specs, targets=targets)
    check_listed(shard, listed(), root(spec(), spec(name=b"other")))
    for more in (dict(variant=2), dict(uuid=bytes(16)), dict(total_length=len(data) + 1), dict(sample_count=19), dict(head_crc32c=1), dict(restore_length=0),
                 dict(restore_directory_length=1), dict(prefix_lengths=entry["prefix_lengths"][:-1]), dict(prefix_lengths=[p + 1 for p in entry["prefix_lengths"]])):
        fails("NOT_AS_LISTED", lambda: check_listed(shard, listed(**more), root(spec())), what=more)
    for other in (root(), root(spec(type=FLOAT64)), root(spec(shape=VARYING)), root(spec(), targets=SimpleNamespace())):
        fails("NOT_AS_LISTED", lambda: check_listed(shard, listed(), other))
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 3)
        publisher.add([made(r, k)[0] for k in range(2)])
        names = [os.path.join(folder, f"part-0000{k}.pcr") for k in range(2)]
        for one, other in ((names[0], folder + "/x"), (names[1], names[0]), (folder + "/x", names[1])):
            os.rename(one, other)
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (1, '{"error":"NOT_AS_LISTED"}')
        fails("NOT_AS_LISTED", lambda: Dataset(FolderPlace(folder)).sample("0/1", 1))


def check_rules_of_pages_and_segments():
    found = [(k << 52, 1, k) for k in range(1000)]
    data, stated = w.key_segment("k", found, bytes(16), 1, 0)
    segment = SimpleNamespace(**stated)
    page = data[64:64 + 16384]
    count, = struct.unpack_from("<I", page, 12)

    def sealed(*edits):
        out = bytearray(page)
        for at, replacement in edits:
            out[at:at + len(replacement)] = replacement
        struct.pack_into("<I", out, 0, crc32c(out[4:]))
        return bytes(out)

    u32, second = struct.Struct("<I").pack, page[32:48]
    assert len(page_entries(sealed(), 0, segment)) == count
    for code, edits in (("CHECKSUM_MISMATCH", [(4, u32(0))]), ("CHECKSUM_MISMATCH", [(8, u32(1))]), ("MALFORMED", [(12, u32(1024))]), ("MALFORMED", [(12, u32(count - 1))]),
                        ("MALFORMED", [(12, u32(2**32 - 1))]), ("MALFORMED", [(16383, b"\1")]), ("MALFORMED", [(16, second), (32, page[16:32])]), ("MALFORMED", [(16, second)]),
                        ("MALFORMED", [(16 + 16 * (count - 1), b"\xFF" * 8)])):
        fails(code, lambda: page_entries(sealed(*edits), 0, segment), what=edits)
    fails("CHECKSUM_MISMATCH", lambda: page_entries(wrong(page, 100), 0, segment))
    fails("TRUNCATED", lambda: page_entries(page[:-1], 0, segment))
    whole = lambda data, stated=segment, uuid=None: list(check_segment(Bytes(data), stated, uuid))
    assert [e[:3] for e in whole(data)] == found

    def head(*edits):
        out = bytearray(data)
        for at, replacement in edits:
            out[at:at + len(replacement)] = replacement
        struct.pack_into("<I", out, 60, crc32c(out[:60]))
        return bytes(out)

    for code, edits in (("NOT_PCR", [(0, b"x")]), ("UNSUPPORTED", [(8, b"\1")]), ("MALFORMED", [(9, b"\1")]), ("MALFORMED", [(52, b"\1")]), ("MALFORMED", [(10, b"\x18")]),
                        ("MALFORMED", [(12, u32(0))]), ("NOT_AS_LISTED", [(12, u32(9))]), ("NOT_AS_LISTED", [(16, u32(9))]), ("NOT_AS_LISTED", [(40, u32(9))])):
        fails(code, lambda: whole(head(*edits)), what=edits)
    fails("CHECKSUM_MISMATCH", lambda: whole(wrong(data, 24)))
    head_of_more = head((16, u32(1001)))
    more = SimpleNamespace(**dict(stated, entry_count=1001, segment_crc32c=struct.unpack_from("<I", head_of_more, 60)[0]))
    pages = b"".join(struct.pack("<I", crc32c(p[4:])) + p[4:] for k in range(more.page_count)
                     for p in [data[64 + 16384 * k:][:4] + u32(more.segment_crc32c) + data[64 + 16384 * k:][8:16384]])
    fails("MALFORMED", lambda: whole(head_of_more[:64] + pages, more))
    fails("NOT_AS_LISTED", lambda: whole(data, uuid=b"another dataset!"))
    fails("TRUNCATED", lambda: whole(data[:-1]))
    fails("MALFORMED", lambda: whole(data + b"\0"))


def check_entries_of_removed_shards_are_passed_over():
    r = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 3)
        publisher.add([made(r, k)[0] for k in range(3)])
        base = Dataset(FolderPlace(folder))
        kept = [vars(e) | {"shard_uuid": e.uuid} for e in base.file.shards if e.number != 1]
        root = w.manifest_file(1, 2, dict(dataset_uuid=base.root.dataset_uuid, commit_id=bytes(16), parent_generation=1, group_count=3,
                                          next_shard_number=3, shards=w.shard_table(kept), key_segments=[vars(s) for s in base.root.key_segments]))
        publisher.create("manifest-2.pcrm", root)
        now = publisher.newest()
        assert now.generation == 2 and now.find("1/4") is None and now.find("2/4")[0].number == 2 and base.find("1/4")
        publisher.add([made(r, k)[0] for k in range(3, 30)])  # takes the segment up
        now = Dataset(FolderPlace(folder))
        assert [s.entry_count for s in now.root.key_segments] == [29 * 20] and [e.number for e in now.file.shards][:4] == [0, 2, 3, 4]


def check_a_damaged_page_is_no_answer():
    r = random.Random(12)
    with tempfile.TemporaryDirectory() as folder:
        w.Publisher(folder, 3).add([made(r, 0)[0]])
        name = "keys-1-0.pcrk"
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        for at in list(range(64, 500)) + [len(data) - 1]:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(wrong(data, at))
            fails("CHECKSUM_MISMATCH", lambda: Dataset(FolderPlace(folder)).find("0/1"))
            fails("CHECKSUM_MISMATCH", lambda: Dataset(FolderPlace(folder)).find("nobody"))


def check_segments_are_functions_of_their_entries():
    r = random.Random(13)
    found = [(r.getrandbits(64), k % 50, k) for k in range(20000)]
    one = w.key_segment("k", found, bytes(16), 1, 0)
    r.shuffle(found)
    assert one == w.key_segment("k", found, bytes(16), 1, 0)
    crowded = [(k, 0, k) for k in range(3000)]  # hashes of no use: pages are added until they fit
    data, entry = w.key_segment("k", crowded[:1023], bytes(16), 1, 0)
    assert entry["page_count"] == 2 and len(data) == 64 + 2 * 16384
    assert page_of(2**64 - 1, 7) == 6 and page_of(0, 7) == 0
    assert key_hash("n01440764/n01440764_10026.JPEG") == int.from_bytes(
        __import__("hashlib").sha256(b"n01440764/n01440764_10026.JPEG").digest()[:8], "little")


# ---- Annex A ---------------------------------------------------------------------------------------------------------

def check_tfrecords_keep_type_name_and_order():
    r = random.Random(14)
    boxes = [[r.random() for _ in range(k % 4)] or None for k in range(30)]
    boxes = [b and [struct.unpack("<f", struct.pack("<f", x))[0] for x in b] for b in boxes]
    columns = [w.column("image/object/bbox/xmin", FLOAT32, boxes, VARYING),
               w.column("image/object/bbox/label", INT64, [[k, -k] for k in range(30)], VARYING),
               w.column("image/object/class/text", STRING, [["a", "é"] for _ in range(30)], VARYING),
               w.column("exact", FLOAT64, [[.1, .5], [.25]] * 15, VARYING), w.column("one", FLOAT64, [.1 * k for k in range(30)]),
               w.column("three", INT64, [[1, 2, 3]] * 30, FIXED, 3), w.column("flag", BOOL, [k % 2 == 0 for k in range(30)])]
    specs = [(c.name, c.type, c.shape, c.list_length) for c in columns]
    keys, images = [f"t/{k}" for k in range(30)], [r.randbytes(1000) for _ in range(30)]
    messages = [w.example_of(keys[k], images[k], k, columns, k) for k in range(30)]
    for k, message in enumerate(messages):
        values = column_values(example(message), specs)
        assert values == {c.name: c.values[k] for c in columns}
    fails("MALFORMED", lambda: column_values(example(messages[1]), specs[1:]))
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 1, columns=columns)
        for number, (compression, suffix) in enumerate(((0, ".tfrecord"), (3, ".tfrecord.zst"))):
            data, entry, places = w.tfrecord_shard(messages, compression, 5000)
            own = [key + suffix for key in keys]
            renamed = [w.example_of(own[k], images[k], k, columns, k) for k in range(30)]
            data, entry, places = w.tfrecord_shard(renamed, compression, 5000)
            publisher.add([("part-%d%s" % (number, suffix), data, entry, own, places)])
        place = FolderPlace(folder)
        dataset, reads = Dataset(place), []
        place.get = lambda requests: (reads.append(requests), [place._get(*request) for request in requests])[1]
        for k in range(30):
            for suffix in (".tfrecord", ".tfrecord.zst"):
                reads.clear()
                assert dataset.sample(keys[k] + suffix, 1) == images[k]
                assert len(reads) == 2 and len(reads[1]) == 1 and reads[1][0][2] < 7000  # pages; one record or frame
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (0, '{"open":2}')


def check_rules_of_tfrecords():
    import gzip
    import zlib
    one = w.example({"image/encoded": (BYTES, [b"x"]), "image/filename": (STRING, ["k"])})
    plain = w.tfrecord_record(one) + w.tfrecord_record(one)
    read = lambda data, compression="NONE": list(records(decompress(data, compression)))
    named = b"\x1F\x8B\x08\x1E" + bytes(6) + b"\2\0ab" + b"name\0" + b"comment\0"
    named += struct.pack("<H", zlib.crc32(named) & 0xFFFF) + gzip.compress(plain)[10:]
    wrapped = {"NONE": [plain], "GZIP": [gzip.compress(plain), gzip.compress(plain[:20]) + gzip.compress(plain[20:]), named], "ZLIB": [zlib.compress(plain)],
               "ZSTD": [w.zstd(plain), w.zstd(plain[:20]) + b"\x50\x2A\x4D\x18\3\0\0\0abc" + w.zstd(plain[20:])]}
    for compression, files in wrapped.items():
        assert read(b"", compression) == []
        for data in files:
            assert read(data, compression) == [one, one]
            fails("TRUNCATED", lambda: read(data[:-1], compression))
            if compression != "NONE":
                fails("MALFORMED", lambda: read(data + b"\0\1\2\3\4\5\6\7\x08", compression))
    fails("CHECKSUM_MISMATCH", lambda: read(gzip.compress(plain)))  # what is stated holds
    fails("MALFORMED", lambda: read(plain, "GZIP"))
    fails("MALFORMED", lambda: read(wrong(gzip.compress(plain), 3), "GZIP"))  # reserved flags
    stream = zlib.compressobj(zdict=plain)
    fails("MALFORMED", lambda: read(stream.compress(plain) + stream.flush(), "ZLIB"))
    for at in range(12):
        fails("CHECKSUM_MISMATCH", lambda: read(wrong(plain, at)))
    fails("CHECKSUM_MISMATCH", lambda: read(wrong(plain, 14)))
    for length in (2**63, 2**28 + 1, len(one) + 999):
        head = struct.pack("<Q", length)
        fails(("MALFORMED", "LIMIT_EXCEEDED", "TRUNCATED"), lambda: read(head + struct.pack("<I", masked(crc32c(head))) + plain[12:]))
    # Examples
    entry = lambda name, *parts: w._message(1, w._message(1, w._message(1, name) + b"".join(w._message(2, part) for part in parts)))
    image, strings = entry(b"image/encoded", w.feature(BYTES, [b"x"])), w.feature(BYTES, [b"a"])
    got = lambda *parts: example(image + entry(b"f", *parts)).get("f")
    assert got(w.feature(INT64, [1]), w.feature(INT64, [2])) == (3, [1, 2]) and got(strings + w.feature(INT64, [1]) + strings) == (1, [b"a"])
    assert example(image + entry(b"f", strings) + entry(b"f", w.feature(INT64, [-1])))["f"] == (3, [-1])
    assert got(w._message(3, b"\x08\1\x0A\2\2\3")) == (3, [1, 2, 3]) and got(w._message(2, b"\x0D\0\0\x80\x3F")) == (2, [0x3F800000])
    assert got(b"") is None and got(w._message(9, b"?") + strings) == (1, [b"a"])
    for bad in (b"", entry(b"image/encoded"), entry(b"image/encoded", strings + strings), entry(b"image/encoded", w.feature(INT64, [1])), image + b"\x0A\5", image + b"\0",
                image + entry(b"\xFF", strings), image + entry(b"image/format", w.feature(BYTES, [b"\xFF"])), image + entry(b"image/height", strings),
                image + b"\x1B" * 102, image + b"\x1B", image + b"\x1C", image + b"\x1B\x24", image + b"\x0F", image + b"\x80" * 11, image + entry(b"f", w._message(2, w._message(1, b"abc")))):
        fails("MALFORMED", lambda: example(bad), what=bad)
    assert example(image + b"\x1B\x23\x24\x1C")["image/encoded"] == (1, [b"x"])


# ---- 14 Commits ------------------------------------------------------------------------------------------------------

def check_publishing_against_another_and_with_lost_answers():
    r = random.Random(15)
    with tempfile.TemporaryDirectory() as folder:
        a, b, meanwhile = w.Publisher(folder, 3), w.Publisher(folder, 3), []
        a.add([made(r, 0)[0]])

        def slow_link(source, target):
            if "manifest-2" in target and not meanwhile:
                meanwhile.append(b.add([made(r, 1)[0]]))
            os.link(source, target)

        def lost_link(source, target):
            os.link(source, target)
            if "manifest-" in target:
                raise OSError("no answer")

        a.link = slow_link
        assert a.add([made(r, 2)[0]]) == 3 and meanwhile == [2]
        a.link = lost_link
        assert a.add([made(r, 3)[0]]) == 4
        dataset = Dataset(FolderPlace(folder))
        assert [e.name for e in dataset.shards()] == [f"part-{k:05}.pcr" for k in (0, 1, 2, 3)]
        assert dataset.find("2/3")[0].number == 2 and dataset.find("1/3")[0].number == 1
        os.unlink(os.path.join(folder, "manifest.pcrm"))  # a writer that died behind its commit; newest() mends
        os.link(os.path.join(folder, "manifest-2.pcrm"), os.path.join(folder, "manifest.pcrm"))
        assert Dataset(FolderPlace(folder)).generation == 2
        assert b.newest().generation == 4 and Dataset(FolderPlace(folder)).generation == 4
        for damage in (lambda path: os.unlink(path), lambda path: open(path, "wb").close()):
            damage(os.path.join(folder, "manifest.pcrm"))
            assert Dataset(FolderPlace(folder)).generation == 4
        with open(os.path.join(folder, "keys-5-0.pcrk"), "wb"):
            pass  # a leftover: the name is taken
        assert b.add([made(r, 4)[0]]) == 5
        assert Dataset(FolderPlace(folder)).root.key_segments[-1].name == b"keys-5-1.pcrk"
        assert not [name for name in os.listdir(folder) if name.endswith(".pcr-tmp")]


def main(words):
    checks = [(name, check) for name, check in globals().items() if name.startswith("check_") and callable(check)
              and check.__module__ == __name__ and (not words or any(word in name for word in words))]
    failed = 0
    for name, check in checks:
        try:
            check()
            print("ok  ", name[6:].replace("_", " "), flush=True)
        except Exception:
            failed += 1
            print("FAIL", name[6:].replace("_", " "))
            traceback.print_exc(file=sys.stdout)
    return 1 if failed or not checks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
