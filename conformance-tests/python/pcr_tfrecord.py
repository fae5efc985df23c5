"""TFRecord shards (spec/pcr-format.md, annex A): records and their `tf.train.Example` messages."""
import struct
import zlib
import zstandard
from pcr_blocks import MAX_SLICE, MAX_WINDOW, PcrError, crc32c, need, text
from pcr_reader import BOOL, BYTES, FIXED, FLOAT32, FLOAT64, INT64, SCALAR, STRING, VARYING

COMPRESSION_OF_SUFFIX = {".tfrecord": "NONE", ".tfrecord.gz": "GZIP", ".tfrecord.zlib": "ZLIB", ".tfrecord.zst": "ZSTD"}
COMPRESSIONS = ["NONE", "GZIP", "ZLIB", "ZSTD"]  # by their id in the manifest
MAX_GROUPS = 100  # one in another
# The kind that each name of TF-slim has: 1 bytes, 2 floats, 3 int64s.
KINDS = {"image/encoded": 1, "image/format": 1, "image/class/label": 3, "image/class/text": 1, "image/filename": 1,
         "image/height": 3, "image/width": 3, "image/colorspace": 1}


def decompress(data, compression):
    """R-TFRECORD-2: the members, the stream or the frames, and nothing else."""
    if compression == "NONE":
        return data
    result, members = b"", 0
    while data:
        need(compression != "ZLIB" or members == 0, "MALFORMED", "bytes behind the zlib stream")
        try:
            if compression == "ZSTD":
                stream = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).decompressobj()
            else:
                stream = zlib.decompressobj(31 if compression == "GZIP" else 15)
            result += stream.decompress(data)
        except (zlib.error, zstandard.ZstdError) as error:
            code = "LIMIT_EXCEEDED" if "too much memory" in str(error) else "MALFORMED"
            raise PcrError(code, f"{compression}: {error}") from None
        need(stream.eof, "TRUNCATED", compression)
        data, members = stream.unused_data, members + 1
    return result


def masked(crc):
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        need(at + 12 <= len(data), "TRUNCATED", f"TfRecord.length_crc at {at}")
        length, length_crc = struct.unpack_from("<QI", data, at)
        need(masked(crc32c(data[at:at + 8])) == length_crc, "CHECKSUM_MISMATCH", f"TfRecord.length_crc at {at}")
        need(length < 1 << 63, "MALFORMED", f"TfRecord.data_length at {at}")
        need(length <= MAX_SLICE, "LIMIT_EXCEEDED", f"TfRecord.data_length at {at}")
        need(at + 16 + length <= len(data), "TRUNCATED", f"TfRecord.data at {at}")
        record = data[at + 12:at + 12 + length]
        at += 16 + length
        need(masked(crc32c(record)) == struct.unpack_from("<I", data, at - 4)[0], "CHECKSUM_MISMATCH", f"TfRecord.data_crc at {at}")
        yield record


# ---- tf.train.Example ------------------------------------------------------------------------------------------------

def varint(data, at):
    value = shift = 0
    while True:
        need(at < len(data) and shift < 70, "MALFORMED", "varint")
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, at


def varint32(data, at):
    """A tag or a length."""
    value, at = varint(data, at)
    return value & 0xFFFFFFFF, at


def fields(data):
    """(number, wire type, value) of each field; the value of a length-delimited one is bytes. Groups are passed over."""
    at, groups = 0, []
    while at < len(data):
        tag, at = varint32(data, at)
        number, wire, begin = tag >> 3, tag & 7, at
        need(number and wire < 6 and len(groups) <= MAX_GROUPS, "MALFORMED", "tag")
        if wire == 3:
            groups.append(number)
        elif wire == 4:
            need(groups and groups.pop() == number, "MALFORMED", "group")
        elif wire == 0:
            value, at = varint(data, at)
        else:
            length, begin = varint32(data, at) if wire == 2 else (8 if wire == 1 else 4, at)
            at = begin + length
            need(at <= len(data), "MALFORMED", "length")
            value = data[begin:at]
        if not groups and wire not in (3, 4):
            yield number, wire, value
    need(not groups, "MALFORMED", "a group that does not end")


def feature(data):
    """(kind, values): bytes, floats as their bits, or signed integers."""
    kind, values = 0, []
    for number, wire, value in fields(data):
        if wire == 2 and number in (1, 2, 3):
            values = values if number == kind else []  # of several kinds the last counts
            kind = number
            for item, item_wire, item_value in fields(value):
                if item != 1:
                    continue
                if kind == 1 and item_wire == 2:
                    values.append(item_value)
                elif kind == 2 and item_wire in (2, 5):
                    need(len(item_value) % 4 == 0, "MALFORMED", "float_list")
                    values += struct.unpack(f"<{len(item_value) // 4}I", item_value)
                elif kind == 3 and item_wire in (0, 2):
                    numbers, at = [item_value] if item_wire == 0 else [], 0
                    while item_wire == 2 and at < len(item_value):
                        one, at = varint(item_value, at)
                        numbers.append(one)
                    values += [n - (n >> 63 << 64) for n in numbers]
    return kind, values


def example(record):
    """The features of an Example by name, those of TF-slim checked (R-TFRECORD-4)."""
    result = {}
    for _, _, features in (f for f in fields(record) if f[:2] == (1, 2)):
        for _, _, entry in (f for f in fields(features) if f[:2] == (1, 2)):
            parts = {1: b"", 2: b""}
            for number, wire, value in fields(entry):
                if wire == 2 and number in parts:
                    parts[number] = value if number == 1 else parts[number] + value  # messages merge
            result[text(parts[1], "feature name")] = feature(parts[2])
    result = {name: value for name, value in result.items() if value[1]}
    for name, (kind, values) in result.items():
        need(name not in KINDS or (kind == KINDS[name] and len(values) == 1), "MALFORMED", name)
        if kind == KINDS.get(name) == 1 and name != "image/encoded":
            text(values[0], name)
    need("image/encoded" in result, "MALFORMED", "image/encoded")
    return result


# ---- Columns (R-TFRECORD-10) -----------------------------------------------------------------------------------------

KIND_OF_TYPE = {INT64: 3, BOOL: 3, FLOAT32: 2, FLOAT64: 2, BYTES: 1, STRING: 1}
EXACT = "/float64"


def column_values(features, columns):
    """{name: value or None} of an example, by the columns that the manifest states: (name, type, shape, list_length)."""
    values, names = {}, set(KINDS)
    for name, kind, shape, list_length in columns:
        names |= {name, name + EXACT} if kind == FLOAT64 else {name}
        found, numbers = features.get(name, (None, None))
        if found is None:
            values[name] = None
            continue
        need(found == KIND_OF_TYPE[kind], "MALFORMED", name)
        need(shape == VARYING or len(numbers) == (list_length if shape == FIXED else 1), "MALFORMED", name)
        if kind in (FLOAT32, FLOAT64):
            numbers = [struct.unpack("<f", struct.pack("<I", bits))[0] for bits in numbers]
        if kind == FLOAT64 and name + EXACT in features:
            exact_kind, exact = features[name + EXACT]
            need(exact_kind == 1 and len(exact) == 1 and len(exact[0]) == 8 * len(numbers), "MALFORMED", name + EXACT)
            numbers = list(struct.unpack(f"<{len(numbers)}d", exact[0]))
        if kind == BOOL:
            need(all(number in (0, 1) for number in numbers), "MALFORMED", name)
            numbers = [bool(number) for number in numbers]
        if kind == STRING:
            numbers = [text(value, name) for value in numbers]
        values[name] = numbers[0] if shape == SCALAR else numbers
    need(names >= set(features), "MALFORMED", "features that are no columns")
    return values
