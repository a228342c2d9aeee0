"""Rounds before the checker that is proved: recorded ones, and forged ones.

Usage: bridge.py EDELWEISS ROUNDCHECK [--rules 2026|2017] [--seed N] [--count N] [--least N] [--no-forged] [FOLDER ...]

Takes the rounds of all TRF files below the folders, and of --count tournaments of each number of players (2 to 24, some)
made with `edelweiss generate`; asks `edelweiss match` for the duals of each bracket, and the checker for the round.
Unless --no-forged: in every round two pairs change partners, or one its colours, and is solved anew; and a number among the
duals changes: none of these may hold. Exit code 1 if one does, or fewer rounds hold than --least percent.
"""

import argparse
import collections
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bridge2017
import judge


def rounds_of_file(path):
    for name, asked, round_ in judge.questions_of_file(path):
        yield name, asked.removesuffix("\npair"), round_


def forged(draw, round_):
    """The round with two pairs that changed partners, or with a pair that changed its colours."""
    games = sorted(game for game in round_ if "-" in game)
    if len(games) < 2:
        return None
    (a, b), (c, d) = (game.split("-") for game in draw.sample(games, 2))
    rest = set(round_) - {f"{a}-{b}", f"{c}-{d}"}
    new = draw.choice([{f"{a}-{d}", f"{c}-{b}"}, {f"{a}-{c}", f"{b}-{d}"}, {f"{b}-{a}", f"{c}-{d}"}])
    return frozenset(rest | new)


def document(asked, round_, handed):
    return "\n".join([asked, "round " + " ".join(sorted(round_)), *handed, "end"])


# How far down a certificate looks: one after another is tried, until one shows it.
DEPTHS = ["itself", "following", "everybody"]
# A graph more is quicker than a process more while all of them are small.
MOST_EDGES = 2_000


def sets_of(solved, at):
    """The sets that hold a vertex, the innermost first."""
    found, up = [], solved["vertices"][at]["blossom"]
    while up is not None:
        found.append(up)
        up = solved["blossoms"][up]["parent"]
    return found


def solve(program, folder, graphs):
    """Of each graph the certificate of its heaviest matching, as lines, twice its value, and its pairs: all as one graph."""
    path, certificate = folder / "graph.edges", folder / "certificate.json"
    edges, start = [], 0
    for names, own in graphs:
        for edge in own:
            u, v, weight = edge.split()
            edges.append(f"{int(u) + start} {int(v) + start} {weight}")
        start += len(names)
    path.write_text("\n".join([f"{start} {len(edges)}", *edges]) + "\n")
    done = judge.run(program, "match", path, "--certificate", certificate)
    assert done.returncode == 0, done
    solved = json.loads(certificate.read_text())
    answers, start = [], 0
    for names, _ in graphs:
        sizes, lines, twice, pairs = collections.Counter(), [], 0, []
        for at, name in enumerate(names, start):
            sets, dual = sets_of(solved, at), solved["vertices"][at]["dual_2x"]
            mate = solved["vertices"][at]["mate"]
            if mate is not None and mate > at:
                pairs.append((name, names[mate - start]))
            sizes.update(sets)
            twice += dual
            lines.append(" ".join(["vertex", name, str(dual), *map(str, sets)]))
        for i, size in sorted(sizes.items()):
            dual = solved["blossoms"][i]["dual_2x"]
            twice += dual * (size // 2)
            lines.append(f"set {i} {dual}")
        answers.append((lines, twice, pairs))
        start += len(names)
    return answers


def barrier_of(program, folder, n, edges, names):
    """That the graph has no perfect matching: more odd parts than members of a barrier are left without it. Nothing: it has."""
    graph = folder / "graph.edges"
    graph.write_text("\n".join([f"{n} {len(edges)}", *edges]) + "\n")
    done = judge.run(program, "match", graph, "--objective", "perfect")
    if done.returncode == 0:
        return []
    told = done.stderr
    words = told.split("without ")[-1].split(" the graph")[0] if "without " in told and " the graph" in told else ""
    members = {int(word) for word in words.replace(",", " ").split() if word.isdigit()}
    root = list(range(n))

    def find(v):
        while root[v] != v:
            root[v] = v = root[root[v]]
        return v

    for edge in edges:
        u, v, _ = (int(word) for word in edge.split())
        if not members & {u, v}:
            root[find(u)] = find(v)
    lines = [f"vertex {names[v]} {'2' if v in members else f'-2 {find(v)}'}" for v in range(n)]
    return ["barrier", *lines, *(f"set {v} 4" for v in range(n) if v not in members and find(v) == v)]


def portions(jobs):
    """The jobs, whose last part is the edges, in lists of which each is solved as one graph."""
    part, edges = [], 0
    for job in jobs:
        if part and edges + len(job[-1]) > MOST_EDGES:
            yield part
            part, edges = [], 0
        part.append(job)
        edges += len(job[-1])
    if part:
        yield part


class Asked:
    """What is found for a round: why it is outside, or the barrier of the bye and lines for each bracket."""

    def __init__(self):
        self.outside, self.barrier, self.brackets, self.open = None, [], [], []

    def handed(self):
        """For the checker, or for the next graphs: what is shown already is passed over."""
        return self.barrier + [line for lines in self.brackets for line in lines]


def read_graphs(program, folder, text, found):
    """Takes what the checker says the graphs are, one round after another, and the solver's duals of each."""
    lines, at, order = text.splitlines(), 0, iter(found)
    current, jobs = None, []
    while at < len(lines):
        words = lines[at].split()
        if words[0] == "outside:":
            if current is None or current.complete:
                current = next(order)
            current.outside, current.complete = lines[at], True
            at += 1
            continue
        if words[0] == "round":
            if current is not None:
                current.complete = True
            current = next(order)
            current.complete = False
            if not current.brackets:
                current.brackets, current.open = [[] for _ in range(int(words[2]))], [None] * int(words[2])
            at += 1
            continue
        _, _, bracket, n, m, far, most, claimed = words
        names, edges = lines[at + 1].split(), lines[at + 2 : at + 2 + int(m)]
        at += 2 + int(m)
        if far == "barrier":
            current.barrier = barrier_of(program, folder, int(n), edges, names)
            continue
        jobs.append((current, int(bracket) - 1, far, most, int(claimed), names, edges))
    for part in portions(jobs):
        solved = solve(program, folder, [job[5:] for job in part])
        for (one, bracket, far, most, claimed, _, _), (lines, twice, _) in zip(part, solved):
            one.brackets[bracket] = [f"bracket {far} {most}", *lines]
            is_shown = twice == 2 * claimed
            one.open[bracket] = None if is_shown or far == DEPTHS[-1] else DEPTHS[DEPTHS.index(far) + 1]


def ask(program, check, folder, rounds):
    """The answer about each round, with what was handed in, and the seconds in the checker."""
    found = [Asked() for _ in rounds]
    left = list(range(len(rounds)))
    while left:
        asked = "\n".join(
            document(*rounds[at][1:], [f"bracket {far} 0" if far else "known" for far in found[at].open]) for at in left
        )
        graphs = judge.run(check, "--graphs", text=asked + "\n")
        assert graphs.returncode == 0, graphs.stderr
        read_graphs(program, folder, graphs.stdout, [found[at] for at in left])
        left = [at for at in left if found[at].outside is None and any(found[at].open)]
    return answered([check], rounds, found)


def answered(check, rounds, found):
    """What the checker says of the rounds that are not outside, with what was handed in, and the seconds in it."""
    shown = [at for at, one in enumerate(found) if one.outside is None]
    start = time.monotonic()
    text = "\n".join(document(*rounds[at][1:], found[at].handed()) for at in shown) + "\n"
    done = judge.run(*check, text=text)
    took = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == len(shown), (done.stdout, len(shown))
    answers = [(one.outside, []) for one in found]
    for at, answer in zip(shown, done.stdout.splitlines()):
        answers[at] = (answer, found[at].handed())
    return answers, took


def ask_by(rules):
    return ask if rules == "2026" else bridge2017.ask


def forged_duals(draw, duals):
    """The lines with one number of a bracket changed; a barrier with another number may still be one."""
    found, in_bracket = [], False
    for i, line in enumerate(duals):
        if line.startswith(("bracket ", "barrier")):
            in_bracket = line != "barrier"
        elif in_bracket and line.startswith("vertex "):
            found.append(i)
    at = draw.choice(found)
    words = duals[at].split()
    words[2] = str(int(words[2]) + draw.choice([-2, -1, 1, 2]))
    return [*duals[:at], " ".join(words), *duals[at + 1 :]]


def compare(program, check, folder, what, rounds, draw, forge, unsolved=1, rules="2026"):
    """Prints the counts; the number of forged ones that held, and the share of rounds that hold."""
    rounds = list(rounds)
    ask_of, kinds = ask_by(rules), DEPTHS if rules == "2026" else bridge2017.KINDS
    counted, seconds = collections.Counter(), 0.0
    for at in range(0, len(rounds), 200):
        part = rounds[at : at + 200]
        answers, took = ask_of(program, check, folder, part)
        seconds += took
        false = []
        for (name, asked, round_), (answer, duals) in zip(part, answers):
            kind = answer.split()[0].rstrip(":")
            counted[kind] += 1
            if kind == "holds":
                counted["brackets"] += int(answer.split(":")[1].split()[0])
                counted["barriers"] += "barrier" in duals
                for line in duals:
                    if line.startswith("bracket "):
                        counted[line.split()[1]] += 1
                for _ in range(unsolved if forge else 0):
                    false.append(document(asked, round_, forged_duals(draw, duals)))
                    other = forged(draw, round_) if unsolved > 1 else None
                    if other is not None:
                        false.append(document(asked, other, duals))
        if not forge:
            continue
        other = [(name, asked, forged(draw, round_)) for name, asked, round_ in part]
        other = [one for one in other if one[2] is not None]
        told = [answer for answer, _ in ask_of(program, check, folder, other)[0]]
        if false:
            told += judge.run(check, "--rules", rules, text="\n".join(false) + "\n").stdout.splitlines()
        counted["forged"] += len(told)
        counted["forged and held"] += sum(answer.startswith("holds") for answer in told)
    share = 100 * counted["holds"] / max(1, len(rounds))
    print(f"{what}: {len(rounds)} rounds, {counted['holds']} hold ({share:.1f} %, {counted['brackets']} brackets: "
          f"{', '.join(f'{counted[far]} {far}' for far in kinds)}; {counted['barriers']} barriers), "
          f"{counted['outside']} outside, {counted['refused']} not shown; {counted['forged']} forged, "
          f"{counted['forged and held']} of them held; {seconds:.1f} s in the checker")
    return counted["forged and held"], share


def bad_input(check):
    """What is no round is refused with its place and a reason."""
    head = "tournament 5 10 0 10 white\nplayer 1 here\nplayer 2 here\n"
    cases = {
        "no round": (head, "line 4"),
        "no end": (head + "round 1-2\n", "line 5"),
        "no game": (head + "round 1/2\nend\n", "line 4, column 7"),
        "a stranger": (head + "round 1+3\nend\n", "line 4, column 7"),
        "two byes": (head + "round bye:1 bye:2\nend\n", "line 4, column 13"),
        "duals before a bracket": (head + "round 1-2\nvertex 1 2\nend\n", "line 5, column 1"),
        "no number": (head + "round 1-2\nbracket itself 1\nvertex 1 1.5\nend\n", "line 6, column 10"),
        "many digits": (head + "round 1-2\nbracket itself " + "9" * 200_000 + "\nend\n", "line 5, column 16"),
        "a long line": (head + "round 1-2\nbracket itself 1\nset 1 2 " + "3 " * 1_000_000 + "\nend\n", "line 6"),
        "a set without a dual": (head + "round 1-2\nbracket itself 1\nset 1\nend\n", "line 6, column 1"),
        "no depth": (head + "round 1-2\nbracket below 1\nend\n", "line 5, column 9"),
    }
    for name, (text, place) in cases.items():
        done = judge.run(check, text=text)
        assert done.returncode == 1 and done.stderr.startswith(f"refused: {place}"), (name, place, done)
    for round_ in ("1-2", "2-1", "1-1", "1-3", "1-2 bye:1", "bye:7"):
        done = judge.run(check, text=f"{head}round {round_}\nbracket itself 0\nend\n")
        assert done.returncode == 0 and not done.stdout.startswith("holds"), (round_, done)
    print(f"bad input: {len(cases)} kinds refused")


def generated(program, folder, seed, count, rules):
    for n in (2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24):
        for rounds in range(1, min(6, n - 1 + n % 2) + 1):
            out = folder / f"{n}-{rounds}"
            config = folder / "settings.toml"
            config.write_text(judge.settings_of(list(judge.KINDS)[rounds % len(judge.KINDS)], n, rounds))
            done = judge.run(program, "generate", "--config", config, "--players", n, "--rounds", rounds, "--count",
                             max(count, 2), "--seed", seed, "--rules", rules, "--output", out)
            assert not done.stderr.startswith("error"), (n, rounds, done)
            for path in sorted(out.glob("*.trf")):
                yield from rounds_of_file(path)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("check")
    words.add_argument("folders", nargs="*")
    words.add_argument("--rules", choices=["2026", "2017"], default="2026")
    words.add_argument("--seed", type=int, default=20261128)
    words.add_argument("--count", type=int, default=2)
    words.add_argument("--no-forged", action="store_true")
    words.add_argument("--unsolved", type=int, default=1, help="of each round, forgeries that are not solved anew")
    words.add_argument("--least", type=float, default=50, help="the share of rounds that have to hold, in percent")
    given = words.parse_intermixed_args()
    draw = random.Random(given.seed)
    if given.rules == "2017":
        bridge2017.bad_input(given.check)
    else:
        bad_input(given.check)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = []
        for what in given.folders:
            rounds = (one for path in sorted(Path(what).rglob("*.trf")) for one in rounds_of_file(path))
            told.append(compare(given.edelweiss, given.check, folder, what, rounds, draw, not given.no_forged, given.unsolved,
                                given.rules))
        if given.count:
            rounds = generated(given.edelweiss, folder, given.seed, given.count, given.rules)
            what = f"tournaments of seed {given.seed}"
            told.append(compare(given.edelweiss, given.check, folder, what, rounds, draw, not given.no_forged, given.unsolved,
                                given.rules))
    sys.exit(1 if any(held or share < given.least for held, share in told) else 0)


if __name__ == "__main__":
    main()
