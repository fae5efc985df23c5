"""TFRecord files (annex A of the format): their compression and their records."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

import numpy as np

from . import native
from .errors import ChecksumError, LimitError, MalformedError, TruncatedError
from .limits import Limits
from .manifest import GZIP, NONE, ZLIB, ZSTD
from .source import Bytes, LocalSource, Source

SUFFIXES: Final = {".tfrecord": NONE, ".tfrecord.gz": GZIP, ".tfrecord.zlib": ZLIB, ".tfrecord.zst": ZSTD}
NAMES: Final = {NONE: "NONE", GZIP: "GZIP", ZLIB: "ZLIB", ZSTD: "ZSTD"}
_CHUNK = 1 << 18
_LOCAL_CHUNK = 1 << 22
_BATCH = 1024
RECORD_HEAD: Final = 12
RECORD_END: Final = 4


def compression_of(name: str) -> int | None:
    """The one that a name ends in; None: the name is of no TFRecord file."""
    found = [value for suffix, value in SUFFIXES.items() if name.endswith(suffix)]
    return found[0] if found else None


def chunks(source: Source, compression: int) -> Iterator[bytes | Bytes]:
    """What the file decompresses to, piece by piece. R-TFRECORD-2."""
    if compression == NONE:
        if isinstance(source, LocalSource):
            yield from _pieces(source, _LOCAL_CHUNK)
        elif source.length:
            yield source.read(0, source.length)
    elif compression == ZSTD:
        yield from _zstd(source)
    else:
        yield from _zlib(source, many=compression == GZIP)


def _pieces(source: Source, size: int = _CHUNK) -> Iterator[Bytes]:
    for at in range(0, source.length, size):
        yield source.read(at, min(size, source.length - at))


def _zlib(source: Source, many: bool) -> Iterator[bytes]:
    stream = None
    ended = False
    for piece in _pieces(source):
        data = piece.tobytes()
        while data:
            if stream is None:
                if ended and not many:
                    raise MalformedError("TFRecord", "bytes behind the zlib stream", file=source.name)
                stream = zlib.decompressobj(31 if many else 15)
            try:
                out = stream.decompress(data, _CHUNK)
            except zlib.error as error:
                raise MalformedError("TFRecord", str(error), file=source.name) from error
            if out:
                yield out
            data = stream.unconsumed_tail
            if stream.eof:
                data = stream.unused_data
                stream, ended = None, True
    if stream is not None:
        while out := stream.decompress(stream.unconsumed_tail, _CHUNK):
            yield out
        if not stream.eof:
            raise TruncatedError("TFRecord", "an end inside a compressed stream", file=source.name)


def _zstd(source: Source) -> Iterator[bytes]:
    stream, between = native.ZstdStream(), True
    try:
        for piece in _pieces(source):
            at = 0
            while at < piece.size:
                taken, out, between = stream.run(piece[at:])
                at += taken
                if out:
                    yield out
                if not taken and not out:
                    break
        rest = np.empty(0, np.uint8)
        while not between:
            taken, out, between = stream.run(rest)
            if not out:
                break
            yield out
        if not between:
            raise TruncatedError("TFRecord", "an end inside a zstd frame", file=source.name)
    finally:
        stream.close()


def records(source: Source, compression: int, limits: Limits) -> Iterator[tuple[Bytes, bool]]:
    """The data of each record, and whether its checksum is right. Raises where no record behind can be found. R-TFRECORD-1."""
    waiting: list[Bytes] = []
    kept: Bytes = np.empty(0, np.uint8)
    needed, done = RECORD_HEAD, 0
    for chunk in chunks(source, compression):
        waiting.append(native.as_array(chunk))
        if kept.size + sum(piece.size for piece in waiting) < needed:
            continue
        kept = waiting[0] if not kept.size and len(waiting) == 1 else np.concatenate((kept, *waiting))
        waiting.clear()
        at = 0
        while True:
            found, after, status = native.find_records(kept, at, limits.slice_bytes, _BATCH)
            length = int.from_bytes(kept[at : at + 8].tobytes(), "little")
            if status == native.BAD_LENGTH:
                raise ChecksumError("TfRecord.length_crc", "wrong", file=source.name, offset=done + at)
            if status == native.LONG_RECORD and length > 2**63 - 1:
                raise MalformedError("TfRecord.data_length", f"{length}", file=source.name, offset=done + at)
            if status == native.LONG_RECORD:
                raise LimitError.above("TfRecord.data_length", length, limits.slice_bytes, "slice_bytes").within(source.name)
            if not len(found):
                break
            for record in found:
                start = int(record["offset"])
                yield kept[start : start + int(record["length"])], bool(record["intact"])
            at = after
        needed = length + RECORD_HEAD + RECORD_END if kept.size - at >= RECORD_HEAD else RECORD_HEAD
        kept, done = kept[at:], done + at
    if kept.size or waiting:
        raise TruncatedError("TfRecord", "an end inside a record", file=source.name, offset=done)
