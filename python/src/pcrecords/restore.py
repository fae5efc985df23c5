"""The restore region of a shard (section 10 of the format): what is kept of each original."""

from __future__ import annotations

import bisect
from collections.abc import Iterator

import numpy as np

from . import flatbuffer, native, schemas, zstd
from .columns import require
from .errors import ChecksumError, PcrError
from .shard import Shard
from .source import Bytes

NONE, SAME, RECIPE, PATCH, ORIGINAL = 0, 1, 2, 3, 4
_MAX_TOGETHER = 1 << 20


class RestoreRegion:
    """The directory, checked, and the records. Any thread may read; the frame that was read last is kept."""

    def __init__(self, shard: Shard) -> None:
        region = shard.restore_region
        assert region is not None
        self.shard = shard
        self._last: tuple[int, Bytes] = (-1, np.empty(0, np.uint8))
        try:
            self._read(region.offset, region.length, region.crc32c)
        except PcrError as error:
            raise error.within(shard.name)

    def _read(self, offset: int, region_length: int, crc32c: int) -> None:
        source = self.shard.source
        require(region_length >= 4, "RestoreRegion.directory_length", f"a region of {region_length} bytes")
        head = source.read(offset, 4)
        length = int.from_bytes(bytes(head), "little")
        require(length <= region_length - 4, "RestoreRegion.directory_length", length)
        frame = source.read(offset + 4, length)
        computed = native.crc32c(frame, native.crc32c(head))
        if computed != crc32c:
            raise ChecksumError("RESTORE.region_crc32c", f"stored {crc32c:#010x}, computed {computed:#010x}", offset=offset)
        content = zstd.decode(frame, self.shard.limits, "metadata_bytes", "RestoreDirectory")
        table = flatbuffer.read(content, b"PCRR", schemas.RESTORE)
        n = len(self.shard)
        kinds, lengths = table.kinds, table.record_lengths.astype(np.int64)
        require(kinds.size == n and lengths.size == n, "RestoreDirectory.kinds", f"{kinds.size} for {n} samples")
        require(table.source_sha256.size in (0, 32 * n), "RestoreDirectory.source_sha256", table.source_sha256.size)
        frames = table.frame_samples.size
        require(table.frame_lengths.size == frames and table.frame_crc32c.size == frames, "RestoreDirectory.frames", frames)
        samples = table.frame_samples.astype(np.int64)
        require(bool((samples >= 1).all()) and int(samples.sum()) == n, "RestoreDirectory.frame_samples", "wrong")
        rest = region_length - 4 - length
        require(int(table.frame_lengths.sum(dtype=np.int64)) == rest, "RestoreDirectory.frame_lengths", "wrong")
        require(bool((kinds <= ORIGINAL).all()), "RestoreDirectory.kinds", "unknown")
        require(bool((lengths <= 2**31 - 1).all()), "RestoreDirectory.record_lengths", "above 2^31-1")
        require(not lengths[kinds <= SAME].any(), "RestoreDirectory.record_lengths", "of NONE or SAME")
        self.kinds, self.lengths = kinds, lengths
        self.source_sha256: Bytes = table.source_sha256
        self._crc32c = table.frame_crc32c
        ends = np.cumsum(samples)
        self._firsts = (ends - samples).tolist()
        self._ends = ends.tolist()
        stored = table.frame_lengths.astype(np.int64)
        self._stored = stored.tolist()
        self._offsets = (offset + 4 + length + np.cumsum(stored) - stored).tolist()
        for first, end in zip(self._firsts, self._ends, strict=True):
            mine = lengths[first:end]
            together = int((mine > 0).sum()) <= 1 or int(mine.sum()) <= _MAX_TOGETHER
            require(together, "RestoreDirectory.frame_samples", f"{int(mine.sum())} bytes of several records")

    def _frame(self, f: int) -> Bytes:
        number, content = self._last
        if number != f:
            try:
                content = self._read_frame(f)
            except PcrError as error:
                raise error.within(self.shard.name)
            self._last = (f, content)
        return content

    def _read_frame(self, f: int) -> Bytes:
        data = self.shard.source.read(self._offsets[f], self._stored[f])
        computed = native.crc32c(data)
        if computed != int(self._crc32c[f]):
            words = f"stored {int(self._crc32c[f]):#010x}, computed {computed:#010x}"
            raise ChecksumError(f"restore frame {f}", words, offset=self._offsets[f])
        content = zstd.decode(data, self.shard.limits, "slice_bytes", f"restore frame {f}")
        wanted = int(self.lengths[self._firsts[f] : self._ends[f]].sum())
        require(content.size == wanted, f"restore frame {f}", f"{content.size} bytes for records of {wanted}")
        return content

    def record(self, i: int) -> Bytes:
        """Of a sample; empty for NONE and SAME."""
        f = bisect.bisect_right(self._ends, i)
        start = int(self.lengths[self._firsts[f] : i].sum())
        return self._frame(f)[start : start + int(self.lengths[i])]

    def records(self) -> Iterator[Bytes]:
        """Of all samples, each frame read once."""
        for f, (first, end) in enumerate(zip(self._firsts, self._ends, strict=True)):
            content, at = self._frame(f), 0
            for length in self.lengths[first:end].tolist():
                yield content[at : at + length]
                at += length
