"""Shards that no writer makes, for tests of what commands say of them."""
from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pcr_writer as w
from pcr_reader import LIQUID
from pcr_restore import ORIGINAL, PATCH

from .pieces import color, entry_of, grey, raw, recipe, setting, source, u32
from .recipes import sample as of_kind
from .restore import frames_of, rle

GROUPS = 3
File = Callable[[], tuple[str, bytes]]


def made(samples: list[SimpleNamespace], **more: object) -> tuple[str, bytes]:
    return "part-00000.pcr", entry_of(samples, GROUPS, **more)[0]  # type: ignore[arg-type]


def of_recipe_length(more: int) -> File:
    def file() -> tuple[str, bytes]:
        length = len(source("recipe-baseline.jpg")) + more
        return made([of_kind("baseline")], restore=True, change=setting(source_lengths=[length]))
    return file


def shorter_than_base() -> tuple[str, bytes]:
    """A patch whose base is longer than the original."""
    longer = source("recipe-baseline.jpg")
    sample = of_kind("baseline")
    sample.original, sample.keep = longer[:-9], PATCH
    sample.record = u32(len(recipe(longer))) + recipe(longer) + raw(longer[:-9])
    return made([sample], restore=True)


def more_scans(sample: SimpleNamespace, more: int) -> SimpleNamespace:
    """The last group again and again."""
    sample.slices = [*sample.slices[:-1], sample.slices[-1] * more]
    return sample


def liquid_of_scans() -> tuple[str, bytes]:
    many = more_scans(grey("many.jpg", GROUPS), 35)
    whole = w.sample("many.jpg", [b"".join(many.slices) + b"\xFF\xD9"], None, 8, 8, 0, encoding=16)
    return "part-00000.pcrl", entry_of([whole], 1, variant=LIQUID)[0]


def liar(side: int) -> File:
    def file() -> tuple[str, bytes]:
        sample = color("liar.jpg", GROUPS)
        sample.width = sample.height = side
        return made([sample])
    return file


def one_broken() -> tuple[str, bytes]:
    return made([color("a.jpg", label=None), more_scans(color("broken.jpg", label=3), 70), grey("b.jpg", label=3)])


def bomb() -> tuple[str, bytes]:
    """Originals of zeros, of two mebibytes each, in a frame of a few bytes each."""
    zeros = bytes(2 << 20)
    samples = [grey(f"bomb{k}", GROUPS, original=zeros, keep=ORIGINAL) for k in range(600)]
    for sample in samples:
        sample.source_length = len(zeros)
    return made(samples, restore=True, restore_of=frames_of([1] * len(samples)), compress_rest=rle, change_directory=setting(source_sha256=b""))


def many() -> tuple[str, bytes]:
    """Samples of nothing, whose metadata takes far more than their file."""
    count = 600_000
    zeros = [0] * count

    def change(values: dict[str, object]) -> None:
        values.update(
            key_bytes=b"".join(b"%07x" % k for k in range(count)), key_lengths=[7] * count, widths=zeros, heights=zeros, color_classes=bytes(count), encodings=b"\2" * count,
            source_flags=zeros, source_lengths=zeros, slice_lengths=zeros, slice_crc32c=zeros)

    nothing = [w.sample("", [b""], None, 0, 0, 0, encoding=2)] * count
    return "part-00000.pcr", w.shard(nothing, 1, restore=False, compress=lambda flat: w.zstd(flat, 3), change=change)[0]


FILES: dict[str, File] = {
    "intact": lambda: made([color("a.jpg"), grey("b.jpg")]), "recipe": of_recipe_length(0), "recipe-of-a-longer-file": of_recipe_length(-1), "patch-shorter-than-its-base": shorter_than_base,
    "scans-beyond-the-limit": lambda: made([more_scans(grey("many.jpg", GROUPS), 35)]), "liquid-of-many-scans": liquid_of_scans, "liar-65500": liar(65_500), "liar-8": liar(8), "one-broken": one_broken,
    "bomb": bomb, "many": many}
