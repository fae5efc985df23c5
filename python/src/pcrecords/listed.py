"""Shards as a manifest lists them: opened, and compared with what it says (R-MANIFEST-6)."""

from __future__ import annotations

from .cached import CachedSource, PrefixCache
from .errors import NotAsListedError, PcrError
from .head import LIQUID, TFRECORD, TRAILER_LENGTH, Head
from .limits import Limits
from .manifest import Entry, Root
from .place import Place
from .shard import Shard
from .source import Source
from .tfshard import TfShard

AnyShard = Shard | TfShard


def open_shard(source: Source, entry: Entry, root: Root | None, limits: Limits) -> AnyShard:
    """The caller closes its source; it is closed where the shard cannot be opened."""
    try:
        if entry.variant == TFRECORD:
            agree("ShardTable.total_lengths", entry.total_length, source.length, source.name)
            return TfShard(source, entry.compression, entry.sample_count, limits)
        prefetch = getattr(source, "prefetch", None)
        if prefetch is not None:
            prefetch(0, entry.prefix_lengths[0])
        return container(source, entry, root, limits)
    except BaseException:
        source.close()
        raise


def open_cached(cache: PrefixCache, place: Place, entry: Entry, root: Root | None, limits: Limits) -> AnyShard:
    """A shard that is read through a cache, if the cache is for it. What is damaged in the cache is read from the file."""
    if not cache.is_for(entry):
        return open_shard(place.open(entry.name), entry, root, limits)
    source = CachedSource(cache, place, entry)
    try:
        found = open_shard(source, entry, root, limits)
        if not isinstance(found, Shard) or found.front_error is None:
            return found
    except OSError:
        raise
    except PcrError:
        pass  # It may be the cache's.
    source = CachedSource(cache, place, entry)
    source.mend(0, entry.prefix_lengths[0] if entry.prefix_lengths else 0)
    return open_shard(source, entry, root, limits)


def container(source: Source, entry: Entry, root: Root | None, limits: Limits) -> Shard:
    """A PCR or Liquid shard that is the one that the manifest lists."""

    def check_head(head: Head) -> None:
        for field, stated, found in (
            ("variant", entry.variant, head.variant),
            ("shard_uuid", entry.shard_uuid, head.shard_uuid),
            ("sample_count", entry.sample_count, head.sample_count),
            ("head_crc32c", entry.head_crc32c, head.head_crc32c),
            ("total_length", entry.total_length, head.total_length),
        ):
            agree(f"ShardHead.{field}", stated, found, source.name)

    copy_at = entry.total_length - TRAILER_LENGTH - entry.prefix_lengths[0]
    shard = Shard(source, copy_at=copy_at, check_head=check_head, limits=limits)
    groups = range(shard.group_count + 1)
    agree("prefix_lengths", entry.prefix_lengths, tuple(shard.prefix_length(g) for g in groups), source.name)
    region = shard.restore_region
    agree("restore_length", entry.restore_length, region.length if region else 0, source.name)
    if root is not None:
        if entry.variant != LIQUID:
            agree("targets", root.targets, shard.metadata.targets, source.name)
        known = {column.name: column for column in root.columns}
        for column in shard.metadata.columns:
            agree(f"column {column.type.name}", known.get(column.type.name), column.type, source.name)
    return shard


def agree(field: str, stated: object, found: object, file: str) -> None:
    if stated != found:
        raise NotAsListedError(field, f"the manifest states {stated}, the shard has {found}", file=file)
