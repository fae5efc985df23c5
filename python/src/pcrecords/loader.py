"""The loader: batches of decoded images in the order of a run, made ahead by threads of its own."""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .columns import Value
from .crops import RandomResizedCrop, Transform
from .dataset import View
from .dataset import open as open_dataset
from .errors import PcrError, StateError
from .gather import Found, Pools, Rendering, Wanted, gather
from .numbers import key as key_of
from .order import DEFAULT_WINDOW, DROP, LANES, PAD, SHORT, Epoch, Mix, Order, Places, batch_count, default_lanes, part_batch
from .prefixes import PrefixStore
from .state import LAST_SAMPLE, PartState, RunState, check_position, from_dict

FAIL, DEGRADE, SKIP = "fail", "degrade", "skip"
_MIX_PART = 6
_MOST_AHEAD = 16

Part = View | str | os.PathLike[str]
Fidelity = int | str | Callable[[int, int], int | str]


@dataclass
class Batch:
    """What a rank gets in a step. `images, labels = batch` works, too. The caller may keep it.

    images: one after the other, the views of an image side by side; height, width, channels, or channels first
    labels: -1 for images without one
    padded: images that are in the batch only to fill it
    degraded: images that damage made coarser than was asked for
    replaced: images that stand for others, which are damaged or cannot be decoded
    parts, numbers: the part of a mix, and the number in its dataset
    fidelity: what was asked for; "mixed" where the views of a mix differ in it
    """

    images: Any
    labels: Any
    padded: npt.NDArray[np.bool_]
    degraded: npt.NDArray[np.bool_]
    replaced: npt.NDArray[np.bool_]
    parts: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    epoch: int
    number: int
    fidelity: int | str
    keys: list[str] | None = None
    columns: dict[str, list[Value]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.images, self.labels))

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass
class Statistics:
    """What a loader did so far. waited: seconds that the caller waited for batches."""

    batches: int = 0
    images: int = 0
    waited: float = 0.0
    degraded: int = 0
    replaced: int = 0


class Loader:
    """Batches of a dataset or view, or of a mix of several. For one thread; close it, or use it in `with`.

    An iteration gives the batches of an epoch, from where the state is; the next one gives the next epoch. One that is ended
    from elsewhere (by close, another iteration, another place in the run) raises RuntimeError. A loader may be iterated on
    both sides of a fork. Order, shares of ranks and state are those of spec/loader.md: they depend on nothing that a machine
    has.

    source: a view, a dataset, or its URL; for a mix, pairs of these with whole weights
    batch: number of images in a step, over all ranks
    rank, world: of data parallel training; other kinds of parallel ranks have to be given the same ones
    fidelity: 3, "full", "msssim:.96", or a function of epoch and number of the batch; None: that of the views
    at_most: shards of one fidelity are read at that one, as a loader has to go on with something; False: that is an error
    order: "lanes" looks like "global" but reads few shards at a time; "sequential" is the dataset's
    remainder: of an epoch: "drop", "pad" or "short"
    masked: ranks need not divide the batch; some get one image twice, marked as padded
    transform: RandomResizedCrop(224), CenterCrop(224, 256), or an object with `size` and `boxes`
    views: crops of each image, which is decoded once
    midpoint: as for Sample.decode; default: as the targets of each dataset have it
    layout: "NHWC" or "NCHW"; default: that of what is given
    tensors: "numpy" or "torch"; default: torch where the program has imported it
    pin: torch tensors in pinned memory
    on_damage: "fail", "degrade" (use what is left of an image) or "skip" (put another one of the batch in its place)
    memory: bytes for batches ahead, and for what is read of shards that are not on a local disk
    """

    def __init__(
        self,
        source: Part | Sequence[tuple[Part, int]],
        batch: int = 256,
        *,
        rank: int = 0,
        world: int = 1,
        seed: int = 0,
        fidelity: Fidelity | None = None,
        at_most: bool = True,
        order: str = LANES,
        lanes: int | None = None,
        window: int | None = None,
        remainder: str = DROP,
        masked: bool = False,
        epoch_batches: int | None = None,
        transform: Transform | None = None,
        views: int = 1,
        gray: bool = False,
        midpoint: bool | None = None,
        antialias: bool = True,
        layout: str | None = None,
        tensors: str | None = None,
        pin: bool = False,
        on_damage: str = FAIL,
        threads: int | None = None,
        memory: int = 1 << 30,
        keys: bool = False,
        columns: Sequence[str] = (),
    ) -> None:
        pairs = _pairs(source)
        self._urls = [None if isinstance(part, View) else part for part, _ in pairs]
        _check_run(seed, batch)
        self.parts = [part if isinstance(part, View) else open_dataset(part) for part, _ in pairs]
        self._check(batch, rank, world, remainder, masked, views, on_damage, len(pairs), epoch_batches)
        self.global_batch, self.rank, self.world, self.seed = batch, rank, world, seed
        self.fidelity, self._at_most = fidelity, at_most
        laned = order == LANES
        if not laned and (lanes is not None or window is not None):
            raise ValueError(f"lanes and window are of order {LANES!r}, not of {order!r}")
        if transform is not None and not (hasattr(transform, "size") and hasattr(transform, "boxes")):
            raise ValueError(f"transform {transform!r} has no size and boxes; say RandomResizedCrop(224) for one")
        _check_columns(self.parts, columns)
        if fidelity is not None and not callable(fidelity):
            for part in self.parts:
                part.dataset.group_for(fidelity, at_most=at_most, midpoint=midpoint)
        self.order = Order(order, (lanes or default_lanes(batch)) if laned else 0, (window or DEFAULT_WINDOW) if laned else 0)
        self.remainder, self._masked, self.epoch_batches = remainder, masked, epoch_batches
        self.tensors = tensors or ("torch" if "torch" in sys.modules else "numpy")
        self.layout = layout or ("NCHW" if self.tensors == "torch" else "NHWC")
        if self.tensors not in ("numpy", "torch") or self.layout not in ("NHWC", "NCHW"):
            raise ValueError(f"tensors {self.tensors!r} or layout {self.layout!r} is unknown")
        if pin and self.tensors != "torch":
            raise ValueError("pin is for torch tensors only")
        planar = self.layout == "NCHW"
        self._how = Rendering(transform or RandomResizedCrop(224), views, 1 if gray else 3, planar, antialias)
        self._midpoint = midpoint
        self._pin, self._on_damage = pin, on_damage
        self._keys, self._columns = keys, tuple(columns)
        self.threads = threads or len(os.sched_getaffinity(0))
        self.memory = memory
        self.statistics = Statistics()
        self._weights = [weight for _, weight in pairs]
        self._count()
        self._seeds = [int(key_of(seed, i, _MIX_PART)) for i in range(len(pairs))] if self._mix else [seed]
        self.epoch, self.position = 0, 0
        self._running: _Ahead | None = None
        self._renew()
        _all.add(self)

    def _renew(self) -> None:
        self._pools = Pools()
        self._prefixes = PrefixStore(self.memory // 2)
        self._executor: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()

    def after_fork(self) -> None:
        """In the child, where the threads are not: what they had begun never ends, and their pools are not closed."""
        if self._running is not None:
            self._running.abandon("was begun before the process was forked")
            self._running = None
        self._renew()

    def _count(self) -> None:
        """Counts the samples, of which the order depends."""
        self._counts = [_counts(part) for part in self.parts]
        self._mix = Mix(self._counts, self._weights, self.seed, self.order) if len(self.parts) > 1 else None
        self._epoch_order: Epoch | None = None
        if not len(self):
            n = len(self.parts[0])
            words = f"the dataset has fewer samples ({n}) than a batch of {self.global_batch}, and the remainder is dropped"
            raise ValueError(f"{words}; use a smaller batch" if n else "the dataset or view has no samples")

    @staticmethod
    def _check(
        batch: int, rank: int, world: int, remainder: str, masked: bool, views: int, on_damage: str, parts: int, t: int | None
    ) -> None:
        if not 1 <= batch <= 1 << 24 or not 1 <= world <= batch or not 0 <= rank < world:
            raise ValueError(f"batch {batch}, rank {rank} and world {world} do not fit together")
        if batch % world and not masked:
            raise ValueError(f"{world} ranks do not divide a batch of {batch}; masked=True lets some ranks have one image less")
        if remainder not in (DROP, PAD, SHORT) or on_damage not in (FAIL, DEGRADE, SKIP) or not 1 <= views <= 64:
            raise ValueError(f"remainder {remainder!r}, on_damage {on_damage!r} or views {views} is unknown")
        if (parts > 1) != (t is not None) or (t is not None and t < 1):
            raise ValueError("epoch_batches is needed for a mix, and for a mix only")

    # What scripts ask a loader for

    @property
    def batch_size(self) -> int:
        """Images that this rank gets in a step."""
        return -(-self.global_batch // self.world)

    @property
    def dataset(self) -> View:
        return self.parts[0]

    def __len__(self) -> int:
        """Batches of an epoch."""
        if self.epoch_batches is not None:
            return self.epoch_batches
        return batch_count(int(self._counts[0].sum()), self.global_batch, self.remainder)

    def set_epoch(self, epoch: int) -> None:
        """Goes to the beginning of an epoch, unless the run is in it already."""
        size = len(self) * self.global_batch if self._mix is not None else int(self._counts[0].sum())
        if not isinstance(epoch, int | np.integer) or not 0 <= epoch * size < LAST_SAMPLE:
            raise ValueError(f"epoch {epoch!r} is no whole number from 0, or too far away")
        epoch = int(epoch)
        if epoch != self.epoch:
            self._stop("was ended by set_epoch")
            self.epoch, self.position = epoch, 0

    # State

    def state(self) -> RunState:
        """Where the run goes on: behind the batches that were handed out."""
        weights = [None] if self._mix is None else self._mix.weights.tolist()
        parts = tuple(
            PartState(part.dataset.uuid, part.dataset.generation, part.hash, weight)
            for part, weight in zip(self.parts, weights, strict=True)
        )
        order = self.order
        return RunState(
            order.kind,
            self.seed,
            self.epoch,
            self.position,
            self.global_batch,
            order.lanes,
            order.window,
            self.remainder,
            parts,
            self.epoch_batches,
        )

    def state_dict(self) -> dict[str, Any]:
        """The state as JSON has it; the same on all ranks."""
        return self.state().as_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on where a run stopped, on whatever number of ranks. Raises StateError when it was another run.

        A dataset that the loader opened itself, by its URL, is opened at the generation of the state.
        """
        wanted = from_dict(state)
        _agree("parts", len(wanted.parts), len(self.parts))
        before = self.parts
        self.parts = [
            _at_generation(part, url, theirs) for part, url, theirs in zip(self.parts, self._urls, wanted.parts, strict=True)
        ]
        try:
            self._count()
            self._check_state(wanted)
        except BaseException:
            self.parts = before
            self._count()
            raise
        self._stop("was ended by load_state_dict")
        self.epoch, self.position = wanted.epoch, wanted.position

    def _check_state(self, wanted: RunState) -> None:
        mine = self.state()
        names = ["seed"]
        if wanted.position:
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

    # Batches

    def __iter__(self) -> Iterator[Batch]:
        self._stop("was ended by another one")
        ahead = self._running = _Ahead(self, self.epoch, self.position // self.global_batch)
        try:
            while (batch := ahead.next()) is not None:
                self.position = (batch.number + 1) * self.global_batch
                if batch.number + 1 >= len(self):
                    self.epoch, self.position = batch.epoch + 1, 0
                yield batch
        finally:
            ahead.stop("was left")

    def _stop(self, why: str) -> None:
        if self._running is not None:
            self._running.stop(why)
            self._running = None

    def executor(self) -> ThreadPoolExecutor:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.threads, thread_name_prefix="pcrecords")
        return self._executor

    def places(self, epoch: int, number: int) -> Places:
        """The samples that this rank gets in a batch."""
        with self._lock:
            if self._mix is not None:
                first = (epoch * len(self) + number) * self.global_batch
                whole = self._mix.batch(first, self.global_batch)
            else:
                if self._epoch_order is None or self._epoch_order.epoch != epoch:
                    self._epoch_order = Epoch(self._counts[0], self.seed, epoch, self.order)
                whole = part_batch(self._epoch_order, number, self.global_batch, self.remainder)
        return whole.share(self.rank, self.world, self.global_batch, self._masked)

    def own_fidelity(self) -> int | str:
        """That of the views."""
        found = {"full" if part.group is None else part.group for part in self.parts}
        return found.pop() if len(found) == 1 else "mixed"

    def batch_bytes(self) -> int:
        height, width = self._how.transform.size
        return self.batch_size * self._how.views * self._how.channels * height * width

    def make(self, epoch: int, number: int) -> _Making:
        return _Making(self, epoch, number)

    def close(self) -> None:
        self._stop("was ended by close")
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None
        self._pools.close()

    def __enter__(self) -> Loader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_all: weakref.WeakSet[Loader] = weakref.WeakSet()


def _after_fork() -> None:
    for loader in list(_all):
        loader.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _pairs(source: Part | Sequence[tuple[Part, int]]) -> list[tuple[Part, int]]:
    if isinstance(source, View | str | os.PathLike):
        return [(source, 1)]
    pairs = list(source)
    if not pairs or not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise ValueError("a mix is a list of pairs of a dataset and its weight: [(a, 7), (b, 3)]")
    for _, weight in pairs:
        if not isinstance(weight, int | np.integer) or weight < 1:
            raise ValueError(f"weight {weight!r} is no whole number from 1: say 7 and 3 for .7 and .3")
    return pairs


def _check_columns(parts: list[View], columns: Sequence[str]) -> None:
    if isinstance(columns, str):
        raise ValueError(f"columns: a list of names is wanted, such as [{columns!r}]")
    for part in parts:
        for name in columns:
            if name not in ("key", "label", "width", "height") and name not in part.dataset.columns:
                raise ValueError(f"columns: {part.dataset.url} has no column {name!r}")


def _check_run(seed: object, batch: object) -> None:
    """What a state has to hold."""
    if type(seed) is not int or not -(2**63) <= seed < 2**63:
        raise ValueError(f"seed {seed!r} is no whole number of 64 bits, -2^63 to 2^63-1")
    if type(batch) is not int:
        raise ValueError(f"batch {batch!r} is no whole number")


def _at_generation(part: View, url: Any, wanted: PartState) -> View:
    """The same dataset at the generation of a state, where the loader opened it itself."""
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


def _counts(view: View) -> npt.NDArray[np.int64]:
    """Samples of each shard that are in the view."""
    counts = view.dataset.shards.sample_counts()
    if view.numbers is None:
        return counts
    ends = np.searchsorted(view.numbers, np.cumsum(counts))
    return np.diff(ends, prepend=0)


class _Ahead:
    """The batches of an epoch, some of them in the making."""

    def __init__(self, loader: Loader, epoch: int, first: int) -> None:
        self._loader, self._epoch, self._next, self._end = loader, epoch, first, len(loader)
        depth = loader.memory // 2 // max(1, loader.batch_bytes())
        self._depth = max(2, min(_MOST_AHEAD, depth))
        self._making: deque[_Making] = deque()
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

    def _take(self) -> Batch | None:
        while len(self._making) < self._depth and self._next < self._end:
            self._making.append(self._loader.make(self._epoch, self._next))
            self._next += 1
        return self._making.popleft().result() if self._making else None

    def abandon(self, why: str) -> None:
        """Ends it. What has begun is not waited for."""
        self._ended = self._ended or why
        self._next = self._end
        self._making = deque()

    def stop(self, why: str) -> None:
        """Ends it, and waits for what has begun: its memory is in use."""
        making = self._making
        self.abandon(why)
        while making:
            making.popleft().cancel()


class _Making:
    """A batch, whose parts threads work at."""

    def __init__(self, loader: Loader, epoch: int, number: int) -> None:
        self._loader, self._epoch, self._number = loader, epoch, number
        fidelity = loader.fidelity(epoch, number) if callable(loader.fidelity) else loader.fidelity
        self._fidelity = fidelity
        self._ready: Future[list[Future[Found]]] = loader.executor().submit(self._plan)

    def _plan(self) -> list[Future[Found]]:
        """Finds the samples, and hands out the work: to as many threads as there are."""
        loader = self._loader
        places = self._places = loader.places(self._epoch, self._number)
        how, n = loader._how, len(places)
        height, width = how.transform.size
        planar = loader.layout == "NCHW"
        shape = (how.channels, height, width) if planar else (height, width, how.channels)
        self._out, self._tensor = _room((n * how.views, *shape), loader.tensors, loader._pin)
        self._numbers = np.zeros(n, np.int64)
        for p, part in enumerate(loader.parts):
            mine = places.parts == p
            indexes = places.indexes[mine]
            self._numbers[mine] = indexes if part.numbers is None else part.numbers[indexes]
        self._chunks: list[npt.NDArray[np.int64]] = []
        work = []
        for p in sorted(set(places.parts.tolist())):
            mine = np.flatnonzero(places.parts == p)
            if np.any(np.diff(mine) != 1):
                # Of a mix: parts alternate, and each piece of memory has to be in one piece.
                pieces = np.split(mine, np.flatnonzero(np.diff(mine) != 1) + 1)
            else:
                pieces = np.array_split(mine, min(loader.threads, max(1, len(mine) // 8)))
            for piece in pieces:
                if len(piece):
                    self._chunks.append(piece)
                    work.append(loader.executor().submit(self._gather, p, piece))
        return work

    def _gather(self, p: int, places: npt.NDArray[np.int64]) -> Found:
        loader = self._loader
        part = loader.parts[p]
        group, at_most = part.group, loader._at_most
        if self._fidelity is not None:
            group = part.dataset.group_for(self._fidelity, at_most=at_most, midpoint=loader._midpoint)
        midpoint = part.dataset.midpoint if loader._midpoint is None else loader._midpoint
        wanted = Wanted(part, self._numbers[places], group, at_most, loader._seeds[p], self._places.epochs[places], midpoint)
        views = loader._how.views
        out = self._out[places[0] * views : (places[-1] + 1) * views]
        return gather(
            loader._pools.mine(), wanted, loader._how, out, part.dataset.limits, loader._prefixes, loader._on_damage == DEGRADE
        )

    def result(self) -> Batch:
        loader = self._loader
        start = time.perf_counter()
        found = [work.result() for work in self._ready.result()]
        loader.statistics.waited += time.perf_counter() - start
        n = len(self._places)
        labels, degraded, replaced = np.full(n, -1, np.int64), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        errors: dict[int, PcrError] = {}
        for chunk, part in zip(self._chunks, found, strict=True):
            labels[chunk] = np.where(part.labelled, part.labels, -1)
            degraded[chunk] = part.degraded
            errors.update({int(chunk[i]): error for i, error in part.errors.items()})
        if errors:
            self._replace(errors, labels, degraded, replaced)
        statistics = loader.statistics
        statistics.batches += 1
        statistics.images += n
        statistics.degraded += int(degraded.sum())
        statistics.replaced += int(replaced.sum())
        batch = Batch(
            self._out,
            labels,
            self._places.padded,
            degraded,
            replaced,
            self._places.parts,
            self._numbers,
            self._epoch,
            self._number,
            loader.own_fidelity() if self._fidelity is None else self._fidelity,
        )
        if loader._keys:
            batch.keys = [sample.key for sample in self._samples()]
        for name in loader._columns:
            batch.columns[name] = [sample[name] for sample in self._samples()]
        if self._tensor is not None:
            import torch

            batch.images, batch.labels = self._tensor, torch.from_numpy(labels)
        return batch

    def _samples(self) -> Iterator[Any]:
        for p, number in zip(self._places.parts.tolist(), self._numbers.tolist(), strict=True):
            dataset = self._loader.parts[p].dataset
            yield View(dataset, None, None)[number]

    def _replace(
        self,
        errors: dict[int, PcrError],
        labels: npt.NDArray[np.int64],
        degraded: npt.NDArray[np.bool_],
        replaced: npt.NDArray[np.bool_],
    ) -> None:
        good = [i for i in range(len(labels)) if i not in errors]
        if self._loader._on_damage == FAIL or not good:
            raise errors[min(errors)]
        views = self._loader._how.views
        for i in errors:
            other = good[i % len(good)]
            self._out[i * views : (i + 1) * views] = self._out[other * views : (other + 1) * views]
            labels[i], degraded[i], replaced[i] = labels[other], degraded[other], True
            self._numbers[i], self._places.parts[i] = self._numbers[other], self._places.parts[other]

    def cancel(self) -> None:
        self._ready.cancel()
        if not self._ready.cancelled() and self._ready.exception() is None:
            for work in self._ready.result():
                if not work.cancel():
                    work.exception()


def _room(shape: tuple[int, ...], tensors: str, pin: bool) -> tuple[npt.NDArray[np.uint8], Any]:
    if tensors == "numpy":
        return np.empty(shape, np.uint8), None
    import torch

    tensor = torch.empty(shape, dtype=torch.uint8, pin_memory=pin)
    return tensor.numpy(), tensor
