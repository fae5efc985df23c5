"""The policy that compares gradients, with models of torch: against gradients that autograd gives for the same batches."""

from __future__ import annotations

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
