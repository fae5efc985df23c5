"""Datasets: what `open` returns, and the samples, views and facts that it has."""

from __future__ import annotations

import bisect
import hashlib
import operator
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import keys as key_index
from . import manifest as manifests
from . import render, tfrecord
from .columns import INLINE, ColumnType, Value
from .errors import CorruptError, MalformedError, NotAsListedError, NotPcrError, PcrError, StoreError, UnsupportedError
from .fidelity import Fidelity, fidelities, group_for, made_for_midpoint
from .head import LIQUID, PCR, TFRECORD, TRAILER_LENGTH, Head
from .limits import DEFAULT_LIMITS, Limits
from .manifest import Entry, Root, ShardTable
from .place import Place, place_of
from .shard import Shard
from .source import Source
from .tfshard import TfShard
from .where import Where

MANIFEST = "manifest.pcrm"
_OPEN_SHARDS = 512
AnyShard = Shard | TfShard


def open(
    url: str | os.PathLike[str],
    *,
    generation: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
    storage_options: dict[str, Any] | None = None,
) -> Dataset:
    """Opens a dataset: a folder, its manifest, or a single shard, by its path, an http URL, or any URL that fsspec knows.

    generation: an older one than the newest
    """
    return Dataset(os.fspath(url), generation=generation, limits=limits, storage_options=storage_options)


class Shards:
    """The shards of a dataset in their order, as the manifest lists them. Parts are read when a shard of theirs is needed."""

    def __init__(self, place: Place, root: Root, limits: Limits) -> None:
        self._place, self._root, self._limits = place, root, limits
        self._tables: list[ShardTable | None] = [None] * len(root.parts) + [root.shards]
        sizes = [part.shard_count for part in root.parts] + [root.shards.count]
        samples = [part.sample_count for part in root.parts] + [int(root.shards.sample_counts.sum())]
        self._shard_starts = np.concatenate(([0], np.cumsum(sizes))).tolist()
        self._sample_starts = np.concatenate(([0], np.cumsum(np.array(samples, object)))).tolist()
        self.renew()

    def renew(self) -> None:
        """In a process that was forked: the lock may be one that nobody will give back."""
        self._lock = threading.Lock()

    def table(self, t: int) -> ShardTable:
        with self._lock:
            found = self._tables[t]
            if found is None:
                part = self._root.parts[t]
                source = self._place.open(part.name)
                try:
                    found = manifests.read_part(source, part, self._root, self._limits)
                finally:
                    source.close()
                self._tables[t] = found
                if all(table is not None for table in self._tables):
                    has_pcr = any(bool((table.variants == PCR).any()) for table in self._tables if table is not None)
                    self._root.check_groups(has_pcr)
            return found

    def tables(self) -> Iterator[ShardTable]:
        return (self.table(t) for t in range(len(self._tables)))

    def __len__(self) -> int:
        return int(self._shard_starts[-1])

    @property
    def sample_count(self) -> int:
        return int(self._sample_starts[-1])

    def __getitem__(self, s: int) -> Entry:
        if not 0 <= s < len(self):
            raise IndexError(s)
        t = bisect.bisect_right(self._shard_starts, s) - 1
        return self.table(t).entry(s - self._shard_starts[t])

    def __iter__(self) -> Iterator[Entry]:
        return (self[s] for s in range(len(self)))

    def sample_counts(self) -> npt.NDArray[np.int64]:
        """Of all shards; reads all parts."""
        return np.concatenate([table.sample_counts for table in self.tables()])

    def place_of(self, number: int) -> tuple[int, int]:
        """The shard of a sample's number, and its ordinal there."""
        t = bisect.bisect_right(self._sample_starts, number) - 1
        table = self.table(t)
        ends = np.cumsum(table.sample_counts)
        rest = number - self._sample_starts[t]
        s = int(np.searchsorted(ends, rest, side="right"))
        return self._shard_starts[t] + s, int(rest - (ends[s] - table.sample_counts[s]))

    def of_number(self, shard_number: int) -> int | None:
        """The index of the shard with a number; None: this generation does not have it."""
        firsts = [part.first_shard_number for part in self._root.parts]
        candidates = [bisect.bisect_right(firsts, shard_number) - 1, len(self._tables) - 1]
        for t in candidates:
            if t < 0:
                continue
            numbers = self.table(t).numbers
            s = int(np.searchsorted(numbers, shard_number))
            if s < numbers.size and numbers[s] == shard_number:
                return int(self._shard_starts[t]) + s
        return None


class Sample:
    """One image and what stands beside it. Reads when it is asked."""

    __slots__ = ("_group", "dataset", "number", "ordinal", "shard_index")

    def __init__(self, dataset: Dataset, shard_index: int, ordinal: int, number: int, group: int | None) -> None:
        self.dataset, self.shard_index, self.ordinal, self.number, self._group = (
            dataset,
            shard_index,
            ordinal,
            number,
            group,
        )

    def _shard(self) -> AnyShard:
        return self.dataset.shard(self.shard_index)

    @property
    def key(self) -> str:
        shard = self._shard()
        return shard.metadata.keys[self.ordinal] if isinstance(shard, Shard) else shard.key(self.ordinal)

    @property
    def label(self) -> int | None:
        shard = self._shard()
        if isinstance(shard, TfShard):
            return shard.label(self.ordinal)
        return int(shard.metadata.labels[self.ordinal]) if shard.metadata.labelled[self.ordinal] else None

    @property
    def class_name(self) -> str | None:
        label = self.label
        return None if label is None else self.dataset.class_names.get(label)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height; (0, 0) when they are not known without a look at the image."""
        shard = self._shard()
        if isinstance(shard, TfShard):
            return shard.example(self.ordinal).width, shard.example(self.ordinal).height
        return int(shard.metadata.widths[self.ordinal]), int(shard.metadata.heights[self.ordinal])

    @property
    def orientation(self) -> int:
        """EXIF's, 1 to 8; 0 for none. Pixels are given as they are stored."""
        shard = self._shard()
        return int(shard.metadata.source_flags[self.ordinal]) >> 8 & 15 if isinstance(shard, Shard) else 0

    @property
    def file(self) -> bytes:
        """The image as a file, at the fidelity of the view."""
        shard = self._shard()
        if isinstance(shard, TfShard):
            self.dataset.check_group(shard, self._group)
            return shard.file(self.ordinal)
        return shard.file(self.ordinal, self.dataset.check_group(shard, self._group))

    @property
    def original(self) -> bytes:
        """The original file, byte for byte."""
        from .restore import RestoreRegion

        shard = self._shard()
        if isinstance(shard, TfShard):
            return shard.file(self.ordinal)
        if shard.restore_region is None:
            raise UnsupportedError("original", "no originals are kept", file=shard.name, key=self.key)
        return RestoreRegion(shard).original(self.ordinal)

    def decode(self, *, gray: bool = False, midpoint: bool | None = None) -> npt.NDArray[np.uint8]:
        """Pixels: height, width and 3 channels, red green blue; with gray 1 channel.

        midpoint: bits that were not read stand in the middle of what they can be, which shows more at low fidelities;
            default: as the dataset's targets have it
        """
        midpoint = self.dataset.midpoint if midpoint is None else midpoint
        shard = self._shard()
        group = self.dataset.check_group(shard, self._group)
        pieces, kind, width, height = (
            shard.image(self.ordinal) if isinstance(shard, TfShard) else shard.image(self.ordinal, group)
        )
        try:
            image = render.Image(pieces, kind, width, height)
            return render.decode(image, channels=1 if gray else 3, midpoint=midpoint, limits=self.dataset.limits)
        except PcrError as error:
            raise error.within(shard.name, key=self.key, group=self._group)

    def __getitem__(self, column: str) -> Value:
        """The value of a column, or key, label, width or height; None where there is none."""
        if column in ("key", "label"):
            return getattr(self, column)
        if column in ("width", "height"):
            return self.size[column == "height"]
        return self.dataset.value(self.shard_index, self.ordinal, column)

    @property
    def columns(self) -> dict[str, Value]:
        return {name: self[name] for name in self.dataset.columns}

    def __repr__(self) -> str:
        return f"<sample {self.number} of {self.dataset.url}>"


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
        """Those samples that fulfil all that is given: a condition such as "label < 100 and width >= 224" (label, key, width,
        height, or a column), some keys, a mask with one element for each sample of this view, numbers of samples."""
        wanted = self._numbers()
        keep = np.ones(len(wanted), np.bool_)
        if mask is not None:
            given = np.asarray(mask)
            if given.shape != keep.shape or given.dtype != np.bool_:
                raise ValueError(f"mask: {len(wanted)} bools are wanted, not {given.dtype} of shape {given.shape}")
            keep &= given
        if numbers is not None:
            chosen = np.asarray(numbers)
            if chosen.size and (chosen.dtype.kind not in "iu" or chosen.min() < 0 or chosen.max() >= self.dataset.sample_count):
                raise ValueError(f"numbers: whole numbers from 0 to {self.dataset.sample_count - 1} are wanted")
            keep &= np.isin(wanted, chosen.astype(np.int64))
        if keys is not None:
            keep &= np.isin(wanted, self.dataset.numbers_of(keys))
        if where is not None:
            keep &= self.dataset.mask(Where(where))[wanted]
        return View(self.dataset, wanted[keep], self.group, self.at_most)

    def _numbers(self) -> npt.NDArray[np.int64]:
        return np.arange(self.dataset.sample_count) if self.numbers is None else self.numbers

    @overload
    def __getitem__(self, which: int | str) -> Sample: ...

    @overload
    def __getitem__(self, which: slice) -> View: ...

    def __getitem__(self, which: int | str | slice) -> Sample | View:
        """A sample by its index in the view or its key; a slice gives a view."""
        if isinstance(which, slice):
            if which.step is not None and which.step < 0:
                raise ValueError("a view is in the order of its dataset: a slice cannot go backwards")
            if self.numbers is None:  # A manifest may state more samples than arrays of all of them should be made for.
                return View(self.dataset, np.arange(*which.indices(len(self))), self.group, self.at_most)
            return View(self.dataset, self.numbers[which], self.group, self.at_most)
        if isinstance(which, str):
            return self._by_key(which)
        count = len(self)
        index = operator.index(which)
        if not -count <= index < count:
            raise IndexError(f"{index} is not in a view of {count} samples")
        number = index % count if self.numbers is None else int(self.numbers[index])
        shard, ordinal = self.dataset.shards.place_of(number)
        return Sample(self.dataset, shard, ordinal, number, self._marked())

    def _marked(self) -> int | None:
        return -self.group if self.at_most and self.group is not None else self.group

    def _by_key(self, key: str) -> Sample:
        place = self.dataset.find(key)
        if place is not None:
            number = int(self.dataset.shard_starts()[place[0]]) + place[1]
            at = 0 if self.numbers is None else int(np.searchsorted(self.numbers, number))
            if self.numbers is None or (at < len(self.numbers) and self.numbers[at] == number):
                return Sample(self.dataset, *place, number, self._marked())
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        try:
            return isinstance(key, str) and self._by_key(key) is not None
        except KeyError:
            return False

    def __iter__(self) -> Iterator[Sample]:
        return (self[i] for i in range(len(self)))

    def keys(self) -> list[str]:
        return self.dataset.column_values("key", self._numbers()).tolist()  # type: ignore[no-any-return]

    def labels(self) -> npt.NDArray[np.int64]:
        """-1 where there is none; if there are negative labels, use `column("label")`."""
        found = self.dataset.column_values("label", self._numbers())
        return np.array([-1 if label is None else label for label in found.tolist()], np.int64)

    def column(self, name: str) -> npt.NDArray[Any]:
        """A column, or key, label, width, height, for all samples: numbers as they are, else objects (None: no value)."""
        return self.dataset.column_values(name, self._numbers())

    def table(self, *names: str) -> dict[str, npt.NDArray[Any]]:
        """Columns by name, all of them by default: pandas.DataFrame and pyarrow.table take it as it is."""
        return {name: self.column(name) for name in names or ("key", "label", "width", "height", *self.dataset.columns)}

    @property
    def hash(self) -> str:
        """What identifies the view in a loader's state (spec/loader.md, section 6)."""
        if self.numbers is None:
            return "all"
        return view_hash(self.numbers, self.dataset.shards.sample_counts())

    def __repr__(self) -> str:
        return f"<view of {len(self)} samples of {self.dataset.url} at {'full fidelity' if self.group is None else self.group}>"


class Dataset(View):
    """A dataset at one generation, and the view of all its samples at full fidelity.

    Any thread may use it. It can be pickled, and used on both sides of a fork: it stays at its generation there. Close it, or
    use it in `with`; what is read of it after that is a ValueError.
    """

    def __init__(
        self,
        url: str,
        *,
        generation: int | None = None,
        limits: Limits = DEFAULT_LIMITS,
        storage_options: dict[str, Any] | None = None,
    ) -> None:
        self.url = url
        self.limits = limits
        self._options = storage_options
        self._generation = generation
        self._closed = False
        self._open()
        super().__init__(self, None, None)
        _all.add(self)

    def _open(self) -> None:
        self._lock = threading.RLock()
        self._cache: OrderedDict[int, AnyShard] = OrderedDict()
        self.place, name = place_of(self.url, self._options)
        self._single: AnyShard | None = None
        self._starts: npt.NDArray[np.int64] | None = None
        self._root: Root | None = None
        if name and not name.endswith(".pcrm"):
            self._open_single(name)
            return
        if self._generation is not None:
            name = f"manifest-{self._generation}.pcrm"
        self._root = self._read_root(name)
        self.shards: Shards | _OneShard = Shards(self.place, self._root, self.limits)

    def after_fork(self) -> None:
        """In the child, which has one thread: it goes on with what is listed, and with the files that are open."""
        self._lock = threading.RLock()
        if isinstance(self.shards, Shards):
            self.shards.renew()
        for shard in (self._single, *self._cache.values()):
            for one in (shard, shard and shard.source):
                renew = getattr(one, "renew", None)
                if renew is not None:
                    renew()

    def _read_root(self, name: str) -> Root:
        source = self.place.open(name or MANIFEST)
        try:
            return manifests.read_root(source, self.limits)
        except CorruptError:
            newest = None if name else self._newest_generation()
            if newest is None:
                raise
            return newest
        finally:
            source.close()

    def _newest_generation(self) -> Root | None:
        """Where manifest.pcrm is damaged: R-COMMIT-10."""
        have, step = 0, 1
        while self._generation_exists(have + step):
            have, step = have + step, step * 2
        while step:
            if self._generation_exists(have + step):
                have += step
            step //= 2
        if not have:
            return None
        source = self.place.open(f"manifest-{have}.pcrm")
        try:
            return manifests.read_root(source, self.limits)
        finally:
            source.close()

    def _generation_exists(self, n: int) -> bool:
        try:
            self.place.open(f"manifest-{n}.pcrm").close()
            return True
        except FileNotFoundError:
            return False

    def _open_single(self, name: str) -> None:
        source = self.place.open(name)
        compression = tfrecord.compression_of(name)
        if compression is not None:
            self._single = TfShard(source, compression, None, self.limits)
        else:
            self._single = Shard(source, limits=self.limits)
        self.shards = _OneShard(self._single, name)

    # Facts

    @property
    def root(self) -> Root | None:
        """What the manifest says besides the list of shards; None for a single shard."""
        return self._root

    @property
    def sample_count(self) -> int:
        return self.shards.sample_count

    @property
    def uuid(self) -> str:
        return str(self._root.dataset_uuid) if self._root else str(self._single_uuid())

    def _single_uuid(self) -> object:
        return self._single.head.shard_uuid if isinstance(self._single, Shard) else self._single.uuid()  # type: ignore[union-attr]

    @property
    def generation(self) -> int:
        return self._root.generation if self._root else 1

    @property
    def group_count(self) -> int:
        if self._root:
            return self._root.group_count
        return self._single.group_count if isinstance(self._single, Shard) else 1

    @property
    def class_names(self) -> dict[int, str]:
        """The name of each label that has one."""
        return self._root.class_names if self._root else {}

    @property
    def columns(self) -> dict[str, ColumnType]:
        if self._root:
            return {column.name: column for column in self._root.columns}
        return {c.type.name: c.type for c in self._single.metadata.columns} if isinstance(self._single, Shard) else {}

    @property
    def fidelities(self) -> list[Fidelity]:
        """What can be read, from the lowest on: bytes, share of all bytes, quality."""
        lengths = [0] * self.group_count
        for entry in self.shards:
            for g in range(self.group_count):
                prefixes = entry.prefix_lengths
                lengths[g] += prefixes[min(g + 1, len(prefixes) - 1)] if prefixes else entry.total_length
        return fidelities(self._root, self.group_count, lengths)

    def group_for(self, fidelity: int | str, *, at_most: bool = False, midpoint: bool | None = None) -> int | None:
        return group_for(fidelity, self._root, self.group_count, at_most=at_most, midpoint=midpoint)

    @property
    def midpoint(self) -> bool:
        """Whether images are decoded with midpoint reconstruction by default: where the dataset's targets hold for that."""
        return made_for_midpoint(self._root)

    @staticmethod
    def check_group(shard: AnyShard, group: int | None) -> int:
        """The group to read of a shard. R-LIQUID-5 and R-TFRECORD-8: where there is one fidelity, no other is given in its place.

        group: negative for "at most"
        """
        if isinstance(shard, TfShard):
            if group is not None and group > 0:
                raise UnsupportedError("fidelity", "a TFRecord shard is read at full fidelity only", file=shard.name, group=group)
            return 1
        if group is None:
            return shard.group_count
        if abs(group) <= shard.group_count:
            return abs(group)
        if group < 0:
            return shard.group_count
        raise UnsupportedError("fidelity", f"the shard has {shard.group_count}", file=shard.name, group=group)

    # Shards

    def shard(self, s: int) -> AnyShard:
        """An open shard, by its place in the list."""
        if self._single is not None and not self._closed:
            return self._single
        with self._lock:
            self._check_open()
            found = self._cache.get(s)
            if found is not None:
                self._cache.move_to_end(s)
                return found
        opened = self._open_shard(self.shards[s])
        with self._lock:
            if self._closed:
                opened.source.close()
            self._check_open()
            self._cache[s] = opened
            if len(self._cache) > _OPEN_SHARDS:
                self._cache.popitem(last=False)
        return opened

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError(f"{self.url} is closed")

    def _open_shard(self, entry: Entry) -> AnyShard:
        source = self.place.open(entry.name)
        if entry.variant == TFRECORD:
            if source.length != entry.total_length:
                words = f"stated {entry.total_length}, found {source.length}"
                raise NotAsListedError("ShardTable.total_lengths", words, file=source.name)
            return TfShard(source, entry.compression, entry.sample_count, self.limits)
        prefetch = getattr(source, "prefetch", None)
        if prefetch is not None:
            prefetch(0, entry.prefix_lengths[0])
        return open_listed(source, entry, self._root, self.limits)

    def shard_starts(self) -> npt.NDArray[np.int64]:
        """The number of each shard's first sample, and the count of all."""
        if self._starts is None:
            self._starts = np.concatenate(([0], np.cumsum(self.shards.sample_counts())))
        return self._starts

    def places_of(self, numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The shards of samples, and their ordinals there."""
        starts = self.shard_starts()
        shards = np.searchsorted(starts, numbers, side="right") - 1
        return shards, numbers - starts[shards]

    # Keys

    def find(self, key: str) -> tuple[int, int] | None:
        """The place of a key: index of the shard, and ordinal. By the index of keys where there is one, and it is intact."""
        if self._root is not None and self._root.segments:
            try:
                return self._find_by_index(key)
            except (CorruptError, FileNotFoundError, StoreError) as error:
                if isinstance(error, MalformedError) and error.field == "KeyEntry.ordinal":
                    raise
        for s in range(len(self.shards)):
            shard = self.shard(s)
            keys = shard.metadata.keys if isinstance(shard, Shard) else shard.keys()
            if key in keys:
                return s, keys.index(key)
        return None

    def _find_by_index(self, key: str) -> tuple[int, int] | None:
        assert self._root is not None
        for segment in self._root.segments:
            source = self.place.open(segment.name)
            try:
                candidates = key_index.look_up(source, segment, key)
            finally:
                source.close()
            for number, ordinal in candidates:
                s = self.shards.of_number(number)
                if s is None:
                    continue
                shard = self.shard(s)
                if ordinal >= len(shard):
                    raise MalformedError("KeyEntry.ordinal", f"{ordinal} of {len(shard)}", file=segment.name)
                found = shard.metadata.keys[ordinal] if isinstance(shard, Shard) else shard.key(ordinal)
                if found == key:
                    return s, ordinal
        return None

    def numbers_of(self, keys: Iterable[str]) -> npt.NDArray[np.int64]:
        """The numbers of the samples with these keys; KeyError for one that is not there."""
        if isinstance(keys, str):
            raise ValueError(f"keys: a list of keys is wanted, such as [{keys!r}]")
        wanted = set(keys)
        if not wanted:
            return np.empty(0, np.int64)
        found = {key: number for number, key in enumerate(self.column_values("key", None).tolist()) if key in wanted}
        for key in wanted - found.keys():
            raise KeyError(key)
        return np.sort(np.fromiter(found.values(), np.int64))

    # Columns

    def value(self, s: int, i: int, column: str) -> Value:
        shard = self.shard(s)
        if isinstance(shard, TfShard):
            return shard.value(self.columns[column], i)
        for index, found in enumerate(shard.metadata.columns):
            if found.type.name == column:
                return shard.value(index, i)
        if column not in self.columns:
            raise KeyError(column)
        return None

    def column_values(self, name: str, numbers: npt.NDArray[np.int64] | None) -> npt.NDArray[Any]:
        """A value for each of the samples, whose numbers ascend; None: for all."""
        if name not in ("key", "label", "width", "height") and name not in self.columns:
            raise KeyError(name)
        starts = self.shard_starts()
        parts = []
        for s in range(len(self.shards)):
            first, last = int(starts[s]), int(starts[s + 1])
            if numbers is None:
                ordinals = np.arange(last - first)
            else:
                a, b = np.searchsorted(numbers, (first, last))
                ordinals = numbers[a:b] - first
            if len(ordinals):
                parts.append(self._shard_values(s, name, ordinals))
        if not parts:
            return np.empty(0, object)
        same = {part.dtype for part in parts}
        return np.concatenate(parts if len(same) == 1 else [part.astype(object) for part in parts])

    def _shard_values(self, s: int, name: str, ordinals: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        shard = self.shard(s)
        if isinstance(shard, Shard):
            meta = shard.metadata
            if name == "key":
                return _objects([meta.keys[i] for i in ordinals.tolist()])
            if name == "label":
                labels, there = meta.labels[ordinals], meta.labelled[ordinals]
                return (
                    labels
                    if there.all()
                    else _plain([int(label) if has else None for label, has in zip(labels, there, strict=True)], True)
                )
            if name in ("width", "height"):
                sides = meta.widths if name == "width" else meta.heights
                return sides[ordinals].astype(np.int64)
            column = next((c for c in meta.columns if c.type.name == name), None)
            if column is not None and column.placement == INLINE and column.type.fixed_length and column.present is None:
                return column.array()[ordinals]
        elif name in ("key", "label", "width", "height"):
            return _plain([_fact(shard, name, i) for i in ordinals.tolist()], name != "key")
        return _plain([self.value(s, i, name) for i in ordinals.tolist()], self.columns[name].is_numeric)

    def mask(self, where: Where) -> npt.NDArray[np.bool_]:
        unknown = where.names - {"key", "label", "width", "height", *self.columns}
        if unknown:
            raise ValueError(f"where: no column {', '.join(sorted(unknown))}")
        values = {name: self.column_values(name, None) for name in where.names}
        return where.mask(values, self.sample_count)

    # Life

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for shard in (self._single, *self._cache.values()):
                if shard is not None:
                    shard.source.close()
            self._cache.clear()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "url": self.url,
            "limits": self.limits,
            "options": self._options,
            "generation": self._generation or (self._root.generation if self._root else None),
            "uuid": self.uuid,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        generation = state["generation"]
        try:
            Dataset.__init__(self, state["url"], generation=generation, limits=state["limits"], storage_options=state["options"])
        except FileNotFoundError:
            # A manifest that stands alone has no file of its generation.
            Dataset.__init__(self, state["url"], limits=state["limits"], storage_options=state["options"])
            if self.generation != generation and self._root is not None:
                raise
        if self.uuid != state["uuid"]:
            raise NotAsListedError("Manifest.dataset_uuid", f"{self.uuid}, not {state['uuid']}", file=self.url)

    def __repr__(self) -> str:
        return f"<dataset {self.url}, {self.sample_count} samples in {len(self.shards)} shards, {self.group_count} fidelities>"


_all: weakref.WeakSet[Dataset] = weakref.WeakSet()


def _after_fork() -> None:
    for dataset in list(_all):
        dataset.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _objects(values: Sequence[Any]) -> npt.NDArray[Any]:
    found = np.empty(len(values), object)
    found[:] = values
    return found


def _plain(values: list[Any], numeric: bool) -> npt.NDArray[Any]:
    """As an array of numbers where all are there and scalar."""
    if numeric and values and all(isinstance(value, int | float | bool) for value in values):
        return np.array(values)
    found = np.empty(len(values), object)
    for i, value in enumerate(values):
        found[i] = value
    return found


def _fact(shard: TfShard, name: str, i: int) -> Any:
    found = shard.example(i)
    return {"key": found.key, "label": found.label, "width": found.width, "height": found.height}[name]


class _OneShard:
    """A single shard in place of a list."""

    def __init__(self, shard: AnyShard, name: str) -> None:
        self._shard, self._name = shard, name

    def __len__(self) -> int:
        return 1

    @property
    def sample_count(self) -> int:
        return len(self._shard)

    def sample_counts(self) -> npt.NDArray[np.int64]:
        return np.array([len(self._shard)], np.int64)

    def place_of(self, number: int) -> tuple[int, int]:
        return 0, number

    def of_number(self, shard_number: int) -> int | None:
        return 0 if shard_number == 0 else None

    def __getitem__(self, s: int) -> Entry:
        if s != 0:
            raise IndexError(s)
        import uuid

        shard, zero = self._shard, uuid.UUID(int=0)
        if isinstance(shard, TfShard):
            return Entry(self._name, 0, TFRECORD, 0, zero, shard.source.length, len(shard), 0, (), 0, 0, 0, 0)
        head = shard.head
        prefixes = tuple(head.prefix_length(g) for g in range(head.group_count + 1))
        return Entry(
            self._name,
            0,
            head.variant,
            0,
            head.shard_uuid,
            head.total_length,
            len(shard),
            head.head_crc32c,
            prefixes,
            0,
            0,
            0,
            0,
        )

    def __iter__(self) -> Iterator[Entry]:
        yield self[0]


def open_listed(source: Source, entry: Entry, root: Root | None, limits: Limits) -> Shard:
    """R-MANIFEST-6: a shard that is the one that the manifest lists."""

    def check_head(head: Head) -> None:
        for field, stated, found in (
            ("variant", entry.variant, head.variant),
            ("shard_uuid", entry.shard_uuid, head.shard_uuid),
            ("sample_count", entry.sample_count, head.sample_count),
            ("head_crc32c", entry.head_crc32c, head.head_crc32c),
            ("total_length", entry.total_length, head.total_length),
        ):
            _agree(f"ShardHead.{field}", stated, found, source.name)

    copy_at = entry.total_length - TRAILER_LENGTH - entry.prefix_lengths[0]
    shard = Shard(source, copy_at=copy_at, check_head=check_head, limits=limits)
    groups = range(shard.group_count + 1)
    _agree("prefix_lengths", entry.prefix_lengths, tuple(shard.prefix_length(g) for g in groups), source.name)
    region = shard.restore_region
    _agree("restore_length", entry.restore_length, region.length if region else 0, source.name)
    if root is not None:
        if entry.variant != LIQUID:
            _agree("targets", root.targets, shard.metadata.targets, source.name)
        known = {column.name: column for column in root.columns}
        for column in shard.metadata.columns:
            _agree(f"column {column.type.name}", known.get(column.type.name), column.type, source.name)
    return shard


def _agree(field: str, stated: object, found: object, file: str) -> None:
    if stated != found:
        raise NotAsListedError(field, f"the manifest states {stated}, the shard has {found}", file=file)


def check_all(url: str) -> tuple[int, PcrError | None]:
    """Opens all parts, shards and segments that a root lists, through it. The number of shards, and the first damaged front."""
    with open(url) as dataset:
        root, shards = dataset.root, dataset.shards
        if root is None:
            raise NotPcrError("ManifestHead.magic", "no manifest", file=url)
        front = None
        for entry in list(shards):
            source = dataset.place.open(entry.name)
            if entry.variant == TFRECORD:
                _agree("total_length", entry.total_length, source.length, source.name)
                continue
            shard = open_listed(source, entry, root, dataset.limits)
            front = front or shard.front_error
            region = shard.restore_region
            length = int.from_bytes(source.read(region.offset, 4).tobytes(), "little") if region and region.length >= 4 else 0
            _agree("restore_directory_length", entry.restore_directory_length, length, source.name)
        for stated in root.segments:
            segment = key_index.Segment(dataset.place.open(stated.name), stated, root.dataset_uuid)
            for found in segment.entries():
                s = shards.of_number(found[1])
                if s is not None and found[2] >= shards[s].sample_count:
                    raise MalformedError("KeyEntry.ordinal", f"{found[2]}", file=segment.source.name)
        return len(shards), front
