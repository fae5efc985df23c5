"""What is refused before it is allocated, read or decoded (section 6.2 of the format)."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import LimitError


@dataclass(frozen=True)
class Limits:
    """Each limit can be raised. A dataset from a stranger should be read with these defaults."""

    metadata_bytes: int = 1 << 26
    slice_bytes: int = 1 << 28
    prefix_bytes: int = 1 << 30
    pixels: int = 1 << 26
    input_scans: int = 100
    stored_scans: int = 64

    def check(self, name: str, field: str, needed: int) -> None:
        limit: int = getattr(self, name)
        if needed > limit:
            raise LimitError.above(field, needed, limit, name)


DEFAULT_LIMITS = Limits()
