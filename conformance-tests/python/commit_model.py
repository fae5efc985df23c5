#!/usr/bin/env python3
"""The commit of spec/pcr-format.md, sections 14.2 and 14.3, tried out: every interleaving, every crash, every lost answer.

    commit_model.py [--all]      explores all states for each kind of place, then checks that each broken protocol is found
    commit_model.py --follow     reads what writers did, a run a line ("POSIX link: A creates 2;B dies"), and checks that the
                                 model can do it

Generations are files known by their number, shards by the name of their writer. Two writers add one shard each to a dataset; a reader opens it. A step is one operation on the place. Before any step a
writer may die; it may be started again once, with nothing but the record that R-COMMIT-9 asks for. An answer may be lost,
of an operation that took place, that did not, or (over a network) that takes place later. What is proved, for these bounds:

  1  no generation, once whole, is ever changed, and none lists a shard twice;
  2  what a reader gets is a generation that was committed, whole, and every shard that it lists is there;
  3  from every state, a writer that runs on alone ends, and has committed: the dead block nobody;
  4  a writer that says "committed" is in the newest generation, exactly once, at that time and in every later state;
  5  a writer that loses its answer, or dies and is started again, ends with its shard committed exactly once.
"""
import sys
from collections import deque, namedtuple

TORN = "torn"
Generation = namedtuple("Generation", "n parent commit shards")
Writer = namedtuple("Writer", "name pc n k base content told losses restarts attempt record")
Reader = namedtuple("Reader", "pc k got")
State = namedtuple("State", "files writers reader flying")
LINK, PUT, EXCLUSIVE = "POSIX link", "conditional PUT", "exclusive creation"
CURRENT = "manifest.pcrm"


class Violation(Exception):
    pass


def ask(condition, what):
    if not condition:
        raise Violation(what)


class Model:
    def __init__(self, place, broken=(), restarts=1, copy_is_torn=False):
        self.place, self.broken, self.restarts, self.copy_is_torn = place, set(broken), restarts, copy_is_torn
        # A lost answer to an exclusive creation is what a death behind it is: the name is there, and nobody's.
        self.losses = 0 if place == EXCLUSIVE else 1

    def start(self):
        files = {1: Generation(1, 0, "first", ()), CURRENT: TORN if self.copy_is_torn else Generation(1, 0, "first", ())}
        writers = tuple(Writer(w, "open", 0, 0, 0, None, False, self.losses, self.restarts, 0, None) for w in "AB")
        return State(frozenset(files.items()), writers, Reader("open", 0, None), frozenset())

    # ---- One step of a writer: (files, writer, flying) for each outcome ----------------------------------------------

    def step(self, files, w, flying, quiet=False):
        """quiet: nothing is lost any more."""
        return getattr(self, "_" + w.pc)(files, w, flying, quiet)

    def _open(self, files, w, flying, quiet):
        current = files.get(CURRENT)
        known = current.n if isinstance(current, Generation) else 0
        yield files, w._replace(pc="probe", n=known, k=known + 1), flying

    def _probe(self, files, w, flying, quiet):
        if w.k in files:
            yield files, w._replace(k=w.k + 1), flying
        elif self.place == EXCLUSIVE:
            yield files, w._replace(pc="shard", base=w.k - 1), flying
        else:
            behind = w.k - 1 > w.n
            yield files, w._replace(pc="copy" if behind else "shard", base=w.k - 1, k=w.k - 1), flying

    def _shard(self, files, w, flying, quiet):
        files = {**files, w.name: True}
        yield files, w._replace(pc="exclusive" if self.place == EXCLUSIVE else "build", n=w.base + 1), flying

    # ---- 14.2: link or conditional PUT

    def _build(self, files, w, flying, quiet):
        base = files[w.base]
        attempt = w.attempt + 1
        content = Generation(w.n, w.base, f"{w.name}{attempt}", base.shards + (w.name,))
        yield files, w._replace(pc="create", content=content, attempt=attempt, record=content), flying

    def _create(self, files, w, flying, quiet):
        taken = w.n in files and "overwrites" not in self.broken
        after = files if taken else {**files, w.n: w.content}
        check = w._replace(pc="check")
        yield after, (check if taken else w._replace(pc="copy", told=True, k=w.n)), flying
        if w.losses and not quiet:
            check = check._replace(losses=w.losses - 1)
            if "new attempt" in self.broken:
                check = check._replace(pc="open")
            if "believes errors" in self.broken:
                check = check._replace(pc="given up")
            yield after, check, flying
            yield files, check, flying
            if self.place == PUT:
                yield files, check, flying | {(w.n, w.content)}

    def _check(self, files, w, flying, quiet):
        found = files.get(w.n)
        if found is None:
            yield files, w._replace(pc="create"), flying
        elif found.commit == w.content.commit:
            yield files, w._replace(pc="copy", told=True, k=w.n), flying
        else:
            yield files, w._replace(pc="probe", k=w.n + 1), flying

    def _copy(self, files, w, flying, quiet):
        """Puts generation k under manifest.pcrm."""
        yield {**files, CURRENT: files[w.k]}, w._replace(pc="look"), flying
        if self.place == PUT and w.losses and not quiet:
            yield files, w._replace(pc="look", losses=w.losses - 1), flying | {(CURRENT, files[w.k])}

    def _look(self, files, w, flying, quiet):
        if w.k + 1 in files:
            yield files, w._replace(pc="copy", k=w.k + 1), flying
        elif w.told:
            yield files, w._replace(pc="done"), flying
        else:
            yield files, w._replace(pc="shard", base=w.k), flying

    # ---- 14.3: exclusive creation only

    def _exclusive(self, files, w, flying, quiet):
        taken = w.n in files
        again = w._replace(pc="probe", k=w.n + 1, n=0, base=0)
        if "base before creation" in self.broken and w.content is None:
            k = max(k for k, file in files.items() if isinstance(k, int) and isinstance(file, Generation))
            yield files, w._replace(content=files[k]), flying
            return
        after = files if taken else {**files, w.n: TORN}
        yield after, (again if taken else w._replace(pc="below", k=w.n - 1)), flying
        if w.losses and not quiet:
            yield after, again._replace(losses=w.losses - 1), flying

    def _below(self, files, w, flying, quiet):
        """The first whole generation below n."""
        base = w.content if "base before creation" in self.broken else files[w.k]
        if base == TORN:
            yield files, w._replace(k=w.k - 1), flying
            return
        shards = base.shards if w.name in base.shards else base.shards + (w.name,)
        yield files, w._replace(pc="write", content=Generation(w.n, base.n, w.name, shards), k=0), flying

    def _write(self, files, w, flying, quiet):
        if "takes over" in self.broken:  # finishes what another left torn
            torn = [n for n, file in files.items() if file == TORN and n != w.n]
            if torn:
                yield {**files, torn[0]: w.content._replace(n=torn[0])}, w._replace(pc="higher"), flying
        pc = "begin copy" if {"does not look", "copies unsettled"} & self.broken else "higher"
        yield {**files, w.n: w.content}, w._replace(pc=pc, k=w.n, n=0, base=0, content=None, told="does not look" in self.broken), flying

    def _higher(self, files, w, flying, quiet):
        """R-COMMIT-15: k is whole; is there a higher name?"""
        if w.k + 1 in files:
            yield files, w._replace(pc="highest", k=w.k + 1), flying
        elif w.name in files[w.k].shards:
            yield files, w._replace(pc="begin copy", told=True), flying
        else:
            yield files, w._replace(pc="probe", k=w.k + 1), flying

    def _highest(self, files, w, flying, quiet):
        if w.k + 1 in files:
            yield files, w._replace(k=w.k + 1), flying
        elif files[w.k] == TORN:
            yield files, w._replace(pc="probe", k=w.k + 1), flying  # one more settles it
        else:
            yield files, w._replace(pc="higher"), flying

    def _begin_copy(self, files, w, flying, quiet):
        yield {**files, CURRENT: TORN}, w._replace(pc="end copy"), flying

    def _end_copy(self, files, w, flying, quiet):
        pc = "done" if w.told else "higher"
        yield {**files, CURRENT: files[w.k]}, w._replace(pc=pc), flying
        if not quiet:
            yield {**files, CURRENT: TORN}, w._replace(pc=pc), flying  # another wrote at the same time

    # ---- The reader --------------------------------------------------------------------------------------------------

    def read(self, files, r):
        if r.pc == "open":
            current = files.get(CURRENT)
            whole = isinstance(current, Generation)
            return r._replace(pc="got", got=current) if whole else r._replace(pc="probe", k=1)
        if r.pc == "probe":
            return r._replace(k=r.k + 1) if r.k + 1 in files else r._replace(pc="newest")
        if r.pc == "newest":
            found = files[r.k]
            if not isinstance(found, Generation):
                return r._replace(pc="fails")
            return r._replace(pc="higher" if self.place == EXCLUSIVE and "guesses" not in self.broken else "got", got=found)
        if r.pc == "higher":
            return r._replace(pc="probe", k=r.k + 1) if r.k + 1 in files else r._replace(pc="got")
        return None

    # ---- All states --------------------------------------------------------------------------------------------------

    def moves(self, state):
        files = dict(state.files)
        for i, w in enumerate(state.writers):
            if w.pc in ("done", "given up"):
                continue
            others = lambda new: state.writers[:i] + (new,) + state.writers[i + 1:]
            if w.pc == "dead":
                if w.restarts:
                    pc, told = ("check", w.told) if w.record else ("open", w.told)
                    if w.record:
                        w = w._replace(content=w.record, n=w.record.n)
                    yield state._replace(writers=others(w._replace(pc=pc.replace(" ", "_"), restarts=w.restarts - 1)))
                continue
            for after, new, flying in self.step_of(files, w, state.flying):
                yield State(frozenset(after.items()), others(new), state.reader, frozenset(flying))
            yield state._replace(writers=others(w._replace(pc="dead")))
        r = self.read(files, state.reader)
        if r:
            yield state._replace(reader=r)
        for target, content in state.flying:
            after = dict(files)
            if target == CURRENT or target not in after:
                after[target] = content
            yield state._replace(files=frozenset(after.items()), flying=state.flying - {(target, content)})

    def step_of(self, files, w, flying, quiet=False):
        return self.step(files, w._replace(pc=w.pc.replace(" ", "_")), flying, quiet)

    def settled(self, files):
        """The newest generation, if there is one that can be told."""
        top = max(k for k in files if isinstance(k, int))
        return files[top] if files[top] != TORN else None

    def judge(self, before, state):
        files, old = dict(state.files), dict(before.files)
        for n, content in old.items():
            if isinstance(n, int) and isinstance(content, Generation):
                ask(files.get(n) == content, f"generation {n} was changed")
        for content in files.values():
            if isinstance(content, Generation):
                ask(len(set(content.shards)) == len(content.shards), "a shard is listed twice")
                ask(all(shard in files for shard in content.shards), "a generation lists a shard that is not there")
        newest = self.settled(files)
        for w in state.writers:
            if w.told and newest:
                ask(w.name in newest.shards, f"writer {w.name} was told 'committed' and is not in generation {newest.n}")
        if state.reader.pc == "got" and before.reader.pc != "got":
            got = state.reader.got
            ask(isinstance(got, Generation) and files.get(got.n) == got, "the reader has a generation that is not there")
        if state.reader.pc == "got" and newest:
            ask(set(state.reader.got.shards) <= set(newest.shards), "the reader saw a shard that was never committed")
        if not any(w.pc == "dead" and w.restarts for w in state.writers):
            for w in state.writers:
                ask(w.pc != "given up", f"writer {w.name} gave up though it can find out")

    def alone(self, state):
        """3 and 5: each writer that lives ends by itself, and has committed; so does a third that begins now."""
        files = dict(state.files)
        late = Writer("C", "open", 0, 0, 0, None, False, 0, 0, 0, None)
        for w in [w for w in state.writers if w.pc not in ("dead", "done", "given up")] + [late]:
            now, flying, steps = files, state.flying, 0
            while w.pc != "done":
                outcomes = list(self.step_of(now, w, flying, quiet=True))
                now, w, flying = outcomes[0]
                steps += 1
                ask(steps < 60, f"writer {w.name} does not end alone")
            newest = self.settled(now)
            if not newest and w.name != "C":
                continue  # told before, while another is at work on top of it
            ask(w.told and newest and newest.shards.count(w.name) == 1, f"writer {w.name} ended alone and has not committed once")
            current = now.get(CURRENT)
            ask(w.name != "C" or current == newest, "manifest.pcrm is not the newest after a writer that ended")

    def explore(self, most=6):
        """most: no further than this generation; where all creations are exclusive, two writers can chase each other."""
        start = self.start()
        seen, queue, judged = {start}, deque([start]), set()
        while queue:
            state = queue.popleft()
            if max(k for k, _ in state.files if isinstance(k, int)) > most:
                continue
            for following in self.moves(state):
                if following in seen:
                    continue
                self.judge(state, following)
                seen.add(following)
                queue.append(following)
            key = (state.files, state.writers)
            if key not in judged:
                judged.add(key)
                self.alone(state)
        return len(seen)


class Following(Model):
    """Which states of the model are possible after the events that a program told of. Nobody sees what a writer reads."""

    def __init__(self, place):
        super().__init__(place, restarts=0)
        self.losses = 9

    def unseen(self, states):
        """These states, and those that reading and looking lead to."""
        found, queue = set(states), deque(states)
        while queue:
            state = queue.popleft()
            files = dict(state.files)
            for i, w in enumerate(state.writers):
                if w.pc in ("done", "given up", "dead", "create", "exclusive", "write", "end copy"):
                    continue
                new = []
                if w.pc == "copy" and w.k + 1 in files:  # looks before it copies, not only behind that
                    new.append(w._replace(k=w.k + 1))
                if w.pc not in ("copy", "begin copy"):
                    new += [after for same, after, _ in self.step_of(files, w, state.flying) if w.pc == "shard" or same == files]
                for after in new:
                    following = state._replace(writers=state.writers[:i] + (after,) + state.writers[i + 1:])
                    if w.pc == "shard":
                        following = following._replace(files=state.files | {(w.name, True)})
                    if following not in found:
                        found.add(following)
                        queue.append(following)
        return found

    def seen(self, state, name, what, number, done):
        """The states that an event leads to."""
        files = dict(state.files)
        i = "AB".index(name)
        w = state.writers[i]
        if what == "dies":
            yield state._replace(writers=state.writers[:i] + (w._replace(pc="dead"),) + state.writers[i + 1:])
        if what == "done" and w.pc == "done":
            yield state
        if what == "copies" and w.pc == "done" and self.place == EXCLUSIVE and files[number] == self.settled(files):
            yield state._replace(files=frozenset({**files, CURRENT: files[number]}.items()))  # looked again
        steps = {"creates": ("create", "exclusive"), "copies": ("copy", "begin copy"), "writes": ("write",)}.get(what, ())
        if w.pc not in steps or (what != "copies" and w.n != number):
            return
        for after, new, flying in self.step_of(files, w, state.flying):
            if what == "creates" and (number in after and number not in files) != done:
                continue
            if what == "copies" and self.place == EXCLUSIVE:
                # A place that renames: the copy appears whole, of the newest that is settled.
                after, new = {**files, CURRENT: files[number]}, new._replace(pc="done" if new.told else "higher")
            if what == "copies" and after[CURRENT] != files[number]:
                continue
            yield State(frozenset(after.items()), state.writers[:i] + (new,) + state.writers[i + 1:], state.reader, frozenset(flying))

    def follow(self, events):
        """The first event that the model cannot do, or None."""
        states = self.unseen({self.start()})
        for event in events:
            name, what, *rest = event.split()
            number = int(rest[0]) if rest else 0
            states = {after for state in states for after in self.seen(state, name, what, number, "not" not in rest)}
            states = self.unseen(states)
            if not states:
                return event
        return None


def follow(lines):
    runs = 0
    for line in lines:
        place, _, events = line.strip().partition(": ")
        stuck = Following(place).follow(events.split(";"))
        if stuck:
            print(f"the model cannot do '{stuck}' in: {line.strip()}")
            return 1
        runs += 1
    print(f"{runs} runs, all as the model's")
    return 0


BROKEN = [(LINK, "overwrites"), (LINK, "new attempt"), (LINK, "believes errors"), (PUT, "overwrites"), (PUT, "new attempt"),
          (EXCLUSIVE, "base before creation"), (EXCLUSIVE, "does not look"), (EXCLUSIVE, "takes over"),
          (EXCLUSIVE, "copies unsettled"), (EXCLUSIVE, "guesses")]


def main(arguments):
    if arguments == ["--follow"]:
        return follow(sys.stdin)
    # Where all creations are exclusive a writer that is started again knows nothing, and is one that begins: --all tries it.
    runs = [(LINK, 1, 6, False), (LINK, 1, 6, True), (PUT, 1, 6, False), (EXCLUSIVE, 0, 6, False), (EXCLUSIVE, 0, 6, True)]
    runs += [(EXCLUSIVE, 1, 4, False)] if arguments == ["--all"] else []
    for place, restarts, most, torn in runs:
        states = Model(place, restarts=restarts, copy_is_torn=torn).explore(most)
        print(f"{place}{', manifest.pcrm torn at first' if torn else ''}, {restarts} restarts, generations up to {most}: "
              f"{states:,} states, all as they should be", flush=True)
    for place, fault in BROKEN:
        try:
            Model(place, [fault], restarts=place != EXCLUSIVE, copy_is_torn=fault == "guesses").explore(5)
        except Violation as found:
            print(f"{place}, broken ({fault}): found: {found}", flush=True)
        else:
            print(f"{place}, broken ({fault}): NOT FOUND")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
