"""Files that show which of two readings of the text is right, where a reader could take it in two ways."""
from __future__ import annotations

import struct

import pcr_writer as w
from pcr_blocks import FlatBuffer
from pcr_dataset import MANIFEST
from pcr_reader import LIQUID
from pcr_restore import ORIGINAL, PATCH, RECIPE, SAME

from .catalogue import FULL, Catalogue, decoding, group, whole
from .liquid import BMP, JPEG, PNG, RAW, WEBP, liquid
from .manifests import root, values
from .pieces import Values, color, copy_of, entry_of, flipped, grey, opaque, put, raw, sealed, shard, slices, source, u32, written
from .recipes import sample as of_kind
from .tables import Table


def add_to(found: Catalogue) -> None:
    add_short(found)
    add_copies(found)
    add_shared(found)
    add_originals(found)
    add_names(found)
    add_decoded(found)
    add_liquid_decoded(found)


def add_short(found: Catalogue) -> None:
    """Files that end within their head (R-HEAD-1), and slices of no bytes behind the end (section 6.3)."""
    data = shard()
    for name, error, about, changed in (
            ("magic", "NOT_PCR", "40 bytes, and another magic", flipped(data, 7)[:40]), ("region-count", "TRUNCATED", "40 bytes, and a region_count of 0: the head is cut", written(data, (28, u32(0)))[:40]),
            ("head", "TRUNCATED", "63 bytes", data[:63]), ("magic-alone", "TRUNCATED", "the magic alone", data[:8])):
        found.bad(f"short-{name}.pcr", error, about, changed, "HEAD-1 HEAD-3 HEAD-9")
    jpeg = source("colour.jpg")
    still = w.sample("still", slices(jpeg, 1) + [b"", b""], None, 16, 16, 2, source_length=len(jpeg))
    cut, entry = entry_of([still, opaque("file")])
    found.add("prefix-empty-slices.pcr", "cut at prefix_length(3), where groups 2 and 3 hold nothing", cut[:entry["prefix_lengths"][3]], "PREFIX-2 SAMPLE-1", [*(group(g) for g in range(4)), whole("TRUNCATED")])


def add_copies(found: Catalogue) -> None:
    """The pieces that are taken from the copy are judged as others are (R-COPY-1)."""
    data = shard()
    copy = copy_of(data)
    for name, error, at, value in (("major", "UNSUPPORTED", 8, b"\3"), ("feature", "UNSUPPORTED", 16, b"\1"), ("variant", "UNSUPPORTED", 9, b"\3"), ("reserved", "MALFORMED", 10, b"\1")):
        changed = flipped(sealed(data, (at, value)), 20)
        found.add(f"copy-of-another-{name}.pcr", f"a damaged head, and an intact copy of another {name}", changed, "COPY-1 COPY-2 HEAD-4 HEAD-5 HEAD-6", [whole(error)], FULL)
    torn = flipped(sealed(data, (8, b"\3")), 20, copy + 20)
    found.add("copy-of-another-major-twice.pcr", "damaged heads of another major, in front and in the copy", torn, "COPY-1", [whole("CHECKSUM_MISMATCH"), group(0, "CHECKSUM_MISMATCH")])


# ---- 3.3 -------------------------------------------------------------------------------------------------------------

def shared_strings(count: int, length: int) -> bytes:
    """A root whose class names are one string, laid out behind all else."""
    flat = bytearray(w.flatbuffer(b"PCRI", MANIFEST, values(class_names=[{"label": k, "name": "x"} for k in range(count)])))
    flat += bytes(-len(flat) % 4)
    table = struct.unpack_from("<I", flat)[0]

    def field(at: int, slot: int) -> int:
        vtable = at - struct.unpack_from("<i", flat, at)[0]
        return int(at + struct.unpack_from("<H", flat, vtable + 4 + 2 * slot)[0])

    def follow(at: int) -> int:
        return int(at + struct.unpack_from("<I", flat, at)[0])

    names = follow(field(table, 5))
    for k in range(count):
        place = field(follow(names + 4 + 4 * k), 1)
        struct.pack_into("<I", flat, place, len(flat) - place)
    return bytes(flat + u32(length) + b"n" * length + b"\0")


def visited(flat: bytes) -> int:
    """What R-FB-5 counts; the reader need not accept the buffer."""
    counted = FlatBuffer.__new__(FlatBuffer)
    counted.data, counted.visited = flat + bytes(len(flat)), 0
    counted.table(struct.unpack_from("<I", flat)[0], MANIFEST)
    return int(counted.visited)


def add_shared(found: Catalogue) -> None:
    def manifest(flat: bytes) -> bytes:
        return bytes(w.manifest_file(1, 1, values(), compress=raw, flat_of=lambda _: flat))

    found.good("manifest-shared-string.pcrm", "two class names that are one string of 20 bytes: no more than the buffer has", manifest(shared_strings(2, 20)), "FB-5")
    length = next(length for length in range(2000) if visited(shared_strings(2, length)) == len(shared_strings(2, length)))
    found.good("manifest-shared-strings-most.pcrm", "two class names that are one string: exactly as many bytes as the buffer has", manifest(shared_strings(2, length)), "FB-5")
    found.bad("manifest-shared-strings-one-more.pcrm", "MALFORMED", "two class names that are one string: a byte more than the buffer has", manifest(shared_strings(2, length + 1)), "FB-5")
    found.bad("manifest-shared-strings.pcrm", "MALFORMED", "two class names that are one string, and together longer than the buffer", manifest(shared_strings(2, 2000)), "FB-5")
    found.bad("manifest-shared-strings-many.pcrm", "MALFORMED", "300 class names that are one string of 65,535 bytes: 20 MB in 14 KB", manifest(shared_strings(300, 65535)), "FB-5")

    def sharing(flat: bytes) -> bytes:
        table = Table(flat)
        return table.put("I", table.field("heights"), table.target("widths") - table.field("heights"))

    found.good("shard-shared-vector.pcr", "heights that are the vector of the widths", shard([opaque("k", label=None)], 1, flat_of=sharing), "FB-5", group(1))


# ---- 10 --------------------------------------------------------------------------------------------------------------

def add_originals(found: Catalogue) -> None:
    same = color("same", original=source("colour.jpg"), keep=SAME)
    kept = opaque("kept", b"file", None, original=b"an original", keep=ORIGINAL)
    data, entry = entry_of([same, kept], 3, restore=True)
    found.add("bad-restore-same-damaged.pcr", "a sample of kind SAME whose last slice is damaged, and an original that is intact", flipped(data, entry["prefix_lengths"][3] - 1), "RESTORE-4 SAMPLE-4", [whole("CHECKSUM_MISMATCH"), group(2)], FULL)
    other = entry_of([kept, same], 3, restore=True, change_directory=put("source_sha256", 32, 0))[0]
    found.bad("restore-one-of-two.pcr", "RESTORE_MISMATCH", "the second of two originals is another", other, "RESTORE-4", level=FULL)
    literal = b"no JPEG, and no scan"
    of_literal = struct.pack("<II", 1, len(literal)) + literal
    for name, keep, record in (("recipe", RECIPE, of_literal), ("patch", PATCH, u32(len(of_literal)) + of_literal + raw(literal))):
        one = color("k", original=literal, keep=keep, record=record, source_length=len(literal))
        found.good(f"restore-{name}-of-literal.pcr", f"a {name} of one literal and no scan: it is not rebuilt without --decode", entry_of([one, kept], 3, restore=True)[0], "RESTORE-5 RESTORE-9", level=FULL)


# ---- 12 --------------------------------------------------------------------------------------------------------------

def add_names(found: Catalogue) -> None:
    part = {"length": 100, "shard_count": 1, "sample_count": 1}
    segment = {"page_count": 1, "entry_length": 16}

    def names(*parts: str, segments: tuple[str, ...] = ()) -> Values:
        return {"parts": [{**part, "name": name, "first_shard_number": k} for k, name in enumerate(parts)], "key_segments": [{**segment, "name": name} for name in segments], "shards": None}

    for name, about, made in (("parts", "two parts whose names differ in case alone", names("a.pcrp", "A.pcrp")), ("part-and-segment", "a part and a segment of one name", names("a", segments=("A",)))):
        found.bad(f"manifest-names-of-{name}.pcrm", "MALFORMED", about, root(**made), "MANIFEST-4")
    named = names("part-00000.pcr", segments=("part-00001.pcr",))
    named["shards"] = values()["shards"]
    named["shards"] = {**named["shards"], "shard_numbers": [5, 6]}
    found.good("manifest-names-of-shards.pcrm", "a part and a segment of the names of shards, with which they are not compared", root(**named), "MANIFEST-4")


# ---- --decode --------------------------------------------------------------------------------------------------------

def add_decoded(found: Catalogue) -> None:
    many = of_kind("scans-100")
    many.slices = slices(source("recipe-scans-100.jpg"), 3)
    found.add("unsupported-image-scans-100.pcr", "a sample of 100 scans", shard([many]), "LIMIT-1 SCAN-1", [whole(), group(3), decoding("LIMIT_EXCEEDED")])
    mixed = [grey("a"), opaque("b"), color("c"), opaque("d")]
    found.good("shard-images.pcr", "two images, and two files that are none", shard(mixed), "SAMPLE-1 SAMPLE-2", decoding())
    data = shard()
    found.add("copy-decoded.pcr", "a byte of the head: the images are intact", flipped(data, 20), "COPY-1", [whole("CHECKSUM_MISMATCH"), decoding()], FULL)


def add_liquid_decoded(found: Catalogue) -> None:
    found.good("liquid-decoded.pcrl", "a sample of each encoding", liquid(JPEG, PNG, WEBP, BMP, RAW, RAW), "LIQUID-3 LIQUID-4", decoding())

    def one(content: bytes, encoding: int, side: int = 2) -> bytes:
        return entry_of([w.sample("k", [content], None, side, 1, 0, encoding=encoding)], 1, variant=LIQUID)[0]

    pixels = b"\x10\x20"
    found.good("liquid-raw-rgb.pcrl", "a RAW sample of three channels", one(b"P6\n2 1\n255\n" + 3 * pixels, RAW), "LIQUID-4", decoding())
    for name, about, content, encoding in (
            ("jpeg", "a PNG of encoding JPEG", b"\x89PNG\r\n\x1A\n", JPEG), ("png", "a JPEG of encoding PNG", source("grey.jpg"), PNG), ("webp", "a WAVE of encoding WEBP", b"RIFF\4\0\0\0WAVE", WEBP),
            ("bmp", "a PNM of encoding BMP", b"P5\n2 1\n255\n" + pixels, BMP), ("short", "a PNG of seven bytes", b"\x89PNG\r\n\x1A", PNG), ("raw", "a BMP of encoding RAW", b"BM, or so", RAW),
            ("raw-width", "a RAW sample of another width", b"P5\n3 1\n255\n" + pixels + b"0", RAW), ("raw-height", "a RAW sample of another height", b"P5\n2 2\n255\n" + 2 * pixels, RAW),
            ("raw-zeros", "a width with a leading zero", b"P5\n02 1\n255\n" + pixels, RAW), ("raw-space", "two spaces", b"P5\n2  1\n255\n" + pixels, RAW), ("raw-depth", "a maximum of 254", b"P5\n2 1\n254\n" + pixels, RAW),
            ("raw-comment", "a comment", b"P5\n# x\n2 1\n255\n" + pixels, RAW), ("raw-less", "a byte less than the pixels take", b"P5\n2 1\n255\n" + pixels[1:], RAW), ("raw-more", "a byte behind the pixels", b"P5\n2 1\n255\n" + pixels + b"0", RAW),
            ("raw-p4", "a bitmap", b"P4\n2 1\n255\n" + pixels, RAW)):
        found.add(f"bad-image-liquid-{name}.pcrl", about, one(content, encoding), "LIQUID-3 LIQUID-4" if encoding == RAW else "LIQUID-3", [whole(), decoding("IMAGE_CORRUPT")])
