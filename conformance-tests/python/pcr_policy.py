#!/usr/bin/env python3
"""The loader's fidelity policies, written from spec/loader.md 10 alone and meant to be read beside it.

    pcr_policy.py FILE...      checks vectors (spec/vectors/loader/policy.json): prints what differs, exit 1 if anything does

Needs Python 3.9 and nothing else but pcr_order.py, which reads the vectors. It says what is right; gradients and clocks belong to those who call it.
"""
import hashlib, json, math, re, sys
from decimal import Decimal

import pcr_order

FULL, THRESHOLD, UNIT = 64, 800000, 1000000


# ---- 10.1 Words and numbers ------------------------------------------------------------------------------------------

def millionths(value):
    """Of a float, or exactly of a Decimal."""
    return max(-UNIT, min(UNIT, math.floor(value * UNIT)))


class Costs:
    def __init__(self, sizes):
        self.sizes = dict(sizes)

    def bytes(self, g):
        return self.sizes[g]

    def work(self, g):
        return self.sizes[g] + 8192


# ---- 10.3 schedule ---------------------------------------------------------------------------------------------------

def scheduled(name, epoch):
    *stages, last = name[len("schedule:"):].split(",")
    end = 0
    for stage in stages:
        fidelity, epochs = map(int, stage.split("x"))
        end += epochs
        if epoch < end:
            return fidelity
    return int(last)


# ---- 10.4 and 10.5: cosines ------------------------------------------------------------------------------------------

def paper(candidates, cosines, in_force, costs):
    return next((g for g, (c,) in zip(candidates, cosines) if c > THRESHOLD), FULL)


def sign(values):
    """1: passes, -1: fails, 0: unclear."""
    n, s, q = len(values), sum(values), sum(c * c for c in values)
    m = s - THRESHOLD * n
    return 0 if m * m * (n - 1) <= 4 * (n * q - s * s) else 1 if m > 0 else -1


def improved(candidates, cosines, in_force, costs):
    signs = dict(zip(candidates, map(sign, cosines)))
    good = [g for g in candidates if signs[g] > 0 or g == in_force and signs[g] >= 0] + [FULL]

    def cost(g):
        return costs.bytes(g) + costs.work(g)

    return max(g for g in good if 16 * cost(g) <= 17 * cost(good[0]))


def places(first, every, times, epochs, batches):
    for e in range(first, epochs, every):
        for b in sorted({k * batches // times for k in range(times)}):
            yield e, b


def run_of(rule, candidates, at, cosines, costs=None):
    """Epoch, batch and fidelity of each decision."""
    in_force, gives = FULL, []
    for (e, b), values in zip(at, cosines):
        in_force = rule(candidates, values, in_force, costs)
        gives.append([e, b, in_force])
    return gives


# ---- 10.6 recorded ---------------------------------------------------------------------------------------------------

ROW = re.compile(",".join(["(0|[1-9][0-9]*)"] * 4) + r",(-?[01](?:\.[0-9]{1,18})?)\Z")


def recorded(rule, text, batches):
    """Candidates, places and cosines; ValueError when the file is rejected."""
    def need(holds):
        if not holds:
            raise ValueError
    need(len(text) <= 1 << 24)
    lines = text.split("\n")
    last = lines.pop()
    lines = [line[:-1] if line.endswith("\r") else line for line in lines] + ([last] if last else [])
    need(lines and lines[0] == "epoch,batch,fidelity,probe,cosine")
    rows, found = [], {}
    for line in lines[1:]:
        match = ROW.match(line)
        need(match)
        e, b, g, i = map(int, match.groups()[:4])
        need(e < 1 << 31 and b < batches and 1 <= g < FULL)
        rows.append((e, b, g, i))
        found.setdefault((e, b), {}).setdefault(g, {})[i] = millionths(Decimal(match.group(5)))
    need(rows and rows == sorted(set(rows)))
    candidates = list(next(iter(found.values())))
    n = len(next(iter(found.values()))[candidates[0]])
    for (_, b), of in found.items():
        need(list(of) == candidates and all(list(c) == list(range(n)) for c in of.values()))
        need(b == 0 if rule == "paper" else True)
    need(len(candidates) <= 16 and (n == 1 if rule == "paper" else n >= 8))
    return candidates, list(found), [[list(c.values()) for c in of.values()] for of in found.values()]


# ---- 10.8 fed --------------------------------------------------------------------------------------------------------

class Fed:
    def __init__(self, name):
        candidates, period, _ = name[len("fed:"):].split(":")
        self.candidates, self.period = [int(g) for g in candidates.split(",")], int(period)
        self.fidelity = self.next = self.candidates[-1]
        self.left, self.skip, self.calm, self.patience = self.period, 1, 0, 8

    def end_period(self, time, wait, read, decode, costs):
        f, self.fidelity, self.left = self.fidelity, self.next, self.period
        if self.skip > 0:
            self.skip -= 1
            return
        own = time - wait

        def fits(g, p):
            return (100 * read * costs.bytes(g) <= p * own * costs.bytes(f)
                    and 100 * decode * costs.work(g) <= p * own * costs.work(f))

        below = [g for g in self.candidates if g < f]
        above = [g for g in self.candidates if g > f]
        if 50 * wait > time:
            self.calm = 0
            if below:
                self.next = max([g for g in below if fits(g, 90)], default=below[0])
                self.patience, self.skip = min(64, 2 * self.patience), 2
        else:
            self.calm = min(64, self.calm + 1)
            if above and (self.calm >= 2 and fits(above[0], 80) or self.calm >= self.patience):
                self.next, self.calm, self.skip = above[0], 0, 2

    def members(self):
        return [self.fidelity, self.next, self.left, self.skip, self.calm, self.patience]


# ---- 10.2 In the state -----------------------------------------------------------------------------------------------

def fits_state(name, text):
    """Whether a run with the policy of a name may go on from a state that is right but for its policy."""
    state = json.loads(text)
    if name == "fixed" or "policy" not in state:
        return (name == "fixed") == ("policy" not in state)
    saved = state["policy"]
    if type(saved) is not dict or saved.pop("name", None) != name:
        return False
    kind, *options = name.split(":")
    if kind == "schedule":
        ranges = {}
    else:
        candidates = [int(g) for g in options[0].split(",")]
        ranges = {"fidelity": candidates + [FULL]}
    if kind == "fed":
        ranges = {"fidelity": candidates, "next": candidates, "left": range(int(options[1]) + 1), "skip": range(3),
                  "calm": range(65), "patience": range(8, 65)}
    return set(saved) == set(ranges) and all(type(v) is int and v in ranges[k] for k, v in saved.items())


# ---- The vectors -----------------------------------------------------------------------------------------------------

def answer(v):
    """What a vector's call gives."""
    kind, name = v["kind"], v.get("name", "")
    if kind == "cosine":
        return pcr_order.unsigned([millionths(float(text)) for text in v["values"]])
    if kind == "schedule":
        return [scheduled(name, e) for e in v["epochs"]]
    if kind in ("paper", "improved"):
        candidates, first, every, *times = name.split(":")[1:]
        at = places(int(first), int(every), int(times[0]) if times else 1, v["epochs"], v["batches"])
        candidates = [int(g) for g in candidates.split(",")]
        if kind == "paper":
            return run_of(paper, candidates, at, [[[c] for c in each] for each in v["cosines"]])
        return run_of(improved, candidates, at, v["cosines"], Costs(v["bytes"]))
    if kind == "recorded":
        try:
            candidates, at, cosines = recorded(v["rule"], v["text"], v["batches"])
        except ValueError:
            return "rejected"
        digest = hashlib.sha256(v["text"].encode("ascii")).hexdigest()[:16]
        assert name == f"recorded:{v['rule']}:{digest}", name
        return run_of({"paper": paper, "improved": improved}[v["rule"]], candidates, at, cosines, Costs(v["bytes"]))
    if kind == "fed":
        fed, gives = Fed(name), []
        for rates in v["rates"]:
            fed.end_period(*rates, Costs(v["bytes"]))
            gives.append(fed.members())
        return gives
    if kind == "policy-state":
        return fits_state(v["policy"], v["text"])
    raise ValueError(kind)


if __name__ == "__main__":
    sys.exit(pcr_order.main(sys.argv[1:], answer))
