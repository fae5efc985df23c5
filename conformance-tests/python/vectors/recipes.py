"""Recipes (section 10.1). `spec/vectors/sources/recipe-*.jpg` are originals of every kind; the file `.progressive.jpg` beside
each has the same coefficients, and is the sample. A recipe is what is left of the original without its entropy-coded data."""
from __future__ import annotations

import glob
import os
import struct
from types import SimpleNamespace

import pcr_writer as w
from pcr_restore import PATCH, RECIPE

from .catalogue import FULL, Catalogue, decoding
from .pieces import SOURCES, color, entry_of, opaque, raw, recipe, scans, slices, source, u32

ABOUT = {
    "baseline": "4:2:0 with odd sides", "optimised": "4:2:2 with Huffman tables of its own", "grey-baseline": "one component", "multi-scan": "a sequential JPEG of three scans",
    "progressive": "another progressive script, of 12 scans", "restarts": "restart intervals of one MCU", "restarts-progressive": "restart intervals of a progressive JPEG", "arithmetic": "arithmetic coding",
    "arithmetic-progressive": "arithmetic coding of a progressive JPEG", "arithmetic-restarts": "arithmetic coding with restart intervals", "four-one-one": "4:1:1",
    "luma-below-chroma": "a luma component of fewer samples than a chroma one", "four-components": "four components", "ids-not-unique": "three components of one id",
    "scans-100": "a progressive JPEG of 100 scans, the most that a reader takes", "junk": "bytes before the start and behind the end",
    "correction-bits": "a refinement scan in which more than 937 correction bits wait", "restarts-many": "twelve restart intervals", "restarts-change": "restart intervals that change between scans, and stuffed bytes",
    "edge-blocks": "blocks beyond the edge, of a sample that has none of them", "eob-run": "more than 32,767 blocks without coefficients", "zero-runs": "runs of 16 zeros, in a first scan and in those that refine",
    "arithmetic-flat": "arithmetic-coded data of one byte, whose trailing zeros are left out", "conditioning": "arithmetic conditioning of its own", "conditioning-progressive": "arithmetic conditioning of a progressive JPEG",
    "fill-bytes": "fill bytes before each marker, also behind a scan's data"}

# Not in the file of many recipes, which is older than they are.
ALONE = {"arithmetic-flat", "conditioning", "conditioning-progressive", "fill-bytes"}


def size_of(jpeg: bytes) -> tuple[int, int, int]:
    """Width, height and number of components."""
    at = jpeg.index(b"\xFF\xD8\xFF") + 2
    while not 0xC0 <= jpeg[at + 1] <= 0xCF or jpeg[at + 1] in (0xC4, 0xC8, 0xCC):
        at += 2 + int.from_bytes(jpeg[at + 2:at + 4], "big")
    height, width = struct.unpack_from(">HH", jpeg, at + 5)
    return width, height, jpeg[at + 9]


def sample(name: str, groups: int = 3) -> SimpleNamespace:
    original, stored = source(f"recipe-{name}.jpg"), source(f"recipe-{name}.progressive.jpg")
    width, height, components = size_of(stored)
    return w.sample(name, slices(stored, groups), None, width, height, {1: 1, 3: 2, 4: 4}[components], original=original, keep=RECIPE, record=recipe(original))


def names() -> list[str]:
    paths = glob.glob(os.path.join(SOURCES, "recipe-*.progressive.jpg"))
    return sorted(os.path.basename(path)[len("recipe-"):-len(".progressive.jpg")] for path in paths)


def add_to(found: Catalogue) -> None:
    assert sorted(ABOUT) == names()
    for one in map(sample, names()):
        found.good(f"recipe-{one.key}.pcr", f"a recipe: {ABOUT[one.key]}", entry_of([one], 3, restore=True)[0], "RESTORE-5 RESTORE-9 G-5", decoding(), level=FULL)
    many = [sample(name) for name in names() if name not in ALONE]
    found.good("recipe-all.pcr", "recipes of many kinds in one frame", entry_of(many, 3, restore=True)[0], "RESTORE-5 RESTORE-9", decoding(), level=FULL)
    base = source("recipe-baseline.jpg")
    longer = base[:-2] + b"\xFF\xFF\xD9" + b"behind"
    patched = sample("baseline")
    patched.original, patched.keep = longer, PATCH
    patched.record = u32(len(recipe(base))) + recipe(base) + raw(longer)
    found.good("recipe-of-patch.pcr", "a patch over a recipe", entry_of([patched], 3, restore=True)[0], "RESTORE-6", decoding(), level=FULL)
    add_bad(found, base)


def add_bad(found: Catalogue, base: bytes) -> None:
    def with_record(record: bytes, keep: int = RECIPE) -> bytes:
        one = color("k", original=b"?", keep=keep, record=record)
        return entry_of([one], 3, restore=True, change_directory=lambda values: values.update(source_sha256=b""))[0]

    def counts(*numbers: int) -> bytes:
        return struct.pack(f"<{len(numbers)}I", *numbers)

    for name, about, record in (
            ("empty", "a recipe of no bytes", b""), ("short", "a recipe of three bytes", b"\1\0\0"), ("count-0", "a recipe of no literals", counts(0)),
            ("count", "a recipe of more literals than it has lengths", counts(2, 1)), ("count-max", "a recipe of 2^32-1 literals", counts(2**32 - 1, 1)), ("count-2-30", "a recipe of 2^30 literals, whose lengths overflow", counts(2**30, 0)),
            ("long", "a byte behind the last literal", counts(1, 1) + b"ab"), ("lengths", "literals that are longer than the record", counts(1, 2) + b"a")):
        found.bad(f"recipe-{name}.pcr", "MALFORMED", about, with_record(record), "RESTORE-9", level=FULL)
        patch = with_record(u32(len(record)) + record + raw(b"x"), PATCH)
        if name in ("short", "long"):
            found.bad(f"recipe-{name}-of-patch.pcr", "MALFORMED", about + ", of a patch", patch, "RESTORE-6 RESTORE-9", level=FULL)
    of_opaque = opaque("k", original=b"?", keep=RECIPE, record=counts(1, 1) + b"a")
    found.bad("recipe-of-opaque.pcr", "RESTORE_MISMATCH", "a recipe of a sample that is no JPEG", entry_of([of_opaque], 1, restore=True)[0], "RESTORE-9", level=FULL)
    found.unsupported("recipe-101-scans.pcr", "LIMIT_EXCEEDED", "a recipe of 101 scans", with_record(counts(102, *[0] * 102)), "LIMIT-1", level=FULL)
    found.unsupported("recipe-101-scans-of-patch.pcr", "LIMIT_EXCEEDED", "a patch over a recipe of 101 scans", with_record(u32(4 * 103) + counts(102, *[0] * 102) + raw(b"x"), PATCH), "LIMIT-1", level=FULL)
    # Intact as containers; only who rebuilds them finds that they lead to something else.
    end = scans(base)
    for name, about, original in (
            ("no-jpeg", "literals that are no JPEG headers", b"no JPEG"), ("other-file", "literals of another file", base[:20] + b"\xFF\xFE\0\4??" + base[20:]),
            ("no-tables", "a Huffman code that the literals do not have", base.replace(b"\xFF\xC4", b"\xFF\xEF"))):
        made = sample("baseline")
        made.record = recipe(original) if name != "no-jpeg" else counts(1, len(original)) + original
        data = entry_of([made], 3, restore=True)[0]
        found.good(f"recipe-mismatch-{name}.pcr", f"intact as a container; {about}", data, "RESTORE-9 RESTORE-4", decoding("RESTORE_MISMATCH"), level=FULL)
    assert len(end) == 2
