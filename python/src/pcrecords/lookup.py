"""Samples by their key: by the index of keys where there is one, else by a look into every shard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import keys
from .errors import CorruptError, MalformedError, StoreError
from .manifest import SegmentEntry

if TYPE_CHECKING:
    from .dataset import Dataset

_ORDINAL = "KeyEntry.ordinal"


def find(dataset: Dataset, key: str) -> tuple[int, int] | None:
    """The index of a key's shard, and its ordinal there. Where the index is damaged, the shards are asked."""
    if dataset.root is not None and dataset.root.segments:
        try:
            return _by_index(dataset, dataset.root.segments, key)
        except (CorruptError, FileNotFoundError, StoreError) as error:
            if isinstance(error, MalformedError) and error.field == _ORDINAL:
                raise
    for s in range(len(dataset.shards)):
        found = dataset.shard(s).keys()
        if key in found:
            return s, found.index(key)
    return None


def _by_index(dataset: Dataset, segments: list[SegmentEntry], key: str) -> tuple[int, int] | None:
    for segment in segments:
        source = dataset.place.open(segment.name)
        try:
            candidates = keys.look_up(source, segment, key)
        finally:
            source.close()
        for number, ordinal in candidates:
            s = dataset.shards.of_number(number)
            if s is None:
                continue
            shard = dataset.shard(s)
            if ordinal >= len(shard):
                raise MalformedError(_ORDINAL, f"{ordinal} of {len(shard)}", file=segment.name)
            if shard.key(ordinal) == key:
                return s, ordinal
    return None
