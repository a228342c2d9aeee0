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
KINDS = {
    "1-½-0": "",
    "3-1-0": "win = 3\ndraw = 1",
    "the bye a half": "pairing-allocated-bye = 0.5",
    "the bye nothing": "pairing-allocated-bye = 0",
    "accelerated": "",
    "forbidden pairs": "",
}


def settings_of(kind, n, rounds):
    """For `edelweiss generate`."""
    later = LATER if rounds > 1 else ""
    if kind == "accelerated" and n > 3:
        later += '\nacceleration = "baku-explicit"'
    forbidden = "[forbidden]\npairs = 2\n" if kind == "forbidden pairs" and n > 3 else ""
    return SETTINGS.format(later=later, points=KINDS[kind]) + forbidden


# By the codes of JaVaFo's XXS, which tell all of them apart; X is a game without a result.
DEFAULT = {"WW": 10, "BW": 10, "FW": 10, "FPB": 10, "PAB": 10, "WD": 5, "BD": 5, "HPB": 5, "X": 5, "WL": 0, "BL": 0,
           "ZPB": 0, "FL": 0}
LETTERS = {"W": ["WW", "BW", "FW", "FPB"], "D": ["WD", "BD", "HPB"], "L": ["WL", "BL"], "A": ["ZPB", "FL"],
           "Z": ["ZPB", "FL"], "P": ["PAB"], "U": ["PAB"], "F": ["FL"], "X": ["X"]}


def run(*command, text=None):
    return subprocess.run(
        [str(word) for word in command], input=text, capture_output=True, text=True, check=False
    )


def worth_of(lines):
    """What each result is worth, in tenths, by the code of XXS. A win implies the bye's points, but not in XXS."""
    worth, said = dict(DEFAULT), set()
    for line in lines:
        if line[:3] == "162":
            words = line[4:].split()
            given = zip(words[::2], words[1::2])
        elif line[:3] in ("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"):
            given = [(line[2], line[4:])]
        elif line[:3] == "XXS":
            given = [word.split("=") for word in line[4:].replace(",", " ").split()]
        else:
            continue
        for name, value in given:
            said.add(("XXS" if line[:3] == "XXS" else "") + name)
            for code in LETTERS.get(name, [name]):
                worth[code] = round(float(value) * 10)
    if "W" in said and not said & {"P", "U"}:
        worth["PAB"] = worth["WW"]
    if not said & {"X", "XXSX"}:
        worth["X"] = worth["WD"]
    return worth


def cell(text, worth):
    """What ten columns of a TRF say of a round: the outcome, and whether the player was paired."""
    opponent, colour, result = (text + " " * 10)[2:6].strip(), text[7:8], text[9:10].strip()
    if opponent in ("", "0000"):
        code = {"U": "PAB", "1": "FPB", "+": "FPB", "W": "FPB", "F": "FPB", "=": "HPB", "D": "HPB", "H": "HPB"}
        points = worth[code.get(result, "ZPB")]
        return (f"bye:{points}", True) if result == "U" else (f"absent:{points}", False)
    if result in ("+", "-"):
        return f"forfeit:{worth['FW' if result == '+' else 'FL']}", True
    value = {"1": "W", "W": "W", "=": "D", "D": "D", "0": "L", "L": "L", "": ""}[result]
    points = worth[colour.upper() + value if value else "X"]
    return f"{opponent}:{'white' if colour == 'w' else 'black'}:{points}", True


class Facts:
    """What a file tells of a tournament; where it does not say how many rounds there are, as many as stand there."""

    def __init__(self, path):
        lines = path.read_text().splitlines()
        self.rounds, self.initial, self.worth, self.cells = 0, None, worth_of(lines), {}
        self.forbidden, self.virtual, self.absent, ranges = [], {}, [], []
        for line in lines:
            code = line[:3]
            if code == "001":
                row = line[89:].rstrip()
                self.cells[int(line[4:8])] = [row[at : at + 10] for at in range(0, len(row), 10)]
            elif code in ("142", "XXR"):
                self.rounds = int(line[4:])
            elif code == "XXC":
                self.initial = "black" if "black1" in line else "white"
            elif code == "152":
                self.initial = "white" if line[4:].strip().upper() == "W" else "black"
            elif code == "240":
                self.absent += [(int(line[6:9]), int(number)) for number in line[10:].split()]
            elif code == "XXZ":
                self.absent += [(None, int(number)) for number in line[4:].split()]
            elif code == "XXP":
                self.forbidden.append((1, 10**9, line[4:].split()))
            elif code == "260":
                self.forbidden.append((int(line[4:7]), int(line[8:11]), line[12:].split()))
            elif code == "XXA":
                points = [line[at : at + 4] for at in range(9, len(line), 5)]
                self.virtual[int(line[4:8])] = [round(10 * float(x)) if x.strip() else 0 for x in points]
            elif code == "250":
                ranges.append((float(line[9:13]), *(int(line[at:to]) for at, to in ((14, 17), (18, 21), (22, 26), (27, 31)))))
            elif code == "192" and "BAKU" in line:
                raise ValueError(f"{path}: virtual points that the file does not tell are not covered")
        self.rounds = self.rounds or max(len(row) for row in self.cells.values())
        if self.initial is None:  # what the first player of round 1 had
            first = [row[0][7:8] for _, row in sorted(self.cells.items()) if row and row[0][2:6].strip() not in ("", "0000")]
            self.initial = "black" if first[:1] == ["b"] else "white"
        for points, first, last, low, high in ranges:
            for number in range(low, high + 1):
                given = self.virtual.setdefault(number, [0] * self.rounds)
                for at in range(first - 1, min(last, self.rounds)):
                    given[at] += round(10 * points)

    def question(self, players, after):
        """As the programs read it; `players` by number: whether they are here, and the outcomes of the rounds so far."""
        worth = self.worth
        games = [worth[side + value] for side in "WB" for value in "WDL"]
        win, loss, most = min(worth["WW"], worth["BW"]), max(worth["WL"], worth["BL"]), max(games)
        lines = [f"tournament {self.rounds} {win} {loss} {most} {self.initial}"]
        for number, (here, outcomes) in sorted(players.items()):
            lines.append(" ".join([f"player {number} {'here' if here else 'away'}", *outcomes]))
            points = self.virtual.get(number, [])[: after + 1]
            if any(points):
                lines.append(" ".join(["virtual", *map(str, points)]))
        for first, last, group in self.forbidden:
            there = [number for number in group if int(number) in players]
            if first <= after + 1 <= last and len(there) > 1:
                lines.append(" ".join(["forbidden", *there]))
        return "\n".join([*lines, "pair"])


def wanted(pairs, bye):
    return frozenset(f"{white}-{black}" for white, black in pairs) | ({f"bye:{bye}"} if bye else set())


def questions_of_file(path):
    """One question for each recorded round, with the round that stands there."""
    facts = Facts(path)
    cells, worth = facts.cells, facts.worth
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
            yield f"{path.name}, round {at + 1}", facts.question(players, at), wanted(pairs, bye)


def made(program, rules, folder, seed, count):
    for index, kind in enumerate(KINDS):
        share = count if index == 0 else count // 4
        for n in range(2, 9):
            for rounds in range(1, min(6, n - 1 + n % 2) + 1):
                if not share:
                    continue
                config = folder / "settings.toml"
                config.write_text(settings_of(kind, n, rounds))
                out = folder / f"{index}-{n}-{rounds}"
                done = run(program, "generate", "--config", config, "--players", n, "--rounds", rounds, "--count",
                           max(share, 2), "--seed", seed, "--rules", rules, "--output", out)
                assert not done.stderr.startswith("error"), (kind, n, rounds, done)
                for path in sorted(out.glob("*.trf")):
                    yield from questions_of_file(path)


def next_round(path, after):
    """The question for the round after so many, where who has something in its column, or an absence, is away."""
    facts = Facts(path)
    players = {}
    for number, row in facts.cells.items():
        told_away = len(row) > after and row[after].strip() != ""
        told_away = told_away or (after + 1, number) in facts.absent or (None, number) in facts.absent
        outcomes = [cell(row[k] if k < len(row) else "", facts.worth)[0] for k in range(after)]
        players[number] = (not told_away, outcomes)
    return facts.question(players, after), {n for n, (here, _) in players.items() if here}


def question_before(path, number):
    """The question for a round that is recorded, or is the next one."""
    for name, asked, _ in questions_of_file(path):
        if name.endswith(f", round {number}"):
            return asked.removesuffix("\npair")
    return next_round(path, number - 1)[0].removesuffix("\npair")


def articles(rules):
    """The example of each criterion; what stands in its file is the round by the rules."""
    folder = TESTDATA / "articles" / f"dutch-{rules}"
    for path in sorted(folder.glob("*/*.toml")):
        told = tomllib.loads(path.read_text())
        asked, here = next_round(path.with_suffix(".trf"), told["round"] - 1)
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


def extras(draw, rows, rounds):
    """In half of the histories: points that differ by colour, virtual points of any rounds, pairs that are forbidden."""
    lines = []
    if draw.random() < 0.5:
        return lines
    if draw.random() < 0.5:
        lines.append("XXS " + draw.choice(["WW=3 BW=3.5 WD=1 BD=1.5 FW=3 FPB=3", "BW=1.5", "WD=0.3 BD=0.7", "WW=2 BL=0.5"]))
    if draw.random() < 0.5:
        for number in draw.sample(sorted(rows), len(rows) // 2):
            points = "".join(f"{draw.choice([0, 0.5, 1, 1]):5.1f}" for _ in range(rounds))
            lines.append(f"XXA {number:>4}{points}")
    if draw.random() < 0.5:
        lines.append("XXP " + " ".join(map(str, draw.sample(sorted(rows), draw.choice([2, 2, 3])))))
    return lines


def histories(program, rules, folder, seed, count):
    draw = random.Random(seed)
    path = folder / "history.trf"
    for index in range(count):
        rounds, initial, rows = history(draw)
        extra = extras(draw, rows, rounds)
        worth = worth_of(extra)
        lines = [f"012 History {index}", f"062 {len(rows)}", f"142 {rounds}", f"152 {initial}"]
        for number, row in rows.items():
            points = sum(int(cell(text, worth)[0].split(":")[-1]) for text in row)
            head = f"001 {number:>4}      P{number}".ljust(80) + f"{points / 10:4.1f}"
            lines.append(head.ljust(89) + "".join(row))
        path.write_text("\n".join(lines + extra) + "\n")
        _, expected = paired(program, rules, path)
        yield f"history {index} of seed {seed}", next_round(path, len(rows[1]))[0], expected


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
    head = "tournament 5 10 0 10 white\n"
    long = "9" * 1_000_000
    cases = {
        "no tournament": ("pair\n", "line 1, column 1"),
        "a cut file": (head + "player 1 here\n", "line 3"),
        "a word too few": ("tournament 5 10 0 10\n", "line 1"),
        "another colour": ("tournament 5 10 0 10 red\n", "line 1, column 22"),
        "a long number": (f"tournament {long} 10 0 10 white\n", "line 1, column 4097"),
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
        "no round left": ("tournament 1 10 0 10 white\nplayer 1 here bye:10\npair\n", "line 2"),
        "too many to write out": (head + "".join(f"player {n} here\n" for n in range(1, 13)) + "pair\n", "line 14"),
        "too many players": (head + "".join(f"player {n} away\n" for n in range(1, 99)) + "pair\n", "line 66"),
        "virtual points of nobody": (head + "virtual 10\npair\n", "line 2"),
        "virtual points twice": (head + "player 1 here\nvirtual 10\nvirtual 10\npair\n", "line 4"),
        "virtual points without end": (head + "player 1 here\nvirtual" + " 1" * 6 + "\npair\n", "line 3"),
        "virtual points that are none": (head + "player 1 here\nvirtual 10 x\npair\n", "line 3, column 12"),
        "forbidden strangers": (head + "player 1 here\nforbidden 1 2\npair\n", "line 3, column 13"),
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
