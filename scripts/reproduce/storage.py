"""Slow storage and little memory for one process: control groups of Linux, version 1 (blkio and memory).

The kernel throttles what the process reads from the disk, past the page cache or into it, and what of the page cache the
process may fill counts as its memory. Root alone may do that.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CONTROL_GROUPS = Path("/sys/fs/cgroup")


def disk_of(path: Path) -> str:
    """The numbers of the whole disk that a folder is on, as control groups name it."""
    device = subprocess.run(["df", "--output=source", path], check=True, capture_output=True, text=True).stdout.split()[-1]
    listed = subprocess.run(["lsblk", "-nso", "MAJ:MIN,TYPE", device], check=False, capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        numbers, kind = line.split()
        if kind == "disk":
            return numbers
    raise SystemExit(f"{path} is on {device}, which is no disk that can be throttled; take a folder on a disk")


def forget(files: Iterable[Path]) -> None:
    """Drops files from the page cache: another group may have paid for them."""
    for file in files:
        handle = os.open(file, os.O_RDONLY)
        try:
            os.fsync(handle)  # What has not been written cannot be dropped.
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(handle)


@dataclass(frozen=True)
class Group:
    """A control group of each kind, for the processes that enter it."""

    blkio: Path
    memory: Path
    disk: str

    def enter(self) -> None:
        """Moves this process into it: for the child, before it becomes the command."""
        for folder in (self.blkio, self.memory):
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def bytes_read(self) -> int:
        """What its processes have read from the disk so far."""
        for line in (self.blkio / "blkio.throttle.io_service_bytes").read_text().splitlines():
            words = line.split()
            if words[:2] == [self.disk, "Read"]:
                return int(words[2])
        return 0

    def own_memory(self) -> int:
        """What its processes have in memory at this time besides files."""
        for line in (self.memory / "memory.stat").read_text().splitlines():
            name, value = line.split()
            if name == "total_rss":
                return int(value)
        return 0


@contextmanager
def limited(folder: Path, rate: int | None, memory: int | None) -> Iterator[Group]:
    """A group that reads at most `rate` bytes a second from the disk of a folder, and has `memory` bytes, files included."""
    own = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, kinds, path = line.split(":", 2)
        own.update(dict.fromkeys(kinds.split(","), path))
    if os.geteuid() != 0 or "blkio" not in own or "memory" not in own:
        raise SystemExit("this needs root, and control groups of version 1 with blkio and memory, to throttle a disk")
    name = f"pcr-reproduce-{os.getpid()}"
    group = Group(
        CONTROL_GROUPS / "blkio" / own["blkio"].lstrip("/") / name,
        CONTROL_GROUPS / "memory" / own["memory"].lstrip("/") / name,
        disk_of(folder),
    )
    made = []
    try:
        for kind in (group.blkio, group.memory):
            kind.mkdir()
            made.append(kind)
        if rate is not None:
            (group.blkio / "blkio.throttle.read_bps_device").write_text(f"{group.disk} {rate}")
        if memory is not None:
            (group.memory / "memory.limit_in_bytes").write_text(str(memory))
        yield group
    finally:
        for kind in made:
            remove(kind)


def remove(group: Path) -> None:
    """A group is busy for a moment after its last process has ended."""
    for _ in range(100):
        try:
            group.rmdir()
            return
        except OSError:
            time.sleep(0.05)
    group.rmdir()
