"""In which order a run sees the samples, and what each rank gets (spec/loader.md, sections 4, 5 and 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .numbers import key, permute

Numbers = npt.NDArray[np.int64]
LANES, GLOBAL, SEQUENTIAL = "lanes", "global", "sequential"
DROP, PAD, SHORT = "drop", "pad", "short"
DEFAULT_WINDOW: Final = 256
_STRETCH: Final = 8192
_SHARDS, _FIRST_PASS, _SECOND_PASS, _ALL, _MIX_BLOCK, _MIX_PART = 1, 2, 3, 4, 5, 6


def default_lanes(batch: int) -> int:
    largest = max(d for d in range(1, 65) if batch % d == 0)
    return largest if largest >= 8 else min(batch, 64)


def require_order(kind: object) -> None:
    """Rejects an order that this package does not have, and says which it has."""
    if kind == "liquid":
        raise ValueError(
            "order 'liquid' needs Liquid's buffers, which only the Java loader has; "
            "order 'lanes' reads the same samples, and a run in order 'liquid' goes on with `pcr load`"
        )
    if kind not in (LANES, GLOBAL, SEQUENTIAL):
        raise ValueError(f"order {kind!r} is not lanes, global or sequential")


@dataclass(frozen=True)
class Order:
    """The kind of an order, and its options; 0 where the kind has none."""

    kind: str
    lanes: int = 0
    window: int = 0

    def __post_init__(self) -> None:
        require_order(self.kind)
        laned = self.kind == LANES
        if not (1 <= self.lanes <= 65536 and 1 <= self.window < 2**31 if laned else self.lanes == self.window == 0):
            raise ValueError(f"lanes {self.lanes} and window {self.window} are not of order {self.kind}")


@dataclass(frozen=True)
class Stretches:
    """Samples of a shard that lie together and are needed at about the same time: for each of some samples, its shard, the
    indexes in the part from `first` to before `end`, and the last position of the epoch that can need one of them."""

    shards: Numbers
    first: Numbers
    end: Numbers
    last: Numbers


class Epoch:
    """The order of one epoch of a part.

    counts: how many samples of each shard are in the part
    """

    def __init__(self, counts: Numbers, seed: int, epoch: int, order: Order) -> None:
        self.counts = counts
        self.n = int(counts.sum())
        self.seed, self.epoch, self.order = seed, epoch, order
        self._ahead: tuple[int, Numbers] = (0, np.empty(0, np.int64))
        self._index_ends = np.cumsum(counts)
        if order.kind == LANES:
            shards = len(counts)
            turn = permute(key(seed, epoch, _SHARDS), shards, np.arange(shards)) if shards else np.empty(0, np.int64)
            self._turn = np.empty_like(turn)
            self._turn[turn] = np.arange(shards)
            self._ends = np.cumsum(counts[turn])
            self._lengths = counts[turn]
            # What to add to a place of the sequence to get the index of the sample.
            self._moves = (np.cumsum(counts) - counts)[turn] - (self._ends - counts[turn])

    def lanes(self, positions: Numbers) -> Numbers:
        return self._lane_and_place(positions)[0] if self.order.kind == LANES else np.zeros_like(positions)

    def _lane_and_place(self, p: Numbers) -> tuple[Numbers, Numbers]:
        count = self.order.lanes
        short = self.n // count
        return np.where(p < short * count, p % count, p - short * count), np.where(p < short * count, p // count, short)

    def _window(self, offset: Numbers, length: Numbers, place: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The window of a pass that a place is in: its number, where it begins and ends."""
        window = self.order.window
        offset = offset % window
        k = (place + window - offset) // window
        return k, np.maximum(0, k * window + offset - window), np.minimum(length, k * window + offset)

    def _pass(self, purpose: int, lane: Numbers, offset: Numbers, length: Numbers, place: Numbers) -> Numbers:
        k, begin, end = self._window(offset, length, place)
        moved: Numbers = begin + permute(key(self.seed, self.epoch, purpose, lane, k), end - begin, place - begin)
        return moved

    def indexes(self, positions: Numbers) -> Numbers:
        """The index in the part of the sample at each position."""
        if self.order.kind == SEQUENTIAL:
            return positions
        if self.order.kind == GLOBAL:
            return permute(key(self.seed, self.epoch, _ALL), self.n, positions)
        count, window = self.order.lanes, self.order.window
        lane, place = self._lane_and_place(positions)
        length = self.n // count + (lane < self.n % count)
        offset = window * lane // count
        place = self._pass(_SECOND_PASS, lane, offset + window // 2, length, place)
        place = self._pass(_FIRST_PASS, lane, offset, length, place)
        place = place + lane * (self.n // count) + np.minimum(lane, self.n % count)
        return place + self._moves[np.searchsorted(self._ends, place, side="right")]

    def stretches(self, indexes: Numbers, whole: bool) -> Stretches:
        """For samples by their index in the part, what is best read together with each of them.

        whole: all of their shards that are in the same lane; else only what is in the same window
        """
        shard = np.searchsorted(self._index_ends, indexes, side="right")
        if self.order.kind != LANES:
            end = self._index_ends[shard]
            first = end - self.counts[shard]
            if not whole:
                first = np.maximum(first, indexes // DEFAULT_WINDOW * DEFAULT_WINDOW)
                end = np.minimum(end, indexes // DEFAULT_WINDOW * DEFAULT_WINDOW + DEFAULT_WINDOW)
            return Stretches(shard, first, end, end - 1)
        count, window = self.order.lanes, self.order.window
        turn = self._turn[shard]
        place = indexes - self._moves[turn]
        longer, short = self.n % count, self.n // count
        lane = np.where(
            place < longer * (short + 1), place // (short + 1), longer + (place - longer * (short + 1)) // max(1, short)
        )
        base = lane * short + np.minimum(lane, longer)
        length = short + (lane < longer)
        offset = window * lane // count
        begin = np.maximum(0, self._ends[turn] - self._lengths[turn] - base)
        end = np.minimum(length, self._ends[turn] - base)
        if not whole:
            _, first, behind = self._window(offset, length, place - base)
            begin, end = np.maximum(begin, first), np.minimum(end, behind)
        # The last place of the lane to which both passes can move one of them.
        _, _, moved = self._window(offset, length, end - 1)
        _, _, moved = self._window(offset + window // 2, length, moved - 1)
        to_index = base + self._moves[turn]
        return Stretches(shard, begin + to_index, end + to_index, (moved - 1) * count + lane)

    def stretch(self, first: int, count: int) -> Numbers:
        """The indexes at `count` positions. They are computed for many batches together, which costs little more than one."""
        start, known = self._ahead
        if not start <= first <= first + count <= start + len(known):
            known = self.indexes(np.arange(first, min(self.n, first + max(count, _STRETCH))))
            start = first
            self._ahead = start, known
        return known[first - start : first - start + count]


@dataclass(frozen=True)
class Places:
    """The samples of a batch, in the order in which ranks share them: arrays with one element for each."""

    parts: Numbers
    epochs: Numbers
    indexes: Numbers
    padded: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.indexes)

    def share(self, rank: int, ranks: int, batch: int, masked: bool = False) -> Places:
        """What a rank gets."""
        if batch % ranks and not masked:
            raise ValueError(f"{ranks} ranks do not divide a batch of {batch}")
        count = len(self)
        chosen = np.arange(rank * count // ranks, (rank + 1) * count // ranks)
        again = count == batch and len(chosen) < -(-batch // ranks)
        if again:
            chosen = np.append(chosen, chosen[0])
        padded = self.padded[chosen]
        if again:
            padded[-1] = True
        return Places(self.parts[chosen], self.epochs[chosen], self.indexes[chosen], padded)


def batch_count(n: int, batch: int, remainder: str) -> int:
    """Of an epoch of one part."""
    return n // batch + (remainder != DROP and n % batch > 0)


def part_batch(epoch: Epoch, number: int, batch: int, remainder: str) -> Places:
    """Batch `number` of an epoch."""
    first = number * batch
    real = min(batch, epoch.n - first)
    places = np.arange(batch if remainder == PAD else real)
    positions = first + places % real
    turn = np.argsort(epoch.lanes(positions), kind="stable")
    zeros = np.zeros(len(turn), np.int64)
    indexes = epoch.stretch(first, real)[places[turn] % real]
    return Places(zeros, zeros + epoch.epoch, indexes, places[turn] >= real)


class Mix:
    """The order of a run of several parts.

    counts: of each part; weights: whole numbers, divided by their greatest common divisor
    """

    def __init__(self, counts: list[Numbers], weights: list[int], seed: int, order: Order) -> None:
        divisor = int(np.gcd.reduce(weights))
        self.weights = np.array(weights, np.int64) // divisor
        self.total = int(self.weights.sum())
        if not 2 <= len(weights) <= 256 or min(weights) < 1 or self.total > 1 << 20:
            raise ValueError("a mix has 2 to 256 parts, of weights from 1, whose sum is at most 2^20")
        if any(not part.sum() for part in counts):
            raise ValueError("a part of a mix has no samples")
        self.counts, self.seed, self.order = counts, seed, order
        self._ends = np.cumsum(self.weights)
        self._epochs: dict[tuple[int, int], Epoch] = {}
        self._ahead: tuple[int, Numbers] = (0, np.empty((4, 0), np.int64))
        # In so many samples, no part has more than an epoch.
        least = min(int(part.sum()) * self.total // int(weight) for part, weight in zip(counts, self.weights, strict=True))
        self._span = min(_STRETCH, least)

    def epoch(self, part: int, epoch: int) -> Epoch:
        """The order of an epoch of a part."""
        found = self._epochs.get((part, epoch))
        if found is None:
            found = Epoch(self.counts[part], int(key(self.seed, part, _MIX_PART)), epoch, self.order)
            if len(self._epochs) > 4 * len(self.counts):
                self._epochs.clear()
            self._epochs[part, epoch] = found
        return found

    def before(self, part: int, epoch: int, position: int) -> int:
        """A sample of the run behind which this position of a part's epoch does not come."""
        v = epoch * int(self.counts[part].sum()) + position
        return (v // int(self.weights[part]) + 1) * self.total

    def batch(self, first: int, batch: int) -> Places:
        """The samples from `first` on of the run."""
        part, epochs, lanes, indexes = self._stretch(first, batch)
        turn = np.lexsort((np.arange(batch), part, lanes))
        return Places(part[turn], epochs[turn], indexes[turn], np.zeros(batch, np.bool_))

    def _stretch(self, first: int, count: int) -> Numbers:
        """Part, epoch, lane and index of samples, which are computed for many batches together."""
        start, known = self._ahead
        if not start <= first <= first + count <= start + known.shape[1]:
            self._ahead = start, known = first, self._find(first, max(count, self._span))
        return known[:, first - start : first - start + count]

    def _find(self, first: int, count: int) -> Numbers:
        q = first + np.arange(count, dtype=np.int64)
        block = q // self.total
        slot = permute(key(self.seed, block, _MIX_BLOCK), self.total, q % self.total)
        part = np.searchsorted(self._ends, slot, side="right")
        v = block * self.weights[part] + slot - (self._ends - self.weights)[part]
        size = np.array([counts.sum() for counts in self.counts], np.int64)[part]
        epochs, positions = v // size, v % size
        lanes, indexes = np.zeros(count, np.int64), np.zeros(count, np.int64)
        for p, e in sorted(set(zip(part.tolist(), epochs.tolist(), strict=True))):
            mine = np.flatnonzero((part == p) & (epochs == e))
            epoch = self.epoch(p, e)
            lanes[mine], indexes[mine] = epoch.lanes(positions[mine]), epoch.indexes(positions[mine])
        return np.stack((part, epochs, lanes, indexes))
