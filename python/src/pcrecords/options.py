"""What a loader is told besides the run: how images are made, and what of a batch is wanted. All of it is checked here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .crops import RandomResizedCrop, Transform
from .decisions import FULL, check_whole
from .gather import Rendering
from .hooks import BatchHook, SampleHook
from .landing import CallersBuffers, Landing, is_tensor
from .moved import Moved
from .order import DEFAULT_WINDOW, DROP, LANES, PAD, SHORT, Order, default_lanes, require_order
from .pieces import Group
from .policies import Fixed, Policy
from .policy import of as policy_of
from .values import FACTS
from .view import View

FAIL, DEGRADE, SKIP = "fail", "degrade", "skip"
MOST_REPLACED = 100
"""In a row; more end a run."""

Fidelity = int | str | Callable[[int, int], int | str] | Policy


def check_run(seed: object, batch: object) -> None:
    """What a state has to hold."""
    if type(seed) is not int or not -(2**63) <= seed < 2**63:
        raise ValueError(f"seed {seed!r} is no whole number of 64 bits, -2^63 to 2^63-1")
    if type(batch) is not int or not 1 <= batch <= 1 << 24:
        raise ValueError(f"batch {batch!r} is no whole number from 1 to 2^24")


def check_remainder(remainder: str, parts: int, epoch_batches: int | None) -> None:
    if remainder not in (DROP, PAD, SHORT):
        raise ValueError(f"remainder {remainder!r} is none of {DROP!r}, {PAD!r}, {SHORT!r}")
    if (parts > 1) != (epoch_batches is not None) or (epoch_batches is not None and epoch_batches < 1):
        raise ValueError("epoch_batches is needed for a mix, and for a mix only")


def check_ranks(batch: int, rank: int, world: int, masked: bool) -> None:
    if not 1 <= world <= batch or not 0 <= rank < world:
        raise ValueError(f"batch {batch}, rank {rank} and world {world} do not fit together")
    if batch % world and not masked:
        raise ValueError(f"{world} ranks do not divide a batch of {batch}; masked=True lets some ranks have one image less")


def order_of(kind: str, batch: int, lanes: int | None, window: int | None) -> Order:
    require_order(kind)
    laned = kind == LANES
    if not laned and (lanes is not None or window is not None):
        raise ValueError(f"lanes and window are of order {LANES!r}, not of {kind!r}")
    return Order(kind, (lanes or default_lanes(batch)) if laned else 0, (window or DEFAULT_WINDOW) if laned else 0)


class Options:
    """As Loader says of each."""

    def __init__(
        self,
        *,
        fidelity: Fidelity | None,
        at_most: bool,
        transform: Transform | None,
        views: int,
        gray: bool,
        midpoint: bool | None,
        antialias: bool,
        layout: str | None,
        tensors: str | None,
        pin: bool,
        out: Any,
        on_damage: str,
        threads: int | None,
        memory: int,
        keys: bool,
        columns: Sequence[str],
        moved: Mapping[str, Moved] | None,
        sample_hook: SampleHook | None,
        batch_hook: BatchHook | None,
    ) -> None:
        if on_damage not in (FAIL, DEGRADE, SKIP):
            raise ValueError(f"on_damage {on_damage!r} is none of {FAIL!r}, {DEGRADE!r}, {SKIP!r}")
        if not 1 <= views <= 64:
            raise ValueError(f"views {views!r} is no whole number from 1 to 64")
        if transform is not None and not (hasattr(transform, "size") and hasattr(transform, "boxes")):
            raise ValueError(f"transform {transform!r} has no size and boxes; say RandomResizedCrop(224) for one")
        if isinstance(columns, str):
            raise ValueError(f"columns: a list of names is wanted, such as [{columns!r}]")
        self.policy, self.at_most, self.midpoint = policy_of(fidelity), at_most, midpoint
        self.moved = dict(moved or {})
        if set(self.moved) & set(columns):
            raise ValueError(f"moved: {sorted(set(self.moved) & set(columns))} are in columns, too")
        self.tensors = tensors or (_kind_of(out) if out is not None else "torch" if "torch" in sys.modules else "numpy")
        self.layout = layout or ("NCHW" if self.tensors == "torch" else "NHWC")
        if self.tensors not in ("numpy", "torch") or self.layout not in ("NHWC", "NCHW"):
            raise ValueError(f"tensors {self.tensors!r} or layout {self.layout!r} is unknown")
        if pin and self.tensors != "torch":
            raise ValueError("pin is for torch tensors only")
        self.how = Rendering(transform or RandomResizedCrop(224), views, 1 if gray else 3, self.layout == "NCHW", antialias)
        if pin and out is not None:
            raise ValueError("pin is for memory that the loader makes; give buffers that are pinned")
        self.pin, self.out, self.on_damage, self.memory = pin, out, on_damage, memory
        self.keys, self.columns = keys, tuple(columns)
        self.sample_hook, self.batch_hook = sample_hook, batch_hook
        self.threads = threads or len(os.sched_getaffinity(0))

    def check_parts(self, parts: list[View]) -> None:
        """What each dataset has to have."""
        for part in parts:
            for name in self.moved:
                if name not in part.dataset.columns:
                    raise ValueError(f"moved: {part.dataset.url} has no column {name!r}")
            for name in self.columns:
                if name not in FACTS and name not in part.dataset.columns:
                    raise ValueError(f"columns: {part.dataset.url} has no column {name!r}")
            if isinstance(self.policy, Fixed):
                part.dataset.group_for(self.policy.now(0, 0), at_most=self.at_most, midpoint=self.midpoint)

    def fidelity_of(self, epoch: int, batch: int) -> int | str | None:
        """What a batch is read at, as far as it is known before the caller asks for it; None: what the views are at."""
        return None if self.policy is None else self.policy.now(epoch, batch)

    def decide(self, epoch: int, batch: int) -> int | str | None:
        """What the batch is read at that the caller asks for now."""
        return None if self.policy is None else self.policy.decide(epoch, batch)

    def groups(self, parts: list[View], fidelity: int | str | None) -> list[Group]:
        """What is read of each part of the run where this is asked for; None: what the views are at.

        A fidelity is a number: that of a quality is the one at which all parts have it. A part with fewer groups is read whole.
        """
        if fidelity is None:
            return [(part.group, self.at_most) for part in parts]
        if isinstance(fidelity, str):
            found = [part.dataset.group_for(fidelity, at_most=self.at_most, midpoint=self.midpoint) for part in parts]
            fidelity = FULL if None in found else max(group for group in found if group is not None)
        check_whole("fidelity", fidelity, 1, FULL)
        return [(None if fidelity >= part.dataset.group_count else fidelity, self.at_most) for part in parts]

    def highest_groups(self, parts: list[View]) -> list[Group]:
        """No batch reads more of each part."""
        return self.groups(parts, None if self.policy is None else self.policy.highest())

    @property
    def image_shape(self) -> tuple[int, int, int]:
        height, width = self.how.transform.size
        return (self.how.channels, height, width) if self.how.planar else (height, width, self.how.channels)

    def landing(self, batch_size: int) -> Landing:
        """Where batches go. batch_size: of this rank"""
        if self.out is None:
            return Landing(self.image_shape, self.tensors, self.pin)
        return CallersBuffers(self.out, batch_size * self.how.views, self.image_shape, self.tensors)


def _kind_of(out: Any) -> str:
    first = out[0] if isinstance(out, list | tuple) and out else out
    return "torch" if is_tensor(first) else "numpy"
