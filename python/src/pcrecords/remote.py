"""Files of any store that fsspec knows (s3://, gs://, az://, hf://, memory://)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import StoreError
from .source import Bytes, RangedSource


def _filesystem(url: str, options: dict[str, Any]) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise ImportError(f"{url} needs fsspec: pip install 'pcrecords[fsspec]' and the package of the store") from error
    found: tuple[Any, str] = url_to_fs(url, **options)
    return found


class FsspecPlace:
    """A folder of a store. The file system is made anew in each process, as its loop does not survive a fork."""

    def __init__(self, url: str, options: dict[str, Any]) -> None:
        self.url = url
        self.options = options

    def __str__(self) -> str:
        return self.url

    def filesystem(self) -> tuple[Any, str]:
        return _filesystem(self.url, self.options)

    def open(self, name: str) -> FsspecSource:
        filesystem, path = self.filesystem()
        return FsspecSource(self, filesystem, f"{path.rstrip('/')}/{name}", f"{self.url}/{name}")


class FsspecSource(RangedSource):
    """A file of a store."""

    def __init__(self, place: FsspecPlace, filesystem: Any, path: str, name: str) -> None:
        super().__init__(int(filesystem.info(path)["size"]))
        self.name = name
        self._place = place
        self._filesystem = filesystem
        self._path = path

    def renew(self) -> None:
        """In a process that was forked."""
        self._filesystem = None

    def _get(self, offset: int, length: int) -> Bytes:
        end = min(offset + length, self.length)
        if end <= offset:
            return np.empty(0, np.uint8)
        if self._filesystem is None:
            self._filesystem, _ = self._place.filesystem()
        data = self._filesystem.cat_file(self._path, start=offset, end=end)
        if len(data) != end - offset:
            raise StoreError("store", f"{len(data)} bytes of {end - offset}", file=self.name)
        return np.frombuffer(data, np.uint8)
