"""Progressive Compressed Records: image datasets that are stored once and read at any of several fidelities.

>>> import pcrecords as pcr
>>> ds = pcr.open("/data/pets")
>>> ds.at(3)[42].decode()
"""

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

__version__ = "0.1.0"

__all__ = [
    "ChangedError",
    "ChecksumError",
    "CorruptError",
    "Dataset",
    "Fidelity",
    "ImageCorruptError",
    "ImageUnsupportedError",
    "LimitError",
    "Limits",
    "MalformedError",
    "NotAsListedError",
    "NotPcrError",
    "PcrError",
    "RestoreMismatchError",
    "Sample",
    "StateError",
    "StoreError",
    "TruncatedError",
    "UnsupportedError",
    "View",
    "open",
]
