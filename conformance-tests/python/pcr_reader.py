"""A reader of PCR 2 at level FULL, written from spec/pcr-format.md alone and meant to be read beside it.

Opens shards from a path or an http(s) URL, checks everything that the specification demands, rebuilds samples at any
fidelity, reads columns and original files. Needs Python 3.9 and `zstandard`.

    shard = Shard(open_source("part-00000.pcr"))
    for i in range(shard.n):
        print(shard.keys[i], len(shard.sample(i, 3)))          # the whole JPEG at fidelity 3

or `python3 pcr_reader.py FILE [GROUP FOLDER]`: lists a shard or manifest, and writes each sample's file at a fidelity.
Beside it: pcr_blocks (section 3), pcr_sources (6.1), pcr_restore (10), pcr_dataset (12 and 13), pcr_tfrecord (annex A),
pcr_probe (spec/vectors/README.md), and pcr_prefix: all that a reader at level PREFIX is, in one file.
"""
import re, struct, sys
from types import SimpleNamespace
from pcr_blocks import MAX_METADATA, MAX_SLICE, FlatBuffer, PcrError, check_magic, check_presence, crc32c, cut, need, text, unzstd
from pcr_sources import open_source

# ---- The schemas, as lists of (name, type) ---------------------------------------------------------------------------
# "B H I Q q d": a number as in `struct`. ("B",): a vector of them. "text": a string. A list: a table. [a list]: a vector of tables.

TARGETS = [("metric", "B"), ("way", "B"), ("reconstruction", "B"), ("at", "text"), ("values", ("I",))]
COLUMN = [("name", "text"), ("type", "B"), ("shape", "B"), ("list_length", "I"), ("placement", "B"), ("present", ("B",)),
          ("value_lengths", ("I",)), ("value_bytes", ("B",)), ("value_crc32c", ("I",))]
METADATA = [("key_bytes", ("B",)), ("key_lengths", ("H",)), ("labels", ("q",)), ("labels_present", ("B",)),
            ("widths", ("I",)), ("heights", ("I",)), ("color_classes", ("B",)), ("encodings", ("B",)),
            ("source_flags", ("I",)), ("source_lengths", ("Q",)), ("slice_lengths", ("I",)), ("slice_crc32c", ("I",)),
            ("targets", TARGETS), ("columns", [COLUMN])]


# ---- 8 Targets -------------------------------------------------------------------------------------------------------

def check_measure(table, name):
    need(table.metric == 1 and table.reconstruction in (0, 1), "MALFORMED", name + ".metric, reconstruction")
    size = re.fullmatch(r"(?:resize:([1-9][0-9]{0,4}),crop:([1-9][0-9]{0,4}))?", text(table.at, name + ".at"))
    need(size and (not table.at or int(size[2]) <= int(size[1]) <= 65535), "MALFORMED", name + ".at")


def check_targets(targets, group_count):
    check_measure(targets, "GroupTargets")
    need(targets.way in (1, 2), "MALFORMED", "GroupTargets.way")
    need(len(targets.values) == group_count - 1, "MALFORMED", "GroupTargets.values")
    rising = [0, *targets.values, 1000000]
    need(all(a < b for a, b in zip(rising, rising[1:])), "MALFORMED", "GroupTargets.values")


# ---- 4 and 7 Shard ---------------------------------------------------------------------------------------------------

HEAD, REGION, TRAILER = struct.Struct("<8sBBHIIIIIQ16sII"), struct.Struct("<BBHIQQ"), struct.Struct("<QII8s")
NUMBERS = {1: range(0, 1), 2: range(0, 256), 3: range(1, 65), 4: range(16, 21), 5: range(0, 1)}
METADATA_REGION, COLUMN_REGION, SCAN_GROUP, FORMAT, RESTORE_REGION = 1, 2, 3, 4, 5
PCR, LIQUID, PROGRESSIVE_JPEG = 1, 2, 1
SHARD_MAGIC, TRAILER_MAGIC = b"\x8FPCR\r\n\x1A\n", b"\x8Fpcr\r\n\x1A\n"
FRONT_DAMAGE = ("NOT_PCR", "TRUNCATED", "CHECKSUM_MISMATCH")


def read_head(source, base):
    """Checks 1 to 4: the bytes of head and region table that stand at `base`."""
    part = SimpleNamespace(length=source.length - base, read=lambda at, length: source.read(base + at, length))
    check_magic(part, SHARD_MAGIC, "ShardHead.magic")
    head = part.read(0, 64)
    region_count, crc = HEAD.unpack(head)[8], HEAD.unpack(head)[12]
    need(1 <= region_count <= 1024, "CHECKSUM_MISMATCH", "ShardHead.region_count")
    table = part.read(64, 24 * region_count)
    need(crc32c(head[:60] + table) == crc, "CHECKSUM_MISMATCH", "ShardHead.head_crc32c")
    return head, table


def copy_start(source):
    """Where the copy begins, by the trailer; None when that is not good."""
    if source.length < TRAILER.size:
        return None
    trailer = source.read(source.length - TRAILER.size, TRAILER.size)
    total, copy_length, crc, magic = TRAILER.unpack(trailer)
    good = magic == TRAILER_MAGIC and crc32c(trailer[:12]) == crc and total == source.length
    return total - TRAILER.size - copy_length if good and copy_length <= total - TRAILER.size else None


class Shard:
    """`front_error`: what the front shows when the copy was used for a piece of it, else None.

    whole: look for the copy when the front is damaged. copy_length: where a manifest says it, the trailer is not needed.
    check_head: called when the head is known, before anything else is read.
    """

    def __init__(self, source, whole=True, copy_length=None, check_head=lambda shard: None):
        self.source, self.front_error = source, None
        try:
            head, table = read_head(source, 0)
        except PcrError as error:
            if not whole or error.code not in FRONT_DAMAGE:
                raise
            places = [copy_start(source), copy_length and source.length - TRAILER.size - copy_length]
            head, table = self._from_copy(places, lambda at: read_head(source, at), error)
        self._check_head(head, table)
        check_head(self)
        first = self.regions[0]
        frame_of = lambda at: self._metadata_frame(at, first)
        try:
            need(source.length >= first.end, "TRUNCATED", "METADATA")
            frame = frame_of(first.offset)
        except PcrError as error:
            if not whole or error.code not in FRONT_DAMAGE:
                raise
            frame = self._from_copy([self.copy_offset + first.offset], frame_of, error)
        self.flatbuffer = unzstd(frame, MAX_METADATA, "METADATA")
        self.meta = FlatBuffer(self.flatbuffer, b"PCRM", METADATA).root
        self._check_metadata()
        self._check_regions()

    def _from_copy(self, places, read, error):
        for place in places:
            try:
                if place is not None and place > 0:
                    piece = read(place)
                    self.front_error = self.front_error or error.code
                    return piece
            except PcrError:
                pass
        raise error  # the front's: nobody is helped by what is wrong with the copy

    def _metadata_frame(self, at, region):
        frame = self.source.read(at, region.length)
        need(crc32c(frame) == region.crc, "CHECKSUM_MISMATCH", "Region.region_crc32c")
        return frame

    def _check_head(self, head, table):
        (_, major, self.variant, reserved, self.writer_id, incompat, self.ro_compat_features, self.compat_features,
         _, self.total_length, self.uuid, self.n, self.head_crc32c) = HEAD.unpack(head)
        self.table = table
        need(major == 2, "UNSUPPORTED", "ShardHead.major")
        need(incompat == 0, "UNSUPPORTED", "ShardHead.incompat_features")
        need(self.variant in (PCR, LIQUID), "UNSUPPORTED", "ShardHead.variant")
        need(reserved == 0 and self.n < 1 << 31 and self.total_length < 1 << 63, "MALFORMED", "ShardHead")
        self.regions, end = [], 64 + len(table)
        for kind, reserved, number, crc, offset, length in REGION.iter_unpack(table):
            need(kind in NUMBERS and number in NUMBERS[kind] and reserved == 0, "MALFORMED", "Region.kind, number")
            need(crc == 0 or kind in (METADATA_REGION, RESTORE_REGION), "MALFORMED", "Region.region_crc32c")
            need(max(offset, length) < 1 << 63 and offset == end, "MALFORMED", "Region.region_offset")
            end = offset + length
            self.regions.append(SimpleNamespace(kind=kind, number=number, crc=crc, offset=offset, length=length, end=end))
        first = self.regions[0]
        need(first.kind == METADATA_REGION and 1 <= first.length <= 64 << 20, "MALFORMED", "Region.kind, region_length")
        self.copy_offset = end
        need(end + first.end + TRAILER.size == self.total_length, "MALFORMED", "ShardHead.total_length")
        groups = SCAN_GROUP if self.variant == PCR else FORMAT
        order = "".join("g" if r.kind == groups else "mcxxr"[r.kind - 1] for r in self.regions)
        need(re.fullmatch("mc*g+c*r?" if self.variant == PCR else "mc*g*c*r?", order), "MALFORMED", "Region.kind")
        data = [i for i, kind in enumerate(order) if kind == "g"] or [max(1, order.rfind("c") + 1)]
        self.data = [r for r in self.regions if r.kind == groups]
        self.before, self.behind = self.regions[1:data[0]], self.regions[data[0] + len(self.data):]
        for some in (self.before, self.data, self.behind):
            numbers = [r.number for r in some if r.kind != RESTORE_REGION] if self.data else []
            need(all(a < b for a, b in zip(numbers, numbers[1:])), "MALFORMED", "Region.number")
        if self.variant == PCR:
            need([r.number for r in self.data] == list(range(1, len(self.data) + 1)), "MALFORMED", "Region.number")
        self.group_count = len(self.data) if self.variant == PCR else 1

    def _check_metadata(self):  # 4.2, 8 and 9
        meta, n, total = self.meta, self.n, self.n * self.group_count
        lengths = {name: n for name in ("key_lengths", "widths", "heights", "color_classes", "encodings", "source_flags", "source_lengths")}
        lengths.update(slice_lengths=total, slice_crc32c=total, labels=n if meta.labels else 0)
        for name, length in lengths.items():
            need(len(getattr(meta, name)) == length, "MALFORMED", name)
        need(all(length > 0 for length in meta.key_lengths), "MALFORMED", "key_lengths")
        self.keys = [text(key, "key") for key in cut(meta.key_bytes, meta.key_lengths, "key_bytes")]
        need(len(set(self.keys)) == n, "MALFORMED", "key_bytes")
        need(meta.labels or not meta.labels_present, "MALFORMED", "labels_present")
        present = check_presence(meta.labels_present, n, "labels_present")
        need(all(there or not label for label, there in zip(meta.labels, present)), "MALFORMED", "labels")
        self.labels = [label if there else None for label, there in zip(meta.labels, present)] or [None] * n
        for encoding, color, *sides in zip(meta.encodings, meta.color_classes, meta.widths, meta.heights):
            jpeg = encoding == PROGRESSIVE_JPEG
            need(encoding in ((1, 2) if self.variant == PCR else (16, 17, 18, 19, 20)), "MALFORMED", "encodings")
            need(1 <= color <= 4 if jpeg else color == 0, "MALFORMED", "color_classes")
            need(all(1 <= s <= 65535 if jpeg else s < 1 << 31 for s in sides), "MALFORMED", "widths, heights")
        need(all(length < 1 << 63 for length in meta.source_lengths), "MALFORMED", "source_lengths")
        for k, (length, crc) in enumerate(zip(meta.slice_lengths, meta.slice_crc32c)):
            need(length < 1 << 31 and (length or crc == 0), "MALFORMED", "slice_lengths, slice_crc32c")
            jpeg = meta.encodings[k % n] == PROGRESSIVE_JPEG
            need((length > 0 or k >= n) if jpeg else (length == 0 or k < n), "MALFORMED", "slice_lengths")
        if meta.targets:
            need(self.variant == PCR, "MALFORMED", "targets")
            check_targets(meta.targets, self.group_count)
        need(len(meta.columns) <= 256, "MALFORMED", "columns")
        need(len({column.name for column in meta.columns}) == len(meta.columns), "MALFORMED", "Column.name")
        self.columns = [Column(column, n) for column in meta.columns]

    def _check_regions(self):  # R-REGION-4, 5 and 7: what the metadata demands is what the table has
        n, lengths, encodings = self.n, self.meta.slice_lengths, self.meta.encodings
        if self.variant == PCR:
            data = [(g, sum(lengths[(g - 1) * n:g * n])) for g in range(1, self.group_count + 1)]
        else:
            data = [(e, sum(length for length, encoding in zip(lengths, encodings) if encoding == e)) for e in sorted(set(encodings))]
        need([(r.number, r.length) for r in self.data] == data, "MALFORMED", "SCAN_GROUP, FORMAT")
        columns = [[(i, sum(c.value_lengths)) for i, c in enumerate(self.columns) if c.placement == p] for p in (EARLY, LATE)]
        found = [[(r.number, r.length) for r in some if r.kind == COLUMN_REGION] for some in (self.before, self.behind)]
        if self.data:
            need(found == columns, "MALFORMED", "COLUMN")
        else:  # an empty Liquid shard: the two kinds of columns are not held apart
            need(found[0] + found[1] == columns[0] + columns[1], "MALFORMED", "COLUMN")
        self.starts, ends = [], {r.number: r.offset for r in self.data}
        for k, length in enumerate(lengths):  # 4.3 and R-LIQUID-1
            region = k // n + 1 if self.variant == PCR else encodings[k]
            self.starts.append(ends[region])
            ends[region] += length

    def prefix_length(self, group):
        if group == 0:
            return self.regions[0].end
        if self.variant == PCR:
            return self.data[group - 1].end
        return (self.data or self.before or self.regions[:1])[-1].end

    def region(self, kind, number=0):
        return next((r for r in self.regions if (r.kind, r.number) == (kind, number)), None)

    def check_end(self):  # R-TRAILER-1, for whoever checks the whole file
        need(self.source.length >= self.total_length, "TRUNCATED", "length of the file")
        need(self.source.length == self.total_length, "MALFORMED", "length of the file")
        length = self.prefix_length(0)
        if self.front_error is None:
            copy = self.source.read(self.copy_offset, length)
            need(copy == self.source.read(0, length), "CHECKSUM_MISMATCH", "copy")
        trailer = self.source.read(self.total_length - TRAILER.size, TRAILER.size)
        total, copy_length, crc, magic = TRAILER.unpack(trailer)
        need(magic == TRAILER_MAGIC and crc32c(trailer[:12]) == crc, "CHECKSUM_MISMATCH", "Trailer")
        need((total, copy_length) == (self.total_length, length), "MALFORMED", "Trailer.total_length, copy_length")

    def slice(self, group, i):
        k = (group - 1) * self.n + i
        need(self.meta.slice_lengths[k] <= MAX_SLICE, "LIMIT_EXCEEDED", "slice_lengths")
        data = self.source.read(self.starts[k], self.meta.slice_lengths[k])
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
        """The values of a column: numbers, booleans, bytes, text, or lists of them; None where a sample has none."""
        column = self.columns[index]
        if column.placement == INLINE:
            return column.inline
        at, values = self.region(COLUMN_REGION, index).offset, []
        for length, crc, there in zip(column.value_lengths, column.value_crc32c, column.present):
            need(length <= MAX_SLICE, "LIMIT_EXCEEDED", "value_lengths")
            value = self.source.read(at, length)
            need(crc32c(value) == crc, "CHECKSUM_MISMATCH", "value_crc32c")
            values.append(column.value(value) if there else None)
            at += length
        return values


# ---- 9 Columns -------------------------------------------------------------------------------------------------------

INLINE, EARLY, LATE = 0, 1, 2
INT64, FLOAT64, BYTES, STRING, FLOAT32, BOOL = 1, 2, 3, 4, 5, 6
SCALAR, FIXED, VARYING = 0, 1, 2
ELEMENT = {INT64: "q", FLOAT64: "d", FLOAT32: "f", BOOL: "B"}


def check_column_type(table, field):  # R-COLUMN-1; of ColumnSpec too
    need(1 <= table.type <= 6 and table.shape <= VARYING, "MALFORMED", field + " type, shape")
    need(1 <= table.list_length < 1 << 28 if table.shape == FIXED else table.list_length == 0, "MALFORMED", field + " list_length")
    need(table.type in ELEMENT or table.shape != FIXED, "MALFORMED", field + " shape")


class Column:
    def __init__(self, table, n):
        self.name = name = text(table.name, "Column.name")
        need(1 <= len(table.name) <= 255, "MALFORMED", "Column.name")
        check_column_type(table, name)
        self.type, self.shape, self.placement = table.type, table.shape, table.placement
        need(self.placement <= LATE, "MALFORMED", name + " placement")
        self.element = struct.calcsize(ELEMENT[self.type]) if self.type in ELEMENT else 0
        stated = not self.element or self.shape == VARYING
        need(len(table.value_lengths) == (n if stated else 0), "MALFORMED", name + " value_lengths")
        self.present = check_presence(table.present, n, name + " present")
        size = self.element * max(1, table.list_length)
        self.value_lengths = table.value_lengths if stated else [size * there for there in self.present]
        need(all(length < 1 << 31 for length in self.value_lengths), "MALFORMED", name + " value_lengths")
        need(all(there or not length for length, there in zip(self.value_lengths, self.present)), "MALFORMED", name + " present")
        if self.element:
            need(all(length % self.element == 0 for length in self.value_lengths), "MALFORMED", name + " value_lengths")
        inline = self.placement == INLINE
        need(len(table.value_bytes) == (sum(self.value_lengths) if inline else 0), "MALFORMED", name + " value_bytes")
        need(len(table.value_crc32c) == (0 if inline else n), "MALFORMED", name + " value_crc32c")
        need(all(length or not crc for length, crc in zip(self.value_lengths, table.value_crc32c)), "MALFORMED", name + " value_crc32c")
        self.value_crc32c = table.value_crc32c
        if inline:
            rows = cut(table.value_bytes, self.value_lengths, name)
            self.inline = [self.value(row) if there else None for row, there in zip(rows, self.present)]

    def value(self, data):  # R-COLUMN-6
        if self.element:
            numbers = list(struct.unpack(f"<{len(data) // self.element}{ELEMENT[self.type]}", data))
            need(self.type != BOOL or all(number <= 1 for number in numbers), "MALFORMED", self.name + " BOOL")
            elements = [bool(number) for number in numbers] if self.type == BOOL else numbers
        elif self.shape == SCALAR:
            elements = [data]
        else:
            elements, at = [], 0
            while at < len(data):
                need(at + 4 <= len(data), "MALFORMED", self.name + " length of an element")
                end = at + 4 + int.from_bytes(data[at:at + 4], "little")
                need(end <= len(data), "MALFORMED", self.name + " length of an element")
                elements.append(data[at + 4:end])
                at = end
        if self.type == STRING:
            elements = [text(element, self.name) for element in elements]
        return elements[0] if self.shape == SCALAR else elements


# ---- From the command line -------------------------------------------------------------------------------------------

def main(name, group=0, folder=None):
    source = open_source(name)
    if source.read(0, min(4, source.length)) == b"\x8FPCM":
        from pcr_dataset import ManifestFile
        for entry in ManifestFile(source).shards:
            print(entry.number, entry.name, entry.sample_count, "samples,", entry.total_length, "bytes, prefixes", list(entry.prefix_lengths))
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
