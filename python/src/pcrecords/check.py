"""Whether a dataset is intact: everything is read and compared with what is said of it."""

from __future__ import annotations

from collections.abc import Iterator

from . import keys, listed
from .dataset import Dataset
from .dataset import open as open_dataset
from .errors import MalformedError, NotPcrError, PcrError
from .head import TFRECORD
from .originals import originals
from .shard import Shard


def check_all(url: str) -> tuple[int, PcrError | None]:
    """Opens all parts, shards and segments that a root lists. The number of shards, and the first damaged front."""
    with open_dataset(url) as dataset:
        return len(dataset.shards), check_listed(dataset)


def check_listed(dataset: Dataset) -> PcrError | None:
    """The first damaged front, which a copy stands in for. Raises what else is wrong."""
    root, front = dataset.root, None
    if root is None:
        raise NotPcrError("ManifestHead.magic", "no manifest", file=dataset.url)
    for entry in dataset.shards:
        source = dataset.place.open(entry.name)
        try:
            if entry.variant == TFRECORD:
                listed.agree("total_length", entry.total_length, source.length, source.name)
                continue
            shard = listed.container(source, entry, root, dataset.limits)
            front = front or shard.front_error
            region = shard.restore_region
            length = int.from_bytes(source.read(region.offset, 4).tobytes(), "little") if region and region.length >= 4 else 0
            listed.agree("restore_directory_length", entry.restore_directory_length, length, source.name)
        finally:
            source.close()
    for stated in root.segments:
        source = dataset.place.open(stated.name)
        try:
            for found in keys.Segment(source, stated, root.dataset_uuid).entries():
                s = dataset.shards.of_number(found[1])
                if s is not None and found[2] >= dataset.shards[s].sample_count:
                    raise MalformedError("KeyEntry.ordinal", f"{found[2]}", file=source.name)
        finally:
            source.close()
    return front


def damage(dataset: Dataset) -> Iterator[Exception]:
    """What is wrong with a dataset, as far as it is read: every slice, column, record and original."""
    if dataset.root is not None:
        try:
            front = check_listed(dataset)
            if front is not None:
                yield front
        except (PcrError, OSError) as error:
            yield error
    for s in range(len(dataset.shards)):
        yield from _of_shard(dataset, s)


def _of_shard(dataset: Dataset, s: int) -> Iterator[Exception]:
    try:
        shard = dataset.shard(s)
    except (PcrError, OSError) as error:
        yield error
        return
    for i in range(len(shard)):
        try:
            if isinstance(shard, Shard):
                shard.slices(i, shard.group_count)
                for index in range(len(shard.metadata.columns)):
                    shard.value(index, i)
            else:
                shard.example(i)
        except PcrError as error:
            yield error
    if isinstance(shard, Shard):
        try:
            if shard.restore is not None:
                for _ in originals(shard.restore):
                    pass
            shard.check_end()
        except PcrError as error:
            yield error
