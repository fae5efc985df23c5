"""Where bytes come from: a source gives any range of a file, to any thread."""

from __future__ import annotations

import os
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .errors import ChangedError, TruncatedError

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


def mended(source: Source, offset: int, length: int) -> bool:
    """Whether bytes in which something is wrong may have been those of a cache; then they are to be read again."""
    mend = getattr(source, "mend", None)
    if mend is not None:
        mend(offset, length)
    return mend is not None


class _Descriptor:
    """An open file. It is closed when nobody holds it any more, so that no read meets another file under its number."""

    def __init__(self, path: str) -> None:
        self.number = -1
        self.number = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))

    def __del__(self) -> None:
        if self.number >= 0:
            os.close(self.number)


class LocalSource:
    """A file of a file system, read by position.

    It is not mapped: where a mapped file gets shorter, the process is killed, and where it is written to, bytes can differ
    from those that were checked. A read that has begun when it is closed still gives its bytes.
    """

    def __init__(self, path: str) -> None:
        self.name = path
        descriptor = _Descriptor(path)
        self.length = os.fstat(descriptor.number).st_size
        self._descriptor: _Descriptor | None = descriptor

    def read(self, offset: int, length: int) -> Bytes:
        if length and offset + length > self.length:
            raise TruncatedError("file", f"{offset + length} bytes needed, {self.length} there", file=self.name, offset=offset)
        data = np.empty(length, np.uint8)
        self.read_into(offset, data)
        return data

    def read_up_to(self, offset: int, length: int) -> Bytes:
        return self.read(offset, max(0, min(length, self.length - offset)))

    def read_into(self, offset: int, out: Bytes) -> None:
        """Fills `out` from a place on; the caller has compared both with the length."""
        descriptor = self._descriptor
        if descriptor is None:
            raise ValueError(f"{self.name} is closed")
        done = 0
        while done < out.size:
            count = os.preadv(descriptor.number, [out[done:].data], offset + done)
            if count == 0:
                words = f"shorter than the {self.length} bytes that it had when it was opened"
                raise ChangedError("file", words, file=self.name, offset=offset + done)
            done += count

    def close(self) -> None:
        self._descriptor = None


class RangedSource:
    """A file of which each range costs a request. What was prefetched last is kept. Subclasses say what `_get` gives."""

    name: str

    def __init__(self, length: int | None = None) -> None:
        self._length = length
        self._kept: tuple[int, Bytes] = (0, np.empty(0, np.uint8))

    @property
    def length(self) -> int:
        assert self._length is not None
        return self._length

    def _get(self, offset: int, length: int) -> Bytes:
        """These bytes, or those up to the end of the file."""
        raise NotImplementedError

    def prefetch(self, offset: int, length: int) -> None:
        """Reads what will be asked for next, in one request."""
        self._kept = (offset, self._get(offset, length))

    def read(self, offset: int, length: int) -> Bytes:
        """Exactly these bytes; raises TruncatedError where the file ends before."""
        data = self.read_up_to(offset, length)
        if data.size < length:
            words = f"{offset + length} bytes needed, {offset + data.size} there"
            raise TruncatedError("file", words, file=self.name, offset=offset)
        return data

    def read_up_to(self, offset: int, length: int) -> Bytes:
        """These bytes, or those up to the end of the file."""
        start, kept = self._kept
        end = offset + length if self._length is None else min(offset + length, self._length)
        if start <= offset and end <= start + kept.size:
            return kept[offset - start : max(offset, end) - start]
        return self._get(offset, length)

    def close(self) -> None:
        self._kept = (0, np.empty(0, np.uint8))


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
