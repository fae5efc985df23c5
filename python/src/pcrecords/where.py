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
        self.text = text
        for node in ast.walk(self._tree):
            if not isinstance(node, _ALLOWED):
                words = "names, constants, comparisons, and, or, not, in"
                raise ValueError(f"where: {text!r} has a {type(node).__name__}; it can have {words}")
        self.names = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}

    def mask(self, values: dict[str, npt.NDArray[Any]], count: int) -> npt.NDArray[np.bool_]:
        """values: for each name an array with an element for each sample; None or NaN where there is no value."""
        found: npt.NDArray[np.bool_] = np.broadcast_to(np.asarray(self._evaluate(self._tree, values), np.bool_), count).copy()
        return found

    def _evaluate(self, node: ast.expr, values: dict[str, npt.NDArray[Any]]) -> Any:
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set):
            return ast.literal_eval(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return ast.literal_eval(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~np.asarray(self._evaluate(node.operand, values), np.bool_)
        if isinstance(node, ast.BoolOp):
            parts = [np.asarray(self._evaluate(value, values), np.bool_) for value in node.values]
            both = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
            return both.reduce(np.broadcast_arrays(*parts))
        if isinstance(node, ast.Compare):
            sides = [self._evaluate(side, values) for side in (node.left, *node.comparators)]
            parts = [_compare(op, a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
            return np.logical_and.reduce(np.broadcast_arrays(*parts))
        raise ValueError(f"where: {self.text!r} has a {type(node).__name__} that cannot stand there")


def _compare(op: ast.cmpop, a: Any, b: Any) -> npt.NDArray[np.bool_]:
    if isinstance(op, ast.In | ast.NotIn):
        wanted = set(b)
        found = np.array([value in wanted for value in np.asarray(a).tolist()], np.bool_)
        return ~found if isinstance(op, ast.NotIn) else found
    compare = _COMPARISONS.get(type(op))
    if compare is None:
        raise ValueError(f"where: no comparison {type(op).__name__}")
    arrays = [np.asarray(side) for side in (a, b)]
    if any(array.dtype == object for array in arrays):
        left, right = np.broadcast_arrays(np.asarray(a, object), np.asarray(b, object))
        pairs = zip(left.ravel(), right.ravel(), strict=True)
        return np.array([x is not None and y is not None and bool(compare(x, y)) for x, y in pairs], np.bool_)
    return np.asarray(compare(a, b), np.bool_)
