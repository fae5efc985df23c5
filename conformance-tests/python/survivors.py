"""The mutants of mutate_readers.py that no vector can find, and why: a part of what is printed of each, and the reason."""

SURVIVORS: dict[str, str] = {}
