"""Cosines of the gradients of a torch model, at candidates and at full fidelity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .decisions import FULL

if TYPE_CHECKING:
    from .loader import Loader


class Cosines:
    """Computes them on probe batches of a loader. Gradients are summed over all ranks where torch.distributed is in use.

    together: one cosine, of the gradients that all batches have together; else one for each batch
    """

    def __init__(
        self, model: Any, loss: Callable[[Any, Any], Any], prepare: Callable[[Any], Any] | None, *, together: bool
    ) -> None:
        self._model, self._loss, self._prepare, self._together = model, loss, prepare, together

    def __call__(self, loader: Loader, draw: int, candidates: Sequence[int], probes: int) -> Mapping[int, Sequence[float]]:
        with _left_as_it_is(self._model):
            full = self._gradients(loader, draw, FULL, probes)
            return {
                g: [self._cosine(a, b) for a, b in zip(full, self._gradients(loader, draw, g, probes), strict=True)]
                for g in candidates
            }

    def _gradients(self, loader: Loader, draw: int, fidelity: int, probes: int) -> list[Any]:
        """On the CPU, so that those of all probes need no memory of the device."""
        import torch

        found: list[Any] = []
        for number, batch in enumerate(loader.probe(draw, probes, fidelity)):
            # What a layer draws, as dropout does, is the same at all fidelities.
            torch.manual_seed(draw * probes + number)
            images, labels = self._of(batch)
            self._model.zero_grad(set_to_none=True)
            self._loss(self._model(images), labels).backward()
            gradient = torch.cat([p.grad.detach().flatten().double() for p in self._model.parameters() if p.grad is not None])
            if torch.distributed.is_available() and torch.distributed.is_initialized():
                torch.distributed.all_reduce(gradient)
            gradient = gradient.cpu()
            if self._together and found:
                found[0] += gradient
            else:
                found.append(gradient)
        return found

    def _of(self, batch: Any) -> tuple[Any, Any]:
        import torch

        device = next(self._model.parameters()).device
        images = torch.as_tensor(batch.images)
        given = images.to(device).float().div(255) if self._prepare is None else self._prepare(images)
        return given, torch.as_tensor(batch.labels).to(device)

    @staticmethod
    def _cosine(a: Any, b: Any) -> float:
        return float((a @ b) / (a.norm() * b.norm()))


@contextmanager
def _left_as_it_is(model: Any) -> Iterator[None]:
    """Gradients, running means of layers, and the random numbers of the program are what they were."""
    import torch

    gradients = [parameter.grad for parameter in model.parameters()]
    buffers = [buffer.clone() for buffer in model.buffers()]
    with torch.random.fork_rng(), torch.enable_grad():
        try:
            yield
        finally:
            with torch.no_grad():
                for parameter, gradient in zip(model.parameters(), gradients, strict=True):
                    parameter.grad = gradient
                for buffer, before in zip(model.buffers(), buffers, strict=True):
                    buffer.copy_(before)
