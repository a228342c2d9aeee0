"""World Schools debating: a round as ranked considerations, beside a sum of penalties.

Eight rounds of two teams a debate, each with a side. The considerations are those of the WSDC's procedures for
power-pairing as issue 2513 of Tabbycat lists them; the ranking of them is this file's, as is every weight.

    python examples/debating/debating.py --rounds 200 --seed 1

compares on random tournaments: the exact lexicographic optimum, and networkx's optimum of the sum of penalties.
It prints how often the sum's round is worse and by which consideration first, and the time of each.
Needs numpy, networkx and edelweiss-pairings.
"""

import argparse
import random
import time
from collections import Counter

import networkx
import numpy

from edelweiss import MatchingError
from edelweiss.matching import lexicographic

ROUNDS = 8
#: Beyond 5-3 of eight rounds, and 3-1 of the prepared and of the impromptu ones, sides are a hard constraint
#: (3.10, 3.11).
MOST_ON_A_SIDE, MOST_OF_A_KIND = 5, 3
#: More than any imbalance.
FORBIDDEN = 10**6
#: Considerations, most important first, with the weight of each in the sum of penalties.
CONSIDERATIONS = [
    ("brackets apart", 1000),  # 3.5: a pull-up comes from the bracket immediately below
    ("pull-ups", 1000),  # 3.3, 3.4: power-pairing
    ("pulled up again", 300),  # 3.6
    ("draw strength of the pulled up", 10),  # 3.7: the weakest opponents so far
    ("off the fold", 10),  # 3.8
    ("sides", 5),  # 3.10
    ("sides of the kind", 5),  # 3.11
]


class Field:
    """A tournament under way."""

    def __init__(self, n, draw):
        self.n, self.draw = n, draw
        self.strength = [draw.gauss(0, 1) for _ in range(n)]
        self.wins = numpy.zeros(n, dtype=int)
        self.met = numpy.eye(n, dtype=bool)
        self.pulled_up = numpy.zeros(n, dtype=int)
        #: Propositions and oppositions of each kind of motion: kind, side, team.
        self.sides = numpy.zeros((2, 2, n), dtype=int)
        self.round = 0

    def ranking(self):
        """By wins, then by number."""
        return sorted(range(self.n), key=lambda team: (-self.wins[team], team))

    def costs(self):
        """An array for each consideration, and which pairs are allowed: computed once a round."""
        n, wins = self.n, self.wins
        apart = abs(wins[:, None] - wins[None, :])
        lower = numpy.where(wins[:, None] < wins[None, :], numpy.arange(n)[:, None], numpy.arange(n)[None, :])
        is_pull_up = apart > 0
        rank = numpy.empty(n, dtype=int)
        rank[self.ranking()] = numpy.arange(n)
        # The rank of the opponents' average rank: the weakest draw first.
        average = [rank[numpy.flatnonzero(row & (numpy.arange(n) != team))].sum() for team, row in enumerate(self.met)]
        weakness = numpy.empty(n, dtype=int)
        weakness[sorted(range(n), key=lambda team: (-average[team], team))] = numpy.arange(n)
        place, size = numpy.empty(n, dtype=int), numpy.empty(n, dtype=int)
        for score in set(wins):
            bracket = [team for team in self.ranking() if wins[team] == score]
            place[bracket], size[bracket] = numpy.arange(len(bracket)), len(bracket)
        fold = numpy.where(is_pull_up, 0, abs(place[:, None] + place[None, :] + 1 - size[:, None]))
        in_all, of_kind = self.imbalances()
        # Whoever proposes does so by the smaller imbalance in all, of equal ones by that of the kind.
        rank_of_seat = in_all * (ROUNDS + 1) + of_kind
        self.proposes = rank_of_seat < rank_of_seat.T
        best = numpy.minimum(rank_of_seat, rank_of_seat.T)
        allowed = ~self.met & (best < FORBIDDEN)
        sides, kinds = numpy.divmod(numpy.where(allowed, best, 0), ROUNDS + 1)
        arrays = [
            numpy.maximum(apart - 1, 0),
            is_pull_up.astype(int),
            numpy.where(is_pull_up, self.pulled_up[lower], 0),
            numpy.where(is_pull_up, weakness[lower], 0),
            fold,
            sides,
            kinds,
        ]
        return arrays, allowed

    def kind(self):
        """Prepared and impromptu motions take turns."""
        return self.round % 2

    def imbalances(self):
        """By who proposes and who opposes: the larger imbalance of the two teams afterwards, in all and of the kind.

        ``FORBIDDEN`` where a team would be on a side too often.
        """
        found = []
        for sides, most in ((self.sides.sum(axis=0), MOST_ON_A_SIDE), (self.sides[self.kind()], MOST_OF_A_KIND)):
            propositions, oppositions = sides
            proposes = abs(propositions + 1 - oppositions)[:, None]
            opposes = abs(propositions - oppositions - 1)[None, :]
            is_too_often = (propositions[:, None] >= most) | (oppositions[None, :] >= most)
            found.append(numpy.where(is_too_often, FORBIDDEN, numpy.maximum(proposes, opposes)))
        return found

    def play(self, pairs):
        for a, b in sorted(tuple(sorted(pair)) for pair in pairs):
            is_even = self.proposes[a, b] == self.proposes[b, a]
            a_proposes = self.draw.random() < 0.5 if is_even else self.proposes[a, b]
            for side, team in enumerate((a, b) if a_proposes else (b, a)):
                self.sides[self.kind(), side, team] += 1
            if self.wins[a] != self.wins[b]:
                self.pulled_up[min(a, b, key=lambda team: self.wins[team])] += 1
            self.met[a, b] = self.met[b, a] = True
            chance = 1 / (1 + 10 ** (self.strength[b] - self.strength[a]))
            self.wins[a if self.draw.random() < chance else b] += 1
        self.round += 1


def summed(arrays, allowed):
    """networkx's optimum of the sum of penalties."""
    total = sum(weight * array for (_, weight), array in zip(CONSIDERATIONS, arrays))
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(allowed)))
    for a, b in zip(*numpy.nonzero(numpy.triu(allowed))):
        graph.add_edge(int(a), int(b), weight=int(total[a, b]))
    return networkx.min_weight_matching(graph)


def compare(rounds, teams, seed):
    """Plays tournaments until there are so many rounds; the lexicographic round is the one that is played."""
    draw = random.Random(seed)
    first_worse, worse, equal, none = Counter(), 0, 0, 0
    times = {"lexicographic": 0.0, "networkx": 0.0}
    compared = 0
    while compared < rounds:
        field = Field(teams, draw)
        for _ in range(ROUNDS):
            arrays, allowed = field.costs()
            start = time.perf_counter()
            try:
                ours = lexicographic(allowed.astype(int), arrays)
            except MatchingError:
                none += 1
                break
            middle = time.perf_counter()
            theirs = summed(arrays, allowed)
            times["lexicographic"] += middle - start
            times["networkx"] += time.perf_counter() - middle
            why = ours.why_not(theirs)
            if why is None:
                equal += 1
            else:
                # What is optimal in the order of the considerations is never beaten in it.
                assert why.by > 0, why
                worse += 1
                first_worse[CONSIDERATIONS[why.place][0]] += 1
            field.play(ours.pairs)
            compared += 1
            if compared == rounds:
                break
    return {"rounds": compared, "equal": equal, "worse": worse, "first": first_worse, "ended": none, "times": times}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--teams", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.teams < ROUNDS + 2 or arguments.teams % 2:
        parser.error(f"--teams: found {arguments.teams}, expected an even number from {ROUNDS + 2}")
    if arguments.rounds < 1:
        parser.error(f"--rounds: found {arguments.rounds}, expected at least 1")
    found = compare(arguments.rounds, arguments.teams, arguments.seed)
    print(f"{found['rounds']} rounds of {arguments.teams} teams, seed {arguments.seed}")
    print(f"  the sum's round is as good: {found['equal']}, worse: {found['worse']}; better: 0")
    for name, count in found["first"].most_common():
        print(f"  first worse by {name}: {count}")
    if found["ended"]:
        print(f"  tournaments without a round left: {found['ended']}")
    for name, seconds in found["times"].items():
        print(f"  {name}: {1000 * seconds / found['rounds']:.2f} ms a round")


if __name__ == "__main__":
    main()
