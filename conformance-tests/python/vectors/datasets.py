"""Roots with the files that they list beside them: opened through the root, and looked into by key (sections 12 and 13)."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pcr_writer as w
from pcr_dataset import Bytes, ManifestFile, key_hash
from pcr_reader import BYTES, INT64, LATE, LIQUID, STRING, VARYING

from .catalogue import Call, Catalogue, finding, group, opening, whole
from .liquid import sample as liquid_sample
from .manifests import COMMIT, UUID
from .pieces import Values, color, copy_of, entry_of, flipped, grey, opaque, raw

TARGETS = {"metric": 1, "way": 1, "values": [900_000, 950_000]}
COLUMNS = [{"name": "boxes", "type": INT64, "shape": VARYING}, {"name": "note", "type": STRING}, {"name": "unused", "type": BYTES}]
IDS = "MANIFEST-6 MANIFEST-8 MANIFEST-13"


class Dataset:
    """The members, which are vectors themselves, and what a root says of them."""

    def __init__(self, found: Catalogue) -> None:
        self.found = found
        boxes = w.column("boxes", INT64, [[1, 2], None, []], VARYING, 0, LATE)
        note = w.column("note", STRING, ["x"])
        first = [color("a/1.jpg", original=b"one", keep=4), grey("a/2.jpg", original=b"two", keep=4), opaque("a/3.gif", original=b"three", keep=0)]
        second = [color("b/1.jpg")]
        third = [liquid_sample("c/1", 17, 1), liquid_sample("c/2", 16, 2)]
        self.entries: list[Values] = []
        self.keys: dict[str, tuple[int, int]] = {}
        for number, (name, samples, groups, more) in enumerate((
                ("member-a.pcr", first, 3, {"columns": [boxes], "targets": TARGETS, "restore": True}), ("member-b.pcr", second, 3, {"columns": [note], "targets": TARGETS}), ("member-c.pcrl", third, 1, {"variant": LIQUID}))):
            data, entry = entry_of(samples, groups, **more)
            found.good(name, "a shard of the datasets", data, "MANIFEST-6")
            self.entries.append({**entry, "name": "good-" + name, "number": 2 * number})
            self.keys.update({sample.key: (2 * number, k) for k, sample in enumerate(samples)})
        self.places: list[tuple[int, int, int]] = []
        for number, (compression, suffix) in ((6, (0, "")), (8, (3, ".zst"))):
            own = [w.example({"image/encoded": (BYTES, [b"file %d" % k]), "image/filename": (STRING, [f"d{number}/{k}"])}) for k in range(2)]
            data, entry, places = w.tfrecord_shard(own, compression, compress=raw)
            found.good("member-d.tfrecord" + suffix, "a shard of the datasets", data, "MANIFEST-8 UUID-2")
            self.entries.append({**entry, "name": "good-member-d.tfrecord" + suffix, "number": number})
            self.places += places
            self.keys.update({f"d{number}/{k}": (number, k) for k in range(2)})

    def hashes(self) -> list[tuple[int, ...]]:
        place = iter(self.places)
        return [(key_hash(key), *at, *(next(place) if at[0] >= 6 else ())) for key, at in self.keys.items()]

    def root(self, entries: Sequence[Values] | None = None, **more: Any) -> bytes:
        table = w.shard_table(list(self.entries if entries is None else entries)) if entries != [] else None
        values = {"dataset_uuid": UUID, "commit_id": COMMIT, "group_count": 3, "targets": TARGETS, "columns": COLUMNS, "next_shard_number": 20, "shards": table, **more}
        return bytes(w.manifest_file(1, 1, values, compress=raw))

    def changed(self, index: int, **more: Any) -> list[Values]:
        return [{**entry, **more} if k == index else entry for k, entry in enumerate(self.entries)]


def add_to(found: Catalogue) -> None:
    dataset = Dataset(found)
    some = ("a/1.jpg", "b/1.jpg", "c/2", "d6/1", "d8/0", "d8/1", "nobody", "")
    found.good("dataset.pcrm", "a shard of each variant and compression, without an index", dataset.root(), IDS, opening(), *map(finding, some))
    found.good("dataset-empty.pcrm", "no shards", dataset.root([], group_count=1, targets=None), IDS, opening(), finding("a/1.jpg"))
    add_bad_entries(found, dataset)
    add_parts(found, dataset)
    add_segments(found, dataset, some)
    add_damaged(found, dataset)
    root = dataset.root()
    found.add("bad-dataset-root-cut.pcrm", "the last byte is missing", root[:-1], "MANIFEST-1", [whole("TRUNCATED"), opening("TRUNCATED"), finding("a/1.jpg", "TRUNCATED")])


def bad(found: Catalogue, name: str, error: str, about: str, data: bytes, ids: str, *calls: Call) -> None:
    found.add(f"bad-dataset-{name}.pcrm", about, data, ids, [whole(), opening(error), *calls])


def add_bad_entries(found: Catalogue, dataset: Dataset) -> None:
    def listed(name: str, about: str, data: bytes) -> None:
        bad(found, name, "NOT_AS_LISTED", about, data, "MANIFEST-6")

    a, b, c, d = dataset.entries[:4]
    for k, word in ((0, ""), (2, "-liquid")):
        e = dataset.entries[k]
        for field, value in (("shard_uuid", bytes(16)), ("sample_count", e["sample_count"] + 1), ("head_crc32c", e["head_crc32c"] ^ 1), ("total_length", e["total_length"] + 1)):
            if not word or field == "head_crc32c":
                listed(f"{field.replace('_', '-')}{word}", f"another {field}", dataset.root(dataset.changed(k, **{field: value})))
    for k in (0, 2, 3):
        prefixes = list(a["prefix_lengths"])
        prefixes[k] += 1 if k < 3 else -1
        listed(f"prefix-length-{k}", f"another prefix_length({k})", dataset.root(dataset.changed(0, prefix_lengths=prefixes)))
    listed("prefix-length-liquid", "another prefix_length(1)", dataset.root(dataset.changed(2, prefix_lengths=[c["prefix_lengths"][0], c["prefix_lengths"][1] - 1])))
    listed("restore-length", "restore_length one less", dataset.root(dataset.changed(0, restore_length=a["restore_length"] - 1)))
    listed("restore-none", "a RESTORE region that the entry does not have", dataset.root(dataset.changed(0, restore_length=0, restore_directory_length=0)))
    listed("restore-more", "a RESTORE region that the shard does not have", dataset.root(dataset.changed(2, total_length=c["total_length"], restore_length=4, prefix_lengths=[89, 90])))
    listed("directory-length", "restore_directory_length one less", dataset.root(dataset.changed(0, restore_directory_length=a["restore_directory_length"] - 1)))
    listed("variant", "a Liquid shard that is a PCR one", dataset.root(dataset.changed(1, variant=LIQUID, prefix_lengths=b["prefix_lengths"][:2])))
    listed("exchanged", "two shards, each under the name of the other", dataset.root([{**a, "name": b["name"]}, {**b, "name": a["name"]}]))
    listed("tfrecord-length", "a TFRECORD one byte longer", dataset.root(dataset.changed(3, total_length=d["total_length"] + 1)))
    listed("targets", "other targets than the shards'", dataset.root(targets={**TARGETS, "values": [900_000, 950_001]}))
    listed("targets-way", "targets of another way", dataset.root(targets={**TARGETS, "way": 2}))
    listed("targets-at", "targets at another size", dataset.root(targets={**TARGETS, "at": "resize:256,crop:224"}))
    listed("targets-none", "no targets, which the shards have", dataset.root(targets=None))
    listed("column-missing", "a column of a shard is not among those of the dataset", dataset.root(columns=COLUMNS[1:]))
    for name, more in (("type", {"type": BYTES}), ("shape", {"shape": 0}), ("length", {"shape": 1, "list_length": 2})):
        listed(f"column-{name}", f"a column of another {name}", dataset.root(columns=[{**COLUMNS[0], **more}, *COLUMNS[1:]]))
    gone = dataset.root(dataset.changed(1, name="good-member-z.pcr"))
    found.add("bad-dataset-missing.pcrm", "a shard that is not there", gone, "MANIFEST-6", [whole(), Call(("--open",), io=True)])


def add_parts(found: Catalogue, dataset: Dataset) -> None:
    def part(name: str, entries: Sequence[Values]) -> Values:
        data, stated = w.part_file(f"good-{name}.pcrp", 1, list(entries), compress=raw)
        found.good(f"{name}.pcrp", "a part of the datasets", data, "PART-3 PART-4")
        return dict(stated)

    one, two = part("member-1", dataset.entries[:2]), part("member-2", dataset.entries[2:4])
    rest = dataset.entries[4:]
    found.good("dataset-parts.pcrm", "two parts, and a shard in the root", dataset.root(rest, parts=[one, two]), IDS + " PART-1 PART-2 PART-3", opening(), finding("a/2.jpg"), finding("c/1"), finding("d8/1"), finding("x"))
    found.good("dataset-parts-alone.pcrm", "all shards in parts", dataset.root([], parts=[one, two]), IDS + " PART-1", opening(), finding("d6/0"))

    def listed(name: str, error: str, about: str, ids: str, parts: list[Values], entries: Sequence[Values] = rest, **more: Any) -> None:
        bad(found, f"part-{name}", error, about, dataset.root(entries, parts=parts, **more), ids)

    other = "NOT_AS_LISTED"
    listed("length", other, "a part that is a byte shorter", "PART-3", [{**one, "length": one["length"] + 1}, two])
    listed("crc", other, "another part_crc32c", "PART-3", [one, {**two, "part_crc32c": two["part_crc32c"] ^ 1}])
    listed("exchanged", other, "two parts, each under the name of the other", "PART-3", [{**one, "name": two["name"]}, {**two, "name": one["name"]}])
    listed("count", "MALFORMED", "a part of a shard less", "PART-4", [{**one, "shard_count": 1}, two])
    listed("first", "MALFORMED", "a part that begins with another number", "PART-4", [one, {**two, "first_shard_number": 5}], [])
    listed("samples", "MALFORMED", "a part of a sample less", "PART-4", [one, {**two, "sample_count": two["sample_count"] - 1}])
    gaps = part("member-3", [dataset.entries[0], dataset.entries[3]])  # numbers 0 and 6
    listed("reaches-on", "MALFORMED", "a part that reaches into the next one", "PART-2", [gaps, {**two, "first_shard_number": 4}], [])
    listed("reaches-into-root", "MALFORMED", "a part that reaches into the root's own shards", "PART-2", [gaps], [dataset.entries[2]])
    listed("reaches-end", "MALFORMED", "a part that reaches behind next_shard_number", "PART-2", [gaps], [], next_shard_number=6)
    listed("groups", "MALFORMED", "a part of three groups in a dataset of two", "MANIFEST-5", [one], [], group_count=2, targets={**TARGETS, "values": [900_000]})
    none = part("member-4", dataset.entries[2:3])
    listed("without-pcr", "MALFORMED", "a dataset of three groups whose parts have no PCR shard", "MANIFEST-3", [none], [], targets=None)
    listed("targets-without-pcr", "MALFORMED", "targets, and parts without a PCR shard", "MANIFEST-3", [none], [], group_count=1, targets={"metric": 1, "way": 1})
    found.add("bad-dataset-part-missing.pcrm", "a part that is not there", dataset.root(rest, parts=[{**one, "name": "good-member-z.pcrp"}, two]), "PART-3", [whole(), Call(("--open",), io=True)])
    found.add("bad-dataset-part-root.pcrm", "a root in place of a part", dataset.root(rest, parts=[{**one, "name": "good-dataset.pcrm", "length": len(found.data("good-dataset.pcrm"))}, two]), "MANIFEST-11", [whole(), opening("MALFORMED")])


def stated_part(found: Catalogue, name: str) -> Values:
    """What a root says of a part."""
    data = found.data(name)
    file = ManifestFile(Bytes(data))
    return {"name": name, "length": len(data), "part_crc32c": file.crc, "shard_count": len(file.shards), "first_shard_number": file.shards[0].number, "sample_count": sum(e.sample_count for e in file.shards)}


def add_segments(found: Catalogue, dataset: Dataset, some: Sequence[str]) -> None:
    def segment(name: str, entries: list[tuple[int, ...]], uuid: bytes = UUID) -> Values:
        data, stated = w.key_segment(f"good-{name}.pcrk", entries, uuid, 1, 0)
        found.good(f"{name}.pcrk", "a segment of the datasets", data, "KEYS-6")
        return dict(stated)

    hashes = dataset.hashes()
    everything = segment("member-keys", hashes)
    found.good("dataset-keys.pcrm", "one segment", dataset.root(key_segments=[everything]), "KEYS-1 KEYS-3 KEYS-4", opening(), *map(finding, some))
    halves = [segment("member-keys-1", hashes[:4]), segment("member-keys-2", hashes[4:])]
    found.good("dataset-keys-2.pcrm", "two segments", dataset.root(key_segments=halves), "KEYS-1 KEYS-3", opening(), *map(finding, some))
    dead = segment("member-keys-dead", [*hashes, (key_hash("a/1.jpg"), 1, 2**32 - 1), (key_hash("nobody"), 19, 0), (key_hash("gone"), 2**32 - 1, 5)])
    found.good("dataset-keys-dead.pcrm", "entries of shards that the generation does not have: they are skipped", dataset.root(key_segments=[dead]), "KEYS-3", opening(), finding("a/1.jpg"), finding("nobody"), finding("gone"))
    equal = segment("member-keys-equal", [*hashes, (key_hash("b/1.jpg"), 0, 1), (key_hash("b/1.jpg"), 4, 0), (key_hash("d8/1"), 8, 0), (key_hash("nobody"), 0, 0), (key_hash("nobody"), 6, 0)])
    found.good("dataset-keys-equal.pcrm", "entries of one hash: the key in the shard decides", dataset.root(key_segments=[equal]), "KEYS-3", opening(), finding("b/1.jpg"), finding("d8/1"), finding("nobody"))
    parts = [stated_part(found, "good-member-1.pcrp"), stated_part(found, "good-member-2.pcrp")]
    found.good("dataset-keys-parts.pcrm", "one segment, two parts, and a shard in the root", dataset.root(dataset.entries[4:], parts=parts, key_segments=[everything]), "KEYS-3 PART-2 MANIFEST-13", opening(), *map(finding, some))
    alone = segment("member-keys-of-parts", [e for e in hashes if e[1] < 8])
    found.good("dataset-keys-parts-alone.pcrm", "one segment, and all shards in parts", dataset.root([], parts=parts, key_segments=[alone]), "KEYS-3 PART-2", opening(), *map(finding, some[:5]))
    unknown = segment("member-keys-no-places", [e[:3] for e in hashes])
    found.good("dataset-keys-no-places.pcrm", "samples of TFRECORDs whose places are not known", dataset.root(key_segments=[unknown]), "KEYS-4", opening(), finding("d6/1"), finding("d8/1"))

    def listed(name: str, error: str, about: str, ids: str, *stated: Values) -> None:
        bad(found, f"keys-{name}", error, about, dataset.root(key_segments=list(stated)), ids)

    for field, value in (("page_count", 2), ("entry_length", 16), ("entry_count", 1), ("segment_crc32c", 1)):
        listed(field.replace("_", "-"), "NOT_AS_LISTED", f"another {field}", "KEYS-10", {**everything, field: value})
    other = segment("member-keys-of-another", hashes, bytes(16))
    listed("uuid", "NOT_AS_LISTED", "a segment of another dataset", "KEYS-10", other)
    far = segment("member-keys-beyond", [*hashes, (key_hash("x"), 0, 3)])
    found.add("bad-dataset-keys-ordinal.pcrm", "an entry beyond the samples of its shard", dataset.root(key_segments=[far]), "KEYS-3 KEYS-9", [whole(), opening("MALFORMED"), finding("a/1.jpg")])
    beyond = segment("member-keys-beyond-tfrecord", [*hashes, (key_hash("x"), 8, 2)])
    listed("ordinal-tfrecord", "MALFORMED", "an entry beyond the records of a TFRECORD", "KEYS-9", beyond)
    found.add("bad-dataset-keys-missing.pcrm", "a segment that is not there", dataset.root(key_segments=[{**everything, "name": "good-member-z.pcrk"}]), "KEYS-7", [whole(), Call(("--open",), io=True)])
    data = found.data("good-member-keys.pcrk")
    found.bad("member-keys.pcrk", "CHECKSUM_MISMATCH", "a segment with a damaged page", flipped(data, 100), "KEYS-2 KEYS-8")
    listed("damaged", "CHECKSUM_MISMATCH", "a segment with a damaged page", "KEYS-2 KEYS-8", {**everything, "name": "bad-member-keys.pcrk"})


def add_damaged(found: Catalogue, dataset: Dataset) -> None:
    """Shards whose front is damaged, found with what the root says of them."""
    b = dataset.entries[1]
    data = found.data("good-member-b.pcr")
    copy, front = copy_of(data), b["prefix_lengths"][0]
    for name, about, places in (("metadata", "a metadata", (front - 1,)), ("head-and-trailer", "a head and the trailer: the manifest says where the copy is", (20, len(data) - 1)),
                                ("pieces", "a head, and the metadata of the copy", (20, copy + front - 1))):
        file = f"copy-member-{name}.pcr"
        found.add(file, f"damaged: {about}", flipped(data, *places), "COPY-1 COPY-2", [whole("CHECKSUM_MISMATCH")], "FULL")
        root = dataset.root(dataset.changed(1, name=file))
        found.add(f"copy-dataset-{name}.pcrm", f"a shard that is damaged: {about}", root, "COPY-1 COPY-3", [whole(), opening("CHECKSUM_MISMATCH")])
    cut = data[:front - 9]
    found.add("prefix-member-b.pcr", "a shard that ends in its metadata", cut, "HEAD-8", [whole("TRUNCATED"), group(0, "TRUNCATED")])
    bad(found, "cut", "TRUNCATED", "a shard that ends in its metadata", dataset.root(dataset.changed(1, name="prefix-member-b.pcr")), "HEAD-8", finding("b/1.jpg", "TRUNCATED"))
    found.add("copy-member-lost.pcr", "damaged: head, copy and trailer", flipped(data, 20, copy + 20, len(data) - 1), "COPY-2", [whole("CHECKSUM_MISMATCH")], "FULL")
    bad(found, "lost", "CHECKSUM_MISMATCH", "a shard that is lost: head, copy and trailer", dataset.root(dataset.changed(1, name="copy-member-lost.pcr")), "COPY-2")
