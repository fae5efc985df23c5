"""Making datasets: the work of the command `pcr convert`, called from Python."""

from __future__ import annotations

import math
import numbers
import operator
import os
import re
import tarfile
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from types import TracebackType
from typing import IO, Any, Final

from .errors import ConversionError
from .java import Running, option_words

_BLOCK: Final = 512
_INT64: Final = 1 << 63
# Strings of these names are files of their own beside an image, as `pcr extract --to=tar` has them.
_TEXT_FILES: Final = {"txt", "text", "caption"}
_EXTENSION: Final = re.compile(r"[^\x00-\x1f/]+")


def convert(src: str | os.PathLike[str], out: str | os.PathLike[str], **options: Any) -> dict[str, Any]:
    """Converts images to a dataset in the new or empty folder `out`, as `pcr convert SRC OUT` does: to the same bytes.

    `src` is a folder of images, tars, TFRecords, or anything else that the command takes. Options are those of the command
    (`python -m pcrecords convert --help`): `convert(src, out, shard_size="64MiB", for_=224, labels="labels.csv")`. Needs the
    extra `convert`, and no other Java.

    Returns what `--json` prints. What fails is a ConversionError with the command's message; inputs that were left out are a
    warning, and are listed in `out/rejects.jsonl`. If it is interrupted, the same call goes on where it stopped.
    """
    return Running("convert", os.path.abspath(src), os.path.abspath(out), *option_words(options)).result()


@dataclass(frozen=True)
class _Kind:
    """Of a column's values. of: None where nothing but empty lists was seen"""

    of: type | None
    is_list: bool = False

    def __str__(self) -> str:
        name = "nothing" if self.of is None else self.of.__name__
        return f"a list of {name}" if self.is_list else name


_BYTES, _TEXT, _EMPTY = _Kind(bytes), _Kind(str), _Kind(None, True)


def _taken(name: str, value: Any, known: _Kind | None) -> tuple[_Kind, Any]:
    """The kind of a column's value, and the value as Python has it. Whole numbers are floats where the column has floats."""
    if isinstance(value, bytes | bytearray | memoryview):
        return _BYTES, bytes(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    may_be_float = known is not None and known.of is float
    if not isinstance(value, list | tuple):
        kind, value = _scalar(name, value, may_be_float)
        return _Kind(kind), value
    found = [_scalar(name, element, may_be_float) for element in value]
    kinds = {kind for kind, _ in found}
    if kinds == {int, float}:
        found, kinds = [_scalar(name, element, True) for element in value], {float}
    if len(kinds) > 1:
        raise TypeError(f"column {name!r}: a list of {' and '.join(sorted(kind.__name__ for kind in kinds))}")
    return _Kind(kinds.pop(), True) if kinds else _EMPTY, [element for _, element in found]


def _scalar(name: str, value: Any, may_be_float: bool) -> tuple[type, Any]:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str):
        return str, value
    if isinstance(value, bool):
        return bool, value
    if isinstance(value, numbers.Integral):
        whole = _int64(name, int(value))
        if not may_be_float:
            return int, whole
        if int(float(whole)) != whole:
            raise ValueError(f"column {name!r}: {whole} is no float, and the column has floats")
        return float, float(whole)
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"column {name!r}: {value} is no value that is stored; None is no value")
        return float, float(value)
    raise TypeError(
        f"column {name!r}: a {type(value).__name__} is not str, bool, int, float or bytes, or a list of the first four"
    )


class Writer:
    """Makes a dataset of images that a program has in memory.

    >>> with pcr.Writer("/data/out", class_names=["cat", "dog"]) as writer:
    ...     writer.write("tom", jpeg, label=0, caption="a cat", score=0.5, mask=png)

    The samples go as a tar into `pcr convert - OUT`, which publishes the dataset at the end of the block, and nothing when the
    block ends with an exception or the process is killed. Until then they wait in a file in `out`. Options are those of the
    command. Needs the extra `convert`. For one thread.
    """

    def __init__(self, out: str | os.PathLike[str], *, class_names: list[str] | None = None, **options: Any) -> None:
        self.summary: dict[str, Any] | None = None
        self._kinds: dict[str, _Kind] = {}
        self._last: str | None = None
        self._running: Running | None = Running("convert", "-", os.path.abspath(out), *option_words(options), reads=True)
        if class_names is not None:
            self._add("__classes__", _json({str(i): name for i, name in enumerate(class_names)}))

    def write(self, key: str, image: bytes, label: int | None = None, **columns: Any) -> None:
        """Adds a sample.

        `image` is the file's bytes: JPEG, PNG, WebP, or another format that the command takes. A column's values are str, bool,
        int, float or bytes in all samples, or lists of one of the first four; None is no value. Arrays of one dimension are
        lists. Floats are stored with 64 bits. A column that has empty lists alone is kept as text, in the column `json`.
        """
        if self._running is None:
            raise ValueError("the writer is closed")
        name = _member_name(key)
        if name == self._last:
            raise ValueError(f"the key {key!r} was written already")
        members: dict[str, Any] = {} if name == key else {"__key__": key}
        files = {"jpg": bytes(image)}
        if label is not None:
            files["cls"] = str(_int64("label", label)).encode()
        values: dict[str, Any] = {}
        for column, value in columns.items():
            if value is not None:
                self._put(column, value, values, files)
        members |= dict(sorted(values.items(), key=lambda item: item[0].encode("utf-16-be")))
        if members:
            files["json"] = _json(members)
        self._last = name
        try:
            for extension, content in files.items():
                self._add(f"{name}.{extension}", content)
        except BaseException:
            self.abort()  # Half a sample may have gone.
            raise

    def _put(self, name: str, value: Any, members: dict[str, Any], files: dict[str, bytes]) -> None:
        kind, value = _taken(name, value, self._kinds.get(name))
        if kind.of is bytes and (not _EXTENSION.fullmatch(name) or name != name.lower() or name in _TEXT_FILES | {"jpg"}):
            raise ValueError(f"the name {name!r} cannot be that of a column of bytes")
        if name in {"", "__key__", "json", "cls"}:
            raise ValueError(f"the name {name!r} cannot be that of a column")
        known = self._kinds.setdefault(name, kind)
        if known == _EMPTY and kind.is_list:
            self._kinds[name] = kind
        elif known != kind and not (known.is_list and kind == _EMPTY):
            raise TypeError(f"column {name!r}: {kind}, where earlier samples have {known}")
        if kind == _BYTES:
            files[name] = value
        elif kind == _TEXT and name in _TEXT_FILES:
            files[name] = value.encode()
        else:
            members[name] = value

    def _add(self, name: str, content: bytes) -> None:
        header = tarfile.TarInfo(name)
        header.size = len(content)
        self._send(header.tobuf(tarfile.PAX_FORMAT, "utf-8", "strict"), content, bytes(-len(content) % _BLOCK))

    def _send(self, *blocks: bytes) -> None:
        try:
            for block in blocks:
                self._pipe.write(block)
        except BrokenPipeError:
            self._finish()  # Raises what the command says.
            raise

    @property
    def _pipe(self) -> IO[bytes]:
        assert self._running is not None
        assert self._running.process.stdin is not None
        return self._running.process.stdin

    def close(self) -> None:
        """Publishes the dataset, and waits for it; `summary` is then what the command's `--json` prints."""
        if self._running is not None:
            self._send(bytes(2 * _BLOCK))
            self._finish()

    def abort(self) -> None:
        """Ends without a dataset: the command sees a tar that has no end."""
        if self._running is not None:
            with suppress(ConversionError):  # As it should be.
                self._finish()

    def _finish(self) -> None:
        running, pipe = self._running, self._pipe
        self._running = None
        assert running is not None
        try:
            pipe.close()
        except BrokenPipeError:
            pass  # The command has ended, and says why.
        except BaseException:
            running.stop()
            raise
        self.summary = running.result()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()


def _member_name(key: str) -> str:
    """What the names of a sample's files begin with: the key, without dots and percent signs in its last part."""
    parts = key.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in key:
        raise ValueError(f"the key {key!r} is no relative path, so that no file could be named by it")
    parts[-1] = parts[-1].replace("%", "%25").replace(".", "%2E")
    return "/".join(parts)


def _int64(name: str, value: int) -> int:
    number = operator.index(value)
    if not -_INT64 <= number < _INT64:
        raise ValueError(f"{name}: {number} has more than 64 bits")
    return number


def _json(members: dict[str, Any]) -> bytes:
    """An object's text as the command writes it, byte for byte: else it would be kept as a column, too."""
    return ("{" + ",".join(f"{_quoted(name)}:{_value(value)}" for name, value in members.items()) + "}").encode()


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return f"[{','.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _java_double(value) if isinstance(value, float) else str(value)


_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quoted(text: str) -> str:
    text.encode()  # Half a surrogate pair is no text.

    def escaped(found: re.Match[str]) -> str:
        units = found[0].encode("utf-16-be")
        return _SHORT.get(found[0]) or "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))

    return '"' + re.sub(r'["\\]|[^ -~]', escaped, text) + '"'


def _java_double(value: float) -> str:
    """As Double.toString has it: scientific below 0.001 and from 10 million on, and with the nearest of all numbers of two digits
    where one digit would do."""
    sign = "-" if math.copysign(1, value) < 0 else ""
    if value == 0:
        return f"{sign}0.0"
    text = repr(abs(value))
    if len(Decimal(text).normalize().as_tuple().digits) == 1 and float(f"{abs(value):.1e}") == abs(value):
        text = f"{abs(value):.1e}"
    shortest = Decimal(text).normalize().as_tuple()
    digits = "".join(map(str, shortest.digits))
    exponent = len(digits) - 1 + int(shortest.exponent)
    if -3 <= exponent < 7:
        padded = "0" * max(0, -exponent) + digits if exponent < 0 else digits.ljust(exponent + 1, "0")
        point = max(0, exponent) + 1
        return f"{sign}{padded[:point]}.{padded[point:] or '0'}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"
