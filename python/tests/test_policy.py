"""Fidelity policies: the vectors of spec/loader.md, section 10, and what a loader does by them."""

from __future__ import annotations

import json
import random
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pcrecords as pcr
from pcrecords import decisions, pieces, state
from pcrecords import policy as policies

ROOT = Path(__file__).parents[2]
SHAPES = ROOT / "examples" / "pytorch" / "shapes"
VECTORS = json.loads((ROOT / "spec" / "vectors" / "loader" / "policy.json").read_text())


def of_kind(kind):
    return [pytest.param(v, id=f"{i} {v['about']}") for i, v in enumerate(VECTORS) if v["kind"] == kind]


def named(name, cosines=None, agree=None):
    """The policy that a state calls so."""
    kind, *rest = name.split(":")
    if kind == "schedule":
        *stages, last = rest[0].split(",")
        return policies.schedule(*(tuple(map(int, stage.split("x"))) for stage in stages), int(last))
    candidates = [int(g) for g in rest[0].split(",")] if kind != "recorded" else []
    if kind == "paper":
        return policies.paper(cosines, candidates, start=int(rest[1]), every=int(rest[2]))
    if kind == "improved":
        return policies.improved(cosines, candidates, start=int(rest[1]), every=int(rest[2]), times=int(rest[3]))
    assert kind == "fed"
    return policies.fed(candidates, period=int(rest[1]), agree=agree or (lambda times: times))


class Loader:
    """As much of one as policies ask for."""

    def __init__(self, batches, sizes=()):
        known = dict(sizes)
        self.run = SimpleNamespace(sample_bytes=known.__getitem__, epoch=0, position=0, batch=1, __len__=lambda: batches)
        self.batches = batches
        self.said = []

    def __len__(self):
        return self.batches

    def says(self, words):
        self.said.append(words)


def decided(policy, v):
    """Where the policy decided, and what."""
    loader, found, asked = Loader(v["batches"], v.get("bytes", ())), [], []
    choose = policy._choose
    policy._choose = lambda fidelity: (choose(fidelity), asked.append(fidelity))
    policy.begin(loader)
    for epoch in range(v["epochs"]):
        for number in range(v["batches"]):
            before = len(asked)
            fidelity = policy.decide(epoch, number)
            assert policy.now(epoch, number) == fidelity
            if len(asked) > before:
                found.append([epoch, number, fidelity])
    assert len(loader.said) == sum(fidelity == 64 for _, _, fidelity in found)
    return found


@pytest.mark.parametrize("v", of_kind("cosine"))
def test_cosines(v):
    assert [decisions.millionths(float(value)) for value in v["values"]] == v["gives"]
    with pytest.raises(ValueError, match="not a number"):
        decisions.millionths(float("nan"))


@pytest.mark.parametrize("v", of_kind("schedule"))
def test_schedule(v):
    policy = named(v["name"])
    assert policy.name == v["name"]
    assert [policy.decide(epoch, 0) for epoch in v["epochs"]] == v["gives"]


@pytest.mark.parametrize("v", [*of_kind("paper"), *of_kind("improved")])
def test_gradients(v):
    left = iter(v["cosines"])

    def cosines(loader, draw, candidates, probes):
        values = next(left)
        return {
            g: [c / 1e6 + 1e-9 for c in (row if isinstance(row, list) else [row])]
            for g, row in zip(candidates, values, strict=True)
        }

    policy = named(v["name"], cosines)
    assert policy.name == v["name"]
    assert decided(policy, v) == v["gives"]


@pytest.mark.parametrize("v", of_kind("recorded"))
def test_recorded(v, tmp_path):
    file = tmp_path / "cosines"
    file.write_bytes(v["text"].encode("latin-1"))
    loader = (
        {"batches": v["batches"], "bytes": v["bytes"], "epochs": 1 + max((e for e, _, _ in v["gives"]), default=0)}
        if (isinstance(v["gives"], list))
        else None
    )
    if loader is None:
        with pytest.raises(ValueError, match=r"recorded cosines|candidates"):
            policies.recorded(file, v["rule"]).begin(Loader(v["batches"]))
        return
    policy = policies.recorded(file, v["rule"])
    assert policy.name == v["name"]
    assert decided(policy, loader) == v["gives"]


@pytest.mark.parametrize("v", of_kind("fed"))
def test_fed(v):
    rates = iter(v["rates"])
    sizes = dict(map(tuple, v["bytes"]))
    _, candidates, period, _ = v["name"].split(":")
    candidates, period = [int(g) for g in candidates.split(",")], int(period)
    found = decisions.FedState.begin(candidates, period)
    assert named(v["name"]).name == v["name"]
    gives = []
    for _ in v["gives"]:
        mine = next(rates)
        found.end_period(candidates, period, lambda mine=mine: mine, sizes.__getitem__)
        gives.append(list(vars(found).values()))
    assert gives == v["gives"]


@pytest.mark.parametrize("v", of_kind("policy-state"))
def test_policy_states(v):
    policy = None if v["policy"] == "fixed" else named(v["policy"], lambda *_: {})
    try:
        found = state.from_json(v["text"])
        assert (found.policy or {}).get("name") == (policy and policy.name)
        if policy is not None:
            policy.go_on(found.policy)
            assert found.to_json() == v["text"]
        good = True
    except (AssertionError, pcr.StateError):
        good = False
    assert good == v["gives"]


# In a loader


def loader(source=SHAPES, batch=32, **options):
    options.setdefault("transform", pcr.RandomResizedCrop(8))
    return pcr.Loader(source, batch, seed=3, tensors="numpy", **options)


def seen(found, epochs=1):
    return [(b.epoch, b.number, b.fidelity, b.images.tobytes()) for _ in range(epochs) for b in found]


def test_each_batch_has_the_images_of_its_fidelity():
    with loader(fidelity=pcr.policy.schedule((1, 1), (3, 1), "full")) as found:
        batches = seen(found, 3)
    assert [fidelity for _, _, fidelity, _ in batches] == [1] * 10 + [3] * 10 + [64] * 10
    for g, epoch in ((1, 0), (3, 1), ("full", 2)):
        with loader(fidelity=g) as found:
            found.set_epoch(epoch)
            assert [b[3] for b in seen(found)] == [b[3] for b in batches if b[0] == epoch]


def choices(seed):
    """Cosines that are random, and a function of draw and candidate."""

    def cosines(loader, draw, candidates, probes):
        drawn = np.random.default_rng([seed, draw])
        return {g: (drawn.normal(0.8, 0.1) + drawn.normal(0, 0.01, probes)).clip(-1, 1) for g in candidates}

    return cosines


@pytest.mark.parametrize("remote", [False, True])
@pytest.mark.parametrize("batch", [32, 48])
def test_a_run_goes_on_with_its_decisions(server, monkeypatch, remote, batch):
    monkeypatch.setattr(pieces, "_PHASES", 1)
    url, kind = server
    kind.folder = SHAPES
    source = url if remote else SHAPES

    def policy():
        return pcr.policy.improved(choices(1), (1, 3, 5), times=4)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        with loader(source, batch, fidelity=policy()) as whole:
            expected = seen(whole, 3)
        assert len({fidelity for _, _, fidelity, _ in expected}) > 1
        for stop in range(1, len(expected), 4):
            with loader(source, batch, fidelity=policy()) as found:
                batches = []
                while len(batches) < stop:
                    for b in found:
                        batches.append((b.epoch, b.number, b.fidelity, b.images.tobytes()))
                        if len(batches) == stop:
                            break
                saved = json.loads(json.dumps(found.state_dict()))
            with loader(source, batch, fidelity=policy()) as found:
                found.load_state_dict(saved)
                while len(batches) < len(expected):
                    batches += seen(found)
            assert batches == expected


def test_a_decision_for_a_batch_that_was_not_handed_out_is_taken_again():
    asked = []

    def cosines(loader, draw, candidates, probes):
        asked.append(draw)
        if len(asked) == 1:
            raise ArithmeticError("no gradient")
        return {g: [1.0] * probes for g in candidates}

    with loader(fidelity=pcr.policy.improved(cosines, (1, 2))) as found:
        before = found.state_dict()
        with pytest.raises(ArithmeticError):
            next(iter(found))
        assert found.state_dict() == before
        assert {b.fidelity for b in found} <= {1, 2}
    assert asked == [1, 1]


def test_states_of_other_policies_are_rejected():
    with loader(fidelity=pcr.policy.schedule((1, 80), 64)) as a, loader(fidelity=2) as b, loader(fidelity="full") as c:
        assert a.state_dict()["policy"] == {"name": "schedule:1x80,64"}
        assert "policy" not in b.state_dict()
        c.load_state_dict(b.state_dict())
        for one, other in ((a, b), (b, a)):
            with pytest.raises(pcr.StateError, match="policy"):
                one.load_state_dict(other.state_dict())


def test_a_probe_moves_nothing_and_gives_the_same_crops_at_each_fidelity():
    with loader(fidelity=1, keys=True) as found:
        iterator = iter(found)
        next(iterator)
        before = found.state_dict()
        drawn = {g: [(b.keys, b.images) for b in found.probe(4, 13, g)] for g in (1, "full")}
        assert found.state_dict() == before
        assert [keys for keys, _ in drawn[1]] == [keys for keys, _ in drawn["full"]]
        assert len(drawn[1]) == 13
        assert any((a != b).any() for (_, a), (_, b) in zip(drawn[1], drawn["full"], strict=True))
        assert [keys for keys, _ in drawn[1]] != [b.keys for b in found.probe(5, 13, 1)]
        rest = [b.number for b in iterator]
        assert rest == [*range(1, 10)]


def test_a_probe_calls_the_sample_hook_with_the_same_random_numbers_at_each_fidelity():
    def drawn(image):
        return np.full(2, [random.random(), np.random.random()])

    def batch_hook(batch):
        raise AssertionError("of a probe, too")

    with loader(sample_hook=drawn, batch_hook=batch_hook) as found:
        random.seed(1)
        expected = random.Random(1).random()
        low, full, other = ([b.images for b in found.probe(draw, 3, g)] for draw, g in ((4, 1), (4, "full"), (5, 1)))
        assert random.random() == expected
        assert np.array_equal(low, full)
        assert len(np.unique(low)) == 2 * 3 * 32
        assert not np.isin(other, low).any()


def test_fed_goes_down_when_the_caller_waits_and_says_what_it_measured():
    measured = []

    def agree(times):
        measured.append(times)
        time, wait, read, decode = times
        assert time >= 1
        assert 0 <= wait <= time
        assert 0 <= read <= time
        assert decode >= 0
        return 1000, 900, 1000, 10

    with loader(fidelity=pcr.policy.fed((1, 3, 64), period=2, agree=agree)) as found:
        fidelities = [b.fidelity for b in found]
    # One period is not judged, the second one is; what it decides holds from the fourth one on.
    assert fidelities == [64] * 6 + [1] * 4
    assert len(measured) == 1


@given(st.lists(st.integers(-1000000, 1000000), min_size=8, max_size=20), st.integers(0, 3))
def test_a_candidate_with_one_cosine_everywhere_is_judged_by_it(values, shift):
    value = values[0]
    g = decisions.decide_improved({2: [value] * len(values)}, 64, lambda g: 1000 * g)
    assert g == (2 if value > 800_000 else 64)


def test_wrong_policies_are_refused():
    for wrong in (
        lambda: pcr.policy.schedule(),
        lambda: pcr.policy.schedule((1, 0), 2),
        lambda: pcr.policy.schedule((1, 5)),
        lambda: pcr.policy.paper(None, (2, 1)),
        lambda: pcr.policy.paper(None, (1, 64)),
        lambda: pcr.policy.improved(None, (1,), probes=7),
        lambda: pcr.policy.fed((1, 64), agree="all"),
        lambda: pcr.policy.gradient_cosine(None, None, kind="best"),
        lambda: loader(fidelity=7),
    ):
        with pytest.raises(ValueError, match=r".+"):
            wrong()
    mine = pcr.policy.improved(choices(1), (1,))
    with loader(fidelity=mine), pytest.raises(ValueError, match="another loader"):
        loader(fidelity=mine)
