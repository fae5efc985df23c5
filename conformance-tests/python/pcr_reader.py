"""A reader of PCR 1.0, written from spec/pcr-format.md alone and meant to be read beside it.

Opens shards and manifests from a path or an http(s) URL, checks everything that the specification demands,
rebuilds samples at any fidelity, reads columns, original files and TFRecord shards. Needs Python 3.9 and `zstandard`.

    shard = Shard(open_source("part-00000.pcr"))
    for i in range(shard.meta.sample_count):
        print(shard.keys[i], len(shard.sample(i, 3)))          # the whole JPEG at fidelity 3

or `python3 pcr_reader.py FILE [GROUP FOLDER]`: lists a shard or manifest, and writes each sample's file at a fidelity.
Beside it: pcr_blocks (section 3), pcr_sources (16), pcr_restore (8), pcr_tfrecord (10), pcr_probe (spec/vectors/README.md).
"""
import math, re, struct, sys
from types import SimpleNamespace
from pcr_blocks import MAX_METADATA, MAX_SLICE, FlatBuffer, crc32c, need, text, unzstd
from pcr_sources import open_source

# ---- The schemas, as lists of (name, type) ---------------------------------------------------------------------------
# "B H I Q q d": a number as in `struct`. ("B",): a vector of them. "text": a string. A list: a table. [a list]: a vector of tables.

TARGETS = [("metric", "B"), ("way", "B"), ("reconstruction", "B"), ("at", "text"), ("values", ("I",))]
COLUMN = [("name", "text"), ("type", "B"), ("placement", "B"), ("present", ("B",)), ("int64s", ("q",)),
          ("float64s", ("d",)), ("value_lengths", ("I",)), ("value_bytes", ("B",)), ("value_crc32c", ("I",))]
METADATA = [("sample_count", "I"), ("group_count", "H"), ("key_bytes", ("B",)), ("key_lengths", ("I",)),
            ("labels", ("q",)), ("widths", ("I",)), ("heights", ("I",)), ("color_classes", ("B",)),
            ("encodings", ("B",)), ("source_flags", ("I",)), ("source_lengths", ("Q",)), ("source_sha256", ("B",)),
            ("slice_lengths_low", ("H",)), ("slice_lengths_high", ("H",)), ("slice_crc32c", ("I",)),
            ("targets", TARGETS), ("columns", [COLUMN])]
RESTORE = [("kinds", ("B",)), ("record_lengths", ("I",)), ("frame_samples", ("I",)), ("frame_lengths", ("I",)),
           ("frame_crc32c", ("I",))]
QUALITY = [(name, "d") for name in ("mean_bytes", "ms_ssim_mean", "ms_ssim_p10", "ms_ssim_p1", "psnr", "decode_relative")]
CURVE = [("metric", "B"), ("reconstruction", "B"), ("at", "text"), ("points", [QUALITY])]
SHARD_ENTRY = [("name", "text"), ("variant", "B"), ("compression", "B"), ("shard_uuid", ("B",)), ("total_length", "Q"),
               ("sample_count", "I"), ("metadata_length", "I"), ("head_crc32c", "I"), ("prefix_lengths", ("Q",)),
               ("restore_length", "Q")]
MANIFEST = [("dataset_uuid", ("B",)), ("group_count", "H"), ("targets", TARGETS),
            ("class_names", [[("label", "q"), ("name", "text")]]), ("quality", [CURVE]),
            ("options", [[("name", "text"), ("value", "text")]]), ("shards", [SHARD_ENTRY])]


# ---- 6 Targets -------------------------------------------------------------------------------------------------------

def check_measure(table, code, name):
    need(table.metric == 1 and table.reconstruction in (0, 1), code, name + ".metric, reconstruction")
    size = re.fullmatch(r"(?:resize:([1-9][0-9]{0,4}),crop:([1-9][0-9]{0,4}))?", text(table.at, name + ".at"))
    need(size and (not table.at or int(size[2]) <= int(size[1]) <= 65535), code, name + ".at")


def check_targets(targets, group_count):
    check_measure(targets, "BAD_TARGETS", "GroupTargets")
    need(targets.way in (1, 2), "BAD_TARGETS", "GroupTargets.way")
    need(len(targets.values) == group_count - 1, "BAD_TARGETS", "GroupTargets.values")
    rising = [0, *targets.values, 1000000]
    need(all(a < b for a, b in zip(rising, rising[1:])), "BAD_TARGETS", "GroupTargets.values")


# ---- 4 Shard ---------------------------------------------------------------------------------------------------------

HEAD, REGION = struct.Struct("<8sBBBBIIIIIQ16sII"), struct.Struct("<BBHIQQ")
RULES = {1: (1, range(0, 1)), 2: (2, range(0, 256)), 3: (2, range(1, 65)), 4: (2, range(16, 21)), 5: (3, range(0, 1))}
METADATA_REGION, COLUMN_REGION, SCAN_GROUP, FORMAT, RESTORE_REGION = 1, 2, 3, 4, 5
PROGRESSIVE_JPEG, NO_LABEL = 1, -1 << 63
INLINE, EARLY, LATE = 0, 1, 2


def check_magic(source, magic, field):
    begin = source.read(0, min(8, source.length))
    need(magic.startswith(begin), "NOT_PCR", field)


class Shard:
    def __init__(self, source):
        self.source = source
        check_magic(source, b"\x8FPCR\r\n\x1A\n", "ShardHead.magic")
        head = source.read(0, 64)
        (_, major, self.minor, self.variant, reserved, self.writer_id, incompat, self.ro_compat_features,
         self.compat_features, region_count, self.total_length, self.uuid, metadata_length, crc) = HEAD.unpack(head)
        need(1 <= region_count <= 1024, "VALUE_OUT_OF_RANGE", "ShardHead.region_count")
        table = source.read(64, 24 * region_count)
        need(crc32c(head[:60] + table) == crc, "CHECKSUM_MISMATCH", "ShardHead.head_crc32c")
        need(major == 1, "UNSUPPORTED_VERSION", "ShardHead.major")
        need(incompat == 0, "UNSUPPORTED_FEATURE", "ShardHead.incompat_features")
        need(self.variant in (1, 2), "UNSUPPORTED_KIND", "ShardHead.variant")
        need(reserved == 0, "RESERVED_NOT_ZERO", "ShardHead.reserved")
        need(self.total_length < 1 << 63, "VALUE_OUT_OF_RANGE", "ShardHead.total_length")
        need(1 <= metadata_length <= 64 << 20, "VALUE_OUT_OF_RANGE", "ShardHead.metadata_length")
        self.regions, end = [], 64 + len(table)
        for kind, rule, number, region_crc, offset, length in REGION.iter_unpack(table):
            need(kind in RULES and rule == RULES[kind][0] and number in RULES[kind][1], "VALUE_OUT_OF_RANGE", "Region")
            need(rule != 2 or region_crc == 0, "RESERVED_NOT_ZERO", "Region.region_crc32c")
            need(max(offset, length) < 1 << 63, "VALUE_OUT_OF_RANGE", "Region.region_offset, region_length")
            need(offset == end, "LENGTH_MISMATCH", "Region.region_offset")
            end = offset + length
            self.regions.append(SimpleNamespace(kind=kind, number=number, crc=region_crc, offset=offset, length=length, end=end))
        need(end + 16 == self.total_length, "LENGTH_MISMATCH", "ShardHead.total_length")
        first = self.regions[0]
        need(first.kind == METADATA_REGION, "PRESENCE_MISMATCH", "Region.kind")
        need(first.length == metadata_length, "LENGTH_MISMATCH", "ShardHead.metadata_length")
        frame = source.read(first.offset, first.length)
        need(crc32c(frame) == first.crc, "CHECKSUM_MISMATCH", "Region.region_crc32c")
        self.meta = FlatBuffer(unzstd(frame, MAX_METADATA, "METADATA"), b"PCRM", METADATA).root
        self._check_metadata()
        self._check_regions()

    def _check_metadata(self):  # R-META-1 to 7
        meta, n, total = self.meta, self.meta.sample_count, self.meta.sample_count * self.meta.group_count
        need(1 <= meta.group_count <= 64, "VALUE_OUT_OF_RANGE", "group_count")
        lengths = {name: n for name in ("key_lengths", "widths", "heights", "color_classes", "encodings", "source_flags", "source_lengths")}
        lengths.update(slice_lengths_low=total, slice_lengths_high=total, slice_crc32c=total)
        lengths.update(labels=n if meta.labels else 0, source_sha256=32 * n if meta.source_sha256 else 0)
        for name, length in lengths.items():
            need(len(getattr(meta, name)) == length, "LENGTH_MISMATCH", name)
        need(all(1 <= length <= 65535 for length in meta.key_lengths), "VALUE_OUT_OF_RANGE", "key_lengths")
        self.keys = [text(key, "key") for key in cut(meta.key_bytes, meta.key_lengths, "key_bytes")]
        need(len(set(self.keys)) == n, "DUPLICATE", "key_bytes")
        self.labels = [None if label == NO_LABEL else label for label in meta.labels] or [None] * n
        for encoding, color, *sides in zip(meta.encodings, meta.color_classes, meta.widths, meta.heights):
            need(encoding in (1, 2, 16, 17, 18, 19, 20), "VALUE_OUT_OF_RANGE", "encodings")
            jpeg = encoding == PROGRESSIVE_JPEG
            need(1 <= color <= 4 if jpeg else color == 0, "VALUE_OUT_OF_RANGE", "color_classes")
            need(all(1 <= s <= 65535 if jpeg else s < 1 << 31 for s in sides), "VALUE_OUT_OF_RANGE", "widths, heights")
            need(encoding < 16 if self.variant == 1 else encoding >= 16, "VALUE_OUT_OF_RANGE", "encodings")
        need(all(length < 1 << 63 for length in meta.source_lengths), "VALUE_OUT_OF_RANGE", "source_lengths")
        need(self.variant == 1 or meta.group_count == 1, "VALUE_OUT_OF_RANGE", "group_count")
        need(all(high <= 0x7FFF for high in meta.slice_lengths_high), "VALUE_OUT_OF_RANGE", "slice_lengths_high")
        self.slice_lengths = [low + 65536 * high for low, high in zip(meta.slice_lengths_low, meta.slice_lengths_high)]
        for k, (length, crc) in enumerate(zip(self.slice_lengths, meta.slice_crc32c)):
            jpeg = meta.encodings[k % n] == PROGRESSIVE_JPEG
            need((length > 0 or k >= n) if jpeg else (length == 0 or k < n), "LENGTH_MISMATCH", "slice_lengths")
            need(length or crc == 0, "CHECKSUM_MISMATCH", "slice_crc32c")
        if meta.targets:
            need(self.variant == 1, "PRESENCE_MISMATCH", "targets")
            check_targets(meta.targets, meta.group_count)
        need(len(meta.columns) <= 256, "VALUE_OUT_OF_RANGE", "columns")
        need(len({column.name for column in meta.columns}) == len(meta.columns), "DUPLICATE", "Column.name")
        for column in meta.columns:
            check_column(column, n)

    def _check_regions(self):  # R-REGION-4 and 5: what the metadata demands is what the table has
        meta, n, expected = self.meta, self.meta.sample_count, [(METADATA_REGION, 0, self.regions[0].length)]
        columns = [(COLUMN_REGION, i, sum(c.value_lengths), c.placement) for i, c in enumerate(meta.columns)]
        expected += [column[:3] for column in columns if column[3] == EARLY]
        if self.variant == 1:
            expected += [(SCAN_GROUP, g, sum(self.slice_lengths[(g - 1) * n:g * n])) for g in range(1, meta.group_count + 1)]
        else:
            expected += [(FORMAT, e, sum(length for length, encoding in zip(self.slice_lengths, meta.encodings) if encoding == e))
                         for e in sorted(set(meta.encodings))]
        self.data_regions = len(expected)  # the regions of prefix_length(G)
        expected += [column[:3] for column in columns if column[3] == LATE]
        found = [(r.kind, r.number, r.length) for r in self.regions]
        if found[-1][0] == RESTORE_REGION:
            expected.append(found[-1])
        need([e[:2] for e in expected] == [f[:2] for f in found], "PRESENCE_MISMATCH", "Region.kind, number")
        need(expected == found, "LENGTH_MISMATCH", "Region.region_length")
        self.starts, ends = [], {(r.kind, r.number): r.offset for r in self.regions}
        for k, length in enumerate(self.slice_lengths):  # section 4.6
            region = (SCAN_GROUP, k // n + 1) if self.variant == 1 else (FORMAT, meta.encodings[k])
            self.starts.append(ends[region])
            ends[region] += length

    def prefix_length(self, group):
        ends = [region.end for region in self.regions[:self.data_regions]]
        return ends[0] if group == 0 else ends[-1 - self.meta.group_count + group] if self.variant == 1 else ends[-1]

    def check_trailer(self):  # R-TRAILER-1, for whoever has the whole file
        length, magic = struct.unpack("<Q8s", self.source.read(self.total_length - 16, 16))
        need(self.source.length == self.total_length, "LENGTH_MISMATCH", "length of the file")
        need(magic == b"\x8Fpcr\r\n\x1A\n", "VALUE_OUT_OF_RANGE", "Trailer.trailer_magic")
        need(length == self.total_length, "LENGTH_MISMATCH", "Trailer.total_length")

    def slice(self, group, i):
        k = (group - 1) * self.meta.sample_count + i
        need(self.slice_lengths[k] <= MAX_SLICE, "LIMIT_EXCEEDED", "slice_lengths")
        data = self.source.read(self.starts[k], self.slice_lengths[k])
        need(crc32c(data) == self.meta.slice_crc32c[k], "CHECKSUM_MISMATCH", "slice_crc32c")
        return data

    def fidelities(self, i, group):
        """The file of sample i at each fidelity up to `group`, until a slice is damaged."""
        jpeg, data = self.meta.encodings[i] == PROGRESSIVE_JPEG, b""
        for g in range(1, group + 1):
            data += self.slice(g, i) if jpeg or g == 1 else b""
            yield data + b"\xFF\xD9" if jpeg else data

    def sample(self, i, group):
        return list(self.fidelities(i, group))[-1]

    def column(self, index):
        """The values of a column: numbers, bytes or text, and None where a sample has none."""
        column, n = self.meta.columns[index], self.meta.sample_count
        if column.type in (1, 2):
            values = column.int64s or column.float64s
        elif column.placement == INLINE:
            values = cut(column.value_bytes, column.value_lengths, "value_bytes")
        else:
            at = next(r for r in self.regions if (r.kind, r.number) == (COLUMN_REGION, index)).offset
            values = []
            for length, crc in zip(column.value_lengths, column.value_crc32c):
                need(length <= MAX_SLICE, "LIMIT_EXCEEDED", "value_lengths")
                values.append(self.source.read(at, length))
                need(crc32c(values[-1]) == crc, "CHECKSUM_MISMATCH", "value_crc32c")
                at += length
        if column.type == 4:
            values = [text(value, "value_bytes") for value in values]
        return [value if is_present(column, i) else None for i, value in enumerate(values)]


# ---- 7 Columns -------------------------------------------------------------------------------------------------------

def is_present(column, i):
    return not column.present or column.present[i // 8] >> i % 8 & 1


def cut(data, lengths, field):
    need(sum(lengths) == len(data), "LENGTH_MISMATCH", field)
    ends, at = [], 0
    for length in lengths:
        ends.append(data[at:at + length])
        at += length
    return ends


def check_column(column, n):
    name = text(column.name, "Column.name")
    need(1 <= len(column.name) <= 255, "VALUE_OUT_OF_RANGE", "Column.name")
    kind, placement = column.type, column.placement
    need(1 <= kind <= 4 and placement <= (LATE if kind > 2 else INLINE), "VALUE_OUT_OF_RANGE", name + " type, placement")
    lengths = dict(int64s=n * (kind == 1), float64s=n * (kind == 2), value_lengths=n * (kind > 2),
                   value_bytes=sum(column.value_lengths) if kind > 2 and placement == INLINE else 0,
                   value_crc32c=n * (placement != INLINE), present=(n + 7) // 8 if column.present else 0)
    for vector, length in lengths.items():
        need(len(getattr(column, vector)) == length, "LENGTH_MISMATCH", f"{name} {vector}")
    need(not column.present or n % 8 == 0 or column.present[-1] >> n % 8 == 0, "RESERVED_NOT_ZERO", name + " present")
    bits = [struct.pack("<d", x) != bytes(8) for x in column.float64s] or column.int64s or column.value_lengths
    need(all(is_present(column, i) or not value for i, value in enumerate(bits)), "PRESENCE_MISMATCH", name + " present")
    need(all(length < 1 << 31 for length in column.value_lengths), "VALUE_OUT_OF_RANGE", name + " value_lengths")
    need(all(length or not crc for length, crc in zip(column.value_lengths, column.value_crc32c)),
         "CHECKSUM_MISMATCH", name + " value_crc32c")
    if kind == 4 and placement == INLINE:
        for value in cut(column.value_bytes, column.value_lengths, "value_bytes"):
            text(value, name + " value_bytes")


# ---- 11 Manifest -----------------------------------------------------------------------------------------------------

MANIFEST_HEAD = struct.Struct("<8sBBHIIIQII")


class Manifest:
    def __init__(self, source):
        check_magic(source, b"\x8FPCM\r\n\x1A\n", "ManifestHead.magic")
        head = source.read(0, 40)
        (_, major, self.minor, reserved, incompat, self.ro_compat_features, self.compat_features, self.generation,
         payload_length, crc) = MANIFEST_HEAD.unpack(head)
        need(1 <= payload_length <= 64 << 20, "VALUE_OUT_OF_RANGE", "ManifestHead.payload_length")
        payload = source.read(40, payload_length)
        need(source.length == 40 + payload_length, "LENGTH_MISMATCH", "ManifestHead.payload_length")
        need(crc32c(head[:36] + payload) == crc, "CHECKSUM_MISMATCH", "ManifestHead.manifest_crc32c")
        need(major == 1, "UNSUPPORTED_VERSION", "ManifestHead.major")
        need(incompat == 0, "UNSUPPORTED_FEATURE", "ManifestHead.incompat_features")
        need(reserved == 0, "RESERVED_NOT_ZERO", "ManifestHead.reserved")
        need(1 <= self.generation < 1 << 63, "VALUE_OUT_OF_RANGE", "ManifestHead.generation")
        self.root = FlatBuffer(unzstd(payload, MAX_METADATA, "payload"), b"PCRI", MANIFEST).root
        self._check()

    def _check(self):  # R-MANIFEST-3 to 7
        root = self.root
        need(len(root.dataset_uuid) == 16, "LENGTH_MISMATCH", "dataset_uuid")
        need(1 <= root.group_count <= 64, "VALUE_OUT_OF_RANGE", "group_count")
        if root.targets:
            check_targets(root.targets, root.group_count)
        labels = [c.label for c in root.class_names]
        need(labels == sorted(set(labels)), "DUPLICATE", "ClassName.label")
        for name in [c.name for c in root.class_names] + [o.value for o in root.options]:
            text(name, "ClassName.name, CreationOption.value")
        need(all(1 <= len(c.name) <= 65535 for c in root.class_names), "VALUE_OUT_OF_RANGE", "ClassName.name")
        options = [text(o.name, "CreationOption.name") for o in root.options]
        need(len(set(options)) == len(options), "DUPLICATE", "CreationOption.name")
        need(len(root.quality) <= 16, "VALUE_OUT_OF_RANGE", "quality")
        for curve in root.quality:
            check_measure(curve, "VALUE_OUT_OF_RANGE", "MeasuredCurve")
            need(len(curve.points) == root.group_count, "LENGTH_MISMATCH", "MeasuredCurve.points")
        measures = [(curve.metric, curve.reconstruction, bytes(curve.at)) for curve in root.quality]
        need(measures == sorted(set(measures)), "DUPLICATE", "quality")
        for point in [point for curve in root.quality for point in curve.points]:
            need(all(x >= 0 for x in vars(point).values()), "VALUE_OUT_OF_RANGE", "QualityPoint")  # not-a-number is not >= 0
            need(max(point.ms_ssim_mean, point.ms_ssim_p10, point.ms_ssim_p1) <= 1 and point.mean_bytes < math.inf > point.decode_relative,
                 "VALUE_OUT_OF_RANGE", "QualityPoint")
        names = [shard.name for shard in root.shards]
        need(len(set(names)) == len(names), "DUPLICATE", "ShardEntry.name")
        for shard in root.shards:
            self._check_shard(shard)

    def _check_shard(self, shard):
        name, container = text(shard.name, "ShardEntry.name"), shard.variant != 3
        need(1 <= len(shard.name) <= 255 and name[0] != "." and not re.search(r"[/\\\x00-\x1F\x7F]", name),
             "VALUE_OUT_OF_RANGE", "ShardEntry.name")
        need(1 <= shard.variant <= 3, "VALUE_OUT_OF_RANGE", "ShardEntry.variant")
        need(shard.compression <= (0 if container else 3), "VALUE_OUT_OF_RANGE", "ShardEntry.compression")
        need(len(shard.shard_uuid) == 16, "LENGTH_MISMATCH", "ShardEntry.shard_uuid")
        need(max(shard.total_length, shard.restore_length, *shard.prefix_lengths) < 1 << 63 and shard.sample_count < 1 << 31,
             "VALUE_OUT_OF_RANGE", "ShardEntry")
        lengths = shard.prefix_lengths
        if container:
            need(len(lengths) == (2 if shard.variant == 2 else self.root.group_count + 1), "LENGTH_MISMATCH", "prefix_lengths")
            need(1 <= shard.metadata_length <= 64 << 20, "VALUE_OUT_OF_RANGE", "ShardEntry.metadata_length")
            need(list(lengths) == sorted(lengths) and lengths[0] >= 88 + shard.metadata_length
                 and lengths[-1] + shard.restore_length + 16 <= shard.total_length, "LENGTH_MISMATCH", "prefix_lengths")
        else:
            need(not (lengths or shard.metadata_length or shard.head_crc32c or shard.restore_length), "VALUE_OUT_OF_RANGE", "ShardEntry")


# ---- From the command line -------------------------------------------------------------------------------------------

def main(name, group=0, folder=None):
    source = open_source(name)
    if source.read(0, min(4, source.length)) == b"\x8FPCM":
        for shard in Manifest(source).root.shards:
            print(shard.name.decode(), shard.sample_count, "samples,", shard.total_length, "bytes, prefixes", list(shard.prefix_lengths))
        return
    shard = Shard(source)
    source.read(0, shard.prefix_length(int(group)))  # the one read that fidelity `group` takes
    for i, key in enumerate(shard.keys):
        print(i, repr(key), shard.labels[i], f"{shard.meta.widths[i]}x{shard.meta.heights[i]}")
        if folder:  # by number: keys are data, never paths
            with open(f"{folder}/{i:06}", "wb") as out:
                out.write(shard.sample(i, int(group)))


if __name__ == "__main__":
    main(*sys.argv[1:])
