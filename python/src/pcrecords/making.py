"""Batches in the making: threads work at some of them before they are asked for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .batch import Batch
from .errors import PcrError
from .gather import Found, Wanted, by_shard, gather
from .hooks import call_for_samples
from .moved import move, stacked
from .options import DEGRADE, FAIL
from .pieces import Planned, is_remote
from .view import View

if TYPE_CHECKING:
    from .loader import Loader

_MOST_AHEAD = 16
_FEW = 8


class Ahead:
    """The batches of an epoch, some of them in the making."""

    def __init__(self, loader: Loader, epoch: int, first: int) -> None:
        self._loader, self._epoch, self._next, self._end = loader, epoch, first, len(loader)
        depth = loader.options.memory // 2 // max(1, loader.batch_bytes())
        self._depth = min(max(2, min(_MOST_AHEAD, depth)), loader.landing.most or _MOST_AHEAD)
        self._turn = 0
        self._pieces = loader.pieces(self._number(first)) if loader.reads_ahead else None
        self._making: deque[Making] = deque()
        self._left = self._end - first
        self._ended: str | None = None

    def next(self) -> Batch | None:
        try:
            if self._ended is None:
                batch = self._take()
                if batch is not None:
                    self._left -= 1
                    return batch
        except (CancelledError, RuntimeError, IndexError):
            if self._ended is None:
                raise
        if self._left > 0:
            raise RuntimeError(f"this iteration {self._ended}, and {self._left} batches of its epoch are left")
        return None

    def _number(self, batch: int) -> int:
        """Counted from the beginning of the run."""
        return self._epoch * len(self._loader) + batch

    def _take(self) -> Batch | None:
        pieces = self._pieces
        if self._left > 0:
            self._decide(self._end - self._left)
        while len(self._making) < self._depth and self._next < self._end:
            planned = None
            if pieces is not None:
                planned = pieces.take(self._number(self._next), must=not self._making)
                if planned is None:
                    break
            self._making.append(Making(self._loader, self._epoch, self._next, self._turn, planned))
            self._next += 1
            self._turn += 1
        if pieces is not None:
            pieces.look_ahead(self._number(self._end))
        batch = self._making.popleft().result() if self._making else None
        if pieces is not None:
            if batch is None:
                pieces.close()
            else:
                pieces.release(self._number(batch.number))
        return batch

    def _decide(self, number: int) -> None:
        """The caller asks for a batch. What was made of it at another fidelity is made again, and what follows it."""
        fidelity = self._loader.options.decide(self._epoch, number)
        if self._making and self._making[0].fidelity != fidelity:
            self._turn -= len(self._making)
            self._next = number
            while self._making:
                self._making.popleft().cancel()

    def abandon(self, why: str) -> None:
        """Ends it. What has begun is not waited for."""
        self._ended = self._ended or why
        self._next = self._end
        self._making = deque()
        self._pieces = None

    def stop(self, why: str) -> None:
        """Ends it, and waits for what has begun: its memory is in use."""
        making, pieces = self._making, self._pieces
        self.abandon(why)
        if pieces is not None:
            pieces.close()
        while making:
            making.popleft().cancel()


class Making:
    """A batch, whose parts threads work at."""

    def __init__(self, loader: Loader, epoch: int, number: int, turn: int, planned: Planned | None) -> None:
        self._loader, self._epoch, self._number, self._turn, self._planned = loader, epoch, number, turn, planned
        self.fidelity = loader.options.fidelity_of(epoch, number)
        self._groups = loader.options.groups(loader.run.parts, self.fidelity)
        self._ready: Future[list[Future[Found]]] = loader.executor().submit(self._plan)

    def _plan(self) -> list[Future[Found]]:
        """Finds the samples, and hands out the work: to as many threads as there are."""
        loader, run, options = self._loader, self._loader.run, self._loader.options
        planned = self._planned
        places = self._places = loader.places(self._epoch, self._number) if planned is None else planned.places
        self._numbers = run.numbers(places)
        self._out, self._images = loader.landing.room(self._turn, len(places) * options.how.views)
        self._moved: dict[str, list[Any]] = {name: [None] * len(self._out) for name in options.moved}
        self._chunks: list[npt.NDArray[np.int64]] = []
        work = []
        for p in sorted(set(places.parts.tolist())):
            mine = np.flatnonzero(places.parts == p)
            if np.any(np.diff(mine) != 1):
                # Of a mix: parts alternate, and each piece of memory has to be in one piece.
                pieces = np.split(mine, np.flatnonzero(np.diff(mine) != 1) + 1)
            else:
                pieces = np.array_split(mine, min(options.threads, max(1, len(mine) // _FEW)))
            for piece in pieces:
                if len(piece):
                    self._chunks.append(piece)
                    work.append(loader.executor().submit(self._gather, p, piece))
        return work

    def _gather(self, p: int, places: npt.NDArray[np.int64]) -> Found:
        loader, options = self._loader, self._loader.options
        part = loader.run.parts[p]
        group, at_most = self._groups[p]
        midpoint = part.dataset.midpoint if options.midpoint is None else options.midpoint
        epochs = self._places.epochs[places]
        wanted = Wanted(part, self._numbers[places], group, at_most, loader.run.seeds[p], epochs, midpoint)
        views = options.how.views
        out = self._out[places[0] * views : (places[-1] + 1) * views]
        found = gather(
            loader.pools.mine(),
            wanted,
            options.how,
            out,
            part.dataset.limits,
            by_shard(wanted) if self._planned is None or not is_remote(part) else self._planned.split(places),
            options.on_damage == DEGRADE,
            loader.clock,
        )
        for name, values in move(options.moved, wanted, options.how, found).items():
            self._moved[name][places[0] * views : (places[-1] + 1) * views] = values
        return found

    def result(self) -> Batch:
        loader, run, options = self._loader, self._loader.run, self._loader.options
        start = time.perf_counter()
        found = [work.result() for work in self._ready.result()]
        statistics = loader.statistics
        waited = time.perf_counter() - start
        statistics.waited += waited
        loader.clock.waited(waited)
        n = len(self._places)
        labels, degraded, replaced = np.full(n, -1, np.int64), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        errors: dict[int, PcrError] = {}
        for chunk, part in zip(self._chunks, found, strict=True):
            labels[chunk] = np.where(part.labelled, part.labels, -1)
            degraded[chunk] = part.degraded
            errors.update({int(chunk[i]): error for i, error in part.errors.items()})
        if errors:
            self._replace(errors, labels, degraded, replaced)
        statistics.batches += 1
        statistics.images += n
        statistics.degraded += int(degraded.sum())
        statistics.replaced += int(replaced.sum())
        statistics.cache_hits += self._planned.cache_hits() if self._planned is not None else 0
        batch = Batch(
            self._images,
            loader.landing.labels(labels),
            self._places.padded,
            degraded,
            replaced,
            self._places.parts,
            self._numbers,
            self._places.epochs,
            self._epoch,
            self._number,
            loader.own_fidelity() if self.fidelity is None else self.fidelity,
        )
        if options.keys:
            batch.keys = [sample.key for sample in self._samples()]
        for name in options.columns:
            batch.columns[name] = [sample[name] for sample in self._samples()]
        batch.columns.update({name: loader.landing.values(values) for name, values in self._moved.items()})
        if options.sample_hook is not None:
            in_place = options.out is not None
            call_for_samples(options.sample_hook, batch, run.seeds, options.how.views, tuple(self._moved), in_place)
            if batch.images is not self._images:
                batch.images = loader.landing.pinned(batch.images)
        for name, how in options.moved.items():
            if how.stacked:
                batch.columns[name] = stacked(batch.columns[name])
        return batch

    def _samples(self) -> Iterator[Any]:
        for p, number in zip(self._places.parts.tolist(), self._numbers.tolist(), strict=True):
            dataset = self._loader.run.parts[p].dataset
            yield View(dataset, None, None)[number]

    def _replace(
        self,
        errors: dict[int, PcrError],
        labels: npt.NDArray[np.int64],
        degraded: npt.NDArray[np.bool_],
        replaced: npt.NDArray[np.bool_],
    ) -> None:
        options = self._loader.options
        good = [i for i in range(len(labels)) if i not in errors]
        if options.on_damage == FAIL or not good:
            raise errors[min(errors)]
        other = good[-1]
        views = options.how.views
        for i in range(len(labels)):
            if i not in errors:
                other = i
                continue
            self._out[i * views : (i + 1) * views] = self._out[other * views : (other + 1) * views]
            for values in self._moved.values():
                values[i * views : (i + 1) * views] = values[other * views : (other + 1) * views]
            labels[i], degraded[i], replaced[i] = labels[other], degraded[other], True
            for array in (self._numbers, self._places.parts, self._places.epochs):
                array[i] = array[other]

    def cancel(self) -> None:
        self._ready.cancel()
        if not self._ready.cancelled() and self._ready.exception() is None:
            for work in self._ready.result():
                if not work.cancel():
                    work.exception()
