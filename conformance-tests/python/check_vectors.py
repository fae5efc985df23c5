#!/usr/bin/env python3
"""Holds both readers here to the files of spec/vectors/2: the answers of pcr_probe, and at level PREFIX those of pcr_prefix.

    check_vectors.py [WORD...]      all vectors, or those whose names contain one of the words; exit 1 if an answer differs
"""
from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from pcr_blocks import PcrError
from pcr_dataset import Bytes
from pcr_probe import probe
from pcr_reader import Shard
from vectors import prefix_level
from vectors.tree import FOLDER, MANIFEST

SPEC = os.path.join(FOLDER, "..", "..", "pcr-format.md")

# What no file can show, and which test shows it.
NOT_IN_A_FILE = {
    "R-COMMIT-1": "how files come to be", "R-COMMIT-2": "how datasets come to be", "R-COMMIT-3": "how shards are written", "R-COMMIT-4": "what a writer does with names that others took",
    "R-COMMIT-7": "names are not used twice", "R-COMMIT-8": "the commit: commit_model.py", "R-COMMIT-9": "lost answers: commit_model.py", "R-COMMIT-10": "takes generations: check_format.py",
    "R-COMMIT-12": "emptied generations", "R-PART-5": "when writers make parts", "R-COMMIT-13": "locks", "R-COMMIT-14": "commit_model.py", "R-COMMIT-15": "commit_model.py", "R-COMMIT-16": "commit_model.py",
    "R-FEATURE-1": "what writers refuse", "R-INDEX-1": "an index is of one machine", "R-INDEX-2": "an index is of one machine", "R-INDEX-3": "an index is of one machine",
    "R-INDEX-4": "an index is of one machine", "R-INDEX-5": "an index is of one machine", "R-RANGE-1": "how files are fetched", "R-RANGE-2": "how files are fetched", "R-RANGE-3": "how files are fetched",
    "R-RESTORE-10": "what writers prove", "R-SAMPLE-3": "what writers prove", "R-SAMPLE-5": "what writers choose", "R-SHARD-1": "where writers cut", "R-TFRECORD-8": "what readers refuse",
    "G-7": "what writers repeat"}


def answers(entry: dict[str, Any], folder: str) -> Iterator[tuple[str, str, str]]:
    """(what, found, wanted) of each call that a reader here can answer."""
    path = os.path.join(folder, entry["file"])
    for stated in entry["expect"]:
        words, error = stated["call"], stated.get("error")
        if words == ["--decode"]:
            continue
        wanted = json.dumps({"error": error})
        if "dump" in stated:
            with open(os.path.join(folder, stated["dump"]), encoding="utf-8") as file:
                wanted = file.read().rstrip("\n")
        status, found = probe(path, *words)
        yield f"{entry['file']} {' '.join(words)} exit", str(status), str(stated["exit"])
        if "dump" in stated or error:
            found = found if "dump" in stated else json.dumps(json.loads(found))
            yield f"{entry['file']} {' '.join(words)}", found, wanted
        if entry["level"] == "PREFIX" and words[:1] == ["--group"]:
            status, dump = prefix_level.probe(path, int(words[1]))
            yield f"{entry['file']} {' '.join(words)} exit at level PREFIX", str(status), str(stated["exit"])
            if "dump" in stated or error:
                left = prefix_level.without_part_2(prefix_level.parsed(wanted))
                yield f"{entry['file']} {' '.join(words)} at level PREFIX", json.dumps(dump, sort_keys=True), json.dumps(left, sort_keys=True)


def wrong_answers(entries: list[dict[str, Any]], folder: str = FOLDER) -> Iterator[str]:
    for entry in entries:
        for what, found, wanted in answers(entry, folder):
            if found != wanted:
                yield f"{what}\n  found  {found[:400]}\n  wanted {wanted[:400]}"


def manifest(folder: str = FOLDER) -> list[dict[str, Any]]:
    with open(os.path.join(folder, MANIFEST), encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def check_ids(entries: list[dict[str, Any]]) -> None:
    """Every id of the specification is shown by a vector, or cannot be."""
    with open(SPEC, encoding="utf-8") as file:
        defined = set(re.findall(r"\*\*([GR]-(?:[A-Z]+-)?\d+)\*\*", file.read()))
    shown = {one for entry in entries for one in entry["requirements"]}
    assert shown <= defined, f"unknown: {sorted(shown - defined)}"
    assert defined - shown == set(NOT_IN_A_FILE), f"neither shown nor excused: {sorted(defined - shown - set(NOT_IN_A_FILE))}, both: {sorted(shown & set(NOT_IN_A_FILE))}"


def check_files(entries: list[dict[str, Any]], folder: str = FOLDER) -> None:
    """The hashes hold, and R-UUID-1 of every shard that can be read and is not malformed."""
    wrong: list[str] = []
    for entry in entries:
        with open(os.path.join(folder, entry["file"]), "rb") as file:
            data = file.read()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"], entry["file"]
        errors = {call.get("error") for call in entry["expect"]}
        if entry["file"].endswith((".pcr", ".pcrl")) and "MALFORMED" not in errors:
            try:
                shard = Shard(Bytes(data))
            except PcrError as error:
                assert not entry["file"].startswith("good-"), (entry["file"], error)
                continue
            uuid = bytearray(hashlib.sha256(shard.table + shard.flatbuffer).digest()[:16])
            uuid[6], uuid[8] = uuid[6] & 0x0F | 0x80, uuid[8] & 0x3F | 0x80
            if shard.uuid != bytes(uuid):
                wrong.append(entry["file"])
    assert not wrong, f"another shard_uuid: {wrong}"


def main(words: list[str]) -> int:
    entries = manifest()
    check_ids(entries)
    check_files(entries)
    chosen = [entry for entry in entries if not words or any(word in entry["file"] for word in words)]
    wrong = list(wrong_answers(chosen))
    print("\n".join(wrong))
    calls = sum(len(entry["expect"]) for entry in chosen)
    print(f"{len(chosen)} vectors, {calls} calls, {len(wrong)} answers wrong")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
