"""The list of a dataset's shards, as its manifest has it, or the one shard that was opened by itself."""

from __future__ import annotations

import bisect
import threading
import uuid
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from . import manifest as manifests
from .head import PCR, TFRECORD
from .limits import Limits
from .manifest import MAX_GROUPS, Entry, Root, ShardTable
from .place import Place
from .shard import Shard
from .tfshard import TfShard


class Shards:
    """The shards of a dataset in their order, as the manifest lists them. Parts are read when a shard of theirs is needed."""

    def __init__(self, place: Place, root: Root, limits: Limits) -> None:
        self._place, self._root, self._limits = place, root, limits
        self._tables: list[ShardTable | None] = [None] * len(root.parts) + [root.shards]
        sizes = [part.shard_count for part in root.parts] + [root.shards.count]
        samples = [part.sample_count for part in root.parts] + [int(root.shards.sample_counts.sum())]
        self._shard_starts = np.concatenate(([0], np.cumsum(sizes))).tolist()
        self._sample_starts = np.concatenate(([0], np.cumsum(np.array(samples, object)))).tolist()
        self._starts: npt.NDArray[np.int64] | None = None
        self.renew()

    def renew(self) -> None:
        """In a process that was forked: the lock may be one that nobody will give back."""
        self._lock = threading.Lock()

    def table(self, t: int) -> ShardTable:
        with self._lock:
            found = self._tables[t]
            if found is None:
                part = self._root.parts[t]
                source = self._place.open(part.name)
                try:
                    found = manifests.read_part(source, part, self._root, self._limits)
                finally:
                    source.close()
                self._tables[t] = found
                if all(table is not None for table in self._tables):
                    has_pcr = any(bool((table.variants == PCR).any()) for table in self._tables if table is not None)
                    self._root.check_groups(has_pcr)
            return found

    def tables(self) -> Iterator[ShardTable]:
        return (self.table(t) for t in range(len(self._tables)))

    def __len__(self) -> int:
        return int(self._shard_starts[-1])

    @property
    def sample_count(self) -> int:
        return int(self._sample_starts[-1])

    def __getitem__(self, s: int) -> Entry:
        if not 0 <= s < len(self):
            raise IndexError(s)
        t = bisect.bisect_right(self._shard_starts, s) - 1
        return self.table(t).entry(s - self._shard_starts[t])

    def __iter__(self) -> Iterator[Entry]:
        return (self[s] for s in range(len(self)))

    def sample_counts(self) -> npt.NDArray[np.int64]:
        """Of all shards; reads all parts."""
        return np.concatenate([table.sample_counts for table in self.tables()])

    def starts(self) -> npt.NDArray[np.int64]:
        """The number of each shard's first sample, and the count of all; reads all parts."""
        if self._starts is None:
            self._starts = np.concatenate(([0], np.cumsum(self.sample_counts())))
        return self._starts

    def prefix_bytes(self, group: int | None) -> int:
        """Of all shards up to a group, or of all their groups where they have fewer; None: all."""
        return sum(table.prefix_bytes(group) for table in self.tables())

    def place_of(self, number: int) -> tuple[int, int]:
        """The shard of a sample's number, and its ordinal there; reads its part."""
        t = bisect.bisect_right(self._sample_starts, number) - 1
        table = self.table(t)
        ends = np.cumsum(table.sample_counts)
        rest = number - self._sample_starts[t]
        s = int(np.searchsorted(ends, rest, side="right"))
        return self._shard_starts[t] + s, int(rest - (ends[s] - table.sample_counts[s]))

    def places_of(self, numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The shards of samples, and their ordinals there."""
        starts = self.starts()
        shards = np.searchsorted(starts, numbers, side="right") - 1
        return shards, numbers - starts[shards]

    def of_number(self, shard_number: int) -> int | None:
        """The index of the shard with a number; None: this generation does not have it."""
        firsts = [part.first_shard_number for part in self._root.parts]
        candidates = [bisect.bisect_right(firsts, shard_number) - 1, len(self._tables) - 1]
        for t in candidates:
            if t < 0:
                continue
            numbers = self.table(t).numbers
            s = int(np.searchsorted(numbers, shard_number))
            if s < numbers.size and numbers[s] == shard_number:
                return int(self._shard_starts[t]) + s
        return None


class OneShard:
    """A single shard in place of a list."""

    def __init__(self, shard: Shard | TfShard, name: str) -> None:
        self._shard, self._name = shard, name

    def renew(self) -> None:
        """Nothing to be done."""

    def __len__(self) -> int:
        return 1

    @property
    def sample_count(self) -> int:
        return len(self._shard)

    def sample_counts(self) -> npt.NDArray[np.int64]:
        return np.array([len(self._shard)], np.int64)

    def starts(self) -> npt.NDArray[np.int64]:
        return np.array([0, len(self._shard)], np.int64)

    def prefix_bytes(self, group: int | None) -> int:
        lengths = self[0].prefix_lengths
        return lengths[min(group or MAX_GROUPS, len(lengths) - 1)] if lengths else self[0].total_length

    def place_of(self, number: int) -> tuple[int, int]:
        return 0, number

    def places_of(self, numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        return np.zeros_like(numbers), numbers

    def of_number(self, shard_number: int) -> int | None:
        return 0 if shard_number == 0 else None

    def __getitem__(self, s: int) -> Entry:
        if s != 0:
            raise IndexError(s)
        shard, zero = self._shard, uuid.UUID(int=0)
        if isinstance(shard, TfShard):
            return Entry(self._name, 0, TFRECORD, 0, zero, shard.source.length, len(shard), 0, (), 0, 0, 0, 0)
        head = shard.head
        prefixes = tuple(head.prefix_length(g) for g in range(head.group_count + 1))
        return Entry(
            self._name,
            0,
            head.variant,
            0,
            head.shard_uuid,
            head.total_length,
            len(shard),
            head.head_crc32c,
            prefixes,
            0,
            0,
            0,
            0,
        )

    def __iter__(self) -> Iterator[Entry]:
        yield self[0]
