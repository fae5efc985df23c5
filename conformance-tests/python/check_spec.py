#!/usr/bin/env python3
"""Checks the text of the specification itself: its lengths, its ids, its tables and the listing of the smallest shard."""
import os, re, struct, sys
import pcr_dataset, pcr_reader, pcr_restore, pcr_writer
from pcr_blocks import crc32c

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = os.path.join(HERE, "..", "..", "spec")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def check_lengths(text):
    part_2, annex = text.index("\n# Part II"), text.index("\n# Annex A")
    print(f"level PREFIX {part_2:,} characters, all but the annex {annex:,}, the annex {len(text) - annex:,}")
    assert part_2 <= 20_000 and annex <= 65_000
    for name in ("pcr-format.md", "CHANGES.md", "schemas/metadata.fbs", "schemas/manifest.fbs", "schemas/restore.fbs", "schemas/targets.fbs"):
        long = [k + 1 for k, line in enumerate(read(SPEC, name).split("\n")) if len(line) > 100]
        assert not long, (name, long)
    lines = read(HERE, "pcr_prefix.py").count("\n")
    print(f"a reader at level PREFIX: {lines} lines")
    assert lines <= 300 and "import pcr" not in read(HERE, "pcr_prefix.py") and "from pcr" not in read(HERE, "pcr_prefix.py")


def check_ids(text):
    defined = re.findall(r"\*\*([GR]-[A-Z]*-?\d+)\*\*", text)
    assert len(set(defined)) == len(defined), sorted(i for i in set(defined) if defined.count(i) > 1)
    named = set(re.findall(r"\b([GR]-(?:[A-Z]+-)?\d+)\b", text))
    assert named == set(defined), named ^ set(defined)
    print(len(defined), "rules and guarantees, each defined once")
    # What CHANGES says was retired is not used again.
    retired = re.search(r"Retired ids, not used again:([^.]*)\.", read(SPEC, "CHANGES.md"))[1]
    assert not set(re.findall(r"R-[A-Z]+-\d+", retired)) & set(defined)


def check_errors(text):
    table = text[text.index("| error | when"):text.index("An error carries")]
    known = set(re.findall(r"^\| `([A-Z_]+)`", table, re.M))
    used = set(re.findall(r'(?:need\([^\n]*|PcrError\()"([A-Z_]{6,})", ', "".join(read(HERE, name) for name in os.listdir(HERE) if name.startswith("pcr_"))))
    assert used <= known, used - known
    old = re.findall(r"`(\w+_(?:MISMATCH|RANGE|ZERO|VERSION|FEATURE|KIND)|BAD_\w+|DUPLICATE)`", text)
    assert set(old) <= known, old


LAYOUTS = {"ShardHeadLayout": pcr_reader.HEAD, "RegionLayout": pcr_reader.REGION, "TrailerLayout": pcr_reader.TRAILER,
           "ManifestHeadLayout": pcr_dataset.HEAD, "KeySegmentLayout": pcr_dataset.SEGMENT_HEAD, "KeyPageLayout": pcr_dataset.PAGE_HEAD,
           "KeyEntryLayout": pcr_dataset.ENTRY[32]}


def check_layouts(text):
    """Each table of fields has the offsets and sizes that the reader unpacks."""
    for name, layout in LAYOUTS.items():
        table = text[text.index(f".{name} -->"):].split("\n\n")[0]
        rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.split("\n")[3:]]
        offsets = [int(row[0]) for row in rows]
        sizes = [struct.calcsize("<" + kind) for kind in re.findall(r"\d*[a-zA-Z]", layout.format[1:])]
        assert offsets == [sum(sizes[:k]) for k in range(len(sizes) + 1)], (name, offsets, sizes)
        assert [int(row[1]) for row in rows[:-1]] == sizes, name


def check_schemas():
    """The lists of fields in the reader are those of the schemas."""
    types = {"ubyte": "B", "ushort": "H", "uint": "I", "ulong": "Q", "long": "q", "double": "d", "string": "text"}
    tables = {}
    for name in ("targets", "metadata", "manifest", "restore"):
        for table, body in re.findall(r"^table (\w+) \{(.*?)^\}", read(SPEC, "schemas", name + ".fbs"), re.M | re.S):
            tables[table] = re.findall(r"^  (\w+):(\[?\w+\]?);", body, re.M)

    def shape(kind):
        inner = kind.strip("[]")
        found = types.get(inner) or [(field, shape(k)) for field, k in tables[inner]]
        return found if not kind.startswith("[") else (found,) if inner in types else [found]

    for table, fields in {"ShardMetadata": pcr_reader.METADATA, "RestoreDirectory": pcr_restore.RESTORE, "Manifest": pcr_dataset.MANIFEST,
                          "ShardTable": pcr_dataset.SHARD_TABLE, "GroupTargets": pcr_reader.TARGETS}.items():
        assert shape(table) == fields, table


def check_smallest_shard(text):
    listing = text[text.index("<!-- hexdump -->"):].split("```")[1].strip("\n").split("\n")
    data = b""
    for line in listing:
        assert int(line[:4], 16) == len(data), line
        data += data[:int(re.search(r"0 to (\d+)", line)[1]) + 1] if line[6:9] == "..." else bytes.fromhex(line[6:53])
    shard = pcr_reader.Shard(pcr_dataset.Bytes(data))
    shard.check_end()
    made, _ = pcr_writer.shard([], 1, restore=False, writer_id=1, compress=lambda flat: pcr_writer.zstd(flat, 3))
    assert shard.n == 0 and made[64:] == data[64:] and crc32c(b"123456789") == 0xE3069283
    assert re.search(r"one group: (\d+) bytes", text)[1] == str(len(data))


def main():
    text = read(SPEC, "pcr-format.md")
    for check in (check_lengths, check_ids, check_errors, check_layouts, check_smallest_shard):
        check(text)
    check_schemas()
    return 0


if __name__ == "__main__":
    sys.exit(main())
