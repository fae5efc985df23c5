"""One PCR or Liquid shard (sections 4 to 9 and 11 of the format)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from . import imagefile, native
from .columns import INLINE, ColumnType, Value
from .errors import ChecksumError, MalformedError, NotPcrError, PcrError, TruncatedError, UnsupportedError
from .head import (
    MAX_COPY,
    RESTORE,
    TRAILER_LENGTH,
    Head,
    Region,
    parse,
    read_piece,
    read_trailer,
)
from .limits import DEFAULT_LIMITS, Limits
from .metadata import OPAQUE, PROGRESSIVE_JPEG, Metadata
from .source import Bytes, Source, mended

if TYPE_CHECKING:
    from .restore import RestoreRegion

END_OF_IMAGE = b"\xff\xd9"
_DAMAGE = (NotPcrError, TruncatedError, ChecksumError)


class Shard:
    """Any thread may read. The source is the caller's to close.

    whole: the source's end is the file's end, so that a copy of a damaged front can be looked for
    copy_at: where the copy begins, if the manifest says so
    check_head: called with the head before anything else is read
    """

    def __init__(
        self,
        source: Source,
        *,
        whole: bool = True,
        copy_at: int | None = None,
        check_head: Callable[[Head], None] | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.source = source
        self.limits = limits
        self.front_error: PcrError | None = None
        self._may_copy = whole or copy_at is not None
        self._copy_at = copy_at
        try:
            piece = self._head_piece()
            self.head: Head = parse(piece)
            self._head_piece_bytes = piece
            if check_head is not None:
                check_head(self.head)
            self.metadata = Metadata(self._metadata_piece(), self.head, limits)
        except PcrError as error:
            raise error.within(source.name)

    @property
    def name(self) -> str:
        return self.source.name

    def __len__(self) -> int:
        return self.head.sample_count

    @property
    def group_count(self) -> int:
        return self.head.group_count

    def prefix_length(self, group: int) -> int:
        return self.head.prefix_length(group)

    def group_to_read(self, group: int | None, at_most: bool) -> int:
        """What is read where a group is asked for; None: full fidelity. R-LIQUID-5: no other one is given in its place.

        at_most: where there are fewer groups, all of them are read
        """
        if group is None or (at_most and group > self.group_count):
            return self.group_count
        if group > self.group_count:
            raise UnsupportedError("fidelity", f"the shard has {self.group_count}", file=self.name, group=group)
        return group

    # What is known of each sample

    def key(self, i: int) -> str:
        return self.metadata.keys[i]

    def keys(self) -> list[str]:
        return self.metadata.keys

    def label(self, i: int) -> int | None:
        return int(self.metadata.labels[i]) if self.metadata.labelled[i] else None

    def size(self, i: int) -> tuple[int, int]:
        return int(self.metadata.widths[i]), int(self.metadata.heights[i])

    def orientation(self, i: int) -> int:
        return int(self.metadata.source_flags[i]) >> 8 & 15

    # The front, or its copy

    def _head_piece(self) -> bytes:
        try:
            return read_piece(self.source)
        except _DAMAGE as error:
            front = error
        if not self._may_copy:
            raise front
        try:
            piece = read_piece(self.source, self._copy_start())
        except _DAMAGE:
            raise front from None
        self.front_error = front.within(self.source.name)
        return piece

    def _copy_start(self) -> int:
        """Where the manifest or the trailer says."""
        if self._copy_at is not None:
            return self._copy_at
        length = self.source.length
        if length < TRAILER_LENGTH:
            raise TruncatedError("Trailer", f"{length} bytes")
        trailer = read_trailer(self.source, length - TRAILER_LENGTH)
        start = length - TRAILER_LENGTH - trailer.copy_length
        if trailer.total_length != length or trailer.copy_length > MAX_COPY or start < 0:
            raise ChecksumError("Trailer.total_length", f"{trailer.total_length}, the file has {length}")
        return start

    def _metadata_piece(self) -> Bytes:
        try:
            return self._read_metadata(0)
        except _DAMAGE as error:
            front = error
        if not self._may_copy:
            raise front
        try:
            piece = self._read_metadata(self.head.total_length - TRAILER_LENGTH - self.head.prefix_length(0))
        except _DAMAGE:
            raise (self.front_error or front) from None
        self.front_error = self.front_error or front.within(self.source.name)
        return piece

    def _read_metadata(self, base: int) -> Bytes:
        region = self.head.metadata
        return self._checked("METADATA.region_crc32c", base + region.offset, region.length, region.crc32c)

    def _checked(self, name: str, offset: int, length: int, stored: int) -> Bytes:
        """Bytes that are compared with their CRC-32C."""
        data = self.source.read(offset, length)
        computed = native.crc32c(data)
        if stored != computed and mended(self.source, offset, length):
            data = self.source.read(offset, length)
            computed = native.crc32c(data)
        if stored != computed:
            raise ChecksumError(name, f"stored {stored:#010x}, computed {computed:#010x}", offset=offset)
        return data

    # Samples

    def slice(self, group: int, i: int) -> Bytes:
        """Checked by its CRC-32C."""
        meta = self.metadata
        offset, length = int(meta.offsets[group - 1, i]), int(meta.lengths[group - 1, i])
        try:
            self.limits.check("slice_bytes", "ShardMetadata.slice_lengths", length)
            return self._checked("slice", offset, length, int(meta.crc32c[group - 1, i]))
        except PcrError as error:
            raise error.within(self.name, key=meta.keys[i], group=group)

    def slices(self, i: int, group: int) -> list[Bytes]:
        """All that a sample has at a fidelity, without the end of the image."""
        if self.metadata.encodings[i] != PROGRESSIVE_JPEG:
            return [self.slice(1, i)]
        return [self.slice(g, i) for g in range(1, group + 1)]

    def file(self, i: int, group: int) -> bytes:
        """The sample as a file, at a fidelity from 1."""
        data = b"".join(piece.tobytes() for piece in self.slices(i, group))
        return data + END_OF_IMAGE if self.metadata.encodings[i] == PROGRESSIVE_JPEG else data

    def files(self, i: int, group: int) -> Iterator[bytes]:
        """The file at fidelity 1, 2, ... group."""
        jpeg = self.metadata.encodings[i] == PROGRESSIVE_JPEG
        data = b""
        for g in range(1, group + 1):
            if jpeg or g == 1:
                data += self.slice(g, i).tobytes()
            yield data + END_OF_IMAGE if jpeg else data

    def image(self, i: int, group: int) -> tuple[list[Bytes], int, int, int]:
        """What a decoder needs: the pieces of the file, its encoding, width and height."""
        meta = self.metadata
        kind, width, height = int(meta.encodings[i]), int(meta.widths[i]), int(meta.heights[i])
        pieces = self.slices(i, group)
        if kind == OPAQUE or width == 0 or height == 0:
            data = pieces[0].tobytes()
            try:
                kind = imagefile.kind_of(data) if kind == OPAQUE else kind
                width, height = imagefile.size_of(data, kind)
            except PcrError as error:
                raise error.within(self.name, key=meta.keys[i])
        return pieces, kind, width, height

    # Columns

    def value_of(self, column: ColumnType, i: int) -> Value:
        """None where the shard does not have the column."""
        found = self.metadata.column(column.name)
        return None if found is None else self.value(found.index, i)

    def value(self, index: int, i: int) -> Value:
        column = self.metadata.columns[index]
        if column.placement == INLINE or not column.has(i):
            return column.inline(i) if column.placement == INLINE else None
        offset, length = self.metadata.column_offsets[index] + int(column.starts[i]), int(column.lengths[i])
        name = f"column {column.type.name}"
        try:
            self.limits.check("slice_bytes", name, length)
            return column.type.decode(self._checked(name, offset, length, int(column.crc32c[i])))
        except PcrError as error:
            raise error.within(self.name, key=self.metadata.keys[i])

    # The end

    @property
    def restore_region(self) -> Region | None:
        regions = self.head.of_kind(RESTORE)
        return regions[0] if regions else None

    @functools.cached_property
    def restore(self) -> RestoreRegion | None:
        """What is kept of the originals. Read when it is first asked for."""
        from .restore import RestoreRegion

        return RestoreRegion(self) if self.restore_region else None

    def check_end(self) -> None:
        """R-TRAILER-1."""
        head, length = self.head, self.source.length
        if length < head.total_length:
            raise TruncatedError("ShardHead.total_length", f"{head.total_length} bytes, {length} there", file=self.name)
        if length > head.total_length:
            raise MalformedError("ShardHead.total_length", f"{head.total_length} bytes, {length} there", file=self.name)
        try:
            trailer = read_trailer(self.source, length - TRAILER_LENGTH)
            prefix = head.prefix_length(0)
            if trailer.total_length != head.total_length or trailer.copy_length != prefix:
                raise MalformedError("Trailer", f"{trailer}")
            start = length - TRAILER_LENGTH - prefix
            if self.front_error is None and not np.array_equal(self.source.read(0, prefix), self.source.read(start, prefix)):
                raise ChecksumError("copy", "differs from the front", offset=start)
        except PcrError as error:
            raise error.within(self.name)
