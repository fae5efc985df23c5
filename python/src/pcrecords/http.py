"""Files of web servers, read by bounded ranges of one version (section 6.1 of the format)."""

from __future__ import annotations

import atexit
import http.client
import re
import threading
import time

import numpy as np

from .connections import Connections
from .errors import ChangedError, StoreError
from .source import Bytes, RangedSource

_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")
_RETRIED = {408, 429, 500, 502, 503, 504}
_TRIES = 5
_FIRST = 65536
_connections = Connections()
atexit.register(_connections.close)


class HttpPlace:
    def __init__(self, url: str) -> None:
        self.url = url

    def __str__(self) -> str:
        return self.url

    def open(self, name: str) -> HttpSource:
        return HttpSource(f"{self.url}/{name}")


class HttpSource(RangedSource):
    """A file of a server. All reads are of the version that the first response was of."""

    def __init__(self, url: str, timeout: float = 60.0) -> None:
        super().__init__()
        self.name = url
        self._timeout = timeout
        self._validator: str | None = None
        self.renew()

    def renew(self) -> None:
        """In a process that was forked: the lock may be one that nobody will give back."""
        self._lock = threading.Lock()

    @property
    def length(self) -> int:
        if self._length is None:
            self.prefetch(0, _FIRST)
        return super().length

    def _get(self, offset: int, length: int) -> Bytes:
        if length <= 0 or (self._length is not None and offset >= self._length):
            return np.empty(0, np.uint8)
        for tried in range(_TRIES):
            try:
                return self._request(offset, length)
            except StoreError as error:
                if tried == _TRIES - 1 or not getattr(error, "may_be_retried", False):
                    raise
            time.sleep(0.1 * 2**tried)
        raise AssertionError

    def _request(self, offset: int, length: int) -> Bytes:
        headers = {"Range": f"bytes={offset}-{offset + length - 1}", "Accept-Encoding": "identity"}
        if self._validator is not None:
            headers["If-Match" if self._validator.startswith('"') else "If-Unmodified-Since"] = self._validator
        try:
            with _connections.get(self.name, headers, self._timeout) as response:
                if response.status in (200, 206):
                    return self._take(response, offset, length)
        except (http.client.HTTPException, OSError) as error:
            if isinstance(error, StoreError):
                raise
            raise self._failure(f"{type(error).__name__}: {error}", True) from error
        return self._refused(response, offset)

    def _refused(self, response: http.client.HTTPResponse, offset: int) -> Bytes:
        if response.status == 404:
            raise FileNotFoundError(f"{self.name}: the server has no such file")
        if response.status == 412:
            raise ChangedError("file", "replaced while it was read", file=self.name)
        if response.status == 416:
            match = re.fullmatch(r"bytes \*/(\d+)", response.headers.get("Content-Range", ""))
            if match and int(match[1]) <= offset:
                self._length = int(match[1])
                return np.empty(0, np.uint8)
        raise self._failure(f"the server answers {response.status} {response.reason}", response.status in _RETRIED)

    def _take(self, response: http.client.HTTPResponse, offset: int, length: int) -> Bytes:
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise self._failure("an encoded response", False)
        if response.status == 206:
            match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if match is None:
                raise self._failure("a range that is not stated", False)
            first, last, total = (int(match[i]) for i in (1, 2, 3))
            if first != offset or last != min(offset + length, total) - 1:
                raise self._failure(f"another range than asked for: {match[0]}", False)
            wanted = last - first + 1
        elif response.status == 200 and offset == 0:
            stated = response.headers.get("Content-Length")
            if stated is None:
                raise self._failure("a file of unstated length", False)
            total, wanted = int(stated), min(length, int(stated))
        else:
            raise self._failure(f"no ranges: status {response.status}", False)
        self._check_version(response, total)
        data = response.read(wanted)
        if len(data) != wanted:
            raise self._failure(f"{len(data)} bytes of {wanted}", True)
        return np.frombuffer(data, np.uint8)

    def _check_version(self, response: http.client.HTTPResponse, total: int) -> None:
        tag = response.headers.get("ETag")
        validator = tag if tag and not tag.startswith("W/") else response.headers.get("Last-Modified")
        with self._lock:
            if self._length is None:
                self._length, self._validator = total, validator
            elif self._length != total or self._validator != validator:
                raise ChangedError("file", "replaced while it was read", file=self.name)

    def _failure(self, words: str, may_be_retried: bool) -> StoreError:
        error = StoreError("server", words, file=self.name)
        error.may_be_retried = may_be_retried
        return error
