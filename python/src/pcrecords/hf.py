"""For the libraries of Hugging Face: `datasets`, and the Trainer of `transformers`. Each is imported when it is needed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .columns import BOOL, BYTES, FLOAT32, FLOAT64, INT64, SCALAR, STRING, ColumnType
from .dataset import open as open_dataset
from .prefixes import PrefixStore
from .shard import Shard

if TYPE_CHECKING:
    from .loader import Loader

_KINDS = {INT64: "int64", FLOAT64: "float64", FLOAT32: "float32", BOOL: "bool", BYTES: "binary", STRING: "string"}
_MEMORY = 1 << 28


def to_iterable_dataset(
    url: str | os.PathLike[str],
    *,
    fidelity: int | str = "full",
    columns: Sequence[str] = (),
    storage_options: dict[str, Any] | None = None,
) -> Any:
    """A datasets.IterableDataset of key, image, label and columns, in the order of the dataset.

    It has the shards of the dataset, so that shuffle, workers and ranks share them as those of any other; with state_dict it goes
    on where it was. It stays at the generation that is the newest now. An image is a file at the fidelity, which `datasets`
    decodes with Pillow; shards of one fidelity are read at that one.

    It is for what is built on `datasets`. Whoever trains is faster with pcrecords.Loader, which also goes on with another number
    of ranks.
    """
    import datasets

    with open_dataset(url, storage_options=storage_options) as found:
        found.at(fidelity, at_most=True)
        missing = sorted(set(columns) - set(found.columns))
        if missing:
            raise ValueError(f"columns: {found.url} has no column {', '.join(missing)}")
        names = [found.class_names.get(label, "") for label in range(len(found.class_names))]
        features = {"key": datasets.Value("string"), "image": datasets.Image()}
        features["label"] = datasets.ClassLabel(names=names) if names and all(names) else datasets.Value("int64")
        features.update({name: _feature(datasets, found.columns[name]) for name in columns})
        arguments = {
            "shards": list(range(len(found.shards))),
            "url": found.url,
            "generation": found.generation if found.root is not None else None,
            "fidelity": fidelity,
            "columns": tuple(columns),
            "storage_options": storage_options,
        }
    return datasets.IterableDataset.from_generator(_rows, features=datasets.Features(features), gen_kwargs=arguments)


def _feature(datasets: Any, column: ColumnType) -> Any:
    one = datasets.Value(_KINDS[column.type])
    return one if column.shape == SCALAR else datasets.Sequence(one)


def _rows(
    shards: list[int],
    url: str,
    generation: int | None,
    fidelity: int | str,
    columns: tuple[str, ...],
    storage_options: dict[str, Any] | None,
) -> Iterator[dict[str, Any]]:
    with open_dataset(url, generation=generation, storage_options=storage_options) as dataset:
        view, starts, prefixes = dataset.at(fidelity, at_most=True), dataset.shards.starts(), PrefixStore(_MEMORY)
        for s in shards:
            shard = dataset.shard(s)
            group = shard.group_to_read(view.group, True)
            at_hand = prefixes.of(shard, group) if isinstance(shard, Shard) else shard
            for ordinal in range(len(shard)):
                key = shard.key(ordinal)
                row = {"key": key, "image": {"bytes": at_hand.file(ordinal, group), "path": key}, "label": shard.label(ordinal)}
                if columns:
                    sample = dataset[int(starts[s]) + ordinal]
                    row.update({name: sample[name] for name in columns})
                yield row


def train_with(trainer: Any, loader: Loader) -> None:
    """A transformers.Trainer trains with a loader, keeps its state in each checkpoint, and goes on with it from there.

    Call it before `trainer.train`. Checkpoints have to be those of the Trainer's output folder. The batches that the model had
    before are not read again to skip them: ignore_data_skip is set.
    """
    from transformers import TrainerCallback

    def file(arguments: Any, state: Any) -> Path:
        return Path(arguments.output_dir) / f"checkpoint-{state.global_step}" / "pcrecords_loader.json"

    class KeepState(TrainerCallback):  # type: ignore[misc]
        def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.global_step:
                loader.load_state_dict(json.loads(file(args, state).read_text()))

        def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.is_world_process_zero:
                file(args, state).write_text(json.dumps(loader.state_dict()))

    trainer.args.ignore_data_skip = True
    trainer.get_train_dataloader = lambda: loader
    trainer.add_callback(KeepState())
