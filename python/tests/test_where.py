"""spec/vectors/loader/where.json, and what conditions mean, by a plain interpretation of each sample."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pcrecords import columns as cols
from pcrecords.where import NUMBER, TEXT, TRUTH, Where, kinds_of

VECTORS = json.loads((Path(__file__).parents[2] / "spec" / "vectors" / "loader" / "where.json").read_text())
TYPES = {
    "INT64": cols.INT64,
    "FLOAT64": cols.FLOAT64,
    "FLOAT32": cols.FLOAT32,
    "STRING": cols.STRING,
    "BOOL": cols.BOOL,
    "BYTES": cols.BYTES,
}


def column(name, words):
    type_, _, length = words.rstrip("]").partition("[")
    return cols.ColumnType(name, TYPES[type_], cols.FIXED if length else cols.SCALAR, int(length or 0))


KINDS = kinds_of({name: column(name, words) for name, words in VECTORS["columns"].items()})


def values_of(name):
    found = [sample.get(name) for sample in VECTORS["samples"]]
    if VECTORS["columns"].get(name, "").startswith("FLOAT"):
        found = [float(value) if value is not None else None for value in found]
    array = np.empty(len(found), object)
    array[:] = found
    return array if None in found or isinstance(found[0], str) else np.array(found)


@pytest.mark.parametrize("v", [pytest.param(v, id=f"{i} {v['about']}") for i, v in enumerate(VECTORS["conditions"])])
def test_vectors(v):
    if v["gives"] is None:
        with pytest.raises(ValueError, match="where"):
            Where(v["condition"], KINDS)
        return
    where = Where(v["condition"], KINDS)
    mask = where.mask({name: values_of(name) for name in where.names}, len(VECTORS["samples"]))
    assert np.flatnonzero(mask).tolist() == v["gives"]


COUNT = 7
NAMES = {"i": NUMBER, "f": NUMBER, "t": TEXT, "b": TRUTH}
EDGES = [0, 1, -1, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 3]
INTEGERS = st.sampled_from(EDGES) | st.integers(-(2**63), 2**63 - 1)
FLOATS = st.sampled_from([float(e) for e in EDGES] + [0.5, -0.0, 1e308]) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.sampled_from(["", "a", "A", "ab", "\ue000", "\U0001f339", "'", '"', "\\"])


def column_of(values):
    return st.lists(st.none() | values, min_size=COUNT, max_size=COUNT)


DATA = st.fixed_dictionaries(
    {"i": column_of(INTEGERS), "f": column_of(FLOATS | st.just(math.nan)), "t": column_of(TEXTS), "b": column_of(st.booleans())}
)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


CONSTANTS = {
    NUMBER: st.tuples(INTEGERS, st.none()).map(lambda c: (str(c[0]), c[0])) | FLOATS.map(lambda f: (repr(f), f)),
    TEXT: TEXTS.map(lambda t: (quoted(t), t)),
    TRUTH: st.booleans().map(lambda b: (str(b).lower(), b)),
}


@st.composite
def plain_tests(draw):
    """A test: its text, and a function of a sample that gives True, False or None."""
    kind = draw(st.sampled_from([NUMBER, TEXT, TRUTH]))
    name = draw(st.sampled_from([n for n, k in NAMES.items() if k == kind]))
    if draw(st.booleans()):
        constants = draw(st.lists(CONSTANTS[kind], max_size=3))
        wanted = [exact(c[1]) for c in constants]
        text = f"{name} in ({', '.join(c[0] for c in constants)})"
        return text, lambda sample: None if lacks(sample[name]) else exact(sample[name]) in wanted
    signs = ["==", "!="] if kind == TRUTH else ["<", "<=", ">", ">=", "==", "!="]
    sign = draw(st.sampled_from(signs))
    text, value = draw(CONSTANTS[kind])

    def decide(sample):
        if lacks(sample[name]):
            return None
        a, b = exact(sample[name]), exact(value)
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[sign]

    return f"{name} {sign} {text}", decide


def lacks(value):
    return value is None or value != value


def exact(value):
    return Fraction(value) if isinstance(value, float) else value


def opposite(inner):
    return f"not ({inner[0]})", lambda sample: None if (found := inner[1](sample)) is None else not found


def joined(parts, word):
    deciding = word == "or"

    def decide(sample):
        found = [part[1](sample) for part in parts]
        return deciding if deciding in found else None if None in found else not deciding

    return f" {word} ".join(f"({part[0]})" for part in parts), decide


CONDITIONS = st.recursive(
    plain_tests(),
    lambda inner: (
        inner.map(opposite)
        | st.tuples(st.lists(inner, min_size=2, max_size=3), st.sampled_from(["and", "or"])).map(lambda c: joined(*c))
    ),
    max_leaves=8,
)


@given(DATA, CONDITIONS)
def test_a_condition_is_what_a_plain_interpretation_of_each_sample_says(data, condition):
    where = Where(condition[0], NAMES)
    given_values = {}
    for name in where.names:
        array = np.empty(COUNT, object)
        array[:] = data[name]
        given_values[name] = array
    wanted = [condition[1]({name: data[name][i] for name in NAMES}) is True for i in range(COUNT)]
    assert where.mask(given_values, COUNT).tolist() == wanted
