"""Conditions on samples, such as `label < 100 and width >= 224` (spec/loader.md 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

import numpy as np

from .columns import BOOL, FLOAT32, FLOAT64, INT64, SCALAR, STRING, ColumnType
from .tokens import NUMBER, TEXT, TRUTH, Token, tokens, wrong
from .verdicts import COMPARISONS, Array, Bools, Decide, Operand, all_of, among, any_of, compared, constant, known_of, negated

MAX_DEPTH: Final = 100

_KINDS: Final = {INT64: NUMBER, FLOAT32: NUMBER, FLOAT64: NUMBER, STRING: TEXT, BOOL: TRUTH}
_FACTS: Final = {"key": TEXT, "label": NUMBER, "width": NUMBER, "height": NUMBER}


def kinds_of(columns: Mapping[str, ColumnType]) -> dict[str, str]:
    """What conditions on the samples of a dataset can name."""
    usable = {name: _KINDS[c.type] for name, c in columns.items() if c.shape == SCALAR and c.type in _KINDS}
    return {**usable, **_FACTS}


class Where:
    """A condition on samples whose values have these kinds. `names` are those that it needs to know of each sample."""

    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        parser = _Parser(text, kinds)
        self._decide = parser.all()
        self.names = parser.named

    def mask(self, values: Mapping[str, Array], count: int) -> Bools:
        """For which samples it holds. values: of each name, an element for each sample; None or NaN where it has none."""
        known = {name: known_of(name, values[name]) for name in self.names}
        holds, _ = self._decide(known)
        found: Bools = np.broadcast_to(holds, count).copy()
        return found


class _Parser:
    """Each method is a rule of the grammar."""

    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        self._tokens = tokens(text)
        self._kinds = kinds
        self._next = self._depth = 0
        self.named: set[str] = set()

    def all(self) -> Decide:
        found = self._condition()
        if self._peek().type != "end":
            self._unexpected("the end")
        return found

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _take(self, *signs: str) -> str | None:
        token = self._peek()
        if token.type != "sign" or token.text not in signs:
            return None
        self._next += 1
        return token.text

    def _require(self, sign: str) -> None:
        if not self._take(sign):
            self._unexpected(sign)

    def _unexpected(self, wanted: str) -> NoReturn:
        wrong(f"{self._peek().text} stands where {wanted} is expected", self._peek().at)

    def _condition(self) -> Decide:
        parts = [self._conjunction()]
        while self._take("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else any_of(parts)

    def _conjunction(self) -> Decide:
        parts = [self._negation()]
        while self._take("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else all_of(parts)

    def _negation(self) -> Decide:
        sign = self._take("not", "(")
        if not sign:
            return self._test()
        if self._depth == MAX_DEPTH:
            wrong(f"more than {MAX_DEPTH} conditions are inside one another", self._peek().at)
        self._depth += 1
        if sign == "not":
            inside = negated(self._negation())
        else:
            inside = self._condition()
            self._require(")")
        self._depth -= 1
        return inside

    def _test(self) -> Decide:
        at = self._peek().at
        left = self._value()
        if self._take("in"):
            return self._member(left)
        if self._take("not"):
            self._require("in")
            return negated(self._member(left))
        parts = []
        while sign := self._take(*COMPARISONS):
            compared_at = self._peek().at
            right = self._value()
            _require_comparable(left, sign, right.kind, compared_at)
            parts.append(compared(left, sign, right))
            left = right
        if parts:
            return parts[0] if len(parts) == 1 else all_of(parts)
        if left.kind != TRUTH:
            wrong(f"{left.kind} stands where a comparison is expected", at)
        return compared(left, "==", Operand(TRUTH, constant=constant(TRUTH, True)))

    def _member(self, value: Operand) -> Decide:
        begin = self._take("(", "[")
        if not begin:
            self._unexpected("( or [")
        end = ")" if begin == "(" else "]"
        constants = []
        while not self._take(end):
            token = self._peek()
            if token.type != "constant":
                self._unexpected(f"a constant or {end}")
            _require_comparable(value, "==", token.kind, token.at)
            constants.append(token.value)
            self._next += 1
            if not (self._peek().type == "sign" and self._peek().text == end):
                self._require(",")
        return among(value, constants)

    def _value(self) -> Operand:
        token = self._peek()
        if token.type not in ("name", "constant"):
            self._unexpected("a name or constant")
        self._next += 1
        if token.type == "constant":
            return Operand(token.kind, constant=constant(token.kind, token.value))
        kind = self._kinds.get(token.text)
        if kind is None:
            names = ", ".join(sorted(self._kinds))
            wrong(f"there is no column {token.text} that can be compared; the names are {names}", token.at)
        self.named.add(token.text)
        return Operand(kind, name=token.text)


def _require_comparable(left: Operand, sign: str, kind: str, at: int) -> None:
    if left.kind != kind:
        wrong(f"{left.kind} is compared with {kind}", at)
    if kind == TRUTH and sign not in ("==", "!="):
        wrong("truths are neither less nor greater", at)
