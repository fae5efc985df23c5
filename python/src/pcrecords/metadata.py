"""The metadata of a shard (section 4.2 of the format): everything about its samples but their bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

import numpy as np
import numpy.typing as npt

from . import flatbuffer, schemas, zstd
from .columns import EARLY, LATE, Column, presence, require
from .errors import MalformedError
from .head import FORMAT, LIQUID, PCR, SCAN_GROUP, Head
from .limits import Limits
from .source import Bytes

OPAQUE, PROGRESSIVE_JPEG = 2, 1
JPEG, PNG, WEBP, BMP, RAW = 16, 17, 18, 19, 20
MAX_INT: Final = 2**31 - 1
_AT = re.compile(r"resize:([1-9][0-9]{0,4}),crop:([1-9][0-9]{0,4})")


@dataclass(frozen=True)
class Targets:
    """What the groups were chosen to show (section 8)."""

    metric: int
    way: int
    reconstruction: int
    at: str
    values: tuple[int, ...]


def check_at(at: str) -> None:
    if not at:
        return
    match = _AT.fullmatch(at)
    if match is None or not int(match[2]) <= int(match[1]) <= 65535:
        raise MalformedError("GroupTargets.at", repr(at))


def targets_of(table: SimpleNamespace | None, group_count: int) -> Targets | None:
    """R-TARGET-1 and 2."""
    if table is None:
        return None
    require(
        table.metric == 1 and table.way in (1, 2) and table.reconstruction in (0, 1),
        "GroupTargets.metric",
        "unknown id",
    )
    check_at(table.at)
    values = tuple(int(v) for v in table.values)
    require(len(values) == group_count - 1, "GroupTargets.values", f"{len(values)} for {group_count} groups")
    require(all(1 <= v <= 999_999 for v in values), "GroupTargets.values", values)
    require(all(a < b for a, b in zip(values, values[1:], strict=False)), "GroupTargets.values", values)
    return Targets(table.metric, table.way, table.reconstruction, table.at, values)


class Metadata:
    """One element for each sample, in their order; arrays are read-only."""

    def __init__(self, frame: Bytes, head: Head, limits: Limits) -> None:
        content = zstd.decode(frame, limits, "metadata_bytes", "METADATA")
        table = flatbuffer.read(content, b"PCRM", schemas.METADATA)
        self.count = n = head.sample_count
        groups = head.group_count
        for name in (
            "key_lengths",
            "widths",
            "heights",
            "color_classes",
            "encodings",
            "source_flags",
            "source_lengths",
        ):
            require(getattr(table, name).size == n, f"ShardMetadata.{name}", getattr(table, name).size)
        require(table.labels.size in (0, n), "ShardMetadata.labels", table.labels.size)
        for name in ("slice_lengths", "slice_crc32c"):
            require(getattr(table, name).size == n * groups, f"ShardMetadata.{name}", getattr(table, name).size)
        self.keys = _keys(table)
        self.widths: npt.NDArray[np.uint32] = table.widths
        self.heights: npt.NDArray[np.uint32] = table.heights
        self.encodings: npt.NDArray[np.uint8] = table.encodings
        self.color_classes: npt.NDArray[np.uint8] = table.color_classes
        self.source_flags: npt.NDArray[np.uint32] = table.source_flags
        self.source_lengths: npt.NDArray[np.uint64] = table.source_lengths
        require(not (table.source_lengths > 2**63 - 1).any(), "ShardMetadata.source_lengths", "above 2^63-1")
        self._labels(table)
        self._kinds(head.variant)
        self.lengths = table.slice_lengths.reshape(groups, n).astype(np.int64)
        self.crc32c: npt.NDArray[np.uint32] = table.slice_crc32c.reshape(groups, n)
        self._slices()
        require(head.variant == PCR or table.targets is None, "ShardMetadata.targets", "in a Liquid shard")
        self.targets = targets_of(table.targets, groups)
        require(len(table.columns) <= 256, "ShardMetadata.columns", len(table.columns))
        self.columns = [Column(column, i, n) for i, column in enumerate(table.columns)]
        names = [column.type.name for column in self.columns]
        require(len(set(names)) == len(names), "ShardMetadata.columns", "equal names")
        self.offsets = self._offsets(head)
        self.column_offsets = self._column_regions(head)

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.type.name == name), None)

    def _labels(self, table: SimpleNamespace) -> None:
        n = self.count
        bits = presence(table.labels_present, n, "ShardMetadata.labels_present")
        require(bits is None or table.labels.size == n, "ShardMetadata.labels_present", "without labels")
        if table.labels.size == 0:
            self.labels: npt.NDArray[np.int64] = np.zeros(n, np.int64)
            self.labelled = np.zeros(n, np.bool_)
        else:
            self.labels = table.labels
            self.labelled = np.ones(n, np.bool_) if bits is None else bits
            require(not self.labels[~self.labelled].any(), "ShardMetadata.labels", "of a sample without a label")

    def _kinds(self, variant: int) -> None:
        kinds, colors, w, h = self.encodings, self.color_classes, self.widths, self.heights
        known = (1, 2) if variant == PCR else (16, 17, 18, 19, 20)
        require(bool(np.isin(kinds, known).all()), "ShardMetadata.encodings", "unknown, or of another variant")
        require(bool((colors <= 4).all()), "ShardMetadata.color_classes", "unknown")
        jpeg = kinds == PROGRESSIVE_JPEG
        require(bool((colors[jpeg] >= 1).all()) and not colors[~jpeg].any(), "ShardMetadata.color_classes", "wrong")
        for sides in (w, h):
            good = ((sides[jpeg] >= 1) & (sides[jpeg] <= 65535)).all() and (sides[~jpeg] <= MAX_INT).all()
            require(bool(good), "ShardMetadata.widths", "out of range")

    def _slices(self) -> None:
        jpeg = self.encodings == PROGRESSIVE_JPEG
        require(not (self.lengths > MAX_INT).any(), "ShardMetadata.slice_lengths", "above 2^31-1")
        require(not self.crc32c[self.lengths == 0].any(), "ShardMetadata.slice_crc32c", "of a slice of length 0")
        require(bool((self.lengths[0][jpeg] > 0).all()), "ShardMetadata.slice_lengths", "no slice in group 1")
        require(not self.lengths[1:, ~jpeg].any(), "ShardMetadata.slice_lengths", "of a file in several groups")

    def _offsets(self, head: Head) -> npt.NDArray[np.int64]:
        """Where each slice begins in the file: groups by samples. R-REGION-5 and 7."""
        offsets: npt.NDArray[np.int64] = np.zeros_like(self.lengths)
        if head.variant == PCR:
            for g, region in enumerate(head.of_kind(SCAN_GROUP)):
                ends = np.cumsum(self.lengths[g])
                total = int(ends[-1]) if self.count else 0
                require(total == region.length, "Region.region_length", f"group {g + 1}: {region.length}, slices {total}")
                offsets[g] = region.offset + ends - self.lengths[g]
            return offsets
        formats = head.of_kind(FORMAT)
        require([r.number for r in formats] == sorted(set(self.encodings.tolist())), "Region.kind", "FORMAT regions")
        for region in formats:
            mine = self.encodings == region.number
            lengths = self.lengths[0][mine]
            ends = np.cumsum(lengths)
            require(int(ends[-1]) == region.length, "Region.region_length", f"FORMAT {region.number}")
            offsets[0][mine] = region.offset + ends - lengths
        return offsets

    def _column_regions(self, head: Head) -> dict[int, int]:
        """Where the values of a column begin. R-REGION-4 and 7."""
        front, back = head.columns()
        early = [column for column in self.columns if column.placement == EARLY]
        late = [column for column in self.columns if column.placement == LATE]
        if head.variant == LIQUID and not head.of_kind(FORMAT):
            require(len(front) == len(early) + len(late), "Region.kind", "COLUMN regions")
            front, back = front[: len(early)], front[len(early) :]
        found = {}
        for columns, regions in ((early, front), (late, back)):
            require([c.index for c in columns] == [r.number for r in regions], "Region.number", "COLUMN regions")
            for column, region in zip(columns, regions, strict=True):
                require(column.total == region.length, "Region.region_length", f"column {column.type.name}")
                found[column.index] = region.offset
        return found


def _keys(table: SimpleNamespace) -> list[str]:
    """R-META-2."""
    lengths, data = table.key_lengths.astype(np.int64), table.key_bytes.tobytes()
    require(bool((lengths > 0).all()) and int(lengths.sum()) == len(data), "ShardMetadata.key_lengths", "wrong")
    ends = np.cumsum(lengths).tolist()
    try:
        keys = [data[end - length : end].decode("utf-8") for end, length in zip(ends, lengths.tolist(), strict=True)]
    except UnicodeDecodeError as error:
        raise MalformedError("ShardMetadata.key_bytes", "a key that is no UTF-8") from error
    require(len(set(keys)) == len(keys), "ShardMetadata.key_bytes", "equal keys")
    return keys
