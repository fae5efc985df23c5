#!/usr/bin/env python3
"""Makes files for comparing readers.

    generate_files.py FOLDER FIRST COUNT     generated-<seed>.<suffix>; prints "<name> TAB <damage> TAB <group or nothing>" for each
    generate_files.py FOLDER NAME            one of vectors/special.py; prints its name
"""
from __future__ import annotations

import os
import sys

from vectors import generated, special


def main(arguments: list[str]) -> int:
    folder = arguments[0]
    if len(arguments) == 2:
        name, data = special.FILES[arguments[1]]()
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        print(name)
        return 0
    for seed in range(int(arguments[1]), int(arguments[1]) + int(arguments[2])):
        maker = generated.Maker(seed)
        suffix, data, group = maker.file()
        with open(os.path.join(folder, f"generated-{seed}{suffix}"), "wb") as file:
            file.write(data)
        print(f"generated-{seed}{suffix}", maker.damage, "" if group is None else group, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
