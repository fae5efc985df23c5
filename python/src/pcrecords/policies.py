"""What decides at which fidelity a batch is given (spec/loader.md, section 10). `policy` has the functions that make these."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .decisions import (
    FULL,
    FedState,
    Recording,
    check_candidates,
    check_name,
    check_whole,
    decide_improved,
    decide_paper,
    millionths,
)
from .errors import StateError

if TYPE_CHECKING:
    from .loader import Loader

INT = 2**31 - 1
_REMEMBERED = 1024
Times = Sequence[int]
"""time, wait, read and decode of a period, in microseconds."""


class Policy:
    """Decides for one loader. `name` is what it is called in a state; None: it needs no part of it."""

    name: str | None = None
    _loader: Loader

    def begin(self, loader: Loader) -> None:
        """The loader that it decides for, before anything else is asked."""
        self._loader = loader

    def now(self, epoch: int, number: int) -> int | str:
        """What a batch is read at, as far as it can be said before the caller asks for it."""
        raise NotImplementedError

    def decide(self, epoch: int, number: int) -> int | str:
        """The fidelity of a batch that the caller asks for. Called once for each, in their order."""
        return self.now(epoch, number)

    def highest(self) -> int | str:
        """No batch is read at a higher one."""
        return FULL

    def members(self) -> dict[str, Any]:
        """Its part of the state, without its name."""
        return {}

    def go_on(self, members: Mapping[str, Any]) -> None:
        """From a part of a state. StateError when it is none of this policy."""
        check_members(members, ())


def check_members(found: Mapping[str, Any], wanted: Sequence[str]) -> None:
    if set(found) != {"name", *wanted}:
        raise StateError("state.policy", f"members {sorted({'name', *wanted} ^ set(found))} are unknown, or missing")


def _member(found: Mapping[str, Any], name: str, low: int, high: int) -> int:
    try:
        return check_whole(name, found[name], low, high)
    except ValueError as error:
        raise StateError("state.policy", str(error)) from None


def _chosen(found: Mapping[str, Any], name: str, among: Sequence[int]) -> int:
    value = found[name]
    if type(value) is not int or value not in among:
        raise StateError("state.policy", f"{name} {value!r} is none of {[*among]}")
    return value


class Fixed(Policy):
    def __init__(self, fidelity: int | str) -> None:
        self._fidelity = fidelity

    def now(self, epoch: int, number: int) -> int | str:
        return self._fidelity

    def highest(self) -> int | str:
        return self._fidelity


class Function(Policy):
    """One of the user's own. It is asked once for each batch, so it need not give the same again."""

    def __init__(self, function: Callable[[int, int], int | str]) -> None:
        self._function = function
        self._known: dict[tuple[int, int], int | str] = {}

    def now(self, epoch: int, number: int) -> int | str:
        if (epoch, number) not in self._known:
            self._known[epoch, number] = self._function(epoch, number)
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]
        return self._known[epoch, number]


class Schedule(Policy):
    def __init__(self, stages: Sequence[tuple[int, int]], last: int) -> None:
        self._stages, self._last = [*stages], last
        self.name = check_name("schedule:" + "".join(f"{g}x{epochs}," for g, epochs in stages) + str(last))

    def now(self, epoch: int, number: int) -> int:
        end = 0
        for g, epochs in self._stages:
            end += epochs
            if end > epoch:
                return g
        return self._last

    def highest(self) -> int:
        return max([self._last, *(g for g, _ in self._stages)])


class _Deciding(Policy):
    """Keeps the fidelity that it decided for last."""

    def __init__(self) -> None:
        self._fidelity = FULL
        self._candidates: Sequence[int] = ()
        self._begun = False

    def begin(self, loader: Loader) -> None:
        if self._begun:
            raise ValueError(f"{self.name} decides for another loader; make a policy for each")
        self._begun = True
        super().begin(loader)

    def now(self, epoch: int, number: int) -> int:
        return self._fidelity

    def members(self) -> dict[str, Any]:
        return {"fidelity": self._fidelity}

    def go_on(self, members: Mapping[str, Any]) -> None:
        check_members(members, ("fidelity",))
        self._fidelity = _chosen(members, "fidelity", [*self._candidates, FULL])

    def size(self, g: int) -> int:
        return self._loader.run.sample_bytes(g)

    def _choose(self, fidelity: int) -> None:
        self._fidelity = fidelity
        if fidelity == FULL:
            self._loader.says("no candidate is as good as full fidelity, which is read from now on")


Paper = Callable[["Loader", int, Sequence[int], int], Mapping[int, Sequence[float]]]
"""Computes cosines: of a loader, for a draw, of candidates, on so many probe batches. By candidate: one of all batches together
for the policy `paper`, one of each batch for `improved`."""


class GradientPaper(_Deciding):
    def __init__(self, cosines: Paper, candidates: Sequence[int], start: int, every: int) -> None:
        super().__init__()
        self._cosines = cosines
        self._candidates = check_candidates(candidates, FULL - 1)
        self._start, self._every = check_whole("start", start, 0, INT), check_whole("every", every, 1, INT)
        self.name = check_name(f"paper:{_list(self._candidates)}:{start}:{every}")

    def decide(self, epoch: int, number: int) -> int:
        if number == 0 and epoch >= self._start and (epoch - self._start) % self._every == 0:
            found = self._cosines(self._loader, 0, self._candidates, 10)
            self._choose(decide_paper({g: millionths(found[g][0]) for g in self._candidates}))
        return self._fidelity


class GradientImproved(_Deciding):
    def __init__(self, cosines: Paper, candidates: Sequence[int], start: int, every: int, times: int, probes: int) -> None:
        super().__init__()
        self._cosines = cosines
        self._candidates = check_candidates(candidates, FULL - 1)
        self._start, self._every = check_whole("start", start, 0, INT), check_whole("every", every, 1, INT)
        self._times, self._probes = check_whole("times", times, 1, 1000), check_whole("probes", probes, 8, 1 << 16)
        self.name = check_name(f"improved:{_list(self._candidates)}:{start}:{every}:{times}")

    def draw(self, epoch: int, number: int) -> int | None:
        """The number of the decision that is due before a batch."""
        if epoch < self._start or (epoch - self._start) % self._every:
            return None
        batches = len(self._loader)
        # The largest k whose batch this is.
        k = min(self._times - 1, ((number + 1) * self._times - 1) // batches)
        return 1 + epoch * self._times + k if k * batches // self._times == number else None

    def decide(self, epoch: int, number: int) -> int:
        draw = self.draw(epoch, number)
        if draw is not None:
            found = self._cosines(self._loader, draw, self._candidates, self._probes)
            cosines = {g: [millionths(cosine) for cosine in found[g]] for g in self._candidates}
            self._choose(decide_improved(cosines, self._fidelity, self.size))
        return self._fidelity


class Recorded(_Deciding):
    def __init__(self, data: bytes, kind: str) -> None:
        super().__init__()
        if kind not in ("paper", "improved"):
            raise ValueError(f"kind {kind!r} is neither 'paper' nor 'improved'")
        self._improved = kind == "improved"
        self._file = Recording.read(data, self._improved)
        self._candidates = sorted(next(iter(self._file.decisions.values()), {}))
        self.name = f"recorded:{kind}:{self._file.hash}"

    def begin(self, loader: Loader) -> None:
        super().begin(loader)
        for _, batch in self._file.decisions:
            if batch >= len(loader):
                raise ValueError(f"recorded cosines: a decision before batch {batch}, and an epoch has {len(loader)} batches")

    def decide(self, epoch: int, number: int) -> int:
        cosines = self._file.decisions.get((epoch, number))
        if cosines is not None and self._improved:
            self._choose(decide_improved(cosines, self._fidelity, self.size))
        elif cosines is not None:
            self._choose(decide_paper({g: values[0] for g, values in cosines.items()}))
        return self._fidelity


class Fed(_Deciding):
    def __init__(self, candidates: Sequence[int], period: int, agree: Callable[[Times], Times] | None) -> None:
        super().__init__()
        self._candidates = check_candidates(candidates, FULL)
        self._period, self._agree = check_whole("period", period, 1, INT), agree
        self._state = FedState.begin(self._candidates, period)
        self._asked: float | None = None
        self.name = check_name(f"fed:{_list(self._candidates)}:{period}:{'shared' if agree else 'own'}")

    def begin(self, loader: Loader) -> None:
        super().begin(loader)
        if self._agree is None:
            loader.says("policy fed with a clock of its own: the run cannot be repeated, and ranks may read different fidelities")

    def now(self, epoch: int, number: int) -> int:
        run = self._loader.run
        asked = run.epoch * len(run) + run.position // run.batch
        # Behind the batch that the caller has asked for, so many are left of this period.
        state = self._state
        return state.fidelity if epoch * len(run) + number - asked <= state.left else state.next

    def highest(self) -> int:
        return self._candidates[-1]

    def decide(self, epoch: int, number: int) -> int:
        state = self._state
        if state.left == 0:
            state.end_period(self._candidates, self._period, self._times, self.size)
        if state.left == self._period:
            self._asked = time.perf_counter()
            self._loader.clock.begin()
        state.left -= 1
        return state.fidelity

    def _times(self) -> Times:
        assert self._asked is not None
        whole = max(1, int((time.perf_counter() - self._asked) * 1e6))
        wait, read, decode = self._loader.clock.microseconds()
        mine = (whole, min(wait, whole), min(read, whole), decode // self._loader.options.threads)
        return mine if self._agree is None else [int(value) for value in self._agree(mine)]

    def members(self) -> dict[str, Any]:
        return dict(vars(self._state))

    def go_on(self, members: Mapping[str, Any]) -> None:
        check_members(members, tuple(vars(self._state)))
        found = FedState(
            _chosen(members, "fidelity", self._candidates),
            _chosen(members, "next", self._candidates),
            _member(members, "left", 0, self._period),
            _member(members, "skip", 0, 2),
            _member(members, "calm", 0, 64),
            _member(members, "patience", 8, 64),
        )
        # The period has not been measured from its beginning.
        found.skip = max(1, found.skip)
        self._state, self._asked = found, None


def _list(candidates: Sequence[int]) -> str:
    return ",".join(map(str, candidates))
