"""What a vector is, and the list that the other modules add to."""
from __future__ import annotations

from dataclasses import dataclass, field

PREFIX, FULL, TFRECORD = "PREFIX", "FULL", "TFRECORD"
REFUSED = ("UNSUPPORTED", "IMAGE_UNSUPPORTED", "LIMIT_EXCEEDED")  # exit code 2
MOST_BYTES = 600_000


@dataclass(frozen=True)
class Call:
    """A call of pcr-probe, and the error that it must find; `io`: exit code 3."""

    words: tuple[str, ...] = ()
    error: str | None = None
    io: bool = False

    @property
    def exit(self) -> int:
        if self.io:
            return 3
        return 0 if self.error is None else 2 if self.error in REFUSED else 1


def whole(error: str | None = None) -> Call:
    return Call((), error)


def group(number: int, error: str | None = None) -> Call:
    return Call(("--group", str(number)), error)


def opening(error: str | None = None) -> Call:
    return Call(("--open",), error)


def decoding(error: str | None = None) -> Call:
    return Call(("--decode",), error)


def finding(key: str, error: str | None = None) -> Call:
    return Call(("--key", key), error)


@dataclass(frozen=True)
class Vector:
    file: str
    about: str
    data: bytes = field(repr=False)
    requirements: tuple[str, ...]
    calls: tuple[Call, ...]
    level: str


def level_of(file: str) -> str:
    if ".tfrecord" in file:
        return TFRECORD
    return PREFIX if file.endswith(".pcr") else FULL


class Catalogue:
    """All vectors by name, in the order in which they were added."""

    def __init__(self) -> None:
        self.vectors: dict[str, Vector] = {}

    def add(self, file: str, about: str, data: bytes, ids: str, calls: list[Call], level: str | None = None) -> None:
        assert file not in self.vectors, file
        assert len(data) <= MOST_BYTES, (file, len(data))
        rules = tuple(f"R-{one}" if not one[0] == "G" else one for one in ids.split())
        self.vectors[file] = Vector(file, about, bytes(data), rules, tuple(calls), level or level_of(file))

    def good(self, file: str, about: str, data: bytes, ids: str, *calls: Call, level: str | None = None) -> None:
        """An intact file. `calls`: what else is asked of it."""
        self.add("good-" + file, about, data, ids, [whole(), *calls], level)

    def bad(self, file: str, error: str, about: str, data: bytes, ids: str, *, level: str | None = None, family: str = "bad-") -> None:
        """A file with one defect. A reader of level PREFIX finds it, too, in a .pcr file whose `level` is not FULL."""
        name = family + file
        calls = [whole(error)]
        if (level or level_of(name)) == PREFIX:
            calls.append(group(0, error))
        self.add(name, about, data, ids, calls, level)

    def unsupported(self, file: str, error: str, about: str, data: bytes, ids: str, *, level: str | None = None) -> None:
        self.bad(file, error, about, data, ids, level=level, family="unsupported-")

    def data(self, file: str) -> bytes:
        return self.vectors[file].data
