#!/usr/bin/env python3
"""Checks that the writer and the readers here agree on spec/pcr-format.md, and that damage costs what the text says.

What a single file can show is in spec/vectors, see check_vectors.py.

    check_format.py [NAME...]      runs all checks, or those whose names contain one of the words; exit 1 if any fails
"""
import os, random, struct, sys, tempfile, traceback
from types import SimpleNamespace
import pcr_prefix
import pcr_reader
import pcr_writer as w
from pcr_blocks import PcrError
from pcr_dataset import MANIFEST, Bytes, Dataset, FolderPlace, ManifestFile, check_listed, key_hash, page_of
from pcr_prefix import PcrError as PrefixError, Prefix
from pcr_probe import probe
from pcr_reader import (BOOL, BYTES, EARLY, FIXED, FLOAT32, FLOAT64, INT64, LATE, LIQUID, PCR, SCALAR, STRING, VARYING, Shard)
from pcr_restore import NONE, ORIGINAL, SAME, Restore
from pcr_tfrecord import column_values, example

TYPES = {INT64: lambda r: r.choice([0, 1, -1, 2**63 - 1, -2**63]), FLOAT64: lambda r: r.choice([0.0, -1.5, 1e300, 0.1]),
         FLOAT32: lambda r: r.choice([0.0, -1.5, 0.25]), BOOL: lambda r: r.random() < .5,
         STRING: lambda r: "é" * r.randrange(4), BYTES: lambda r: r.randbytes(r.randrange(5))}


def some_samples(r, n, groups, columns=()):
    samples = []
    for i in range(n):
        opaque = i % 7 == 6
        slices = [r.randbytes(40)] if opaque else [b"\xFF\xD8" + r.randbytes(r.randrange(1, 60))]
        slices += [] if opaque else [r.randbytes(r.choice([0, 1, 50])) for _ in range(groups - 1)]
        keep = r.choice([NONE, ORIGINAL, SAME])
        sample = w.sample(f"folder/{i}-é.JPEG", slices, r.choice([None, 0, -2**63, 7]), encoding=2 if opaque else 1, keep=keep)
        sample.original = r.randbytes(70) if keep == ORIGINAL else b"".join(slices) + (b"" if opaque else b"\xFF\xD9")
        samples.append(sample)
    return samples


def every_column(r, n):
    columns = []
    for kind, make in TYPES.items():
        for shape in (SCALAR, FIXED, VARYING):
            for placement in (0, EARLY, LATE):
                if shape == FIXED and kind in (BYTES, STRING):
                    continue
                value = {SCALAR: lambda: make(r), FIXED: lambda: [make(r) for _ in range(3)],
                         VARYING: lambda: [make(r) for _ in range(r.randrange(4))]}[shape]
                values = [None if r.random() < .2 else value() for _ in range(n)]
                columns.append(w.column(f"{kind}-{shape}-{placement}", kind, values, shape, 3 if shape == FIXED else 0, placement))
    return columns


def fails(code, call, error=PcrError, what=""):
    try:
        call()
    except error as found:
        assert code is None or found.code in (code if isinstance(code, tuple) else (code,)), f"{found} in place of {code}"
        return
    raise AssertionError(f"no {code} {what}")


def a_shard(seed=1, n=20, groups=4, **more):
    r = random.Random(seed)
    columns = every_column(r, n)
    samples = some_samples(r, n, groups)
    return (*w.shard(samples, groups, columns, **more), samples, columns)


# ---- Shards ----------------------------------------------------------------------------------------------------------

def check_a_shard_comes_out_as_it_went_in():
    for seed, n, groups in ((1, 20, 4), (2, 0, 1), (3, 1, 64), (4, 9, 2)):
        data, entry, samples, columns = a_shard(seed, n, groups)
        found = Shard(Bytes(data))
        found.check_end()
        assert found.front_error is None and found.labels == [s.label for s in samples]
        for index, column in enumerate(columns):
            assert found.column(index) == column.values, column.name
        for i, sample in enumerate(samples):
            for g in range(1, groups + 1):
                wanted = sample.slices[0] if sample.encoding == 2 else b"".join(sample.slices[:g]) + b"\xFF\xD9"
                assert found.sample(i, g) == wanted
        originals = list(Restore(found).originals())
        assert originals == [None if s.keep == NONE else s.original for s in samples]
        assert len(data) == entry["total_length"] and [found.prefix_length(g) for g in range(groups + 1)] == entry["prefix_lengths"]


def check_liquid_shards():
    r = random.Random(5)
    for n in (0, 12):
        samples = [w.sample(f"k{i}", [r.randbytes(30)], i, encoding=16 + i * 7 % 5) for i in range(n)]
        columns = [w.column("late", BYTES, [b"x"] * n, placement=LATE), w.column("early", BYTES, [b"yy"] * n, placement=EARLY)]
        data, entry = w.shard(samples, 1, columns, restore=False, variant=LIQUID)
        found = Shard(Bytes(data))
        found.check_end()
        assert [found.sample(i, 1) for i in range(n)] == [s.slices[0] for s in samples]
        assert found.column(0) == [b"x"] * n and found.column(1) == [b"yy"] * n
        assert [found.prefix_length(g) for g in (0, 1)] == entry["prefix_lengths"]
        fails("UNSUPPORTED", lambda: Prefix(data), PrefixError)


def check_a_dataset_with_boxes_key_points_embeddings_and_masks():
    """What detection and multimodal training needs, in one shard; a prefix has what is INLINE and EARLY."""
    r = random.Random(18)
    single = lambda x: struct.unpack("<f", struct.pack("<f", x))[0]
    boxes = [[single(r.uniform(0, 640)) for _ in range(4 * k)] for k in (2, 0, 1, 3)]
    columns = [w.column("boxes", FLOAT32, boxes, VARYING), w.column("categories", INT64, [[1] * (len(b) // 4) for b in boxes], VARYING),
               w.column("key points", INT64, [list(range(51)), None, list(range(51)), None], FIXED, 51),
               w.column("embedding", FLOAT32, [[single(r.random()) for _ in range(512)] for _ in range(4)], FIXED, 512, EARLY),
               w.column("mask", BYTES, [r.randbytes(2000), None, b"", r.randbytes(10)], placement=LATE),
               w.column("captions", STRING, [["a cat", "un félin"], [], [""], ["x"]], VARYING, placement=LATE),
               w.column("json", STRING, ['{"caption": "x",  "n":1.50}', "{}", None, "[]"])]
    samples = [w.sample(f"{k:012}.jpg", [b"\xFF\xD8" + r.randbytes(99), r.randbytes(50)], k) for k in range(4)]
    data, entry = w.shard(samples, 2, columns, restore=False)
    whole, prefix = Shard(Bytes(data)), Shard(Bytes(data[:entry["prefix_lengths"][1]]))
    assert [whole.column(k) for k in range(7)] == [c.values for c in columns]
    assert [prefix.column(k) for k in (0, 1, 2, 3, 6)] == [columns[k].values for k in (0, 1, 2, 3, 6)]
    fails("TRUNCATED", lambda: prefix.column(4))
    at = whole.region(2, 4).offset + 1990  # in the first mask
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, at))).column(4))
    assert Shard(Bytes(wrong(data, at))).sample(0, 2) == whole.sample(0, 2)


def check_the_prefix_reader_asks_for_no_more_than_the_prefix():
    import builtins
    r, asked = random.Random(19), []
    samples = [w.sample(f"k{k}", [b"\xFF\xD8" + r.randbytes(3000)] + [r.randbytes(3000)] * 3) for k in range(40)]
    data, entry = w.shard(samples, 4, restore=False)

    class Watched:
        def __init__(self, *_):
            self.at = 0

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, length):
            asked.append(self.at + length)
            self.at += length
            return data[self.at - length:self.at]

    opened, builtins.open = builtins.open, Watched
    try:
        for g in range(1, 5):
            asked.clear()
            assert pcr_prefix.read_prefix("x", g).sample(39, g) == b"".join(samples[39].slices[:g]) + b"\xFF\xD9"
            assert max(asked) == max(65536, entry["prefix_lengths"][g]) and len(asked) <= 2
    finally:
        builtins.open = opened


def check_both_readers_at_every_cut():
    data, entry, samples, _ = a_shard(6, 8, 3, restore=False)
    for length in list(range(0, 200, 7)) + [p + d for p in entry["prefix_lengths"] for d in (-1, 0, 1)]:
        cut = data[:length]
        groups = sum(p <= length for p in entry["prefix_lengths"]) - 1
        if groups < 0:
            fails("TRUNCATED", lambda: Prefix(cut), PrefixError)
            fails("TRUNCATED", lambda: Shard(Bytes(cut)))
            continue
        prefix, full = Prefix(cut), Shard(Bytes(cut))
        for i in range(len(samples)):
            for g in range(1, groups + 1):
                assert prefix.sample(i, g) == full.sample(i, g)
        if groups < 3:
            fails("TRUNCATED", lambda: [prefix.sample(i, groups + 1) for i in range(8)], PrefixError)
            fails("TRUNCATED", lambda: [full.sample(i, groups + 1) for i in range(8)])


def check_the_prefix_reader_finds_damage():
    data, entry, *_ = a_shard(23, 8, 2)
    front, group_2 = entry["prefix_lengths"][0], entry["prefix_lengths"][1]
    for at in (20, 70, front - 40):
        fails("CHECKSUM_MISMATCH", lambda: Prefix(wrong(data, at)), PrefixError)
    damaged, whole = Prefix(wrong(data, group_2)), Prefix(data)
    k = next(k for k in range(8) if whole.slice_lengths[8 + k])
    fails("CHECKSUM_MISMATCH", lambda: damaged.sample(k, 2), PrefixError)
    assert damaged.sample(k, 1) == whole.sample(k, 1)  # G-4
    for i in set(range(8)) - {k}:
        assert damaged.sample(i, 2) == whole.sample(i, 2)


def check_limits():
    data, *_ = a_shard(22, 3, 2)
    shard, prefix = Shard(Bytes(data)), Prefix(data)
    for module in (pcr_reader, pcr_prefix):
        module.MAX_SLICE, kept = 1, module.MAX_SLICE
        try:
            if module is pcr_reader:
                fails("LIMIT_EXCEEDED", lambda: shard.sample(0, 1))
                fails("LIMIT_EXCEEDED", lambda: [shard.column(k) for k in range(len(shard.columns))])
            else:
                fails("LIMIT_EXCEEDED", lambda: prefix.sample(0, 1), PrefixError)
        finally:
            module.MAX_SLICE = kept


def check_hostile_files_end_in_an_error_of_the_list():
    """Metadata, roots and pages with bytes changed at random and right checksums: read, or refused, and nothing else."""
    r, outcomes = random.Random(17), {"read": 0, "refused": 0}
    samples, columns = some_samples(r, 9, 3), every_column(r, 9)
    flat, root = w.metadata(samples, 3, columns), w.flatbuffer(b"PCRI", MANIFEST, root_values(
        columns=[dict(name="x", type=1)], options=[dict(name="a", value="b")], class_names=[dict(label=1, name="n")]))

    def mutant(data):
        out = bytearray(data)
        for _ in range(r.choice([1, 1, 2, 8])):
            at = r.randrange(len(out))
            out[at] = r.choice([0, 1, 0x7F, 0x80, 0xFF, out[at] ^ 1 << r.randrange(8)])
        return bytes(out)

    def shard_of(flat):
        plain, w.metadata = w.metadata, lambda *_, **__: flat
        try:
            return w.shard(samples, 3, columns, compress=lambda data: w.zstd(data, 1))[0]
        finally:
            w.metadata = plain

    def root_of(flat):
        plain, w.flatbuffer = w.flatbuffer, lambda *_: flat
        try:
            return w.manifest_file(1, 1, None)
        finally:
            w.flatbuffer = plain

    for _ in range(400):
        changed = shard_of(mutant(flat))
        for call in (lambda: [Shard(Bytes(changed)).column(k) for k in range(len(columns))], lambda: Prefix(changed).sample(0, 3),
                     lambda: ManifestFile(Bytes(root_of(mutant(root)))), lambda: Shard(Bytes(mutant(changed)))):
            try:
                call()
                outcomes["read"] += 1
            except (PcrError, PrefixError):
                outcomes["refused"] += 1
    assert min(outcomes.values()) > 50, outcomes


# ---- 7.2 Copy --------------------------------------------------------------------------------------------------------

def wrong(data, *places):
    out = bytearray(data)
    for place in places:
        out[place] ^= 0x55
    return bytes(out)


def check_two_wrong_bytes_in_front_lose_nothing():
    data, entry, samples, _ = a_shard(7, 6, 2)
    front, whole, r = entry["prefix_lengths"][0], Shard(Bytes(data)), random.Random(7)
    pairs = [(a, a) for a in range(front)] + [(a, r.randrange(front)) for a in range(front)]
    for a, b in pairs:
        found = Shard(Bytes(wrong(data, *{a, b})))
        assert found.front_error in ("NOT_PCR", "TRUNCATED", "CHECKSUM_MISMATCH")
        assert found.keys == whole.keys and found.sample(3, 2) == whole.sample(3, 2)
    found = Shard(Bytes(bytes(front) + data[front:]))  # all of it
    assert found.front_error == "NOT_PCR" and found.sample(3, 2) == whole.sample(3, 2)


def check_each_piece_is_taken_from_where_it_is_whole():
    data, entry, *_ = a_shard(8, 6, 2)
    front, total = entry["prefix_lengths"][0], len(data)
    whole = Shard(Bytes(data))
    first = whole.regions[0]
    copy, head_end = total - 24 - front, first.offset
    for here, there in ((20, copy + head_end + 3), (head_end + 3, copy + 20), (head_end, total - 1), (head_end, total - 24)):
        assert Shard(Bytes(wrong(data, here, there))).sample(0, 2) == whole.sample(0, 2), (here, there)
    # Head and trailer: the manifest knows where the copy is.
    both = wrong(data, 20, total - 24)
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(both)))
    assert Shard(Bytes(both), copy_length=front).sample(0, 2) == whole.sample(0, 2)
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, 20, copy + 20)), copy_length=front))
    fails("CHECKSUM_MISMATCH", lambda: Shard(Bytes(wrong(data, head_end + 3, copy + head_end + 9))))


def check_every_flipped_bit_of_a_shard_is_found():
    data, entry, samples, _ = a_shard(9, 3, 2)
    with tempfile.TemporaryDirectory() as folder:
        path, clean = os.path.join(folder, "x.pcr"), None
        for at in [None] + list(range(len(data))):
            with open(path, "wb") as file:
                file.write(data if at is None else wrong(data, at))
            status, answer = probe(path)
            clean = clean or answer
            assert status == (0 if at is None else 1), (at, answer)
            assert at is None or answer != clean


# ---- 12 Manifest -----------------------------------------------------------------------------------------------------

def some_entries(count, first=0, r=random.Random(1), groups=4):
    return [dict(name=f"part-{first + k:07}.pcr", number=first + k, variant=PCR, compression=0, shard_uuid=r.randbytes(16), total_length=10**8,
                 sample_count=100, head_crc32c=r.getrandbits(32), prefix_lengths=sorted(r.randrange(10**5, 10**6) for _ in range(groups + 1)),
                 restore_length=1000, restore_directory_length=100, source_bytes=10**8, restorable_samples=100) for k in range(count)]


def root_values(**more):
    return dict(dict(dataset_uuid=bytes(16), commit_id=bytes(16), group_count=4, next_shard_number=10,
                     shards=w.shard_table(some_entries(2))), **more)


# ---- 13 Index of keys, and datasets ----------------------------------------------------------------------------------

def made(r, k, n=20, groups=3, columns=()):
    samples = some_samples(r, n, groups)
    for i, sample in enumerate(samples):
        sample.key = f"{k}/{i}"
    data, entry = w.shard(samples, groups, columns)
    return (f"part-{k:05}.pcr", data, entry, [s.key for s in samples], None), samples


def check_a_dataset_grows_and_every_key_is_found():
    r = random.Random(10)
    with tempfile.TemporaryDirectory() as folder:
        publisher, all_samples = w.Publisher(folder, 3, part_shards=5), {}
        for k in range(23):
            shard, samples = made(r, k)
            all_samples |= {s.key: s for s in samples}
            assert publisher.add([shard]) == k + 1
            dataset = Dataset(FolderPlace(folder))
            assert dataset.generation == k + 1 and len(list(dataset.shards())) == k + 1 and len(dataset.root.key_segments) <= 8
            assert sum(s.entry_count for s in dataset.root.key_segments) == 20 * (k + 1)
        assert len(dataset.root.parts) == 3 and len(dataset.file.shards) == 5
        for key, sample in all_samples.items():
            wanted = sample.slices[0] if sample.encoding == 2 else b"".join(sample.slices[:2]) + b"\xFF\xD9"
            assert dataset.sample(key, 2) == wanted
        assert dataset.find("nobody") is None
        old = Dataset(FolderPlace(folder), 7)
        assert old.find("3/1") and old.find("7/1") is None
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (0, '{"open":23}')
        for name in os.listdir(folder):
            assert probe(os.path.join(folder, name))[0] == 0, name


def check_a_dataset_over_http():
    import functools, http.server, threading
    from pcr_dataset import HttpPlace

    class Ranges(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            path = self.translate_path(self.path)
            if not os.path.isfile(path):
                return self.send_error(404)
            with open(path, "rb") as file:
                data = file.read()
            first, last = self.headers["Range"].removeprefix("bytes=").split("-")
            body = data[int(first):int(last) + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{int(first) + len(body) - 1}/{len(data)}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    r = random.Random(16)
    with tempfile.TemporaryDirectory() as folder:
        publisher, samples = w.Publisher(folder, 3), []
        for k in range(2):
            shard, some = made(r, k)
            publisher.add([shard])
            samples += some
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranges, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_port}/"
            dataset = Dataset(HttpPlace(url))
            assert dataset.generation == 2 and dataset.sample("1/3", 3) == b"".join(samples[23].slices) + b"\xFF\xD9"
            os.unlink(os.path.join(folder, "manifest.pcrm"))
            assert Dataset(HttpPlace(url)).generation == 2 and dataset.find("nobody") is None
            server.shutdown()


def check_a_shard_that_is_another_is_found():
    r = random.Random(24)
    columns = [w.column("c", INT64, [1] * 20)]
    (name, data, entry, keys, _), _ = made(r, 0, columns=columns)
    shard = Shard(Bytes(data))
    listed = lambda **more: SimpleNamespace(**dict(dict(entry, name=name, uuid=entry["shard_uuid"]), **more))
    spec = lambda **more: SimpleNamespace(**dict(dict(name=b"c", type=INT64, shape=SCALAR, list_length=0), **more))
    root = lambda *specs, targets=None: SimpleNamespace(columns=specs, targets=targets)
    check_listed(shard, listed(), root(spec(), spec(name=b"other")))
    for more in (dict(variant=2), dict(uuid=bytes(16)), dict(total_length=len(data) + 1), dict(sample_count=19), dict(head_crc32c=1), dict(restore_length=0),
                 dict(restore_directory_length=1), dict(prefix_lengths=entry["prefix_lengths"][:-1]), dict(prefix_lengths=[p + 1 for p in entry["prefix_lengths"]])):
        fails("NOT_AS_LISTED", lambda: check_listed(shard, listed(**more), root(spec())), what=more)
    for other in (root(), root(spec(type=FLOAT64)), root(spec(shape=VARYING)), root(spec(), targets=SimpleNamespace())):
        fails("NOT_AS_LISTED", lambda: check_listed(shard, listed(), other))
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 3)
        publisher.add([made(r, k)[0] for k in range(2)])
        names = [os.path.join(folder, f"part-0000{k}.pcr") for k in range(2)]
        for one, other in ((names[0], folder + "/x"), (names[1], names[0]), (folder + "/x", names[1])):
            os.rename(one, other)
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (1, '{"error":"NOT_AS_LISTED"}')
        fails("NOT_AS_LISTED", lambda: Dataset(FolderPlace(folder)).sample("0/1", 1))


def check_entries_of_removed_shards_are_passed_over():
    r = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 3)
        publisher.add([made(r, k)[0] for k in range(3)])
        base = Dataset(FolderPlace(folder))
        kept = [vars(e) | {"shard_uuid": e.uuid} for e in base.file.shards if e.number != 1]
        root = w.manifest_file(1, 2, dict(dataset_uuid=base.root.dataset_uuid, commit_id=bytes(16), parent_generation=1, group_count=3,
                                          next_shard_number=3, shards=w.shard_table(kept), key_segments=[vars(s) for s in base.root.key_segments]))
        publisher.create("manifest-2.pcrm", root)
        now = publisher.newest()
        assert now.generation == 2 and now.find("1/4") is None and now.find("2/4")[0].number == 2 and base.find("1/4")
        publisher.add([made(r, k)[0] for k in range(3, 30)])  # takes the segment up
        now = Dataset(FolderPlace(folder))
        assert [s.entry_count for s in now.root.key_segments] == [29 * 20] and [e.number for e in now.file.shards][:4] == [0, 2, 3, 4]


def check_a_damaged_page_is_no_answer():
    r = random.Random(12)
    with tempfile.TemporaryDirectory() as folder:
        w.Publisher(folder, 3).add([made(r, 0)[0]])
        name = "keys-1-0.pcrk"
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        for at in list(range(64, 500)) + [len(data) - 1]:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(wrong(data, at))
            fails("CHECKSUM_MISMATCH", lambda: Dataset(FolderPlace(folder)).find("0/1"))
            fails("CHECKSUM_MISMATCH", lambda: Dataset(FolderPlace(folder)).find("nobody"))


def check_segments_are_functions_of_their_entries():
    r = random.Random(13)
    found = [(r.getrandbits(64), k % 50, k) for k in range(20000)]
    one = w.key_segment("k", found, bytes(16), 1, 0)
    r.shuffle(found)
    assert one == w.key_segment("k", found, bytes(16), 1, 0)
    crowded = [(k, 0, k) for k in range(3000)]  # hashes of no use: pages are added until they fit
    data, entry = w.key_segment("k", crowded[:1023], bytes(16), 1, 0)
    assert entry["page_count"] == 2 and len(data) == 64 + 2 * 16384
    assert page_of(2**64 - 1, 7) == 6 and page_of(0, 7) == 0
    assert key_hash("n01440764/n01440764_10026.JPEG") == int.from_bytes(
        __import__("hashlib").sha256(b"n01440764/n01440764_10026.JPEG").digest()[:8], "little")


# ---- Annex A ---------------------------------------------------------------------------------------------------------

def check_tfrecords_keep_type_name_and_order():
    r = random.Random(14)
    boxes = [[r.random() for _ in range(k % 4)] or None for k in range(30)]
    boxes = [b and [struct.unpack("<f", struct.pack("<f", x))[0] for x in b] for b in boxes]
    columns = [w.column("image/object/bbox/xmin", FLOAT32, boxes, VARYING),
               w.column("image/object/bbox/label", INT64, [[k, -k] for k in range(30)], VARYING),
               w.column("image/object/class/text", STRING, [["a", "é"] for _ in range(30)], VARYING),
               w.column("exact", FLOAT64, [[.1, .5], [.25]] * 15, VARYING), w.column("one", FLOAT64, [.1 * k for k in range(30)]),
               w.column("three", INT64, [[1, 2, 3]] * 30, FIXED, 3), w.column("flag", BOOL, [k % 2 == 0 for k in range(30)])]
    specs = [(c.name, c.type, c.shape, c.list_length) for c in columns]
    keys, images = [f"t/{k}" for k in range(30)], [r.randbytes(1000) for _ in range(30)]
    messages = [w.example_of(keys[k], images[k], k, columns, k) for k in range(30)]
    for k, message in enumerate(messages):
        values = column_values(example(message), specs)
        assert values == {c.name: c.values[k] for c in columns}
    fails("MALFORMED", lambda: column_values(example(messages[1]), specs[1:]))
    with tempfile.TemporaryDirectory() as folder:
        publisher = w.Publisher(folder, 1, columns=columns)
        for number, (compression, suffix) in enumerate(((0, ".tfrecord"), (3, ".tfrecord.zst"))):
            data, entry, places = w.tfrecord_shard(messages, compression, 5000)
            own = [key + suffix for key in keys]
            renamed = [w.example_of(own[k], images[k], k, columns, k) for k in range(30)]
            data, entry, places = w.tfrecord_shard(renamed, compression, 5000)
            publisher.add([("part-%d%s" % (number, suffix), data, entry, own, places)])
        place = FolderPlace(folder)
        dataset, reads = Dataset(place), []
        place.get = lambda requests: (reads.append(requests), [place._get(*request) for request in requests])[1]
        for k in range(30):
            for suffix in (".tfrecord", ".tfrecord.zst"):
                reads.clear()
                assert dataset.sample(keys[k] + suffix, 1) == images[k]
                assert len(reads) == 2 and len(reads[1]) == 1 and reads[1][0][2] < 7000  # pages; one record or frame
        assert probe(os.path.join(folder, "manifest.pcrm"), "--open") == (0, '{"open":2}')


# ---- 14 Commits ------------------------------------------------------------------------------------------------------

def check_publishing_against_another_and_with_lost_answers():
    r = random.Random(15)
    with tempfile.TemporaryDirectory() as folder:
        a, b, meanwhile = w.Publisher(folder, 3), w.Publisher(folder, 3), []
        a.add([made(r, 0)[0]])

        def slow_link(source, target):
            if "manifest-2" in target and not meanwhile:
                meanwhile.append(b.add([made(r, 1)[0]]))
            os.link(source, target)

        def lost_link(source, target):
            os.link(source, target)
            if "manifest-" in target:
                raise OSError("no answer")

        a.link = slow_link
        assert a.add([made(r, 2)[0]]) == 3 and meanwhile == [2]
        a.link = lost_link
        assert a.add([made(r, 3)[0]]) == 4
        dataset = Dataset(FolderPlace(folder))
        assert [e.name for e in dataset.shards()] == [f"part-{k:05}.pcr" for k in (0, 1, 2, 3)]
        assert dataset.find("2/3")[0].number == 2 and dataset.find("1/3")[0].number == 1
        os.unlink(os.path.join(folder, "manifest.pcrm"))  # a writer that died behind its commit; newest() mends
        os.link(os.path.join(folder, "manifest-2.pcrm"), os.path.join(folder, "manifest.pcrm"))
        assert Dataset(FolderPlace(folder)).generation == 2
        assert b.newest().generation == 4 and Dataset(FolderPlace(folder)).generation == 4
        for damage in (lambda path: os.unlink(path), lambda path: open(path, "wb").close()):
            damage(os.path.join(folder, "manifest.pcrm"))
            assert Dataset(FolderPlace(folder)).generation == 4
        with open(os.path.join(folder, "keys-5-0.pcrk"), "wb"):
            pass  # a leftover: the name is taken
        assert b.add([made(r, 4)[0]]) == 5
        assert Dataset(FolderPlace(folder)).root.key_segments[-1].name == b"keys-5-1.pcrk"
        assert not [name for name in os.listdir(folder) if name.endswith(".pcr-tmp")]


def main(words):
    checks = [(name, check) for name, check in globals().items() if name.startswith("check_") and callable(check)
              and check.__module__ == __name__ and (not words or any(word in name for word in words))]
    failed = 0
    for name, check in checks:
        try:
            check()
            print("ok  ", name[6:].replace("_", " "), flush=True)
        except Exception:
            failed += 1
            print("FAIL", name[6:].replace("_", " "))
            traceback.print_exc(file=sys.stdout)
    return 1 if failed or not checks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
