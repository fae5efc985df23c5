"""A TFRecord shard of a dataset: its records are its samples (annex A.3 of the format)."""

from __future__ import annotations

import functools
import hashlib
import threading
import uuid

import numpy as np
import numpy.typing as npt

from . import example, imagefile, native, tfrecord
from .cached import CachedSource
from .columns import ColumnType, Value
from .errors import ChangedError, ChecksumError, LimitError, MalformedError, PcrError, TruncatedError, UnsupportedError
from .limits import Limits
from .source import Bytes, LocalSource, Source, mended

_CHUNK = 1 << 24


class TfShard:
    """Any thread may read. Its records are found at the first use. Of a file that is on a local disk, or in a cache there, and
    not compressed, their places are kept, else the records are."""

    def __init__(self, source: Source, compression: int, count: int | None, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self._compression = compression
        self._in_place = isinstance(source, LocalSource | CachedSource) and not compression
        self._count = count
        self._records: list[tuple[Bytes | None, int, int]] | None = None
        self._broken: PcrError | None = None
        self.renew()

    def renew(self) -> None:
        """In a process that was forked: its lock may be one that nobody will give back."""
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self.source.name

    def records(self) -> list[tuple[Bytes | None, int, int]]:
        """Those that can be found, in their order: data (None where it is to be read, or its checksum is wrong), and offset and
        length of the whole record, which mean something for a file that is not compressed."""
        with self._lock:
            if self._records is None:
                is_intact = self._find()
                if not is_intact and mended(self.source, 0, self.source.length):
                    self._find()
            assert self._records is not None
            return self._records

    def _find(self) -> bool:
        """Finds the records. Whether all of them are intact."""
        found, held, at, is_intact = [], 0, 0, True
        broken: PcrError | None = None
        try:
            for data, intact in tfrecord.records(self.source, self._compression, self.limits):
                held += data.size if self._compression else 0
                if held > self.limits.prefix_bytes:
                    raise LimitError.above("TFRecord", held, self.limits.prefix_bytes, "prefix_bytes")
                length = tfrecord.RECORD_HEAD + data.size + tfrecord.RECORD_END
                found.append((data if intact and not self._in_place else None, at, length))
                at += length
                is_intact &= intact
        except ChangedError:
            raise
        except PcrError as error:
            broken = error.within(self.name)
        self._records, self._broken = found, broken
        return is_intact and broken is None

    def _data(self, i: int) -> Bytes:
        records = self.records()
        if i >= len(records):
            raise self._broken or TruncatedError("TFRecord", f"{len(records)} records, number {i} wanted")
        data, offset, length = records[i]
        if data is None and self._in_place:
            data = self._read(offset, length)
            if data is None and mended(self.source, offset, length):
                data = self._read(offset, length)
        if data is None:
            raise ChecksumError("TfRecord.data_crc", "wrong")
        return data

    def _read(self, offset: int, length: int) -> Bytes | None:
        """The data of a record in its file; None where it is damaged."""
        piece = self.source.read(offset, length)
        found, end, _ = native.find_records(piece, 0, length, 1)
        is_intact = len(found) and found[0]["intact"] and end == length
        return piece[tfrecord.RECORD_HEAD : -tfrecord.RECORD_END] if is_intact else None

    def __len__(self) -> int:
        return self._count if self._count is not None else len(self.records())

    @functools.lru_cache(maxsize=64)  # noqa: B019 -- shards are few, and live as long as their dataset
    def example(self, i: int) -> example.Example:
        try:
            found = example.check(example.features(self._data(i)))
            if not found.key or len(found.key.encode()) > 65535:
                raise MalformedError("feature image/filename", "no key of 1 to 65,535 bytes")
            return found
        except PcrError as error:
            raise error.within(self.name)

    def uuid(self) -> uuid.UUID:
        """R-UUID-2."""
        content = hashlib.sha256()
        for at in range(0, self.source.length, _CHUNK):
            content.update(self.source.read(at, min(_CHUNK, self.source.length - at)).data)
        digest = bytearray(content.digest()[:16])
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

    def size(self, i: int) -> tuple[int, int]:
        found = self.example(i)
        return found.width, found.height

    def orientation(self, i: int) -> int:
        """Records do not say."""
        return 0

    def group_to_read(self, group: int | None, at_most: bool) -> int:
        """R-TFRECORD-8: there is full fidelity only, and none is given in place of another."""
        if group is not None and not at_most:
            raise UnsupportedError("fidelity", "a TFRecord shard is read at full fidelity only", file=self.name, group=group)
        return 1

    def file(self, i: int, group: int = 1) -> bytes:
        return self.example(i).image

    def image(self, i: int, group: int = 1) -> tuple[list[Bytes], int, int, int]:
        """The file, its encoding, width and height."""
        data = self.file(i)
        kind = imagefile.kind_of(data)
        return [np.frombuffer(data, np.uint8)], kind, *imagefile.size_of(data, kind)

    def value_of(self, column: ColumnType, i: int) -> Value:
        try:
            return self.example(i).value(column)
        except PcrError as error:
            raise error.within(self.name, key=self.key(i))
