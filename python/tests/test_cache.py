"""The caches of a loader: they change where bytes come from, and nothing else."""

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
import shards
from pcrecords import cachefolder, caching

COUNTS, RECORDS = [12, 7, 20, 9, 16, 11, 5, 10], [8]
SAMPLES = sum(COUNTS) + sum(RECORDS)
RANK = Path(__file__).parent / "rank.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return shards.write(tmp_path_factory.mktemp("many") / "dataset", COUNTS, RECORDS)


def loader(source, cache="page", cache_dir=None, batch=3, **options):
    options = {"seed": 5, "remainder": "short", "transform": pcr.CenterCrop(8), "tensors": "numpy", "keys": True, **options}
    if options.get("order", "lanes") == "lanes":
        options = {"lanes": 3, "window": 6, **options}
    return pcr.Loader(source, batch, cache=cache, cache_dir=cache_dir, **options)


def epochs(count, *args, **options):
    """The batches of some epochs, and how many images of each epoch came from the cache."""
    found, hits = [], []
    with loader(*args, **options) as made:
        for _ in range(count):
            before = made.statistics.cache_hits
            found.append([(b.keys, b.labels.tolist(), b.images.tobytes(), b.columns) for b in made])
            hits.append(made.statistics.cache_hits - before)
    return found, hits


def whole(folder, group=None):
    """Bytes of all prefixes."""
    with pcr.open(folder) as dataset:
        return sum(caching.prefix_length(entry, group) for entry in dataset.shards)


def entries(cache):
    return {path.name: path.stat().st_size for path in cache.glob("*.pcr")}


def check_prefixes(folder, cache, limit):
    """Each entry is the beginning of a shard, and all together are within the limit."""
    files = [path.read_bytes() for path in folder.iterdir() if path.name.startswith("part-")]
    found = [path.read_bytes() for path in cache.glob("*.pcr")]
    for entry in found:
        assert any(data.startswith(entry) for data in files)
    assert sum(map(len, found)) <= limit
    assert {path.name for path in cache.iterdir()} == {*entries(cache), "pcr-prefix-cache"}


def samples_of(folder, cache, group=None):
    """Samples of the shards whose prefixes are there."""
    there = entries(cache)
    with pcr.open(folder) as dataset:
        return sum(
            entry.sample_count
            for entry in dataset.shards
            if there.get(caching.entry_name(entry), 0) >= caching.prefix_length(entry, group)
        )


@pytest.mark.parametrize("options", [{}, {"order": "global"}, {"fidelity": 2}, {"columns": ["key", "label"]}], ids=str)
@pytest.mark.parametrize("kind", ["prefix", "minio"])
@pytest.mark.parametrize("part", [1, 2])
def test_batches_are_the_same_with_any_cache(folder, server, tmp_path, kind, part, options):
    expected, none = epochs(3, folder, **options)
    assert none == [0, 0, 0]
    url, requests = server
    requests.folder = folder
    limit = whole(folder) // (part if kind == "minio" else 1)
    for source in (folder, url):
        found, hits = epochs(3, source, f"{kind}:{limit}", tmp_path / "cache", **options)
        assert found == expected
        assert hits[1] == hits[2] > 0
        check_prefixes(folder, tmp_path / "cache", limit)


@pytest.mark.parametrize("order", ["lanes", "global", "sequential"])
@pytest.mark.parametrize("part", range(1, 9))
def test_minio_finds_the_same_number_in_each_epoch_from_the_second_on(folder, tmp_path, part, order):
    limit = whole(folder) * part // 8
    _, hits = epochs(4, folder, f"minio:{limit}", tmp_path, seed=part, order=order)
    assert hits[1] == hits[2] == hits[3] == samples_of(folder, tmp_path)
    assert hits[1] > 0
    assert (hits[1] == SAMPLES) == (part == 8)
    check_prefixes(folder, tmp_path, limit)


def test_a_run_that_begins_with_a_full_cache_finds_all_of_it_in_its_first_epoch(folder, tmp_path):
    limit = whole(folder) // 2
    epochs(2, folder, f"minio:{limit}", tmp_path)
    filled = entries(tmp_path)
    _, hits = epochs(2, folder, f"minio:{limit}", tmp_path)
    assert hits == [samples_of(folder, tmp_path)] * 2
    assert 0 < hits[0] < SAMPLES
    assert entries(tmp_path) == filled


def test_another_seed_has_another_set_and_the_old_one_makes_room(folder, tmp_path):
    limit = whole(folder) // 3
    sets = []
    for seed in range(6):
        epochs(2, folder, f"minio:{limit}", tmp_path, seed=seed)
        check_prefixes(folder, tmp_path, limit)
        sets.append(frozenset(entries(tmp_path)))
        _, hits = epochs(1, folder, f"minio:{limit}", tmp_path, seed=seed)
        assert hits == [samples_of(folder, tmp_path)]
    assert len(set(sets)) > 1


def test_a_higher_fidelity_appends_to_what_is_there(folder, tmp_path):
    limit = whole(folder)
    for group in (2, 5, None):
        epochs(2, folder, f"prefix:{limit}", tmp_path, fidelity=group or "full")
        assert sum(entries(tmp_path).values()) == whole(folder, group)
        assert len(entries(tmp_path)) == len(COUNTS) + len(RECORDS)


def test_the_limit_of_a_schedule_is_its_highest_fidelity(folder, tmp_path):
    schedule = lambda: pcr.policy.schedule((1, 1), (4, 1), 2)  # noqa: E731 -- a policy is for one loader
    found, hits = epochs(4, folder, f"minio:{whole(folder, 4)}", tmp_path, fidelity=schedule())
    assert found == epochs(4, folder, fidelity=schedule())[0]
    assert sum(entries(tmp_path).values()) == whole(folder, 4)
    assert hits[2:] == [SAMPLES, SAMPLES]


def test_nothing_of_a_shard_is_asked_of_a_server_twice(folder, server, tmp_path):
    url, requests = server
    requests.folder = folder
    epochs(2, url, f"minio:{whole(folder)}", tmp_path)
    requests.ranges = []
    _, hits = epochs(2, url, f"minio:{whole(folder)}", tmp_path)
    assert hits == [SAMPLES, SAMPLES]
    assert {name for name, _, _ in requests.ranges} == {"manifest.pcrm"}


def test_a_mix_shares_one_cache(folder, tmp_path):
    options = {"epoch_batches": 60, "remainder": "drop"}
    with pcr.open(folder) as dataset:
        parts = [(dataset.select("label < 2"), 2), (dataset, 1)]
        expected, _ = epochs(2, parts, **options)
        found, hits = epochs(2, parts, f"minio:{whole(folder)}", tmp_path, **options)
    assert found == expected
    assert hits[1] == 180


def test_a_state_goes_on_with_a_cache(folder, tmp_path):
    cache = (f"minio:{whole(folder) // 2}", tmp_path)
    expected, _ = epochs(2, folder)
    found = []
    with loader(folder, *cache) as first:
        for batch in first:
            found.append(batch.images.tobytes())
            if len(found) == 20:
                break
        state = first.state_dict()
    with loader(folder, *cache) as second:
        second.load_state_dict(state)
        while second.epoch < 2:
            found += [batch.images.tobytes() for batch in second]
    assert found == [images for epoch in expected for _, _, images, _ in epoch]


def test_probes_come_through_the_cache_and_move_nothing(folder, tmp_path):
    with loader(folder, f"minio:{whole(folder)}", tmp_path) as found, loader(folder) as other:
        batches = list(found)
        probes = [[b.images.tobytes() for b in made.probe(3, 4, 2)] for made in (found, other)]
        assert probes[0] == probes[1]
        assert len(batches) == len(list(found))
        assert found.statistics.cache_hits >= SAMPLES


# What happens to the folder


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
def test_damaged_entries_are_not_believed(folder, tmp_path, kind):
    limit, chance = whole(folder), random.Random(4)
    options = {"columns": ["key"]}
    expected, _ = epochs(2, folder, **options)
    epochs(2, folder, f"{kind}:{limit}", tmp_path, **options)
    for _ in range(8):
        for entry in entries(tmp_path):
            damage(tmp_path / entry, chance)
        found, _ = epochs(2, folder, f"{kind}:{limit}", tmp_path, **options)
        assert found == expected
        assert sum(entries(tmp_path).values()) <= limit


@pytest.mark.parametrize("at", ["head", "metadata", "column", "first", "last"])
def test_damage_is_mended_wherever_it_is(folder, tmp_path, at):
    """Also of columns, which are read one by one, and of a front, for which the shard has a copy."""
    limit = whole(folder)
    epochs(2, folder, f"minio:{limit}", tmp_path)
    with pcr.open(folder) as dataset:
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


def test_damage_of_the_dataset_itself_is_said(folder, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    with pcr.open(folder) as dataset:
        place = int(dataset.shard(2).metadata.offsets[0, 3])
    data = bytearray((copy / "part-2.pcr").read_bytes())
    data[place] ^= 1
    (copy / "part-2.pcr").write_bytes(data)
    for _ in range(2):
        with loader(copy, f"minio:{whole(folder)}", tmp_path / "cache") as made, pytest.raises(pcr.ChecksumError, match="part-2"):
            list(made)
    found, _ = epochs(2, copy, on_damage="skip")
    assert epochs(2, copy, f"minio:{whole(folder)}", tmp_path / "cache", on_damage="skip")[0] == found


def test_a_file_that_ends_early_loses_the_samples_behind_its_end(folder, tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    data = (copy / "part-2.pcr").read_bytes()
    (copy / "part-2.pcr").write_bytes(data[: whole(folder, 2) // 9])
    found, _ = epochs(2, copy, on_damage="skip")
    assert epochs(2, copy, f"minio:{whole(folder)}", tmp_path / "cache", on_damage="skip")[0] == found


def test_a_folder_of_somebody_else_is_left_alone(folder, tmp_path):
    (tmp_path / "diary").write_text("dear")
    with pytest.raises(ValueError, match="nothing in it was touched"):
        loader(folder, "minio:1M", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]


def test_what_is_no_entry_stays(folder, tmp_path):
    """Links, pipes and folders under an entry's name are neither followed nor deleted, and files under other names neither."""
    cache, limit = tmp_path / "cache", whole(folder)
    epochs(2, folder, f"minio:{limit}", cache)
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
        found, _ = epochs(2, folder, f"minio:{limit}", cache)
    assert found == epochs(2, folder)[0]
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


def test_a_disk_that_is_full_costs_the_cache_and_not_the_run(folder, tmp_path):
    """Each file can have a kilobyte: writes end in the middle, and then fail."""

    def work():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with pytest.warns(RuntimeWarning, match="cannot be written: File too large"):
            found, hits = epochs(2, folder, f"minio:{whole(folder)}", tmp_path)
        return [[[keys for keys, *_ in epoch] for epoch in found], hits]

    found, hits = in_child(work)
    assert found == [[keys for keys, *_ in epoch] for epoch in epochs(2, folder)[0]]
    assert hits == [0, 0]
    check_prefixes(folder, tmp_path, whole(folder))
    # Who comes next goes on with what is there.
    assert epochs(2, folder, f"minio:{whole(folder)}", tmp_path)[1][1] == SAMPLES


@pytest.mark.parametrize("filled", [False, True])
def test_a_folder_that_cannot_be_written_serves_what_it_holds(folder, tmp_path, filled):
    limit = whole(folder)
    lost = 0
    if filled:
        epochs(2, folder, f"minio:{limit}", tmp_path)
        with pcr.open(folder) as dataset:
            lost, damaged = dataset.shards[2].sample_count, tmp_path / caching.entry_name(dataset.shards[2])
        data = bytearray(damaged.read_bytes())
        data[len(data) // 2] ^= 1
        damaged.write_bytes(data)
    (tmp_path / "pcr-prefix-cache").unlink(missing_ok=True)
    (tmp_path / "pcr-prefix-cache").mkdir()
    before = entries(tmp_path)
    with pytest.warns(RuntimeWarning, match="cannot be written: Is a directory"):
        found, hits = epochs(2, folder, f"minio:{limit}", tmp_path)
    assert found == epochs(2, folder)[0]
    assert entries(tmp_path) == before
    assert hits[1] == (SAMPLES - lost if filled else 0)


def test_a_read_only_folder_serves_what_it_holds(folder, tmp_path):
    """Rights do not bind a user who may do all, so that is given up first."""
    limit, cache = whole(folder), tmp_path / "cache"
    epochs(2, folder, f"minio:{limit}", cache)
    cache.chmod(0o555)
    (cache / "pcr-prefix-cache").chmod(0o444)
    program = [sys.executable, str(RANK), str(folder), "0", "1", f"minio:{limit}", str(cache), "2"]
    bound = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    done = subprocess.run([*bound, *program], capture_output=True, text=True, check=True)
    assert "cannot be written: Permission denied" in done.stderr
    assert [line["hits"] for line in lines(done.stdout) if "hits" in line] == [SAMPLES, SAMPLES]
    cache.chmod(0o755)


def test_a_process_that_keeps_the_lock_costs_the_cache_and_not_the_run(folder, tmp_path, monkeypatch):
    epochs(1, folder, f"minio:{whole(folder) // 2}", tmp_path)
    marker = str(tmp_path / "pcr-prefix-cache")
    program = f"import fcntl, time; f = open({marker!r}, 'r+'); fcntl.lockf(f, fcntl.LOCK_EX); print(); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-uc", program], stdout=subprocess.PIPE)
    try:
        holder.stdout.readline()
        monkeypatch.setattr(cachefolder, "_LOCK_WAIT", 0.01)
        with pytest.warns(RuntimeWarning, match="does not release the lock"):
            found, _ = epochs(2, folder, f"minio:{whole(folder)}", tmp_path)
        assert found == epochs(2, folder)[0]
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


def test_a_child_goes_on_with_the_cache_of_its_parent(folder, tmp_path):
    """Also where the parent's threads had the locks at the fork."""
    limit = whole(folder)
    with loader(folder, f"minio:{limit}", tmp_path) as made:
        running = iter(made)
        next(running)
        found = in_child(lambda: [batch.keys for batch in made])
        assert found == [batch.keys for batch in running]
    check_prefixes(folder, tmp_path, limit)


# Ranks of a machine


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def begin(folder, rank, world, cache, cache_dir, count):
    words = [sys.executable, str(RANK), str(folder), str(rank), str(world), cache, str(cache_dir), str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_two_ranks_share_a_folder(folder, tmp_path):
    limit = whole(folder) // 2
    hits = []
    for _ in range(2):
        ranks = [begin(folder, rank, 2, f"minio:{limit}", tmp_path, 3) for rank in range(2)]
        told = [lines(rank.communicate()[0]) for rank in ranks]
        assert [rank.returncode for rank in ranks] == [0, 0]
        keys = sorted(key for mine in told for line in mine for key in line.get("keys", ()))
        with pcr.open(folder) as dataset:
            assert keys == sorted(3 * list(dataset.keys()))
        hits = [sum(both) for both in zip(*([line["hits"] for line in mine if "hits" in line] for mine in told), strict=True)]
        check_prefixes(folder, tmp_path, limit)
    assert hits == [samples_of(folder, tmp_path)] * 3
    assert 0 < hits[0] < SAMPLES


@pytest.mark.parametrize("kind", ["prefix", "minio"])
def test_killed_processes_leave_prefixes(folder, tmp_path, kind):
    """Two ranks, of which one or both are killed at any moment, again and again."""
    chance = random.Random(kind)
    limit = whole(folder) if kind == "prefix" else whole(folder) // 2
    for _ in range(6):
        ranks = [begin(folder, rank, 2, f"{kind}:{limit}", tmp_path, 1) for rank in range(2)]
        victims = chance.sample(ranks, chance.choice((1, 2)))
        for victim in victims:
            for _ in range(chance.randrange(12)):
                victim.stdout.readline()
            victim.kill()
        for rank in ranks:
            rank.communicate()
        check_prefixes(folder, tmp_path, limit)
        if chance.random() < 0.3:
            for path in tmp_path.glob("*.pcr"):
                path.unlink()
    found, hits = epochs(2, folder, f"{kind}:{limit}", tmp_path)
    assert found == epochs(2, folder)[0]
    assert hits[1] == samples_of(folder, tmp_path)


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


# What a loader is told


@pytest.mark.parametrize(
    ("text", "size"),
    [("7", 7), ("2G", 2 << 30), ("2 gib", 2 << 30), ("10GB", 10**10), ("64MiB", 64 << 20), ("3k", 3072), ("3kB", 3000)],
)
def test_sizes_are_those_of_the_command(text, size):
    assert caching.cache_of(f"minio:{text}", "x").limit == size


@pytest.mark.parametrize(
    ("cache", "words"),
    [
        ("minio", "is not like"),
        ("none", "is not like"),
        ("lru:1G", "is not like"),
        ("minio:0", "is not a size"),
        ("minio:-1", "is not a size"),
        ("minio:1T", "is not a size"),
        ("minio:99999999999999G", "is not a size"),
        ("minio:9", "the smallest shard has"),
        ("prefix:9", "use fewer lanes"),
    ],
)
def test_what_is_no_cache_is_refused(folder, tmp_path, cache, words):
    with pytest.raises(ValueError, match=words):
        loader(folder, cache, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_single_shard_has_no_cache(folder, tmp_path):
    with pytest.raises(ValueError, match="datasets with a manifest"):
        loader(folder / "part-1.pcr", "minio:1M", tmp_path)


def test_the_default_folder_is_that_of_the_command(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert caching.cache_of("minio:1", None).folder == "/x/pcr/loader"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/h")
    assert caching.cache_of("prefix:1", None).folder == "/h/.cache/pcr/loader"
    with pytest.raises(ValueError, match="cache_dir"):
        caching.cache_of("page", "x")
