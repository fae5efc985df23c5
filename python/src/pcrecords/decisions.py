"""How fidelity policies decide (spec/loader.md, section 10): whole numbers in, a fidelity out. Nothing here knows a loader."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

FULL = 64
ONE = 1_000_000
_INT = 2**31 - 1
_NEAR_ENOUGH = 800_000
_LONGEST_NAME = 400

Cost = Callable[[int], int]
"""Bytes of a sample at a fidelity."""


def check_candidates(candidates: Sequence[int], most: int) -> tuple[int, ...]:
    found = tuple(candidates)
    good = 1 <= len(found) <= 16 and all(type(g) is int and 1 <= g <= most for g in found)
    if not good or any(a >= b for a, b in zip(found, found[1:], strict=False)):
        raise ValueError(f"candidates {candidates!r}: 1 to 16 fidelities from 1 to {most} are wanted, ascending, each once")
    return found


def check_whole(name: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} {value!r} is no whole number from {low} to {high}")
    return value


def check_name(name: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"a policy's name of {len(name)} characters; the state has room for {_LONGEST_NAME}")
    return name


def millionths(cosine: float) -> int:
    """A cosine as decisions take it: rounded down, and moved into -1 to 1. ValueError for NaN."""
    if cosine != cosine:
        raise ValueError("a cosine that is not a number: is a gradient zero or infinite?")
    value = float(cosine) * ONE
    if abs(value) >= ONE:
        return ONE if value > 0 else -ONE
    return math.floor(value)


def work(size: int) -> int:
    """What decoding a sample of so many bytes takes, in bytes of coded data."""
    return size + 8192


def decide_paper(cosines: Mapping[int, int]) -> int:
    """By candidate, the cosine of its gradient and that at full fidelity, in millionths."""
    return min((g for g, cosine in cosines.items() if cosine > _NEAR_ENOUGH), default=FULL)


def decide_improved(cosines: Mapping[int, Sequence[int]], now: int, size: Cost) -> int:
    """By candidate, the cosines of all probe batches; now: the fidelity in force."""

    def passes(values: Sequence[int]) -> bool | None:
        """None: it is not clear."""
        n, total = len(values), sum(values)
        margin = total - _NEAR_ENOUGH * n
        if margin * margin * (n - 1) <= 4 * (n * sum(value * value for value in values) - total * total):
            return None
        return margin > 0

    outcomes = {g: passes(values) for g, values in cosines.items()}
    good = [g for g, outcome in outcomes.items() if outcome or (g == now and outcome is not False)]
    good = sorted({*good, FULL})

    def cost(g: int) -> int:
        return size(g) + work(size(g))

    return max(g for g in good if 16 * cost(g) <= 17 * cost(good[0]))


@dataclass
class FedState:
    """Where the policy `fed` is; begins as `begin` has it."""

    fidelity: int
    next: int
    left: int
    skip: int = 1
    calm: int = 0
    patience: int = 8

    @staticmethod
    def begin(candidates: Sequence[int], period: int) -> FedState:
        return FedState(candidates[-1], candidates[-1], period)

    def end_period(self, candidates: Sequence[int], period: int, times: Callable[[], Sequence[int]], size: Cost) -> None:
        """times: measures time, wait, read and decode; called only where the period is judged."""
        now, self.fidelity, self.left = self.fidelity, self.next, period
        if self.skip > 0:
            self.skip -= 1
            return
        time, wait, read, decode = times()
        own = time - wait

        def fits(g: int, percent: int) -> bool:
            by_bytes = 100 * read * size(g) <= percent * own * size(now)
            return by_bytes and 100 * decode * work(size(g)) <= percent * own * work(size(now))

        below = [g for g in candidates if g < now]
        above = [g for g in candidates if g > now]
        if 50 * wait > time:
            self.calm = 0
            if below:
                self.next = max((g for g in below if fits(g, 90)), default=below[0])
                self.patience = min(64, 2 * self.patience)
                self.skip = 2
            return
        self.calm = min(64, self.calm + 1)
        if above and ((self.calm >= 2 and fits(above[0], 80)) or self.calm >= self.patience):
            self.next, self.calm, self.skip = above[0], 0, 2


_HEADER = "epoch,batch,fidelity,probe,cosine"
_WHOLE = r"(0|[1-9][0-9]{0,9})"
_LINE = re.compile(rf"{_WHOLE},{_WHOLE},{_WHOLE},{_WHOLE},(-?)([01])(?:\.([0-9]{{1,18}}))?", re.ASCII)
_LONGEST_FILE = 1 << 24


@dataclass
class Recording:
    """Cosines of a file (section 10.6): for each decision, by epoch and batch, those of each candidate."""

    hash: str
    decisions: dict[tuple[int, int], dict[int, list[int]]] = field(default_factory=dict)

    @staticmethod
    def read(data: bytes, improved: bool) -> Recording:
        """ValueError for whatever is no such file."""
        if len(data) > _LONGEST_FILE or not data.isascii():
            raise ValueError("recorded cosines: more than 2^24 bytes, or no ASCII")
        text = data.decode("ascii")
        lines = (text[:-1] if text.endswith("\n") else text).split("\n")
        lines = [line.removesuffix("\r") for line in lines]
        if lines[0] != _HEADER:
            raise ValueError(f"recorded cosines: the first line is not {_HEADER}")
        found = Recording(hashlib.sha256(data).hexdigest()[:16])
        last: tuple[int, ...] = ()
        for number, line in enumerate(lines[1:], 2):
            match = _LINE.fullmatch(line)
            if match is None:
                raise ValueError(f"recorded cosines: line {number} is no cosine")
            epoch, batch, g, probe = place = tuple(int(match[i]) for i in range(1, 5))
            if max(place) > _INT or not 1 <= g < FULL or place <= last or (batch and not improved):
                raise ValueError(f"recorded cosines: line {number} has a number out of range, or is not in order")
            last = place
            values = found.decisions.setdefault((epoch, batch), {}).setdefault(g, [])
            if probe != len(values):
                raise ValueError(f"recorded cosines: line {number}: probe {len(values)} is missing")
            values.append(_decimal(match[5], match[6], match[7] or ""))
        found._check(improved)
        return found

    def _check(self, improved: bool) -> None:
        shapes = {tuple((g, len(values)) for g, values in sorted(d.items())) for d in self.decisions.values()}
        if len(shapes) != 1:
            raise ValueError("recorded cosines: there are none, or not all decisions have the same candidates and probes")
        for shape in shapes:
            check_candidates([g for g, _ in shape], FULL - 1)
            counts = {n for _, n in shape}
            if len(counts) != 1 or (max(counts) < 8 if improved else counts != {1}):
                raise ValueError(
                    f"recorded cosines: {'8 or more probes' if improved else 'one probe'} of each candidate are wanted"
                )


def _decimal(sign: str, whole: str, fraction: str) -> int:
    """In millionths, rounded down, and moved into -1 to 1."""
    size = int(whole + fraction.ljust(18, "0"))
    value = (-size if sign else size) // 10**12
    return max(-ONE, min(ONE, value))
