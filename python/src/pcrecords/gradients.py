"""Cosines of the gradients of a torch model, at candidates and at full fidelity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .decisions import FULL
from .hooks import kept

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
        with _left_as_it_is(self._model) as seed:

            def gradients(fidelity: int) -> list[Any]:
                return self._gradients(enumerate(loader.probe(draw, probes, fidelity), draw * probes), seed)

            full = gradients(FULL)
            return {g: [self._cosine(a, b) for a, b in zip(full, gradients(g), strict=True)] for g in candidates}

    def _gradients(self, batches: Iterable[tuple[int, Any]], seed: Callable[[int], None]) -> list[Any]:
        """On the CPU, so that those of all probes need no memory of the device."""
        import torch

        found: list[Any] = []
        for number, batch in batches:
            # What a layer draws, as dropout does, is the same at all fidelities.
            seed(number)
            images, labels = self._of(batch)
            self._model.zero_grad(set_to_none=True)
            self._loss(self._model(images), labels).backward()
            gradient = torch.cat([p.grad.detach().flatten() for p in self._model.parameters() if p.grad is not None])
            if torch.distributed.is_available() and torch.distributed.is_initialized():
                torch.distributed.all_reduce(gradient)
            # Not before: not every device has numbers of this size.
            gradient = gradient.cpu().double()
            if self._together and found:
                found[0] += gradient
            else:
                found.append(gradient)
        return found

    def _of(self, batch: Any) -> tuple[Any, Any]:
        import torch

        device = next(self._model.parameters()).device
        images = torch.as_tensor(batch.images)
        return self._given(images, device), torch.as_tensor(batch.labels).to(device)

    def _given(self, images: Any, device: Any) -> Any:
        if self._prepare is not None:
            return self._prepare(images)
        images = images.to(device)
        return images if images.is_floating_point() else images.float().div(255)

    @staticmethod
    def _cosine(a: Any, b: Any) -> float:
        return float((a @ b) / (a.norm() * b.norm()))


@contextmanager
def _left_as_it_is(model: Any) -> Iterator[Callable[[int], None]]:
    """Gives a function that sets all seeds. Afterwards gradients, running means of layers, and the random numbers of the program
    are what they were."""
    import torch

    gradients = [parameter.grad for parameter in model.parameters()]
    buffers = [buffer.clone() for buffer in model.buffers()]
    with kept() as seed, torch.random.fork_rng(), torch.enable_grad():

        def on_all_devices(value: int) -> None:
            seed(value)
            torch.manual_seed(value)

        try:
            yield on_all_devices
        finally:
            with torch.no_grad():
                for parameter, gradient in zip(model.parameters(), gradients, strict=True):
                    parameter.grad = gradient
                for buffer, before in zip(model.buffers(), buffers, strict=True):
                    buffer.copy_(before)
