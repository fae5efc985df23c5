"""What a run reads of stores that are slow to ask: pieces of shards, read ahead, and each of them once in an epoch."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import native
from .cached import CachedSource
from .caching import PrefixUse, PrefixUses
from .clock import Clock
from .held import HeldSource
from .listed import AnyShard
from .order import GLOBAL, Places
from .place import Folder
from .run import Run
from .shard import Shard
from .view import View

Numbers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Group = tuple[int | None, bool]
"""What is read of a part: a group (None for all), and whether less will do where a shard has less."""

_READERS = 16
_PHASES = 4
_GAP = 1 << 14
_LONGEST = 1 << 26
_FAR = 256


def is_remote(part: View) -> bool:
    """Whether it is worth the while to read much of it at once."""
    return part.dataset.cache is not None or not isinstance(part.dataset.place, Folder)


class Piece:
    """Some samples of a shard at a fidelity, read at once.

    last: the batch of the run behind which nobody needs it
    use: what is done about the cache when it is read
    """

    def __init__(self, part: int, group: int | None, last: int, size: int, use: PrefixUse | None) -> None:
        self.part, self.group, self.last, self.size, self.use = part, group, last, size, use
        self.is_from_cache = False
        self.read: Future[AnyShard] = Future()

    def shard(self) -> AnyShard:
        """The shard, with these samples in memory. Waits until they are."""
        return self.read.result()

    def serves(self, group: int | None) -> bool:
        """Whether it has as many groups; None: all."""
        return self.group is None or (group is not None and group <= self.group)


@dataclass(frozen=True)
class Planned:
    """The samples of a batch, and where they are: the number of each sample's piece; -1 on a local disk."""

    places: Places
    which: Numbers
    pieces: list[Piece]

    def split(self, samples: Numbers) -> Iterator[tuple[Numbers, Callable[[], AnyShard]]]:
        """Some samples of the batch, by the piece that each is in; and what gives it."""
        which = self.which[samples]
        for k in np.unique(which).tolist():
            yield np.flatnonzero(which == k), self.pieces[k].shard

    def cache_hits(self) -> int:
        """Samples that came from the cache; known when all have been read."""
        return sum(self.pieces[k].is_from_cache for k in self.which.tolist() if k >= 0)


class Pieces:
    """The pieces that are held, and those that are being read, for batches in the order of the run. For one thread.

    A piece is read when the first batch that needs it is planned, and kept until the last one that does has been given. So a
    run reads nothing twice, as long as the budget holds two windows of each of its lanes. Where it does not, a batch's own
    samples are read for it alone.

    share: the samples that this rank gets in a batch, by its number in the run
    groups: what a batch is read at, by part
    ranks: that share the lanes
    budget: bytes of all pieces; what the batch that is waited for needs may come on top of it
    first: the batch with which the run begins here
    uses: what is done about the cache, if there is one
    """

    def __init__(
        self,
        run: Run,
        share: Callable[[int], Places],
        groups: Callable[[int], list[Group]],
        ranks: int,
        budget: int,
        clock: Clock,
        first: int,
        uses: PrefixUses | None = None,
    ) -> None:
        self._run, self._share, self._ranks, self._budget, self._groups_of = run, share, ranks, budget, groups
        self._clock, self._uses = clock, uses
        self._remote = [is_remote(part) for part in run.parts]
        self._groups: list[Group] = []
        self._first, self._next = first, first
        self._phase_start, self._phase_end = first, first
        self._phase: dict[tuple[int, int], Numbers] = {}
        self._planned: dict[int, Planned] = {}
        self._held: dict[object, Piece] = {}
        self._outdated: list[Piece] = []
        self._used = 0
        self._costs: dict[tuple[int, int | None], tuple[float, bool]] = {}
        self._executor = ThreadPoolExecutor(_READERS, thread_name_prefix="pcrecords-read")

    def take(self, batch: int, *, must: bool) -> Planned | None:
        """Where the samples of a batch are. None when there is no room for them now, unless they must be read."""
        groups = self._groups_of(batch)
        found = self._planned.pop(batch, None)
        if found is None or not all(piece.serves(groups[piece.part][0]) for piece in found.pieces):
            found = self._plan(batch, must)
        self._next = max(self._next, batch + (found is not None))
        return found

    def look_ahead(self, end: int) -> None:
        """Has batches read before they are taken, as far as there is room."""
        while self._next < end and len(self._planned) < _FAR:
            planned = self._plan(self._next, False)
            if planned is None:
                return
            self._planned[self._next] = planned
            self._next += 1

    def _plan(self, batch: int, must: bool) -> Planned | None:
        places = self._share(batch)
        self._groups = self._groups_of(batch)
        which = np.full(len(places), -1, np.int64)
        found: list[Piece] = []
        for p, epoch in sorted(set(zip(places.parts.tolist(), places.epochs.tolist(), strict=True))):
            if not self._remote[p]:
                continue
            mine = np.flatnonzero((places.parts == p) & (places.epochs == epoch))
            indexes = places.indexes[mine]
            some = self._single if self._reads_single(batch) else self._stretches
            alone = np.ones(len(mine), np.bool_)
            for chosen, piece in some(batch, p, epoch, indexes):
                if piece is not None:
                    which[mine[chosen]] = len(found)
                    found.append(piece)
                    alone &= ~chosen
            if alone.any() and not must:
                return None
            for chosen, piece in self._alone(batch, p, indexes, alone):
                which[mine[chosen]] = len(found)
                found.append(piece)
        return Planned(places, which, found)

    def _reads_single(self, batch: int) -> bool:
        """The first batches, for which whole windows would make the caller wait; and an order that has none."""
        return self._run.order.kind == GLOBAL or batch - self._first < (1 << _PHASES) - 1

    def _stretches(self, batch: int, p: int, epoch: int, indexes: Numbers) -> Iterator[tuple[Bools, Piece | None]]:
        _, whole = self._cost(p)
        found = self._run.order_of(p, epoch).stretches(indexes, whole)
        firsts, where = np.unique(found.first, return_index=True)
        for first, at in zip(firsts.tolist(), where.tolist(), strict=True):
            end = int(found.end[at])
            last = self._run.batch_of(p, epoch, int(found.last[at]))
            chosen = found.first == first
            yield chosen, self._get((p, epoch, first, end), batch, p, int(found.shards[at]), np.arange(first, end), last)

    def _single(self, batch: int, p: int, epoch: int, indexes: Numbers) -> Iterator[tuple[Bools, Piece | None]]:
        """Phases of 1, 2, 4 and 8 batches: of each shard, all samples of a phase are read together."""
        if batch >= self._phase_end:
            ahead = batch - self._first + 1
            is_start = self._run.order.kind != GLOBAL and ahead.bit_count() == 1
            self._phase_start, self._phase_end = batch, batch + (ahead if is_start else 1)
            self._phase = self._of_batches(batch, self._phase_end)
        if batch < self._phase_start:  # It is planned again, as the fidelity has changed.
            return
        for s, chosen in self._by_shard(p, indexes):
            yield chosen, self._get((self._phase_end, p, s), batch, p, s, self._phase[p, s], self._phase_end - 1)

    def _alone(self, batch: int, p: int, indexes: Numbers, alone: Bools) -> Iterator[tuple[Bools, Piece]]:
        """Samples for which there is no room beyond their batch."""
        for s, chosen in self._by_shard(p, indexes):
            chosen &= alone
            if chosen.any():
                piece = self._get((batch, p, s, "alone"), batch, p, s, np.unique(indexes[chosen]), batch, must=True)
                assert piece is not None
                yield chosen, piece

    def _by_shard(self, p: int, indexes: Numbers) -> Iterator[tuple[int, Bools]]:
        shards, _ = self._run.parts[p].dataset.shards.places_of(self._run.numbers_of(p, indexes))
        for s in np.unique(shards).tolist():
            yield s, shards == s

    def _of_batches(self, first: int, end: int) -> dict[tuple[int, int], Numbers]:
        """The samples of some batches, by part and shard."""
        found: dict[tuple[int, int], list[Numbers]] = {}
        for batch in range(first, end):
            places = self._share(batch)
            for p in np.unique(places.parts).tolist():
                indexes = places.indexes[places.parts == p]
                for s, chosen in self._by_shard(p, indexes):
                    found.setdefault((p, s), []).append(indexes[chosen])
        return {name: np.unique(np.concatenate(indexes)) for name, indexes in found.items()}

    def _cost(self, p: int) -> tuple[float, bool]:
        """At the fidelity in force: bytes of a sample on average, and whether two shards of each lane fit, which are then read
        by one request each."""
        group, _ = self._groups[p]
        if (p, group) not in self._costs:
            shards, order = self._run.parts[p].dataset.shards, self._run.order
            each = shards.prefix_bytes(group) / max(1, shards.sample_count)
            lanes = min(len(shards), -(-order.lanes // self._ranks) + (order.lanes % self._ranks > 0)) if order.lanes else 1
            need = 2 * lanes * int(shards.sample_counts().max(initial=1)) * each * len(self._run.parts)
            self._costs[p, group] = each, need <= self._budget
        return self._costs[p, group]

    def _get(self, name: object, batch: int, p: int, s: int, indexes: Numbers, last: int, *, must: bool = False) -> Piece | None:
        """The piece with a name, read from now on if it is not held; None when there is no room."""
        group, at_most = self._groups[p]
        held = self._held.get(name)
        if held is not None and held.serves(group):
            held.last = max(held.last, last)
            return held
        size = int(len(indexes) * self._cost(p)[0]) + 1
        if not must and self._used and self._used + size > self._budget:
            return None
        if held is not None:
            self._outdated.append(held)
        part = self._run.parts[p]
        use = self._uses.of(part, s, group, self._reads_single(batch)) if self._uses else None
        piece = self._held[name] = Piece(p, group, last, size, use)
        self._used += size
        self._executor.submit(self._read, piece, s, self._run.numbers_of(p, indexes), at_most)
        return piece

    def _read(self, piece: Piece, s: int, numbers: Numbers, at_most: bool) -> None:
        if not piece.read.set_running_or_notify_cancel():
            return
        try:
            dataset = self._run.parts[piece.part].dataset
            with self._clock.reading():
                found = dataset.shard(s)
                source, use = found.source, piece.use
                piece.is_from_cache = use is not None and use.prepare(source)
                if isinstance(found, Shard):
                    ordinals = numbers - int(dataset.shards.starts()[s])
                    found = _over(found, ordinals, found.group_to_read(piece.group, at_most))
            piece.read.set_result(found)
        except BaseException as error:
            piece.read.set_exception(error)
            return
        if use is not None and use.behind:
            with suppress(RuntimeError):  # The run ends.
                self._executor.submit(use.keep, source)

    def release(self, batch: int) -> None:
        """Drops what nobody needs behind this batch."""
        for name in [name for name, piece in self._held.items() if piece.last <= batch]:
            self._used -= self._held.pop(name).size
        self._used -= sum(piece.size for piece in self._outdated if piece.last <= batch)
        self._outdated = [piece for piece in self._outdated if piece.last > batch]

    def close(self) -> None:
        """Begins no more reads, and waits for those that have begun."""
        for piece in self._held.values():
            piece.read.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)


def _over(shard: Shard, ordinals: Numbers, group: int) -> Shard:
    """The shard, with the slices of some samples in memory."""
    found = copy.copy(shard)
    found.source = held = _hold(shard, ordinals, group)
    if isinstance(shard.source, CachedSource) and not _are_intact(held, shard, ordinals, group):
        for start, length in held.ranges():
            shard.source.mend(start, length)
        found.source = _hold(shard, ordinals, group)
    return found


def _hold(shard: Shard, ordinals: Numbers, group: int) -> HeldSource:
    """Reads slices. Those that lie close together are read by one request."""
    offsets, lengths = _slices(shard, ordinals, group)
    offsets, lengths = offsets.ravel(), lengths.ravel()
    wanted = np.flatnonzero((lengths > 0) & (lengths <= shard.limits.slice_bytes))
    wanted = wanted[np.argsort(offsets[wanted], kind="stable")]
    offsets, ends = offsets[wanted], offsets[wanted] + lengths[wanted]
    held = []
    for run in np.split(np.arange(len(offsets)), np.flatnonzero(offsets[1:] > ends[:-1] + _GAP) + 1):
        while len(run):
            start = int(offsets[run[0]])
            count = max(1, int(np.searchsorted(ends[run], start + _LONGEST, side="right")))
            # A file that ends too early lacks the samples behind its end, and no others.
            held.append((start, shard.source.read_up_to(start, int(ends[run[count - 1]]) - start)))
            run = run[count:]
    return HeldSource(shard.source, held)


def _slices(shard: Shard, ordinals: Numbers, group: int) -> tuple[Numbers, Numbers]:
    """Offsets and lengths, by group and sample."""
    meta = shard.metadata
    return meta.offsets[:group, ordinals], meta.lengths[:group, ordinals]


def _are_intact(held: HeldSource, shard: Shard, ordinals: Numbers, group: int) -> bool:
    offsets, lengths = _slices(shard, ordinals, group)
    slices = np.zeros(offsets.shape, native.SLICE)
    slices["data"], there = held.addresses(offsets, lengths)
    slices["length"] = np.where(there, lengths, 0)
    crc32c = np.ascontiguousarray(shard.metadata.crc32c[:group, ordinals])
    return bool((native.check_slices(slices.reshape(-1), crc32c.reshape(-1)) & there.reshape(-1)).all())
