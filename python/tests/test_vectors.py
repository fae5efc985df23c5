"""Every file of spec/vectors, and every call of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from probe import probe

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
LIST = json.loads((VECTORS / "MANIFEST.json").read_text())
CALLS = [
    pytest.param(vector["file"], expected, id=" ".join([vector["file"], *expected["call"]]))
    for vector in LIST
    for expected in vector["expect"]
    if expected["call"] != ["--decode"]
]


@pytest.mark.parametrize(("file", "expected"), CALLS)
def test_answer_is_the_expected_one(file, expected):
    status, told = probe(VECTORS / file, expected["call"])
    dump = json.loads(told)
    assert dump.get("error") == expected.get("error"), told[:2000]
    assert status == expected["exit"]
    if "dump" in expected:
        assert told == (VECTORS / expected["dump"]).read_text().rstrip("\n")
