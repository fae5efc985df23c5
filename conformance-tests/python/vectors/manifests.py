"""Roots that are good (section 12)."""
from __future__ import annotations

import math
from typing import Any

import pcr_writer as w
from pcr_dataset import MANIFEST, SHARD_TABLE
from pcr_reader import LIQUID, PCR

from .catalogue import Call, Catalogue
from .frames import stored
from .pieces import Values, raw

TFRECORD = 3
UUID, COMMIT = bytes(range(16)), bytes(range(16, 32))
POINT = {"mean_bytes": 1000.5, "ms_ssim_mean": 0.9, "ms_ssim_p10": 0.8, "ms_ssim_p1": 0.7, "psnr": math.inf, "decode_relative": 1.5}


def entry(number: int, variant: int = PCR, **more: Any) -> Values:
    """An entry of a root of three groups."""
    name = f"part-{number:05}" + {PCR: ".pcr", LIQUID: ".pcrl", TFRECORD: ".tfrecord"}[variant]
    made = {"name": name, "number": number, "variant": variant, "compression": 0, "shard_uuid": bytes([number % 255 + 1]) * 16, "total_length": 10_000, "sample_count": 7,
            "head_crc32c": 0x12345678, "prefix_lengths": {PCR: [500, 1000, 2000, 3000], LIQUID: [400, 5000], TFRECORD: []}[variant], "restore_length": 900,
            "restore_directory_length": 90, "source_bytes": 20_000, "restorable_samples": 6}
    if variant == TFRECORD:
        made.update(head_crc32c=0, restore_length=0, restore_directory_length=0)
    return {**made, **more}


def root(generation: int = 1, **more: Any) -> bytes:
    return w.manifest_file(1, generation, values(**more), compress=raw)


def large_root(name: str, **more: Any) -> bytes:
    """One that would take hundreds of kilobytes; its frame is kept in the sources."""
    return w.manifest_file(1, 1, values(**more), compress=lambda flat: stored(name, flat))


def values(**more: Any) -> Values:
    plain = {"dataset_uuid": UUID, "commit_id": COMMIT, "group_count": 3, "next_shard_number": 10, "shards": w.shard_table([entry(0), entry(1)])}
    return {**plain, **more}


def curve(groups: int = 3, metric: int = 1, **more: Any) -> Values:
    return {"metric": metric, "points": [POINT] * groups, **more}


def add_to(found: Catalogue) -> None:
    def good(name: str, about: str, data: bytes, ids: str) -> None:
        calls = [Call(("--group", "1"), io=True)] if name in ("full", "empty") else []
        found.good(f"manifest-{name}.pcrm", about, data, ids, *calls)

    everything = {"parent_generation": 6, "targets": {"metric": 1, "way": 2, "reconstruction": 1, "at": "resize:256,crop:224", "values": [900_000, 950_000]},
                  "class_names": [{"label": -1, "name": "none"}, {"label": 7, "name": "é"}], "quality": [curve(), curve(reconstruction=1, at="resize:256,crop:224")],
                  "options": [{"name": "quality", "value": "90"}, {"name": "", "value": ""}],
                  "columns": [{"name": "boxes", "type": 5, "shape": 2}, {"name": "embedding", "type": 2, "shape": 1, "list_length": 512}, {"name": "j" * 255, "type": 4}, {"name": "c", "type": 6}],
                  "shards": w.shard_table([entry(2), entry(4, LIQUID), entry(5, TFRECORD, compression=3)]),
                  "key_segments": [{"name": "keys-5-0.pcrk", "page_count": 3, "entry_length": 32, "entry_count": 1000, "segment_crc32c": 5}, {"name": "keys-7-1.pcrk", "page_count": 1, "entry_length": 16, "entry_count": 3}],
                  "parts": [{"name": "shards-6-0.pcrp", "length": 900, "part_crc32c": 77, "shard_count": 2, "first_shard_number": 0, "sample_count": 14}]}
    good("full", "all that a root can say", root(7, **everything), "MANIFEST-3 MANIFEST-5 MANIFEST-7 MANIFEST-8 MANIFEST-12 PART-1 PART-2 KEYS-7 TARGET-1")
    good("empty", "a dataset of nothing", root(shards=None, next_shard_number=0, group_count=1), "MANIFEST-2 MANIFEST-3")
    good("removed", "a dataset of which all shards were taken out", root(2, shards=None, next_shard_number=9, group_count=1, parent_generation=1), "MANIFEST-3 PART-2")
    for name, masks in (("ro-compat-bits", (2**32 - 1, 0)), ("compat-bits", (0, 2**32 - 1))):
        good(name, f"{name.replace('-', ' ')} all set", w.manifest_file(1, 1, values(), ro_compat=masks[0], compat=masks[1], compress=raw), "MANIFEST-10")
    good("generation-max", "the last generation, and the one before it", root(2**63 - 1, parent_generation=2**63 - 2), "INT-1 MANIFEST-11 COMMIT-11")
    good("generation-gap", "a parent that is not the generation before", root(9, parent_generation=3), "MANIFEST-3")
    tfrecords = [entry(k, TFRECORD, compression=k) for k in range(4)]
    good("only-tfrecord", "TFRecord shards of each compression", root(group_count=1, shards=w.shard_table(tfrecords)), "MANIFEST-5 MANIFEST-8")
    good("only-liquid", "a Liquid shard", root(group_count=1, shards=w.shard_table([entry(0, LIQUID)])), "MANIFEST-3 MANIFEST-5")
    good("mixed", "all variants, in any order", root(shards=w.shard_table([entry(0, TFRECORD), entry(1, LIQUID), entry(2), entry(3, LIQUID), entry(4)])), "MANIFEST-8 MANIFEST-5")
    names = ["a", "Z", "0", "_", "-", "-.-", "a" * 255, "con", "A..b", "x", "part-1.PCR.", "9_."]
    good("names", "names of shards that are plain, if odd", root(shards=w.shard_table([entry(k, name=name) for k, name in enumerate(names)]), next_shard_number=99), "MANIFEST-4 NAME-1")
    good("labels", "labels from the least to the greatest", root(class_names=[{"label": label, "name": str(label)} for label in (-2**63, -1, 0, 1, 2**63 - 1)]), "MANIFEST-3")
    good("class-name-65535", "the longest class name", root(class_names=[{"label": 1, "name": "n" * 65535}]), "MANIFEST-3")
    good("prefixes-equal", "groups that hold nothing", root(shards=w.shard_table([entry(0, prefix_lengths=[500] * 4)])), "MANIFEST-5")
    tight = entry(0, prefix_lengths=[89, 89, 90, 91], restore_length=9, restore_directory_length=5, total_length=91 + 9 + 89 + 24, restorable_samples=7)
    good("prefixes-tight", "lengths that fill the shard, and the least of a front", root(shards=w.shard_table([tight])), "MANIFEST-5")
    good("restore-4", "a RESTORE region without a directory's length, and one without content", root(shards=w.shard_table([entry(0, restore_length=4, restore_directory_length=0), entry(1, restore_length=0, restore_directory_length=0)])), "MANIFEST-5")
    good("lengths-max", "the most that lengths can be", root(shards=w.shard_table([entry(0, TFRECORD, total_length=2**63 - 1, source_bytes=2**63 - 1, sample_count=2**31 - 1, restorable_samples=2**31 - 1)]), group_count=1), "INT-1 MANIFEST-5")
    good("numbers", "shard numbers with gaps, up to the last", root(shards=w.shard_table([entry(number) for number in (0, 5, 2**31 - 2)]), next_shard_number=2**31 - 1), "PART-2")
    many = [f"resize:{n},crop:{n}" for n in sorted((str(k) for k in range(1, 16)))]
    good("quality-16", "16 curves, sizes in the order of their texts", root(quality=[curve(), *(curve(at=at) for at in many)]), "MANIFEST-7")
    good("quality-extremes", "MS-SSIM 0 and 1, PSNR 0", root(quality=[curve(points=[{**POINT, "ms_ssim_mean": 1.0, "ms_ssim_p10": 0.0, "ms_ssim_p1": -0.0, "psnr": 0.0, "mean_bytes": 0.0, "decode_relative": 0.0}] * 3)]), "MANIFEST-7")
    good("64-groups", "64 groups", root(group_count=64, shards=w.shard_table([entry(0, prefix_lengths=list(range(100, 165)))])), "MANIFEST-3 MANIFEST-5")
    later: list[tuple[str, Any]] = [*((name, [*kind, ("later", "I")] if kind is SHARD_TABLE else kind) for name, kind in MANIFEST), ("later", ("Q",))]
    flat = w.flatbuffer(b"PCRI", later, values(later=[1, 2, 3], shards={**w.shard_table([entry(0)]), "later": 7}))
    good("unknown-fields", "fields of a later version", w.manifest_file(1, 1, values(), compress=raw, flat_of=lambda _: flat), "FB-6")
    segments = [{"name": f"keys-{k}.pcrk", "page_count": 2**32 - 1, "entry_length": 16, "entry_count": 2**63 - 1} for k in range(8)]
    good("segments-8", "the most segments, and the most that they can have", root(key_segments=segments), "KEYS-5 KEYS-7")
    parts = [{"name": f"{k}", "length": 100, "shard_count": 1, "first_shard_number": k, "sample_count": 1} for k in range(4096)]
    good("parts-4096", "the most parts", large_root("parts-4096", parts=parts, shards=None, next_shard_number=4096), "PART-1")
    good("part-65536", "the largest part", root(parts=[{**parts[0], "shard_count": 65536}], shards=None, next_shard_number=65536), "PART-4")
    good("shards-4096", "the most shards in a root", large_root("shards-4096", group_count=1, next_shard_number=4096, shards=w.shard_table([entry(k, TFRECORD, name=str(k), shard_uuid=bytes(16)) for k in range(4096)])), "PART-1")
