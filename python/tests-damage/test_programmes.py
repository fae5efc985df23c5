"""Damage, one by one: every length, every bit, every field.

`python/damage` runs this with a native library that watches its memory.
"""

from __future__ import annotations

import contextlib
import struct
import tracemalloc
from pathlib import Path

import pytest

import pcrecords as pcr
from pcrecords import keys, manifest, native, tfrecord
from pcrecords.limits import DEFAULT_LIMITS
from pcrecords.originals import originals
from pcrecords.shard import Shard
from pcrecords.source import MemorySource

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
SHARDS = ["good-shard-mixed.pcr", "good-shard-four.pcr", "good-restore-all.pcr", "good-recipe-baseline.pcr", "good-member-c.pcrl"]
MOST_MEMORY = 64 << 20


def parts_of(data: bytes) -> list[object]:
    """All that a shard holds, read and compared with every checksum."""
    shard = Shard(MemorySource("damaged", data))
    found: list[object] = [shard.keys(), shard.metadata.labels.tolist(), shard.front_error]
    for i in range(len(shard)):
        found += list(shard.files(i, shard.group_count))
        found += [repr(shard.value(index, i)) for index in range(len(shard.metadata.columns))]
    if shard.restore is not None:
        found += list(originals(shard.restore))
    shard.check_end()
    return found


def records_of(data: bytes) -> list[object]:
    found: list[object] = []
    for record, intact in tfrecord.records(MemorySource("damaged", data), 0, DEFAULT_LIMITS):
        if not intact:
            raise pcr.ChecksumError("TfRecord.data_crc", "wrong")
        found.append(record.tobytes())
    return found


def root_of(data: bytes) -> list[object]:
    root = manifest.read_root(MemorySource("damaged", data), DEFAULT_LIMITS)
    return [root.generation, root.dataset_uuid, [root.shards.entry(i) for i in range(root.shards.count)]]


def segment_of(data: bytes) -> list[object]:
    return list(keys.Segment(MemorySource("damaged", data)).entries())


@pytest.mark.parametrize("name", SHARDS)
def test_every_length(name):
    """A file that ends early gives each fidelity whose prefix is there, to the byte, and a typed error for the others."""
    data = (VECTORS / name).read_bytes()
    whole = Shard(MemorySource(name, data))
    groups = range(1, whole.group_count + 1)
    expected = {g: [whole.file(i, g) for i in range(len(whole))] for g in groups}
    for length in range(len(data)):
        source = MemorySource("cut", data[:length])
        if length < whole.prefix_length(0):
            with pytest.raises(pcr.TruncatedError):
                Shard(source, whole=False)
            continue
        cut = Shard(source, whole=False)
        for g in groups:
            if length >= whole.prefix_length(g):
                assert [cut.file(i, g) for i in range(len(cut))] == expected[g]
                continue
            missing = 0
            for i in range(len(cut)):
                try:
                    found = cut.file(i, g)
                except pcr.TruncatedError:
                    missing += 1
                else:
                    assert found == expected[g][i]
            assert missing > 0


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("good-shard-one.pcr", parts_of),
        ("good-member-c.pcrl", parts_of),
        ("good-recipe-grey-baseline.pcr", parts_of),
        ("good-dataset.pcrm", root_of),
        ("good-member-d.tfrecord", records_of),
    ],
)
def test_every_bit(name, read):
    """Each is noticed: by an error, or by the copy that stands in for a damaged front."""
    data = (VECTORS / name).read_bytes()
    assert read(data)
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            found = read(bytes(damaged))
        except pcr.PcrError:
            continue
        assert read is parts_of, f"bit {bit} is not noticed"
        assert found[2] is not None, f"bit {bit} is not noticed"


def test_every_byte_of_a_segment():
    data = next(path for path in sorted(VECTORS.glob("*.pcrk")) if path.name.startswith("good")).read_bytes()
    assert segment_of(data)
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 1 << at % 8
        with pytest.raises(pcr.PcrError):
            segment_of(bytes(damaged))


@pytest.mark.parametrize("name", SHARDS)
def test_every_field_of_a_head(name):
    """Its checksum made to hold, so that each number is looked at: a typed error, or the same samples, and little memory."""
    data = (VECTORS / name).read_bytes()
    regions = int.from_bytes(data[28:32], "little")
    end = 64 + 24 * regions
    values = [0, 1, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]
    tracemalloc.start()
    try:
        for size, letter in ((2, "<H"), (4, "<I"), (8, "<Q")):
            for at in range(8, end - size + 1, 2):
                if at < 64 < at + size or 60 <= at < 64:
                    continue
                own = int.from_bytes(data[at : at + size], "little")
                for value in {*values, own - 1, own + 1}:
                    if not 0 <= value < 2 ** (8 * size):
                        continue
                    lying = bytearray(data)
                    struct.pack_into(letter, lying, at, value)
                    lying[60:64] = native.crc32c(bytes(lying[64:end]), native.crc32c(bytes(lying[:60]))).to_bytes(4, "little")
                    with contextlib.suppress(pcr.PcrError):
                        parts_of(bytes(lying))
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
