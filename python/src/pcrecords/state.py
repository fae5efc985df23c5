"""The state of a run (spec/loader.md, section 8): where it goes on, on any number of ranks."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

from .errors import StateError
from .order import require_order

_UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VIEW = re.compile("all|[0-9a-f]{32}")
_MEMBERS = {"version", "order", "seed", "epoch", "position", "batch", "lanes", "window", "remainder", "parts"}
LAST_SAMPLE = 2**53
_LONG = 2**63 - 1


@dataclass(frozen=True)
class PartState:
    """A part of a run; weight is None in a run of one part."""

    dataset: str
    generation: int
    view: str
    weight: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class RunState:
    """What was handed out so far, and of what. epoch_batches is None in a run of one part, policy where it is fixed."""

    order: str
    seed: int
    epoch: int
    position: int
    batch: int
    lanes: int
    window: int
    remainder: str
    parts: tuple[PartState, ...]
    epoch_batches: int | None = None
    policy: dict[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """JSON's members, in their usual order."""
        found: dict[str, Any] = {"version": 1}
        for name in ("order", "seed", "epoch", "position", "batch", "lanes", "window", "remainder", "epoch_batches"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        found["parts"] = [part.as_dict() for part in self.parts]
        if self.policy is not None:
            found["policy"] = dict(self.policy)
        return found

    def to_json(self) -> str:
        return json.dumps(self.as_dict(), separators=(",", ":"))


def from_json(text: str) -> RunState:
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise StateError("state", f"no JSON: {error}") from error
    return from_dict(found)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a member stands twice")
    return found


def from_dict(found: Any) -> RunState:
    """Raises StateError."""
    _require(isinstance(found, dict) and isinstance(found.get("parts"), list), "state", "no state of a loader")
    parts = found["parts"]
    _require(1 <= len(parts) <= 256, "parts", len(parts))
    is_mix = len(parts) > 1
    wanted = _MEMBERS | ({"epoch_batches"} if is_mix else set())
    wanted |= found.keys() & {"policy"}
    _require(set(found) == wanted, "state", f"members {sorted(set(found) ^ wanted)} are unknown, or missing")
    _whole(found, "version", 1, 1)
    try:
        require_order(found["order"])
    except ValueError as wrong:
        raise StateError("state.order", str(wrong)) from None
    _require(found["remainder"] in ("drop", "pad", "short"), "remainder", found["remainder"])
    laned = found["order"] == "lanes"
    _whole(found, "seed", -(2**63), _LONG)
    _whole(found, "epoch", 0, _LONG)
    _whole(found, "batch", 1, 1 << 24)
    _whole(found, "position", 0, _LONG)
    _require(found["position"] % found["batch"] == 0, "position", "inside a batch")
    _whole(found, "lanes", 1 if laned else 0, 65536 if laned else 0)
    _whole(found, "window", 1 if laned else 0, 2**31 - 1 if laned else 0)
    if is_mix:
        _whole(found, "epoch_batches", 1, _LONG)
        size = found["epoch_batches"] * found["batch"]
        _require(found["position"] < size, "position", "not before the end of its epoch")
        _require(found["epoch"] * size < LAST_SAMPLE, "epoch", "begins at sample 2^53 or behind it")
    if "policy" in found:
        _policy(found["policy"])
    names = [name for name in RunState.__dataclass_fields__ if name != "parts" and name in found]
    return RunState(**{name: found[name] for name in names}, parts=tuple(_part(part, is_mix) for part in parts))


def _policy(found: Any) -> None:
    """What every policy's part has; the rest is for the policy."""
    _require(isinstance(found, dict) and isinstance(found.get("name"), str), "policy", "no policy with a name")
    _require(all(type(value) in (int, str) for value in found.values()), "policy", "members are not integers and texts")


def _part(found: Any, is_mix: bool) -> PartState:
    wanted = {"dataset", "generation", "view"} | ({"weight"} if is_mix else set())
    _require(isinstance(found, dict) and set(found) == wanted, "parts", f"members are not {sorted(wanted)}")
    _require(isinstance(found["dataset"], str) and _UUID.fullmatch(found["dataset"]) is not None, "dataset", found["dataset"])
    _require(isinstance(found["view"], str) and _VIEW.fullmatch(found["view"]) is not None, "view", found["view"])
    _whole(found, "generation", 1, _LONG)
    if is_mix:
        _whole(found, "weight", 1, 2**31 - 1)
    return PartState(**found)


def check_position(state: RunState, n: int) -> None:
    """Of a run of one part of n samples."""
    batches = n // state.batch + (state.remainder != "drop" and n % state.batch > 0)
    _require(state.position < max(1, batches * state.batch), "position", f"{state.position} is not before the end of its epoch")
    _require(state.epoch * n < LAST_SAMPLE, "epoch", "begins at sample 2^53 or behind it")


def _require(holds: bool, field: str, words: object) -> None:
    if not holds:
        raise StateError(f"state.{field}", f"{words}")


def _whole(found: dict[str, Any], name: str, low: int, high: int) -> None:
    value = found[name]
    _require(type(value) is int and low <= value <= high, name, repr(value))
