"""Conditions on samples, such as `label < 100 and width >= 224`: a small part of Python's expressions, and nothing else."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


Bools = npt.NDArray[np.bool_]

_ALLOWED = (
    ast.Name,
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.UnaryOp,
    ast.USub,
    ast.Not,
    ast.BoolOp,
    ast.And,
    ast.Or,
    ast.Compare,
    ast.cmpop,
    ast.expr_context,
)


class Where:
    """A condition. `names` are what it needs to know of each sample."""

    def __init__(self, text: str) -> None:
        try:
            self._tree = ast.parse(text, mode="eval").body
        except SyntaxError as error:
            raise ValueError(f"where: {text!r} is no expression: {error.msg}") from error
        except (RecursionError, MemoryError, ValueError) as error:
            raise ValueError("where: too deep, or no text") from error
        self.text = text
        for node in ast.walk(self._tree):
            if not isinstance(node, _ALLOWED):
                words = "names, constants, comparisons, and, or, not, in"
                raise ValueError(f"where: {text!r} has a {type(node).__name__}; it can have {words}")
        self.names = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}

    def mask(self, values: dict[str, npt.NDArray[Any]], count: int) -> npt.NDArray[np.bool_]:
        """values: for each name an array with an element for each sample; None or NaN where there is no value.

        A comparison with a value that is not there holds as little as its opposite does.
        """
        try:
            holds, _ = self._decide(self._tree, values)
        except RecursionError as error:
            raise ValueError("where: too deep") from error
        except TypeError as error:
            raise ValueError(f"where: {self.text!r} compares what cannot be compared: {error}") from error
        found: npt.NDArray[np.bool_] = np.broadcast_to(holds, count).copy()
        return found

    def _decide(self, node: ast.expr, values: dict[str, npt.NDArray[Any]]) -> tuple[Bools, Bools]:
        """For which samples a condition holds, and for which it does not; neither where a value is not there."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            holds, fails = self._decide(node.operand, values)
            return fails, holds
        if isinstance(node, ast.BoolOp):
            parts = [self._decide(value, values) for value in node.values]
            return _joined(parts, isinstance(node.op, ast.And))
        if isinstance(node, ast.Compare):
            sides = [self._value(side, values) for side in (node.left, *node.comparators)]
            return _joined([_compare(op, a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)], True)
        value = np.asarray(self._value(node, values))
        if value.dtype == np.bool_:
            return value, ~value
        if value.dtype == object and all(v is None or isinstance(v, bool) for v in value.ravel().tolist()):
            return np.equal(value, True).astype(np.bool_), np.equal(value, False).astype(np.bool_)
        raise ValueError(f"where: {self.text!r} has {ast.unparse(node)} where a comparison has to stand")

    def _value(self, node: ast.expr, values: dict[str, npt.NDArray[Any]]) -> Any:
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.UnaryOp):
            try:
                return ast.literal_eval(node)
            except ValueError:
                pass
        raise ValueError(f"where: {self.text!r} has {ast.unparse(node)} where a name or constant has to stand")


def _joined(parts: list[tuple[Bools, Bools]], all_of: bool) -> tuple[Bools, Bools]:
    holds, fails = (np.broadcast_arrays(*side) for side in zip(*parts, strict=True))
    if all_of:
        return np.logical_and.reduce(holds), np.logical_or.reduce(fails)
    return np.logical_or.reduce(holds), np.logical_and.reduce(fails)


def _kind(value: Any) -> str:
    """number, text, or what else a value is; "" for none."""
    if value is None:
        return ""
    return "number" if isinstance(value, int | float | np.number | np.bool_) else "text" if isinstance(value, str) else "other"


def _kinds(side: Any) -> set[str]:
    array = np.asarray(side)
    if array.dtype != object:
        return {"text" if array.dtype.kind in "US" else "number"}
    return {_kind(value) for value in array.ravel().tolist()} - {""}


def _same_kind(a: Any, b: Any) -> None:
    kinds = _kinds(a) | _kinds(b)
    if {"number", "text"} <= kinds:
        raise ValueError("where: a number is compared with a text")


def _there(side: Any) -> Bools:
    array = np.asarray(side)
    if array.dtype == object:
        return np.array([value is not None and value == value for value in array.ravel()], np.bool_).reshape(array.shape)
    return ~np.isnan(array) if array.dtype.kind == "f" else np.ones(array.shape, np.bool_)


def _compare(op: ast.cmpop, a: Any, b: Any) -> tuple[Bools, Bools]:
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(b, tuple | list | set):
            raise ValueError("where: behind 'in' has to stand a list of constants, such as (1, 2)")
        _same_kind(a, [*b, None])
        wanted, there = set(b), _there(a)
        array = np.asarray(a)
        found = np.array([value in wanted for value in array.ravel().tolist()], np.bool_).reshape(array.shape)
        holds, fails = found & there, ~found & there
        return (fails, holds) if isinstance(op, ast.NotIn) else (holds, fails)
    compare = _COMPARISONS.get(type(op))
    if compare is None:
        raise ValueError(f"where: no comparison {type(op).__name__}")
    if isinstance(a, tuple | list | set) or isinstance(b, tuple | list | set):
        raise ValueError("where: a list of constants can only stand behind 'in'")
    _same_kind(a, b)
    there = _there(a) & _there(b)
    if any(np.asarray(side).dtype == object for side in (a, b)):
        left, right = np.broadcast_arrays(np.asarray(a, object), np.asarray(b, object))
        pairs = zip(left.ravel(), right.ravel(), np.broadcast_to(there, left.shape).ravel(), strict=True)
        found = np.array([bool(known and compare(x, y)) for x, y, known in pairs], np.bool_).reshape(left.shape)
    else:
        found = np.asarray(compare(np.asarray(a), np.asarray(b)), np.bool_)
    return found & there, ~found & there
