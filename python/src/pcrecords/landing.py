"""The memory that batches land in: new memory for each batch, or the caller's, in turn."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


class Landing:
    """Each batch gets memory of its own, which the caller may keep.

    most: how many batches there is room for at once; None: as many as are wanted
    """

    most: int | None = None

    def __init__(self, shape: tuple[int, ...], tensors: str, pin: bool) -> None:
        self._shape, self._tensors = shape, tensors
        self._pin = pin and _can_pin()

    def room(self, turn: int, images: int) -> tuple[Pixels, Any]:
        """For the batch that is the `turn`-th of an iteration: an array to write to, and what the caller gets of it."""
        if self._tensors == "numpy":
            array = np.empty((images, *self._shape), np.uint8)
            return array, array
        import torch

        tensor = torch.empty((images, *self._shape), dtype=torch.uint8, pin_memory=self._pin)
        return tensor.numpy(), tensor

    def labels(self, labels: npt.NDArray[np.int64]) -> Any:
        if self._tensors == "numpy":
            return labels
        return self.pinned(_tensor(labels))

    def values(self, values: list[Any]) -> list[Any]:
        """Arrays as the kind of memory that batches have."""
        if self._tensors == "numpy":
            return values
        return [_tensor(value) if isinstance(value, np.ndarray) else value for value in values]

    def pinned(self, tensor: Any) -> Any:
        return tensor.pin_memory() if self._pin else tensor


def _can_pin() -> bool:
    import torch

    if torch.cuda.is_available():
        return True
    warnings.warn("pin=True: PyTorch finds no CUDA device, so batches are in ordinary memory", UserWarning, stacklevel=2)
    return False


class CallersBuffers(Landing):
    """Buffers of the caller, used in turn: a batch is in its buffer until the caller asks for the next batch.

    So with one buffer nothing is read ahead, with two a batch is made while the caller works with the other, and so on.
    """

    def __init__(self, out: Any, images: int, shape: tuple[int, ...], tensors: str) -> None:
        """images: those of a full batch."""
        super().__init__(shape, tensors, False)
        given = list(out) if isinstance(out, list | tuple) else [out]
        self._buffers = [(_array(buffer, (images, *shape)), buffer) for buffer in given]
        if not given:
            raise ValueError("out: a list without buffers")
        self.most = len(given)
        for i, (a, _) in enumerate(self._buffers):
            if any(np.may_share_memory(a, b) for b, _ in self._buffers[:i]):
                raise ValueError("out: two buffers have memory in common")

    def room(self, turn: int, images: int) -> tuple[Pixels, Any]:
        array, buffer = self._buffers[turn % len(self._buffers)]
        if not is_tensor(buffer) and not isinstance(buffer, np.ndarray):
            buffer = array if self._tensors == "numpy" else _tensor(array)
        return array[:images], buffer if len(array) == images else buffer[:images]


def is_tensor(thing: object) -> bool:
    """Whether it is one of torch, which is not imported for it."""
    return type(thing).__module__.split(".")[0] == "torch"


def _tensor(array: npt.NDArray[Any]) -> Any:
    import torch

    return torch.from_numpy(array)


def _array(buffer: Any, shape: tuple[int, ...]) -> Pixels:
    """The memory of an array, a tensor, or of what gives it by DLPack or the buffer protocol."""
    array: Any
    try:
        if is_tensor(buffer):
            array = buffer.numpy()
        elif isinstance(buffer, np.ndarray):
            array = buffer
        else:
            array = np.from_dlpack(buffer) if hasattr(buffer, "__dlpack__") else np.asarray(memoryview(buffer))
    except (TypeError, RuntimeError, BufferError) as error:
        raise ValueError(f"out: {type(buffer).__name__} has no memory that the processor writes to: {error}") from error
    if array.dtype != np.uint8 or array.shape != shape:
        raise ValueError(f"out: a buffer of uint8 and shape {shape} is wanted, not {array.dtype} of {array.shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError("out: a buffer is not contiguous, or cannot be written to")
    found: Pixels = array
    return found
