"""Runs with policies that go from the command to the package and back: random cases, beside runs of the command alone."""

from __future__ import annotations

import json
import random
import warnings
from itertools import groupby
from pathlib import Path

import pytest
from commands import ROOT, command

import pcrecords as pcr

SHAPES = ROOT / "examples" / "pytorch" / "shapes"
EPOCHS = 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The drawings, in several shards."""
    made = tmp_path_factory.mktemp("policies")
    with pcr.open(SHAPES) as dataset:
        for sample in dataset:
            file = made / "images" / sample.class_name / sample.key
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(sample.file)
    command("convert", made / "images", made / "dataset", "--shard-samples=70")
    return made / "dataset"


class Case:
    """A run that is drawn by a seed."""

    def __init__(self, seed: int, folder: Path, scratch: Path) -> None:
        draw = self.draw = random.Random(seed)
        self.folder, self.scratch = folder, scratch
        self.where = draw.choice([None, None, "label != 1", "label in (0, 2) or key > 'm'"])
        self.mix = draw.random() < 0.25
        self.batch = draw.choice([8, 12, 24, 32])
        self.worlds = [n for n in range(1, 5) if self.batch % n == 0]
        self.given = {"seed": draw.randrange(-100, 100), "order": draw.choice(["lanes", "lanes", "global", "sequential"])}
        if self.given["order"] == "lanes":
            self.given["window"] = draw.choice([3, 40, 256])
            self.given["lanes"] = draw.choice([n for n in range(1, self.batch + 1) if self.batch % n == 0])
        if self.mix:
            self.given["epoch-batches"] = draw.randrange(4, 12)
        else:
            self.given["remainder"] = draw.choice(["drop", "pad"])
        self.kind = ["schedule", "paper", "improved"][seed % 3]
        with self.loader(0, 1, None) as plain:
            self.batches = len(plain)
            self.groups = len(plain.dataset.dataset.fidelities)
        self.file = scratch / "cosines.csv"
        if self.kind != "schedule":
            self.file.write_text(self.cosines())
        most = self.groups - 1
        self.stages = [(draw.randint(1, most), draw.randint(1, 2)) for _ in range(draw.randrange(3))]
        self.last = draw.choice(["full", draw.randint(1, most)])

    def cosines(self) -> str:
        """Near the limit, so that decisions differ; some exactly on it."""
        draw, improved = self.draw, self.kind == "improved"
        candidates = sorted(draw.sample(range(1, self.groups), draw.randint(1, min(4, self.groups - 1))))
        batches = range(self.batches) if improved else [0]
        places = [(e, b) for e in range(EPOCHS) for b in batches]
        lines = ["epoch,batch,fidelity,probe,cosine"]
        probes = draw.randint(8, 12) if improved else 1
        for epoch, batch in sorted(draw.sample(places, draw.randint(1, min(9, len(places))))):
            for g in candidates:
                mean, spread = draw.choice([-1, 0.8, 0.8, 0.81, 0.79, 1]), draw.choice([0, 0.01, 0.1])
                for probe in range(probes):
                    value = max(-1, min(1, draw.gauss(mean, spread)))
                    lines.append(f"{epoch},{batch},{g},{probe},{value:.{draw.choice([6, 9, 18])}f}")
        return draw.choice(["\n", "\r\n"]).join(lines) + draw.choice(["", "\n"])

    def words(self) -> list[str]:
        """As the command takes it."""
        sources = [f"{self.folder}:.7", f"{self.folder}:.3"] if self.mix else [str(self.folder)]
        policy = f"recorded:{self.kind}:{self.file}"
        if self.kind == "schedule":
            policy = "schedule:" + "".join(f"{g}x{epochs}," for g, epochs in self.stages) + str(self.last)
        found = [*sources, f"--batch={self.batch}", f"--policy={policy}", f"--epochs={EPOCHS}", "--transform=random-crop:16"]
        return [
            *found,
            *(f"--{name}={value}" for name, value in self.given.items()),
            *([f"--where={self.where}"] * bool(self.where)),
        ]

    def load(self, *words: str) -> list[tuple[list[str], str]]:
        """Keys and fidelity of each batch that the command gives."""
        keys = self.scratch / "keys"
        keys.unlink(missing_ok=True)
        said = json.loads(command("load", *self.words(), "--json", f"--keys={keys}", *words))
        stretches = [(each["fidelity"], each["batches"]) for epoch in said["epochs"] for each in epoch["fidelities"]]
        fidelities = [str(fidelity) for fidelity, count in stretches for _ in range(count)]
        return list(zip(map(json.loads, keys.read_text().splitlines()), fidelities, strict=True))

    def policy(self) -> pcr.policy.Policy:
        if self.kind == "schedule":
            return pcr.policy.schedule(*self.stages, self.last)
        return pcr.policy.recorded(self.file, self.kind)

    def loader(self, rank: int, world: int, policy: pcr.policy.Policy | None) -> pcr.Loader:
        views = [pcr.open(self.folder) for _ in range(1 + self.mix)]
        views = [view.select(self.where) if self.where else view for view in views]
        options = {name.replace("-", "_"): value for name, value in self.given.items()}
        source = list(zip(views, (7, 3), strict=True)) if self.mix else views[0]
        crop = pcr.CenterCrop(16)
        return pcr.Loader(source, self.batch, rank=rank, world=world, fidelity=policy, transform=crop, keys=True, **options)


def take(loader: pcr.Loader, count: int) -> list[tuple[list[str], str]]:
    found: list[tuple[list[str], str]] = []
    while len(found) < count:
        for batch in loader:
            found.append((batch.keys, "full" if batch.fidelity == 64 else str(batch.fidelity)))
            if len(found) == count:
                break
    return found


@pytest.mark.parametrize("seed", range(18))
def test_a_run_with_a_policy_goes_from_the_command_to_the_package_and_back(folder, tmp_path, seed):
    case = Case(seed, folder, tmp_path)
    whole = case.load()
    assert len(whole) == EPOCHS * case.batches
    state = tmp_path / "state"
    done, here = 0, case.draw.random() < 0.5
    with warnings.catch_warnings():
        # That no candidate is good enough is part of it.
        warnings.simplefilter("ignore", RuntimeWarning)
        while done < len(whole):
            world = case.draw.choice(case.worlds)
            rank = case.draw.randrange(world)
            count = min(case.draw.randint(1, len(whole) // 2), len(whole) - done)
            if here:
                with case.loader(rank, world, case.policy()) as loader:
                    if state.exists():
                        loader.load_state_dict(json.loads(state.read_text()))
                    found = take(loader, count)
                    state.write_text(json.dumps(loader.state_dict()))
            else:
                found = case.load(f"--ranks={world}", f"--rank={rank}", f"--batches={count}", f"--state={state}")
            begin, end = case.batch * rank // world, case.batch * (rank + 1) // world
            assert found == [(keys[begin:end], fidelity) for keys, fidelity in whole[done : done + count]]
            done, here = done + count, not here


def test_the_cases_change_fidelities(folder, tmp_path):
    """Else those above would say little."""
    changes = 0
    for seed in range(18):
        case = Case(seed, folder, tmp_path)
        with warnings.catch_warnings(), case.loader(0, 1, case.policy()) as loader:
            warnings.simplefilter("ignore", RuntimeWarning)
            changes += sum(1 for _ in groupby(fidelity for _, fidelity in take(loader, EPOCHS * case.batches))) - 1
    assert changes > 18
