#!/usr/bin/env python3
"""The loader's order and state, written from spec/loader.md alone and meant to be read beside it.

    pcr_order.py FILE...      checks vectors (spec/vectors/loader/): prints what differs, exit 1 if anything does

Needs Python 3.9 and nothing else. It is slow: it says what is right, a loader does it fast.
"""
import hashlib, json, math, re, struct, sys

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
SHARDS, FIRST_PASS, SECOND_PASS, ALL_SAMPLES, MIX_BLOCK, MIX_PART, CROP = range(1, 8)
LIQUID_SHARDS, KEPT, GIVEN = 11, 12, 13


# ---- 2. Numbers ------------------------------------------------------------------------------------------------------

def mix(x):
    x &= WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def key_of(*values):
    h = 0
    for v in values:
        h = mix(h + STEP + v)
    return h


def number(key, i):
    return mix(key + (i + 1) * STEP)


def below(x, n):
    return x * n >> 64


# ---- 3. A permutation with a key -------------------------------------------------------------------------------------

def permute(key, n, x):
    for r in range(32):
        y = below(number(key, 2 * r), n) - x
        y += n if y < 0 else 0
        if mix(number(key, 2 * r + 1) + max(x, y)) & 1:
            x = y
    return x


# ---- 4. The order of an epoch ----------------------------------------------------------------------------------------

class Epoch:
    """counts: the samples of each shard that are in the part; order: kind, lanes, window."""

    def __init__(self, counts, seed, epoch, order):
        self.counts, self.seed, self.epoch = counts, seed, epoch
        self.kind, self.lanes, self.window = order
        self.n = sum(counts)
        if self.kind == "lanes":
            starts = [sum(counts[:s]) for s in range(len(counts))] if len(counts) < 2000 else None
            if starts is None:
                starts, total = [], 0
                for c in counts:
                    starts.append(total)
                    total += c
            key = key_of(seed, epoch, SHARDS)
            self.sequence = [(starts[s], counts[s]) for s in (permute(key, len(counts), j) for j in range(len(counts)))]

    def lane(self, p):
        return self.lane_and_place(p)[0] if self.kind == "lanes" else 0

    def lane_and_place(self, p):
        s = self.n // self.lanes
        return (p % self.lanes, p // self.lanes) if p < s * self.lanes else (p - s * self.lanes, s)

    def window_pass(self, purpose, lane, offset, n, i):
        o = offset % self.window
        k = (i + self.window - o) // self.window
        b, e = max(0, k * self.window + o - self.window), min(n, k * self.window + o)
        return b + permute(key_of(self.seed, self.epoch, purpose, lane, k), e - b, i - b)

    def index(self, p):
        if self.kind == "sequential":
            return p
        if self.kind == "global":
            return permute(key_of(self.seed, self.epoch, ALL_SAMPLES), self.n, p)
        lane, i = self.lane_and_place(p)
        n = self.n // self.lanes + (1 if lane < self.n % self.lanes else 0)
        o = self.window * lane // self.lanes
        i = self.window_pass(SECOND_PASS, lane, o + self.window // 2, n, i)
        i = self.window_pass(FIRST_PASS, lane, o, n, i)
        i += lane * (self.n // self.lanes) + min(lane, self.n % self.lanes)
        for start, count in self.sequence:
            if i < count:
                return start + i
            i -= count
        raise IndexError(p)


class LiquidLane:
    """One lane of an epoch of the order `liquid` (4.4). pieces: of each shard that the lane has some of, (index, format) of each sample."""

    def __init__(self, pieces, seed, epoch, lane, window):
        self.pieces, self.seed, self.epoch, self.lane = pieces, seed, epoch, lane
        self.n = sum(map(len, pieces))
        formats = sorted({f for piece in pieces for _, f in piece})
        self.counts = {f: sum(g == f for piece in pieces for _, g in piece) for f in formats}
        self.keeps = {f: min(max(1, window * n // self.n), n) for f, n in self.counts.items()}
        self.given = {f: 0 for f in formats}
        self.place = 0
        self.kept, self.others, self.reads, self.stays = {}, {}, {}, {}
        for f in formats:
            begins = self.sequence(f, 0)[:self.keeps[f]] if epoch == 0 else self.kept_by(f, epoch - 1)
            self.stays[f] = set(self.kept_by(f, epoch))
            self.kept[f] = [x for x in begins if x in self.stays[f]]
            self.others[f] = [x for x in begins if x not in self.stays[f]]
            self.reads[f] = [x for x in self.sequence(f, epoch) if x not in set(begins)]

    def sequence(self, f, epoch):
        key = key_of(self.seed, epoch, LIQUID_SHARDS, self.lane, 0)
        order = (self.pieces[permute(key, len(self.pieces), j)] for j in range(len(self.pieces)))
        return [x for piece in order for x, g in piece if g == f]

    def kept_by(self, f, epoch):
        key, n, k, sequence = key_of(self.seed, epoch, KEPT, self.lane, f), self.counts[f], self.keeps[f], self.sequence(f, epoch)
        return [sequence[j * n // k + below(number(key, j), (j + 1) * n // k - j * n // k)] for j in range(k)]

    def turn(self, size):
        """What the lane gives and reads in its next turn: indices, whether each that is given is kept, indices that are read."""
        formats, before = [], dict(self.given)
        for q in range(self.place, min(self.n, self.place + size)):
            f = max(self.counts, key=lambda f: ((q + 1) * self.counts[f] - self.given[f] * self.n, -f))
            self.given[f] += 1
            formats.append(f)
        self.place += len(formats)
        gives, reads = {}, []
        for f in self.counts:
            c, d, n, k = before[f], self.given[f] - before[f], self.counts[f], self.keeps[f]
            if d == 0:
                continue
            m = (c + d) * k // n - c * k // n
            while len(self.kept[f]) + len(self.others[f]) < k + d - (c + d) * k // n or len(self.kept[f]) < m:
                x = self.reads[f].pop(0)
                reads.append(x)
                (self.kept if x in self.stays[f] else self.others)[f].append(x)
            key, g, gives[f] = key_of(self.seed, self.epoch, GIVEN, self.lane, f), 0, []
            for i in range(d):
                keep = below(number(key, 2 * (c + i)), d - i) < m - g
                g += keep
                among = (self.kept if keep else self.others)[f]
                at = below(number(key, 2 * (c + i) + 1), len(among))
                among[at], among[-1] = among[-1], among[at]
                gives[f].append((among.pop(), keep))
        given = [gives[f].pop(0) for f in formats]
        return [x for x, _ in given], [int(keep) for _, keep in given], reads


def liquid_turns(shards, seed, epoch, lanes, window, batch):
    """For each lane its turns. shards: for each shard the format of each of its samples that are in the part."""
    n, samples = sum(map(len, shards)), [(s, f) for s, formats in enumerate(shards) for f in formats]
    all_turns = []
    for lane in range(lanes):
        start = lane * (n // lanes) + min(lane, n % lanes)
        end = start + n // lanes + (1 if lane < n % lanes else 0)
        pieces = [[(x, samples[x][1]) for x in range(start, end) if samples[x][0] == s] for s in range(len(shards))]
        run = LiquidLane([piece for piece in pieces if piece], seed, epoch, lane, window)
        turns = []
        while run.place < run.n:
            turns.append(list(run.turn(batch // lanes)))
        all_turns.append(turns)
    return all_turns


def default_lanes(batch, kind="lanes"):
    best = max(d for d in range(1, 65) if batch % d == 0)
    return best if best >= 8 or kind == "liquid" else min(batch, 64)


# ---- 5. Batches and ranks --------------------------------------------------------------------------------------------

def share(entries, rank, ranks, batch, masked):
    """What a rank gets of a batch's sorted entries."""
    if batch % ranks and not masked:
        raise ValueError("ranks")
    mine = entries[rank * len(entries) // ranks:(rank + 1) * len(entries) // ranks]
    if len(entries) == batch and len(mine) < -(-batch // ranks):
        mine.append(mine[0][:-1] + (True,))
    return mine


def batches_of(n, batch, remainder):
    return n // batch + (1 if remainder != "drop" and n % batch else 0)


def part_batch(epoch, t, batch, remainder, rank, ranks, masked=False):
    """(part, epoch, index, padded) of each sample of a rank."""
    f = t * batch
    real = min(batch, epoch.n - f)
    size = batch if remainder == "pad" else real
    entries = [(epoch.lane(f + i % real), i) for i in range(size)]
    entries = [(0, epoch.epoch, epoch.index(f + i % real), i >= real) for _, i in sorted(entries)]
    return share(entries, rank, ranks, batch, masked)


# ---- 6. Views --------------------------------------------------------------------------------------------------------

def view_hash(shards):
    """shards: for each shard a list of 0 and 1."""
    if all(all(bits) for bits in shards):
        return "all"
    digest = hashlib.sha256()
    for bits in shards:
        digest.update(struct.pack("<I", len(bits)))
        digest.update(bytes(sum(b << i for i, b in enumerate(bits[at:at + 8])) for at in range(0, len(bits), 8)))
    return digest.hexdigest()[:32]


# ---- 7. Mixes --------------------------------------------------------------------------------------------------------

def mix_batch(parts, seed, order, batch, epoch_batches, epoch, t, rank, ranks, masked=False):
    """parts: (counts, weight)."""
    m = sum(w for _, w in parts)
    epochs, entries = {}, []
    for i in range(batch):
        q = epoch * epoch_batches * batch + t * batch + i
        slot, part, u = permute(key_of(seed, q // m, MIX_BLOCK), m, q % m), 0, 0
        while slot >= u + parts[part][1]:
            u += parts[part][1]
            part += 1
        counts, w = parts[part]
        v = q // m * w + slot - u
        which = part, v // sum(counts)
        if which not in epochs:
            epochs[which] = Epoch(counts, key_of(seed, part, MIX_PART), which[1], order)
        p = v % sum(counts)
        entries.append((epochs[which].lane(p), part, i, epochs[which], p))
    entries = [(part, e.epoch, e.index(p), False) for _, part, _, e, p in sorted(entries, key=lambda x: x[:3])]
    return share(entries, rank, ranks, batch, masked)


# ---- 8. State --------------------------------------------------------------------------------------------------------

def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a member stands twice")
    return dict(pairs)


def is_state(text):
    """Whether a text is a state of version 1."""
    def whole(value, low, high=(1 << 63) - 1):
        return type(value) is int and low <= value <= high
    try:
        s = json.loads(text, object_pairs_hook=once)
        names = {"version", "order", "seed", "epoch", "position", "batch", "lanes", "window", "remainder", "parts"}
        parts = s["parts"]
        is_mix = len(parts) > 1
        if type(parts) is not list or not 1 <= len(parts) <= 256 or set(s) != (names | {"epoch_batches"} if is_mix else names):
            return False
        laned = s["order"] in ("lanes", "liquid")
        if s["order"] not in ("lanes", "global", "sequential", "liquid") or s["remainder"] not in ("drop", "pad", "short"):
            return False
        for part in parts:
            if set(part) != {"dataset", "generation", "view"} | ({"weight"} if is_mix else set()):
                return False
            if not re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", part["dataset"]) or not whole(part["generation"], 1):
                return False
            if not re.fullmatch("all|[0-9a-f]{32}", part["view"]) or is_mix and not whole(part["weight"], 1, (1 << 31) - 1):
                return False
        return (s["version"] == 1 and whole(s["version"], 1) and whole(s["seed"], -1 << 63) and whole(s["epoch"], 0)
                and whole(s["batch"], 1, 1 << 24) and whole(s["position"], 0) and s["position"] % s["batch"] == 0
                and whole(s["lanes"], laned, 65536 if laned else 0) and whole(s["window"], laned, (1 << 31) - 1 if laned else 0)
                and (not is_mix or whole(s["epoch_batches"], 1))
                and (s["order"] != "liquid" or not is_mix and s["batch"] % s["lanes"] == 0))
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


# ---- 9. Crops --------------------------------------------------------------------------------------------------------

def crop(rule, seed, epoch, sample, view, w, h):
    """x, y, width, height, flipped."""
    a0, a1, r0, r1 = rule
    k = key_of(seed, epoch, CROP, sample, view)
    flipped = number(k, 40) & 1
    for t in range(10):
        x0, x1, x2, x3 = (number(k, 4 * t + j) for j in range(4))
        area = w * h * (a0 + below(x0, a1 - a0 + 1)) >> 20
        lo, hi = r0, r1
        for bit in range(63, 47, -1):
            mid = math.isqrt(lo * hi)
            lo, hi = (mid, hi) if x1 >> bit & 1 else (lo, mid)
        cw, ch = (math.isqrt(area * lo >> 26) + 1) // 2, (math.isqrt((area << 22) // lo) + 1) // 2
        if 1 <= cw <= w and 1 <= ch <= h:
            return below(x2, w - cw + 1), below(x3, h - ch + 1), cw, ch, flipped
    cw, ch = w, h
    if w << 24 < h * r0:
        ch = min(h, max(1, (w << 24) // r0))
    elif w << 24 > h * r1:
        cw = min(w, max(1, h * r1 >> 24))
    return (w - cw) // 2, (h - ch) // 2, cw, ch, flipped


# ---- The vectors -----------------------------------------------------------------------------------------------------

def answer(v):
    """What a vector's call gives."""
    kind = v["kind"]
    if kind == "key":
        return [key_of(*v["values"])] + [number(key_of(*v["values"]), i) for i in range(3)]
    if kind == "below":
        return [below(x & WORD, v["n"]) for x in v["x"]]
    if kind == "permute":
        return [permute(v["key"] & WORD, v["n"], x) for x in v["x"]]
    if kind == "order":
        epoch = Epoch(v["counts"], v["seed"], v["epoch"], v["order"])
        return [[epoch.lane(p), epoch.index(p)] for p in v["positions"]]
    if kind == "lanes":
        return default_lanes(v["batch"])
    if kind == "liquid-lanes":
        return default_lanes(v["batch"], "liquid")
    if kind == "liquid":
        shards = [[int(f) for f in formats] for formats in v["formats"]]
        return liquid_turns(shards, v["seed"], v["epoch"], v["lanes"], v["window"], v["batch"])
    if kind == "batch":
        epoch = Epoch(v["counts"], v["seed"], v["epoch"], v["order"])
        if not 0 <= v["number"] < batches_of(epoch.n, v["batch"], v["remainder"]):
            return "none"
        return [[[e[2], int(e[3])] for e in part_batch(epoch, v["number"], v["batch"], v["remainder"], r, v["ranks"], v["masked"])]
                for r in range(v["ranks"])]
    if kind == "mix":
        return [[list(e[:3]) for e in mix_batch([(p["counts"], p["weight"]) for p in v["parts"]], v["seed"], v["order"], v["batch"],
                                                v["epoch_batches"], v["epoch"], v["number"], r, v["ranks"])]
                for r in range(v["ranks"])]
    if kind == "view":
        return view_hash([[int(b) for b in bits] for bits in v["shards"]])
    if kind == "state":
        return is_state(v["text"])
    if kind == "crop":
        return [list(crop(v["rule"], v["seed"], v["epoch"], s, v["view"], *v["size"])) for s in v["samples"]]
    raise ValueError(kind)


def unsigned(value):
    """Vectors hold 64-bit numbers as signed ones."""
    return value & WORD if type(value) is int and value < 0 else [unsigned(x) for x in value] if type(value) is list else value


def main(files, answer=answer):
    wrong = checked = 0
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for v in json.load(lines):
                checked += 1
                if answer(v) != unsigned(v["gives"]):
                    wrong += 1
                    print(file, v["about"], "gives", str(answer(v))[:300], "and not", str(unsigned(v["gives"]))[:300])
    print(f"{checked} vectors, {wrong} wrong")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
