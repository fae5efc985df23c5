"""A small writer of PCR 2 for tests, written from spec/pcr-format.md alone. It makes no JPEGs and proves no pictures.

It builds shards (PCR and Liquid, with columns, restore data and copy), manifests with parts, segments of the index of keys,
TFRecords, and publishes them in a folder by the commit of section 14.2.
"""
import hashlib, io, os, secrets, struct
from types import SimpleNamespace
import zstandard
from pcr_blocks import crc32c
from pcr_dataset import (COLUMN_SPEC, ENTRY, HEAD as MANIFEST_HEAD, MAGIC, MANIFEST, PAGE, PAGE_HEAD, PART, ROOT, SEGMENT_HEAD,
                         SEGMENT_MAGIC, SHARD_TABLE, TFRECORD, Dataset, FolderPlace, check_segment, Bytes, key_hash, page_of)
from pcr_reader import (BOOL, BYTES, EARLY, ELEMENT, FIXED, FLOAT32, FLOAT64, HEAD, INLINE, INT64, LATE, LIQUID, METADATA, PCR,
                        PROGRESSIVE_JPEG, REGION, SCALAR, SHARD_MAGIC, STRING, TRAILER, TRAILER_MAGIC)
from pcr_restore import NONE, ORIGINAL, RESTORE, SAME
from pcr_tfrecord import EXACT, masked


# ---- 3 Building blocks -----------------------------------------------------------------------------------------------

def zstd(data, level=19, window_log=None):
    if window_log:
        parameters = zstandard.ZstdCompressionParameters.from_level(level, source_size=len(data), window_log=window_log, write_checksum=0)
        return zstandard.ZstdCompressor(compression_params=parameters).compress(data)
    return zstandard.ZstdCompressor(level=level, write_checksum=False).compress(data)


def flatbuffer(identifier, schema, values):
    """A FlatBuffer of nested dicts, by the reader's schemas."""
    out = bytearray(8)

    def pad(size, ahead=0):
        out.extend(bytes(-(len(out) + ahead) % size))

    def vector(kind, value):
        if kind == "text":
            kind, value = ("B",), value.encode() if isinstance(value, str) else value
            pad(4)
            at = len(out)
            out.extend(struct.pack("<I", len(value)) + value + b"\0")
            return at
        if isinstance(kind, list):
            pad(4)
            at = len(out)
            out.extend(struct.pack("<I", len(value)) + bytes(4 * len(value)))
            for i, element in enumerate(value):
                place = at + 4 + 4 * i
                target = table(kind[0], element)
                struct.pack_into("<I", out, place, target - place)
            return at
        pad(max(4, struct.calcsize(kind[0])), 4)
        at = len(out)
        out.extend(struct.pack("<I", len(value)))
        out.extend(value if kind[0] == "B" else struct.pack(f"<{len(value)}{kind[0]}", *value))
        return at

    def table(schema, values):
        assert set(values) <= {name for name, _ in schema}, set(values) - {name for name, _ in schema}
        slots, size, later, widest = [], 4, [], 4
        for name, kind in schema:
            value, number = values.get(name), isinstance(kind, str) and kind in "BHIQqd"
            slots.append(0)
            if value is None or not number and not isinstance(value, dict) and len(value) == 0:
                continue
            width = struct.calcsize(kind) if number else 4
            size, widest = size + -size % width, max(widest, width)
            slots[-1] = size
            later.append((size, kind, value))
            size += width
        while slots and slots[-1] == 0:
            slots.pop()
        pad(4)
        vtable = len(out)
        out.extend(struct.pack(f"<HH{len(slots)}H", 4 + 2 * len(slots), size, *slots))
        pad(widest)
        at = len(out)
        out.extend(struct.pack("<i", at - vtable) + bytes(size - 4))
        for offset, kind, value in later:
            if isinstance(kind, str) and kind in "BHIQqd":
                struct.pack_into("<" + kind, out, at + offset, value)
            else:
                target = table(kind, value) if isinstance(value, dict) else vector(kind, value)
                struct.pack_into("<I", out, at + offset, target - at - offset)
        return at

    root = table(schema, values)
    struct.pack_into("<I4s", out, 0, root, identifier)
    return bytes(out)


def presence(values):
    if all(value is not None for value in values):
        return b""
    bits = bytearray((len(values) + 7) // 8)
    for i, value in enumerate(values):
        bits[i // 8] |= (value is not None) << i % 8
    return bytes(bits)


# ---- 9 Columns -------------------------------------------------------------------------------------------------------

def column(name, kind, values, shape=SCALAR, list_length=0, placement=INLINE):
    return SimpleNamespace(name=name, type=kind, shape=shape, list_length=list_length, placement=placement, values=values)


def value_bytes(c, value):
    if value is None:
        return b""
    elements = [value] if c.shape == SCALAR else value
    if c.type in ELEMENT:
        return struct.pack(f"<{len(elements)}{ELEMENT[c.type]}", *elements)
    elements = [e.encode() if c.type == STRING else e for e in elements]
    return elements[0] if c.shape == SCALAR else b"".join(struct.pack("<I", len(e)) + e for e in elements)


def column_table(c):
    rows = [value_bytes(c, value) for value in c.values]
    table = dict(name=c.name, type=c.type, shape=c.shape, list_length=c.list_length, placement=c.placement, present=presence(c.values))
    if c.type not in ELEMENT or c.shape == 2:
        table["value_lengths"] = [len(row) for row in rows]
    if c.placement == INLINE:
        table["value_bytes"] = b"".join(rows)
    else:
        table["value_crc32c"] = [crc32c(row) if row else 0 for row in rows]
    return table, b"".join(rows)


# ---- 4, 7, 10 and 11 Shards ------------------------------------------------------------------------------------------

def sample(key, slices, label=None, width=16, height=16, color=2, encoding=PROGRESSIVE_JPEG, flags=0, original=None, keep=SAME, source_length=None,
           record=None):
    """slices: one for each group; of other encodings the file as the first. original: the source's bytes. record: where that is not the record."""
    return SimpleNamespace(**locals())


def restore_region(samples, change=lambda values: None, compress=zstd, limit=1 << 20):
    records = [s.record if s.record is not None else s.original if s.keep == ORIGINAL else b"" for s in samples]
    groups, size = [], 0
    for record in records:  # R-RESTORE-8
        if not groups or (record and size and size + len(record) > limit):
            groups.append([])
            size = 0
        groups[-1].append(record)
        size += len(record)
    frames = [compress(b"".join(group)) for group in groups]
    hashes = b"".join(hashlib.sha256(s.original).digest() for s in samples) if all(s.original is not None for s in samples) else b""
    values = dict(
        kinds=bytes(s.keep for s in samples), record_lengths=[len(r) for r in records], frame_samples=[len(g) for g in groups],
        frame_lengths=[len(f) for f in frames], frame_crc32c=[crc32c(f) for f in frames], source_sha256=hashes)
    change(values)
    directory = compress(flatbuffer(b"PCRR", RESTORE, values))
    head = struct.pack("<I", len(directory)) + directory
    return head, b"".join(frames)


def metadata(samples, group_count, columns=(), targets=None, change=lambda values: None):
    """change: alters what is written, to make files that break a rule."""
    rows = range(group_count)
    labels = [s.label for s in samples]
    some = any(label is not None for label in labels)
    slices = [s.slices[g] if g < len(s.slices) else b"" for g in rows for s in samples]
    values = dict(
        key_bytes="".join(s.key for s in samples).encode(), key_lengths=[len(s.key.encode()) for s in samples],
        labels=[label or 0 for label in labels] if some else (), labels_present=presence(labels) if some else b"",
        widths=[s.width for s in samples], heights=[s.height for s in samples],
        color_classes=bytes(s.color if s.encoding == PROGRESSIVE_JPEG else 0 for s in samples), encodings=bytes(s.encoding for s in samples),
        source_flags=[s.flags for s in samples],
        source_lengths=[len(s.original) if s.original is not None else s.source_length or 0 for s in samples],
        slice_lengths=[len(x) for x in slices], slice_crc32c=[crc32c(x) if x else 0 for x in slices],
        targets=targets, columns=[column_table(c)[0] for c in columns])
    change(values)
    return flatbuffer(b"PCRM", METADATA, values)


def shard(samples, group_count=1, columns=(), targets=None, restore=True, variant=PCR, writer_id=0, compress=zstd,
          change=lambda values: None, change_directory=lambda values: None, flat_of=lambda flat: flat, restore_of=restore_region, compress_rest=None):
    """(bytes of the shard, what its entry in the manifest says). flat_of: alters the FlatBuffer of the metadata."""
    flat = flat_of(metadata(samples, group_count, columns, targets, change))
    frame = compress(flat)
    regions = [(1, 0, crc32c(frame), frame)]
    stored = [(2, i, 0, column_table(c)[1], c.placement) for i, c in enumerate(columns) if c.placement != INLINE]
    regions += [region[:4] for region in stored if region[4] == EARLY]
    if variant == PCR:
        regions += [(3, g + 1, 0, b"".join(s.slices[g] for s in samples if g < len(s.slices))) for g in range(group_count)]
    else:
        regions += [(4, e, 0, b"".join(s.slices[0] for s in samples if s.encoding == e)) for e in sorted({s.encoding for s in samples})]
    last_data = len(regions)
    regions += [region[:4] for region in stored if region[4] == LATE]
    directory_length = restore_length = 0
    if restore:
        head, frames = restore_of(samples, change_directory, compress_rest or compress)
        directory_length, restore_length = len(head) - 4, len(head) + len(frames)
        regions.append((5, 0, crc32c(head), head + frames))
    at, table, prefixes = 64 + 24 * len(regions), b"", []
    front = at + len(frame)
    for index, (kind, number, crc, data) in enumerate(regions):
        table += REGION.pack(kind, 0, number, crc, at, len(data))
        at += len(data)
        if kind in (1, 3) or variant == LIQUID and index == last_data - 1:
            prefixes.append(at)
    if variant == LIQUID and len(prefixes) < 2:
        prefixes.append(prefixes[0])
    digest = bytearray(hashlib.sha256(table + flat).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
    total = at + front + TRAILER.size
    head = HEAD.pack(SHARD_MAGIC, 2, variant, 0, writer_id, 0, 0, 0, len(regions), total, bytes(digest), len(samples), 0)[:60]
    head += struct.pack("<I", crc32c(head + table))
    copy = head + table + frame
    trailer = struct.pack("<QI", total, front)
    data = copy + b"".join(r[3] for r in regions[1:]) + copy + trailer + struct.pack("<I8s", crc32c(trailer), TRAILER_MAGIC)
    assert len(data) == total
    entry = dict(variant=variant, compression=0, shard_uuid=bytes(digest), total_length=total, sample_count=len(samples),
                 head_crc32c=struct.unpack("<I", head[60:])[0], prefix_lengths=prefixes, restore_length=restore_length,
                 restore_directory_length=directory_length, source_bytes=sum(len(s.original or b"") for s in samples),
                 restorable_samples=sum(s.keep != NONE for s in samples) if restore else 0)
    return data, entry


# ---- Annex A: TFRecord -----------------------------------------------------------------------------------------------

def _varint(n):
    n, out = n & 0xFFFFFFFFFFFFFFFF, b""
    while n > 0x7F:
        out, n = out + bytes([n & 0x7F | 0x80]), n >> 7
    return out + bytes([n])


def _message(number, data):
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def feature(kind, values):
    if kind in (INT64, BOOL):
        return _message(3, _message(1, b"".join(_varint(int(v)) for v in values)))
    if kind in (FLOAT32, FLOAT64):
        return _message(2, _message(1, struct.pack(f"<{len(values)}f", *values)))
    return _message(1, b"".join(_message(1, v.encode() if isinstance(v, str) else v) for v in values))


def example(features):
    """{name: (column type, list)}"""
    entries = [_message(1, _message(1, name.encode()) + _message(2, feature(*features[name]))) for name in sorted(features, key=str.encode)]
    return _message(1, b"".join(entries))


def example_of(key, image, label, columns, i):
    features = {"image/encoded": (BYTES, [image]), "image/filename": (STRING, [key])}
    if label is not None:
        features["image/class/label"] = (INT64, [label])
    for c in columns:
        value = c.values[i]
        value = [value] if c.shape == SCALAR and value is not None else value
        if value:
            features[c.name] = (c.type, value)
            if c.type == FLOAT64 and struct.pack(f"<{len(value)}f", *value) and [struct.unpack("<f", struct.pack("<f", v))[0] for v in value] != value:
                features[c.name + EXACT] = (BYTES, [struct.pack(f"<{len(value)}d", *value)])
    return example(features)


def tfrecord_record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked(crc32c(length))) + data + struct.pack("<I", masked(crc32c(data)))


def tfrecord_shard(records, compression=0, frame_bytes=1 << 20, compress=zstd):
    """(bytes, entry, place of each record) of NONE (0) or ZSTD (3)."""
    framed, places, out = [tfrecord_record(r) for r in records], [], b""
    if compression == 0:
        for record in framed:
            places.append((len(out), len(record), 0))
            out += record
    else:
        frame, first = b"", []
        for i, record in enumerate(framed):
            first.append(len(frame))
            frame += record
            if len(frame) >= frame_bytes or i == len(framed) - 1:
                packed = compress(frame)
                places += [(len(out), len(packed), at) for at in first]
                out, frame, first = out + packed, b"", []
    digest = bytearray(hashlib.sha256(out).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
    entry = dict(variant=TFRECORD, compression=compression, shard_uuid=bytes(digest), total_length=len(out), sample_count=len(records),
                 head_crc32c=0, prefix_lengths=[], restore_length=0, restore_directory_length=0, source_bytes=0, restorable_samples=len(records))
    return out, entry, places


# ---- 12 Manifest -----------------------------------------------------------------------------------------------------

PLURAL = [("variants", "variant"), ("compressions", "compression"), ("total_lengths", "total_length"), ("sample_counts", "sample_count"),
          ("head_crc32c", "head_crc32c"), ("restore_lengths", "restore_length"), ("restore_directory_lengths", "restore_directory_length"),
          ("source_bytes", "source_bytes"), ("restorable_samples", "restorable_samples"), ("shard_numbers", "number")]


def shard_table(entries):
    """entries: dicts as `shard` gives them, with `name` and `number`."""
    table = {plural: [e[single] for e in entries] for plural, single in PLURAL}
    table.update(variants=bytes(table["variants"]), compressions=bytes(table["compressions"]),
                 name_bytes="".join(e["name"] for e in entries).encode(), name_lengths=bytes(len(e["name"]) for e in entries),
                 shard_uuids=b"".join(e["shard_uuid"] for e in entries), prefix_lengths=[p for e in entries for p in e["prefix_lengths"]])
    return table


def manifest_file(kind, generation, values, incompat=0, ro_compat=0, compat=0, compress=zstd, flat_of=lambda flat: flat):
    identifier, schema = (b"PCRI", MANIFEST) if kind == ROOT else (b"PCRT", SHARD_TABLE)
    payload = compress(flat_of(flatbuffer(identifier, schema, values)))
    head = MANIFEST_HEAD.pack(MAGIC, 2, kind, 0, incompat, ro_compat, compat, generation, len(payload), 0)[:36]
    return head + struct.pack("<I", crc32c(head + payload)) + payload


def part_file(name, generation, entries, compress=zstd):
    """(bytes, entry in the root)."""
    data = manifest_file(PART, generation, shard_table(entries), compress=compress)
    return data, dict(name=name, length=len(data), part_crc32c=struct.unpack_from("<I", data, 36)[0], shard_count=len(entries),
                      first_shard_number=entries[0]["number"], sample_count=sum(e["sample_count"] for e in entries))


# ---- 13 Index of keys ------------------------------------------------------------------------------------------------

def key_segment(name, entries, dataset_uuid, generation, number):
    """(bytes, entry in the root). entries: (hash, shard number, ordinal) or with place (offset, length, record offset)."""
    entry_length = 32 if any(len(e) > 3 and e[4] for e in entries) else 16  # R-KEYS-6
    width, capacity, load = (3, 1023, 850) if entry_length == 16 else (6, 511, 400)
    entries = sorted(((*e, 0, 0, 0)[:width]) for e in entries)
    pages = max(1, -(-len(entries) // load))
    while True:
        counts = [0] * pages
        for e in entries:
            counts[page_of(e[0], pages)] += 1
        if max(counts) <= capacity:
            break
        pages += pages // 8 + 1
    head = SEGMENT_HEAD.pack(SEGMENT_MAGIC, 2, 0, entry_length, pages, len(entries), dataset_uuid, generation, number, 0, 0)[:60]
    crc = crc32c(head)
    out, at = [head + struct.pack("<I", crc)], 0
    for page, count in enumerate(counts):
        body = struct.pack("<III", crc, page, count) + b"".join(ENTRY[entry_length].pack(*e) for e in entries[at:at + count])
        body = body.ljust(PAGE - 4, b"\0")
        out.append(struct.pack("<I", crc32c(body)) + body)
        at += count
    return b"".join(out), dict(name=name, page_count=pages, entry_length=entry_length, entry_count=len(entries), segment_crc32c=crc)


# ---- 14 A dataset in a folder ----------------------------------------------------------------------------------------

class Publisher:
    """Adds shards to the dataset in a folder. `link` may be replaced, to lose answers."""

    def __init__(self, folder, group_count=1, dataset_uuid=None, part_shards=4096, columns=(), link=os.link):
        self.folder, self.link, self.part_shards = folder, link, part_shards
        self.facts = dict(group_count=group_count, dataset_uuid=dataset_uuid or secrets.token_bytes(16),
                          columns=[dict(name=c.name, type=c.type, shape=c.shape, list_length=c.list_length) for c in columns])

    def path(self, name):
        return os.path.join(self.folder, name)

    def complete(self, data):
        """A complete, forced file under another name."""
        path = self.path(f".{secrets.token_hex(8)}.pcr-tmp")
        with open(path, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return path

    def create(self, name, data):
        """Creates a file whole, or raises FileExistsError."""
        temporary = self.complete(data)
        try:
            self.link(temporary, self.path(name))
        finally:
            os.unlink(temporary)
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def create_free(self, pattern, make):
        """R-COMMIT-7: the first i whose name is free. make(name, i) gives the bytes and what the root says."""
        i = 0
        while True:
            name = pattern.format(i)
            data, stated = make(name, i)
            try:
                self.create(name, data)
                return stated
            except FileExistsError:
                i += 1

    def newest(self):
        """R-COMMIT-8 (1) and (2): the newest generation, or None."""
        try:
            known = Dataset(FolderPlace(self.folder)).generation
        except FileNotFoundError:
            known = 0
        n = known
        while os.path.exists(self.path(f"manifest-{n + 1}.pcrm")):
            n += 1
        if n > known:
            self.mend(n)
        return Dataset(FolderPlace(self.folder), n) if n else None

    def mend(self, n):
        """R-COMMIT-8 (6)."""
        while True:
            with open(self.path(f"manifest-{n}.pcrm"), "rb") as file:
                os.rename(self.complete(file.read()), self.path("manifest.pcrm"))
            if not os.path.exists(self.path(f"manifest-{n + 1}.pcrm")):
                return
            n += 1

    def add(self, shards, with_keys=True):
        """shards: (name, bytes, entry, keys, places or None). Returns the generation that has them."""
        for name, data, *_ in shards:
            self.create(name, data)
        while True:
            base = self.newest()
            generation = base.generation + 1 if base else 1
            root, commit_id = self.root(base, generation, shards, with_keys)
            try:
                self.create(f"manifest-{generation}.pcrm", root)
            except OSError:  # taken, or no answer: R-COMMIT-9
                try:
                    found = Dataset(FolderPlace(self.folder), generation)
                except FileNotFoundError:
                    continue
                if found.root.commit_id != commit_id:
                    continue
            self.mend(generation)
            return generation

    def root(self, base, generation, shards, with_keys):
        old, commit_id = base.root if base else None, secrets.token_bytes(16)
        first = old.next_shard_number if old else 0
        uuid = old.dataset_uuid if old else self.facts["dataset_uuid"]
        new = [dict(entry, name=name, number=first + k) for k, (name, _, entry, _, _) in enumerate(shards)]
        tail = ([vars(e) | {"shard_uuid": e.uuid} for e in base.file.shards] if base else []) + new
        parts = [vars(part) for part in old.parts] if old else []
        while len(tail) > self.part_shards:  # the root's own shards become a part
            taken, tail = tail[:65536], tail[65536:]
            parts.append(self.create_free(f"shards-{generation}-{{}}.pcrp", lambda name, i: part_file(name, generation, taken)))
        segments = [vars(s) for s in old.key_segments] if old else []
        if with_keys and (segments or not base):
            entries = [(key_hash(key), first + k, i) + (tuple(places[i]) if places else ())
                       for k, (_, _, _, keys, places) in enumerate(shards) for i, key in enumerate(keys)]
            while segments and (segments[-1]["entry_count"] < 2 * len(entries) or len(segments) == 8):  # R-KEYS-5
                entries += self.taken_up(base, segments.pop())
            segments.append(self.create_free(f"keys-{generation}-{{}}.pcrk",
                                             lambda name, i: key_segment(name, entries, uuid, generation, i)))
        else:
            segments = []
        return manifest_file(ROOT, generation, self.facts | dict(
            dataset_uuid=uuid, commit_id=commit_id, parent_generation=base.generation if base else 0,
            next_shard_number=first + len(new), parts=parts, shards=shard_table(tail) if tail else None, key_segments=segments)), commit_id

    def taken_up(self, base, segment):
        with open(self.path(segment["name"].decode() if isinstance(segment["name"], bytes) else segment["name"]), "rb") as file:
            data = file.read()
        found = check_segment(Bytes(data), SimpleNamespace(**segment), base.root.dataset_uuid)
        return [e for e in found if base.shard_of_number(e[1]) is not None]
