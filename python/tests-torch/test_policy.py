"""The policy that compares gradients, with models of torch: against gradients that autograd gives for the same batches."""

from __future__ import annotations

import copy
import random
import warnings

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import cosine_similarity, cross_entropy

import pcrecords as pcr
from pcrecords.gradients import Cosines


def network():
    torch.manual_seed(2)
    layers = (nn.Conv2d(3, 6, 3, 2), nn.BatchNorm2d(6), nn.ReLU(), nn.Dropout(0.5), nn.AdaptiveAvgPool2d(2), nn.Flatten())
    return nn.Sequential(*layers, nn.Linear(24, 4))


def loader(source, **options):
    return pcr.Loader(source, 32, seed=2, transform=pcr.RandomResizedCrop(24), threads=1, **options)


def gradient(model, batch, seed):
    """By autograd, for a batch; with what Dropout draws under a seed."""
    torch.manual_seed(seed)
    found = torch.autograd.grad(cross_entropy(model(batch.images / 255), batch.labels), list(model.parameters()))
    return torch.cat([part.flatten() for part in found]).double()


@pytest.mark.parametrize("together", [False, True])
def test_cosines_are_those_of_the_gradients(shapes, together):
    model, draw, probes = network(), 3, 8
    with loader(shapes) as run:
        found = Cosines(model, cross_entropy, None, together=together)(run, draw, (1, 4), probes)
        for group in (1, 4):
            full, coarse = (
                torch.stack([gradient(model, batch, draw * probes + i) for i, batch in enumerate(run.probe(draw, probes, g))])
                for g in (64, group)
            )
            if together:
                full, coarse = full.sum(0, True), coarse.sum(0, True)
            torch.testing.assert_close(
                torch.tensor(found[group], dtype=torch.float64), cosine_similarity(full, coarse), atol=1e-5, rtol=0
            )
        assert max(found[1]) < 1 - 1e-6, "coarse images have other gradients"


def test_a_decision_leaves_model_run_and_random_numbers_as_they_were(shapes):
    model = network()
    model(torch.rand(2, 3, 24, 24)).sum().backward()
    before = [p.clone() for p in (*model.parameters(), *model.buffers())] + [p.grad.clone() for p in model.parameters()]
    policy = pcr.policy.gradient_cosine(model, cross_entropy, (1, 2), probes=8)
    with loader(shapes) as plain, loader(shapes, fidelity=policy) as deciding:
        torch.manual_seed(5)
        expected = torch.rand(2)
        torch.manual_seed(5)
        first = next(iter(deciding))
        assert torch.equal(torch.rand(2), expected)
        assert first.numbers.tolist() == next(iter(plain)).numbers.tolist()
        assert deciding.position == 32
        assert first.fidelity in (1, 2, 64)
    after = [*model.parameters(), *model.buffers()] + [p.grad for p in model.parameters()]
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))


class Mixed(nn.Module):
    """In training but for one layer, which somebody has frozen; and it draws with Python and numpy, as programs do."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(4)
        self.layers = network()
        self.layers[0].weight.requires_grad_(False)
        self.scale, self.drawn = nn.Parameter(torch.ones(3, 1, 1)), []
        self.train()
        self.layers[1].eval()

    def forward(self, images):
        self.drawn.append((random.random(), np.random.random()))
        return self.layers(images * self.scale) * (1 + self.drawn[-1][0])


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("kind", ["improved", "paper"])
def test_training_goes_on_as_if_nothing_had_been_decided(shapes, kind, fails):
    """In the middle of it, with momentum and means, and also when the loss fails."""
    model = Mixed()
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    for _ in range(3):
        optimizer.zero_grad()
        cross_entropy(model(torch.rand(8, 3, 24, 24)), torch.arange(8) % 4).backward()
        optimizer.step()
    model.drawn.clear()
    called = []

    def loss(output, labels):
        called.append(len(labels))
        if fails and len(called) == 10:
            raise ArithmeticError("no loss")
        return cross_entropy(output, labels)

    def everything():
        modes = [module.training for module in model.modules()]
        gradients = [None if p.grad is None else p.grad.clone() for p in model.parameters()]
        wanted = [p.requires_grad for p in model.parameters()]
        numbers = random.getstate(), np.random.get_state()[1:], torch.get_rng_state()
        states = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
        return *states, modes, gradients, wanted, numbers, torch.is_grad_enabled()

    places = [p.grad for p in model.parameters()]
    policy = pcr.policy.gradient_cosine(model, loss, (1, 2), kind=kind, start=0)
    with loader(shapes, fidelity=policy) as run, torch.no_grad():
        before = everything()
        if fails:
            with pytest.raises(ArithmeticError, match="no loss"):
                next(iter(run))
            assert run.position == 0
        else:
            next(iter(run))
        torch.testing.assert_close(everything(), before, rtol=0, atol=0)
    assert all(a is b for a, b in zip(places, [p.grad for p in model.parameters()], strict=True))
    if not fails:
        assert len(model.drawn) == 30, "ten batches at full fidelity and at each candidate"
        assert model.drawn[:10] == model.drawn[10:20] == model.drawn[20:], "the same numbers at each fidelity"
        assert len(set(model.drawn)) == 10


def by_hand(model, probes, sizes):
    """The decision of section 10.5 of the specification, from gradients that autograd gives, with 64 in force; also how clear it
    is."""
    good, clear = [64], []
    for group in (g for g in sizes if g != 64):
        cosines = torch.stack(
            [cosine_similarity(*(gradient(model, batch, number) for batch in pair), 0) for number, pair in probes[group]]
        )
        n, mean = len(cosines), cosines.mean()
        lower = mean - 2 * cosines.std() / n**0.5
        clear.append(float(abs(lower - 0.8)))
        if lower > 0.8:
            good.append(group)
    lowest = 2 * sizes[min(good)] + 8192
    return max(g for g in good if 16 * (2 * sizes[g] + 8192) <= 17 * lowest), min(clear)


@pytest.mark.parametrize("seed", range(4))
def test_a_decision_is_the_one_that_the_gradients_give_by_hand(shapes, seed):
    """With models that look at details more or less: the first layer's step makes it."""
    torch.manual_seed(seed)
    width = 2 + 3 * seed
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, 1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(width), nn.Flatten(), nn.Linear(8 * width**2, 4)
    )
    candidates = (1, 2, 3, 4)
    with loader(shapes) as plain:
        sizes = {g: plain.run.sample_bytes(g) for g in (*candidates, 64)}
        full = list(plain.probe(1, 10, "full"))
        probes = {g: list(enumerate(zip(full, plain.probe(1, 10, g), strict=True), 10)) for g in candidates}
    expected, clear = by_hand(model, probes, sizes)
    assert clear > 1e-5, "rounding does not decide"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        with loader(shapes, fidelity=pcr.policy.gradient_cosine(model, cross_entropy, candidates)) as run:
            assert next(iter(run)).fidelity == expected


def test_gradients_are_those_of_what_the_sample_hook_makes(shapes):
    """A hook that leaves one number of an image leaves the same at each fidelity; and floats stay what they are."""
    given = []

    def flat(image):
        return torch.full((3, 8, 8), 7.5)

    def loss(output, labels):
        given.append(output.detach())
        return cross_entropy(output, labels)

    model = nn.Sequential(nn.Flatten(), nn.Linear(192, 4))
    policy = pcr.policy.gradient_cosine(model, loss, (1, 3))
    with loader(shapes, fidelity=policy, sample_hook=flat) as run:
        assert next(iter(run)).fidelity < 64
    torch.testing.assert_close(given[0], model(torch.full((32, 3, 8, 8), 7.5)).detach())


def test_a_model_that_sees_no_detail_gets_none(shapes):
    """One that looks at the mean of an image only: its gradients are the same at the lowest fidelity, and that is read."""
    model = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 4))
    policy = pcr.policy.gradient_cosine(model, cross_entropy, (1, 2, 3), probes=8)
    sizes = {}
    with loader(shapes, fidelity=policy) as run:
        sizes = {g: run.run.sample_bytes(g) for g in (1, 2, 3)}
        cheap = max(g for g in sizes if 16 * (2 * sizes[g] + 8192) <= 17 * (2 * sizes[1] + 8192))
        assert {batch.fidelity for batch in run} == {cheap}


@pytest.mark.parametrize("kind", ["improved", "paper"])
def test_a_run_goes_on_with_what_was_decided(shapes, kind):
    def run():
        model = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 4))
        options = {"probes": 8} if kind == "improved" else {}
        return loader(shapes, fidelity=pcr.policy.gradient_cosine(model, cross_entropy, (1, 2), kind=kind, start=0, **options))

    with run() as first:
        for batch in first:
            if batch.number == 4:
                break
        state = first.state_dict()
    assert state["policy"]["fidelity"] == batch.fidelity < 64
    with run() as second:
        second.load_state_dict(state)
        assert {rest.fidelity for rest in second} == {batch.fidelity}
