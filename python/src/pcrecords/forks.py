"""What a forked child has to make anew: locks that nobody will give back, and threads that it does not have."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forked(Protocol):
    def after_fork(self) -> None:
        """Called in the child, which has one thread."""


_all: weakref.WeakSet[Forked] = weakref.WeakSet()


def register(thing: Forked) -> None:
    """Its `after_fork` is called in every child from now on."""
    _all.add(thing)


def _renew() -> None:
    for thing in list(_all):
        thing.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
