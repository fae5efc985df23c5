"""The native library, by its C interface (native/include): one function here for each there, with Python's errors."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .errors import (
    ImageCorruptError,
    ImageUnsupportedError,
    LimitError,
    MalformedError,
    PcrError,
)

ABI_VERSION: Final = 2
OK, CORRUPT, UNSUPPORTED, OVER_LIMIT, BAD_ARGUMENT, OUT_OF_MEMORY, CONTRADICTION = 0, 1, 2, 3, 4, 6, 7
OF_OUTPUT: Final = 5
"""More bytes than there is room for."""

SLICE = np.dtype([("data", "<u8"), ("length", "<i8")])
VIEW = np.dtype([("x", "<f8"), ("y", "<f8"), ("width", "<f8"), ("height", "<f8"), ("out", "<u8"), ("flipped", "<i8")])
IMAGE = np.dtype(
    [
        ("slices", "<u8"),
        ("slice_count", "<i8"),
        ("views", "<u8"),
        ("view_count", "<i8"),
        ("encoding", "<i4"),
        ("width", "<i4"),
        ("height", "<i4"),
        ("midpoint", "<i4"),
    ]
)
ERROR = np.dtype(
    [
        ("code", "<i4"),
        ("quantity", "<i4"),
        ("offset", "<i8"),
        ("needed", "<i8"),
        ("limit", "<i8"),
        ("field", "S32"),
        ("message", "S256"),
    ]
)
RECORD = np.dtype([("offset", "<i8"), ("length", "<i8"), ("intact", "<i8")])

Buffer = bytes | bytearray | memoryview | npt.NDArray[np.uint8]


class _Shape(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int32) for name in ("width", "height", "channels", "planar", "antialias", "exact_scale")),
        ("row_stride", ctypes.c_int64),
        ("plane_stride", ctypes.c_int64),
    )


class _Limits(ctypes.Structure):
    _fields_ = (
        ("max_pixels", ctypes.c_int64),
        ("max_stored_scans", ctypes.c_int32),
        ("max_input_scans", ctypes.c_int32),
    )


class ZstdFacts(ctypes.Structure):
    """pcr_zstd_facts."""

    length: int
    content: int
    window: int
    bound: int
    reserved_bit: int
    has_dictionary_id: int
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("length", "content", "window", "bound")),
        ("reserved_bit", ctypes.c_int32),
        ("has_dictionary_id", ctypes.c_int32),
    )


def _load() -> ctypes.CDLL:
    path = os.environ.get("PCRECORDS_LIBRARY") or str(Path(__file__).with_name("libpcr.so"))
    library = ctypes.CDLL(path)
    i32, i64, u32, ptr = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint32, ctypes.c_void_p
    for name, result, arguments in (
        ("pcr_abi_version", i32, ()),
        ("pcr_pool_open", ptr, (i32, i32, ptr)),
        ("pcr_pool_close", None, (ptr,)),
        ("pcr_render", i64, (ptr, ptr, ptr, ptr, i64, ptr)),
        ("pcr_rebuild", i64, (ptr, ptr, i64, ptr, i64, ptr, i64, ptr)),
        ("pcr_crc32c", u32, (u32, ptr, i64)),
        ("pcr_check_slices", i64, (ptr, ptr, i64, ptr)),
        ("pcr_zstd_look", i32, (ptr, i64, ptr)),
        ("pcr_zstd_decode", i32, (ptr, i64, ptr, i64, ptr, i64, ptr)),
        ("pcr_zstd_open", ptr, ()),
        ("pcr_zstd_close", None, (ptr,)),
        ("pcr_zstd_run", i32, (ptr, ptr, i64, ptr, i64, ptr, ptr)),
        ("pcr_random_crops", None, (ptr, i64, ptr, ptr, ptr, ptr, i64, i64, ptr)),
        ("pcr_records", i64, (ptr, i64, i64, i64, ptr, i64, ptr)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    version: int = library.pcr_abi_version()
    if version != ABI_VERSION:
        raise ImportError(f"{path} has ABI version {version}, this package needs {ABI_VERSION}")
    return library


_library = _load()


def as_array(data: Buffer) -> npt.NDArray[np.uint8]:
    """The bytes as an array, without a copy; whoever uses its address keeps the array."""
    return data if isinstance(data, np.ndarray) else np.frombuffer(data, np.uint8)


def crc32c(data: Buffer, before: int = 0) -> int:
    array = as_array(data)
    result: int = _library.pcr_crc32c(before, array.ctypes.data, array.size)
    return result


def check_slices(slices: npt.NDArray[np.void], crcs: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Which of the slices (of dtype SLICE) have the stated CRC-32C."""
    intact = np.empty(len(slices), np.uint8)
    crcs = np.ascontiguousarray(crcs, np.uint32)
    _library.pcr_check_slices(slices.ctypes.data, crcs.ctypes.data, len(slices), intact.ctypes.data)
    return intact.view(np.bool_)


def slices_of(pieces: Sequence[npt.NDArray[np.uint8]]) -> npt.NDArray[np.void]:
    """Their addresses; the caller keeps them alive."""
    slices = np.empty(len(pieces), SLICE)
    slices["data"] = [piece.ctypes.data for piece in pieces]
    slices["length"] = [piece.size for piece in pieces]
    return slices


def rebuild(
    slices: Sequence[npt.NDArray[np.uint8]],
    literals: Sequence[npt.NDArray[np.uint8]],
    room: int,
    *,
    max_pixels: int,
    max_scans: int,
) -> npt.NDArray[np.uint8]:
    """The original of a sample whose restore recipe has these literals: at most `room` bytes, else LimitError of OF_OUTPUT."""
    out, error = np.empty(max(1, room), np.uint8), np.zeros(1, ERROR)
    limits, sample, recipe = _Limits(max_pixels, max_scans, max_scans), slices_of(slices), slices_of(literals)
    length: int = _library.pcr_rebuild(
        ctypes.byref(limits),
        sample.ctypes.data,
        len(sample),
        recipe.ctypes.data,
        len(recipe),
        out.ctypes.data,
        out.size,
        error.ctypes.data,
    )
    if length >= 0:
        return out[:length]
    if error[0]["code"] == BAD_ARGUMENT:
        raise ImageCorruptError("RestoreRecipe", _text(error[0]))
    raise image_error(error[0])


def zstd_look(data: Buffer) -> ZstdFacts | None:
    """What the frame at the start of the data says of itself; None where there is no complete frame."""
    array, facts = as_array(data), ZstdFacts()
    found = _library.pcr_zstd_look(array.ctypes.data, array.size, ctypes.byref(facts))
    return facts if found == OK else None


def zstd_decode(data: Buffer, content: int, dictionary: Buffer = b"") -> npt.NDArray[np.uint8]:
    """Raises MalformedError where the frame is not whole and of this content."""
    array, base = as_array(data), as_array(dictionary)
    out, error = np.empty(content, np.uint8), np.zeros(1, ERROR)
    code = _library.pcr_zstd_decode(
        array.ctypes.data, array.size, base.ctypes.data, base.size, out.ctypes.data, out.size, error.ctypes.data
    )
    if code == OUT_OF_MEMORY:
        raise MemoryError(_text(error[0]))
    if code != OK:
        raise MalformedError("zstd", _text(error[0]))
    return out


class ZstdStream:
    """Frames one after the other. Close it; one thread at a time."""

    def __init__(self) -> None:
        self._stream = _library.pcr_zstd_open()
        if not self._stream:
            raise MemoryError("no memory for a zstd decoder")
        self._out = np.empty(1 << 17, np.uint8)

    def run(self, data: npt.NDArray[np.uint8]) -> tuple[int, bytes, bool]:
        """Bytes taken, bytes given, and whether a frame has just ended."""
        progress, error = np.zeros(3, np.int64), np.zeros(1, ERROR)
        code = _library.pcr_zstd_run(
            self._stream,
            data.ctypes.data,
            data.size,
            self._out.ctypes.data,
            self._out.size,
            progress.ctypes.data,
            error.ctypes.data,
        )
        if code == OVER_LIMIT:
            raise LimitError("zstd.window", _text(error[0]))
        if code == OUT_OF_MEMORY:
            raise MemoryError(_text(error[0]))
        if code != OK:
            raise MalformedError("zstd", _text(error[0]))
        return int(progress[0]), self._out[: progress[1]].tobytes(), bool(progress[2])

    def close(self) -> None:
        _library.pcr_zstd_close(self._stream)
        self._stream = None


def random_crops(
    rule: tuple[int, int, int, int],
    seed: int,
    epochs: npt.NDArray[np.int64],
    numbers: npt.NDArray[np.int64],
    widths: npt.NDArray[np.int64],
    heights: npt.NDArray[np.int64],
    views: int,
) -> npt.NDArray[np.int64]:
    """Left, top, width, height, flipped of each view of each image. Sides are from 1."""
    count = len(numbers)
    crops, limits = np.empty((count * views, 5), np.int64), np.array(rule, np.int64)
    given = [np.ascontiguousarray(array, np.int64) for array in (epochs, numbers, widths, heights)]
    signed = seed - 2**64 if seed >= 2**63 else seed
    _library.pcr_random_crops(
        limits.ctypes.data, signed, *(array.ctypes.data for array in given), count, views, crops.ctypes.data
    )
    return crops


BAD_LENGTH, LONG_RECORD = -1, -2


def find_records(data: Buffer, start: int, max_length: int, count: int) -> tuple[npt.NDArray[np.void], int, int]:
    """Complete records (dtype RECORD), where the next begins, and 0, BAD_LENGTH or LONG_RECORD."""
    array, found, after = as_array(data), np.empty(count, RECORD), np.zeros(1, np.int64)
    result: int = _library.pcr_records(
        array.ctypes.data, array.size, start, max_length, found.ctypes.data, count, after.ctypes.data
    )
    return found[: max(result, 0)], int(after[0]), min(result, 0)


class Pool:
    """Threads that render. Close it. One job at a time, from any thread."""

    def __init__(self, threads: int) -> None:
        error = np.zeros(1, ERROR)
        self._process = os.getpid()
        self._pool: int | None = None
        self._pool = _library.pcr_pool_open(ABI_VERSION, threads, error.ctypes.data)
        if not self._pool:
            raise MemoryError(_text(error[0]))

    def render(
        self,
        images: npt.NDArray[np.void],
        *,
        width: int,
        height: int,
        channels: int,
        planar: bool = False,
        antialias: bool = True,
        exact_scale: bool = False,
        max_pixels: int,
        max_stored_scans: int,
        max_input_scans: int,
    ) -> npt.NDArray[np.void]:
        """Renders all images (dtype IMAGE, whose addresses the caller keeps alive). Returns an ERROR for each."""
        shape = _Shape(width, height, channels, planar, antialias, exact_scale, 0, 0)
        limits = _Limits(max_pixels, max_stored_scans, max_input_scans)
        errors = np.zeros(max(1, len(images)), ERROR)
        failed = _library.pcr_render(
            self._pool,
            ctypes.byref(limits),
            ctypes.byref(shape),
            images.ctypes.data,
            len(images),
            errors.ctypes.data,
        )
        if failed < 0:
            raise ValueError(_text(errors[0]))
        return errors[: len(images)]

    def close(self) -> None:
        _library.pcr_pool_close(self._pool)
        self._pool = None

    def __del__(self) -> None:
        # A child of a fork has no threads of its parent's pools.
        if self._pool is not None and self._process == os.getpid():
            self.close()


def _text(error: Any) -> str:
    field, message = error["field"].decode("utf-8", "replace"), error["message"].decode("utf-8", "replace")
    return f"{field}: {message}"


def image_error(error: Any) -> PcrError | MemoryError:
    """What an element of dtype ERROR says, which is not OK."""
    field, message, code = error["field"].decode(), error["message"].decode("utf-8", "replace"), int(error["code"])
    if code == OUT_OF_MEMORY:
        return MemoryError(f"{field}: {message}")
    if code == OVER_LIMIT:
        limit = LimitError(field, message)
        limit.needed, limit.limit, limit.quantity = int(error["needed"]), int(error["limit"]), int(error["quantity"])
        return limit
    kind = ImageUnsupportedError if code == UNSUPPORTED else ImageCorruptError
    return kind(field, message, offset=int(error["offset"]) or None)
