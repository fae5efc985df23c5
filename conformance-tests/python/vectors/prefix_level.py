"""What pcr-probe answers at level PREFIX: `--group` alone, by the reader in one file."""
from __future__ import annotations

import hashlib
import json
from typing import Any

import pcr_prefix
from pcr_prefix import PcrError, Prefix

# What part II says of a shard and of a sample, and a reader of level PREFIX leaves out.
PART_2 = ("columns", "copy_used", "originals", "restore_kinds", "source_sha256", "targets")
PART_2_OF_SAMPLE = ("source_flags", "source_length")


def without_part_2(dump: dict[str, Any]) -> dict[str, Any]:
    """What is left of an answer of a complete reader."""
    left = {name: value for name, value in dump.items() if name not in PART_2}
    if "samples" in left:
        left["samples"] = [{name: value for name, value in sample.items() if name not in PART_2_OF_SAMPLE} for sample in left["samples"]]
    return left


def dumped(shard: Prefix, group: int) -> dict[str, Any]:
    errors: list[str] = []
    dump: dict[str, Any] = {
        "container": "shard", "variant": 1, "writer_id": shard.writer_id, "ro_compat_features": shard.ro_compat_features, "compat_features": shard.compat_features, "shard_uuid": shard.uuid.hex(), "total_length": shard.total_length, "sample_count": shard.n, "group_count": shard.group_count,
        "regions": [[kind, number, start, end - start] for kind, number, start, end, _ in shard.regions],
        "prefix_lengths": [shard.prefix_length(g) for g in range(shard.group_count + 1)], "samples": []}
    for i, key in enumerate(shard.keys):
        sample = {"key": key, "label": shard.labels[i], "encoding": shard.encodings[i], "color_class": shard.colors[i], "width": shard.widths[i], "height": shard.heights[i], "fidelities": []}
        try:
            for g in range(1, group + 1):
                sample["fidelities"].append(hashlib.sha256(shard.sample(i, g)).hexdigest())
        except PcrError as error:
            errors.append(error.code)
        dump["samples"].append(sample)
    if errors:
        dump["error"] = errors[0]
    return dump


def probe(path: str, group: int) -> tuple[int, dict[str, Any]]:
    """Exit code and answer."""
    try:
        shard = pcr_prefix.read_prefix(path, 0)
        if group > shard.group_count:
            return 3, {"io": "no such group"}
        dump = dumped(pcr_prefix.read_prefix(path, group), group)
    except PcrError as error:
        dump = {"error": error.code}
    code = dump.get("error")
    return 0 if code is None else 2 if code in ("UNSUPPORTED", "LIMIT_EXCEEDED") else 1, dump


def parsed(line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found
