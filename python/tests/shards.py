"""Makes datasets of many shards for tests: of the drawings of examples/pytorch, by the plain writer of conformance-tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pcrecords as pcr
import records

ROOT = Path(__file__).parents[2]
SHAPES = ROOT / "examples" / "pytorch" / "shapes"
sys.path.insert(0, str(ROOT / "conformance-tests" / "python"))

import pcr_writer  # noqa: E402
from pcr_reader import BYTES, EARLY  # noqa: E402


def write(folder: Path, counts: Sequence[int], tfrecords: Sequence[int] = (), at: int = 0) -> Path:
    """Makes a dataset, or appends to one. counts: samples of each shard; tfrecords: of those behind them, which are TFRecords;
    at: the first drawing"""
    folder.mkdir(exist_ok=True)
    first = len(list(folder.glob("part-*")))
    made = []
    with pcr.open(SHAPES) as drawings:
        source, group_count = drawings.shard(0), drawings.group_count
        for number, count in enumerate(counts, first):
            chosen = range(at, at + count)
            samples = [
                pcr_writer.sample(
                    source.key(i), [s.tobytes() for s in source.slices(i, group_count)], source.label(i), *source.size(i)
                )
                for i in chosen
            ]
            notes = pcr_writer.column("note", BYTES, [source.key(i).encode() * 9 for i in chosen], placement=EARLY)
            data, entry = pcr_writer.shard(samples, group_count, [notes], restore=False)
            made.append((f"part-{number}.pcr", data, entry, [s.key for s in samples], None))
            at += count
    for number, count in enumerate(tfrecords, first + len(counts)):
        data, entry, _ = pcr_writer.tfrecord_shard([records.example(i) for i in range(at, at + count)])
        made.append((f"part-{number}.tfrecord", data, entry, [f"{i:04}.bmp" for i in range(at, at + count)], None))
        at += count
    pcr_writer.Publisher(folder, group_count, columns=[notes]).add(made, with_keys=False)
    return folder
