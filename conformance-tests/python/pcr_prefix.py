#!/usr/bin/env python3
"""A reader of PCR shards at level PREFIX: part I of spec/pcr-format.md, whole, in one file. Needs `zstandard`.

    pcr_prefix.py SHARD GROUP [FOLDER]      lists the samples of a shard, and writes their files at a fidelity

    shard = Prefix(open("part-00000.pcr", "rb").read(length))      # any first bytes of a shard
    for i, key in enumerate(shard.keys):
        jpeg = shard.sample(i, 3)

`first_read` and `prefix_length` say how many bytes to ask a server for.
"""
import struct
import sys
import zstandard

FIRST_READ = 65536
MAX_METADATA, MAX_SLICE, MAX_PREFIX, MAX_WINDOW = 64 << 20, 256 << 20, 1 << 30, 128 << 20
MAGIC = b"\x8FPCR\r\n\x1A\n"
METADATA, COLUMN, SCAN_GROUP, FORMAT, RESTORE = 1, 2, 3, 4, 5
PROGRESSIVE_JPEG, OPAQUE = 1, 2


class PcrError(Exception):
    """An error of section 1."""

    def __init__(self, code, field):
        super().__init__(f"{code}: {field}")
        self.code, self.field = code, field


def need(condition, code, field):
    if not condition:
        raise PcrError(code, field)


# ---- 3.1 Checksums ---------------------------------------------------------------------------------------------------

def _crc_table():
    table = []
    for c in range(256):
        for _ in range(8):
            c = c >> 1 ^ (0x82F63B78 if c & 1 else 0)  # 0x1EDC6F41, reflected
        table.append(c)
    return table


_CRC = _crc_table()


def crc32c(data):
    c = 0xFFFFFFFF
    for byte in data:
        c = _CRC[(c ^ byte) & 0xFF] ^ c >> 8
    return c ^ 0xFFFFFFFF


# ---- 3.2 Zstd frames -------------------------------------------------------------------------------------------------

def unzstd(frame):
    need(len(frame) > 5 and frame[:4] == b"\x28\xB5\x2F\xFD", "MALFORMED", "zstd magic")
    flags, at = frame[4], 5
    single, size_flag = flags >> 5 & 1, flags >> 6
    need(flags & 0x0B == 0, "MALFORMED", "zstd dictionary or reserved bit")
    if not single:
        window = (8 + (frame[5] & 7)) << (7 + (frame[5] >> 3))
        need(window <= MAX_WINDOW, "LIMIT_EXCEEDED", "zstd window")
        at += 1
    width = (single, 2, 4, 8)[size_flag]
    need(width and at + width <= len(frame), "MALFORMED", "zstd content size")
    size = int.from_bytes(frame[at:at + width], "little") + (256 if width == 2 else 0)
    need(size <= MAX_METADATA, "LIMIT_EXCEEDED", "zstd content size")
    at, last, capacity = at + width, 0, 0
    while not last:
        need(at + 3 <= len(frame), "MALFORMED", "zstd block")
        block = int.from_bytes(frame[at:at + 3], "little")
        last, kind, length = block & 1, block >> 1 & 3, block >> 3
        need(kind < 3 and length <= 131072, "MALFORMED", "zstd block")
        capacity += 131072 if kind == 2 else length
        at += 3 + (1 if kind == 1 else length)
    need(at + (flags & 4) == len(frame) and size <= capacity, "MALFORMED", "zstd frame")
    try:
        data = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).decompress(frame)
    except zstandard.ZstdError as error:
        raise PcrError("MALFORMED", f"zstd: {error}") from None
    need(len(data) == size, "MALFORMED", "zstd content size")
    return data


# ---- 3.3 FlatBuffers: only the fields that this level needs (R-FB-6) -------------------------------------------------

# Slot in schemas/metadata.fbs: name, type of the elements.
FIELDS = {0: ("key_bytes", "B"), 1: ("key_lengths", "H"), 2: ("labels", "q"), 3: ("labels_present", "B"), 4: ("widths", "I"),
          5: ("heights", "I"), 6: ("color_classes", "B"), 7: ("encodings", "B"), 10: ("slice_lengths", "I"), 11: ("slice_crc32c", "I")}


def number(data, kind, at):
    size = struct.calcsize(kind)
    need(0 <= at <= len(data) - size and at % size == 0, "MALFORMED", "FlatBuffer")
    return struct.unpack_from("<" + kind, data, at)[0]


def read_metadata(data):
    """{name: vector} of a ShardMetadata."""
    need(len(data) >= 8 and data[4:8] == b"PCRM", "MALFORMED", "identifier")
    at = number(data, "I", 0)
    need(at, "MALFORMED", "root table")
    vtable = at - number(data, "i", at)
    vtable_length, table_length = number(data, "H", vtable), number(data, "H", vtable + 2)
    need(4 <= vtable_length <= 32767 and vtable_length % 2 == 0 and vtable + vtable_length <= len(data), "MALFORMED", "vtable")
    need(4 <= table_length <= 32767 and at + table_length <= len(data), "MALFORMED", "table")
    found, visited = {}, 4  # bytes, R-FB-5
    for slot, (name, kind) in FIELDS.items():
        place = 4 + 2 * slot
        offset = number(data, "H", vtable + place) if place < vtable_length else 0
        if offset == 0:
            found[name] = ()
            continue
        need(4 <= offset <= table_length - 4, "MALFORMED", name)
        forward = number(data, "I", at + offset)
        need(forward, "MALFORMED", name)
        start = at + offset + forward
        count = number(data, "I", start)
        size = struct.calcsize(kind)
        need(start + 4 + count * size <= len(data) and (start + 4) % size == 0, "MALFORMED", name)
        visited += count * size
        need(visited <= len(data), "MALFORMED", name + " is shared")
        found[name] = struct.unpack_from(f"<{count}{kind}", data, start + 4)
    return found


# ---- 4 and 5 ---------------------------------------------------------------------------------------------------------

class Prefix:
    """The first bytes of a PCR shard: all of it, or up to some prefix_length, or less."""

    def __init__(self, data):
        self.data = data
        self._read_head()
        first = self.regions[0]
        need(len(data) >= first[3], "TRUNCATED", "METADATA")
        frame = data[first[2]:first[3]]
        need(crc32c(frame) == first[4], "CHECKSUM_MISMATCH", "METADATA")
        self._check(read_metadata(unzstd(frame)))

    def _read_head(self):
        data = self.data
        begin = bytes(data[:8])
        need(MAGIC.startswith(begin), "NOT_PCR", "magic")
        need(len(data) >= 64, "TRUNCATED", "head")
        region_count, = struct.unpack_from("<I", data, 28)
        need(1 <= region_count <= 1024, "CHECKSUM_MISMATCH", "region_count")
        end = 64 + 24 * region_count
        need(len(data) >= end, "TRUNCATED", "region table")
        need(crc32c(data[:60] + data[64:end]) == struct.unpack_from("<I", data, 60)[0], "CHECKSUM_MISMATCH", "head_crc32c")
        major, variant, reserved, self.writer_id, incompat, self.ro_compat_features, self.compat_features = struct.unpack_from("<BBHIIII", data, 8)
        need(major == 2, "UNSUPPORTED", "major")
        need(incompat == 0, "UNSUPPORTED", "incompat_features")
        need(variant == 1, "UNSUPPORTED", "variant")  # this level knows PCR alone
        self.total_length, self.uuid, self.n = struct.unpack_from("<Q16sI", data, 32)
        need(reserved == 0 and self.total_length < 1 << 63 and self.n < 1 << 31, "MALFORMED", "head")
        self.regions, self.groups, stage, column = [], [], 0, -1
        for k in range(region_count):  # (kind, number, start, end, crc)
            kind, reserved, number_, crc, start, length = struct.unpack_from("<BBHIQQ", data, 64 + 24 * k)
            need(reserved == 0 and start == end and length < 1 << 63, "MALFORMED", "region")
            need(crc == 0 or kind in (METADATA, RESTORE), "MALFORMED", "region_crc32c")
            # 0 nothing yet, 1 metadata, 2 columns in front, 3 groups, 4 columns behind, 5 restore
            following = {METADATA: 1, COLUMN: 2 if stage < 3 else 4, SCAN_GROUP: 3, RESTORE: 5}.get(kind, 0)
            need((k == 0) == (following == 1) and following >= stage > -1 and following and (stage < 5), "MALFORMED", "order of regions")
            if kind == SCAN_GROUP:
                self.groups.append((start, start + length))
                need(number_ == len(self.groups) <= 64, "MALFORMED", "number of a group")
            elif kind == COLUMN:
                column = column if following == stage else -1
                need(column < number_ <= 255, "MALFORMED", "number of a column")
                column = number_
            else:
                need(number_ == 0, "MALFORMED", "number of a region")
            stage, end = following, start + length
            self.regions.append((kind, number_, start, end, crc))
        need(self.groups, "MALFORMED", "no group")
        need(1 <= self.regions[0][3] - self.regions[0][2] <= 64 << 20, "MALFORMED", "length of METADATA")
        need(end + self.regions[0][3] + 24 == self.total_length, "MALFORMED", "total_length")
        self.group_count = len(self.groups)

    def prefix_length(self, group):
        return self.regions[0][3] if group == 0 else self.groups[group - 1][1]

    def _check(self, meta):
        n, total = self.n, self.n * self.group_count
        lengths = {name: n for _, (name, _) in FIELDS.items()}
        lengths.update(slice_lengths=total, slice_crc32c=total, key_bytes=sum(meta["key_lengths"]))
        lengths["labels"] = n if meta["labels"] else 0
        lengths["labels_present"] = (n + 7) // 8 if meta["labels_present"] and meta["labels"] else 0
        for name, length in lengths.items():
            need(len(meta[name]) == length, "MALFORMED", name)
        self.widths, self.heights, self.encodings, self.colors = meta["widths"], meta["heights"], meta["encodings"], meta["color_classes"]
        self.slice_lengths, self.slice_crc32c = meta["slice_lengths"], meta["slice_crc32c"]
        self.keys, at, data = [], 0, bytes(meta["key_bytes"])
        for length in meta["key_lengths"]:
            need(length, "MALFORMED", "key_lengths")
            try:
                self.keys.append(data[at:at + length].decode("utf-8"))
            except UnicodeDecodeError:
                raise PcrError("MALFORMED", "key_bytes") from None
            at += length
        need(len(set(self.keys)) == n, "MALFORMED", "keys")
        bits = meta["labels_present"]
        need(not bits or n % 8 == 0 or bits[-1] >> n % 8 == 0, "MALFORMED", "labels_present")
        self.labels = [None] * n
        for i, label in enumerate(meta["labels"]):
            there = not bits or bits[i // 8] >> i % 8 & 1
            need(there or label == 0, "MALFORMED", "labels")
            self.labels[i] = label if there else None
        for encoding, color, width, height in zip(self.encodings, self.colors, self.widths, self.heights):
            need(encoding in (PROGRESSIVE_JPEG, OPAQUE), "MALFORMED", "encodings")
            jpeg = encoding == PROGRESSIVE_JPEG
            need(1 <= color <= 4 if jpeg else color == 0, "MALFORMED", "color_classes")
            need(1 <= min(width, height) and max(width, height) <= 65535 if jpeg else max(width, height) < 1 << 31, "MALFORMED", "sides")
        self.starts = []
        for g, (start, end) in enumerate(self.groups):
            for i in range(n):
                length, crc = self.slice_lengths[g * n + i], self.slice_crc32c[g * n + i]
                jpeg = self.encodings[i] == PROGRESSIVE_JPEG
                need(length < 1 << 31 and (length or crc == 0), "MALFORMED", "slice_lengths, slice_crc32c")
                need((length > 0 or g > 0) if jpeg else (length == 0 or g == 0), "MALFORMED", "slice_lengths")
                self.starts.append(start)
                start += length
            need(start == end, "MALFORMED", "length of a group")

    def slice(self, group, i):
        k = (group - 1) * self.n + i
        length = self.slice_lengths[k]
        need(length <= MAX_SLICE, "LIMIT_EXCEEDED", "slice_lengths")
        data = self.data[self.starts[k]:self.starts[k] + length]
        need(len(data) == length, "TRUNCATED", f"slice {i} of group {group}")
        need(crc32c(data) == self.slice_crc32c[k], "CHECKSUM_MISMATCH", f"slice {i} of group {group}")
        return bytes(data)

    def sample(self, i, group):
        """The file of sample i at a fidelity."""
        if self.encodings[i] != PROGRESSIVE_JPEG:
            return self.slice(1, i)
        return b"".join(self.slice(g, i) for g in range(1, group + 1)) + b"\xFF\xD9"


def read_prefix(path, group):
    """The shard in a file, from no more bytes than the fidelity takes."""
    with open(path, "rb") as file:
        data = file.read(FIRST_READ)
        while True:
            try:
                wanted = Prefix(data).prefix_length(group)
                need(wanted <= MAX_PREFIX, "LIMIT_EXCEEDED", "prefix_length")
                if len(data) >= wanted:
                    return Prefix(data[:wanted])
            except PcrError as error:
                if error.code != "TRUNCATED":
                    raise
                wanted = 2 * len(data)
            more = file.read(wanted - len(data))
            need(more, "TRUNCATED", path)
            data += more


def main(path, group, folder=None):
    shard = read_prefix(path, int(group))
    for i, key in enumerate(shard.keys):
        data = shard.sample(i, int(group))
        print(i, repr(key), shard.labels[i], f"{shard.widths[i]}x{shard.heights[i]}", len(data), "bytes")
        if folder:  # by number: keys are data, never paths
            with open(f"{folder}/{i:06}", "wb") as out:
                out.write(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
