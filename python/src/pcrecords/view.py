"""Views: some samples of a dataset, at a fidelity."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from . import lookup, values
from .sample import Sample

if TYPE_CHECKING:
    from .dataset import Dataset


def view_hash(numbers: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> str:
    """numbers: of the samples of the view, ascending; counts: of all shards."""
    if len(numbers) == counts.sum():
        return "all"
    digest = hashlib.sha256()
    start = 0
    for count in counts.tolist():
        first, last = np.searchsorted(numbers, (start, start + count))
        bits = np.zeros(count, np.bool_)
        bits[numbers[first:last] - start] = True
        digest.update(count.to_bytes(4, "little"))
        digest.update(np.packbits(bits, bitorder="little").tobytes())
        start += count
    return digest.digest()[:16].hex()


class View:
    """Some samples of a dataset, in its order, at a fidelity. Cheap: it holds numbers. Any thread may use it.

    numbers: of the samples, ascending; None for all
    group: None for full fidelity
    """

    def __init__(self, dataset: Dataset, numbers: npt.NDArray[np.int64] | None, group: int | None, at_most: bool = False) -> None:
        self.dataset = dataset
        self.numbers = numbers
        self.group = group
        self.at_most = at_most

    def __len__(self) -> int:
        return self.dataset.sample_count if self.numbers is None else len(self.numbers)

    def at(self, fidelity: int | str, *, at_most: bool = False) -> View:
        """The same samples at another fidelity: a group (3), "full", or a quality ("msssim:.96", "msssim:.98@224").

        at_most: where a shard has one fidelity only, as Liquid and TFRecord shards do, that one is read; else it is an error
        """
        return View(self.dataset, self.numbers, self.dataset.group_for(fidelity, at_most=at_most), at_most)

    def select(
        self,
        where: str | None = None,
        *,
        keys: Iterable[str] | None = None,
        mask: npt.ArrayLike | None = None,
        numbers: npt.ArrayLike | None = None,
    ) -> View:
        """Those samples that fulfil all that is given: a condition such as "label < 100 and width >= 224" (spec/loader.md 11),
        some keys, a mask with one element for each sample of this view, numbers of samples."""
        left = self.numbers
        if mask is not None:
            given = np.asarray(mask)
            if given.shape != (len(self),) or given.dtype != np.bool_:
                raise ValueError(f"mask: {len(self)} bools are wanted, not {given.dtype} of shape {given.shape}")
            left = np.flatnonzero(given) if left is None else left[given]
        if numbers is not None:
            left = _both(left, self._given(np.asarray(numbers)))
        if keys is not None:
            if isinstance(keys, str):
                raise ValueError(f"keys: a list of keys is wanted, such as [{keys!r}]")
            left = _both(left, values.with_keys(self.dataset, list(keys)))
        if where is not None:
            left = values.matching(self.dataset, where, left)
        return self._with(left)

    def _given(self, numbers: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        count = self.dataset.sample_count
        if numbers.size and (numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= count):
            raise ValueError(f"numbers: whole numbers from 0 to {count - 1} are wanted")
        return np.unique(numbers.astype(np.int64))

    def _with(self, numbers: npt.NDArray[np.int64] | None) -> View:
        return View(self.dataset, numbers, self.group, self.at_most)

    @overload
    def __getitem__(self, which: int | str) -> Sample: ...

    @overload
    def __getitem__(self, which: slice) -> View: ...

    def __getitem__(self, which: int | str | slice) -> Sample | View:
        """A sample by its index in the view or its key; a slice gives a view."""
        if isinstance(which, slice):
            if which.step is not None and which.step < 0:
                raise ValueError("a view is in the order of its dataset: a slice cannot go backwards")
            indices = which.indices(len(self))
            if indices == (0, len(self), 1):
                return self._with(self.numbers)
            return self._with(np.arange(*indices) if self.numbers is None else self.numbers[which])
        if isinstance(which, str):
            return self._by_key(which)
        count = len(self)
        index = operator.index(which)
        if not -count <= index < count:
            raise IndexError(f"{index} is not in a view of {count} samples")
        number = index % count if self.numbers is None else int(self.numbers[index])
        return Sample(self.dataset, self.dataset.shards.place_of(number), number, self.group, self.at_most)

    def _by_key(self, key: str) -> Sample:
        place = lookup.find(self.dataset, key)
        if place is not None:
            number = int(self.dataset.shards.starts()[place[0]]) + place[1]
            at = 0 if self.numbers is None else int(np.searchsorted(self.numbers, number))
            if self.numbers is None or (at < len(self.numbers) and self.numbers[at] == number):
                return Sample(self.dataset, place, number, self.group, self.at_most)
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        try:
            return isinstance(key, str) and self._by_key(key) is not None
        except KeyError:
            return False

    def __iter__(self) -> Iterator[Sample]:
        return (self[i] for i in range(len(self)))

    def keys(self) -> list[str]:
        return self.column("key").tolist()  # type: ignore[no-any-return]

    def labels(self) -> npt.NDArray[np.int64]:
        """-1 where there is none; if there are negative labels, use `column("label")`."""
        return np.array([-1 if label is None else label for label in self.column("label").tolist()], np.int64)

    def column(self, name: str) -> npt.NDArray[Any]:
        """A column, or key, label, width, height, for all samples: numbers as they are, else objects (None: no value)."""
        return values.column(self.dataset, name, self.numbers)

    def table(self, *names: str) -> dict[str, npt.NDArray[Any]]:
        """Columns by name, all of them by default: pandas.DataFrame and pyarrow.table take it as it is."""
        return {name: self.column(name) for name in names or (*values.FACTS, *self.dataset.columns)}

    @property
    def hash(self) -> str:
        """What identifies the view in a loader's state (spec/loader.md, section 6)."""
        if self.numbers is None:
            return "all"
        return view_hash(self.numbers, self.dataset.shards.sample_counts())

    def __repr__(self) -> str:
        return f"<view of {len(self)} samples of {self.dataset.url} at {'full fidelity' if self.group is None else self.group}>"


def _both(a: npt.NDArray[np.int64] | None, b: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return b if a is None else np.intersect1d(a, b, assume_unique=True)
