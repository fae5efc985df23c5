"""Where a dataset is: a folder, a server, or any store that fsspec knows."""

from __future__ import annotations

import os
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from .source import LocalSource, Source


class Place(Protocol):
    """A folder of files. Opens them; holds nothing that a fork or pickle could break."""

    def open(self, name: str) -> Source: ...


class Folder:
    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path

    def open(self, name: str) -> Source:
        return LocalSource(os.path.join(self.path, name))


def place_of(url: str, storage_options: dict[str, Any] | None = None) -> tuple[Place, str]:
    """The folder that a path or URL names or is in, and the name of the file that was named, "" for none."""
    parts = urlsplit(url)
    if len(parts.scheme) < 2 or parts.scheme == "file":
        path = unquote(parts.path) if parts.scheme == "file" else url
        path = os.path.abspath(path)
        if os.path.isdir(path):
            return Folder(path), ""
        return Folder(os.path.dirname(path)), os.path.basename(path)
    folder, _, last = url.rpartition("/")
    is_file = last.endswith((".pcrm", ".pcr", ".pcrl")) or ".tfrecord" in last
    if not is_file:
        folder = url.rstrip("/")
    if parts.scheme in ("http", "https") and not storage_options:
        from .http import HttpPlace

        return HttpPlace(folder), last if is_file else ""
    from .remote import FsspecPlace

    return FsspecPlace(folder, storage_options or {}), last if is_file else ""
