#!/usr/bin/env python3
"""pcr-probe (spec/vectors/README.md): what a file holds, as canonical JSON.

    pcr_probe.py <file or URL> [--group g | --open | --key k | --decode]
                              exit 0 ok, 1 damaged or another file, 2 not supported, 3 not to be had
    pcr_probe.py --batch      reads lines of such words, with a TAB between them; answers "<exit> TAB <JSON>" lines
"""
import hashlib, json, os, struct, sys
from pcr_blocks import MAX_PREFIX, PcrError, need
from pcr_dataset import (TFRECORD, Dataset, FolderPlace, ManifestFile, check_head_listed, check_listed, check_segment, segment_entry)
from pcr_reader import EARLY, FLOAT32, FLOAT64, INLINE, LATE, PCR, RESTORE_REGION, Shard
from pcr_restore import Restore
from pcr_sources import open_source
from pcr_tfrecord import COMPRESSION_OF_SUFFIX, decompress, example, records

REFUSED = {"UNSUPPORTED", "IMAGE_UNSUPPORTED", "LIMIT_EXCEEDED"}  # exit code 2


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def double(value):
    return struct.pack(">d", value).hex()


def plain(value, kind):
    if isinstance(value, list):
        return [plain(element, kind) for element in value]
    if kind in (FLOAT64, FLOAT32) and value is not None:
        return struct.pack(">d" if kind == FLOAT64 else ">f", value).hex()
    return value.hex() if isinstance(value, bytes) else value


def targets(table):
    return table and {"metric": table.metric, "way": table.way, "reconstruction": table.reconstruction,
                      "at": table.at.decode(), "values": list(table.values)}


def shard(source, group):
    whole = group is None
    found = Shard(source, whole)
    meta = found.meta
    group = found.group_count if whole else group
    if not 0 <= group <= found.group_count:
        raise OSError(f"--group {group} of a shard of {found.group_count} groups")
    if not whole:
        need(found.prefix_length(group) <= MAX_PREFIX, "LIMIT_EXCEEDED", "prefix_length")
        source.read(0, found.prefix_length(group))
    errors = [found.front_error] if found.front_error else []
    dump = {"container": "shard", "variant": found.variant, "writer_id": found.writer_id,
            "ro_compat_features": found.ro_compat_features, "compat_features": found.compat_features,
            "shard_uuid": found.uuid.hex(), "total_length": found.total_length, "sample_count": found.n,
            "group_count": found.group_count, "copy_used": bool(errors),
            "regions": [[r.kind, r.number, r.offset, r.length] for r in found.regions],
            "prefix_lengths": [found.prefix_length(g) for g in range(found.group_count + 1)],
            "targets": targets(meta.targets), "samples": [], "columns": [],
            "restore_kinds": None, "source_sha256": None, "originals": None}
    for i, key in enumerate(found.keys):
        sample = {"key": key, "label": found.labels[i],
                  "encoding": meta.encodings[i], "color_class": meta.color_classes[i],
                  "width": meta.widths[i], "height": meta.heights[i], "source_flags": meta.source_flags[i],
                  "source_length": meta.source_lengths[i], "fidelities": []}
        try:
            for file in found.fidelities(i, group):
                sample["fidelities"].append(sha256(file))
        except PcrError as error:
            errors.append(error.code)
        dump["samples"].append(sample)
    for index, column in enumerate(found.columns):
        values, placement = None, column.placement
        if placement == INLINE or placement == EARLY and group or placement == LATE and whole:
            try:
                values = [plain(value, column.type) for value in found.column(index)]
            except PcrError as error:
                errors.append(error.code)
        table = meta.columns[index]
        dump["columns"].append({"name": column.name, "type": table.type, "shape": table.shape, "list_length": table.list_length,
                                "placement": table.placement, "values": values})
    if whole and found.region(RESTORE_REGION):
        try:
            restore = Restore(found)
            hashes = restore.directory.source_sha256
            dump["restore_kinds"] = list(restore.directory.kinds)
            dump["source_sha256"] = [hashes[k:k + 32].hex() for k in range(0, len(hashes), 32)] or None
            dump["originals"] = [None if o is None else sha256(o) for o in restore.originals()]
        except PcrError as error:
            errors.append(error.code)
    if whole:
        try:
            found.check_end()
        except PcrError as error:
            errors.append(error.code)
    if errors:
        dump["error"] = errors[0]
    return dump


def fields(table, *names):
    values = {name: getattr(table, name) for name in names}
    return {name: value.decode() if isinstance(value, bytes) else value for name, value in values.items()}


def entry(e):
    return {"name": e.name, "shard_number": e.number, "variant": e.variant, "compression": e.compression, "shard_uuid": e.uuid.hex(),
            "total_length": e.total_length, "sample_count": e.sample_count, "head_crc32c": e.head_crc32c,
            "prefix_lengths": list(e.prefix_lengths), "restore_length": e.restore_length,
            "restore_directory_length": e.restore_directory_length, "source_bytes": e.source_bytes,
            "restorable_samples": e.restorable_samples}


def manifest(source):
    found = ManifestFile(source)
    root = found.root
    dump = {"container": "manifest" if found.kind == 1 else "part", "ro_compat_features": found.ro_compat_features,
            "compat_features": found.compat_features, "generation": found.generation, "shards": [entry(e) for e in found.shards]}
    if found.kind == 1:
        dump.update(
            dataset_uuid=root.dataset_uuid.hex(), commit_id=root.commit_id.hex(), parent_generation=root.parent_generation,
            group_count=root.group_count, targets=targets(root.targets),
            class_names=[[c.label, c.name.decode()] for c in root.class_names],
            quality=[{"metric": c.metric, "reconstruction": c.reconstruction, "at": c.at.decode(), "points": [
                {name: double(value) for name, value in vars(point).items()} for point in c.points]} for c in root.quality],
            options=[[o.name.decode(), o.value.decode()] for o in root.options],
            columns=[fields(c, "name", "type", "shape", "list_length") for c in root.columns],
            next_shard_number=root.next_shard_number,
            parts=[fields(p, "name", "length", "part_crc32c", "shard_count", "first_shard_number", "sample_count") for p in root.parts],
            key_segments=[fields(s, "name", "page_count", "entry_length", "entry_count", "segment_crc32c") for s in root.key_segments])
    return dump


def segment(source):
    stated, head = segment_entry(source)
    return {"container": "keys", "entry_length": stated.entry_length, "page_count": stated.page_count, "entry_count": stated.entry_count,
            "dataset_uuid": head[6].hex(), "generation": head[7], "number": head[8], "segment_crc32c": stated.segment_crc32c,
            "entries": [list(e) for e in check_segment(source, stated)]}


def tfrecord(source, compression):
    data = decompress(source.read(0, source.length), compression)
    write = {1: bytes.hex, 2: "{:08x}".format, 3: int}
    return {"container": "tfrecord", "compression": compression, "examples": [
        {name: sha256(values[0]) if name == "image/encoded" else [write[kind](v) for v in values]
         for name, (kind, values) in example(record).items()} for record in records(data)]}


def open_all(name):
    """--open: the first error of the parts, shards and segments that a root lists, in its order."""
    folder, errors = os.path.dirname(name), []
    dataset = Dataset(FolderPlace(folder), name=os.path.basename(name))
    entries = list(dataset.shards())
    root = dataset.root
    need(root.group_count == 1 and not root.targets or any(e.variant == PCR for e in entries), "MALFORMED", "group_count, targets")
    for e in entries:
        source = open_source(os.path.join(folder, e.name))
        if e.variant == TFRECORD:
            need(source.length == e.total_length, "NOT_AS_LISTED", e.name)
            continue
        found = Shard(source, copy_length=e.prefix_lengths[0], check_head=lambda shard, e=e: check_head_listed(shard, e))
        check_listed(found, e, root)
        errors += [found.front_error] if found.front_error else []
    for stated in root.key_segments:
        for found in check_segment(open_source(os.path.join(folder, stated.name.decode())), stated, root.dataset_uuid):
            e = dataset.shard_of_number(found[1])
            need(e is None or found[2] < e.sample_count, "MALFORMED", "KeyEntry.ordinal")
    return {"open": len(entries), **({"error": errors[0]} if errors else {})}


def find(name, key):
    """--key: where the sample of a key is."""
    found = Dataset(FolderPlace(os.path.dirname(name)), name=os.path.basename(name)).find(key)
    return {"key": found and [found[0].number, found[2]]}


def answer(name, words):
    option, value = (*words, None, None)[:2]
    if option == "--decode":
        raise OSError("no decoder")
    if option == "--open":
        return open_all(name)
    if option == "--key":
        return find(name, value)
    source = open_source(name)
    suffixes = [suffix for suffix in COMPRESSION_OF_SUFFIX if name.endswith(suffix)]
    magic = source.read(0, min(4, source.length)) if not suffixes else b""
    if suffixes or magic in (b"\x8FPCM", b"\x8FPCK") or name.endswith((".pcrm", ".pcrp", ".pcrk")):
        if option:
            raise OSError("--group is for shards with groups")
        if suffixes:
            return tfrecord(source, COMPRESSION_OF_SUFFIX[suffixes[0]])
        return segment(source) if magic == b"\x8FPCK" or name.endswith(".pcrk") else manifest(source)
    return shard(source, int(value) if option else None)


def probe(name, *words):
    """words: "--group" and a number, "--open", "--key" and a key, or none."""
    try:
        dump = answer(name, words)
    except PcrError as error:
        dump = {"error": error.code}
    except OSError as error:
        dump = {"io": str(error)}
    code = dump.get("error")
    status = 3 if "io" in dump else 0 if code is None else 2 if code in REFUSED else 1
    return status, json.dumps(dump, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def main(arguments):
    if arguments == ["--batch"]:
        for line in sys.stdin.buffer:
            status, told = probe(*line.decode().rstrip("\n").split("\t"))
            sys.stdout.buffer.write(f"{status}\t{told}\n".encode())
            sys.stdout.buffer.flush()
        return 0
    if not arguments or len(arguments) != {"--group": 3, "--key": 3, "--open": 2, "--decode": 2}.get("".join(arguments[1:2]), 1):
        sys.stderr.write(__doc__)
        return 64
    status, told = probe(*arguments)
    sys.stdout.buffer.write(told.encode() + b"\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
