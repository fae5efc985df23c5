"""Where bytes come from: a source gives any range of a file, to any thread."""

from __future__ import annotations

import mmap
import os
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .errors import TruncatedError

Bytes = npt.NDArray[np.uint8]


class Source(Protocol):
    """One version of one file. Any thread may read; what a read returned stays valid after close."""

    name: str

    @property
    def length(self) -> int: ...

    def read(self, offset: int, length: int) -> Bytes:
        """Exactly these bytes; raises TruncatedError where the file ends before."""
        ...

    def read_up_to(self, offset: int, length: int) -> Bytes:
        """These bytes, or those up to the end of the file."""
        ...

    def close(self) -> None: ...


class LocalSource:
    """A file of a file system, mapped: a read copies nothing, and holds the map as long as its bytes are in use."""

    def __init__(self, path: str) -> None:
        self.name = path
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        try:
            self.length = os.fstat(descriptor).st_size
            if self.length:
                self._bytes = np.frombuffer(mmap.mmap(descriptor, self.length, access=mmap.ACCESS_READ), np.uint8)
            else:
                self._bytes = np.empty(0, np.uint8)
        finally:
            os.close(descriptor)

    @property
    def whole(self) -> Bytes:
        """All bytes."""
        return self._bytes

    def read(self, offset: int, length: int) -> Bytes:
        if length and offset + length > self.length:
            raise TruncatedError("file", f"{offset + length} bytes needed, {self.length} there", file=self.name, offset=offset)
        return self._bytes[offset : offset + length]

    def read_up_to(self, offset: int, length: int) -> Bytes:
        return self._bytes[offset : offset + length]

    def close(self) -> None:
        self._bytes = np.empty(0, np.uint8)


class MemorySource:
    """Bytes that are there already: a prefix, or a whole file."""

    def __init__(self, name: str, data: Bytes | bytes) -> None:
        self.name = name
        self._bytes = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
        self.length = self._bytes.size

    @property
    def whole(self) -> Bytes:
        """All bytes."""
        return self._bytes

    def read(self, offset: int, length: int) -> Bytes:
        if length and offset + length > self.length:
            raise TruncatedError("file", f"{offset + length} bytes needed, {self.length} there", file=self.name, offset=offset)
        return self._bytes[offset : offset + length]

    def read_up_to(self, offset: int, length: int) -> Bytes:
        return self._bytes[offset : offset + length]

    def close(self) -> None:
        """Nothing to be done."""
