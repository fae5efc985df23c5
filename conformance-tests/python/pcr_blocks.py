"""The building blocks of PCR (spec/pcr-format.md, section 3): errors, CRC-32C, zstd frames, FlatBuffers."""
import struct
from types import SimpleNamespace
import zstandard

MAX_METADATA, MAX_SLICE, MAX_PREFIX, MAX_WINDOW, MAX_INPUT_SCANS = 64 << 20, 256 << 20, 1 << 30, 128 << 20, 100  # section 6.2


class PcrError(Exception):
    """An error of section 1, and the field that shows it."""

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
            table[v] = table[v] >> 1 ^ (0x82F63B78 if table[v] & 1 else 0)  # 0x1EDC6F41, reflected
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
    need(frame[:4] == b"\x28\xB5\x2F\xFD" and len(frame) > 5, "MALFORMED", field)
    flags, at = frame[4], 5
    single, size_flag = flags >> 5 & 1, flags >> 6
    need(flags & 0x0B == 0, "MALFORMED", field + ": a dictionary, or the reserved bit")
    if not single:
        exponent, mantissa = frame[5] >> 3, frame[5] & 7
        need((1 << 10 + exponent) * (8 + mantissa) // 8 <= MAX_WINDOW, "LIMIT_EXCEEDED", field + " window")
        at += 1
    width = {0: single, 1: 2, 2: 4, 3: 8}[size_flag]
    need(width and at + width <= len(frame), "MALFORMED", field + ": no content size")
    size = int.from_bytes(frame[at:at + width], "little") + (256 if size_flag == 1 else 0)
    need(size <= limit, "LIMIT_EXCEEDED", field + " content size")
    at, last, capacity = at + width, 0, 0
    while not last:
        need(at + 3 <= len(frame), "MALFORMED", field + ": cut")
        block = int.from_bytes(frame[at:at + 3], "little")
        last, kind, length = block & 1, block >> 1 & 3, block >> 3
        need(kind < 3 and length <= 131072, "MALFORMED", field + " block")
        capacity += 131072 if kind == 2 else length
        at += 3 + (1 if kind == 1 else length)
    need(at + (4 if flags & 4 else 0) == len(frame), "MALFORMED", field + ": not exactly one frame")
    need(size <= capacity, "MALFORMED", field + " content size")
    try:
        return zstandard.ZstdDecompressor(dictionary, max_window_size=MAX_WINDOW).decompress(frame, size)
    except zstandard.ZstdError as error:
        raise PcrError("MALFORMED", f"{field}: {error}") from None


# ---- 3.3 FlatBuffers -------------------------------------------------------------------------------------------------

class FlatBuffer:
    def __init__(self, data, identifier, schema):
        self.data, self.visited = data, 0
        need(len(data) >= 8 and data[4:8] == identifier, "MALFORMED", "identifier")
        self.root = self.table(self.number("I", 0), schema)

    def number(self, kind, at):
        size = struct.calcsize(kind)
        need(0 <= at <= len(self.data) - size and at % size == 0, "MALFORMED", f"{kind} at {at}")
        return struct.unpack_from("<" + kind, self.data, at)[0]

    def follow(self, at):
        offset = self.number("I", at)
        need(offset, "MALFORMED", f"offset at {at}")
        return at + offset

    def visit(self, length, name):  # R-FB-5
        self.visited += length
        need(self.visited <= len(self.data), "MALFORMED", name + ": more than the buffer has")

    def table(self, at, schema):
        self.visit(4, "tables")
        vtable = at - self.number("i", at)
        vtable_length, table_length = self.number("H", vtable), self.number("H", vtable + 2)
        need(4 <= vtable_length <= 32767 and vtable_length % 2 == 0 and vtable + vtable_length <= len(self.data)
             and 4 <= table_length <= 32767 and at + table_length <= len(self.data), "MALFORMED", f"table at {at}")
        result = SimpleNamespace()
        for index, (name, kind) in enumerate(schema):
            slot = 4 + 2 * index
            offset = self.number("H", vtable + slot) if slot < vtable_length else 0
            number = kind in ("B", "H", "I", "Q", "q", "d")
            size = struct.calcsize(kind) if number else 4
            need(offset == 0 or 4 <= offset <= table_length - size, "MALFORMED", name)
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
        need(start + count * size + (kind == "text") <= len(self.data), "MALFORMED", name)
        need(start % size == 0, "MALFORMED", name + " alignment")
        self.visit(count * size, name)
        if element == "B":
            need(kind != "text" or self.data[start + count] == 0, "MALFORMED", name + " zero byte")
            return self.data[start:start + count]
        if tables:
            return [self.table(self.follow(start + 4 * i), kind[0]) for i in range(count)]
        return struct.unpack_from(f"<{count}{element}", self.data, start)


def text(data, field):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise PcrError("MALFORMED", field) from None


# ---- Vectors ---------------------------------------------------------------------------------------------------------

def cut(data, lengths, field):
    """Rows of bytes that stand one after the other."""
    need(sum(lengths) == len(data), "MALFORMED", field)
    rows, at = [], 0
    for length in lengths:
        rows.append(data[at:at + length])
        at += length
    return rows


def check_presence(bits, n, field):
    """Section 4.2. Returns a list of booleans."""
    if not bits:
        return [True] * n
    need(len(bits) == (n + 7) // 8 and (n % 8 == 0 or bits[-1] >> n % 8 == 0), "MALFORMED", field)
    return [bool(bits[i // 8] >> i % 8 & 1) for i in range(n)]


def check_magic(source, magic, field):
    begin = source.read(0, min(8, source.length))
    need(magic.startswith(begin), "NOT_PCR", field)
    need(len(begin) == 8, "TRUNCATED", field)
