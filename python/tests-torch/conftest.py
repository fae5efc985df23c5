"""What the tests with PyTorch share."""

from __future__ import annotations

import pytest
import torch
from programs import SHAPES, Program

import pcrecords as pcr

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def shapes():
    with pcr.open(SHAPES) as found:
        yield found


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path)
