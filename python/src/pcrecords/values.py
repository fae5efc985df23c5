"""Values of many samples: columns, and what else is known of each, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .columns import INLINE
from .listed import AnyShard
from .metadata import Metadata
from .shard import Shard
from .where import Where, kinds_of

if TYPE_CHECKING:
    from .dataset import Dataset

Numbers = npt.NDArray[np.int64]
FACTS = ("key", "label", "width", "height")
"""What every sample has besides its columns."""


def check_names(dataset: Dataset, names: Sequence[str]) -> None:
    for name in names:
        if name not in FACTS and name not in dataset.columns:
            raise KeyError(name)


def by_shard(dataset: Dataset, numbers: Numbers | None) -> Iterator[tuple[AnyShard, int, Numbers]]:
    """Each shard that has some of the samples (numbers ascend; None: all), the number of its first sample, and their ordinals.

    Nothing is made as large as a manifest says before the shard has said the same.
    """
    starts = dataset.shards.starts()
    for s in range(len(dataset.shards)):
        first, last = int(starts[s]), int(starts[s + 1])
        if numbers is None:
            if last > first:
                shard = dataset.shard(s)
                yield shard, first, np.arange(len(shard))
            continue
        a, b = np.searchsorted(numbers, (first, last))
        if b > a:
            yield dataset.shard(s), first, numbers[a:b] - first


def column(dataset: Dataset, name: str, numbers: Numbers | None) -> npt.NDArray[Any]:
    """A value for each of the samples: numbers as they are, else objects (None: no value)."""
    check_names(dataset, [name])
    return joined([values(dataset, shard, name, ordinals) for shard, _, ordinals in by_shard(dataset, numbers)])


def joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    if not parts:
        return np.empty(0, object)
    same = {part.dtype for part in parts}
    return np.concatenate(parts if len(same) == 1 else [part.astype(object) for part in parts])


def matching(dataset: Dataset, condition: str, numbers: Numbers | None) -> Numbers:
    """Which of the samples fulfil a condition."""
    where = Where(condition, kinds_of(dataset.columns))
    found = [np.empty(0, np.int64)]
    for shard, first, ordinals in by_shard(dataset, numbers):
        known = {name: values(dataset, shard, name, ordinals) for name in where.names}
        found.append(first + ordinals[where.mask(known, len(ordinals))])
    return np.concatenate(found)


def with_keys(dataset: Dataset, keys: Sequence[str]) -> Numbers:
    """The numbers of the samples with these keys; KeyError for one that is not there."""
    left, found = set(keys), [np.empty(0, np.int64)]
    if left:
        for shard, first, _ in by_shard(dataset, None):
            mine = [(i, key) for i, key in enumerate(shard.keys()) if key in left]
            left.difference_update(key for _, key in mine)
            found.append(first + np.array([i for i, _ in mine], np.int64))
    for key in left:
        raise KeyError(key)
    return np.concatenate(found)


def values(dataset: Dataset, shard: AnyShard, name: str, ordinals: Numbers) -> npt.NDArray[Any]:
    """Of some samples of a shard."""
    if isinstance(shard, Shard):
        known = _in_metadata(shard.metadata, name, ordinals)
        if known is not None:
            return known
    if name in FACTS:
        found = [_fact(shard, name, i) for i in ordinals.tolist()]
        numeric = name != "key"
    else:
        column = dataset.columns[name]
        found = [shard.value_of(column, i) for i in ordinals.tolist()]
        numeric = column.is_numeric
    if numeric and found and all(isinstance(value, int | float | bool) for value in found):
        return np.array(found)
    objects = np.empty(len(found), object)
    for i, value in enumerate(found):
        objects[i] = value
    return objects


def _in_metadata(meta: Metadata, name: str, ordinals: Numbers) -> npt.NDArray[Any] | None:
    """What stands there as an array of numbers; None for what does not."""
    if name == "label":
        return meta.labels[ordinals] if meta.labelled[ordinals].all() else None
    if name in ("width", "height"):
        return (meta.widths if name == "width" else meta.heights)[ordinals].astype(np.int64)
    column = meta.column(name)
    if column is not None and column.placement == INLINE and column.type.fixed_length and column.present is None:
        return column.array()[ordinals]
    return None


def _fact(shard: AnyShard, name: str, i: int) -> Any:
    if name == "key":
        return shard.key(i)
    return shard.label(i) if name == "label" else shard.size(i)[name == "height"]
