"""For which samples a condition holds, and for which it fails: neither where a value is lacking."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .tokens import TEXT

_MAX_SIDE: Final = 2**31 - 1

Array = npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]
Verdicts = tuple[Bools, Bools]
"""For which samples a condition holds, and for which it fails."""


@dataclass(frozen=True)
class Known:
    """A value for each sample, or one for all, and where it is there. What stands elsewhere means nothing."""

    values: Array
    there: Bools


def known_of(name: str, given: Array) -> Known:
    """given: None or NaN where there is no value"""
    values = np.asarray(given)
    there = np.ones(values.shape, np.bool_)
    if values.dtype == object:
        there = np.array([value is not None for value in values.tolist()], np.bool_)
        filled = [value for value in values.tolist() if value is not None]
        if not filled or not isinstance(filled[0], str):
            whole = np.zeros(len(values), np.float64 if filled and isinstance(filled[0], float) else np.int64)
            whole[there] = filled
            values = whole
    if values.dtype.kind == "f":
        values = values.astype(np.float64)
        there = there & ~np.isnan(values)
        values = np.where(there, values, 0)
    elif values.dtype.kind in "iu" and name in ("width", "height"):
        there = there & (values >= 1) & (values <= _MAX_SIDE)
    return Known(values, there)


Values = Mapping[str, Known]
"""By name."""
Decide = Callable[[Values], Verdicts]


@dataclass(frozen=True)
class Operand:
    """A name, or a constant for all samples."""

    kind: str
    name: str | None = None
    constant: Known | None = None

    def of(self, values: Values) -> Known:
        return self.constant if self.constant is not None else values[self.name or ""]


def constant(kind: str, value: Any) -> Known:
    """The same value for all samples."""
    return Known(np.array(value, object if kind == TEXT else None), np.array(True))


COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def any_of(parts: list[Decide]) -> Decide:
    def decide(values: Values) -> Verdicts:
        holds, fails = parts[0](values)
        for part in parts[1:]:
            also, not_also = part(values)
            holds, fails = holds | also, fails & not_also
        return holds, fails

    return decide


def all_of(parts: list[Decide]) -> Decide:
    return negated(any_of([negated(part) for part in parts]))


def negated(plain: Decide) -> Decide:
    def decide(values: Values) -> Verdicts:
        holds, fails = plain(values)
        return fails, holds

    return decide


def compared(left: Operand, sign: str, right: Operand) -> Decide:
    """Both are of one kind, which has this comparison."""

    def decide(values: Values) -> Verdicts:
        a, b = left.of(values), right.of(values)
        there = a.there & b.there
        found = np.zeros(np.broadcast_shapes(a.values.shape, b.values.shape), np.bool_)
        if left.kind == TEXT:
            x, y, known = np.broadcast_arrays(a.values, b.values, there)
            compare = COMPARISONS[sign]
            pairs = zip(x.ravel(), y.ravel(), known.ravel(), strict=True)
            found = np.array([bool(k and compare(p, q)) for p, q, k in pairs], np.bool_).reshape(known.shape)
        else:
            found = np.asarray(COMPARISONS[sign](_order(a.values, b.values), 0), np.bool_)
        return found & there, ~found & there

    return decide


def _order(a: Array, b: Array) -> Array:
    """-1, 0 or 1, as a is to b. An integer is not rounded to a float, as numpy would have it."""
    if a.dtype.kind == "f" and b.dtype.kind != "f":
        return -_order(b, a)
    if a.dtype.kind == "f" or b.dtype.kind != "f":
        return np.asarray(np.greater(a, b).astype(np.int8) - np.less(a, b).astype(np.int8))
    above, below = b >= 2.0**63, b < -(2.0**63)
    near = np.where(above | below, 0.0, b)
    whole = np.trunc(near).astype(np.int64)
    order = np.where(a == whole, -np.sign(near - whole).astype(np.int8), _order(a, whole))
    return np.where(above, -1, np.where(below, 1, order))


def among(value: Operand, constants: list[Any]) -> Decide:
    wanted = set(constants)

    def decide(values: Values) -> Verdicts:
        known = value.of(values)
        if value.kind == TEXT:
            found = np.array([text in wanted for text in known.values.ravel().tolist()], np.bool_).reshape(known.values.shape)
        else:
            found = np.isin(known.values, _alike(constants, known.values.dtype))
        return found & known.there, ~found & known.there

    return decide


def _alike(constants: list[Any], dtype: np.dtype[Any]) -> Array:
    """Those of the constants that are numbers of this type."""
    if dtype.kind == "f":
        return np.array([float(c) for c in constants if isinstance(c, float) or int(float(c)) == int(c)], dtype)
    if dtype.kind == "i":
        whole = [int(c) for c in constants if not isinstance(c, float) or math.trunc(c) == c]
        return np.array([c for c in whole if -(2**63) <= c < 2**63], dtype)
    return np.array(constants, dtype)
