"""The words, signs and constants of a condition (spec/loader.md 11)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np

NUMBER: Final = "a number"
TEXT: Final = "a text"
TRUTH: Final = "a truth"
MAX_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class Token:
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


def wrong(what: str, at: int) -> NoReturn:
    """at: of the condition's characters, from 0"""
    raise ValueError(f"where: {what}, at character {at + 1}")


def tokens(text: str) -> list[Token]:
    """All of a condition; the last one is its end."""
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
    return [*found, Token("end", "the end", at)]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _token(text: str, at: int) -> tuple[Token, int]:
    """The token that begins here, and where it ends."""
    first = text[at]
    if first == "`":
        end = text.find("`", at + 1)
        if end < 0:
            wrong("a name does not end", at)
        return Token("name", text[at + 1 : end], at), end + 1
    if first in "\"'":
        return _text(text, at)
    number = _NUMBER.match(text, at)
    if number:
        return _number(text, at, number)
    end = _end(_WORD, text, at)
    word = text[at:end]
    if word in _TRUTHS:
        return Token("constant", word, at, TRUTH, _TRUTHS[word]), end
    if word:
        return Token("sign" if word in _WORDS else "name", word, at), end
    end = _end(_SIGN, text, at)
    if end == at:
        wrong(f"there is a {first}", at)
    return Token("sign", text[at:end], at), end


def _text(text: str, at: int) -> tuple[Token, int]:
    match = _TEXT.match(text, at)
    if not match:
        wrong("a text does not end", at)
    for escaped in _BACKSLASH.finditer(match[2]):
        if escaped[1] not in "\\\"'":
            wrong("a backslash stands before neither a quote nor a backslash", match.start(2) + escaped.start())
    return Token("constant", match[0], at, TEXT, _BACKSLASH.sub(r"\1", match[2])), match.end()


def _number(text: str, at: int, match: re.Match[str]) -> tuple[Token, int]:
    end = match.end()
    if end < len(text) and (text[end] in "._" or (text[end].isascii() and text[end].isalnum())):
        wrong("this is no number", at)
    if any(match.groups()):
        value: Any = np.float64(match[0])
        too_large = bool(np.isinf(value))
    else:
        too_large = len(match[0].lstrip("-").lstrip("0")) > 19 or not -(2**63) <= int(match[0]) < 2**63
        value = np.int64(0 if too_large else int(match[0]))
    if too_large:
        wrong(f"the number {match[0]} is too large", at)
    return Token("constant", match[0], at, NUMBER, value), end
