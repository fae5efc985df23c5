"""Conditions on samples, such as `label < 100 and width >= 224` (spec/loader.md 11)."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from .columns import BOOL, FLOAT32, FLOAT64, INT64, SCALAR, STRING, ColumnType

NUMBER: Final = "a number"
TEXT: Final = "a text"
TRUTH: Final = "a truth"
MAX_BYTES: Final = 1 << 20
MAX_DEPTH: Final = 100
_MAX_SIDE: Final = 2**31 - 1

_KINDS: Final = {INT64: NUMBER, FLOAT32: NUMBER, FLOAT64: NUMBER, STRING: TEXT, BOOL: TRUTH}
_FACTS: Final = {"key": TEXT, "label": NUMBER, "width": NUMBER, "height": NUMBER}

Array = npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]
Verdicts = tuple[Bools, Bools]
"""For which samples a condition holds, and for which it fails; neither where a value is lacking."""


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
        known = {name: _known(name, values[name]) for name in self.names}
        holds, _ = self._decide(known)
        found: Bools = np.broadcast_to(holds, count).copy()
        return found


@dataclass(frozen=True)
class _Known:
    """A value for each sample, or one for all, and where it is there. What stands elsewhere means nothing."""

    values: Array
    there: Bools


def _known(name: str, given: Array) -> _Known:
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
    return _Known(values, there)


_Values = Mapping[str, _Known]
_Decide = Callable[[_Values], Verdicts]


@dataclass(frozen=True)
class _Token:
    """type: "name", "sign", "constant" or "end"; kind and value are those of a constant."""

    type: str
    text: str
    at: int
    kind: str = ""
    value: Any = None


_WORDS: Final = {"and", "or", "not", "in"}
_TRUTHS: Final = {"true": True, "True": True, "false": False, "False": False}
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_NUMBER: Final = re.compile(r"-?(?:[0-9]+(\.[0-9]*)?|(\.[0-9]+))([eE][+-]?[0-9]+)?")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SIGN: Final = re.compile(r"<=|>=|==|!=|[<>()\[\],]")
_TEXT: Final = re.compile(r"""("|')((?:(?!\1)[^\\]|\\.)*)\1""", re.DOTALL)
_BACKSLASH: Final = re.compile(r"\\(.)", re.DOTALL)


def _wrong(what: str, at: int) -> NoReturn:
    raise ValueError(f"where: {what}, at character {at + 1}")


def _tokens(text: str) -> list[_Token]:
    try:
        length = len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError("where: the condition is not a text of Unicode") from error
    if length > MAX_BYTES:
        raise ValueError(f"where: the condition has {length} bytes; it can have {MAX_BYTES}")
    found = []
    at = _end(_SPACE, text, 0)
    while at < len(text):
        token, at = _token(text, at)
        found.append(token)
        at = _end(_SPACE, text, at)
    return [*found, _Token("end", "the end", at)]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _token(text: str, at: int) -> tuple[_Token, int]:
    """The token that begins here, and where it ends."""
    first = text[at]
    if first == "`":
        end = text.find("`", at + 1)
        if end < 0:
            _wrong("a name does not end", at)
        return _Token("name", text[at + 1 : end], at), end + 1
    if first in "\"'":
        return _text(text, at)
    number = _NUMBER.match(text, at)
    if number:
        return _number(text, at, number)
    end = _end(_WORD, text, at)
    word = text[at:end]
    if word in _TRUTHS:
        return _Token("constant", word, at, TRUTH, _TRUTHS[word]), end
    if word:
        return _Token("sign" if word in _WORDS else "name", word, at), end
    end = _end(_SIGN, text, at)
    if end == at:
        _wrong(f"there is a {first}", at)
    return _Token("sign", text[at:end], at), end


def _text(text: str, at: int) -> tuple[_Token, int]:
    match = _TEXT.match(text, at)
    if not match:
        _wrong("a text does not end", at)
    for escaped in _BACKSLASH.finditer(match[2]):
        if escaped[1] not in "\\\"'":
            _wrong("a backslash stands before neither a quote nor a backslash", match.start(2) + escaped.start())
    return _Token("constant", match[0], at, TEXT, _BACKSLASH.sub(r"\1", match[2])), match.end()


def _number(text: str, at: int, match: re.Match[str]) -> tuple[_Token, int]:
    end = match.end()
    if end < len(text) and (text[end] in "._" or (text[end].isascii() and text[end].isalnum())):
        _wrong("this is no number", at)
    if any(match.groups()):
        value: Any = np.float64(match[0])
        too_large = bool(np.isinf(value))
    else:
        too_large = len(match[0].lstrip("-").lstrip("0")) > 19 or not -(2**63) <= int(match[0]) < 2**63
        value = np.int64(0 if too_large else int(match[0]))
    if too_large:
        _wrong(f"the number {match[0]} is too large", at)
    return _Token("constant", match[0], at, NUMBER, value), end


@dataclass(frozen=True)
class _Operand:
    """A name, or a constant for all samples."""

    kind: str
    name: str | None = None
    constant: _Known | None = None

    def of(self, values: _Values) -> _Known:
        return self.constant if self.constant is not None else values[self.name or ""]


class _Parser:
    """Each method is a rule of the grammar."""

    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        self._tokens = _tokens(text)
        self._kinds = kinds
        self._next = self._depth = 0
        self.named: set[str] = set()

    def all(self) -> _Decide:
        found = self._condition()
        if self._peek().type != "end":
            self._unexpected("the end")
        return found

    def _peek(self) -> _Token:
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
        _wrong(f"{self._peek().text} stands where {wanted} is expected", self._peek().at)

    def _condition(self) -> _Decide:
        parts = [self._conjunction()]
        while self._take("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else _any(parts)

    def _conjunction(self) -> _Decide:
        parts = [self._negation()]
        while self._take("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else _all(parts)

    def _negation(self) -> _Decide:
        sign = self._take("not", "(")
        if not sign:
            return self._test()
        if self._depth == MAX_DEPTH:
            _wrong(f"more than {MAX_DEPTH} conditions are inside one another", self._peek().at)
        self._depth += 1
        if sign == "not":
            inside = _not(self._negation())
        else:
            inside = self._condition()
            self._require(")")
        self._depth -= 1
        return inside

    def _test(self) -> _Decide:
        at = self._peek().at
        left = self._value()
        if self._take("in"):
            return self._member(left)
        if self._take("not"):
            self._require("in")
            return _not(self._member(left))
        parts = []
        while sign := self._take(*_COMPARISONS):
            compared_at = self._peek().at
            right = self._value()
            _require_comparable(left, sign, right.kind, compared_at)
            parts.append(_compared(left, sign, right))
            left = right
        if parts:
            return parts[0] if len(parts) == 1 else _all(parts)
        if left.kind != TRUTH:
            _wrong(f"{left.kind} stands where a comparison is expected", at)
        return _compared(left, "==", _Operand(TRUTH, constant=_constant(TRUTH, True)))

    def _member(self, value: _Operand) -> _Decide:
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
        return _among(value, constants)

    def _value(self) -> _Operand:
        token = self._peek()
        if token.type not in ("name", "constant"):
            self._unexpected("a name or constant")
        self._next += 1
        if token.type == "constant":
            return _Operand(token.kind, constant=_constant(token.kind, token.value))
        kind = self._kinds.get(token.text)
        if kind is None:
            names = ", ".join(sorted(self._kinds))
            _wrong(f"there is no column {token.text} that can be compared; the names are {names}", token.at)
        self.named.add(token.text)
        return _Operand(kind, name=token.text)


def _constant(kind: str, value: Any) -> _Known:
    return _Known(np.array(value, object if kind == TEXT else None), np.array(True))


def _require_comparable(left: _Operand, sign: str, kind: str, at: int) -> None:
    if left.kind != kind:
        _wrong(f"{left.kind} is compared with {kind}", at)
    if kind == TRUTH and sign not in ("==", "!="):
        _wrong("truths are neither less nor greater", at)


_COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def _any(parts: list[_Decide]) -> _Decide:
    def decide(values: _Values) -> Verdicts:
        holds, fails = parts[0](values)
        for part in parts[1:]:
            also, not_also = part(values)
            holds, fails = holds | also, fails & not_also
        return holds, fails

    return decide


def _all(parts: list[_Decide]) -> _Decide:
    return _not(_any([_not(part) for part in parts]))


def _not(negated: _Decide) -> _Decide:
    def decide(values: _Values) -> Verdicts:
        holds, fails = negated(values)
        return fails, holds

    return decide


def _compared(left: _Operand, sign: str, right: _Operand) -> _Decide:
    def decide(values: _Values) -> Verdicts:
        a, b = left.of(values), right.of(values)
        there = a.there & b.there
        found = np.zeros(np.broadcast_shapes(a.values.shape, b.values.shape), np.bool_)
        if left.kind == TEXT:
            x, y, known = np.broadcast_arrays(a.values, b.values, there)
            compare = _COMPARISONS[sign]
            pairs = zip(x.ravel(), y.ravel(), known.ravel(), strict=True)
            found = np.array([bool(k and compare(p, q)) for p, q, k in pairs], np.bool_).reshape(known.shape)
        else:
            found = np.asarray(_COMPARISONS[sign](_order(a.values, b.values), 0), np.bool_)
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


def _among(value: _Operand, constants: list[Any]) -> _Decide:
    wanted = set(constants)

    def decide(values: _Values) -> Verdicts:
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
