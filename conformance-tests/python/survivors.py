"""The mutants of mutate_readers.py that no vector can find: a pattern of what is printed of each, and why."""

LIBRARY = "the zstd library refuses the frame, too, with the same error"
LATER = "a later check refuses the same files, with the same error"
SOURCE = "reading beyond the end is TRUNCATED by itself"
LARGE = "shows in files of a megabyte and more"

SURVIVORS: dict[str, str] = {
    r"len\(frame\) > 5|frame\[:4\] ==": LIBRARY,
    r"need\(flags & 0x0B == 0": LIBRARY,
    r"need\(width and at \+ width": LIBRARY,
    r"(without kind < 3|kind < 3 -> kind <= 3) \|": LIBRARY,
    r"(dropped|without size <= capacity) \| need\(.*size <= capacity": LIBRARY + ", after it has taken the memory",
    r"dropped \| need\(len\(data\) == size": LIBRARY,
    r"need\(len\(begin\) == 8": SOURCE,
    r"need\(source.length >= first.end": SOURCE,
    r"need\(len\(data\) == PAGE": SOURCE,
    r"need\(len\(data\) == place\[1\]": SOURCE,
    r"len\(data\) >= 32 -> len\(data\) > 32": SOURCE,
    r"source.length < TRAILER.size -> source.length <= TRAILER.size": "a file of 24 bytes is no shard",
    r"(without len\(data\) >= 8|len\(data\) >= 8 -> len\(data\) > 8)": "a buffer of eight bytes has no root",
    r"need\(at, .MALFORMED., .root table": "a table at 0 has its vtable in the same bytes, which is too short",
    r"vtable_length <= 32767 -> .*vtable_length < 32767": "32,767 is odd",
    r"4 <= offset <= table_length - 4 without its first part": "1 to 3 are no multiples of 4",
    r"total_length < 1 << 63": LATER,
    r"self.n < 1 << 31": LATER,
    r"length < 1 << 63 .*need\(reserved == 0 and start == end": LATER,
    r"max\(offset, length\) < 1 << 63|max without (offset|length) \|": LATER,
    r"without following \|": LATER,
    r"wanted <= MAX_PREFIX -> wanted < MAX_PREFIX": "takes a file of 1 GiB",
    r"1 <= first.length <= 64 << 20 (->|without its first part)|without first.kind == METADATA_REGION": LATER,
    r"need\(all\(a < b for a, b in zip\(numbers, numbers\[1:\]\)\)": LATER,
    r"need\(\[r.number for r in self.data\] == list": LATER,
    r"error.code not in FRONT_DAMAGE": "nothing else can be wrong there",
    r"place > 0": "there is no room for a copy, and none is found",
    r"need\(at \+ 4 <= len\(data\), .* length of an element": LATER,
    r"need\(region.kind == RESTORE_REGION": "only asked where there is one",
    r"need\(region.length >= 4|region.length >= 4 ->": LATER,
    r"len\(record\) >= 4 -> len\(record\) > 4|len\(recipe\) >= 4 -> len\(recipe\) > 4": LATER,
    r"4 \+ length <= len\(record\) -> 4 \+ length < len\(record\)": "a recipe that fills its patch leaves no frame",
    r"region.offset \+ 4 -> ": "a prefix that ends in directory_length",
    r"max without (entry_count|e.restore_length|\*prefix|0) ": LATER,
    r"FIRST_READ": LARGE,
    r"generation is not None or isinstance": "the search for the newest generation; check_format.py",
}
