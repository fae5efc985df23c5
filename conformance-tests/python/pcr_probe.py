#!/usr/bin/env python3
"""pcr-probe (spec/vectors/README.md): what a file holds, as canonical JSON.

    pcr_probe.py <file or URL> [--group g]      exit 0 ok, 1 damaged or another file, 2 not supported, 3 not to be had
    pcr_probe.py --batch                        reads "<file>" or "<file> TAB <g>" lines, answers "<exit> TAB <JSON>" lines
"""
import hashlib, json, struct, sys
from pcr_blocks import UNSUPPORTED, PcrError
from pcr_reader import EARLY, INLINE, LATE, RESTORE_REGION, Manifest, Shard
from pcr_restore import Restore
from pcr_sources import open_source
from pcr_tfrecord import COMPRESSION_OF_SUFFIX, decompress, example, records


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def double(value):
    return struct.pack(">d", value).hex()


def targets(table):
    return table and {"metric": table.metric, "way": table.way, "reconstruction": table.reconstruction,
                      "at": table.at.decode(), "values": list(table.values)}


def shard(source, group):
    found = Shard(source)
    meta, whole = found.meta, group is None
    group = meta.group_count if whole else group
    if not 0 <= group <= meta.group_count:
        raise OSError(f"--group {group} of a shard of {meta.group_count} groups")
    if whole:
        found.check_trailer()
    source.read(0, found.prefix_length(group))
    dump = {"container": "shard", "variant": found.variant, "minor": found.minor, "writer_id": found.writer_id,
            "ro_compat_features": found.ro_compat_features, "compat_features": found.compat_features,
            "shard_uuid": found.uuid.hex(), "total_length": found.total_length, "group_count": meta.group_count,
            "regions": [[r.kind, r.number, r.offset, r.length] for r in found.regions],
            "prefix_lengths": [found.prefix_length(g) for g in range(meta.group_count + 1)],
            "targets": targets(meta.targets), "samples": [], "columns": []}
    errors = []
    for i, key in enumerate(found.keys):
        sample = {"key": key, "label": found.labels[i],
                  "encoding": meta.encodings[i], "color_class": meta.color_classes[i],
                  "width": meta.widths[i], "height": meta.heights[i], "source_flags": meta.source_flags[i],
                  "source_length": meta.source_lengths[i],
                  "source_sha256": meta.source_sha256[32 * i:32 * i + 32].hex() or None, "fidelities": []}
        try:
            for file in found.fidelities(i, group):
                sample["fidelities"].append(sha256(file))
        except PcrError as error:
            errors.append(error.code)
        dump["samples"].append(sample)
    for index, column in enumerate(meta.columns):
        values, late = None, column.placement == LATE
        if column.placement == INLINE or column.placement == EARLY and group or late and whole:
            try:
                values = [v.hex() if isinstance(v, bytes) else double(v) if isinstance(v, float) else v for v in found.column(index)]
            except PcrError as error:
                errors.append(error.code)
        dump["columns"].append({"name": column.name.decode(), "type": column.type, "placement": column.placement, "values": values})
    if whole and found.regions[-1].kind == RESTORE_REGION:
        try:
            restore = Restore(found)
            dump["restore_kinds"] = list(restore.directory.kinds)
            dump["originals"] = [None if o is None else sha256(o) for o in restore.originals()]
        except PcrError as error:
            errors.append(error.code)
    if errors:
        dump["error"] = errors[0]
    return dump


def manifest(source):
    found = Manifest(source)
    root = found.root
    return {"container": "manifest", "minor": found.minor, "ro_compat_features": found.ro_compat_features,
            "compat_features": found.compat_features, "generation": found.generation,
            "dataset_uuid": root.dataset_uuid.hex(), "group_count": root.group_count, "targets": targets(root.targets),
            "class_names": [[c.label, c.name.decode()] for c in root.class_names],
            "quality": [{"metric": c.metric, "reconstruction": c.reconstruction, "at": c.at.decode(), "points": [
                {name: double(value) for name, value in vars(point).items()} for point in c.points]} for c in root.quality],
            "options": [[o.name.decode(), o.value.decode()] for o in root.options],
            "shards": [{"name": s.name.decode(), "variant": s.variant, "compression": s.compression, "shard_uuid": s.shard_uuid.hex(),
                        "total_length": s.total_length, "sample_count": s.sample_count, "metadata_length": s.metadata_length,
                        "head_crc32c": s.head_crc32c, "prefix_lengths": list(s.prefix_lengths), "restore_length": s.restore_length}
                       for s in root.shards]}


def tfrecord(source, compression):
    data = decompress(source.read(0, source.length), compression)
    plain = {1: bytes.hex, 2: "{:08x}".format, 3: int}
    return {"container": "tfrecord", "compression": compression, "examples": [
        {name: sha256(values[0]) if name == "image/encoded" else [plain[kind](v) for v in values]
         for name, (kind, values) in example(record).items()} for record in records(data)]}


def probe(name, group=None):
    try:
        source = open_source(name)
        suffixes = [suffix for suffix in COMPRESSION_OF_SUFFIX if name.endswith(suffix)]
        is_manifest = not suffixes and source.read(0, min(4, source.length)) == b"\x8FPCM"
        if group is not None and (suffixes or is_manifest):
            raise OSError("--group is for shards with groups")
        if suffixes:
            dump = tfrecord(source, COMPRESSION_OF_SUFFIX[suffixes[0]])
        else:
            dump = manifest(source) if is_manifest else shard(source, group)
    except PcrError as error:
        dump = {"error": error.code}
    except OSError as error:
        dump = {"io": str(error)}
    code = dump.get("error")
    status = 3 if "io" in dump else 0 if code is None else 2 if code in UNSUPPORTED else 1
    return status, json.dumps(dump, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def main(arguments):
    if arguments == ["--batch"]:
        for line in sys.stdin.buffer:
            name, _, group = line.decode().rstrip("\n").partition("\t")
            status, answer = probe(name, int(group) if group else None)
            sys.stdout.buffer.write(f"{status}\t{answer}\n".encode())
            sys.stdout.buffer.flush()
        return 0
    if len(arguments) not in (1, 3) or len(arguments) == 3 and arguments[1] != "--group":
        sys.stderr.write(__doc__)
        return 64
    status, answer = probe(arguments[0], int(arguments[2]) if len(arguments) == 3 else None)
    sys.stdout.buffer.write(answer.encode() + b"\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
