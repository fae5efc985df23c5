"""Runs of the command line: conversions, and epochs of the loader on storage of a stated speed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage import Group, forget, limited

ROOT = Path(__file__).resolve().parents[2]
PCR = ROOT / "pcr"
MB = 1_000_000

# The JVM's memory is the same from the start to the end, so that what is left for files is.
FIXED_HEAP = "-Xms320m -Xmx320m -XX:+AlwaysPreTouch"


@dataclass(frozen=True)
class Epoch:
    """What an epoch of `pcr load` did."""

    images: int
    seconds: float
    cache_hits: int
    read_bytes: int


@dataclass(frozen=True)
class Run:
    """The epochs of a run, and what the disk gave for all of them."""

    epochs: list[Epoch]
    disk_bytes: int

    def speed(self, warm: int) -> float:
        """Images a second, behind the first epochs."""
        some = self.epochs[warm:]
        return sum(epoch.images for epoch in some) / sum(epoch.seconds for epoch in some)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def convert(source: Path, out: Path, *options: str) -> Path:
    """A dataset of some images, made once."""
    if not (out / "manifest.pcrm").exists():
        say(f"converting to {out.name}")
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([PCR, "convert", source, out, *options], check=True, stdout=subprocess.DEVNULL)
    return out


def copies(images: Sequence[Path], count: int, out: Path) -> Path:
    """A folder with so many images, in one class each hundred: the same ones again under other names where they do not do."""
    if not out.exists():
        made = out.with_name(out.name + ".making")
        shutil.rmtree(made, ignore_errors=True)
        for number in range(count):
            image = images[number % len(images)]
            target = made / f"class{number * 10 // count}" / f"{number:05}{image.suffix.lower()}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(image, target)
        made.rename(out)
    return out


def images_of(folder: Path) -> list[Path]:
    """The JPEGs of a folder, every class in turn."""
    classes: dict[Path, list[Path]] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in (".jpg", ".jpeg"):
            classes.setdefault(file.parent, []).append(file)
    most = max((len(files) for files in classes.values()), default=0)
    return [files[place] for place in range(most) for files in classes.values() if place < len(files)]


def size(folder: Path) -> int:
    """The bytes of a dataset's shards."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.name.startswith("part-"))


def command(dataset: Path, epochs: int, cores: int, *options: str) -> list[str]:
    run = ["taskset", "-c", f"0-{cores - 1}", str(PCR), "load", str(dataset)]
    return [*run, "--epochs", str(epochs), "--threads", str(cores), *options]


def epochs_of(answer: str) -> list[Epoch]:
    return [
        Epoch(epoch["images"], epoch["seconds"], epoch["cache_hits"], epoch["read_bytes"])
        for epoch in json.loads(answer)["epochs"]
    ]


def load(
    dataset: Path,
    epochs: int,
    *options: str,
    cores: int = 2,
    rate: int | None = None,
    memory: int | None = None,
    java: str = "",
) -> Run:
    """Epochs of a dataset whose files are not in memory when the run begins."""
    forget(dataset.iterdir())
    with limited(dataset, rate, memory) as group:
        done = subprocess.run(
            command(dataset, epochs, cores, "--json", *options),
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PCR_JAVA_OPTS": java},
            preexec_fn=group.enter,
        )
        return Run(epochs_of(done.stdout), group.bytes_read())


def hot(dataset: Path, epochs: int, *options: str, cores: int = 2) -> Run:
    """Epochs of a dataset that is in memory before."""
    for file in dataset.iterdir():
        file.read_bytes()
    done = subprocess.run(command(dataset, epochs, cores, "--json", *options), check=True, stdout=subprocess.PIPE, text=True)
    return Run(epochs_of(done.stdout), 0)


def disk_bytes(dataset: Path, epochs: int, *options: str, memory: int, java: str) -> list[int]:
    """What the disk gave up to the end of each epoch, with so much memory."""
    forget(dataset.iterdir())
    read = []
    with limited(dataset, None, memory) as group:
        process = subprocess.Popen(
            command(dataset, epochs, 2, *options),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PCR_JAVA_OPTS": java},
            preexec_fn=group.enter,
        )
        assert process.stdout is not None
        read = [group.bytes_read() for line in process.stdout if line.startswith("epoch ")]
        if process.wait() != 0:
            raise SystemExit(f"a run ended with {process.returncode}")
    return read


def memory_of_a_run(dataset: Path, *options: str) -> int:
    """The most that a run has in memory besides files."""
    with limited(dataset, None, None) as group:
        process = subprocess.Popen(
            command(dataset, 2, 2, "--cache", "none", *options),
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PCR_JAVA_OPTS": FIXED_HEAP},
            preexec_fn=group.enter,
        )
        return most_memory(process, group)


def most_memory(process: subprocess.Popen[bytes], group: Group) -> int:
    most = 0
    while process.poll() is None:
        most = max(most, group.own_memory())
        time.sleep(0.1)
    if process.returncode != 0:
        raise SystemExit(f"a run ended with {process.returncode}")
    return most
