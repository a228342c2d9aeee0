"""Rounds of random tournaments, and of the examples of the articles, before the statement of the rules.

Usage: judge.py EDELWEISS RULESJUDGE [--rules 2026|2017] [--seed N] [--count N] [--histories N]

Makes --count tournaments of each number of players (2 to 8) and of rounds (1 to 6) with `edelweiss generate`, and
--histories made-up histories whose next round `edelweiss pair` makes. Each round is asked of the program extracted from
formal/rules/Rules2026.v, or Rules2017.v; pairs, bye and colours have to be equal. A tournament of this script:

    (rounds in all, (win, loss), initial colour, {number: (is here, [outcomes])})
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

TESTDATA = Path(__file__).parent.parent / "testdata"
# Positions about which programs differ (docs/src/disputes), as far as they are small and ask for this edition.
DISPUTES = {
    "2026": ["third_colour_granted", "limit_beyond_two", "third_colour_unequal", "four_against_one", "equal_differences"],
    "2017": ["collapse_long4048", "two_equal_colours"],
}
SETTINGS = """
{later}
initial-colour = "random"
[points]
{points}
[byes]
full = "0%..5%"
half = "0%..10%"
zero = "0%..10%"
[games]
forfeits = "0%..20%"
double-forfeits = "0%..5%"
half-zero = "1%"
zero-half = "1%"
zero-zero = "1%"
unrated = "2%"
"""
LATER = 'withdrawals = "0%..20%"\nlate-entries = "0%..20%"'
POINTS = {
    "1-½-0": ("", {}),
    "3-1-0": ("win = 3\ndraw = 1", {"W": 30, "D": 10}),
    "the bye a half": ("pairing-allocated-bye = 0.5", {"P": 5}),
    "the bye nothing": ("pairing-allocated-bye = 0", {"P": 0}),
}
DEFAULT = {"W": 10, "D": 5, "L": 0, "A": 0}


def run(*command, text=None):
    return subprocess.run(
        [str(word) for word in command], input=text, capture_output=True, text=True, check=False
    )


def points_of(given):
    worth = {**DEFAULT, **given}
    return {"P": worth["W"], **worth}


def cell(text, worth):
    """What ten columns of a TRF say of a round: the outcome, and whether the player was paired."""
    opponent, colour, result = (text + " " * 10)[2:6].strip(), text[7:8], text[9:10]
    value = {"1": "W", "+": "W", "W": "W", "F": "W", "=": "D", "D": "D", "H": "D", "0": "L", "L": "L",
             "U": "P", "-": "A", "Z": "A", "": "A", " ": "A"}[result]
    points = worth[value]
    if opponent in ("", "0000"):
        return (f"bye:{points}", True) if result == "U" else (f"absent:{points}", False)
    if result in "+-":
        return f"forfeit:{points}", True
    return f"{opponent}:{'white' if colour == 'w' else 'black'}:{points}", True


def read(path):
    """Rounds in all, initial colour, and the cells of each player; codes that no one here understands are refused."""
    rounds, initial, cells, bans = 0, "white", {}, False
    for line in path.read_text().splitlines():
        code = line[:3]
        if code == "001":
            row = line[89:]
            cells[int(line[4:8])] = [row[at : at + 10] for at in range(0, len(row), 10)]
        elif code in ("142", "XXR"):
            rounds = int(line[4:])
        elif code == "XXC":
            initial = "black" if "black1" in line else "white"
        elif code == "152":
            initial = "white" if line[4:].strip().upper() == "W" else "black"
        elif code == "260":
            bans = True
        elif code in ("250", "XXA", "XXP"):
            raise ValueError(f"{path}: {code} is not covered")
    return rounds, initial, cells, bans


def question(rounds, worth, initial, players):
    lines = [f"tournament {rounds} {worth['W']} {worth['L']} {initial}"]
    for number, (here, outcomes) in sorted(players.items()):
        lines.append(" ".join([f"player {number} {'here' if here else 'away'}", *outcomes]))
    return "\n".join([*lines, "pair"])


def wanted(pairs, bye):
    return frozenset(f"{white}-{black}" for white, black in pairs) | ({f"bye:{bye}"} if bye else set())


def questions_of_file(path, worth):
    """One question for each recorded round, with the round that stands there."""
    rounds, initial, cells, _ = read(path)
    played = max(len(row) for row in cells.values())
    for at in range(played):
        players, pairs, bye = {}, [], None
        for number, row in cells.items():
            before = [cell(row[k] if k < len(row) else "", worth)[0] for k in range(at)]
            now = row[at] if at < len(row) else ""
            _, here = cell(now, worth)
            players[number] = (here, before)
            if here and now[2:6].strip() == "0000":
                bye = number
            elif here and now[7] == "w":
                pairs.append((number, int(now[2:6])))
        if pairs or bye:
            yield f"{path.name}, round {at + 1}", question(rounds, worth, initial, players), wanted(pairs, bye)


def made(program, rules, folder, seed, count):
    for index, (name, (settings, given)) in enumerate(POINTS.items()):
        share = count if index == 0 else count // 4
        for n in range(2, 9):
            for rounds in range(1, min(6, n - 1 + n % 2) + 1):
                if not share:
                    continue
                config = folder / "settings.toml"
                config.write_text(SETTINGS.format(later=LATER if rounds > 1 else "", points=settings))
                out = folder / f"{index}-{n}-{rounds}"
                done = run(program, "generate", "--config", config, "--players", n, "--rounds", rounds, "--count",
                           max(share, 2), "--seed", seed, "--rules", rules, "--output", out)
                assert not done.stderr.startswith("error"), (name, n, rounds, done)
                for path in sorted(out.glob("*.trf")):
                    yield from questions_of_file(path, points_of(given))


def next_round(path, after):
    """The question for the round after so many, where who has something in its column already is away."""
    rounds, initial, cells, bans = read(path)
    players = {}
    for number, row in cells.items():
        told_away = len(row) > after and row[after].strip() != ""
        outcomes = [cell(row[k] if k < len(row) else "", points_of({}))[0] for k in range(after)]
        players[number] = (not told_away, outcomes)
    return question(rounds, points_of({}), initial, players), {n for n, (here, _) in players.items() if here}, bans


def articles(rules):
    """The example of each criterion; what stands in its file is the round by the rules."""
    folder = TESTDATA / "articles" / f"dutch-{rules}"
    for path in sorted(folder.glob("*/*.toml")):
        told = tomllib.loads(path.read_text())
        asked, here, bans = next_round(path.with_suffix(".trf"), told["round"] - 1)
        if bans:
            continue
        boards = [board.split("-") for board in told["boards"] if "-" in board]
        byes = here - {int(x) for board in boards for x in board}
        assert len(byes) <= 1, path
        yield str(path.relative_to(folder)), asked, wanted(boards, min(byes, default=None))


def paired(program, rules, path):
    """What `edelweiss pair` says: the number of the round, and the round, or nothing where there is none."""
    done = run(program, "pair", path, "--rules", rules, "--format", "json")
    assert done.stdout, (done, path.read_text())
    told = json.loads(done.stdout)
    if told["outcome"] != "paired":
        return told.get("round"), None
    pairs = [(board["white"]["number"], board["black"]["number"]) for board in told["boards"]]
    return told["round"], wanted(pairs, (told.get("bye") or {}).get("number"))


def disputes(program, rules):
    for name in DISPUTES[rules]:
        path = TESTDATA / "disputes" / f"{name}.trf"
        round_, expected = paired(program, rules, path)
        yield name, next_round(path, round_ - 1)[0], expected


def history(draw):
    """Rounds that nobody would make: any pairs without a second meeting, any colours, any absences."""
    n = draw.choice([3, 4, 5, 6, 7, 8])
    rounds = draw.randint(2, min(6, n))
    colours_by_coin = draw.random() < 0.5
    rows, met, balance = {p: [] for p in range(1, n + 1)}, set(), dict.fromkeys(range(1, n + 1), 0)
    for _ in range(draw.randint(1, rounds - 1)):
        left, bye_given = draw.sample(sorted(rows), n), False
        while left:
            p = left.pop()
            q = next((q for q in left if (p, q) not in met), None)
            if draw.random() < 0.06:
                q, result = None, draw.choice("HZF")
            elif q is None:
                result, bye_given = ("Z" if bye_given else "U"), True
            if q is None:
                rows[p].append(f"  0000 - {result}")
                continue
            left.remove(q)
            white, black = (p, q) if draw.random() < 0.5 else (q, p)
            if not colours_by_coin and balance[white] > balance[black]:
                white, black = black, white
            ours, theirs = draw.choice(["10", "10", "01", "01", "==", "==", "==", "+-", "-+"])
            rows[white].append(f"  {black:>4} w {ours}")
            rows[black].append(f"  {white:>4} b {theirs}")
            if ours not in "+-":
                met |= {(p, q), (q, p)}
                balance[white], balance[black] = balance[white] + 1, balance[black] - 1
    return rounds, draw.choice("WB"), rows


def histories(program, rules, folder, seed, count):
    draw = random.Random(seed)
    path = folder / "history.trf"
    for index in range(count):
        rounds, initial, rows = history(draw)
        worth = points_of({})
        lines = [f"012 History {index}", f"062 {len(rows)}", f"142 {rounds}", f"152 {initial}"]
        players = {}
        for number, row in rows.items():
            points = sum(int(cell(text, worth)[0].split(":")[-1]) for text in row)
            head = f"001 {number:>4}      P{number}".ljust(80) + f"{points / 10:4.1f}"
            lines.append(head.ljust(89) + "".join(row))
            players[number] = (True, [cell(text, worth)[0] for text in row])
        path.write_text("\n".join(lines) + "\n")
        _, expected = paired(program, rules, path)
        asked = question(rounds, worth, "white" if initial == "W" else "black", players)
        yield f"history {index} of seed {seed}", asked, expected


def compare(judge, rules, what, asked):
    """Asks about all of them in one run; differences are printed and counted."""
    asked = list(asked)
    start = time.monotonic()
    done = run(judge, "--rules", rules, text="\n".join(question for _, question, _ in asked) + "\n")
    took = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    answers = done.stdout.splitlines()
    assert len(answers) == len(asked), (len(answers), len(asked))
    differences = brackets = without = 0
    for (name, question_, expected), answer in zip(asked, answers):
        words = answer.split()
        brackets += int(words.pop().split(":")[1])
        found = None if words[0] == "none" else frozenset(words[1:])
        without += found is None
        if found != expected:
            differences += 1
            if differences <= 5:
                print(f"{name}\n{question_}\n  by the statement: {answer}\n  else: {sorted(expected or ['none'])}")
    print(f"{what}: {len(asked)} rounds, {brackets} brackets, {without} without a pairing, "
          f"{differences} differences, {took:.1f} s in the judge")
    return differences


def bad_input(judge):
    """What is no tournament is refused with its place and a reason, in little time."""
    head = "tournament 5 10 0 white\n"
    long = "9" * 1_000_000
    cases = {
        "no tournament": ("pair\n", "line 1, column 1"),
        "a cut file": (head + "player 1 here\n", "line 3"),
        "a word too few": ("tournament 5 10 0\n", "line 1"),
        "another colour": ("tournament 5 10 0 red\n", "line 1, column 19"),
        "a long number": (f"tournament {long} 10 0 white\n", "line 1, column 4097"),
        "ten digits": (head + "player 9999999999 here\npair\n", "line 2, column 8"),
        "a negative number": (head + "player -1 here\npair\n", "line 2, column 8"),
        "number zero": (head + "player 0 here\npair\n", "line 2, column 8"),
        "neither here nor away": (head + "player 1 there\npair\n", "line 2, column 10"),
        "an unknown outcome": (head + "player 1 here won\npair\n", "line 2, column 15"),
        "deep": (head + "player 1 here " + ":" * 1_000_000 + "\npair\n", "line 2, column 4097"),
        "many columns": (head + "player 1 here ::::::\npair\n", "line 2, column 15"),
        "a player twice": (head + "player 1 here\nplayer 1 here\npair\n", "line 3, column"),
        "an unknown opponent": (head + "player 1 here 7:white:10\npair\n", "line 2, column 15"),
        "against oneself": (head + "player 1 here 1:white:10\npair\n", "line 2, column 15"),
        "both with White": (head + "player 1 here 2:white:10\nplayer 2 here 1:white:0\npair\n", "line 2"),
        "another number of rounds": (head + "player 1 here bye:10\nplayer 2 here\npair\n", "line 3"),
        "no round left": ("tournament 1 10 0 white\nplayer 1 here bye:10\npair\n", "line 2"),
        "too many to write out": (head + "".join(f"player {n} here\n" for n in range(1, 13)) + "pair\n", "line 14"),
        "too many players": (head + "".join(f"player {n} away\n" for n in range(1, 99)) + "pair\n", "line 66"),
        "bytes that are no text": (head + "\x00\x01\x7f\n", "line 2, column 1"),
    }
    start = time.monotonic()
    for name, (text, place) in cases.items():
        done = run(judge, text=text)
        assert done.returncode == 1 and done.stderr.startswith(f"refused: {place}"), (name, place, done)
        assert len(done.stderr) < 300, name
    assert time.monotonic() - start < 30
    print(f"bad input: {len(cases)} kinds refused")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("judge")
    words.add_argument("--rules", choices=["2026", "2017"], default="2026")
    words.add_argument("--seed", type=int, default=20261128)
    words.add_argument("--count", type=int, default=40)
    words.add_argument("--histories", type=int, default=500)
    given = words.parse_args()
    bad_input(given.judge)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program, rules, judge = given.edelweiss, given.rules, given.judge
        differences = compare(judge, rules, "examples of the articles", articles(rules))
        differences += compare(judge, rules, "disputed positions", disputes(program, rules))
        differences += compare(
            judge, rules, f"tournaments of seed {given.seed}", made(program, rules, folder, given.seed, given.count)
        )
        differences += compare(
            judge, rules, f"histories of seed {given.seed}",
            histories(program, rules, folder, given.seed, given.histories),
        )
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
