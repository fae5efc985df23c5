"""The package beside the command: the same datasets give the same files, originals and keys.

PCR_CORPUS names a folder with the images, pets/test and imagenet.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from commands import ROOT, command

import pcrecords as pcr

CORPUS = Path(os.environ.get("PCR_CORPUS", str(ROOT.parent / "shared" / "corpus")))
IMAGES = CORPUS / "pets" / "test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("dataset") / "pets"
    command("convert", IMAGES, made)
    return made


@pytest.mark.parametrize("fidelity", [1, 3, "full"])
def test_files_are_those_that_extract_writes(folder, tmp_path, fidelity):
    command("extract", folder, tmp_path / "files", "--fidelity", fidelity)
    with pcr.open(folder) as dataset:
        view = dataset.at(fidelity)
        for sample in view:
            assert sample.file == (tmp_path / "files" / sample.key).read_bytes()
        assert len(view) == sum(1 for path in (tmp_path / "files").rglob("*") if path.is_file())


@pytest.mark.parametrize("images", ["imagenet", "pets/test"])
def test_originals_are_the_files_and_what_restore_gives(tmp_path, images):
    command("convert", CORPUS / images, tmp_path / "out")
    command("restore", tmp_path / "out", tmp_path / "files")
    files = sum(1 for path in (tmp_path / "files").rglob("*") if path.is_file())
    with pcr.open(tmp_path / "out") as dataset:
        assert len(dataset) == files > 0
        for sample in dataset:
            assert sample.original == (CORPUS / images / sample.key).read_bytes()
            assert sample.original == (tmp_path / "files" / sample.key).read_bytes()


@pytest.mark.parametrize("fidelity", [1, 3, "full"])
def test_pixels_are_those_of_djpeg(folder, fidelity):
    """Of what jpegtran makes sequential, which has the same coefficients, and is not smoothed: as the Java decoder decodes."""
    with pcr.open(folder) as dataset:
        for sample in dataset.at(fidelity)[::10]:
            gray = b"\xff\xc2\x00\x0b" in sample.file
            sequential = subprocess.run(["jpegtran"], input=sample.file, capture_output=True, check=True).stdout
            done = subprocess.run(["djpeg", "-pnm"], input=sequential, capture_output=True, check=True)
            kind, size, most, pixels = done.stdout.split(b"\n", 3)
            assert (kind, most) == (b"P5" if gray else b"P6", b"255")
            assert size == b"%d %d" % sample.size
            assert sample.decode(gray=gray).tobytes() == pixels


LOADS = [
    ["--seed=7", "--batch=16", "--epochs=2"],
    ["--seed=-9", "--batch=24", "--ranks=3", "--rank=2", "--remainder=pad"],
    ["--seed=1", "--batch=10", "--order=global", "--remainder=short", "--ranks=2", "--rank=1"],
    ["--seed=1", "--batch=64", "--order=sequential"],
    ["--seed=3", "--batch=32", "--lanes=5", "--window=7"],
]


def loader_of(folder, words):
    given = dict(word.removeprefix("--").split("=") for word in words)
    return pcr.Loader(
        pcr.open(folder),
        int(given["batch"]),
        seed=int(given["seed"]),
        world=int(given.get("ranks", 1)),
        rank=int(given.get("rank", 0)),
        order=given.get("order", "lanes"),
        lanes=int(given["lanes"]) if "lanes" in given else None,
        window=int(given["window"]) if "window" in given else None,
        remainder=given.get("remainder", "drop"),
        fidelity=1,
        transform=pcr.CenterCrop(16),
        keys=True,
    ), int(given.get("epochs", 1))


def keys_of(file: Path) -> list[list[str]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("words", LOADS, ids=" ".join)
def test_a_run_has_the_keys_of_the_command(folder, tmp_path, words):
    command("load", folder, "--fidelity=1", "--transform=random-crop:16", f"--keys={tmp_path / 'keys'}", *words)
    loader, epochs = loader_of(folder, words)
    with loader:
        found = [batch.keys for _ in range(epochs) for batch in loader]
    assert found == keys_of(tmp_path / "keys")


@pytest.mark.parametrize("words", LOADS[:2], ids=" ".join)
def test_a_run_of_the_command_goes_on_here_and_back(folder, tmp_path, words):
    state, keys, rest = tmp_path / "state", tmp_path / "keys", tmp_path / "rest"
    common = ["--fidelity=1", "--transform=random-crop:16", *words]
    command("load", folder, *common, f"--keys={keys}")
    command("load", folder, *common, f"--state={state}", "--batches=2")
    loader, _ = loader_of(folder, words)
    with loader:
        loader.load_state_dict(json.loads(state.read_text()))
        batches = iter(loader)
        found = [next(batches).keys for _ in range(3)]
        batches.close()
        state.write_text(json.dumps(loader.state_dict()))
    command("load", folder, *common, f"--state={state}", f"--keys={rest}")
    whole = keys_of(keys)
    assert found == whole[2:5]
    assert keys_of(rest) == whole[5:]


@pytest.mark.parametrize("where", ["label == 0", "width >= 400 and not key < 'd'", "height in (333, 500)"])
def test_a_condition_describes_the_view_of_the_command(folder, tmp_path, where):
    words = ["--fidelity=1", "--transform=random-crop:16", "--batch=1", "--batches=1", f"--state={tmp_path / 'state'}"]
    command("load", folder, *words, f"--where={where}")
    with pcr.open(folder) as dataset:
        assert json.loads((tmp_path / "state").read_text())["parts"][0]["view"] == dataset.select(where).hash


@pytest.fixture(scope="module")
def cut(tmp_path_factory):
    """Of several shards."""
    made = tmp_path_factory.mktemp("dataset") / "cut"
    command("convert", IMAGES, made, "--shard-size=2MB")
    with pcr.open(made) as dataset:
        assert len(dataset.shards) > 8
    return made


def sizes(cache):
    return {path.name: path.stat().st_size for path in cache.glob("*.pcr")}


@pytest.mark.parametrize("fidelity", ["3", "full"])
def test_both_loaders_share_the_folder_of_a_cache(cut, tmp_path, fidelity):
    """The set of shards, the names of the files and their bytes are the same: what one has filled, the other finds."""
    with pcr.open(cut) as dataset:
        limit = dataset.shards.prefix_bytes(None if fidelity == "full" else 3) // 2
    options = {
        "seed": 7,
        "fidelity": fidelity if fidelity == "full" else 3,
        "transform": pcr.CenterCrop(16),
        "remainder": "short",
    }
    words = ["--seed=7", "--batch=16", f"--fidelity={fidelity}", "--transform=random-crop:16", "--remainder=short", "--json"]

    def by_command(folder):
        told = command("load", cut, *words, "--epochs=2", f"--cache=minio:{limit}", f"--cache-dir={folder}")
        return [epoch["cache_hits"] for epoch in json.loads(told)["epochs"]]

    def by_package(folder):
        hits = []
        with pcr.Loader(str(cut), 16, cache=f"minio:{limit}", cache_dir=folder, **options) as loader:
            for _ in range(2):
                before = loader.statistics.cache_hits
                list(loader)
                hits.append(loader.statistics.cache_hits - before)
        return hits

    first, second = tmp_path / "first", tmp_path / "second"
    filled = by_command(first)[1]
    assert by_package(second)[1] == filled > 0
    assert sizes(first) == sizes(second)
    assert sum(sizes(first).values()) <= limit
    for name in sizes(first):
        assert (first / name).read_bytes() == (second / name).read_bytes()
    assert by_command(second) == by_package(first) == [filled, filled]
    assert sizes(first) == sizes(second)
