"""Original files: from samples and what their shard's restore region keeps of them (section 10 of the format)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from . import native, zstd
from .columns import require
from .errors import (
    ImageCorruptError,
    ImageUnsupportedError,
    LimitError,
    MalformedError,
    PcrError,
    RestoreMismatchError,
    UnsupportedError,
)
from .metadata import PROGRESSIVE_JPEG
from .restore import NONE, ORIGINAL, RECIPE, SAME, RestoreRegion
from .shard import Shard
from .source import Bytes
from .tfshard import TfShard

_DICTIONARY_MAGIC = bytes.fromhex("37A430EC")
_SOME = 1 << 16


def original(shard: Shard | TfShard, i: int) -> bytes:
    """The original file of a sample, proved by its length and SHA-256. The records of a TFRecord file are what was taken in."""
    if isinstance(shard, TfShard):
        return shard.file(i)
    restore = shard.restore
    if restore is None:
        raise UnsupportedError("original", "no originals are kept", file=shard.name, key=shard.key(i))
    found = _original(restore, i, restore.record(i), True)
    if found is None:
        raise UnsupportedError("original", "no original is kept", file=shard.name, key=shard.key(i))
    return found


def originals(restore: RestoreRegion, *, follow: bool = True) -> Iterator[bytes | None]:
    """The original of each sample, None where there is none.

    follow: False leaves out what a recipe has to be followed for; the recipe is then only looked at, and None is given
    """
    for i, record in enumerate(restore.records()):
        yield _original(restore, i, record, follow)


def _original(restore: RestoreRegion, i: int, record: Bytes, follow: bool) -> bytes | None:
    shard = restore.shard
    try:
        length = int(shard.metadata.source_lengths[i])
        shard.limits.check("slice_bytes", "ShardMetadata.source_lengths", length)
        found = _rebuilt(restore, i, record, length, follow)
        if found is not None:
            _prove(restore, i, found, length)
        return found
    except PcrError as error:
        raise error.within(shard.name, key=shard.key(i))


def _rebuilt(restore: RestoreRegion, i: int, record: Bytes, length: int, follow: bool) -> bytes | None:
    shard, kind = restore.shard, int(restore.kinds[i])
    if kind == NONE:
        return None
    if kind == SAME:
        return shard.file(i, shard.group_count)
    if kind == ORIGINAL:
        return record.tobytes()
    if kind == RECIPE:
        literals = _literals(shard, i, record)
        return _follow(shard, i, literals, length) if follow else None
    return _patched(shard, i, record, length, follow)


def _prove(restore: RestoreRegion, i: int, found: bytes, length: int) -> None:
    if len(found) != length:
        raise RestoreMismatchError("original", f"{len(found)} bytes, not {length}")
    stated = restore.source_sha256[32 * i : 32 * i + 32].tobytes()
    if stated and hashlib.sha256(found).digest() != stated:
        raise RestoreMismatchError("original", "another SHA-256")


def _patched(shard: Shard, i: int, record: Bytes, length: int, follow: bool) -> bytes | None:
    require(record.size >= 4, "RestorePatch.recipe_length", f"a record of {record.size} bytes")
    recipe_length = int.from_bytes(record[:4].tobytes(), "little")
    require(recipe_length <= record.size - 4, "RestorePatch.recipe_length", recipe_length)
    if recipe_length:
        literals = _literals(shard, i, record[4 : 4 + recipe_length])
        if not follow:
            return None
        base = _base(shard, i, literals, length)
    else:
        base = shard.file(i, shard.group_count)
    if base[:4] == _DICTIONARY_MAGIC:
        raise MalformedError("RestorePatch", "a base that looks like a trained dictionary")
    return zstd.decode(record[4 + recipe_length :], shard.limits, "slice_bytes", "RestorePatch", base).tobytes()


def _base(shard: Shard, i: int, literals: list[Bytes], length: int) -> bytes:
    """What a recipe rebuilds under a patch: of no stated length, though of that of the original or near it."""
    room = length + _SOME
    while True:
        try:
            return _follow(shard, i, literals, room)
        except RestoreMismatchError as error:
            if not isinstance(error.__cause__, LimitError) or room >= shard.limits.slice_bytes:
                raise
            room = min(2 * room, shard.limits.slice_bytes)


def _literals(shard: Shard, i: int, record: Bytes) -> list[Bytes]:
    """R-RESTORE-9, and the limit of scans."""
    require(record.size >= 4, "RestoreRecipe.literal_count", f"a record of {record.size} bytes")
    count = int.from_bytes(record[:4].tobytes(), "little")
    require(count >= 1 and 4 + 4 * count <= record.size, "RestoreRecipe.literal_count", count)
    lengths = np.frombuffer(record.tobytes(), "<u4", count, 4).astype(np.int64)
    require(int(lengths.sum()) == record.size - 4 - 4 * count, "RestoreRecipe.literal_lengths", "wrong")
    if count - 1 > shard.limits.input_scans:
        raise LimitError.above("RestoreRecipe", count - 1, shard.limits.input_scans, "input_scans")
    if shard.metadata.encodings[i] != PROGRESSIVE_JPEG:
        raise RestoreMismatchError("RestoreRecipe", "for a sample that is no progressive JPEG")
    ends = 4 + 4 * count + np.cumsum(lengths)
    return [record[end - length : end] for end, length in zip(ends.tolist(), lengths.tolist(), strict=True)]


def _follow(shard: Shard, i: int, literals: list[Bytes], room: int) -> bytes:
    """R-RESTORE-5. Whatever keeps a recipe from being followed, it is not that of this original."""
    slices = shard.slices(i, shard.group_count)
    limits = shard.limits
    try:
        return native.rebuild(slices, literals, room, max_pixels=limits.pixels, max_scans=limits.input_scans).tobytes()
    except (ImageCorruptError, ImageUnsupportedError) as error:
        raise RestoreMismatchError("RestoreRecipe", f"cannot be followed: {error.words}") from error
    except LimitError as error:
        if error.quantity != native.OF_OUTPUT:
            raise
        raise RestoreMismatchError("RestoreRecipe", f"makes more than {room} bytes") from error
