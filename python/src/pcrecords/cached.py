"""Shards whose first bytes may be on a local disk."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable

import numpy as np

from .cachefolder import CacheFolder
from .manifest import Entry
from .place import Place
from .source import Bytes, RangedSource, Source

_AT_ONCE = 4 << 20
"""Bytes that one read fetches of a prefix that is to be kept."""
_TOUCHED = 1.0
"""Seconds: how exactly the order of use is known. To mark every use would cost each small read a system call."""
_PAUSE = 30.0
"""Seconds for which nothing is written behind a failure, which costs a read each time."""

BEFORE, NOW, NOT = "before", "now", "not"
"""What is known of a prefix that a cache was asked to keep: it was there, it has been fetched, it is not there."""


def entry_name(entry: Entry) -> str:
    """Of a shard in a cache, from what the manifest says of it: the same wherever the shard is fetched from."""
    identity = f"{entry.total_length} shard {entry.shard_uuid} {entry.head_crc32c:08x}"
    return hashlib.sha256(identity.encode()).hexdigest()[:32] + ".pcr"


class PrefixCache:
    """A cache in a folder. Any thread may use it. Where it cannot be read or written, reads go on without it.

    fixed: the entries that it is for; None for all
    says: is told once of each thing that does not work
    """

    def __init__(self, folder: CacheFolder, fixed: frozenset[str] | None, says: Callable[[str], None]) -> None:
        self._folder, self._fixed, self._says = folder, fixed, says
        self._said: set[str] = set()
        self._not_believed: set[str] = set()
        """Damaged entries that could not be deleted."""
        self._paused_at: float | None = None
        try:
            folder.shrink()
        except OSError as error:
            self._failed("cannot be written", error)  # What it holds can be read all the same.

    def is_for(self, entry: Entry) -> bool:
        return self._fixed is None or entry_name(entry) in self._fixed

    def holds(self, entry: Entry, length: int) -> bool:
        """Whether so many of the first bytes of a shard are there."""
        return self.is_for(entry) and self.held(entry_name(entry)) >= length

    def may_keep(self, length: int) -> bool:
        """Whether it is worth the while to fetch so many bytes for it."""
        paused = self._paused_at is not None and time.monotonic() - self._paused_at < _PAUSE
        return length <= self._folder.limit and not paused

    def read(self, name: str, offset: int, out: Bytes, touch: bool) -> tuple[int, int]:
        """The length of an entry, and how many bytes of `out` were filled."""
        if name in self._not_believed:
            return 0, 0
        try:
            held, done = self._folder.read(name, offset, out)
        except OSError as error:
            self._failed("cannot be read", error)
            return 0, 0
        if touch and held:
            self._folder.touch(name)
        return held, done

    def held(self, name: str) -> int:
        if name in self._not_believed:
            return 0
        try:
            return self._folder.held(name)
        except OSError as error:
            self._failed("cannot be read", error)
            return 0

    def append(self, name: str, offset: int, data: Bytes) -> None:
        if data.size and name not in self._not_believed and self.may_keep(offset + data.size):
            try:
                self._folder.append(name, offset, data)
            except OSError as error:
                self._paused_at = time.monotonic()
                self._failed("cannot be written", error)

    def discard(self, name: str) -> None:
        try:
            self._folder.delete(name)
        except OSError as error:
            self._not_believed.add(name)
            self._failed("cannot be written", error)

    def _failed(self, what: str, error: OSError) -> None:
        words = f"the cache {self._folder.path} {what}: {error.strerror or error}"
        if words not in self._said:
            self._said.add(words)
            self._says(words)


class CachedSource(RangedSource):
    """A shard's file. What a read fetches is added to the cache where it continues what is there."""

    def __init__(self, cache: PrefixCache, place: Place, entry: Entry) -> None:
        super().__init__(entry.total_length)
        self.name = f"{place}/{entry.name}"
        self.entry = entry
        self._cache, self._place, self._entry = cache, place, entry_name(entry)
        self._origin: Source | None = None
        self._closed = False
        self._touched_at: float | None = None
        self.renew()

    def renew(self) -> None:
        """In a process that was forked."""
        self._opening, self._keeping = threading.Lock(), threading.Lock()
        renew = getattr(self._origin, "renew", None)
        if renew is not None:
            renew()

    @property
    def origin(self) -> Source:
        """The file itself, which is opened when something of it is missing."""
        with self._opening:
            if self._closed:
                raise ValueError(f"{self.name} is closed")
            if self._origin is None:
                self._origin = self._place.open(self.entry.name)
            return self._origin

    def _get(self, offset: int, length: int) -> Bytes:
        length = max(0, min(length, self.length - offset))
        data = np.empty(length, np.uint8)
        held, done = self._cache.read(self._entry, offset, data, self._is_touch_due())
        if held > self.length:
            self._cache.discard(self._entry)
            held = done = 0
        if done == length:
            return data
        rest = self.origin.read_up_to(offset + done, length - done)
        if offset + done == held:
            self._cache.append(self._entry, held, rest)
        data[done : done + rest.size] = rest
        return data[: done + rest.size]

    def _is_touch_due(self) -> bool:
        now, last = time.monotonic(), self._touched_at
        if last is not None and now - last < _TOUCHED:
            return False
        self._touched_at = now
        return True

    def keep(self, length: int) -> str:
        """Fetches what the cache lacks of the first bytes; one thread does it for all."""
        with self._keeping:
            held = self._cache.held(self._entry)
            if held >= length:
                return BEFORE
            while held < length and self._cache.may_keep(length):
                data = self.origin.read_up_to(held, min(_AT_ONCE, length - held))
                self._cache.append(self._entry, held, data)
                before, held = held, self._cache.held(self._entry)
                if held <= before:
                    break
            return NOW if held >= length else NOT

    def mend(self, offset: int, length: int) -> None:
        """Something is wrong with bytes that were read here. If the cache has others than the file now, it forgets the shard.

        The caller reads again in any case: another thread may have been here first, since the bytes were read.
        """
        self._kept = (0, np.empty(0, np.uint8))
        mine = np.empty(max(0, min(length, self.length - offset)), np.uint8)
        _, done = self._cache.read(self._entry, offset, mine, False)
        if not np.array_equal(mine[:done], self.origin.read_up_to(offset, done)):
            self._cache.discard(self._entry)

    def close(self) -> None:
        super().close()
        with self._opening:
            self._closed = True
            if self._origin is not None:
                self._origin.close()
