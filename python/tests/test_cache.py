"""The caches of a loader: they change where bytes come from, and nothing else."""

from __future__ import annotations

import pytest

import pcrecords as pcr
import shards
from caches import COUNTS, RECORDS, SAMPLES, check_prefixes, entries, epochs, loader, samples_of, whole
from pcrecords import caching


@pytest.mark.parametrize("options", [{}, {"order": "global"}, {"fidelity": 2}, {"columns": ["key", "label"]}], ids=str)
@pytest.mark.parametrize("kind", ["prefix", "minio"])
@pytest.mark.parametrize("part", [1, 2])
def test_batches_are_the_same_with_any_cache(many, server, tmp_path, kind, part, options):
    expected, none = epochs(3, many, **options)
    assert none == [0, 0, 0]
    url, requests = server
    requests.folder = many
    limit = whole(many) // (part if kind == "minio" else 1)
    for source in (many, url):
        found, hits = epochs(3, source, f"{kind}:{limit}", tmp_path / "cache", **options)
        assert found == expected
        assert hits[1] == hits[2] > 0
        check_prefixes(many, tmp_path / "cache", limit)


@pytest.mark.parametrize("order", ["lanes", "global", "sequential"])
@pytest.mark.parametrize("part", range(1, 9))
def test_minio_finds_the_same_number_in_each_epoch_from_the_second_on(many, tmp_path, part, order):
    limit = whole(many) * part // 8
    _, hits = epochs(4, many, f"minio:{limit}", tmp_path, seed=part, order=order)
    assert hits[1] == hits[2] == hits[3] == samples_of(many, tmp_path)
    assert hits[1] > 0
    assert (hits[1] == SAMPLES) == (part == 8)
    check_prefixes(many, tmp_path, limit)


def test_a_run_that_begins_with_a_full_cache_finds_all_of_it_in_its_first_epoch(many, tmp_path):
    limit = whole(many) // 2
    epochs(2, many, f"minio:{limit}", tmp_path)
    filled = entries(tmp_path)
    _, hits = epochs(2, many, f"minio:{limit}", tmp_path)
    assert hits == [samples_of(many, tmp_path)] * 2
    assert 0 < hits[0] < SAMPLES
    assert entries(tmp_path) == filled


def test_another_seed_has_another_set_and_the_old_one_makes_room(many, tmp_path):
    limit = whole(many) // 3
    sets = []
    for seed in range(6):
        epochs(2, many, f"minio:{limit}", tmp_path, seed=seed)
        check_prefixes(many, tmp_path, limit)
        sets.append(frozenset(entries(tmp_path)))
        _, hits = epochs(1, many, f"minio:{limit}", tmp_path, seed=seed)
        assert hits == [samples_of(many, tmp_path)]
    assert len(set(sets)) > 1


def test_a_higher_fidelity_appends_to_what_is_there(many, tmp_path):
    limit = whole(many)
    for group in (2, 5, None):
        epochs(2, many, f"prefix:{limit}", tmp_path, fidelity=group or "full")
        assert sum(entries(tmp_path).values()) == whole(many, group)
        assert len(entries(tmp_path)) == len(COUNTS) + len(RECORDS)


def test_the_limit_of_a_schedule_is_its_highest_fidelity(many, tmp_path):
    schedule = lambda: pcr.policy.schedule((1, 1), (4, 1), 2)  # noqa: E731 -- a policy is for one loader
    found, hits = epochs(4, many, f"minio:{whole(many, 4)}", tmp_path, fidelity=schedule())
    assert found == epochs(4, many, fidelity=schedule())[0]
    assert sum(entries(tmp_path).values()) == whole(many, 4)
    assert hits[2:] == [SAMPLES, SAMPLES]


def test_nothing_of_a_shard_is_asked_of_a_server_twice(many, server, tmp_path):
    url, requests = server
    requests.folder = many
    epochs(2, url, f"minio:{whole(many)}", tmp_path)
    requests.ranges = []
    _, hits = epochs(2, url, f"minio:{whole(many)}", tmp_path)
    assert hits == [SAMPLES, SAMPLES]
    assert {name for name, _, _ in requests.ranges} == {"manifest.pcrm"}


def test_a_mix_shares_one_cache(many, tmp_path):
    options = {"epoch_batches": 60, "remainder": "drop"}
    with pcr.open(many) as dataset:
        parts = [(dataset.select("label < 2"), 2), (dataset, 1)]
        expected, _ = epochs(2, parts, **options)
        found, hits = epochs(2, parts, f"minio:{whole(many)}", tmp_path, **options)
    assert found == expected
    assert hits[1] == 180


def test_a_state_goes_on_with_a_cache(many, tmp_path):
    cache = (f"minio:{whole(many) // 2}", tmp_path)
    expected, _ = epochs(2, many)
    found = []
    with loader(many, *cache) as first:
        for batch in first:
            found.append(batch.images.tobytes())
            if len(found) == 20:
                break
        state = first.state_dict()
    with loader(many, *cache) as second:
        second.load_state_dict(state)
        while second.epoch < 2:
            found += [batch.images.tobytes() for batch in second]
    assert found == [images for epoch in expected for _, _, images, _ in epoch]


def test_a_state_of_an_older_generation_goes_on_through_the_cache(tmp_path):
    folder = shards.write(tmp_path / "dataset", [12, 9, 14])
    cache = (f"minio:{whole(folder)}", tmp_path / "cache")
    expected, _ = epochs(2, folder)
    with loader(str(folder)) as first:
        next(iter(first))
        state = first.state_dict()
    shards.write(folder, [8, 8], at=35)
    with loader(str(folder), *cache) as second:
        assert len(second) == 17
        second.load_state_dict(state)
        found = [[b.images.tobytes() for b in second] for _ in range(2)]
        assert second.statistics.cache_hits > 35
    assert found == [[images for _, _, images, _ in epoch] for epoch in (expected[0][1:], expected[1])]
    check_prefixes(folder, tmp_path / "cache", whole(folder))


def test_probes_come_through_the_cache_and_move_nothing(many, tmp_path):
    with loader(many, f"minio:{whole(many)}", tmp_path) as found, loader(many) as other:
        batches = list(found)
        probes = [[b.images.tobytes() for b in made.probe(3, 4, 2)] for made in (found, other)]
        assert probes[0] == probes[1]
        assert len(batches) == len(list(found))
        assert found.statistics.cache_hits >= SAMPLES


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
def test_what_is_no_cache_is_refused(many, tmp_path, cache, words):
    with pytest.raises(ValueError, match=words):
        loader(many, cache, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_single_shard_has_no_cache(many, tmp_path):
    with pytest.raises(ValueError, match="datasets with a manifest"):
        loader(many / "part-1.pcr", "minio:1M", tmp_path)


def test_the_default_folder_is_that_of_the_command(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert caching.cache_of("minio:1", None).folder == "/x/pcr/loader"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/h")
    assert caching.cache_of("prefix:1", None).folder == "/h/.cache/pcr/loader"
    with pytest.raises(ValueError, match="cache_dir"):
        caching.cache_of("page", "x")
