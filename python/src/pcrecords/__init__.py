"""Progressive Compressed Records: image datasets that are stored once and read at any of several fidelities.

>>> import pcrecords as pcr
>>> ds = pcr.open("/data/pets")
>>> ds.at(3)[42].decode()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dataset import Dataset, open
from .errors import (
    ChangedError,
    ChecksumError,
    ConversionError,
    CorruptError,
    ImageCorruptError,
    ImageUnsupportedError,
    LimitError,
    MalformedError,
    NotAsListedError,
    NotPcrError,
    PcrError,
    RestoreMismatchError,
    StateError,
    StoreError,
    TruncatedError,
    UnsupportedError,
)
from .fidelity import Fidelity
from .limits import Limits
from .sample import Sample
from .view import View

if TYPE_CHECKING:
    from . import hf, policy
    from .batch import Batch
    from .crops import CenterCrop, RandomResizedCrop
    from .loader import Loader
    from .mapstyle import MapDataset
    from .moved import Boxes, Frame, Mask, Points
    from .writing import Writer, convert

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "Boxes",
    "CenterCrop",
    "ChangedError",
    "ChecksumError",
    "ConversionError",
    "CorruptError",
    "Dataset",
    "Fidelity",
    "Frame",
    "ImageCorruptError",
    "ImageUnsupportedError",
    "LimitError",
    "Limits",
    "Loader",
    "MalformedError",
    "MapDataset",
    "Mask",
    "NotAsListedError",
    "NotPcrError",
    "PcrError",
    "Points",
    "RandomResizedCrop",
    "RestoreMismatchError",
    "Sample",
    "StateError",
    "StoreError",
    "TruncatedError",
    "UnsupportedError",
    "View",
    "Writer",
    "convert",
    "hf",
    "open",
    "policy",
]

# What only training or writing needs is imported when it is first asked for.
_LATER = {
    "Batch": "batch",
    "Boxes": "moved",
    "CenterCrop": "crops",
    "Frame": "moved",
    "Loader": "loader",
    "MapDataset": "mapstyle",
    "Mask": "moved",
    "Points": "moved",
    "RandomResizedCrop": "crops",
    "Writer": "writing",
    "convert": "writing",
}

_MODULES = ("hf", "policy")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
