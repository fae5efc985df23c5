"""Roots and parts with one thing wrong (section 12)."""
from __future__ import annotations

import math
from typing import Any

import pcr_writer as w
from pcr_blocks import crc32c
from pcr_reader import LIQUID, PCR

from .catalogue import Catalogue
from .manifests import POINT, TFRECORD, UUID, curve, entry, large_root, root
from .pieces import Change, flipped, put, raw, setting, u16, u32, u64, written


def add_to(found: Catalogue) -> None:
    add_head(found)
    add_facts(found)
    add_quality(found)
    add_lists(found)
    add_names(found)
    add_entries(found)
    add_parts(found)


def sealed(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    changed = written(data, *edits)
    return written(changed, (36, u32(crc32c(changed[:36] + changed[40:]))))


def add_head(found: Catalogue) -> None:
    data = root()

    def bad(name: str, error: str, about: str, changed: bytes, ids: str) -> None:
        found.bad(f"manifest-{name}.pcrm", error, about, changed, ids)

    bad("magic", "NOT_PCR", "magic: its last byte", flipped(data, 7), "MANIFEST-9")
    bad("no-bytes", "TRUNCATED", "a file of no bytes", b"", "MANIFEST-9")
    bad("cut-head", "TRUNCATED", "the head ends", data[:39], "MANIFEST-1")
    bad("cut", "TRUNCATED", "the last byte is missing", data[:-1], "MANIFEST-1")
    bad("long", "MALFORMED", "a byte behind the payload", data + b"\0", "MANIFEST-1")
    bad("payload-0", "CHECKSUM_MISMATCH", "payload_length 0", sealed(data, (32, u32(0))), "MANIFEST-1")
    bad("payload-1", "MALFORMED", "a payload of one byte", sealed(written(data[:41], (32, u32(1)))), "MANIFEST-1 ZSTD-1")
    bad("payload-64m", "CHECKSUM_MISMATCH", "payload_length 64 MiB + 1", sealed(data, (32, u32((64 << 20) + 1))), "MANIFEST-1")
    bad("payload-64m-cut", "TRUNCATED", "payload_length 64 MiB in a file that ends before", sealed(data, (32, u32(64 << 20))), "MANIFEST-1")
    for name, at in (("", 36), ("-payload", 60), ("-major", 8), ("-features", 12)):
        bad(f"checksum{name}", "CHECKSUM_MISMATCH", "manifest_crc32c" if not name else f"{name[1:]} flipped: damage", flipped(data, at), "MANIFEST-2 CRC-2 G-3")
    for major in (0, 1, 3):
        found.unsupported(f"manifest-major-{major}.pcrm", "UNSUPPORTED", f"major {major}", sealed(data, (8, bytes([major]))), "MANIFEST-10")
    for bit in (0, 31):
        found.unsupported(f"manifest-incompat-{bit}.pcrm", "UNSUPPORTED", f"incompat_features bit {bit}", sealed(data, (12, u32(1 << bit))), "MANIFEST-10 FEATURE-2")
    found.unsupported("manifest-major-before-kind.pcrm", "UNSUPPORTED", "major 3 and a kind of its own: the version is judged first", sealed(data, (8, b"\3\7\1")), "MANIFEST-10")
    found.unsupported("manifest-features-before-kind.pcrm", "UNSUPPORTED", "an unknown feature and a kind of its own: the feature is judged first", sealed(data, (9, b"\7"), (12, b"\1")), "MANIFEST-10")
    for kind in (0, 3):
        bad(f"kind-{kind}", "MALFORMED", f"kind {kind}", sealed(data, (9, bytes([kind]))), "MANIFEST-11")
    bad("kind-part", "MALFORMED", "a root that says that it is a part", sealed(data, (9, b"\2")), "MANIFEST-11")
    bad("reserved", "MALFORMED", "reserved 1", sealed(data, (10, u16(1))), "MANIFEST-11")
    bad("generation-0", "MALFORMED", "generation 0", sealed(data, (24, u64(0))), "MANIFEST-11")
    bad("generation-2-63", "MALFORMED", "generation 2^63", sealed(data, (24, u64(2**63))), "MANIFEST-11 INT-1")


def bad_root(found: Catalogue, name: str, about: str, ids: str, generation: int = 1, **more: Any) -> None:
    found.bad(f"manifest-{name}.pcrm", "MALFORMED", about, root(generation, **more), ids)


def add_facts(found: Catalogue) -> None:
    def bad(name: str, about: str, ids: str = "MANIFEST-3", generation: int = 1, **more: Any) -> None:
        bad_root(found, name, about, ids, generation, **more)

    for field in ("dataset_uuid", "commit_id"):
        for count in (0, 15) if field == "dataset_uuid" else (17,):
            bad(f"{field.replace('_', '-')}-{count}", f"{field} of {count} bytes", **{field: UUID[:count] if count < 17 else UUID + b"x"})  # type: ignore[arg-type]
    bad("uuids-15", "dataset_uuid and commit_id of 15 bytes", dataset_uuid=UUID[:15], commit_id=UUID[:15])
    bad("parent-same", "parent_generation is the generation", parent_generation=1)
    bad("parent-2-63", "parent_generation 2^63 of the last generation", generation=2**63 - 1, parent_generation=2**63, ids="MANIFEST-3 INT-1")
    bad("groups-0", "group_count 0", group_count=0, shards=None)
    bad("groups-65", "group_count 65", group_count=65, shards=w.shard_table([entry(0, prefix_lengths=list(range(100, 166)))]))
    bad("groups-of-liquid", "group_count 2 without a PCR shard", shards=w.shard_table([entry(0, LIQUID)]), group_count=2)
    targets = {"metric": 1, "way": 1, "values": [5, 9]}
    bad("targets-of-liquid", "targets without a PCR shard", shards=w.shard_table([entry(0, LIQUID)]), group_count=1, targets={"metric": 1, "way": 1})
    bad("targets-few", "one target for three groups", targets={**targets, "values": [5]}, ids="MANIFEST-3 TARGET-2")
    bad("targets-way", "targets of way 3", targets={**targets, "way": 3}, ids="MANIFEST-3 TARGET-1")

    def names(*pairs: tuple[int, Any]) -> list[dict[str, Any]]:
        return [{"label": label, "name": name} for label, name in pairs]

    bad("label-twice", "two names of one label", class_names=names((1, "a"), (1, "b")))
    bad("labels-descend", "labels that descend", class_names=names((1, "a"), (-1, "b")))
    bad("class-name-empty", "a class name of no bytes", class_names=names((1, "a"), (2, "")))
    bad("class-name-65536", "a class name of 65,536 bytes", class_names=names((1, "n" * 65536)))
    bad("class-name-utf8", "a class name that is not UTF-8", class_names=names((1, b"\xFF")), ids="TEXT-1")
    bad("option-twice", "two options of one name", options=[{"name": "a", "value": "1"}, {"name": "b"}, {"name": "a", "value": "2"}])
    bad("option-name-utf8", "an option's name that is not UTF-8", options=[{"name": b"\xFF"}], ids="TEXT-1")
    bad("option-value-utf8", "an option's value that is not UTF-8", options=[{"name": "a", "value": b"\xFF"}], ids="TEXT-1")
    for name, about, more in (("type-7", "type 7", {"type": 7}), ("fixed-0", "FIXED of no elements", {"shape": 1}), ("fixed-2-28", "FIXED of 2^28 elements", {"shape": 1, "list_length": 2**28}),
                              ("scalar-length", "SCALAR with a list_length", {"list_length": 1}), ("string-fixed", "FIXED STRING", {"type": 4, "shape": 1, "list_length": 1}),
                              ("name-empty", "a name of no bytes", {"name": ""}), ("name-256", "a name of 256 bytes", {"name": "c" * 256}), ("name-utf8", "a name that is not UTF-8", {"name": b"\xFF"})):
        bad(f"column-{name}", f"a column: {about}", columns=[{"name": "a", "type": 1}, {"name": "c", "type": 1, **more}], ids="MANIFEST-12 COLUMN-1")
    bad("column-twice", "two columns of one name", columns=[{"name": n, "type": 1} for n in ("a", "b", "a")], ids="MANIFEST-12")


def add_quality(found: Catalogue) -> None:
    def bad(name: str, about: str, *curves: dict[str, Any]) -> None:
        bad_root(found, f"quality-{name}", about, "MANIFEST-7", quality=list(curves))

    bad("short", "two points of a curve of three", curve(2))
    bad("long", "four points of a curve of three", curve(4))
    bad("17", "17 curves", *(curve(at=at) for at in sorted(f"resize:{k},crop:1" for k in range(1, 18))))
    bad("twice", "two curves of one measure", curve(), curve())
    bad("descends", "curves whose reconstructions descend", curve(reconstruction=1), curve())
    bad("at-descends", "curves whose sizes descend as bytes", curve(at="resize:9,crop:1"), curve(at="resize:10,crop:1"))
    for metric in (0, 2):
        bad(f"metric-{metric}", f"a curve of metric {metric}", curve(metric=metric))
    bad("reconstruction-2", "a curve of reconstruction 2", curve(reconstruction=2))
    bad("at-crop", "a curve at a crop beyond the picture", curve(at="resize:1,crop:2"))
    for field in POINT:
        bad(f"{field.replace('_', '-')}-negative", f"{field} is negative", curve(points=[POINT, POINT, {**POINT, field: -0.5}]))
        if field in ("mean_bytes", "psnr", "ms_ssim_p1"):
            bad(f"{field.replace('_', '-')}-nan", f"{field} is not a number", curve(points=[{**POINT, field: math.nan}, POINT, POINT]))
        if field.startswith("ms_ssim"):
            bad(f"{field.replace('_', '-')}-above-1", f"{field} is above 1", curve(points=[POINT, {**POINT, field: 1.0000001}, POINT]))
        elif field != "psnr":
            bad(f"{field.replace('_', '-')}-infinite", f"{field} is infinite", curve(points=[POINT, {**POINT, field: math.inf}, POINT]))


def add_lists(found: Catalogue) -> None:
    """Shard numbers, parts and segments as the root states them."""
    def bad(name: str, about: str, ids: str, **more: Any) -> None:
        bad_root(found, name, about, ids, **more)

    part = {"name": "shards-1-0.pcrp", "length": 100, "shard_count": 2, "first_shard_number": 0, "sample_count": 5}
    later = w.shard_table([entry(5)])
    bad("numbers-descend", "shard numbers that descend", "PART-2", shards=w.shard_table([entry(1), entry(0)]))
    bad("numbers-same", "two shards of one number", "PART-2", shards=w.shard_table([entry(1), entry(1, name="other")]))
    bad("next-number", "a shard number that is next_shard_number", "PART-2", next_shard_number=1)
    bad("next-number-2-31", "next_shard_number 2^31", "PART-2", next_shard_number=2**31)
    bad("next-number-part", "the last shard of a part is next_shard_number", "PART-2", parts=[part], shards=None, next_shard_number=1)
    bad("part-overlaps-root", "a part that reaches into the root's own shards", "PART-2", parts=[{**part, "first_shard_number": 4}], shards=later)
    bad("parts-overlap", "parts that overlap", "PART-2", parts=[part, {**part, "name": "b", "first_shard_number": 1}], shards=later)
    bad("part-empty", "a part of no shards", "PART-4", parts=[{**part, "shard_count": 0}], shards=later)
    bad("part-65537", "a part of 65,537 shards", "PART-4", parts=[{**part, "shard_count": 65537}], shards=None, next_shard_number=10**6)
    bad("part-samples-2-63", "a part of 2^63 samples", "INT-1", parts=[{**part, "sample_count": 2**63}], shards=later)
    bad("groups-0-part", "group_count 0, and all shards in a part", "MANIFEST-3", parts=[part], shards=None, group_count=0)
    bad("part-length-2-63", "a part of 2^63 bytes", "INT-1", parts=[{**part, "length": 2**63}], shards=later)
    many = [{**part, "name": str(k), "shard_count": 1, "first_shard_number": k} for k in range(4097)]
    large = large_root("parts-4097", parts=many, shards=None, next_shard_number=5000)
    found.bad("manifest-parts-4097.pcrm", "MALFORMED", "4,097 parts", large, "PART-1")
    large = large_root("shards-4097", group_count=1, next_shard_number=5000, shards=w.shard_table([entry(k, TFRECORD, name=str(k), shard_uuid=bytes(16)) for k in range(4097)]))
    found.bad("manifest-shards-4097.pcrm", "MALFORMED", "4,097 shards in a root", large, "PART-1")
    segment = {"name": "keys-1-0.pcrk", "page_count": 1, "entry_length": 16, "entry_count": 3}
    bad("segments-9", "nine segments", "KEYS-7", key_segments=[{**segment, "name": f"k{k}"} for k in range(9)])
    bad("segment-pages-0", "a segment of no pages", "KEYS-7", key_segments=[{**segment, "page_count": 0}])
    for length in (24,):
        bad(f"segment-entry-{length}", f"a segment of entries of {length} bytes", "KEYS-7", key_segments=[{**segment, "entry_length": length}])
    bad("segment-count-2-63", "a segment of 2^63 entries", "INT-1", key_segments=[{**segment, "entry_count": 2**63}])
    for name, more in (("segment-name-empty", {"key_segments": [{**segment, "name": ""}]}), ("segment-name-path", {"key_segments": [{**segment, "name": "a/b"}]}),
                       ("part-name-empty", {"parts": [{**part, "name": ""}], "shards": later}), ("part-name-path", {"parts": [{**part, "name": "../p"}], "shards": later})):
        bad(name, f"a name that is not plain: {name}", "MANIFEST-4 NAME-1", **more)
    bad("segments-one-name", "two segments of one name", "MANIFEST-4", key_segments=[segment, segment])
    bad("segments-one-name-upper", "two segments whose names differ in case alone", "MANIFEST-4", key_segments=[segment, {**segment, "name": "KEYS-1-0.pcrk"}])
    bad("parts-one-name", "two parts of one name", "MANIFEST-4", parts=[part, {**part, "first_shard_number": 2}], shards=later)
    bad("part-and-segment-one-name", "a part and a segment of one name", "MANIFEST-4", parts=[part], shards=later, key_segments=[{**segment, "name": part["name"]}])


def add_names(found: Catalogue) -> None:
    def bad(name: str, shard_name: Any, ids: str = "MANIFEST-4 NAME-1") -> None:
        table = w.shard_table([entry(0)])
        table.update(name_bytes=shard_name, name_lengths=bytes([len(shard_name) & 0xFF]))
        bad_root(found, f"name-{name}", f"a shard's name that is not plain: {name}", ids, shards=table)

    for name, shard_name in (("empty", b""), ("hidden", b".pcr"), ("slash", b"a/b"), ("line", b"a\n"), ("space", b"a b"),
                             ("colon", b"a:b"), ("letter", "é".encode()), ("utf8", b"\xFF")):
        bad(name, shard_name)
    short = w.shard_table([entry(0)])
    short.update(name_lengths=bytes([len(short["name_bytes"]) - 1]))
    bad_root(found, "name-bytes-long", "name_bytes has one byte more than the lengths", "MANIFEST-5", shards=short)
    bad_root(found, "name-twice", "two shards of one name", "MANIFEST-4", shards=w.shard_table([entry(0), entry(1, name="part-00000.pcr")]))
    bad_root(found, "name-twice-upper", "two shards whose names differ in case alone", "MANIFEST-4", shards=w.shard_table([entry(0, name="a.pcr"), entry(1, name="A.PCR")]))


def add_entries(found: Catalogue) -> None:
    def table(change: Change, *entries: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = w.shard_table(list(entries) or [entry(0), entry(1)])
        change(made)
        return made

    def bad(name: str, about: str, change: Change, *entries: dict[str, Any], ids: str = "MANIFEST-5") -> None:
        bad_root(found, f"shard-{name}", about, ids, shards=table(change, *entries))

    def of(name: str, about: str, ids: str = "MANIFEST-5", variant: int = PCR, group_count: int = 3, **more: Any) -> None:
        bad_root(found, f"shard-{name}", about, ids, shards=w.shard_table([entry(0), entry(1, variant, **more)]), group_count=group_count)

    for field in ("name_lengths", "shard_numbers", "variants", "compressions", "shard_uuids", "total_lengths", "sample_counts", "head_crc32c", "restore_lengths", "restore_directory_lengths", "source_bytes", "restorable_samples", "prefix_lengths"):
        bad(f"{field.replace('_', '-')}-short", f"{field} has an element less", lambda v, f=field: v.update({f: v[f][:-1]}))
        if field in ("variants", "prefix_lengths"):
            bad(f"{field.replace('_', '-')}-long", f"{field} has an element more", lambda v, f=field: v.update({f: v[f] + (b"\1" if isinstance(v[f], bytes) else [9_000])}))
        if field == "prefix_lengths":
            bad(f"{field.replace('_', '-')}-absent", f"{field} is absent", setting(**{field: ()}))
    for variant in (0, 4):
        bad(f"variant-{variant}", f"variant {variant}", put("variants", 1, variant))
    of("compression-4", "compression 4", variant=TFRECORD, compression=4)
    of("compression-pcr", "a PCR shard of compression ZSTD", compression=3)
    of("compression-liquid", "a Liquid shard of compression GZIP", variant=LIQUID, compression=1)
    for name, field in (("total", "total_length"), ("source", "source_bytes")):
        of(f"{name}-2-63", f"{field} 2^63", "INT-1", variant=TFRECORD, **{field: 2**63})
    of("samples-2-31", "sample_count 2^31", variant=TFRECORD, sample_count=2**31)
    of("restorable", "more restorable samples than samples", restorable_samples=8)
    of("prefix-falls", "prefix_lengths that fall", prefix_lengths=[500, 1000, 999, 3000])
    of("prefix-88", "a prefix_length(0) of 88", prefix_lengths=[88, 1000, 2000, 3000])
    of("prefix-2-63", "prefix_lengths of 2^63", "INT-1", prefix_lengths=[500, 1000, 2000, 2**63])
    of("prefix-beyond", "groups and restore data a byte longer than the shard", prefix_lengths=[500, 1000, 2000, 10_000 - 900 - 500 - 24 + 1])
    of("prefix-beyond-liquid", "FORMAT regions a byte longer than the shard", variant=LIQUID, prefix_lengths=[400, 10_000 - 900 - 400 - 24 + 1])
    of("prefix-liquid-falls", "a Liquid shard's prefix_lengths fall", variant=LIQUID, prefix_lengths=[400, 399])
    of("prefixes-liquid", "four prefix_lengths of a Liquid shard", variant=LIQUID, prefix_lengths=[400, 500, 600, 700])
    of("prefixes-two", "two prefix_lengths of a PCR shard of three groups", prefix_lengths=[400, 500])
    of("restore-beyond", "a restore_length a byte longer than the shard has room for", restore_length=10_000 - 3000 - 500 - 24 + 1)
    of("directory-beyond", "restore_directory_length + 4 a byte longer than the region", restore_directory_length=897)
    of("directory-is-region", "restore_directory_length is restore_length", restore_length=90)
    of("restore-3", "a region of three bytes", restore_length=3, restore_directory_length=0)
    for field, value in (("head_crc32c", 1), ("restore_length", 1), ("restore_directory_length", 1)):
        of(f"tfrecord-{field.replace('_', '-')}", f"{field} of a TFRECORD", variant=TFRECORD, **{field: value})
    of("tfrecord-prefixes", "prefix_lengths of a TFRECORD", variant=TFRECORD, prefix_lengths=[500, 1000])


def add_parts(found: Catalogue) -> None:
    def part(entries: list[dict[str, Any]], change: Change = setting(), generation: int = 1) -> bytes:
        table = w.shard_table(entries)
        change(table)
        return w.manifest_file(2, generation, table, compress=raw)

    one = part([entry(0)])
    found.good("part-one.pcrp", "a part of one shard", one, "PART-4 MANIFEST-5")
    found.good("part-mixed.pcrp", "a part of all variants, with gaps between the numbers", part([entry(3, TFRECORD, compression=2), entry(5), entry(9, LIQUID), entry(10)], generation=2**63 - 1), "PART-4 MANIFEST-8")
    found.good("part-30.pcrp", "a part of 30 shards", part([entry(k, TFRECORD, shard_uuid=bytes(16)) for k in range(30)]), "PART-4")
    bad = found.bad
    bad("part-empty.pcrp", "MALFORMED", "a part of no shards", part([]), "PART-4")
    bad("part-numbers.pcrp", "MALFORMED", "shard numbers that descend", part([entry(1), entry(0)]), "PART-2")
    bad("part-name.pcrp", "MALFORMED", "a name that is not plain", part([entry(0, name="a b")]), "MANIFEST-4")
    bad("part-name-twice.pcrp", "MALFORMED", "names that differ in case alone", part([entry(0, name="A"), entry(1, name="a")]), "MANIFEST-4")
    bad("part-vector.pcrp", "MALFORMED", "source_bytes has an element less", part([entry(0), entry(1)], lambda v: v["source_bytes"].pop()), "MANIFEST-5")
    bad("part-variant.pcrp", "MALFORMED", "variant 4", part([entry(0)], put("variants", 0, 4)), "MANIFEST-5")
    bad("part-kind.pcrp", "MALFORMED", "kind 3", sealed(one, (9, b"\3")), "MANIFEST-11")
    bad("part-generation-0.pcrp", "MALFORMED", "generation 0", sealed(one, (24, u64(0))), "MANIFEST-11")
    bad("part-groups-0.pcrp", "MALFORMED", "a PCR shard with prefix_length(0) alone", part([entry(0, prefix_lengths=[500])]), "MANIFEST-5")
    bad("part-root.pcrp", "MALFORMED", "a part that says that it is a root", sealed(one, (9, b"\1")), "MANIFEST-11")
    bad("part-checksum.pcrp", "CHECKSUM_MISMATCH", "a byte of the payload", flipped(one, 70), "MANIFEST-2 G-3")
    bad("part-cut.pcrp", "TRUNCATED", "the last byte is missing", one[:-1], "MANIFEST-1")
    for length, about in ((0, "no bytes"), (7, "a byte of the magic is missing"), (63, "the last byte of the head is missing"), (64, "the head alone")):
        bad(f"part-cut-{length}.pcrp", "TRUNCATED", about, one[:length], "MANIFEST-1")
    bad("part-behind.pcrp", "MALFORMED", "a byte behind the payload", one + b"\0", "MANIFEST-1")
    found.unsupported("part-major-1.pcrp", "UNSUPPORTED", "major 1", sealed(one, (8, b"\1")), "MANIFEST-10")
    found.unsupported("part-incompat.pcrp", "UNSUPPORTED", "incompat_features bit 31", sealed(one, (15, b"\x80")), "MANIFEST-10")
