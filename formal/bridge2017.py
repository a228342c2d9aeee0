"""What shows that rounds of 2017 are right: for bridge.py, which forges them.

A bracket's candidate is tried as usual first. Where no certificate shows it, the bracket, or the next one, may be the one
that collapses: then the candidate that would be chosen comes from two graphs, the first without the place of a candidate
in the sequence, since who remains for the remainder is not known before.
"""

import bridge
import judge

# Of what brackets there are.
KINDS = ["usual", "tried", "penultimate", "last"]


class Asked:
    """What is found for a round: why it is outside, or its parts, each with its lines, and which of them are open."""

    def __init__(self):
        self.outside, self.count, self.tries, self.usual = None, None, None, []
        self.parts, self.state = [], "usual"

    def handed(self):
        return [line for part in self.parts for line in part["lines"]]

    def wanted(self):
        """For the next graphs."""
        lines = []
        for part in self.parts:
            head = f"bracket {part['what']} 0" if part["open"] else f"known {part['what']}"
            lines += ["barrier" if part["what"] == "barrier" else head, *part["given"]]
        return lines

    def open_only(self, *kept):
        for at, part in enumerate(self.parts):
            part["open"] = at in kept

    def try_collapse(self):
        """Begins with the next bracket that may collapse."""
        if not self.tries:
            self.state, self.parts = "done", self.usual
            return
        at = self.tries.pop(0)
        self.parts = [*(dict(part) for part in self.usual[:at]), new_part("tried")]
        self.open_only(at)
        self.state = "tried"

    def move_on(self, shown):
        """After graphs were solved; `shown`: of each part that was open, whether its certificate shows it."""
        last = len(self.parts) - 1
        if self.state == "usual" and not all(shown):
            first, self.usual = shown.index(False), self.parts
            self.tries = [at for at in (first, first + 1) if at < self.count]
            self.try_collapse()
        elif self.state == "tried":
            self.state = "named"  # the same graph, with the place of the candidate
        elif self.state == "named":
            self.state = "rest"
            self.parts += [new_part(what) for what in ("barrier", "penultimate", "last")]
            self.open_only(last - 1, last + 1, last + 2, last + 3)  # C.7 of the bracket before looks at what is tried
        elif all(shown):
            self.state = "done"
        else:
            self.try_collapse()


def new_part(what):
    return {"what": what, "lines": [], "given": [], "open": True}


def read_graphs(text, found):
    """What the checker says the graphs are, of one round after another: the jobs of each."""
    lines, at, order, current = text.splitlines(), 0, iter(found), None
    jobs = []
    while at < len(lines):
        words = lines[at].split()
        at += 1
        if words[0] == "outside:":
            if current is None or current.complete:
                current = next(order)
            current.outside, current.complete = lines[at - 1], True
        elif words[0] == "round":
            if current is not None:
                current.complete = True
            current = next(order)
            current.complete, current.shown = False, {}
            if current.count is None:
                current.count = int(words[2])
                current.parts = [new_part("usual") for _ in range(current.count)]
        elif words[0] == "unnamed":
            current.shown[int(words[2])] = False
        else:
            _, _, index, what, n, m, most, claimed = words
            names, edges = lines[at].split(), lines[at + 1 : at + 1 + int(m)]
            at += 1 + int(m)
            jobs.append((current, int(index), what, most, int(claimed), names, edges))
    return jobs


def solve(program, folder, jobs):
    for part in bridge.portions(jobs):
        solved = bridge.solve(program, folder, [job[5:] for job in part])
        for (one, index, what, most, claimed, _, _), (lines, twice, mates) in zip(part, solved):
            own = one.parts[index]
            one.shown[index] = twice == 2 * claimed
            if what == "tried":
                pairs = [f"{p}+{q}" for p, q in mates]
                own["given"] = [" ".join([word, *pairs]) for word in ("pairs", "next")]
            own["lines"] = [f"bracket {what} {most}", *own["given"], *lines]


def barriers(program, folder, jobs):
    for one, index, _, _, _, names, edges in jobs:
        one.parts[index]["lines"] = bridge.barrier_of(program, folder, len(names), edges, names)
        one.shown[index] = one.parts[index]["lines"] != []


def ask(program, check, folder, rounds):
    """The answer about each round, with what was handed in, and the seconds in the checker."""
    found = [Asked() for _ in rounds]
    left = list(range(len(rounds)))
    while left:
        asked = "\n".join(bridge.document(*rounds[at][1:], found[at].wanted()) for at in left)
        graphs = judge.run(check, "--rules", "2017", "--graphs", text=asked + "\n")
        assert graphs.returncode == 0, graphs.stderr
        jobs = read_graphs(graphs.stdout, [found[at] for at in left])
        solve(program, folder, [job for job in jobs if job[2] != "barrier"])
        barriers(program, folder, [job for job in jobs if job[2] == "barrier"])
        for at in left:
            one = found[at]
            if one.outside is None:
                opened = [index for index, part in enumerate(one.parts) if part["open"]]
                one.move_on([one.shown.get(index, False) for index in opened])
        left = [at for at in left if found[at].outside is None and found[at].state != "done"]
    return bridge.answered([check, "--rules", "2017"], rounds, found)


def bad_input(check):
    """What is no round, or nothing that shows one, is refused with its place and a reason, or is not shown."""
    head = "tournament 5 10 0 10 white\nplayer 1 here\nplayer 2 here\n"
    cases = {
        "no end": (head + "round 1-2\n", "line 5"),
        "no kind": (head + "round 1-2\nbracket itself 0\nend\n", "line 5, column 9"),
        "pairs of what is not tried": (head + "round 1-2\nbracket usual 0\npairs 1+2\nend\n", "line 6, column 1"),
        "no pair": (head + "round 1-2\nbracket tried 0\npairs 1-2\nend\n", "line 6, column 7"),
        "duals before a bracket": (head + "round 1-2\nvertex 1 2\nend\n", "line 5, column 1"),
        "many digits": (head + "round 1-2\nbracket usual " + "9" * 200_000 + "\nend\n", "line 5, column 15"),
    }
    for name, (text, place) in cases.items():
        done = judge.run(check, "--rules", "2017", text=text)
        assert done.returncode == 1 and done.stderr.startswith(f"refused: {place}"), (name, place, done)
    collapsed = "bracket tried 0\npairs\nnext\nbarrier\nbracket penultimate 0\nbracket last 0"
    for round_ in ("1-2", "2-1", "1-1", "1-3", "1-2 bye:1", "bye:7"):
        for handed in ("bracket usual 0", collapsed, "bracket usual 0\nbracket usual 0"):
            done = judge.run(check, "--rules", "2017", text=f"{head}round {round_}\n{handed}\nend\n")
            assert done.returncode == 0 and not done.stdout.startswith("holds"), (round_, done)
    print(f"bad input: {len(cases)} kinds refused")
