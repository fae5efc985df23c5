"""Which generation of a dataset is read (section 12 of the format, R-COMMIT-10)."""

from __future__ import annotations

from . import manifest as manifests
from .errors import CorruptError
from .limits import Limits
from .manifest import Root
from .place import Place

MANIFEST = "manifest.pcrm"


def read_root(place: Place, name: str, generation: int | None, limits: Limits) -> Root:
    """The root of a generation, or that of a file's name; "" for the newest one."""
    if generation is not None:
        name = f"manifest-{generation}.pcrm"
    try:
        return _read(place, name or MANIFEST, limits)
    except CorruptError:
        newest = 0 if name else _newest(place)
        if not newest:
            raise
        return _read(place, f"manifest-{newest}.pcrm", limits)


def _read(place: Place, name: str, limits: Limits) -> Root:
    source = place.open(name)
    try:
        return manifests.read_root(source, limits)
    finally:
        source.close()


def _newest(place: Place) -> int:
    """The last generation that is there; they have no gaps. 0: none is."""
    have, step = 0, 1
    while _exists(place, have + step):
        have, step = have + step, step * 2
    while step:
        if _exists(place, have + step):
            have += step
        step //= 2
    return have


def _exists(place: Place, n: int) -> bool:
    try:
        place.open(f"manifest-{n}.pcrm").close()
        return True
    except FileNotFoundError:
        return False
