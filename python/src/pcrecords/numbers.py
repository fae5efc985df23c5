"""Numbers of 64 bits that depend on a key alone (spec/loader.md, sections 2 and 3), for whole arrays at once."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
WORD: Final = 2**64 - 1
ROUNDS: Final = 32
_STEP = np.uint64(0x9E3779B97F4A7C15)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def words(value: npt.ArrayLike) -> Words:
    """Any whole numbers, modulo 2^64."""
    if isinstance(value, int):
        return np.array(value & WORD, np.uint64)
    return np.asarray(value).astype(np.uint64)


def mix(x: Words) -> Words:
    with np.errstate(over="ignore"):
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed: Words = x ^ (x >> np.uint64(31))
        return mixed


def key(*values: npt.ArrayLike) -> Words:
    h = np.array(0, np.uint64)
    with np.errstate(over="ignore"):
        for value in values:
            h = mix(h + _STEP + words(value))
    return h


def number(of: Words, i: int) -> Words:
    with np.errstate(over="ignore"):
        return mix(of + words((i + 1) * int(_STEP)))


def below(x: Words, n: npt.ArrayLike) -> Words:
    """The high 64 bits of the product, for n < 2^63."""
    size = words(n)
    x_high, x_low, n_high, n_low = x >> _HALF, x & _LOW, size >> _HALF, size & _LOW
    with np.errstate(over="ignore"):
        middle = x_low * n_high + (x_low * n_low >> _HALF)
        other = x_high * n_low + (middle & _LOW)
        high: Words = x_high * n_high + (middle >> _HALF) + (other >> _HALF)
        return high


def permute(of: Words, n: npt.ArrayLike, x: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Another place below n for each x. All three may be arrays."""
    size = np.asarray(n, np.int64)
    place = np.asarray(x, np.int64)
    for r in range(ROUNDS):
        other = below(number(of, 2 * r), size).astype(np.int64) - place
        other = np.where(other < 0, other + size, other)
        larger = np.maximum(place, other).astype(np.uint64)
        with np.errstate(over="ignore"):
            moves = mix(number(of, 2 * r + 1) + larger) & np.uint64(1)
        place = np.where(moves == 1, other, place)
    return place
