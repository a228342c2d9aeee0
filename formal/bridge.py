"""Rounds before the checker that is proved: recorded ones, and forged ones.

Usage: bridge.py EDELWEISS ROUNDCHECK [--seed N] [--count N] [--least N] [--no-forged] [FOLDER ...]

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

import judge

NOT_COVERED = ("250", "XXA", "260", "XXP")


def worth_of(text):
    """The points of a file, in tenths, by what judge.py calls them."""
    given, names = {}, {"Z": "A", "U": "P"}
    for line in text.splitlines():
        if line[:3] == "162":
            words = line[4:].split()
            for name, value in zip(words[::2], words[1::2]):
                given[names.get(name, name)] = round(float(value) * 10)
        elif line[:3] in ("BBW", "BBD", "BBL", "BBZ", "BBU"):
            given[names.get(line[2], line[2])] = round(float(line[4:]) * 10)
    return judge.points_of({name: value for name, value in given.items() if name in "WDLAP"})


def initial_of(text):
    """The colour that the first of round 1 had, where the file has no record of it."""
    for line in sorted(line for line in text.splitlines() if line[:3] == "001"):
        if line[91:95].strip() not in ("", "0000"):
            return "black" if line[96] == "b" else "white"
    return "white"


def rounds_of_file(path):
    text = path.read_text()
    lines = text.splitlines()
    if any(line[:3] in NOT_COVERED for line in lines):
        return
    has_initial = any(line[:3] in ("XXC", "152") for line in lines)
    for name, asked, round_ in judge.questions_of_file(path, worth_of(text)):
        if not has_initial:
            head, rest = asked.split("\n", 1)
            asked = head.rsplit(" ", 1)[0] + f" {initial_of(text)}\n{rest}"
        head = asked.split("\n", 1)[0].split()
        if head[1] == "0":  # no record of how many rounds there are: as many as stand there
            played = max(len(line[89:]) + 1 for line in lines if line[:3] == "001") // 10
            asked = asked.replace("tournament 0 ", f"tournament {played} ", 1)
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


def document(asked, round_, duals):
    return "\n".join([asked, "round " + " ".join(sorted(round_)), *duals, "end"])


def solve(program, folder, edges):
    """The duals of the lightest perfect matching, as the checker reads them; none where there is none."""
    graph, certificate = folder / "graph.edges", folder / "certificate.json"
    graph.write_text(edges)
    done = subprocess.run(
        [program, "match", graph, "--objective", "min-perfect", "--certificate", certificate],
        capture_output=True, text=True, check=False,
    )
    return json.loads(certificate.read_text()) if done.returncode == 0 else None


def duals_of(program, folder, graphs):
    """Of each round the lines for its brackets, from what the checker says the graphs are."""
    found, lines, at, order = collections.defaultdict(list), graphs.splitlines(), 0, []
    while at < len(lines):
        words = lines[at].split()
        if words[0] == "outside:":
            order.append(lines[at])
            at += 1
            continue
        if words[2] == "1":
            order.append(None)
        if words[0] == "tried":
            found[int(words[1])].append("tried")
            at += 1
            continue
        _, round_, bracket, n, m, *most_and_barred = words
        names = lines[at + 1].split()
        edges = "\n".join([f"{n} {m}", *lines[at + 2 : at + 2 + int(m)]]) + "\n"
        at += 2 + int(m)
        solved = solve(program, folder, edges)
        out = found[int(round_)]
        out.append(" ".join(["bracket", *most_and_barred]))
        if solved is None:
            continue
        blossoms = solved["blossoms"]
        for name, vertex in zip(names, solved["vertices"]):
            sets, up = [], vertex["blossom"]
            while up is not None:
                sets.append(str(up))
                up = blossoms[up]["parent"]
            out.append(" ".join(["vertex", name, str(vertex["dual_2x"]), *sets]))
        out.extend(f"set {i} {blossom['dual_2x']}" for i, blossom in enumerate(blossoms))
    return [found[at + 1] if why is None else why for at, why in enumerate(order)]


def ask(program, check, folder, rounds):
    """The answer about each round, with what was handed in, and the seconds in the checker."""
    asked = "\n".join(document(question, round_, []) for _, question, round_ in rounds) + "\n"
    graphs = judge.run(check, "--graphs", text=asked)
    assert graphs.returncode == 0, graphs.stderr
    duals = duals_of(program, folder, graphs.stdout)
    assert len(duals) == len(rounds), (len(duals), len(rounds))
    shown = [at for at, d in enumerate(duals) if not isinstance(d, str)]
    start = time.monotonic()
    text = "\n".join(document(*rounds[at][1:], duals[at]) for at in shown) + "\n"
    done = judge.run(check, text=text)
    took = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == len(shown), (done.stdout, len(shown))
    answers = [(d, []) if isinstance(d, str) else None for d in duals]
    for at, answer in zip(shown, done.stdout.splitlines()):
        answers[at] = (answer, duals[at])
    return answers, took


def forged_duals(draw, duals):
    """The lines with one number changed."""
    at = draw.choice([i for i, line in enumerate(duals) if line.startswith("vertex ")])
    words = duals[at].split()
    words[2] = str(int(words[2]) + draw.choice([-2, -1, 1, 2]))
    return [*duals[:at], " ".join(words), *duals[at + 1 :]]


def compare(program, check, folder, what, rounds, draw, forge):
    """Prints the counts; the number of forged ones that held, and the share of rounds that hold."""
    rounds = list(rounds)
    counted, seconds = collections.Counter(), 0.0
    for at in range(0, len(rounds), 200):
        part = rounds[at : at + 200]
        answers, took = ask(program, check, folder, part)
        seconds += took
        false = []
        for (name, asked, round_), (answer, duals) in zip(part, answers):
            kind = answer.split()[0].rstrip(":")
            counted[kind] += 1
            if kind == "holds":
                brackets, tried = (int(word.split(":")[1]) for word in answer.split()[1:])
                counted["brackets"] += brackets
                counted["tried"] += tried
                if tried == brackets:
                    continue
                false.append(document(asked, round_, forged_duals(draw, duals)))
        if not forge:
            continue
        other = [(name, asked, forged(draw, round_)) for name, asked, round_ in part]
        other = [one for one in other if one[2] is not None]
        told = [answer for answer, _ in ask(program, check, folder, other)[0]]
        if false:
            told += judge.run(check, text="\n".join(false) + "\n").stdout.splitlines()
        counted["forged"] += len(told)
        counted["forged and held"] += sum(answer.startswith("holds") for answer in told)
    share = 100 * counted["holds"] / max(1, len(rounds))
    print(f"{what}: {len(rounds)} rounds, {counted['holds']} hold ({share:.1f} %, {counted['brackets']} brackets, {counted['tried']} tried out), "
          f"{counted['outside']} outside, {counted['refused']} not shown; {counted['forged']} forged, "
          f"{counted['forged and held']} of them held; {seconds:.1f} s in the checker")
    return counted["forged and held"], share


def bad_input(check):
    """What is no round is refused with its place and a reason."""
    head = "tournament 5 10 0 white\nplayer 1 here\nplayer 2 here\n"
    cases = {
        "no round": (head, "line 4"),
        "no end": (head + "round 1-2\n", "line 5"),
        "no game": (head + "round 1+2\nend\n", "line 4, column 7"),
        "two byes": (head + "round bye:1 bye:2\nend\n", "line 4, column 13"),
        "duals before a bracket": (head + "round 1-2\nvertex 1 2\nend\n", "line 5, column 1"),
        "no number": (head + "round 1-2\nbracket 1\nvertex 1 1.5\nend\n", "line 6, column 10"),
        "many digits": (head + "round 1-2\nbracket " + "9" * 200_000 + "\nend\n", "line 5, column 9"),
        "a long line": (head + "round 1-2\nbracket 1\nset 1 2 " + "3 " * 1_000_000 + "\nend\n", "line 6"),
        "a set without a dual": (head + "round 1-2\nbracket 1\nset 1\nend\n", "line 6, column 1"),
    }
    for name, (text, place) in cases.items():
        done = judge.run(check, text=text)
        assert done.returncode == 1 and done.stderr.startswith(f"refused: {place}"), (name, place, done)
    for round_ in ("1-2", "2-1", "1-1", "1-3", "1-2 bye:1", "bye:7"):
        done = judge.run(check, text=f"{head}round {round_}\nbracket 0\nend\n")
        assert done.returncode == 0 and not done.stdout.startswith("holds"), (round_, done)
    print(f"bad input: {len(cases)} kinds refused")


def generated(program, folder, seed, count):
    for n in (2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24):
        for rounds in range(1, min(6, n - 1 + n % 2) + 1):
            out = folder / f"{n}-{rounds}"
            config = folder / "settings.toml"
            later = judge.LATER if rounds > 1 else ""
            config.write_text(judge.SETTINGS.format(later=later, points=""))
            done = judge.run(program, "generate", "--config", config, "--players", n, "--rounds", rounds, "--count",
                             max(count, 2), "--seed", seed, "--rules", "2026", "--output", out)
            assert not done.stderr.startswith("error"), (n, rounds, done)
            for path in sorted(out.glob("*.trf")):
                yield from rounds_of_file(path)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("check")
    words.add_argument("folders", nargs="*")
    words.add_argument("--seed", type=int, default=20261128)
    words.add_argument("--count", type=int, default=2)
    words.add_argument("--no-forged", action="store_true")
    words.add_argument("--least", type=float, default=50, help="the share of rounds that have to hold, in percent")
    given = words.parse_intermixed_args()
    draw = random.Random(given.seed)
    bad_input(given.check)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = []
        for what in given.folders:
            rounds = (one for path in sorted(Path(what).rglob("*.trf")) for one in rounds_of_file(path))
            told.append(compare(given.edelweiss, given.check, folder, what, rounds, draw, not given.no_forged))
        if given.count:
            rounds = generated(given.edelweiss, folder, given.seed, given.count)
            what = f"tournaments of seed {given.seed}"
            told.append(compare(given.edelweiss, given.check, folder, what, rounds, draw, not given.no_forged))
    sys.exit(1 if any(held or share < given.least for held, share in told) else 0)


if __name__ == "__main__":
    main()
