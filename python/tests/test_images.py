"""Images of the vectors: the intact ones are decoded, the damaged ones rejected."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import pcrecords as pcr
from pcrecords.metadata import PROGRESSIVE_JPEG
from pcrecords.shard import Shard

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
LIST = [
    (v["file"], e) for v in json.loads((VECTORS / "MANIFEST.json").read_text()) for e in v["expect"] if e["call"] == ["--decode"]
]
GOOD = [file for file, expected in LIST if expected["exit"] == 0]
BAD = [(file, expected["error"]) for file, expected in LIST if file.startswith(("bad-image", "unsupported-image"))]
# What a decoder takes without a word: R-SCAN-2 and 3 are rules for writers, which `pcr verify` looks at.
TOLERATED = {"bad-image-scans-missing.pcr", "bad-image-wrong-cuts.pcr", "bad-image-baseline.pcr", "bad-image-refined-twice.pcr"}


def decode_all(file: str) -> int:
    count = 0
    with pcr.open(VECTORS / file) as dataset:
        shard = dataset.shard(0)
        assert isinstance(shard, Shard)
        for sample in dataset:
            kind = shard.metadata.encodings[sample.ordinal]
            if kind == PROGRESSIVE_JPEG or kind >= 16:
                pixels = sample.decode()
                width, height = sample.size
                assert pixels.shape == (height, width, 3)
                assert pixels.dtype == np.uint8
                count += 1
    return count


@pytest.mark.parametrize("file", [file for file in GOOD if not file.endswith(".pcrl")])
def test_intact_images_are_decoded(file):
    decode_all(file)


@pytest.mark.parametrize(("file", "code"), BAD)
def test_damaged_images_are_rejected(file, code):
    if file in TOLERATED:
        with contextlib.suppress(pcr.ImageCorruptError):
            decode_all(file)
        return
    with pytest.raises(pcr.PcrError) as found:
        decode_all(file)
    assert found.value.code == code
    assert found.value.file is not None


@pytest.mark.parametrize("group", [1, 2, 3])
def test_each_fidelity_has_the_size_of_the_image(group):
    with pcr.open(VECTORS / "good-shard-one.pcr") as dataset:
        sample = dataset.at(group)[0]
        assert sample.decode().shape == (16, 16, 3)
        assert sample.decode(gray=True).shape == (16, 16, 1)
        assert sample.file.endswith(b"\xff\xd9")


def test_midpoint_differs_where_bits_are_missing():
    with pcr.open(VECTORS / "good-shard-one.pcr") as dataset:
        full = dataset[0]
        assert (full.decode(midpoint=True) == full.decode()).all()


def test_pixels_are_the_frozen_ones():
    """Those of the Java decoder, and of djpeg without smoothing."""
    golden = VECTORS.parents[2] / "conformance-tests/src/test/resources/pixels/good-shard-empty-groups.sha256"
    found = []
    with pcr.open(VECTORS / "good-shard-empty-groups.pcr") as dataset:
        shard = dataset.shard(0)
        assert isinstance(shard, Shard)
        for group in range(1, dataset.group_count + 1):
            for sample in dataset.at(group):
                gray = shard.metadata.color_classes[sample.ordinal] == 1
                digest = hashlib.sha256(sample.decode(gray=bool(gray)).tobytes()).hexdigest()
                found.append(f"{digest} {group} {sample.key}")
    assert found == golden.read_text().splitlines()
