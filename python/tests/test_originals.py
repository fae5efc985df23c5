"""Original files from all kinds of restore records."""

from __future__ import annotations

import json

import pytest

import pcrecords as pcr
from conftest import VECTORS
from pcrecords.originals import originals

SOURCES = [path for path in (VECTORS.parent / "sources").rglob("*") if path.is_file()]
LIST = json.loads((VECTORS / "MANIFEST.json").read_text())
DECODED = {
    vector["file"]: expected
    for vector in LIST
    for expected in vector["expect"]
    if expected["call"] == ["--decode"] and any(word in vector["file"] for word in ("-restore-", "-recipe-"))
}


@pytest.mark.parametrize("name", DECODED)
def test_recipes_and_patches_are_followed(name):
    expected = DECODED[name].get("error")
    with pcr.open(VECTORS / name) as dataset:
        restore = dataset.shard(0).restore
        if expected is None:
            for sample, kind in zip(dataset, restore.kinds.tolist(), strict=True):
                if kind:
                    assert sample.original is not None
                else:
                    with pytest.raises(pcr.UnsupportedError, match="no original is kept"):
                        sample.original  # noqa: B018
        else:
            with pytest.raises(pcr.PcrError) as caught:
                list(originals(restore))
            assert caught.value.code == expected
            assert caught.value.file is not None
            assert caught.value.key is not None


def test_recipes_give_the_files_that_they_were_made_of():
    """Where a shard was made of one of the sources, its original is that file."""
    sources = {path.read_bytes() for path in SOURCES}
    found = 0
    for path in VECTORS.glob("good-recipe-*.pcr"):
        if "mismatch" not in path.name:
            with pcr.open(path) as dataset:
                found += sum(sample.original in sources for sample in dataset)
    assert found >= 16


def test_a_patch_over_a_recipe_that_makes_more_than_the_original():
    """What is under a patch has no stated length: as much is made as it takes."""
    from pcrecords import originals as module

    tried = []
    with pytest.MonkeyPatch.context() as patch, pcr.open(VECTORS / "good-recipe-of-patch.pcr") as dataset:
        follow = module._follow
        patch.setattr(module, "_SOME", -dataset.shard(0).metadata.source_lengths.tolist()[0] + 100)
        patch.setattr(module, "_follow", lambda *words: (tried.append(words[3]), follow(*words))[1])
        first = dataset[0].original
    assert tried[:2] == [100, 200]
    with pcr.open(VECTORS / "good-recipe-of-patch.pcr") as dataset:
        assert dataset[0].original == first
