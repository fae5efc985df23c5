#!/usr/bin/env python3
"""Finds out what the vectors would miss: drops or weakens each check of the readers here, one at a time, and asks the vectors.

    mutate_readers.py [WORD...]      prints the mutants that no vector finds, but those that `survivors` explains; exit 1 if there are too many

Takes some minutes. A mutant that ends in another exception than the readers' own, or not within 8 seconds of work, counts as found.
"""
from __future__ import annotations

import ast
import functools
import os
import re
import resource
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
LEFT_OUT = {"main", "_crc_table", "_exists", "_newest", "HttpPlace", "column_values", "sample"}
SECONDS, MOST_MEMORY = 8, 4 << 30
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


@functools.cache
def unchanged(name: str) -> types.CodeType:
    return compile(without_table(ast.parse(source_of(name))), path_of(name), "exec")


def load(changed: Mutant | None, crc32c: Known) -> None:
    """All modules anew, one of them changed."""
    for name in MODULES:
        code = compile(without_table(changed.tree), path_of(name), "exec") if changed and changed.module == name else unchanged(name)
        full = "vectors.prefix_level" if name == "prefix_level" else name
        module = types.ModuleType(full)
        module.__dict__.update(__file__=path_of(name), __package__="vectors" if name == "prefix_level" else "")
        sys.modules[full] = module
        exec(code, module.__dict__)
        if "crc32c" in module.__dict__:
            module.__dict__["crc32c"] = crc32c
    check_vectors.probe = sys.modules["pcr_probe"].probe  # type: ignore[attr-defined]
    check_vectors.prefix_level = sys.modules["vectors.prefix_level"]  # type: ignore[attr-defined]


def finds(entry: dict[str, object]) -> bool:
    try:
        return any(found != wanted for _, found, wanted in check_vectors.answers(entry, check_vectors.FOLDER))
    except Exception:
        return True


def first_that_finds(changed: Mutant, entries: list[dict[str, object]], crc32c: Known) -> int | None:
    """The number of a vector, in a process of its own: a mutant may never end, or take all memory."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        found = None
        try:
            load(changed, crc32c)
            found = next((k for k, entry in enumerate(entries) if finds(entry)), None)
        except BaseException:
            found = 0
        os.write(writer, str(found).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return None if told == b"None" else int(told or b"0")


def all_mutants(words: list[str]) -> Iterator[Mutant]:
    for name in MUTATED:
        for one in mutants(name, source_of(name), LEFT_OUT):
            if not words or any(word in str(one) for word in words):
                yield one


def main(arguments: list[str]) -> int:
    entries, crc32c = check_vectors.manifest(), Known()
    load(None, crc32c)
    assert not [entry["file"] for entry in entries if finds(entry)], "the vectors find the readers themselves"
    count, explained, missed = 0, 0, 0
    for one in all_mutants(arguments):
        count += 1
        found = first_that_finds(one, entries, crc32c)
        if found is None:
            is_explained = any(re.search(pattern, one.name) for pattern in SURVIVORS)
            explained += is_explained
            missed += not is_explained
            if not is_explained:
                print(one, flush=True)
        else:  # what found one finds its neighbours
            entries.insert(0, entries.pop(found))
    real = count - explained
    print(f"{count} mutants, {explained} of which change nothing that a vector could show; of {real} others {missed} are not found: {100 * (real - missed) / max(1, real):.1f}%")
    return 1 if missed > MOST_MISSED * real or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
