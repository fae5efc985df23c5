"""Datasets (spec/pcr-format.md, sections 12 and 13): manifest, parts, segments of the index of keys, look-up by key.

    dataset = Dataset(FolderPlace("dataset"))            # or HttpPlace("https://host/dataset/")
    shard, ordinal = dataset.find("n01440764/n01440764_10026.JPEG")
    jpeg = dataset.sample("n01440764/n01440764_10026.JPEG", 3)

A place has `get(requests)`: the bytes of each (name, offset, length), cut at the file's end; one call is one round trip.
"""
import bisect, hashlib, math, os, re, struct
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from pcr_blocks import MAX_METADATA, FlatBuffer, PcrError, check_magic, crc32c, cut, need, text, unzstd
from pcr_reader import LIQUID, PCR, PROGRESSIVE_JPEG, TARGETS, Shard, check_column_type, check_measure, check_targets
from pcr_sources import HttpSource
from pcr_tfrecord import COMPRESSIONS, decompress, example, records

FIRST_READ = 1 << 20
MAGIC, ROOT, PART = b"\x8FPCM\r\n\x1A\n", 1, 2
TFRECORD = 3
HEAD = struct.Struct("<8sBBHIIIQII")

QUALITY = [(name, "d") for name in ("mean_bytes", "ms_ssim_mean", "ms_ssim_p10", "ms_ssim_p1", "psnr", "decode_relative")]
CURVE = [("metric", "B"), ("reconstruction", "B"), ("at", "text"), ("points", [QUALITY])]
COLUMN_SPEC = [("name", "text"), ("type", "B"), ("shape", "B"), ("list_length", "I")]
SHARD_TABLE = [("name_bytes", ("B",)), ("name_lengths", ("B",)), ("shard_numbers", ("I",)), ("variants", ("B",)),
               ("compressions", ("B",)), ("shard_uuids", ("B",)), ("total_lengths", ("Q",)), ("sample_counts", ("I",)),
               ("head_crc32c", ("I",)), ("prefix_lengths", ("Q",)), ("restore_lengths", ("Q",)),
               ("restore_directory_lengths", ("I",)), ("source_bytes", ("Q",)), ("restorable_samples", ("I",))]
SHARD_PART = [("name", "text"), ("length", "Q"), ("part_crc32c", "I"), ("shard_count", "I"), ("first_shard_number", "I"),
              ("sample_count", "Q")]
KEY_SEGMENT = [("name", "text"), ("page_count", "I"), ("entry_length", "H"), ("entry_count", "Q"), ("segment_crc32c", "I")]
MANIFEST = [("dataset_uuid", ("B",)), ("commit_id", ("B",)), ("parent_generation", "Q"), ("group_count", "H"),
            ("targets", TARGETS), ("class_names", [[("label", "q"), ("name", "text")]]), ("quality", [CURVE]),
            ("options", [[("name", "text"), ("value", "text")]]), ("columns", [COLUMN_SPEC]), ("next_shard_number", "I"),
            ("parts", [SHARD_PART]), ("shards", SHARD_TABLE), ("key_segments", [KEY_SEGMENT])]


# ---- Places ----------------------------------------------------------------------------------------------------------

class FolderPlace:
    def __init__(self, path):
        self.path = path

    def get(self, requests):
        return [self._get(*request) for request in requests]

    def _get(self, name, offset, length):
        with open(os.path.join(self.path, name), "rb") as file:
            file.seek(offset)
            return file.read(length)


class HttpPlace:
    def __init__(self, url):
        self.url = url.rstrip("/") + "/"

    def get(self, requests):
        def one(request):
            name, offset, length = request
            source = HttpSource(self.url + name, offset, length)
            return source.data
        with ThreadPoolExecutor(max(1, len(requests))) as pool:
            return list(pool.map(one, requests))


class Bytes:
    """What has been read of a file: `read` as sources have it, `length` how much is there."""

    def __init__(self, data):
        self.data, self.length = data, len(data)

    def read(self, offset, length):
        need(0 <= offset and (not length or offset + length <= self.length), "TRUNCATED", f"bytes {offset} to {offset + length}")
        return self.data[offset:offset + length]


# ---- 12 Manifest -----------------------------------------------------------------------------------------------------

def check_name(data):  # R-MANIFEST-4
    need(re.fullmatch(rb"[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}", data), "MALFORMED", "name")
    return data.decode()


class ManifestFile:
    """A root or a part: head and payload. `shards`: the entries that it holds itself."""

    def __init__(self, source, kind=None):
        check_magic(source, MAGIC, "ManifestHead.magic")
        head = source.read(0, HEAD.size)
        (_, major, self.kind, reserved, incompat, self.ro_compat_features, self.compat_features, self.generation,
         payload_length, self.crc) = HEAD.unpack(head)
        need(1 <= payload_length <= 64 << 20, "CHECKSUM_MISMATCH", "ManifestHead.payload_length")
        payload = source.read(HEAD.size, payload_length)
        need(source.length == HEAD.size + payload_length, "MALFORMED", "ManifestHead.payload_length")
        need(crc32c(head[:36] + payload) == self.crc, "CHECKSUM_MISMATCH", "ManifestHead.manifest_crc32c")
        need(major == 2, "UNSUPPORTED", "ManifestHead.major")
        need(incompat == 0, "UNSUPPORTED", "ManifestHead.incompat_features")
        need(self.kind in (ROOT, PART) and kind in (None, self.kind), "MALFORMED", "ManifestHead.kind")
        need(reserved == 0 and 1 <= self.generation < 1 << 63, "MALFORMED", "ManifestHead.reserved, generation")
        identifier, schema = (b"PCRI", MANIFEST) if self.kind == ROOT else (b"PCRT", SHARD_TABLE)
        self.root = FlatBuffer(unzstd(payload, MAX_METADATA, "payload"), identifier, schema).root
        if self.kind == ROOT:
            self._check_root()
        table = self.root.shards if self.kind == ROOT else self.root
        self.shards = entries(table, self.root.group_count if self.kind == ROOT else None) if table else []
        least, most = (0, 4096) if self.kind == ROOT else (1, 65536)
        need(least <= len(self.shards) <= most, "MALFORMED", "shards")
        if self.kind == ROOT:
            self._check_list()

    def _check_root(self):  # R-MANIFEST-3, 7 and 12
        root = self.root
        need(len(root.dataset_uuid) == len(root.commit_id) == 16, "MALFORMED", "dataset_uuid, commit_id")
        need(root.parent_generation < self.generation, "MALFORMED", "parent_generation")
        need(1 <= root.group_count <= 64, "MALFORMED", "group_count")
        if root.targets:
            check_targets(root.targets, root.group_count)
        labels = [c.label for c in root.class_names]
        need(labels == sorted(set(labels)), "MALFORMED", "ClassName.label")
        for name in [c.name for c in root.class_names] + [o.value for o in root.options]:
            text(name, "ClassName.name, CreationOption.value")
        need(all(1 <= len(c.name) <= 65535 for c in root.class_names), "MALFORMED", "ClassName.name")
        for table, most in ((root.options, math.inf), (root.columns, 255)):
            names = [text(entry.name, "name") for entry in table]
            need(len(set(names)) == len(names), "MALFORMED", "name")
            need(most == math.inf or all(1 <= len(entry.name) <= most for entry in table), "MALFORMED", "name")
        for column in root.columns:
            check_column_type(column, "ColumnSpec")
        need(len(root.quality) <= 16, "MALFORMED", "quality")
        for curve in root.quality:
            check_measure(curve, "MeasuredCurve")
            need(len(curve.points) == root.group_count, "MALFORMED", "MeasuredCurve.points")
        measures = [(curve.metric, curve.reconstruction, bytes(curve.at)) for curve in root.quality]
        need(measures == sorted(set(measures)), "MALFORMED", "quality")
        for point in [point for curve in root.quality for point in curve.points]:
            need(all(x >= 0 for x in vars(point).values()), "MALFORMED", "QualityPoint")  # not-a-number is not >= 0
            need(max(point.ms_ssim_mean, point.ms_ssim_p10, point.ms_ssim_p1) <= 1 and point.mean_bytes < math.inf > point.decode_relative,
                 "MALFORMED", "QualityPoint")

    def _check_list(self):  # R-PART-1 and 2, and the segments
        root = self.root
        need(root.next_shard_number < 1 << 31 and len(root.parts) <= 4096, "MALFORMED", "next_shard_number, parts")
        last = -1
        for part in root.parts:
            check_name(part.name)
            need(part.first_shard_number > last and 1 <= part.shard_count <= 65536, "MALFORMED", "ShardPart")
            need(max(part.length, part.sample_count) < 1 << 63, "MALFORMED", "ShardPart")
            last = part.first_shard_number + part.shard_count - 1
        numbers = [entry.number for entry in self.shards]
        need(not numbers or numbers[0] > last, "MALFORMED", "shard_numbers")
        need((numbers or [last])[-1] < root.next_shard_number, "MALFORMED", "next_shard_number")
        if not root.parts:  # with parts, whoever reads them all judges these two
            need(root.group_count == 1 and not root.targets or any(e.variant == PCR for e in self.shards), "MALFORMED", "group_count")
        names = [check_name(item.name) for item in [*root.parts, *root.key_segments]]
        need(len({name.lower() for name in names}) == len(names) and len(root.key_segments) <= 8, "MALFORMED", "parts, key_segments")
        for segment in root.key_segments:
            need(segment.page_count >= 1 and segment.entry_length in (16, 32) and segment.entry_count < 1 << 63, "MALFORMED", "KeySegment")


def entries(t, group_count):
    """The entries of a ShardTable; a part does not know its group_count, and takes the one that fits its first PCR shard."""
    m = len(t.shard_numbers)
    for name, kind in SHARD_TABLE:
        if name not in ("name_bytes", "prefix_lengths"):
            need(len(getattr(t, name)) == (16 * m if name == "shard_uuids" else m), "MALFORMED", "ShardTable." + name)
    names = [check_name(name) for name in cut(t.name_bytes, t.name_lengths, "name_bytes")]
    need(len({name.lower() for name in names}) == m, "MALFORMED", "ShardTable.name_bytes")
    need(all(a < b for a, b in zip(t.shard_numbers, t.shard_numbers[1:])), "MALFORMED", "ShardTable.shard_numbers")
    need(all(1 <= v <= TFRECORD for v in t.variants), "MALFORMED", "ShardTable.variants")
    if group_count is None:
        of_pcr = len(t.prefix_lengths) - 2 * t.variants.count(LIQUID)
        group_count = of_pcr // max(1, t.variants.count(PCR)) - 1
    counts = [{PCR: group_count + 1, LIQUID: 2, TFRECORD: 0}[v] for v in t.variants]
    prefixes = cut(t.prefix_lengths, counts, "ShardTable.prefix_lengths")
    found = []
    for k, prefix in enumerate(prefixes):
        e = SimpleNamespace(name=names[k], number=t.shard_numbers[k], variant=t.variants[k], compression=t.compressions[k],
                            uuid=t.shard_uuids[16 * k:16 * k + 16], total_length=t.total_lengths[k], sample_count=t.sample_counts[k],
                            head_crc32c=t.head_crc32c[k], prefix_lengths=prefix, restore_length=t.restore_lengths[k],
                            restore_directory_length=t.restore_directory_lengths[k], source_bytes=t.source_bytes[k],
                            restorable_samples=t.restorable_samples[k])
        need(max(e.total_length, e.restore_length, e.source_bytes, *prefix, 0) < 1 << 63 and e.sample_count < 1 << 31, "MALFORMED", "ShardTable")
        need(e.restorable_samples <= e.sample_count, "MALFORMED", "ShardTable.restorable_samples")
        if e.variant == TFRECORD:
            need(not (e.head_crc32c or e.restore_length or e.restore_directory_length) and e.compression <= 3, "MALFORMED", "ShardTable")
        else:
            need(e.compression == 0 and len(prefix) >= 2 and prefix[0] >= 89 and list(prefix) == sorted(prefix)
                 and prefix[-1] + e.restore_length + prefix[0] + 24 <= e.total_length, "MALFORMED", "ShardTable.prefix_lengths")
            need(e.restore_directory_length + 4 <= e.restore_length or e.restore_length == e.restore_directory_length == 0,
                 "MALFORMED", "ShardTable.restore_directory_lengths")
        found.append(e)
    return found


def check_head_listed(shard, entry):
    found = (shard.variant, shard.uuid, shard.total_length, shard.n, shard.head_crc32c)
    need(found == (entry.variant, entry.uuid, entry.total_length, entry.sample_count, entry.head_crc32c), "NOT_AS_LISTED", entry.name)


def check_listed(shard, entry, root):
    """R-MANIFEST-6, as far as what has been read of the shard goes."""
    region = shard.region(5)
    if region and shard.source.length >= region.offset + 4:
        directory_length = int.from_bytes(shard.source.read(region.offset, 4), "little")
        need(directory_length == entry.restore_directory_length, "NOT_AS_LISTED", entry.name + " restore_directory_length")
    check_head_listed(shard, entry)
    found = (region.length if region else 0, [shard.prefix_length(g) for g in range(shard.group_count + 1)])
    need(found == (entry.restore_length, list(entry.prefix_lengths)), "NOT_AS_LISTED", entry.name)
    need(shard.variant != PCR or shard.meta.targets == root.targets, "NOT_AS_LISTED", entry.name + " targets")
    known = {text(c.name, "name"): (c.type, c.shape, c.list_length) for c in root.columns}
    for column in shard.meta.columns:
        need(known.get(text(column.name, "name")) == (column.type, column.shape, column.list_length), "NOT_AS_LISTED", entry.name + " columns")


# ---- 13 Index of keys ------------------------------------------------------------------------------------------------

PAGE, PAGE_HEAD, SEGMENT_HEAD = 16384, struct.Struct("<IIII"), struct.Struct("<8sBBHIQ16sQIQI")
ENTRY = {16: struct.Struct("<QII"), 32: struct.Struct("<QIIQII")}
SEGMENT_MAGIC = b"\x8FPCK\r\n\x1A\n"


def key_hash(key):
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "little")


def page_of(hash_, page_count):  # R-KEYS-1
    return hash_ * page_count >> 64


def page_entries(data, number, segment):
    """R-KEYS-2: all entries of a page, checked."""
    need(len(data) == PAGE, "TRUNCATED", "KeyPage")
    crc, segment_crc, page_number, count = PAGE_HEAD.unpack_from(data)
    need(crc32c(data[4:]) == crc and segment_crc == segment.segment_crc32c and page_number == number, "CHECKSUM_MISMATCH", "KeyPage")
    end = PAGE_HEAD.size + count * segment.entry_length
    need(end <= PAGE and not any(data[end:]), "MALFORMED", "KeyPage.page_entries")
    found = list(ENTRY[segment.entry_length].iter_unpack(data[PAGE_HEAD.size:end]))
    need(all(page_of(e[0], segment.page_count) == number for e in found), "MALFORMED", "KeyEntry.key_hash")
    need(all(a[:3] < b[:3] for a, b in zip(found, found[1:])), "MALFORMED", "KeyEntry")
    need(all(e[3] < 1 << 63 for e in found if len(e) > 3), "MALFORMED", "KeyEntry.stored_offset")
    return found


def segment_entry(source):
    """What a root would say of a segment, by the segment's head (R-KEYS-10); and the fields of the head."""
    check_magic(source, SEGMENT_MAGIC, "KeySegment.magic")
    head = source.read(0, SEGMENT_HEAD.size)
    fields = SEGMENT_HEAD.unpack(head)
    _, major, reserved, entry_length, pages, entry_count, _, generation, _, reserved2, crc = fields
    need(crc32c(head[:60]) == crc, "CHECKSUM_MISMATCH", "KeySegment.segment_crc32c")
    need(major == 2, "UNSUPPORTED", "KeySegment.major")
    need(reserved == reserved2 == 0 and entry_length in (16, 32) and pages >= 1, "MALFORMED", "KeySegment")
    need(max(entry_count, generation) < 1 << 63, "MALFORMED", "KeySegment.entry_count, generation")
    return SimpleNamespace(page_count=pages, entry_length=entry_length, entry_count=entry_count, segment_crc32c=crc), fields


def check_segment(source, segment, dataset_uuid=None):
    """A whole segment file, against its entry in the root; yields its entries."""
    found, head = segment_entry(source)
    need(all(value == getattr(segment, name) for name, value in vars(found).items()) and dataset_uuid in (None, head[6]),
         "NOT_AS_LISTED", "KeySegment")
    end, count = SEGMENT_HEAD.size + PAGE * segment.page_count, 0
    need(source.length >= end, "TRUNCATED", "KeySegment")
    need(source.length == end, "MALFORMED", "KeySegment")
    for number in range(segment.page_count):
        entries_ = page_entries(source.read(SEGMENT_HEAD.size + PAGE * number, PAGE), number, segment)
        count += len(entries_)
        yield from entries_
    need(count == segment.entry_count, "MALFORMED", "KeySegment.entry_count")


# ---- A dataset -------------------------------------------------------------------------------------------------------

class Dataset:
    """generation: an older one; without, what manifest.pcrm holds, or the newest where that is missing or damaged.

    name: a root under another name.
    """

    def __init__(self, place, generation=None, name=None):
        self.place = place
        if name:
            self._open(name)
            return
        try:
            self._open("manifest.pcrm" if generation is None else f"manifest-{generation}.pcrm")
        except (FileNotFoundError, PcrError) as error:
            if generation is not None or isinstance(error, PcrError) and error.code in ("UNSUPPORTED", "LIMIT_EXCEEDED"):
                raise
            newest = self._newest()
            if not newest:
                raise
            self._open(f"manifest-{newest}.pcrm")
            if self._exists(newest + 1):  # R-COMMIT-15: only now it is known to be settled
                self._open(f"manifest-{self._newest()}.pcrm")

    def _exists(self, generation):
        try:
            return self.place.get([(f"manifest-{generation}.pcrm", 0, 1)]) is not None
        except FileNotFoundError:
            return False

    def _newest(self):  # R-COMMIT-10
        if not self._exists(1):
            return 0
        there, missing = 1, 2
        while self._exists(missing):
            there, missing = missing, 2 * missing
        while missing - there > 1:
            middle = (there + missing) // 2
            there, missing = (middle, missing) if self._exists(middle) else (there, middle)
        return there

    def _open(self, name):
        place = self.place
        data = place.get([(name, 0, FIRST_READ)])[0]
        if len(data) >= HEAD.size and len(data) == FIRST_READ:
            length = HEAD.size + HEAD.unpack_from(data)[8]
            if length >= FIRST_READ:  # one byte more than it says shows a longer one
                data += place.get([(name, FIRST_READ, length + 1 - FIRST_READ)])[0]
        self.file = ManifestFile(Bytes(data), ROOT)
        self.root, self.generation, self.parts = self.file.root, self.file.generation, {}

    def part(self, index):
        if index not in self.parts:
            stated = self.root.parts[index]
            data = self.place.get([(stated.name.decode(), 0, stated.length + 1)])[0]
            need(len(data) == stated.length, "NOT_AS_LISTED", "ShardPart.length")
            part = ManifestFile(Bytes(data), PART)
            need(part.crc == stated.part_crc32c, "NOT_AS_LISTED", "ShardPart.part_crc32c")
            entries_ = part.shards
            need(len(entries_) == stated.shard_count and entries_[0].number == stated.first_shard_number
                 and sum(e.sample_count for e in entries_) == stated.sample_count, "MALFORMED", "ShardPart")
            need(all(len(e.prefix_lengths) == self.root.group_count + 1 for e in entries_ if e.variant == PCR), "MALFORMED", "prefix_lengths")
            following = [p.first_shard_number for p in self.root.parts[index + 1:index + 2]] + [e.number for e in self.file.shards[:1]]
            need(entries_[-1].number < min(following, default=self.root.next_shard_number), "MALFORMED", "shard_numbers")
            self.parts[index] = entries_
        return self.parts[index]

    def shards(self):
        """All entries, in the order of the dataset."""
        for index in range(len(self.root.parts)):
            yield from self.part(index)
        yield from self.file.shards

    def shard_of_number(self, number):
        """The entry with a shard number, or None."""
        table = self.file.shards
        if not table or number < table[0].number:
            index = bisect.bisect_right([part.first_shard_number for part in self.root.parts], number) - 1
            if index < 0:
                return None
            table = self.part(index)
        at = bisect.bisect_left([entry.number for entry in table], number)
        return table[at] if at < len(table) and table[at].number == number else None

    def open(self, entry, group=0):
        """The shard of an entry, from one read of its prefix."""
        data = self.place.get([(entry.name, 0, entry.prefix_lengths[group])])[0]
        shard = Shard(Bytes(data), whole=False, check_head=lambda shard: check_head_listed(shard, entry))
        check_listed(shard, entry, self.root)
        return shard

    def record(self, entry, ordinal, place=()):
        """The features of a record of a TFRECORD: one read by its place, else all of the file (R-KEYS-4)."""
        if place and place[1]:
            data = self.place.get([(entry.name, place[0], place[1])])[0]
            need(len(data) == place[1], "TRUNCATED", entry.name)
            data = decompress(data, COMPRESSIONS[entry.compression])[place[2]:]
            found = example(next(records(data), b""))
        else:
            data = self.place.get([(entry.name, 0, entry.total_length)])[0]
            found = example(list(records(decompress(data, COMPRESSIONS[entry.compression])))[ordinal])
        need("image/filename" in found, "MALFORMED", "image/filename")
        return found

    def find(self, key):
        """(entry, shard, ordinal, record) of a key, or None; a record where there is no shard with metadata.

        One round trip for pages, one for a part where the shard is in one, one for each candidate.
        """
        if not self.root.key_segments:
            return self._look_into_shards(key)
        hash_, segments = key_hash(key), self.root.key_segments
        numbers = [page_of(hash_, segment.page_count) for segment in segments]
        pages = self.place.get([(s.name.decode(), SEGMENT_HEAD.size + PAGE * n, PAGE) for s, n in zip(segments, numbers)])
        found = [e for page, n, s in zip(pages, numbers, segments) for e in page_entries(page, n, s) if e[0] == hash_]
        for _, number, ordinal, *place in found:
            entry = self.shard_of_number(number)
            if entry is None:
                continue  # R-KEYS-3
            need(ordinal < entry.sample_count, "MALFORMED", "KeyEntry.ordinal")
            if entry.variant == TFRECORD:
                record = self.record(entry, ordinal, place)
                if record["image/filename"][1][0].decode() == key:
                    return entry, None, ordinal, record
                continue
            shard = self.open(entry)
            if shard.keys[ordinal] == key:
                return entry, shard, ordinal, None
        return None

    def _look_into_shards(self, key):
        for entry in self.shards():
            if entry.variant == TFRECORD:
                data = self.place.get([(entry.name, 0, entry.total_length)])[0]
                for i, record in enumerate(map(example, records(decompress(data, COMPRESSIONS[entry.compression])))):
                    if record.get("image/filename") == (1, [key.encode()]):
                        return entry, None, i, record
            else:
                shard = self.open(entry)
                if key in shard.keys:
                    return entry, shard, shard.keys.index(key), None
        return None

    def sample(self, key, group):
        """The file of a sample at a fidelity "at most" (R-TFRECORD-8, R-LIQUID-5); its slices are one round trip."""
        found = self.find(key)
        if found is None:
            raise KeyError(key)
        entry, shard, i, record = found
        if record:
            return record["image/encoded"][1][0]
        jpeg = shard.meta.encodings[i] == PROGRESSIVE_JPEG
        wanted = [(g - 1) * shard.n + i for g in range(1, min(group, shard.group_count) + 1 if jpeg else 2)]
        slices = self.place.get([(entry.name, shard.starts[k], shard.meta.slice_lengths[k]) for k in wanted])
        for k, data in zip(wanted, slices):
            need(len(data) == shard.meta.slice_lengths[k] and crc32c(data) == shard.meta.slice_crc32c[k], "CHECKSUM_MISMATCH", "slice_crc32c")
        return b"".join(slices) + (b"\xFF\xD9" if jpeg else b"")
