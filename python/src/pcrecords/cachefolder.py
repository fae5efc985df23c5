"""The files of a cache of prefixes, as the Java reader has them in the same folder.

An entry is the first bytes of a shard and nothing else; it only grows, or goes. So what is on disk is right at every instant,
whichever process dies in the middle of what, up to the torn pages of a power failure, which checksums find.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .source import Bytes

_MARKER = "pcr-prefix-cache"
"""Says that the folder is a cache, so that no other is ever emptied; also the file that processes lock."""
_ENTRY = re.compile(r"[0-9a-f]{32}\.pcr")
_LOCK_WAIT = 5.0
_LOCK_POLL = 0.002
_OWN = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK

# A process cannot lock a file against itself, so its threads first agree here.
_process_locks: dict[str, threading.Lock] = {}
os.register_at_fork(after_in_child=_process_locks.clear)


class CacheFolder:
    """Any thread of any process may use it. Who changes anything holds the folder's lock, who reads holds none.

    limit: bytes of all entries together; it holds where all processes state the same
    fixed: entries that are never evicted
    """

    def __init__(self, path: str, limit: int, fixed: frozenset[str] = frozenset()) -> None:
        os.makedirs(path, exist_ok=True)
        self.path = os.path.realpath(path)
        self.limit, self._fixed = limit, fixed
        found = os.listdir(self.path)
        if found and _MARKER not in found:
            raise ValueError(f"{self.path} is neither empty nor a cache of prefixes; nothing in it was touched")
        if not found:
            with self._locked():
                pass

    def shrink(self) -> None:
        """Evicts what is beyond the limit, which may have been higher before."""
        with self._locked():
            self._make_room(0, "")

    def read(self, entry: str, offset: int, out: Bytes) -> tuple[int, int]:
        """Fills `out` as far as the entry goes: the length of the entry, and how many bytes were filled."""
        try:
            number = os.open(self._path(entry), os.O_RDONLY | _OWN)
        except FileNotFoundError:
            return 0, 0
        try:
            held, done = _plain(number, entry).st_size, 0
            while done < out.size and offset + done < held:
                count = os.preadv(number, [out[done:].data], offset + done)
                if count == 0:
                    break
                done += count
            return held, done
        finally:
            os.close(number)

    def held(self, entry: str) -> int:
        """How many bytes an entry has; 0 where there is none."""
        try:
            return os.stat(self._path(entry), follow_symlinks=False).st_size
        except FileNotFoundError:
            return 0

    def append(self, entry: str, offset: int, data: Bytes) -> None:
        """Makes an entry hold these bytes, as far as it does not hold them yet and others can make room."""
        with self._locked():
            held = self.held(entry)
            missing = offset + data.size - held
            if held < offset or missing <= 0:
                return  # Gone in the meantime, or another process was faster.
            if self._make_room(missing, entry):
                self._write(entry, held, data[data.size - missing :])

    def _write(self, entry: str, at: int, data: Bytes) -> None:
        number = os.open(self._path(entry), os.O_RDWR | os.O_CREAT | _OWN, 0o666)
        try:
            if _plain(number, entry).st_nlink > 1:
                os.unlink(self._path(entry))  # It is somebody's file under another name: not written through.
                return
            done = 0
            while done < data.size:
                done += os.pwrite(number, data[done:].data, at + done)
        finally:
            os.close(number)

    def touch(self, entry: str) -> None:
        """Marks an entry as used now. Where only its owner may, it goes earlier than it might."""
        with suppress(OSError):
            os.utime(self._path(entry), follow_symlinks=False)

    def delete(self, entry: str) -> None:
        with self._locked():
            self._remove(entry)

    def _remove(self, entry: str) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._path(entry))

    def _make_room(self, size: int, keep: str) -> bool:
        """Deletes other entries, those first that were used least recently, until so many bytes more fit. False, and nothing
        deleted, where they never would."""
        entries = self._entries()
        total = sum(length for _, _, length in entries)
        may_go = sorted((used, name, length) for used, name, length in entries if name != keep and name not in self._fixed)
        if total - sum(length for _, _, length in may_go) + size > self.limit:
            return False
        for _, name, length in may_go:
            if total + size <= self.limit:
                break
            self._remove(name)
            total -= length
        return True

    def _entries(self) -> list[tuple[int, str, int]]:
        """When each was used, its name and its length."""
        found = []
        with os.scandir(self.path) as files:
            for file in files:
                if _ENTRY.fullmatch(file.name) and file.is_file(follow_symlinks=False):
                    facts = file.stat(follow_symlinks=False)
                    found.append((facts.st_mtime_ns, file.name, facts.st_size))
        return found

    def _path(self, entry: str) -> str:
        return os.path.join(self.path, entry)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Nobody waits for ever: a process that was stopped while it had the lock costs others the cache, not their reads."""
        mine = _process_locks.setdefault(self.path, threading.Lock())
        if not mine.acquire(timeout=_LOCK_WAIT):
            raise self._locked_out()
        try:
            number = self._open_marker()
            try:
                self._lock(number)
                yield
            finally:
                os.close(number)
        finally:
            mine.release()

    def _open_marker(self) -> int:
        path = os.path.join(self.path, _MARKER)
        try:
            number = os.open(path, os.O_RDWR | _OWN)
        except FileNotFoundError:
            number = os.open(path, os.O_RDWR | os.O_CREAT | _OWN, 0o666)
        try:
            _plain(number, _MARKER)
        except BaseException:
            os.close(number)
            raise
        return number

    def _lock(self, number: int) -> None:
        end = time.monotonic() + _LOCK_WAIT
        while True:
            try:
                # As Java locks it; a lock of flock is another one.
                fcntl.lockf(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except OSError as error:
                if error.errno not in (errno.EACCES, errno.EAGAIN):
                    raise
            if time.monotonic() >= end:
                raise self._locked_out()
            time.sleep(_LOCK_POLL)

    def _locked_out(self) -> OSError:
        return OSError(errno.EAGAIN, "another process does not release the lock of the cache", self.path)


def _plain(number: int, name: str) -> os.stat_result:
    facts = os.fstat(number)
    if not stat.S_ISREG(facts.st_mode):
        raise OSError(errno.EINVAL, "something else than a file of the cache has this name", name)
    return facts
