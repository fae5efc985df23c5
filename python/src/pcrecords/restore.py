"""The restore region (section 10 of the format): what gives the original files back."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

import numpy as np

from . import flatbuffer, native, schemas, zstd
from .columns import require
from .errors import ChecksumError, LimitError, MalformedError, PcrError, RestoreMismatchError, UnsupportedError
from .metadata import PROGRESSIVE_JPEG
from .shard import Shard
from .source import Bytes
from .tfshard import TfShard

NONE, SAME, RECIPE, PATCH, ORIGINAL = 0, 1, 2, 3, 4
_MAX_TOGETHER = 1 << 20
_DICTIONARY_MAGIC = bytes.fromhex("37A430EC")


def original(shard: Shard | TfShard, i: int) -> bytes:
    """The original file of a sample. The records of a TFRecord file are what was taken in."""
    if isinstance(shard, TfShard):
        return shard.file(i)
    if shard.restore_region is None:
        raise UnsupportedError("original", "no originals are kept", file=shard.name, key=shard.key(i))
    return RestoreRegion(shard).original(i)


class RestoreRegion:
    """The directory of a shard's restore region, checked, and its records."""

    def __init__(self, shard: Shard) -> None:
        region = shard.restore_region
        assert region is not None
        self.shard = shard
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
        data = self.shard.source.read(self._offsets[f], self._stored[f])
        computed = native.crc32c(data)
        if computed != int(self._crc32c[f]):
            words = f"stored {int(self._crc32c[f]):#010x}, computed {computed:#010x}"
            raise ChecksumError(f"restore frame {f}", words, offset=self._offsets[f])
        content = zstd.decode(data, self.shard.limits, "slice_bytes", f"restore frame {f}")
        wanted = int(self.lengths[self._firsts[f] : self._ends[f]].sum())
        require(content.size == wanted, f"restore frame {f}", f"{content.size} bytes for records of {wanted}")
        return content

    def originals(self) -> Iterator[bytes | None]:
        """The original of each sample, None where there is none, or where a recipe is to be followed (it is then checked)."""
        for f, (first, end) in enumerate(zip(self._firsts, self._ends, strict=True)):
            content, at = self._frame(f), 0
            for i in range(first, end):
                record = content[at : at + int(self.lengths[i])]
                at += record.size
                try:
                    yield self._original(i, record)
                except PcrError as error:
                    raise error.within(self.shard.name, key=self.shard.metadata.keys[i])

    def original(self, i: int) -> bytes:
        """The original file of a sample."""
        f = int(np.searchsorted(np.array(self._ends), i, side="right"))
        content = self._frame(f)
        start = int(self.lengths[self._firsts[f] : i].sum())
        found = self._original(i, content[start : start + int(self.lengths[i])])
        if found is None:
            what = "no original is kept" if self.kinds[i] == NONE else "its recipe is followed by the pcr command only"
            raise UnsupportedError("original", what, file=self.shard.name, key=self.shard.metadata.keys[i])
        return found

    def _original(self, i: int, record: Bytes) -> bytes | None:
        kind = int(self.kinds[i])
        if kind == NONE:
            return None
        if kind == RECIPE:
            self._check_recipe(i, record)
            return None
        if kind == SAME:
            found = self._sample(i)
        elif kind == ORIGINAL:
            found = record.tobytes()
        else:
            patched = self._patched(i, record)
            if patched is None:
                return None
            found = patched
        if len(found) != int(self.shard.metadata.source_lengths[i]):
            raise RestoreMismatchError("original", f"{len(found)} bytes")
        stated = self.source_sha256[32 * i : 32 * i + 32].tobytes()
        if stated and hashlib.sha256(found).digest() != stated:
            raise RestoreMismatchError("original", "another SHA-256")
        return found

    def _sample(self, i: int) -> bytes:
        return self.shard.file(i, self.shard.group_count)

    def _patched(self, i: int, record: Bytes) -> bytes | None:
        require(record.size >= 4, "RestorePatch.recipe_length", f"a record of {record.size} bytes")
        length = int.from_bytes(record[:4].tobytes(), "little")
        require(length <= record.size - 4, "RestorePatch.recipe_length", length)
        if length:
            self._check_recipe(i, record[4 : 4 + length])
            return None
        base = self._sample(i)
        if base[:4] == _DICTIONARY_MAGIC:
            raise MalformedError("RestorePatch", "a base that looks like a trained dictionary")
        return zstd.decode(record[4:], self.shard.limits, "slice_bytes", "RestorePatch", base).tobytes()

    def _check_recipe(self, i: int, record: Bytes) -> None:
        """R-RESTORE-9, and the limit of scans."""
        raw = record.tobytes()
        require(len(raw) >= 4, "RestoreRecipe.literal_count", f"a record of {len(raw)} bytes")
        (count,) = struct.unpack_from("<I", raw)
        require(count >= 1 and 4 + 4 * count <= len(raw), "RestoreRecipe.literal_count", count)
        lengths = np.frombuffer(raw, "<u4", count, 4)
        require(int(lengths.sum(dtype=np.int64)) == len(raw) - 4 - 4 * count, "RestoreRecipe.literal_lengths", "wrong")
        if count - 1 > self.shard.limits.input_scans:
            raise LimitError.above("RestoreRecipe", count - 1, self.shard.limits.input_scans, "input_scans")
        if self.shard.metadata.encodings[i] != PROGRESSIVE_JPEG:
            raise RestoreMismatchError("RestoreRecipe", "for a sample that is no progressive JPEG")
