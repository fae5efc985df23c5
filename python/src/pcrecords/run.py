"""A run: which samples it sees in which order, where it is, and the state that it goes on from (spec/loader.md)."""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .dataset import Dataset
from .dataset import open as open_dataset
from .errors import StateError
from .numbers import key as key_of
from .order import DROP, GLOBAL, PAD, Epoch, Mix, Order, Places, batch_count, part_batch
from .state import LAST_SAMPLE, PartState, RunState, check_position
from .view import View

Part = View | str | os.PathLike[str]
Through = Callable[[list[View]], list[View]]
_MIX_PART, _PROBE = 6, 8


def pairs_of(source: Part | Sequence[tuple[Part, int]]) -> list[tuple[Part, int]]:
    """Parts and their weights."""
    if isinstance(source, View | str | os.PathLike):
        return [(source, 1)]
    pairs = list(source)
    if not pairs or not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise ValueError("a mix is a list of pairs of a dataset and its weight: [(a, 7), (b, 3)]")
    for _, weight in pairs:
        if not isinstance(weight, int | np.integer) or weight < 1:
            raise ValueError(f"weight {weight!r} is no whole number from 1: say 7 and 3 for .7 and .3")
    return pairs


class Run:
    """All that the order of samples depends on, and how far the run has come: epoch, and position in it. No ranks.

    pairs: parts and weights, as `pairs_of` gives them
    through: gives the parts as they are read, such as through a cache; what it opens is closed with the run
    """

    def __init__(
        self,
        pairs: list[tuple[Part, int]],
        batch: int,
        seed: int,
        order: Order,
        remainder: str,
        epoch_batches: int | None,
        through: Through | None = None,
    ) -> None:
        self.batch, self.seed, self.order, self.remainder, self.epoch_batches = batch, seed, order, remainder, epoch_batches
        self._urls = [None if isinstance(part, View) else part for part, _ in pairs]
        self._plain = [part if isinstance(part, View) else open_dataset(part) for part, _ in pairs]
        self._through = through
        self.parts = self._plain if through is None else through(self._plain)
        self._weights = [weight for _, weight in pairs]
        self._count()
        self.seeds = [int(key_of(seed, i, _MIX_PART)) for i in range(len(pairs))] if self._mix else [seed]
        """Of each part's crops."""
        self.epoch, self.position = 0, 0
        self.renew()

    def renew(self) -> None:
        """In a process that was forked."""
        self._lock = threading.Lock()

    def _count(self) -> None:
        """Counts the samples, of which the order depends."""
        self._counts = [_counts(part) for part in self.parts]
        self._mix = Mix(self._counts, self._weights, self.seed, self.order) if len(self.parts) > 1 else None
        self._epochs: dict[int, Epoch] = {}
        if not len(self):
            n = len(self.parts[0])
            words = f"the dataset has fewer samples ({n}) than a batch of {self.batch}, and the remainder is dropped"
            raise ValueError(f"{words}; use a smaller batch" if n else "the dataset or view has no samples")

    def __len__(self) -> int:
        """Batches of an epoch."""
        if self.epoch_batches is not None:
            return self.epoch_batches
        return batch_count(int(self._counts[0].sum()), self.batch, self.remainder)

    def check_epoch(self, epoch: object) -> int:
        """An epoch that a state can hold."""
        size = len(self) * self.batch if self._mix is not None else int(self._counts[0].sum())
        if not isinstance(epoch, int | np.integer) or not 0 <= epoch * size < LAST_SAMPLE:
            raise ValueError(f"epoch {epoch!r} is no whole number from 0, or too far away")
        return int(epoch)

    def handed_out(self, epoch: int, number: int) -> None:
        """The run is behind this batch."""
        self.epoch, self.position = epoch, (number + 1) * self.batch
        if number + 1 >= len(self):
            self.epoch, self.position = epoch + 1, 0

    def places(self, epoch: int, number: int) -> Places:
        """The samples of a batch, in the order in which ranks share them. For any thread."""
        with self._lock:
            if self._mix is not None:
                return self._mix.batch((epoch * len(self) + number) * self.batch, self.batch)
            return part_batch(self._epoch(epoch), number, self.batch, self.remainder)

    def _epoch(self, epoch: int) -> Epoch:
        """Of a run of one part. Two are kept, as batches are planned beyond the end of an epoch."""
        found = self._epochs.get(epoch)
        if found is None:
            found = Epoch(self._counts[0], self.seed, epoch, self.order)
            if len(self._epochs) > 1:
                self._epochs.clear()
            self._epochs[epoch] = found
        return found

    def order_of(self, part: int, epoch: int) -> Epoch:
        """The order of an epoch of a part."""
        with self._lock:
            return self._epoch(epoch) if self._mix is None else self._mix.epoch(part, epoch)

    def batch_of(self, part: int, epoch: int, position: int) -> int:
        """A batch, counted from the beginning of the run, behind which a position of a part's epoch does not come."""
        if self._mix is None:
            return epoch * len(self) + position // self.batch
        return (self._mix.before(part, epoch, position) - 1) // self.batch

    def sample_bytes(self, fidelity: int) -> int:
        """What a sample takes at a fidelity (section 10.1 of the specification)."""
        each = [_sample_bytes(part, fidelity) for part in self.parts]
        if self._mix is None:
            return each[0]
        weights: list[int] = self._mix.weights.tolist()
        return -(-sum(weight * size for weight, size in zip(weights, each, strict=True)) // sum(weights))

    def probe(self, draw: int) -> Run:
        """A run over the same parts, whose order and crops are those of a probe (section 10.7)."""
        seed = int(key_of(self.seed, draw, _PROBE))
        small = self._mix is None and int(self._counts[0].sum()) < self.batch
        pairs: list[tuple[Part, int]] = list(zip(self.parts, self._weights, strict=True))
        seed = seed - 2**64 if seed >= 2**63 else seed
        return Run(pairs, self.batch, seed, Order(GLOBAL), PAD if small else DROP, self.epoch_batches)

    def numbers_of(self, part: int, indexes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The numbers in its dataset of a part's samples."""
        numbers = self.parts[part].numbers
        return indexes if numbers is None else numbers[indexes]

    def numbers(self, places: Places) -> npt.NDArray[np.int64]:
        """The number in its dataset of each sample."""
        found: npt.NDArray[np.int64] = places.indexes.copy()
        for p in range(len(self.parts)):
            mine = places.parts == p
            found[mine] = self.numbers_of(p, places.indexes[mine])
        return found

    # State

    def state(self) -> RunState:
        """Where the run goes on: behind the batches that were handed out."""
        weights = [None] if self._mix is None else self._mix.weights.tolist()
        parts = tuple(
            PartState(part.dataset.uuid, part.dataset.generation, part.hash, weight)
            for part, weight in zip(self.parts, weights, strict=True)
        )
        return RunState(
            self.order.kind,
            self.seed,
            self.epoch,
            self.position,
            self.batch,
            self.order.lanes,
            self.order.window,
            self.remainder,
            parts,
            self.epoch_batches,
        )

    def at(self, wanted: RunState) -> Run:
        """The run that goes on from a state. StateError when the state is of another run; this one never changes."""
        _agree("parts", len(wanted.parts), len(self.parts))
        found = copy.copy(self)
        found.renew()
        found._plain = [
            _at_generation(part, url, theirs) for part, url, theirs in zip(self._plain, self._urls, wanted.parts, strict=True)
        ]
        try:
            if any(part is not mine for part, mine in zip(found._plain, self._plain, strict=True)):
                found.parts = found._plain if self._through is None else self._through(found._plain)
            found._count()
            found._check(wanted)
        except BaseException:
            found.close(self)
            raise
        found.epoch, found.position = wanted.epoch, wanted.position
        return found

    def _check(self, wanted: RunState) -> None:
        mine = self.state()
        names = ["seed"]
        # The parts of a mix are within epochs of their own.
        if wanted.position or self._mix is not None:
            names += ["order", "batch", "lanes", "window", "remainder", "epoch_batches"]
        for name in names:
            _agree(name, getattr(wanted, name), getattr(mine, name))
        divisor = int(np.gcd.reduce([part.weight or 1 for part in wanted.parts]))
        for theirs, ours in zip(wanted.parts, mine.parts, strict=True):
            _agree("dataset", theirs.dataset, ours.dataset)
            hint = f"; open it with pcr.open(url, generation={theirs.generation})"
            _agree("generation", theirs.generation, ours.generation, hint)
            _agree("view", theirs.view, ours.view)
            _agree("weight", theirs.weight and theirs.weight // divisor, ours.weight)
        if self._mix is None:
            check_position(wanted, int(self._counts[0].sum()))

    def close(self, goes_on: Run | None = None) -> None:
        """Closes what the run opened itself, but for what the run has that goes on in its place."""
        in_use = goes_on._opened() if goes_on else []
        for dataset in self._opened():
            if all(dataset is not other for other in in_use):
                dataset.close()

    def _opened(self) -> list[Dataset]:
        own = [part.dataset for part, url in zip(self._plain, self._urls, strict=True) if url is not None]
        return own if self._through is None else own + [part.dataset for part in self.parts]


def _at_generation(part: View, url: Any, wanted: PartState) -> View:
    """The same dataset at the generation of a state, where the run opened it itself."""
    dataset = part.dataset
    if url is None or dataset.generation == wanted.generation or dataset.uuid != wanted.dataset:
        return part
    try:
        return open_dataset(url, generation=wanted.generation)
    except FileNotFoundError:
        return part


def _agree(name: str, theirs: object, mine: object, hint: str = "") -> None:
    if theirs != mine:
        raise StateError(f"state.{name}", f"the state has {theirs}, the loader {mine}{hint}")


def _sample_bytes(part: View, fidelity: int) -> int:
    shards = part.dataset.shards
    return -(-shards.prefix_bytes(fidelity) // shards.sample_count) if shards.sample_count else 0


def _counts(view: View) -> npt.NDArray[np.int64]:
    """Samples of each shard that are in the view."""
    counts = view.dataset.shards.sample_counts()
    if view.numbers is None:
        return counts
    ends = np.searchsorted(view.numbers, np.cumsum(counts))
    return np.diff(ends, prepend=0)
