"""Fidelities: how much of each image is read, and what that shows and costs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import UnsupportedError
from .manifest import Root

SYNTAX = "3 | full | msssim:.96 | msssim:.98@224"
_QUALITY = re.compile(r"msssim:(\d{0,3}\.\d{1,9}|\d{1,3})(?:@(.*))?", re.DOTALL | re.ASCII)
_AT = re.compile(r"resize:([1-9]\d{0,4}),crop:([1-9]\d{0,4})", re.ASCII)
PLAIN, MIDPOINT = 0, 1


@dataclass(frozen=True)
class Fidelity:
    """A fidelity of a dataset, and what it costs and shows as far as the manifest says.

    bytes: of all shards up to it; share: of the bytes of full fidelity; msssim: the mean against full fidelity at full size, or
    what it was chosen to show; None where nothing is known
    """

    group: int
    bytes: int
    share: float
    msssim: float | None
    is_full: bool


def _size(at: str | None) -> str:
    """As the manifest writes it."""
    if at is None or at == "full":
        return ""
    if at == "224":
        return "resize:256,crop:224"
    match = _AT.fullmatch(at)
    if match is None or not int(match[2]) <= int(match[1]) <= 65535:
        raise ValueError(f'size "{at}" is not full, 224, or resize:N,crop:M')
    return at


def made_for_midpoint(root: Root | None) -> bool:
    """Whether the targets of a dataset hold for images that are decoded with midpoint reconstruction."""
    return root is not None and root.targets is not None and root.targets.reconstruction == MIDPOINT


def group_for(
    wanted: int | str, root: Root | None, group_count: int, *, at_most: bool = False, midpoint: bool | None = None
) -> int | None:
    """The group that a request means; None: full fidelity, whatever a shard has.

    at_most: of a dataset of one fidelity, any other one means that one
    midpoint: how images are decoded; None: as the dataset's targets have it
    """
    text = str(wanted)
    if text == "full":
        return None
    if re.fullmatch("[0-9]{1,9}", text):
        group = int(text)
        if at_most and group_count == 1 and group >= 1:
            return None
        if not 1 <= group <= group_count:
            raise ValueError(f"fidelity {group} is not in 1..{group_count}")
        return group
    match = _QUALITY.fullmatch(text)
    if match is None:
        raise ValueError(f'fidelity "{text}" is not of the form {SYNTAX}')
    value, at = float(match[1]), _size(match[2])
    if not 0 <= value <= 1:
        raise ValueError(f"an MS-SSIM of {value} is not in 0..1")
    if at_most and group_count == 1:
        return None
    reached = _reached(root, at, midpoint)
    if reached is None:
        raise UnsupportedError(
            "fidelity", f"the manifest has no measurements for {text}; give a group, 1 to {group_count}, or full"
        )
    return next((group for group, shown in enumerate(reached, 1) if shown >= value), None)


def _reached(root: Root | None, at: str, midpoint: bool | None = None) -> list[float] | None:
    """What fidelities 1, 2, ... show, but for the last. What plain decoding shows, midpoint reconstruction shows at least."""
    if root is None:
        return None
    if made_for_midpoint(root) if midpoint is None else midpoint:
        return _measured(root, at, MIDPOINT) or _measured(root, at, PLAIN)
    return _measured(root, at, PLAIN)


def _measured(root: Root, at: str, reconstruction: int) -> list[float] | None:
    targets = root.targets
    if targets is not None and (targets.reconstruction, targets.at) == (reconstruction, at):
        return [value / 1e6 for value in targets.values]
    for curve in root.quality:
        if (curve.reconstruction, curve.at) == (reconstruction, at):
            return [point.ms_ssim_mean for point in curve.points[:-1]]
    return None


def fidelities(root: Root | None, group_count: int, lengths: list[int]) -> list[Fidelity]:
    """lengths: of all prefixes of a fidelity together, from fidelity 1 on."""
    reached = _reached(root, "")
    known: list[float | None] = [*reached] if reached is not None else [None] * (group_count - 1)
    shown = [*known, 1.0]
    total = max(1, lengths[-1])
    return [
        Fidelity(g, lengths[g - 1], lengths[g - 1] / total, shown[g - 1], g == group_count) for g in range(1, group_count + 1)
    ]
