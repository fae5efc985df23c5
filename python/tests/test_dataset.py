"""What a user does with a dataset."""

from __future__ import annotations

import os
import pickle
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

import pcrecords as pcr

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"
WHOLE = VECTORS / "good-dataset-parts.pcrm"


def roots() -> list[str]:
    return sorted(path.name for path in VECTORS.glob("good-dataset-*.pcrm"))


@pytest.fixture
def mixed():
    with pcr.open(VECTORS / "good-shard-mixed.pcr") as dataset:
        yield dataset


def test_samples_by_index_key_and_slice(mixed):
    assert len(mixed) == 3
    assert mixed.keys() == ["a/colour.jpg", "a/grey.jpg", "b/opaque.gif"]
    assert [mixed[i].label for i in range(3)] == [1, None, -7]
    assert mixed["a/grey.jpg"].number == 1
    assert mixed[-1].key == "b/opaque.gif"
    assert len(mixed[1:]) == 2
    assert "a/grey.jpg" in mixed
    assert "nobody" not in mixed
    with pytest.raises(KeyError):
        mixed["nobody"]
    with pytest.raises(IndexError):
        mixed[3]


def test_select_by_condition_keys_and_mask(mixed):
    assert mixed.select("label == 1").keys() == ["a/colour.jpg"]
    assert mixed.select("label == -7 or width == 8").keys() == ["a/grey.jpg", "b/opaque.gif"]
    assert mixed.select("key in ('a/grey.jpg', 'x')").keys() == ["a/grey.jpg"]
    assert mixed.select("not width < 10").keys() == ["a/colour.jpg"]
    assert mixed.select("0 < width <= 8").keys() == ["a/grey.jpg"]
    assert mixed.select(keys=["b/opaque.gif", "a/colour.jpg"]).keys() == ["a/colour.jpg", "b/opaque.gif"]
    assert mixed.select(mask=[False, True, False]).keys() == ["a/grey.jpg"]
    assert mixed[1:].select(mask=[False, True]).keys() == ["b/opaque.gif"]
    with pytest.raises(KeyError):
        mixed.select(keys=["nobody"])
    with pytest.raises(ValueError, match="mask"):
        mixed.select(mask=[True])
    for hostile in ("__import__('os')", "key.upper() == 'A'", "(lambda: 1)()", "label +", "[x for x in key]"):
        with pytest.raises(ValueError, match="where"):
            mixed.select(hostile)


def test_fidelities_and_how_they_are_named(mixed):
    assert [fidelity.group for fidelity in mixed.fidelities] == [1, 2, 3]
    assert mixed.fidelities[-1].share == 1
    assert mixed.at(1)[0].file == mixed.at("1")[0].file
    assert mixed.at(3)[0].file == mixed.at("full")[0].file == mixed[0].file
    assert mixed.at(2).select("label == 1")[0].file == mixed.at(2)[0].file
    for wrong in (0, 4, "four", "msssim:2", "msssim:.9@7"):
        with pytest.raises(ValueError):  # noqa: PT011
            mixed.at(wrong)
    with pytest.raises(pcr.UnsupportedError):
        mixed.at("msssim:.9")


@pytest.mark.parametrize("name", roots())
def test_every_sample_of_a_dataset_is_found_by_its_key(name):
    with pcr.open(VECTORS / name) as dataset:
        keys = dataset.keys()
        assert len(keys) == len(dataset)
        for number, key in enumerate(keys):
            sample = dataset[key]
            assert sample.number == number
            assert sample.file == dataset[number].file
        assert dataset.hash == "all"


@pytest.mark.parametrize("name", roots())
def test_a_pickled_dataset_reads_the_same(name):
    with pcr.open(VECTORS / name) as dataset:
        again = pickle.loads(pickle.dumps(dataset))
        assert again.keys() == dataset.keys()
        view = pickle.loads(pickle.dumps(dataset.at("full")[1:]))
        assert [sample.file for sample in view] == [sample.file for sample in dataset[1:]]


def test_a_dataset_is_used_on_both_sides_of_a_fork():
    with pcr.open(VECTORS / roots()[0]) as dataset:
        files = [sample.file for sample in dataset]
        child = os.fork()
        if child == 0:
            os._exit(0 if [sample.file for sample in dataset] == files else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert [sample.file for sample in dataset] == files


@pytest.mark.parametrize("name", roots())
def test_a_server_gives_what_the_disk_gives(server, name):
    url, _ = server
    with pcr.open(f"{url}/{name}") as remote, pcr.open(VECTORS / name) as local:
        assert remote.keys() == local.keys()
        assert [sample.file for sample in remote] == [sample.file for sample in local]


def test_a_file_that_changes_is_an_error_of_its_own(server):
    url, kind = server
    kind.changed = True
    with pytest.raises(pcr.ChangedError):
        pcr.open(f"{url}/good-shard-mixed.pcr")[0].file  # noqa: B018


def test_a_file_that_is_not_there(server):
    with pytest.raises(FileNotFoundError):
        pcr.open(f"{server[0]}/nothing.pcrm")
    with pytest.raises(FileNotFoundError):
        pcr.open(VECTORS / "nothing.pcrm")


def test_a_store_of_fsspec(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    store = fsspec.filesystem("memory")
    store.pipe("/vectors/one.pcr", (VECTORS / "good-shard-one.pcr").read_bytes())
    with pcr.open("memory://vectors/one.pcr") as remote, pcr.open(VECTORS / "good-shard-one.pcr") as local:
        assert [sample.file for sample in remote.at(2)] == [sample.file for sample in local.at(2)]


def test_errors_say_where_and_survive_pickling():
    with pytest.raises(pcr.ChecksumError) as found, pcr.open(VECTORS / "bad-slice-crc.pcr") as dataset:
        [sample.file for sample in dataset]
    again = pickle.loads(pickle.dumps(found.value))
    assert str(again) == str(found.value)
    assert "bad-slice-crc.pcr" in str(again)
    assert isinstance(again, pcr.CorruptError)


def test_columns_of_a_view():
    for path in sorted(VECTORS.glob("good-column-*.pcr")):
        with pcr.open(path) as dataset:
            for name in dataset.columns:
                whole = dataset.column(name)
                assert len(whole) == len(dataset)
                part = dataset[1:].column(name)
                assert len(part) == max(0, len(dataset) - 1)
                for a, b in zip(whole[1:], part, strict=True):
                    np.testing.assert_array_equal(a, b)


def test_a_file_that_gets_shorter_is_an_error(tmp_path):
    """And nothing that kills the process."""
    whole = (VECTORS / "good-shard-one.pcr").read_bytes()
    path = tmp_path / "one.pcr"
    path.write_bytes(whole)
    with pcr.open(path) as dataset:
        assert dataset[0].file
        os.truncate(path, 100)
        with pytest.raises(pcr.ChangedError, match="shorter"):
            dataset[0].file  # noqa: B018
        loader = pcr.Loader(dataset, 1, transform=pcr.CenterCrop(8), tensors="numpy")
        with loader, pytest.raises(pcr.ChangedError, match="shorter"):
            list(loader)
        path.write_bytes(whole)
        assert dataset[0].decode().shape == (16, 16, 3)


def test_a_tfrecord_that_changes_is_an_error(tmp_path):
    import records

    path = records.write(tmp_path / "some.tfrecord", 3)
    with pcr.open(path) as dataset:
        assert len(dataset) == 3
        data = bytearray(path.read_bytes())
        data[-5] ^= 1
        path.write_bytes(data)
        np.testing.assert_array_equal(dataset[1].decode(), records.pixels_of(1))
        with pytest.raises(pcr.ChecksumError):
            dataset[2].file  # noqa: B018
        os.truncate(path, 10)
        with pytest.raises(pcr.ChangedError):
            dataset[0].file  # noqa: B018


def test_a_fork_stays_at_its_generation(tmp_path):
    """Though the folder has another dataset by then, or none."""
    for path in VECTORS.iterdir():
        if path.is_file() and path.stat().st_size < 1 << 20:
            shutil.copy(path, tmp_path / path.name)
    shutil.copy(VECTORS / "good-dataset-parts.pcrm", tmp_path / "manifest.pcrm")
    with pcr.open(tmp_path) as dataset:
        keys, files = dataset.keys(), [sample.file for sample in dataset]
        facts = (dataset.uuid, dataset.generation, len(dataset))
        shutil.copy(VECTORS / "good-dataset-keys.pcrm", tmp_path / "manifest.pcrm")
        child = os.fork()
        if child == 0:
            now = (dataset.uuid, dataset.generation, len(dataset))
            os._exit(0 if now == facts and dataset.keys() == keys and [sample.file for sample in dataset] == files else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_a_closed_dataset_says_so():
    for name in ("good-shard-one.pcr", "good-dataset-parts.pcrm"):
        dataset = pcr.open(VECTORS / name)
        sample, shard = dataset[0], dataset.shard(0)
        dataset.close()
        with pytest.raises(ValueError, match="closed"):
            sample.file  # noqa: B018
        with pytest.raises(ValueError, match="closed"):
            shard.source.read(0, 10)


def test_close_while_others_read_gives_no_damage():
    found = []

    def read(dataset):
        try:
            for _ in range(200):
                found.append(dataset[0].file)
        except ValueError as error:
            found.append(str(error))
        except BaseException as error:
            found.append(repr(error))

    for _ in range(5):
        dataset = pcr.open(VECTORS / "good-dataset-parts.pcrm")
        whole = dataset[0].file
        threads = [threading.Thread(target=read, args=(dataset,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        dataset.close()
        for thread in threads:
            thread.join()
    assert all(one == whole or (isinstance(one, str) and one.endswith("is closed")) for one in found)


def test_conditions_that_mean_nothing_are_refused(mixed):
    for wrong in (
        "label == '0'",
        "label in ('a', 'b')",
        "key < 5",
        "'cats' in key",
        "label in 5",
        "-label < 0",
        "label < (1, 2)",
        "label",
        "not key",
        "not " * 5000 + "label < 1",
        "-" * 5000 + "1 < label",
    ):
        with pytest.raises(ValueError, match="where"):
            mixed.select(wrong)


def test_a_value_that_is_not_there_fulfils_neither_a_condition_nor_its_opposite(mixed):
    for condition in ("label < 1", "label == 1", "label in (1, 2)"):
        holds, fails = (set(mixed.select(text).keys()) for text in (condition, f"not ({condition})"))
        assert holds | fails == {"a/colour.jpg", "b/opaque.gif"}
        assert not holds & fails
    assert mixed.select("label not in (1, 2)").keys() == ["b/opaque.gif"]
    assert mixed.select("label == 1 or width == 8").keys() == ["a/colour.jpg", "a/grey.jpg"]
    assert mixed.select("not (label == 1 and width > 0)").keys() == ["b/opaque.gif"]


def test_indexes_that_are_none_are_refused(mixed):
    with pytest.raises(TypeError):
        mixed[1.9]
    with pytest.raises(ValueError, match="backwards"):
        mixed[::-1]
    for numbers in ([5], [-1], [0.5]):
        with pytest.raises(ValueError, match="numbers"):
            mixed.select(numbers=numbers)
    assert len(mixed.select(numbers=[])) == 0
    with pytest.raises(ValueError, match="list"):
        mixed.select(keys="a/grey.jpg")
    with pytest.raises(ValueError, match="form"):
        mixed.at("\u0663")
    sample = mixed[0]
    assert [sample[name] for name in ("key", "label", "width", "height")] == [sample.key, sample.label, *sample.size]


def test_targets_for_midpoint_decide_how_images_are_decoded():
    from types import SimpleNamespace

    from pcrecords.fidelity import group_for, made_for_midpoint

    targets = SimpleNamespace(reconstruction=1, at="", values=(900_000, 960_000))
    root = SimpleNamespace(targets=targets, quality=())
    assert made_for_midpoint(root)
    assert group_for("msssim:.96", root, 3) == 2
    assert group_for("msssim:.96", root, 3, midpoint=True) == 2
    with pytest.raises(pcr.UnsupportedError):
        group_for("msssim:.96", root, 3, midpoint=False)
    plain = SimpleNamespace(targets=SimpleNamespace(reconstruction=0, at="", values=(900_000, 960_000)), quality=())
    assert not made_for_midpoint(plain)
    assert group_for("msssim:.9", plain, 3, midpoint=True) == 1


def test_remote_files_are_read_on_both_sides_of_a_fork(server):
    fsspec = pytest.importorskip("fsspec")
    url, _ = server
    fsspec.filesystem("memory").pipe("/fork/good-shard-mixed.pcr", (VECTORS / "good-shard-mixed.pcr").read_bytes())
    for place in (url, "memory://fork"):
        with pcr.open(f"{place}/good-shard-mixed.pcr") as dataset:
            files = [sample.file for sample in dataset]
            child = os.fork()
            if child == 0:
                os._exit(0 if [sample.file for sample in dataset] == files else 1)
            assert os.waitpid(child, 0)[1] == 0
            assert [sample.file for sample in dataset] == files


def test_prefixes_are_those_of_the_shard_that_is_asked_for(server):
    """Two generations have one URL, and other shards at the same places."""
    from pcrecords.prefixes import PrefixStore

    store, (url, _) = PrefixStore(1 << 20), server
    with pcr.open(f"{url}/good-shard-one.pcr") as one, pcr.open(f"{url}/good-shard-mixed.pcr") as other:
        other.url = one.url
        for dataset in (one, other, one):
            shard = dataset.shard(0)
            assert store.of(shard, 1).metadata.keys == shard.metadata.keys
            assert store.of(shard, 1) is store.of(shard, 1)
