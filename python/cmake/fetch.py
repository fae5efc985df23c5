"""Brings the archives that sources.txt lists into a folder, each compared with its SHA-256.

usage: fetch.py FOLDER

What is there already is not fetched again: a source distribution carries all of them. Else `cargo` and `pip` bring them, from
wherever these are set up to get packages.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def listed() -> list[tuple[str, str, str, str, str]]:
    lines = (Path(__file__).parent.parent / "sources.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(row[0], row[1], row[2], row[3], row[4]) for row in rows]


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(*words: str | Path, cwd: Path) -> None:
    done = subprocess.run([str(word) for word in words], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))} failed:\n{done.stdout}")


def fetch_crates(wanted: dict[str, tuple[str, str]], folder: Path, scratch: Path) -> None:
    """Lets cargo resolve a package that depends on the crates, and takes their archives from its cache."""
    cargo = shutil.which("cargo") or shutil.which("cargo", path=str(Path.home() / ".cargo" / "bin"))
    if cargo is None:
        raise SystemExit("cargo is needed to fetch the libraries' sources; a wheel or source distribution needs none")
    (scratch / "src").mkdir()
    (scratch / "src" / "lib.rs").write_text("")
    needs = "".join(f'{name} = "={version.split("+")[0]}"\n' for name, version in wanted.values())
    (scratch / "Cargo.toml").write_text(
        f'[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n{needs}'
    )
    run(cargo, "fetch", cwd=scratch)
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    for file in wanted:
        for found in home.glob(f"registry/cache/*/{file}"):
            shutil.copyfile(found, folder / file)


def fetch_sdist(name: str, version: str, folder: Path, scratch: Path) -> None:
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name, "--dest", scratch,
        f"{name}=={version}", cwd=scratch)  # fmt: skip
    for found in scratch.glob(f"{name}-*.tar.gz"):
        shutil.copyfile(found, folder / found.name)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = listed()
    missing = [row for row in rows if not (folder / row[0]).exists() or sha256(folder / row[0]) != row[1]]
    with tempfile.TemporaryDirectory() as scratch:
        crates = {file: (name, version) for file, _, client, name, version in missing if client == "cargo"}
        if crates:
            fetch_crates(crates, folder, Path(scratch))
        for _, _, client, name, version in missing:
            if client == "pip":
                fetch_sdist(name, version, folder, Path(scratch))
    for file, expected, *_ in rows:
        found = sha256(folder / file) if (folder / file).exists() else "nothing"
        if found != expected:
            (folder / file).unlink(missing_ok=True)
            raise SystemExit(f"{file}: expected SHA-256 {expected}, found {found}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
