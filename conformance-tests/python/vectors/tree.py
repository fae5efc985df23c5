"""The folder of the vectors: files, answers, and MANIFEST.json."""
from __future__ import annotations

import hashlib
import json
import os
import tempfile
from typing import Any

from pcr_probe import probe
from pcr_reader import Shard
from pcr_sources import open_source

from .catalogue import Call, Catalogue, Vector

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "spec", "vectors", "2")
MANIFEST = "MANIFEST.json"
MOST_OF_A_DUMP = 70_000
OPAQUE = 2


def dump_name(file: str, call: Call) -> str:
    """The number of a group; keys are numbered by the caller's order of bytes, as they may be anything."""
    words = "-".join(word.strip("-") for word in call.words)
    if call.words[:1] == ("--key",):
        words = "key-" + hashlib.sha256(call.words[1].encode()).hexdigest()[:8]
    return file + ("." + words if words else "") + ".json"


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def expected(vector: Vector, call: Call, folder: str, files: dict[str, bytes]) -> dict[str, Any]:
    """One object of `expect`; what the reader says goes into a file, and must have the error that the catalogue states."""
    stated: dict[str, Any] = {"call": list(call.words), "exit": call.exit}
    if call.error:
        stated["error"] = call.error
    if call.io or call.words == ("--decode",) and call.error:
        return stated
    path = os.path.join(folder, vector.file)
    status, line = (0, decoded(path)) if call.words == ("--decode",) else probe(path, *call.words)
    found = json.loads(line)
    if (status, found.get("error")) != (call.exit, call.error):
        raise AssertionError(f"{vector.file} {' '.join(call.words)}: {line[:300]} in place of {call.error}")
    if list(found) != ["error"] and len(line) <= MOST_OF_A_DUMP:
        stated["dump"] = dump_name(vector.file, call)
        files[stated["dump"]] = line.encode() + b"\n"
    return stated


def decoded(path: str) -> str:
    """What a reader with a decoder says of an intact shard."""
    shard = Shard(open_source(path))
    images = sum(encoding != OPAQUE for encoding in shard.meta.encodings)
    return canonical({"decode": images})


def make(found: Catalogue) -> dict[str, bytes]:
    """All files by name."""
    files = {name: vector.data for name, vector in found.vectors.items()}
    lines, wrong = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        for vector in found.vectors.values():
            expect = []
            for call in vector.calls:
                try:
                    expect.append(expected(vector, call, folder, files))
                except AssertionError as error:
                    wrong.append(str(error))
            lines.append(canonical({
                "file": vector.file, "sha256": hashlib.sha256(vector.data).hexdigest(), "level": vector.level, "about": vector.about,
                "requirements": sorted(vector.requirements), "expect": expect}))
    if wrong:
        raise AssertionError("\n".join(wrong))
    files[MANIFEST] = ("[\n" + ",\n".join(lines) + "\n]\n").encode()
    return files


def standing(folder: str = FOLDER) -> dict[str, bytes]:
    files = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


def write(files: dict[str, bytes], folder: str = FOLDER) -> None:
    os.makedirs(folder, exist_ok=True)
    for name in standing(folder).keys() - files.keys():
        os.unlink(os.path.join(folder, name))
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
