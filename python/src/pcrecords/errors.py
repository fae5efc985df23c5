"""What can go wrong. The classes follow what a caller can do about it; `code` is the name that the specification gives."""

from __future__ import annotations


class PcrError(Exception):
    """Any failure of this package that is about a dataset. Says where: file, field, offset, key and group, as far as known."""

    code = "ERROR"

    def __init__(
        self,
        field: str,
        words: str,
        *,
        file: str | None = None,
        offset: int | None = None,
        key: str | None = None,
        group: int | None = None,
    ) -> None:
        super().__init__(field, words)
        self.field = field
        self.words = words
        self.file = file
        self.offset = offset
        self.key = key
        self.group = group

    def __str__(self) -> str:
        place = [
            f"{name} {value!r}" if name == "key" else f"{name} {value}"
            for name, value in (("in", self.file), ("key", self.key), ("group", self.group), ("at", self.offset))
            if value is not None
        ]
        return f"{self.code}: {self.field}: {self.words}" + (f" ({', '.join(place)})" if place else "")

    def within(self, file: str | None = None, *, key: str | None = None, group: int | None = None) -> PcrError:
        """Adds what was not known where the error was found."""
        self.file = self.file or file
        self.key = self.key or key
        self.group = self.group or group
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.field, self.words, self.file, self.offset, self.key, self.group)


def _again(
    kind: type[PcrError],
    field: str,
    words: str,
    file: str | None,
    offset: int | None,
    key: str | None,
    group: int | None,
) -> PcrError:
    return kind(field, words, file=file, offset=offset, key=key, group=group)


class CorruptError(PcrError):
    """The bytes are not what they should be: another copy of the file may help."""


class NotPcrError(CorruptError):
    """The file is of another kind."""

    code = "NOT_PCR"


class TruncatedError(CorruptError):
    """The bytes end too early."""

    code = "TRUNCATED"


class ChecksumError(CorruptError):
    """Bytes and their checksum differ."""

    code = "CHECKSUM_MISMATCH"


class MalformedError(CorruptError):
    """Checksums hold, and a rule of the format is broken: the software that wrote the file is at fault."""

    code = "MALFORMED"


class NotAsListedError(CorruptError):
    """A file is not the one that the manifest lists."""

    code = "NOT_AS_LISTED"


class RestoreMismatchError(CorruptError):
    """What was rebuilt is not the original."""

    code = "RESTORE_MISMATCH"


class ImageCorruptError(CorruptError):
    """An image is not what its encoding demands."""

    code = "IMAGE_CORRUPT"


class UnsupportedError(PcrError):
    """Another version of the format, or something that this reader does not do."""

    code = "UNSUPPORTED"


class ImageUnsupportedError(UnsupportedError):
    """The decoder does not know this kind of image."""

    code = "IMAGE_UNSUPPORTED"


class LimitError(PcrError):
    """More than the reader was told to allow; `needed` and `limit` say how much."""

    code = "LIMIT_EXCEEDED"
    needed: int | None = None
    limit: int | None = None
    quantity: int | None = None
    """Of what, where the native library says it."""

    @classmethod
    def above(cls, field: str, needed: int, limit: int, name: str) -> LimitError:
        error = cls(field, f"{needed} is more than the limit {name} of {limit}")
        error.needed, error.limit = needed, limit
        return error


class ChangedError(PcrError):
    """A file was replaced while it was read: open the dataset again."""

    code = "CHANGED"


class StateError(PcrError, ValueError):
    """A state does not fit the loader that it was given to."""

    code = "STATE"


class StoreError(PcrError, OSError):
    """A server or store that fails."""

    may_be_retried = False

    code = "STORE"


class ConversionError(PcrError):
    """A dataset was not made; the message is that of the command."""

    code = "CONVERSION"
