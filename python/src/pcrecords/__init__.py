"""Progressive Compressed Records: image datasets that are stored once and read at any of several fidelities.

>>> import pcrecords as pcr
>>> ds = pcr.open("/data/pets")
>>> ds.at(3)[42].decode()
"""

from .crops import CenterCrop, RandomResizedCrop
from .dataset import Dataset, Sample, View, open
from .errors import (
    ChangedError,
    ChecksumError,
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
from .loader import Batch, Loader
from .mapstyle import MapDataset

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "CenterCrop",
    "ChangedError",
    "ChecksumError",
    "CorruptError",
    "Dataset",
    "Fidelity",
    "ImageCorruptError",
    "ImageUnsupportedError",
    "LimitError",
    "Limits",
    "Loader",
    "MalformedError",
    "MapDataset",
    "NotAsListedError",
    "NotPcrError",
    "PcrError",
    "RandomResizedCrop",
    "RestoreMismatchError",
    "Sample",
    "StateError",
    "StoreError",
    "TruncatedError",
    "UnsupportedError",
    "View",
    "open",
]
