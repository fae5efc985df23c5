"""Files that a seed decides, of every kind, intact and damaged, for comparing readers."""
from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pcr_writer as w
from pcr_reader import BOOL, BYTES, FIXED, FLOAT32, FLOAT64, INT64, LIQUID, SCALAR, STRING, VARYING
from pcr_restore import NONE, ORIGINAL, PATCH, RECIPE

from . import manifests
from .pieces import color, grey, opaque, raw, recipe, source, u32
from .tfrecords import gzip, zlibbed

NONE_BROKEN, FLIPPED, CUT, EDITED = "intact", "flipped", "cut", "edited"


class Maker:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.damage = NONE_BROKEN if self.r.random() < .5 else self.r.choice([FLIPPED, CUT, EDITED])

    def some_bytes(self, most: int) -> bytes:
        return self.r.randbytes(self.r.randrange(most + 1))

    def text(self, most: int) -> str:
        def one() -> str:
            return chr(self.r.choice([self.r.randrange(0x80), self.r.randrange(0xD800), self.r.randrange(0xE000, 0x110000), self.r.randrange(97, 123)]))
        return "".join(one() for _ in range(self.r.randrange(most + 1)))

    def names(self, most: int) -> list[str]:
        return [f"{self.text(12)}{k}" for k in range(self.r.randrange(most))]

    def label(self) -> int | None:
        return None if self.r.randrange(3) == 0 else self.r.randrange(-2**63, 2**63)

    def edited(self, flat: bytes) -> bytes:
        """A word of a FlatBuffer, all checksums right: several rules may be broken at once."""
        if self.damage != EDITED:
            return flat
        out, size = bytearray(flat), self.r.choice([2, 4])
        at = self.r.randrange(len(flat) // size) * size
        value = self.r.choice([0, 1, -1, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, self.r.randrange(64)])
        out[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
        return bytes(out)

    def damaged(self, data: bytes) -> bytes:
        if self.damage == FLIPPED and data:
            at = self.r.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << self.r.randrange(8)]) + data[at + 1:]
        return data[:self.r.randrange(len(data) + 1)] if self.damage == CUT else data

    def value_of(self, kind: int) -> Callable[[], Any]:
        makers: dict[int, Callable[[], Any]] = {
            INT64: lambda: self.r.randrange(-2**63, 2**63), FLOAT64: lambda: self.r.uniform(-9, 9), FLOAT32: lambda: self.r.randrange(-99, 99) / 4, BOOL: lambda: self.r.random() < .5,
            BYTES: lambda: self.some_bytes(40), STRING: lambda: self.text(20)}
        return makers[kind]

    def column(self, name: str, count: int) -> SimpleNamespace:
        kind = self.r.choice([INT64, FLOAT64, FLOAT32, BOOL, BYTES, STRING])
        shape = self.r.choice([SCALAR, VARYING] if kind in (BYTES, STRING) else [SCALAR, FIXED, VARYING])
        one, length = self.value_of(kind), self.r.randrange(1, 5)

        def value() -> Any:
            if self.r.randrange(4) == 0:
                return None
            return one() if shape == SCALAR else [one() for _ in range(length if shape == FIXED else self.r.randrange(4))]

        return w.column(name, kind, [value() for _ in range(count)], shape, length if shape == FIXED else 0, self.r.randrange(3))

    def kept(self, sample: SimpleNamespace) -> None:
        original = self.some_bytes(300)
        sample.original, sample.keep = original, self.r.choice([NONE, ORIGINAL, PATCH, RECIPE])
        if sample.keep == PATCH:
            sample.record = u32(0) + raw(original)
        elif sample.keep == RECIPE:
            sample.keep, sample.original = (RECIPE, source("recipe-optimised.jpg")) if sample.encoding == 1 else (NONE, b"")
            sample.record = recipe(sample.original) if sample.keep == RECIPE else None

    def shard(self) -> tuple[str, bytes, int]:
        is_liquid, groups = self.r.random() < .3, self.r.randrange(1, 6)
        groups = 1 if is_liquid else groups
        samples = []
        for key in self.names(9):
            label = self.label()
            if is_liquid:
                samples.append(w.sample(key, [self.some_bytes(200)], label, self.r.randrange(9), 5, 0, encoding=self.r.randrange(16, 21)))
            elif self.r.randrange(4) == 0:
                samples.append(opaque(key, self.some_bytes(300), label))
            else:
                samples.append(self.r.choice([color, grey])(key, groups, label))
        columns = [self.column(name, len(samples)) for name in self.names(4)]
        restore = self.r.randrange(3) == 0
        if restore:
            for sample in samples:
                self.kept(sample)
        data, _ = w.shard(samples, groups, columns, restore=restore, variant=LIQUID if is_liquid else 1, flat_of=self.edited, compress=raw)
        return ".pcrl" if is_liquid else ".pcr", data, groups

    def manifest(self) -> tuple[str, bytes]:
        entries = [manifests.entry(number, variant) for number, variant in enumerate(self.r.choices([1, LIQUID, 3], k=self.r.randrange(6)))]
        if not any(entry["variant"] == 1 for entry in entries):
            entries.append(manifests.entry(len(entries)))
        options = [{"name": name, "value": self.text(9)} for name in self.names(4)]
        classes = [{"label": label, "name": self.text(9) or "x"} for label in sorted(self.r.sample(range(-99, 99), self.r.randrange(4)))]
        values = manifests.values(shards=w.shard_table(entries), options=options, class_names=classes, quality=[manifests.curve()] * self.r.randrange(2))
        return ".pcrm", w.manifest_file(1, self.r.randrange(1, 2**40), values, compress=raw, flat_of=self.edited)

    def segment(self) -> tuple[str, bytes]:
        place = (self.r.randrange(9), 5, 6) if self.r.random() < .5 else ()
        entries = [(self.r.getrandbits(64), self.r.randrange(9), k, *place) for k in range(self.r.choice([0, 3, 900]))]
        return ".pcrk", w.key_segment("k", entries, manifests.UUID, self.r.randrange(1, 99), self.r.randrange(9))[0]

    def tfrecord(self) -> tuple[str, bytes]:
        records = []
        for _ in range(self.r.randrange(5)):
            kinds = [INT64, FLOAT32, BYTES]
            features: dict[str, tuple[int, list[Any]]] = {"image/encoded": (BYTES, [self.some_bytes(200)]), "image/filename": (STRING, [self.text(20)])}
            for name in self.names(4):
                kind = self.r.choice(kinds)
                features[name] = (kind, [self.value_of(kind)() for _ in range(self.r.randrange(4))])
            records.append(w.tfrecord_record(w.example(features)))
        suffix = self.r.choice(["", ".gz", ".zlib", ".zst"])
        data = b"".join(records)
        return ".tfrecord" + suffix, {"": bytes, ".gz": gzip, ".zlib": zlibbed, ".zst": raw}[suffix](data)

    def file(self) -> tuple[str, bytes, int | None]:
        """The suffix, the bytes, and the group to read at, or None for all."""
        kind, group = self.r.randrange(10), None
        if kind < 2:
            suffix, data = self.tfrecord()
        elif kind < 4:
            suffix, data = self.manifest()
        elif kind < 5:
            suffix, data = self.segment()
        else:
            suffix, data, groups = self.shard()
            group = self.r.randrange(groups + 1) if self.r.randrange(3) == 0 else None
        if self.damage == EDITED and kind in (0, 1, 4):
            self.damage = NONE_BROKEN
        return suffix, self.damaged(data), group
