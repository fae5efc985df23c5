#!/usr/bin/env python3
"""Measures what spec/pcr-format.md costs: bytes of metadata, copy, manifest and index; requests of a look-up by key.

    check_sizes.py      prints the figures of docs/design-notes.md, and fails where one is above what is promised
"""
import os, random, sys, tempfile
import pcr_writer as w
from pcr_dataset import Bytes, Dataset, FolderPlace, ManifestFile
from pcr_reader import METADATA, PCR

CORPUS = os.environ.get("PCR_CORPUS") or os.path.join(os.path.dirname(__file__), "..", "..", "..", "shared", "corpus")

# Means of what the library makes of photographs at G = 6: each group's share of the source, and how much shares differ.
SHARES, SPREAD = (.061, .050, .025, .095, .165, .535), .35


def rows(keys, mean_source, r):
    for key, label in keys:
        source = int(mean_source * r.lognormvariate(-.18, .6))
        slices = [max(1, int(source * share * r.lognormvariate(0, SPREAD))) for share in SHARES]
        wide = r.choice([(500, 375), (500, 375), (500, 333), (375, 500), (r.randrange(200, 1000), r.randrange(200, 1000))])
        yield key, label, source, slices, wide


def metadata_bytes(keys, mean_source, r):
    samples = list(rows(keys, mean_source, r))
    n = len(samples)
    flat = w.flatbuffer(b"PCRM", METADATA, dict(
        key_bytes="".join(s[0] for s in samples).encode(), key_lengths=[len(s[0].encode()) for s in samples], labels=[s[1] for s in samples],
        widths=[s[4][0] for s in samples], heights=[s[4][1] for s in samples], color_classes=bytes(r.choice(b"\2" * 50 + b"\1") for _ in samples),
        encodings=b"\1" * n, source_flags=[0xC0 | 1 << 16 | (r.random() < .2) << 18 for _ in samples], source_lengths=[s[2] for s in samples],
        slice_lengths=[s[3][g] for g in range(6) for s in samples], slice_crc32c=[r.getrandbits(32) for _ in range(6 * n)]))
    return (64 + 24 * 8 + len(w.zstd(flat))) / n


def imagenet_keys(count, r):
    classes = sorted(r.sample(range(1440764, 15075141), 1000))
    picked = [(c, k) for c, k in ((r.randrange(1000), r.randrange(1, 30000)) for _ in range(count))]
    return [(f"n{classes[c]:08}/n{classes[c]:08}_{k}.JPEG", c) for c, k in picked]


def corpus_keys(folder, r):
    keys = []
    for place, folders, files in os.walk(os.path.join(CORPUS, folder)):
        folders.sort()
        keys += [os.path.relpath(os.path.join(place, name), CORPUS) for name in sorted(files)]
    labels = {key: k for k, key in enumerate(sorted({os.path.dirname(key) for key in keys}))}
    keys = [(key, labels[os.path.dirname(key)]) for key in keys]
    r.shuffle(keys)
    return keys


def check_metadata():
    for what, keys, mean, most in (("ImageNet's keys, a shard of 128 MiB", imagenet_keys(1220, random.Random(1)), 110_000, .001),
                                   ("ImageNet's keys, 16,384 samples", imagenet_keys(16384, random.Random(2)), 8_000, .01),
                                   ("names of the pets in the corpus", corpus_keys("pets", random.Random(3)), 23_000, .003)):
        if not keys:
            continue
        size = metadata_bytes(keys, mean, random.Random(4))
        print(f"{what}: {len(keys)} samples, {size:.1f} bytes a sample, the copy is {100 * size / mean:.3f}% of the sources")
        assert size <= 60 and size / mean <= most


def some_entries(count, first, r):
    """Entries as different from one another as those of a real dataset are: sizes near 128 MiB, random checksums."""
    found = []
    for k in range(first, first + count):
        samples, at, prefixes = r.randrange(1150, 1290), r.randrange(60_000, 70_000), []
        for share in (0,) + SHARES:
            at += int(share * 134_000_000 * r.uniform(.9, 1.1))
            prefixes.append(at)
        restore = r.randrange(900_000, 1_100_000)
        found.append(dict(name=f"part-{k:07}.pcr", number=k, variant=PCR, compression=0, shard_uuid=r.randbytes(16),
                          total_length=at + restore + prefixes[0] + 24, sample_count=samples, head_crc32c=r.getrandbits(32), prefix_lengths=prefixes,
                          restore_length=restore, restore_directory_length=r.randrange(42_000, 48_000),
                          source_bytes=r.randrange(133_000_000, 134_217_728), restorable_samples=samples))
    return found


def check_manifest():
    r = random.Random(5)
    for count in (1, 4096):
        data = w.manifest_file(1, 1, dict(dataset_uuid=bytes(16), commit_id=bytes(16), group_count=6, next_shard_number=count,
                                          shards=w.shard_table(some_entries(count, 0, r))))
        print(f"root with {count} shards: {len(data):,} bytes, {len(data) / count:.1f} a shard")
        assert len(data) <= 1 << 20
    data, _ = w.part_file("p", 1, some_entries(16384, 0, r))
    print(f"part with 16,384 shards: {len(data):,} bytes, {len(data) / 16384:.1f} a shard")
    assert len(data) <= 68 * 16384 and len(ManifestFile(Bytes(data)).shards) == 16384
    parts = [dict(name=f"shards-{k}-0.pcrp", length=300_000 + k, part_crc32c=r.getrandbits(32), shard_count=4097, first_shard_number=4097 * k,
                  sample_count=r.randrange(4_900_000, 5_100_000)) for k in range(245)]
    data = w.manifest_file(1, 1, dict(dataset_uuid=bytes(16), commit_id=bytes(16), group_count=6, next_shard_number=4097 * 245, parts=parts))
    print(f"root of 10^6 shards in {len(parts)} parts: {len(data):,} bytes")
    assert len(data) <= 65536


def check_segments():
    for entry, count in ((0, 100_000), (1, 50_000)):
        r = random.Random(6)
        found = [(r.getrandbits(64), k // 1220, k % 1220) + ((k * 1000, 1000, 5) if entry else ()) for k in range(count)]
        data, stated = w.key_segment("k", found, bytes(16), 1, 0)
        print(f"segment of {count:,} entries of {stated['entry_length']} bytes: {stated['page_count']} pages, {len(data) / count:.1f} bytes a key")
        assert len(data) / count <= (20 if entry == 0 else 42)


class CountingStore(FolderPlace):
    """A store that counts: one call of `get` is one round trip."""

    def __init__(self, path):
        super().__init__(path)
        self.trips, self.requests = [], 0

    def get(self, requests):
        self.trips.append(len(requests))
        self.requests += len(requests)
        return super().get(requests)


def check_lookups():
    """By key, cold: with one shard, and with 100,000 of which all but two are listed and not there."""
    r, groups, group = random.Random(7), 6, 4
    for others in (0, 100_000):
        with tempfile.TemporaryDirectory() as folder:
            publisher = w.Publisher(folder, groups)
            listed = [(e["name"], None, e, [], None) for e in some_entries(others, 0, r)]
            if listed:
                root, _ = publisher.root(None, 1, listed, True)
                publisher.create("manifest-1.pcrm", root)
                publisher.mend(1)
            samples = [w.sample(f"a/{k}.JPEG", [b"\xFF\xD8" + r.randbytes(90)] + [r.randbytes(40)] * 5, original=b"x") for k in range(50)]
            for half, name in ((samples[:40], "some.pcr"), (samples[40:], "more.pcr")):
                publisher.add([(name, *w.shard(half, groups), [s.key for s in half], None)])
            if others:  # the new shards into a part, too
                base = publisher.newest()
                publisher.part_shards = 0
                root, _ = publisher.root(base, base.generation + 1, [], False)
                parts = ManifestFile(Bytes(root)).root.parts
                values = dict(dataset_uuid=base.root.dataset_uuid, commit_id=bytes(16), parent_generation=base.generation, group_count=groups,
                              next_shard_number=base.root.next_shard_number, parts=[vars(p) for p in parts],
                              key_segments=[vars(s) for s in base.root.key_segments])
                publisher.create(f"manifest-{base.generation + 1}.pcrm", w.manifest_file(1, base.generation + 1, values))
                publisher.mend(base.generation + 1)
            for sample in samples[5], samples[45]:
                store = CountingStore(folder)
                dataset = Dataset(store)
                opened = len(store.trips)
                assert dataset.sample(sample.key, group) == b"".join(sample.slices[:group]) + b"\xFF\xD9"
                segments, extra = len(dataset.root.key_segments), 1 if others else 0
                print(f"look-up among {others + 2:,} shards, {segments} segments, group {group}: round trips {store.trips}, {store.requests} requests")
                assert opened == 1 and len(store.trips) <= 4 + extra and store.requests <= 4 + group + segments + extra
                store = CountingStore(folder)
                assert Dataset(store).find("nobody") is None and len(store.trips) == 2


def main():
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            check()
    return 0


if __name__ == "__main__":
    sys.exit(main())
