"""The building blocks of PCR (spec/pcr-format.md, section 3): errors, CRC-32C, zstd frames, FlatBuffers."""
import struct
from types import SimpleNamespace
import zstandard

UNSUPPORTED = {"UNSUPPORTED_VERSION", "UNSUPPORTED_FEATURE", "UNSUPPORTED_KIND", "LIMIT_EXCEEDED"}
MAX_METADATA, MAX_SLICE, MAX_WINDOW, MAX_INPUT_SCANS = 64 << 20, 256 << 20, 128 << 20, 100  # section 14


class PcrError(Exception):
    """An error code of section 15, and the field that shows it."""

    def __init__(self, code, field):
        super().__init__(f"{code}: {field}")
        self.code, self.field = code, field


def need(condition, code, field):
    if not condition:
        raise PcrError(code, field)


# ---- 3.1 Checksums ---------------------------------------------------------------------------------------------------

def _crc_table():
    table = list(range(65536))  # two bytes a step
    for v in range(65536):
        for _ in range(16):
            table[v] = table[v] >> 1 ^ (0x82F63B78 if table[v] & 1 else 0)  # 1EDC6F41, reflected
    return table


_CRC = _crc_table()


def crc32c(data, crc=0):
    c, table = crc ^ 0xFFFFFFFF, _CRC
    for word in struct.unpack_from(f"<{len(data) // 2}H", data):
        c = table[(c ^ word) & 0xFFFF] ^ c >> 16
    if len(data) % 2:
        c = _CRC[(c ^ data[-1]) << 8 & 0xFF00] ^ c >> 8  # a byte as the upper half of a word
    return c ^ 0xFFFFFFFF


# ---- 3.2 Zstd frames -------------------------------------------------------------------------------------------------

def unzstd(frame, limit, field, dictionary=None):
    need(frame[:4] == b"\x28\xB5\x2F\xFD" and len(frame) > 5, "BAD_FRAME", field)
    flags, at = frame[4], 5
    single, size_flag = flags >> 5 & 1, flags >> 6
    need(flags & 0x0B == 0, "BAD_FRAME", field + ": a dictionary, or the reserved bit")
    if not single:
        exponent, mantissa = frame[5] >> 3, frame[5] & 7
        need((1 << 10 + exponent) * (8 + mantissa) // 8 <= MAX_WINDOW, "LIMIT_EXCEEDED", field + " window")
        at += 1
    width = {0: single, 1: 2, 2: 4, 3: 8}[size_flag]
    need(width and at + width <= len(frame), "BAD_FRAME", field + ": no content size")
    size = int.from_bytes(frame[at:at + width], "little") + (256 if size_flag == 1 else 0)
    need(size <= limit, "LIMIT_EXCEEDED", field + " content size")
    at, last, capacity = at + width, 0, 0
    while not last:
        need(at + 3 <= len(frame), "BAD_FRAME", field + ": cut")
        block = int.from_bytes(frame[at:at + 3], "little")
        last, kind, length = block & 1, block >> 1 & 3, block >> 3
        need(kind < 3 and length <= 131072, "BAD_FRAME", field + " block")
        capacity += 131072 if kind == 2 else length
        at += 3 + (1 if kind == 1 else length)
    need(at + (4 if flags & 4 else 0) == len(frame), "BAD_FRAME", field + ": not exactly one frame")
    need(size <= capacity, "LENGTH_MISMATCH", field + " content size")
    try:
        return zstandard.ZstdDecompressor(dictionary, max_window_size=MAX_WINDOW).decompress(frame, size)
    except zstandard.ZstdError as error:
        raise PcrError("BAD_FRAME", f"{field}: {error}") from None


# ---- 3.3 FlatBuffers -------------------------------------------------------------------------------------------------

class FlatBuffer:
    def __init__(self, data, identifier, schema):
        self.data, self.tables = data, 0
        need(len(data) >= 8 and data[4:8] == identifier, "BAD_TABLE", "identifier")
        self.root = self.table(self.number("I", 0), schema)

    def number(self, kind, at):
        size = struct.calcsize(kind)
        need(0 <= at <= len(self.data) - size and at % size == 0, "BAD_TABLE", f"{kind} at {at}")
        return struct.unpack_from("<" + kind, self.data, at)[0]

    def follow(self, at):
        offset = self.number("I", at)
        need(offset, "BAD_TABLE", f"offset at {at}")
        return at + offset

    def table(self, at, schema):
        self.tables += 1
        need(self.tables <= len(self.data) // 4, "BAD_TABLE", "number of tables")
        vtable = at - self.number("i", at)
        vtable_length, table_length = self.number("H", vtable), self.number("H", vtable + 2)
        need(4 <= vtable_length <= 32767 and vtable_length % 2 == 0 and vtable + vtable_length <= len(self.data)
             and 4 <= table_length <= 32767 and at + table_length <= len(self.data), "BAD_TABLE", f"table at {at}")
        result = SimpleNamespace()
        for index, (name, kind) in enumerate(schema):
            slot = 4 + 2 * index
            offset = self.number("H", vtable + slot) if slot < vtable_length else 0
            number = kind in ("B", "H", "I", "Q", "q", "d")
            size = struct.calcsize(kind) if number else 4
            need(offset == 0 or 4 <= offset <= table_length - size, "BAD_TABLE", name)
            if number:
                value = self.number(kind, at + offset) if offset else 0
            elif isinstance(kind, list) and not isinstance(kind[0], list):
                value = self.table(self.follow(at + offset), kind) if offset else None
            else:
                value = self.vector(self.follow(at + offset), kind, name) if offset else b"" if kind in ("text", ("B",)) else ()
            setattr(result, name, value)
        return result

    def vector(self, at, kind, name):
        count, tables = self.number("I", at), isinstance(kind, list)
        element = "I" if tables else "B" if kind == "text" else kind[0]
        size, start = struct.calcsize(element), at + 4
        need(start + count * size + (kind == "text") <= len(self.data), "BAD_TABLE", name)
        need(element == "6s" or start % size == 0, "BAD_TABLE", name + " alignment")
        if element == "B":
            need(kind != "text" or self.data[start + count] == 0, "BAD_TABLE", name + " zero byte")
            return self.data[start:start + count]
        if tables:
            return [self.table(self.follow(start + 4 * i), kind[0]) for i in range(count)]
        if element == "6s":
            return [tuple(self.data[start + 6 * i:start + 6 * i + 6]) for i in range(count)]
        return struct.unpack_from(f"<{count}{element}", self.data, start)


def text(data, field):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise PcrError("BAD_UTF8", field) from None
