"""The loader: batches of decoded images in the order of a run, made ahead by threads of its own."""

from __future__ import annotations

import copy
import dataclasses
import math
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import forks
from .batch import Batch, Statistics
from .caching import PAGE, PrefixUses, cache_of
from .clock import Clock
from .crops import Transform
from .errors import CorruptError, StateError
from .gather import Pools
from .hooks import BatchHook, SampleHook, call_for_batch
from .making import Ahead
from .moved import Moved
from .options import FAIL, MOST_REPLACED, Fidelity, Options, check_ranks, check_remainder, check_run, order_of
from .order import DROP, LANES, Places
from .pieces import Group, Pieces, is_remote
from .policies import Fixed
from .run import Part, Run, Through, pairs_of
from .state import RunState, from_dict
from .view import View


class Loader:
    """Batches of a dataset or view, or of a mix of several. For one thread; close it, or use it in `with`.

    An iteration gives the batches of an epoch, from where the state is; the next one gives the next epoch. One that is ended
    from elsewhere (by close, another iteration, another place in the run) raises RuntimeError. A loader may be iterated on
    both sides of a fork. Order, shares of ranks and state are those of spec/loader.md: they depend on nothing that a machine
    has.

    source: a view, a dataset, or its URL; for a mix, pairs of these with whole weights
    batch: number of images in a step, over all ranks
    rank, world: of data parallel training; other kinds of parallel ranks have to be given the same ones
    fidelity: 3, "full", "msssim:.96", a policy (pcrecords.policy), or a function of epoch and number of the batch, which gives
        the same for the same; None: that of the views
    at_most: shards of one fidelity are read at that one, as a loader has to go on with something; False: that is an error
    order: "lanes" looks like "global" but reads few shards at a time; "sequential" is the dataset's
    remainder: of an epoch: "drop", "pad" or "short"
    masked: ranks need not divide the batch; some get one image twice, marked as padded
    transform: RandomResizedCrop(224), CenterCrop(224, 256), or an object with `size` and `boxes`
    views: crops of each image, which is decoded once
    midpoint: as for Sample.decode; default: as the targets of each dataset have it
    layout: "NHWC" or "NCHW"; default: that of what is given
    tensors: "numpy" or "torch"; default: torch where the program has imported it
    pin: torch tensors in pinned memory; without a CUDA device a warning, and ordinary memory
    out: a buffer of a batch's images or a list of them, which batches land in, in turn: each is the caller's until the next batch
        is asked for. uint8 tensors or arrays, or what gives its memory by DLPack
    on_damage: "fail", "degrade" (use what is left of an image) or "skip" (put another one of the batch in its place); more than
        100 replaced in a row end the run
    keys, columns: what else a batch has
    moved: columns that move with the crop and the flip of their image: {"boxes": Boxes(), "mask": Mask()}
    sample_hook: called with each image; what it gives back takes the image's place. With `moved` it is called with the image and
        their values, by name, and gives both back. Random numbers in it depend on seed, epoch and sample alone
    batch_hook: called with each batch; what it gives back is handed out
    memory: bytes for batches ahead, and for what is read of shards that are not on a local disk
    cache: what is kept of the shards on a local disk: "page", nothing but what the kernel keeps; "prefix:10GB", prefixes of the
        shards that were read last; "minio:10GB", those of a fixed set of shards, which the seed chooses
    cache_dir: folder of the cache, which all ranks and runs of a machine can share that state the same size; by default that of
        `pcr load`, which has the same files
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
        out: Any = None,
        on_damage: str = FAIL,
        threads: int | None = None,
        memory: int = 1 << 30,
        cache: str = PAGE,
        cache_dir: str | os.PathLike[str] | None = None,
        keys: bool = False,
        columns: Sequence[str] = (),
        moved: Mapping[str, Moved] | None = None,
        sample_hook: SampleHook | None = None,
        batch_hook: BatchHook | None = None,
    ) -> None:
        pairs = pairs_of(source)
        check_run(seed, batch)
        check_remainder(remainder, len(pairs), epoch_batches)
        check_ranks(batch, rank, world, masked)
        self.options = Options(
            fidelity=fidelity,
            at_most=at_most,
            transform=transform,
            views=views,
            gray=gray,
            midpoint=midpoint,
            antialias=antialias,
            layout=layout,
            tensors=tensors,
            pin=pin,
            out=out,
            on_damage=on_damage,
            threads=threads,
            memory=memory,
            keys=keys,
            columns=columns,
            moved=moved,
            sample_hook=sample_hook,
            batch_hook=batch_hook,
        )
        self._cache = cache_of(cache, cache_dir)
        ordered = order_of(order, batch, lanes, window)
        self.run = Run(pairs, batch, seed, ordered, remainder, epoch_batches, self._through(seed, ordered.lanes))
        self.options.check_parts(self.run.parts)
        self.rank, self.world, self._masked = rank, world, masked
        self.landing = self.options.landing(self.batch_size)
        self.statistics = Statistics()
        self._running: Ahead | None = None
        self._uses = self._new_uses()
        self._replaced, self._closed = 0, False
        self._renew()
        policy = self.options.policy
        if policy is not None:
            policy.begin(self)
        self._policy_state = self._members()
        forks.register(self)

    def _through(self, seed: int, lanes: int) -> Through | None:
        """Gives the parts of the run as they are read."""
        cache = self._cache
        if cache is None:
            return None
        return lambda parts: cache.through(parts, self.options.highest_groups(parts), seed, lanes)

    def _new_uses(self) -> PrefixUses | None:
        return None if self._cache is None else PrefixUses(self._cache.kind)

    def _renew(self) -> None:
        self.pools = Pools()
        self.clock = Clock()
        self._executor: ThreadPoolExecutor | None = None

    def after_fork(self) -> None:
        """In the child, where the threads are not: what they had begun never ends, and their pools are not closed."""
        if self._running is not None:
            self._running.abandon("was begun before the process was forked")
            self._running = None
        self.run.renew()
        self._renew()

    # What scripts ask a loader for

    @property
    def global_batch(self) -> int:
        """Images in a step, over all ranks."""
        return self.run.batch

    @property
    def batch_size(self) -> int:
        """Images that this rank gets in a step."""
        return -(-self.run.batch // self.world)

    @property
    def dataset(self) -> View:
        return self.run.parts[0]

    @property
    def epoch(self) -> int:
        """In which the run is."""
        return self.run.epoch

    @property
    def position(self) -> int:
        """Samples of the epoch that were handed out, over all ranks."""
        return self.run.position

    def __len__(self) -> int:
        """Batches of an epoch."""
        return len(self.run)

    def set_epoch(self, epoch: int) -> None:
        """Goes to the beginning of an epoch, unless the run is in it already."""
        epoch = self.run.check_epoch(epoch)
        if epoch != self.run.epoch:
            self._stop("was ended by set_epoch")
            self.run.epoch, self.run.position = epoch, 0

    # State

    def state(self) -> RunState:
        """Where the run goes on: behind the batches that were handed out."""
        return dataclasses.replace(self.run.state(), policy=self._policy_state)

    def _members(self) -> dict[str, Any] | None:
        policy = self.options.policy
        return None if policy is None or policy.name is None else {"name": policy.name, **policy.members()}

    def state_dict(self) -> dict[str, Any]:
        """The state as JSON has it; the same on all ranks."""
        return self.state().as_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on where a run stopped, on whatever number of ranks. Raises StateError when it was another run.

        A dataset that the loader opened itself, by its URL, is opened at the generation of the state.
        """
        wanted = from_dict(state)
        theirs, mine = (wanted.policy or {}).get("name"), (self._policy_state or {}).get("name")
        if theirs != mine:
            raise StateError(
                "state.policy", f"the state has {theirs or 'a fixed fidelity'}, the loader {mine or 'a fixed fidelity'}"
            )
        run = self.run.at(wanted)
        try:
            if self.options.policy is not None and wanted.policy is not None:
                self.options.policy.go_on(wanted.policy)
        except BaseException:
            run.close(self.run)
            raise
        self._stop("was ended by load_state_dict")
        self.run.close(run)
        self.run, self._policy_state = run, self._members()
        self._uses = self._new_uses()

    # Batches

    def __iter__(self) -> Iterator[Any]:
        if self._closed:
            raise ValueError("the loader is closed")
        self._stop("was ended by another one")
        policy = self.options.policy
        if policy is not None and self._policy_state is not None and self._members() != self._policy_state:
            policy.go_on(self._policy_state)  # A decision was taken for a batch that was not handed out.
        ahead = self._running = Ahead(self, self.run.epoch, self.run.position // self.run.batch)
        try:
            while (batch := ahead.next()) is not None:
                self._count_replaced(batch)
                hook = self.options.batch_hook
                given = batch if hook is None else call_for_batch(hook, batch, self.run.seed, self.rank)
                self.run.handed_out(batch.epoch, batch.number)
                self._policy_state = self._members()
                yield given
        finally:
            ahead.stop("was left")

    def _count_replaced(self, batch: Batch) -> None:
        for is_replaced in batch.replaced.tolist():
            self._replaced = self._replaced + 1 if is_replaced else 0
            if self._replaced > MOST_REPLACED:
                words = f"{self._replaced} samples in a row could not be used, up to batch {batch.number} of epoch {batch.epoch}"
                raise CorruptError("run", words)

    def probe(self, draw: int, count: int, fidelity: int | str) -> Iterator[Batch]:
        """Batches of images of the run, drawn by a number, that are no part of it: nothing moves by them. The same samples in the
        same crops come at every fidelity, and the sample hook is called with them with the same random numbers (section 10.7 of
        the specification). The batch hook is not called: what it gives need not be a batch."""
        other = copy.copy(self)
        other.options = copy.copy(self.options)
        other.options.policy, other.options.out, other.options.batch_hook = Fixed(fidelity), None, None
        other.run, other.statistics, other._running = self.run.probe(draw), Statistics(), None
        other.landing = other.options.landing(other.batch_size)
        other._replaced, other._policy_state, other._uses = 0, None, self._new_uses()
        other._renew()
        left = count
        try:
            while left > 0:
                for batch in other:
                    yield batch
                    left -= 1
                    if left == 0:
                        break
        finally:
            other.close()

    def says(self, words: str) -> None:
        """Something about the run that its user should know."""
        warnings.warn(f"{self.dataset.dataset.url}: {words}", RuntimeWarning, stacklevel=2)

    def _stop(self, why: str) -> None:
        if self._running is not None:
            self._running.stop(why)
            self._running = None

    def executor(self) -> ThreadPoolExecutor:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.options.threads, thread_name_prefix="pcrecords")
        return self._executor

    def places(self, epoch: int, number: int) -> Places:
        """The samples that this rank gets in a batch."""
        return self.run.places(epoch, number).share(self.rank, self.world, self.run.batch, self._masked)

    @property
    def reads_ahead(self) -> bool:
        """Whether there is something that is not on a local disk."""
        return any(is_remote(part) for part in self.run.parts)

    def pieces(self, first: int) -> Pieces:
        """For an iteration that begins with a batch, counted from the beginning of the run."""
        if self._uses is not None:
            self._uses.begin_epoch()
        return Pieces(self.run, self._share, self._groups, self.world, self.options.memory // 2, self.clock, first, self._uses)

    def _share(self, batch: int) -> Places:
        return self.places(*divmod(batch, len(self)))

    def _groups(self, batch: int) -> list[Group]:
        return self.options.groups(self.run.parts, self.options.fidelity_of(*divmod(batch, len(self))))

    def own_fidelity(self) -> int | str:
        """That of the views."""
        found = {"full" if part.group is None else part.group for part in self.run.parts}
        return found.pop() if len(found) == 1 else "mixed"

    def batch_bytes(self) -> int:
        return self.batch_size * self.options.how.views * math.prod(self.options.image_shape)

    def close(self) -> None:
        self._closed = True
        self._stop("was ended by close")
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None
        self.pools.close()
        self.run.close()

    def __enter__(self) -> Loader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
