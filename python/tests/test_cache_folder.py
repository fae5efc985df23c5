"""The folder of a cache: damaged, full, shared, somebody else's; and processes that are killed while they use it."""

from __future__ import annotations

import fcntl
import json
import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pcrecords as pcr
from caches import SAMPLES, check_prefixes, entries, epochs, loader, samples_of, whole
from pcrecords import cachefolder, caching

RANK = Path(__file__).parent / "rank.py"


def damage(path, chance):
    data = bytearray(path.read_bytes())
    how = chance.randrange(5)
    if how == 0:
        data = data[: chance.randrange(len(data))]
    elif how == 1:
        data += bytes(1 << 20)
    elif how == 2:
        data = bytearray(len(data))
    else:
        for _ in range(chance.choice((1, 20))):
            data[chance.randrange(len(data))] ^= 1 + chance.randrange(255)
    path.write_bytes(data)


@pytest.mark.parametrize("kind", ["prefix", "minio"])
def test_damaged_entries_are_not_believed(many, tmp_path, kind):
    limit, chance = whole(many), random.Random(4)
    options = {"columns": ["key"]}
    expected, _ = epochs(2, many, **options)
    epochs(2, many, f"{kind}:{limit}", tmp_path, **options)
    for _ in range(8):
        for entry in entries(tmp_path):
            damage(tmp_path / entry, chance)
        found, _ = epochs(2, many, f"{kind}:{limit}", tmp_path, **options)
        assert found == expected
        assert sum(entries(tmp_path).values()) <= limit


@pytest.mark.parametrize("at", ["head", "metadata", "column", "first", "last"])
def test_damage_is_mended_wherever_it_is(many, tmp_path, at):
    """Also of columns, which are read one by one, and of a front, for which the shard has a copy."""
    limit = whole(many)
    epochs(2, many, f"minio:{limit}", tmp_path)
    with pcr.open(many) as dataset:
        shard, entry = dataset.shard(2), dataset.shards[2]
        meta = shard.metadata
        place = {
            "head": 20,
            "metadata": shard.head.metadata.offset + 30,
            "column": meta.column_offsets[0],
            "first": int(meta.offsets[0, 0]),
            "last": int(meta.offsets[-1, -1] + meta.lengths[-1, -1]) - 1,
        }[at]
        cached = tmp_path / caching.entry_name(entry)
        intact = cached.read_bytes()
        cached.write_bytes(intact[:place] + bytes([intact[place] ^ 1]) + intact[place + 1 :])
        with loader(dataset, f"minio:{limit}", tmp_path) as made:
            through = made.dataset.dataset
            notes = [through[int(n)]["note"] for n in range(*dataset.shards.starts()[2:4].tolist())]
            assert notes == [shard.key(i).encode() * 9 for i in range(len(shard))]
            list(made)
            list(made)
            assert through.shard(2).front_error is None
    assert cached.read_bytes() == intact


def test_damage_of_the_dataset_itself_is_said(many, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in many.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    with pcr.open(many) as dataset:
        place = int(dataset.shard(2).metadata.offsets[0, 3])
    data = bytearray((copy / "part-2.pcr").read_bytes())
    data[place] ^= 1
    (copy / "part-2.pcr").write_bytes(data)
    for _ in range(2):
        with loader(copy, f"minio:{whole(many)}", tmp_path / "cache") as made, pytest.raises(pcr.ChecksumError, match="part-2"):
            list(made)
    found, _ = epochs(2, copy, on_damage="skip")
    assert epochs(2, copy, f"minio:{whole(many)}", tmp_path / "cache", on_damage="skip")[0] == found


def test_a_file_that_ends_early_loses_the_samples_behind_its_end(many, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in many.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    data = (copy / "part-2.pcr").read_bytes()
    (copy / "part-2.pcr").write_bytes(data[: whole(many, 2) // 9])
    found, _ = epochs(2, copy, on_damage="skip")
    assert epochs(2, copy, f"minio:{whole(many)}", tmp_path / "cache", on_damage="skip")[0] == found


def test_a_folder_of_somebody_else_is_left_alone(many, tmp_path):
    (tmp_path / "diary").write_text("dear")
    with pytest.raises(ValueError, match="nothing in it was touched"):
        loader(many, "minio:1M", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]


def test_what_is_no_entry_stays(many, tmp_path):
    """Links, pipes and folders under an entry's name are neither followed nor deleted, and files under other names neither."""
    cache, limit = tmp_path / "cache", whole(many)
    epochs(2, many, f"minio:{limit}", cache)
    names = sorted(entries(cache))
    (tmp_path / "precious").write_bytes(b"mine")
    for name in names[:4]:
        (cache / name).unlink()
    (cache / names[0]).symlink_to(tmp_path / "precious")
    os.mkfifo(cache / names[1])
    (cache / names[2]).mkdir()
    os.link(tmp_path / "precious", cache / names[3])
    (cache / "notes.txt").write_text("hello")
    with pytest.warns(RuntimeWarning, match="cache"):
        found, _ = epochs(2, many, f"minio:{limit}", cache)
    assert found == epochs(2, many)[0]
    assert (tmp_path / "precious").read_bytes() == b"mine"
    assert (cache / names[0]).is_symlink()
    assert (cache / "notes.txt").read_text() == "hello"


def in_child(work):
    """Runs it in a process of its own; what it prints."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(read)
            os.write(write, json.dumps(work()).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(write)
    with os.fdopen(read) as answer:
        told = answer.read()
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(told)


def test_a_disk_that_is_full_costs_the_cache_and_not_the_run(many, tmp_path):
    """Each file can have a kilobyte: writes end in the middle, and then fail."""

    def work():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with pytest.warns(RuntimeWarning, match="cannot be written: File too large"):
            found, hits = epochs(2, many, f"minio:{whole(many)}", tmp_path)
        return [[[keys for keys, *_ in epoch] for epoch in found], hits]

    found, hits = in_child(work)
    assert found == [[keys for keys, *_ in epoch] for epoch in epochs(2, many)[0]]
    assert hits == [0, 0]
    check_prefixes(many, tmp_path, whole(many))
    # Who comes next goes on with what is there.
    assert epochs(2, many, f"minio:{whole(many)}", tmp_path)[1][1] == SAMPLES


@pytest.mark.parametrize("filled", [False, True])
def test_a_folder_that_cannot_be_written_serves_what_it_holds(many, tmp_path, filled):
    limit = whole(many)
    lost = 0
    if filled:
        epochs(2, many, f"minio:{limit}", tmp_path)
        with pcr.open(many) as dataset:
            lost, damaged = dataset.shards[2].sample_count, tmp_path / caching.entry_name(dataset.shards[2])
        data = bytearray(damaged.read_bytes())
        data[len(data) // 2] ^= 1
        damaged.write_bytes(data)
    (tmp_path / "pcr-prefix-cache").unlink(missing_ok=True)
    (tmp_path / "pcr-prefix-cache").mkdir()
    before = entries(tmp_path)
    with pytest.warns(RuntimeWarning, match="cannot be written: Is a directory"):
        found, hits = epochs(2, many, f"minio:{limit}", tmp_path)
    assert found == epochs(2, many)[0]
    assert entries(tmp_path) == before
    assert hits[1] == (SAMPLES - lost if filled else 0)


def test_a_read_only_folder_serves_what_it_holds(many, tmp_path):
    """Rights do not bind a user who may do all, so that is given up first."""
    limit, cache = whole(many), tmp_path / "cache"
    epochs(2, many, f"minio:{limit}", cache)
    cache.chmod(0o555)
    (cache / "pcr-prefix-cache").chmod(0o444)
    program = [sys.executable, str(RANK), str(many), "0", "1", f"minio:{limit}", str(cache), "2"]
    bound = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    done = subprocess.run([*bound, *program], capture_output=True, text=True, check=True)
    assert "cannot be written: Permission denied" in done.stderr
    assert [line["hits"] for line in lines(done.stdout) if "hits" in line] == [SAMPLES, SAMPLES]
    cache.chmod(0o755)


def test_a_process_that_keeps_the_lock_costs_the_cache_and_not_the_run(many, tmp_path, monkeypatch):
    epochs(1, many, f"minio:{whole(many) // 2}", tmp_path)
    marker = str(tmp_path / "pcr-prefix-cache")
    program = f"import fcntl, time; f = open({marker!r}, 'r+'); fcntl.lockf(f, fcntl.LOCK_EX); print(); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-uc", program], stdout=subprocess.PIPE)
    try:
        holder.stdout.readline()
        monkeypatch.setattr(cachefolder, "_LOCK_WAIT", 0.01)
        with pytest.warns(RuntimeWarning, match="does not release the lock"):
            found, _ = epochs(2, many, f"minio:{whole(many)}", tmp_path)
        assert found == epochs(2, many)[0]
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


def test_a_child_goes_on_with_the_cache_of_its_parent(many, tmp_path):
    """Also where the parent's threads had the locks at the fork."""
    limit = whole(many)
    with loader(many, f"minio:{limit}", tmp_path) as made:
        running = iter(made)
        next(running)
        found = in_child(lambda: [batch.keys for batch in made])
        assert found == [batch.keys for batch in running]
    check_prefixes(many, tmp_path, limit)


# Ranks of a machine


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def begin(dataset, rank, world, cache, cache_dir, count):
    words = [sys.executable, str(RANK), str(dataset), str(rank), str(world), cache, str(cache_dir), str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_two_ranks_share_a_folder(many, tmp_path):
    limit = whole(many) // 2
    hits = []
    for _ in range(2):
        ranks = [begin(many, rank, 2, f"minio:{limit}", tmp_path, 3) for rank in range(2)]
        told = [lines(rank.communicate()[0]) for rank in ranks]
        assert [rank.returncode for rank in ranks] == [0, 0]
        keys = sorted(key for mine in told for line in mine for key in line.get("keys", ()))
        with pcr.open(many) as dataset:
            assert keys == sorted(3 * list(dataset.keys()))
        hits = [sum(both) for both in zip(*([line["hits"] for line in mine if "hits" in line] for mine in told), strict=True)]
        check_prefixes(many, tmp_path, limit)
    assert hits == [samples_of(many, tmp_path)] * 3
    assert 0 < hits[0] < SAMPLES


@pytest.mark.parametrize("kind", ["prefix", "minio"])
def test_killed_processes_leave_prefixes(many, tmp_path, kind):
    """Two ranks, of which one or both are killed at any moment, again and again."""
    chance = random.Random(kind)
    limit = whole(many) if kind == "prefix" else whole(many) // 2
    for _ in range(6):
        ranks = [begin(many, rank, 2, f"{kind}:{limit}", tmp_path, 1) for rank in range(2)]
        victims = chance.sample(ranks, chance.choice((1, 2)))
        for victim in victims:
            for _ in range(chance.randrange(12)):
                victim.stdout.readline()
            victim.kill()
        for rank in ranks:
            rank.communicate()
        check_prefixes(many, tmp_path, limit)
        if chance.random() < 0.3:
            for path in tmp_path.glob("*.pcr"):
                path.unlink()
    found, hits = epochs(2, many, f"{kind}:{limit}", tmp_path)
    assert found == epochs(2, many)[0]
    assert hits[1] == samples_of(many, tmp_path)


# The folder itself


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 60), st.integers(0, 60)), max_size=60), st.integers(1, 200))
def test_entries_are_prefixes_within_the_limit_whatever_is_appended(tmp_path_factory, appends, limit):
    contents = [np.random.default_rng(n).integers(0, 256, 120, np.uint8) for n in range(6)]
    names = [f"{n:032x}.pcr" for n in range(6)]
    found = cachefolder.CacheFolder(str(tmp_path_factory.mktemp("cache")), limit, frozenset(names[:1]))
    fixed = 0
    for n, start, length in appends:
        found.append(names[n], start, contents[n][start : start + length])
        held = [found.held(name) for name in names]
        assert sum(held) <= limit
        assert held[0] >= fixed
        fixed = held[0]
        for name, content, size in zip(names, contents, held, strict=True):
            out = np.zeros(size + 3, np.uint8)
            assert found.read(name, 0, out) == (size, size)
            np.testing.assert_array_equal(out[:size], content[:size])


def test_the_entry_that_was_used_least_recently_goes_first(tmp_path):
    found = cachefolder.CacheFolder(str(tmp_path), 30)
    names = [f"{n:032x}.pcr" for n in range(4)]
    for turn, name in enumerate(names[:3]):
        found.append(name, 0, np.zeros(10, np.uint8))
        os.utime(tmp_path / name, ns=(turn, turn))
    os.utime(tmp_path / names[0], ns=(9, 9))
    found.append(names[3], 0, np.zeros(15, np.uint8))
    assert entries(tmp_path) == {names[0]: 10, names[3]: 15}


def test_the_lock_is_one_of_fcntl_as_java_takes_it(tmp_path):
    found = cachefolder.CacheFolder(str(tmp_path), 30)

    def is_free():
        with open(tmp_path / "pcr-prefix-cache", "r+") as marker:
            try:
                fcntl.lockf(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return False
            return True

    assert in_child(is_free)
    with found._locked():
        assert not in_child(is_free)
