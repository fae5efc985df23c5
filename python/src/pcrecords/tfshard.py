"""A TFRecord shard of a dataset: its records are its samples (annex A.3 of the format)."""

from __future__ import annotations

import functools
import hashlib
import threading
import uuid

import numpy as np
import numpy.typing as npt

from . import example, imagefile, tfrecord
from .columns import ColumnType, Value
from .errors import ChecksumError, LimitError, MalformedError, PcrError, TruncatedError
from .limits import Limits
from .source import Bytes, Source


class TfShard:
    """Any thread may read. Its records are found at the first use; of a compressed file they are kept in memory."""

    def __init__(self, source: Source, compression: int, count: int | None, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self._compression = compression
        self._count = count
        self._lock = threading.Lock()
        self._records: list[tuple[Bytes, bool]] | None = None
        self._broken: PcrError | None = None

    @property
    def name(self) -> str:
        return self.source.name

    def records(self) -> list[tuple[Bytes, bool]]:
        """Those that can be found, in their order."""
        with self._lock:
            if self._records is None:
                found, held = [], 0
                try:
                    for data, intact in tfrecord.records(self.source, self._compression, self.limits):
                        held += data.size if self._compression else 0
                        if held > self.limits.prefix_bytes:
                            raise LimitError.above("TFRecord", held, self.limits.prefix_bytes, "prefix_bytes")
                        found.append((data, intact))
                except PcrError as error:
                    self._broken = error.within(self.name)
                self._records = found
            return self._records

    def __len__(self) -> int:
        return self._count if self._count is not None else len(self.records())

    @functools.lru_cache(maxsize=64)  # noqa: B019 -- shards are few, and live as long as their dataset
    def example(self, i: int) -> example.Example:
        try:
            records = self.records()
            if i >= len(records):
                raise self._broken or TruncatedError("TFRecord", f"{len(records)} records, number {i} wanted")
            data, intact = records[i]
            if not intact:
                raise ChecksumError("TfRecord.data_crc", "wrong")
            found = example.check(example.features(data))
            if not found.key or len(found.key.encode()) > 65535:
                raise MalformedError("feature image/filename", "no key of 1 to 65,535 bytes")
            return found
        except PcrError as error:
            raise error.within(self.name)

    def uuid(self) -> uuid.UUID:
        """R-UUID-2."""
        digest = bytearray(hashlib.sha256(self.source.read(0, self.source.length).data).digest()[:16])
        digest[6] = digest[6] & 0x0F | 0x80
        digest[8] = digest[8] & 0x3F | 0x80
        return uuid.UUID(bytes=bytes(digest))

    def keys(self) -> list[str]:
        """Empty for records without a readable one."""
        return [self._key(i) for i in range(len(self))]

    def _key(self, i: int) -> str:
        try:
            return self.example(i).key or ""
        except PcrError:
            return ""

    def key(self, i: int) -> str:
        return self.example(i).key or ""

    def label(self, i: int) -> int | None:
        return self.example(i).label

    def labels(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        found = [self.example(i).label for i in range(len(self))]
        there = np.array([label is not None for label in found], np.bool_)
        return np.array([label or 0 for label in found], np.int64), there

    def sizes(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        found = [(self.example(i).width, self.example(i).height) for i in range(len(self))]
        return np.array([f[0] for f in found], np.int64), np.array([f[1] for f in found], np.int64)

    def file(self, i: int) -> bytes:
        return self.example(i).image

    def image(self, i: int) -> tuple[list[Bytes], int, int, int]:
        """The file, its encoding, width and height."""
        data = self.file(i)
        kind = imagefile.kind_of(data)
        return [np.frombuffer(data, np.uint8)], kind, *imagefile.size_of(data, kind)

    def value(self, column: ColumnType, i: int) -> Value:
        try:
            return self.example(i).value(column)
        except PcrError as error:
            raise error.within(self.name, key=self.key(i))
