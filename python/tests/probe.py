"""pcr-probe (spec/vectors/README.md) by means of the package: what a file holds, as canonical JSON."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

from pcrecords import example, keys, manifest, tfrecord
from pcrecords.columns import EARLY, FLOAT32, FLOAT64, INLINE, LATE, SCALAR
from pcrecords.errors import LimitError, PcrError, TruncatedError, UnsupportedError
from pcrecords.limits import DEFAULT_LIMITS
from pcrecords.originals import originals
from pcrecords.shard import Shard
from pcrecords.source import LocalSource, MemorySource


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def plain(value: Any, kind: int) -> Any:
    if value is None:
        return None
    if isinstance(value, list):
        return [plain(element, kind) for element in value]
    if hasattr(value, "tolist"):
        return [plain(element, kind) for element in value.tolist()]
    if kind == FLOAT64:
        return struct.pack(">d", value).hex()
    if kind == FLOAT32:
        return struct.pack(">f", value).hex()
    return value.hex() if isinstance(value, bytes) else value


def bits_of(shard: Shard, index: int, i: int) -> Any:
    """As `plain`, but for numbers from the stored bytes, as NaNs do not survive all conversions."""
    column = shard.metadata.columns[index]
    value = shard.value(index, i)
    if value is None or column.type.type not in (FLOAT32, FLOAT64):
        return plain(value, column.type.type)
    start, end = int(column.starts[i]), int(column.starts[i + 1])
    if column.placement == INLINE:
        raw = column.values[start:end].tobytes()
    else:
        raw = shard.source.read(shard.metadata.column_offsets[index] + start, end - start).tobytes()
    size = 8 if column.type.type == FLOAT64 else 4
    numbers = [raw[k : k + size][::-1].hex() for k in range(0, len(raw), size)]
    return numbers[0] if column.type.shape == SCALAR else numbers


def targets(found: Any) -> Any:
    return found and {
        "metric": found.metric,
        "way": found.way,
        "reconstruction": found.reconstruction,
        "at": found.at,
        "values": list(found.values),
    }


def shard(path: Path, group: int | None) -> dict[str, Any]:
    source: Any = LocalSource(str(path))
    whole = group is None
    if group is not None:
        first = Shard(source, whole=False)
        if not 0 <= group <= first.group_count:
            raise OSError("no such group")
        length = first.prefix_length(group)
        DEFAULT_LIMITS.check("prefix_bytes", "prefix_length", length)
        if source.length < length:
            raise TruncatedError("prefix", "cut")
        source = MemorySource(str(path), source.read(0, length))
    found = Shard(source, whole=whole)
    meta, head = found.metadata, found.head
    upto = found.group_count if group is None else group
    errors = [found.front_error.code] if found.front_error else []
    dump: dict[str, Any] = {
        "container": "shard",
        "variant": head.variant,
        "writer_id": head.writer_id,
        "ro_compat_features": head.ro_compat_features,
        "compat_features": head.compat_features,
        "shard_uuid": head.shard_uuid.hex,
        "total_length": head.total_length,
        "sample_count": len(found),
        "group_count": found.group_count,
        "copy_used": found.front_error is not None,
        "regions": [[r.kind, r.number, r.offset, r.length] for r in head.regions],
        "prefix_lengths": [found.prefix_length(g) for g in range(found.group_count + 1)],
        "targets": targets(meta.targets),
        "samples": [],
        "columns": [],
        "restore_kinds": None,
        "source_sha256": None,
        "originals": None,
    }
    for i, key in enumerate(meta.keys):
        sample = {
            "key": key,
            "label": int(meta.labels[i]) if meta.labelled[i] else None,
            "encoding": int(meta.encodings[i]),
            "color_class": int(meta.color_classes[i]),
            "width": int(meta.widths[i]),
            "height": int(meta.heights[i]),
            "source_flags": int(meta.source_flags[i]),
            "source_length": int(meta.source_lengths[i]),
            "fidelities": [],
        }
        try:
            for file in found.files(i, upto):
                sample["fidelities"].append(sha256(file))
        except PcrError as error:
            errors.append(error.code)
        dump["samples"].append(sample)
    for index, column in enumerate(meta.columns):
        values = None
        if column.placement == INLINE or (column.placement == EARLY and upto) or (column.placement == LATE and whole):
            try:
                values = [bits_of(found, index, i) for i in range(len(found))]
            except PcrError as error:
                errors.append(error.code)
        kind = column.type
        dump["columns"].append(
            {
                "name": kind.name,
                "type": kind.type,
                "shape": kind.shape,
                "list_length": kind.list_length,
                "placement": column.placement,
                "values": values,
            }
        )
    if whole and found.restore_region:
        try:
            restore = found.restore
            hashes = restore.source_sha256.tobytes()
            dump["restore_kinds"] = restore.kinds.tolist()
            dump["source_sha256"] = [hashes[k : k + 32].hex() for k in range(0, len(hashes), 32)] or None
            dump["originals"] = [None if o is None else sha256(o) for o in originals(restore, follow=False)]
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


def entries(table: manifest.ShardTable) -> list[dict[str, Any]]:
    return [
        {
            **vars(table.entry(i)),
            "shard_uuid": table.entry(i).shard_uuid.hex,
            "prefix_lengths": list(table.entry(i).prefix_lengths),
        }
        for i in range(table.count)
    ]


def root_or_part(path: Path) -> dict[str, Any]:
    head, content = manifest.read_file(LocalSource(str(path)), None, DEFAULT_LIMITS)
    dump: dict[str, Any] = {
        "container": "manifest" if head.kind == manifest.ROOT else "part",
        "ro_compat_features": head.ro_compat_features,
        "compat_features": head.compat_features,
        "generation": head.generation,
    }
    if head.kind == manifest.PART:
        return {**dump, "shards": entries(manifest.part_table(content, None))}
    root = manifest.Root(head, content)
    double = lambda value: struct.pack(">d", value).hex()  # noqa: E731
    dump.update(
        shards=entries(root.shards),
        dataset_uuid=root.dataset_uuid.hex,
        commit_id=root.commit_id.hex(),
        parent_generation=root.parent_generation,
        group_count=root.group_count,
        targets=targets(root.targets),
        class_names=[[label, name] for label, name in root.class_names.items()],
        quality=[
            {
                "metric": c.metric,
                "reconstruction": c.reconstruction,
                "at": c.at,
                "points": [{name: double(value) for name, value in vars(point).items()} for point in c.points],
            }
            for c in root.quality
        ],
        options=[[name, value] for name, value in root.options.items()],
        columns=[vars(c) for c in root.columns],
        next_shard_number=root.next_shard_number,
        parts=[vars(p) for p in root.parts],
        key_segments=[vars(s) for s in root.segments],
    )
    return dump


def segment(path: Path) -> dict[str, Any]:
    found = keys.Segment(LocalSource(str(path)))
    entry = found.entry
    return {
        "container": "keys",
        "entry_length": entry.entry_length,
        "page_count": entry.page_count,
        "entry_count": entry.entry_count,
        "dataset_uuid": found.dataset_uuid.hex,
        "generation": found.generation,
        "number": found.number,
        "segment_crc32c": entry.segment_crc32c,
        "entries": [list(e) for e in found.entries()],
    }


def records(path: Path, compression: int) -> dict[str, Any]:
    from pcrecords.errors import ChecksumError

    examples = []
    write = {
        example.BYTES_LIST: bytes.hex,
        example.FLOAT_LIST: lambda v: f"{v.view('<u4'):08x}",
        example.INT64_LIST: int,
    }
    for data, intact in tfrecord.records(LocalSource(str(path)), compression, DEFAULT_LIMITS):
        if not intact:
            raise ChecksumError("TfRecord.data_crc", "wrong")
        found = example.features(data)
        example.check(found)
        examples.append(
            {
                name: sha256(values[0]) if name == "image/encoded" else [write[kind](v) for v in values]
                for name, (kind, values) in found.items()
                if values
            }
        )
    return {"container": "tfrecord", "compression": tfrecord.NAMES[compression], "examples": examples}


def open_all(path: Path) -> dict[str, Any]:
    from pcrecords.check import check_all

    count, front = check_all(str(path))
    return {"open": count, **({"error": front.code} if front else {})}


def find(path: Path, key: str) -> dict[str, Any]:
    from pcrecords.dataset import open as open_dataset

    with open_dataset(str(path)) as dataset:
        place = dataset.find(key)
        return {"key": place and [dataset.shards[place[0]].shard_number, place[1]]}


def answer(path: Path, words: list[str]) -> dict[str, Any]:
    option, value = (*words, "", "")[:2]
    if option == "--open":
        return open_all(path)
    if option == "--key":
        return find(path, value)
    compression = tfrecord.compression_of(path.name)
    magic = path.read_bytes()[:4] if compression is None else b""
    if compression is not None or magic in (b"\x8fPCM", b"\x8fPCK") or path.suffix in (".pcrm", ".pcrp", ".pcrk"):
        if option:
            raise OSError("--group is for shards with groups")
        if compression is not None:
            return records(path, compression)
        return segment(path) if magic == b"\x8fPCK" or path.suffix == ".pcrk" else root_or_part(path)
    return shard(path, int(value) if option else None)


def probe(path: Path, words: list[str]) -> tuple[int, str]:
    try:
        dump = answer(path, words)
    except PcrError as error:
        dump = {"error": error.code}
        if isinstance(error, OSError):
            dump = {"io": str(error)}
    except OSError as error:
        dump = {"io": str(error)}
    code = dump.get("error")
    refused = {UnsupportedError.code, "IMAGE_UNSUPPORTED", LimitError.code}
    status = 3 if "io" in dump else 0 if code is None else 2 if code in refused else 1
    return status, json.dumps(dump, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
