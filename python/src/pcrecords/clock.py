"""What a loader's threads spend their time with."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Any thread may report; `begin` forgets what was before. waited is of the caller, read the time in which at least one read
    was under way, decoded the sum over all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reading = 0
        self._since = 0.0
        self._waited = self._read = self._decoded = 0.0

    def begin(self) -> None:
        with self._lock:
            self._waited = self._read = self._decoded = 0.0
            self._since = time.perf_counter()

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._lock:
            if self._reading == 0:
                self._since = time.perf_counter()
            self._reading += 1
        try:
            yield
        finally:
            with self._lock:
                self._reading -= 1
                if self._reading == 0:
                    self._read += time.perf_counter() - self._since

    def decoded(self, seconds: float) -> None:
        with self._lock:
            self._decoded += seconds

    def waited(self, seconds: float) -> None:
        with self._lock:
            self._waited += seconds

    def microseconds(self) -> tuple[int, int, int]:
        """Waited, read and decoded since `begin`."""
        with self._lock:
            now = time.perf_counter() - self._since if self._reading else 0.0
            return int(self._waited * 1e6), int((self._read + now) * 1e6), int(self._decoded * 1e6)
