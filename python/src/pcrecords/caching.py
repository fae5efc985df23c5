"""What a loader keeps of its datasets on a local disk, and how it uses that. What counts as found in the cache follows from the
plan of the batches, and not from which thread is faster."""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .cached import BEFORE, NOT, CachedSource, PrefixCache, entry_name
from .cachefolder import CacheFolder
from .manifest import Entry
from .numbers import key, permute
from .view import View

if TYPE_CHECKING:
    from .pieces import Group

PAGE, PREFIX, MINIO = "page", "prefix", "minio"
_CACHED_SHARDS = 14
_SIZE = re.compile(r"(\d{1,12})\s*([a-z]*)", re.ASCII)
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_UNITS |= {"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "kb": 10**3, "mb": 10**6, "gb": 10**9}


def _size(text: str) -> int:
    """128MiB, 100MB, 2G: as the command reads them."""
    match = _SIZE.fullmatch(text.lower())
    if match is None or match[2] not in _UNITS or not 1 <= int(match[1]) * _UNITS[match[2]] < 2**63:
        raise ValueError(f"cache: {text!r} is not a size such as 128MiB, 100MB or 65536")
    return int(match[1]) * _UNITS[match[2]]


def default_folder() -> str:
    """Where the Java loader has its own."""
    stated = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(stated, "pcr", "loader")


@dataclass(frozen=True)
class LoaderCache:
    """As a loader is told: its kind, the most bytes of its folder, and the folder."""

    kind: str
    limit: int
    folder: str

    def through(self, parts: list[View], groups: list[Group], seed: int, lanes: int) -> list[View]:
        """The parts of a run, read through the cache. groups: the highest that is read of each part"""
        entries: list[tuple[Entry, int]] = []
        for part, (group, _) in zip(parts, groups, strict=True):
            if part.dataset.root is None:
                raise ValueError(f"cache: {part.dataset.url} is a single shard; caches are for datasets with a manifest")
            entries += [(entry, prefix_length(entry, group)) for entry in part.dataset.shards]
        fixed = self._fixed(entries, seed) if self.kind == MINIO else frozenset()
        if self.kind == PREFIX:
            self._require_room(entries, lanes)
        folder = CacheFolder(self.folder, self.limit, fixed)
        cache = PrefixCache(folder, fixed if self.kind == MINIO else None, _say)
        return [View(part.dataset.through(cache), part.numbers, part.group, part.at_most) for part in parts]

    def _fixed(self, entries: list[tuple[Entry, int]], seed: int) -> frozenset[str]:
        """As many shards as fit, in an order that depends on the seed."""
        room, fixed = self.limit, set()
        for place in permute(key(seed, 0, _CACHED_SHARDS), len(entries), np.arange(len(entries))).tolist():
            entry, length = entries[place]
            name = entry_name(entry)
            if length <= room and name not in fixed:
                fixed.add(name)
                room -= length
        if not fixed:
            least = min(length for _, length in entries)
            raise ValueError(f"cache: {self.kind} has room for {room} bytes, and the smallest shard has {least} at this fidelity")
        return frozenset(fixed)

    def _require_room(self, entries: list[tuple[Entry, int]], lanes: int) -> None:
        """With less, shards would be evicted before their lane has read them."""
        together = min(len(entries), 1 + lanes)
        need = sum(sorted((length for _, length in entries), reverse=True)[:together])
        if need > self.limit:
            raise ValueError(
                f"cache: {need} bytes are needed for {together} shards that are read at a time, and {self.limit} are allowed; "
                f"use fewer lanes, a lower fidelity, or the cache {MINIO}"
            )


def _say(words: str) -> None:
    warnings.warn(words, RuntimeWarning, stacklevel=2)


def prefix_length(entry: Entry, group: int | None) -> int:
    """Bytes of a shard up to a group, or of all where it has fewer; None: all that is read of it."""
    lengths = entry.prefix_lengths
    return lengths[-1 if group is None else min(group, len(lengths) - 1)] if lengths else entry.total_length


def cache_of(cache: str, folder: str | os.PathLike[str] | None) -> LoaderCache | None:
    """What a loader was given; None: nothing is kept but what the kernel keeps."""
    kind, colon, size = cache.partition(":")
    if cache == PAGE:
        if folder is not None:
            raise ValueError(f"cache_dir is of the caches {PREFIX!r} and {MINIO!r}")
        return None
    if kind not in (PREFIX, MINIO) or not colon:
        raise ValueError(f"cache {cache!r} is not like 'page', 'prefix:10GB' or 'minio:10GB'")
    return LoaderCache(kind, _size(size), os.fspath(folder) if folder is not None else default_folder())


class PrefixUses:
    """Has prefixes of shards put into the cache when pieces of them are read. For the thread that plans; its uses are for any.

    It lasts over the epochs of a run.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._begun: set[tuple[str, int]] = set()
        self._fills = True

    def begin_epoch(self) -> None:
        """The first one fills the cache, and does not make its caller wait for that."""
        self._fills = not self._begun

    def of(self, part: View, s: int, group: int | None, is_urgent: bool) -> PrefixUse | None:
        """For a piece of a shard; None where the cache is not for it. is_urgent: it does not wait for the whole prefix"""
        cache, entry = part.dataset.cache, part.dataset.shards[s]
        if cache is None or not cache.is_for(entry):
            return None
        length = prefix_length(entry, group)
        name = (entry_name(entry), length)
        is_first = name not in self._begun
        self._begun.add(name)
        if is_urgent and (self._fills or self._kind == PREFIX):
            return PrefixUse(length, False, is_first, cache.holds(entry, length))
        if self._kind == PREFIX:
            return PrefixUse(length, True, False, None)
        return PrefixUse(length, True, False, not is_first or cache.holds(entry, length))


@dataclass(frozen=True)
class PrefixUse:
    """What is done about the cache when a piece is read.

    waits: for the whole prefix, before the piece is read
    behind: the prefix is fetched when the piece has been read
    found: whether the piece comes from the cache, as far as it is planned; None: it does if the prefix is there
    """

    length: int
    waits: bool
    behind: bool
    found: bool | None

    def prepare(self, source: object) -> bool:
        """Called before the piece is read; whether it comes from the cache."""
        if not isinstance(source, CachedSource):
            return False
        if not self.waits:
            return bool(self.found)
        kept = source.keep(self.length)
        return kept == BEFORE if self.found is None else self.found and kept != NOT

    def keep(self, source: object) -> None:
        """Fetches the prefix for those who read of it later."""
        if isinstance(source, CachedSource):
            source.keep(self.length)
