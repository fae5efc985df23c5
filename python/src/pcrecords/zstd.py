"""Zstd frames of the format's own structures (section 3.2)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import native
from .errors import LimitError, MalformedError
from .limits import Limits

LARGEST_WINDOW = 1 << 27


def decode(
    frame: native.Buffer, limits: Limits, limit: str, field: str, dictionary: native.Buffer = b""
) -> npt.NDArray[np.uint8]:
    """The content of a frame that fills its bytes. Nothing is allocated before what it states is compared with the limit."""
    array = native.as_array(frame)
    facts = native.zstd_look(array)
    if facts is None or facts.length != array.size or facts.reserved_bit or facts.has_dictionary_id:
        raise MalformedError(field, "no zstd frame that fills its bytes")
    if facts.content < 0:
        raise MalformedError(field, "a zstd frame without a content size")
    if facts.window > LARGEST_WINDOW:
        raise LimitError.above(field, facts.window, LARGEST_WINDOW, "of a zstd window")
    limits.check(limit, field, facts.content)
    if facts.content > facts.bound:
        raise MalformedError(field, f"{facts.content} bytes stated, the blocks hold at most {facts.bound}")
    try:
        return native.zstd_decode(array, facts.content, dictionary)
    except MalformedError as error:
        raise MalformedError(field, error.words) from error
