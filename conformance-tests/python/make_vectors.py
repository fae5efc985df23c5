#!/usr/bin/env python3
"""Makes the files of spec/vectors/2.

    make_vectors.py            writes them
    make_vectors.py --check    compares them with what stands there, exit 1 if anything differs
"""
from __future__ import annotations

import sys

from vectors import tree
from vectors.every import catalogue


def main(arguments: list[str]) -> int:
    files = tree.make(catalogue())
    if arguments == ["--check"]:
        there = tree.standing()
        different = sorted(name for name in files.keys() | there.keys() if files.get(name) != there.get(name))
        print("\n".join(different) or f"{len(files)} files are as they are made")
        return 1 if different else 0
    if arguments:
        print(__doc__)
        return 64
    tree.write(files)
    print(f"{len(files)} files, {sum(map(len, files.values())):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
