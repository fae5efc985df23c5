"""The shards of a dataset that are open."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from .listed import AnyShard

_MOST = 512


class OpenShards:
    """Opens shards when they are asked for, and keeps those that were used last. Any thread may ask.

    name: of the dataset, for errors
    open_shard: opens the shard at a place of the list
    """

    def __init__(self, name: str, open_shard: Callable[[int], AnyShard]) -> None:
        self._name, self._open = name, open_shard
        self._kept: OrderedDict[int, AnyShard] = OrderedDict()
        self._closed = False
        self._lock = threading.Lock()

    def renew(self) -> None:
        """In a process that was forked. It goes on with the files that are open."""
        self._lock = threading.Lock()
        for shard in self._kept.values():
            for one in (shard, shard.source):
                renew = getattr(one, "renew", None)
                if renew is not None:
                    renew()

    def __getitem__(self, s: int) -> AnyShard:
        with self._lock:
            self._check_open()
            found = self._kept.get(s)
            if found is not None:
                self._kept.move_to_end(s)
                return found
        opened = self._open(s)
        with self._lock:
            if self._closed:
                opened.source.close()
            self._check_open()
            # Another thread may have been faster: there is one of each.
            found = self._kept.setdefault(s, opened)
            if found is not opened:
                opened.source.close()
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)  # Whoever reads of it goes on; it is closed when nobody holds it.
            return found

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError(f"{self._name} is closed")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for shard in self._kept.values():
                shard.source.close()
            self._kept.clear()
