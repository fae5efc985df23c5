"""Datasets: what `open` returns."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import forks, generations, listed, lookup, tfrecord
from .columns import ColumnType
from .errors import NotAsListedError
from .fidelity import Fidelity, fidelities, group_for, made_for_midpoint
from .limits import DEFAULT_LIMITS, Limits
from .listed import AnyShard
from .manifest import Root
from .openshards import OpenShards
from .place import Place, place_of
from .shard import Shard
from .shards import OneShard, Shards
from .tfshard import TfShard
from .view import View

if TYPE_CHECKING:
    from .cached import PrefixCache


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
        self.cache: PrefixCache | None = None
        self.limits = limits
        self._options = storage_options
        self._generation = generation
        self.place: Place
        self.place, name = place_of(url, storage_options)
        self._root: Root | None = None
        self._single: AnyShard | None = None
        self.shards: Shards | OneShard
        if name and not name.endswith(".pcrm"):
            single = self._single = self._open_single(name)
            self.shards = OneShard(single, name)
            self._opened = OpenShards(url, lambda _: single)
            self.shard(0)
        else:
            root = self._root = generations.read_root(self.place, name, generation, limits)
            shards = self.shards = Shards(self.place, root, limits)
            place = self.place
            self._opened = OpenShards(url, lambda s: listed.open_shard(place.open(shards[s].name), shards[s], root, limits))
        super().__init__(self, None, None)
        forks.register(self)

    def _open_single(self, name: str) -> AnyShard:
        source = self.place.open(name)
        try:
            compression = tfrecord.compression_of(name)
            if compression is not None:
                return TfShard(source, compression, None, self.limits)
            return Shard(source, limits=self.limits)
        except BaseException:
            source.close()
            raise

    def after_fork(self) -> None:
        """In the child: it goes on with what is listed, and with the files that are open."""
        self.shards.renew()
        self._opened.renew()

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
        if self._root is not None:
            return str(self._root.dataset_uuid)
        single = self._single
        return str(single.uuid() if isinstance(single, TfShard) else single.head.shard_uuid) if single else ""

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
        lengths = [self.shards.prefix_bytes(g) for g in range(1, self.group_count + 1)]
        return fidelities(self._root, self.group_count, lengths)

    def group_for(self, fidelity: int | str, *, at_most: bool = False, midpoint: bool | None = None) -> int | None:
        return group_for(fidelity, self._root, self.group_count, at_most=at_most, midpoint=midpoint)

    @property
    def midpoint(self) -> bool:
        """Whether images are decoded with midpoint reconstruction by default: where the dataset's targets hold for that."""
        return made_for_midpoint(self._root)

    # Samples

    def shard(self, s: int) -> AnyShard:
        """An open shard, by its place in the list."""
        return self._opened[s]

    def find(self, key: str) -> tuple[int, int] | None:
        """The place of a key: index of the shard, and ordinal. By the index of keys where there is one, and it is intact."""
        return lookup.find(self, key)

    def through(self, cache: PrefixCache) -> Dataset:
        """The same dataset, whose shards are read through a cache. Close both."""
        found = Dataset.__new__(Dataset)
        found.__dict__.update(self.__dict__)
        found.dataset, found.cache = found, cache
        place, shards, root, limits = self.place, self.shards, self._root, self.limits
        found._opened = OpenShards(self.url, lambda s: listed.open_cached(cache, place, shards[s], root, limits))
        forks.register(found)
        return found

    # Life

    def close(self) -> None:
        self._opened.close()

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
