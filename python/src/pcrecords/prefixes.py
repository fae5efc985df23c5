"""Prefixes of shards that are not on a local disk: read once, and kept as long as memory allows."""

from __future__ import annotations

import functools
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future

from .gather import AtHand, Numbers, Wanted, by_shard
from .listed import AnyShard
from .shard import Shard
from .source import LocalSource, MemorySource

_Key = tuple[str, uuid.UUID]


class PrefixStore:
    """Any thread may ask; two that ask for one prefix read it once. A prefix above the budget in bytes is not kept."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.held = 0
        self._kept: OrderedDict[_Key, tuple[int, Shard]] = OrderedDict()
        self._coming: dict[tuple[_Key, int], Future[Shard]] = {}
        self._lock = threading.Lock()

    def split(self, wanted: Wanted) -> Iterator[tuple[Numbers, AtHand]]:
        """Some samples, by the shard that each is in; and what gives it."""
        for mine, shard in by_shard(wanted):
            yield mine, functools.partial(self._prefix, shard, wanted)

    def _prefix(self, at_hand: AtHand, wanted: Wanted) -> AnyShard:
        shard = at_hand()
        return self.of(shard, shard.group_to_read(wanted.group, wanted.at_most)) if isinstance(shard, Shard) else shard

    def of(self, shard: Shard, group: int) -> Shard:
        """The shard over its prefix in memory; the shard itself where it is on a local disk, or its prefix is too large."""
        length = shard.prefix_length(group)
        if isinstance(shard.source, LocalSource | MemorySource) or length > min(self.budget, shard.limits.prefix_bytes):
            return shard
        key = (shard.name, shard.head.shard_uuid)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] >= group:
                self._kept.move_to_end(key)
                return kept[1]
            coming = self._coming.get((key, group))
            mine = coming is None
            if coming is None:
                coming = self._coming[key, group] = Future()
        if mine:
            self._read(key, shard, group, length, coming)
        return coming.result()

    def _read(self, key: _Key, shard: Shard, group: int, length: int, coming: Future[Shard]) -> None:
        try:
            data = shard.source.read(0, length)
            found = Shard(MemorySource(shard.name, data), whole=False, limits=shard.limits)
        except BaseException as error:
            with self._lock:
                del self._coming[key, group]
            coming.set_exception(error)
            return
        with self._lock:
            del self._coming[key, group]
            before = self._kept.pop(key, None)
            self.held += length - (before[1].prefix_length(before[0]) if before else 0)
            self._kept[key] = (group, found)
            while self.held > self.budget and len(self._kept) > 1:
                _, (g, old) = self._kept.popitem(last=False)
                self.held -= old.prefix_length(g)
        coming.set_result(found)
