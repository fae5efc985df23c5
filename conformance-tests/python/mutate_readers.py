#!/usr/bin/env python3
"""Finds out what the vectors would miss: drops or weakens each check of the readers here, one at a time, and asks the vectors.

    mutate_readers.py [WORD...]                prints the mutants that no vector finds; exit 1 if too many, or one that SURVIVORS does not name
    mutate_readers.py --matrix FILE            writes which vectors find which mutant

Takes some minutes. A mutant that ends in another exception than the readers' own, or not within a minute, counts as found.
"""
from __future__ import annotations

import ast
import json
import os
import signal
import sys
import types
from collections.abc import Iterator

import check_vectors
import pcr_blocks
from mutants import Mutant, mutants
from survivors import SURVIVORS

HERE = os.path.dirname(os.path.abspath(__file__))
# In the order in which they use each other.
MODULES = ["pcr_blocks", "pcr_sources", "pcr_prefix", "pcr_reader", "pcr_restore", "pcr_tfrecord", "pcr_dataset", "pcr_probe", "prefix_level"]
MUTATED = ["pcr_blocks", "pcr_prefix", "pcr_reader", "pcr_restore", "pcr_tfrecord", "pcr_dataset"]
# What no call of pcr-probe reaches: the command line, the search for generations, HTTP, columns of TFRecords (check_format.py).
LEFT_OUT = {"main", "_crc_table", "_exists", "_newest", "HttpPlace", "column_values", "sample_of_key"}
SECONDS = 60
MOST_MISSED = .05


def path_of(name: str) -> str:
    return os.path.join(HERE, "vectors" if name == "prefix_level" else "", name + ".py")


def source_of(name: str) -> str:
    with open(path_of(name), encoding="utf-8") as file:
        return file.read()


class Known:
    """Checksums that have been computed before."""

    def __init__(self) -> None:
        self.found: dict[tuple[bytes, int], int] = {}

    def __call__(self, data: bytes, crc: int = 0) -> int:
        place = (bytes(data), crc)
        if place not in self.found:
            self.found[place] = pcr_blocks.crc32c(place[0], crc)
        return self.found[place]


def without_table(tree: ast.Module) -> ast.Module:
    """The tables of the checksum take longer than all vectors; `crc32c` is replaced anyhow."""
    tree.body = [node for node in tree.body if not (isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_CRC")]
    return tree


def load(changed: Mutant | None, crc32c: Known) -> types.ModuleType:
    """All modules anew, one of them changed; returns the one that checks."""
    for name in MODULES:
        tree = changed.tree if changed and changed.module == name else ast.parse(source_of(name))
        full = "vectors.prefix_level" if name == "prefix_level" else name
        module = types.ModuleType(full)
        module.__dict__.update(__file__=path_of(name), __package__="vectors" if name == "prefix_level" else "")
        sys.modules[full] = module
        exec(compile(without_table(tree), path_of(name), "exec"), module.__dict__)
        if "crc32c" in module.__dict__:
            module.__dict__["crc32c"] = crc32c
    check_vectors.probe = sys.modules["pcr_probe"].probe  # type: ignore[attr-defined]
    check_vectors.prefix_level = sys.modules["vectors.prefix_level"]  # type: ignore[attr-defined]
    return check_vectors


def finds(entry: dict[str, object]) -> bool:
    try:
        return any(found != wanted for _, found, wanted in check_vectors.answers(entry, check_vectors.FOLDER))
    except Exception:
        return True


def in_a_child(changed: Mutant, entries: list[dict[str, object]], crc32c: Known, all_of_them: bool) -> list[int]:
    """The numbers of the vectors that find a mutant; -1 where it never ends, or cannot be loaded."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(SECONDS)
        found = []
        try:
            load(changed, crc32c)
            for k, entry in enumerate(entries):
                if finds(entry):
                    found.append(k)
                    if not all_of_them:
                        break
        except Exception:
            found = [-1]
        os.write(writer, json.dumps(found).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else [-1]


def all_mutants(words: list[str]) -> Iterator[Mutant]:
    for name in MUTATED:
        for one in mutants(name, source_of(name), LEFT_OUT):
            if not words or any(word in str(one) for word in words):
                yield one


def main(arguments: list[str]) -> int:
    matrix = arguments[1] if arguments[:1] == ["--matrix"] else None
    entries, crc32c = check_vectors.manifest(), Known()
    load(None, crc32c)
    assert not [entry["file"] for entry in entries if finds(entry)], "the vectors find the readers themselves"
    missed, rows, count, last = [], [], 0, []
    for one in all_mutants([] if matrix else arguments):
        count += 1
        order = [*last, *(entry for entry in entries if entry not in last)] if not matrix else entries
        found = in_a_child(one, order, crc32c, bool(matrix))
        rows.append({"mutant": str(one), "found": [order[k]["file"] if k >= 0 else "" for k in found]})
        if not found:
            missed.append(str(one))
        elif found[0] > 0:
            last = [order[found[0]], *(entry for entry in last if entry is not order[found[0]])][:40]
    if matrix:
        with open(matrix, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=0)
    unknown = [one for one in missed if not any(text in one for text in SURVIVORS)]
    print("\n".join(unknown))
    real = count - (len(missed) - len(unknown))
    print(f"{count} mutants, {count - len(missed)} found, {len(missed) - len(unknown)} that change nothing a vector could show, {len(unknown)} missed: {100 * (real - len(unknown)) / max(1, real):.1f}%")
    return 1 if len(unknown) > MOST_MISSED * real or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
