"""Files from strangers: whatever is in them, a reader gives samples or an error of this package."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pcrecords as pcr
from pcrecords import example, manifest, native, tfrecord
from pcrecords.check import check_all
from pcrecords.limits import DEFAULT_LIMITS
from pcrecords.originals import originals
from pcrecords.shard import Shard
from pcrecords.source import MemorySource

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
SHARDS = [
    "good-shard-mixed.pcr",
    "good-shard-one.pcr",
    "good-column-kinds.pcr",
    "good-liquid-kinds.pcrl",
    "good-recipe-kinds.pcr",
]
SHARDS = [name for name in SHARDS if (VECTORS / name).exists()] + sorted(
    path.name for pattern in ("good-column-*.pcr", "good-liquid-*.pcrl", "good-patch-*.pcr") for path in VECTORS.glob(pattern)
)[::4]
RECORDS = sorted(path.name for path in VECTORS.glob("good-tfrecord-*") if path.stat().st_size > 20)[::3]
CHANGES = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=6)


def damaged(data: bytes, changes, keep: float) -> bytes:
    found = bytearray(data[: max(1, int(len(data) * keep))])
    for where, value in changes:
        found[int(where * len(found))] = value
    return bytes(found)


def read_everything(data: bytes) -> None:
    shard = Shard(MemorySource("damaged", data))
    for i in range(len(shard)):
        with contextlib.suppress(pcr.PcrError):
            shard.file(i, shard.group_count)
        for index in range(len(shard.metadata.columns)):
            with contextlib.suppress(pcr.PcrError):
                shard.value(index, i)
    if shard.restore is not None:
        list(originals(shard.restore))
    shard.check_end()


@pytest.mark.parametrize("name", SHARDS)
@given(changes=CHANGES, keep=st.sampled_from([1, 1, 1, 0.9, 0.5, 0.1]))
@settings(max_examples=25)
def test_a_damaged_shard(name, changes, keep):
    with contextlib.suppress(pcr.PcrError):
        read_everything(damaged((VECTORS / name).read_bytes(), changes, keep))


def resealed(data: bytes) -> bytes:
    """With head checksums that hold, so that the fields behind them are looked at."""
    found = bytearray(data)
    count = int.from_bytes(found[28:32], "little")
    end = 64 + 24 * count
    if len(found) >= end and count <= 1024:
        found[60:64] = native.crc32c(bytes(found[64:end]), native.crc32c(bytes(found[:60]))).to_bytes(4, "little")
    return bytes(found)


@pytest.mark.parametrize("name", SHARDS)
@given(changes=st.lists(st.tuples(st.integers(8, 140), st.integers(0, 255)), min_size=1, max_size=4))
@settings(max_examples=25)
def test_a_head_that_lies(name, changes):
    found = bytearray((VECTORS / name).read_bytes())
    for where, value in changes:
        found[where] = value
    with contextlib.suppress(pcr.PcrError):
        read_everything(resealed(bytes(found)))


@given(st.binary(max_size=400), st.sampled_from([b"PCRM", b"PCRI", b"PCRT", b"PCRR"]))
@settings(max_examples=300)
def test_any_flatbuffer(data, identifier):
    from pcrecords import flatbuffer, schemas

    schema = {b"PCRM": schemas.METADATA, b"PCRI": schemas.MANIFEST, b"PCRT": schemas.SHARD_TABLE, b"PCRR": schemas.RESTORE}
    body = data[:4] + identifier + data[4:]
    with contextlib.suppress(pcr.MalformedError):
        flatbuffer.read(np.frombuffer(body, np.uint8), identifier, schema[identifier])


@pytest.mark.parametrize("name", ["good-dataset-parts.pcrm", "good-dataset-keys.pcrm"])
@given(changes=CHANGES)
@settings(max_examples=40)
def test_a_root_that_lies(name, changes):
    """The payload is changed behind its checksum."""
    data = bytearray((VECTORS / name).read_bytes())
    content = manifest.read_file(MemorySource(name, bytes(data)), manifest.ROOT, DEFAULT_LIMITS)[1].tobytes()
    head = manifest.read_file(MemorySource(name, bytes(data)), manifest.ROOT, DEFAULT_LIMITS)[0]
    with contextlib.suppress(pcr.PcrError):
        manifest.Root(head, np.frombuffer(damaged(content, changes, 1), np.uint8))


@pytest.mark.parametrize("name", RECORDS)
@given(changes=CHANGES, keep=st.sampled_from([1, 1, 0.7, 0.2]))
@settings(max_examples=20)
def test_a_damaged_tfrecord(name, changes, keep):
    source = MemorySource(name, damaged((VECTORS / name).read_bytes(), changes, keep))
    with contextlib.suppress(pcr.PcrError):
        for data, _ in tfrecord.records(source, tfrecord.compression_of(name) or 0, DEFAULT_LIMITS):
            with contextlib.suppress(pcr.MalformedError):
                example.check(example.features(data))


@given(st.binary(max_size=300))
@settings(max_examples=300)
def test_any_example(data):
    with contextlib.suppress(pcr.MalformedError):
        example.check(example.features(data))


@given(st.sampled_from(["good-shard-one.pcr", "good-shard-rgb.pcr", "good-shard-four.pcr"]), CHANGES, st.integers(1, 3))
@settings(max_examples=150)
def test_a_damaged_image_is_decoded_or_rejected(name, changes, group):
    from pcrecords import render
    from pcrecords.metadata import JPEG, PROGRESSIVE_JPEG

    with pcr.open(VECTORS / name) as dataset:
        sample = dataset.at(group)[0]
        data = np.frombuffer(damaged(sample.file, changes, 1), np.uint8)
        for encoding in (PROGRESSIVE_JPEG, JPEG):
            with contextlib.suppress(pcr.PcrError):
                render.decode(render.Image([data], encoding, *sample.size))


def test_limits_are_named(tmp_path):
    with pytest.raises(pcr.LimitError) as found:
        pcr.open(VECTORS / "good-shard-one.pcr", limits=pcr.Limits(metadata_bytes=10))
    assert found.value.limit == 10
    with pcr.open(VECTORS / "good-shard-one.pcr", limits=pcr.Limits(pixels=100)) as dataset, pytest.raises(pcr.LimitError):
        dataset[0].decode()
    with pcr.open(VECTORS / "good-shard-one.pcr", limits=pcr.Limits(slice_bytes=9)) as dataset, pytest.raises(pcr.LimitError):
        dataset[0].file  # noqa: B018


def test_a_dataset_without_its_copy_of_the_manifest(tmp_path):
    """R-COMMIT-10: the newest generation is looked for by its number."""
    name = "good-dataset-parts.pcrm"
    for path in VECTORS.iterdir():
        if path.suffix in (".pcrp", ".pcrk", ".pcr", ".pcrl", ".tfrecord", ".zst", ".gz"):
            (tmp_path / path.name).symlink_to(path)
    shutil.copy(VECTORS / name, tmp_path / "manifest-1.pcrm")
    (tmp_path / "manifest.pcrm").write_bytes(b"damaged")
    with pcr.open(tmp_path) as dataset, pcr.open(VECTORS / name) as whole:
        assert dataset.keys() == whole.keys()
    assert check_all(str(VECTORS / name))[0] == 5
