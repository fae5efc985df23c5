"""Policies: at which fidelity each batch of a run is given (spec/loader.md, section 10).

>>> loader = pcr.Loader(train, batch=256, fidelity=pcr.policy.schedule((1, 80), "full"))

All but `fed` with a clock of its own decide the same on all ranks, and a run that goes on from a state decides as if it had not
been interrupted. Candidates are numbers of groups; 64 is full fidelity, whatever a dataset has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .decisions import FULL, check_whole
from .policies import INT, Fed, Fixed, Function, GradientImproved, GradientPaper, Paper, Policy, Recorded, Schedule, Times

__all__ = ["Policy", "fed", "fixed", "gradient_cosine", "improved", "of", "paper", "quality", "recorded", "schedule"]


def fixed(fidelity: int | str) -> Policy:
    """Always the same: 3, "full", "msssim:.96"."""
    return Fixed(fidelity)


def quality(msssim: float, at: str | None = None) -> Policy:
    """The lowest fidelity whose images have a mean MS-SSIM of at least this, at a size ("224") or at full size."""
    return Fixed(f"msssim:{msssim:.9f}".rstrip("0").rstrip(".") + (f"@{at}" if at else ""))


def schedule(*stages: tuple[int | str, int] | int | str) -> Policy:
    """Stages, each a fidelity and a number of epochs; the last one a fidelity alone: schedule((1, 40), (3, 40), "full")."""
    if not 1 <= len(stages) <= 64:
        raise ValueError("a schedule has 1 to 64 stages")
    before: list[tuple[int, int]] = []
    for stage in stages[:-1]:
        if not isinstance(stage, tuple) or len(stage) != 2:
            raise ValueError(f"stage {stage!r} is no pair of a fidelity and a number of epochs")
        before.append((_number(stage[0]), check_whole("epochs", stage[1], 1, INT)))
    if isinstance(stages[-1], tuple):
        raise ValueError("the last stage of a schedule is a fidelity alone, as it has no end")
    return Schedule(before, _number(stages[-1]))


def _number(fidelity: int | str) -> int:
    return FULL if fidelity == "full" else check_whole("fidelity", fidelity, 1, FULL)


def paper(cosines: Paper, candidates: Sequence[int], *, start: int = 5, every: int = 1) -> Policy:
    """As the paper on PCR decides: the smallest candidate whose gradient points where that at full fidelity does.

    cosines: computes them, such as `gradients.Cosines(model, loss)`
    start, every: epochs before which it decides
    """
    return GradientPaper(cosines, candidates, start, every)


def improved(
    cosines: Paper, candidates: Sequence[int], *, start: int = 0, every: int = 1, times: int = 1, probes: int = 10
) -> Policy:
    """As `paper`, with other images at each decision, confidence, and costs.

    times: decisions in an epoch
    probes: batches of each decision
    """
    return GradientImproved(cosines, candidates, start, every, times, probes)


def gradient_cosine(
    model: Any,
    loss: Callable[[Any, Any], Any],
    candidates: Sequence[int] = (1, 2, 3, 4, 5, 6),
    *,
    prepare: Callable[[Any], Any] | None = None,
    kind: str = "improved",
    **options: int,
) -> Policy:
    """Decides by the gradients of a torch model. They are computed on probe batches; neither the run nor the model moves.

    loss: of the model's output and the labels, such as torch.nn.functional.cross_entropy
    prepare: what the model is given of a batch's images, behind the sample hook of the loader and before a batch hook; default:
        on the model's device, as floats of 0 to 1, or the floats that they are
    kind: "improved" or "paper"
    options: those of `improved` or `paper`
    """
    from .gradients import Cosines

    made = {"improved": improved, "paper": paper}
    if kind not in made:
        raise ValueError(f"kind {kind!r} is neither 'paper' nor 'improved'")
    return made[kind](Cosines(model, loss, prepare, together=kind == "paper"), candidates, **options)


def recorded(file: str | os.PathLike[str], kind: str = "improved") -> Policy:
    """Decides as `improved` or `paper` does, by cosines that stand in a file (spec/loader.md, section 10.6)."""
    return Recorded(Path(file).read_bytes(), kind)


def fed(candidates: Sequence[int], *, period: int = 64, agree: Callable[[Times], Times] | str) -> Policy:
    """The highest fidelity at which the training loop does not wait for batches.

    agree: takes time, wait, read and decode of a rank, and gives the largest of all ranks, such as an all-reduce by MAX does;
        "own": each rank decides for itself, which cannot be repeated
    """
    if isinstance(agree, str) and agree != "own":
        raise ValueError(f"agree {agree!r}: a function is wanted, or 'own'")
    return Fed(candidates, period, None if isinstance(agree, str) else agree)


def of(fidelity: int | str | Callable[[int, int], int | str] | Policy | None) -> Policy | None:
    """What a loader was given as its fidelity; None: that of the views."""
    if fidelity is None or isinstance(fidelity, Policy):
        return fidelity
    return Function(fidelity) if callable(fidelity) else Fixed(fidelity)
