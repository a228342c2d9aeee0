"""Every other round of small fields before the checker that is proved: none may hold.

Usage: others.py EDELWEISS ROUNDCHECK [--rules 2026|2017] [--seed N] [--count N] [--histories N]

Takes the rounds of random tournaments of 2 to 8 players and the next rounds of made-up histories, as judge.py makes them.
Of each it asks for every way to pair all who are there, with every choice of the bye, in the colours of Article 5; and for
the right round with the colours of one pair exchanged. For each the prices are found anew. Exit code 1 unless the right
round, and no other, holds.
"""

import argparse
import collections
import sys
import tempfile
from pathlib import Path

import bridge
import judge

MOST_AT_ONCE = 2000


def pairings(players):
    """All ways to pair an even number of players."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for at, other in enumerate(rest):
        for pairs in pairings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *pairs]


def rounds_of(players):
    if len(players) % 2 == 0:
        for pairs in pairings(players):
            yield frozenset(f"{p}+{q}" for p, q in pairs)
        return
    for at, bye in enumerate(players):
        for pairs in pairings(players[:at] + players[at + 1 :]):
            yield frozenset([f"{p}+{q}" for p, q in pairs] + [f"bye:{bye}"])


def is_same(one, other):
    """But for the colours."""
    return {frozenset(word.replace("+", "-").split("-")) for word in one} == \
           {frozenset(word.replace("+", "-").split("-")) for word in other}


def claims(questions):
    """Each with whether it is the right one."""
    for name, asked, expected in questions:
        asked = asked.removesuffix("\npair")
        here = [int(line.split()[1]) for line in asked.splitlines() if line.startswith("player") and " here" in line]
        for round_ in rounds_of(here):
            yield (name, asked, round_), expected is not None and is_same(round_, expected)
        for game in sorted(game for game in expected or () if "-" in game):
            white, black = game.split("-")
            yield (name, asked, expected - {game} | {f"{black}-{white}"}), False


def ask(program, check, rules, folder, what, questions):
    """Prints the counts; how many answers are wrong."""
    counted, wrong, part = collections.Counter(), 0, []

    def settle():
        answers, _ = bridge.ask_by(rules)(program, check, folder, [claim for claim, _ in part])
        found = 0
        for (claim, is_right), (answer, _) in zip(part, answers):
            kind = answer.split()[0].rstrip(":")
            counted["right" if is_right else "other"] += 1
            counted[f"{'right' if is_right else 'other'} {kind}"] += 1
            if is_right != (kind == "holds"):
                found += 1
                print(f"{claim[0]}: {sorted(claim[2])}: {answer}\n{claim[1]}")
        part.clear()
        return found

    for claim in claims(questions):
        part.append(claim)
        if len(part) == MOST_AT_ONCE:
            wrong += settle()
    if part:
        wrong += settle()
    print(f"{what}: {counted['right holds']} of {counted['right']} right rounds hold; of {counted['other']} others "
          f"{counted['other refused']} are refused, {counted['other outside']} name no candidate, "
          f"{counted['other holds']} hold", flush=True)
    # Nothing asked shows nothing.
    return wrong + (counted["other"] == 0)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("check")
    words.add_argument("--rules", choices=["2026", "2017"], default="2026")
    words.add_argument("--seed", type=int, default=20261128)
    words.add_argument("--count", type=int, default=2)
    words.add_argument("--histories", type=int, default=20)
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, program, rules = Path(name), given.edelweiss, given.rules
        wrong = 0
        for what, make, count in [("tournaments", judge.made, given.count), ("histories", judge.histories, given.histories)]:
            if count:
                found = make(program, rules, folder, given.seed, count)
                wrong += ask(program, given.check, rules, folder, f"{what} of seed {given.seed}", found)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
