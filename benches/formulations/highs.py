#!/usr/bin/env python3
"""Do exported problems have the optimum that edelweiss says? HiGHS (scipy) is asked, cost by cost.

usage: highs.py PROGRAM [PROBLEMS]

Random events of 6 to 12 players are formulated by every example; each bracket is read back from its GraphML,
solved as an integer program for the first cost, then for the second among the optima of the first, and so on.
One seed an event, so that every run asks the same.
"""

import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

import numpy
from scipy.optimize import LinearConstraint, milp

SPACE = "{http://graphml.graphdrawing.org/xmlns}"
EXAMPLES = sorted((Path(__file__).parents[2] / "examples/formulations").glob("*.toml"))


def asked(program, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{words}: {done.stderr}")
    return done.stdout if done.returncode == 0 else None


def read(text):
    """How many vertices there are, the ends of the edges, and their costs by row."""
    root = tree.fromstring(text)
    ends, costs = [], []
    for edge in root.iter(f"{SPACE}edge"):
        ends.append((int(edge.get("source")[1:]), int(edge.get("target")[1:])))
        costs.append([int(data.text) for data in edge.iter(f"{SPACE}data")])
    return sum(1 for _ in root.iter(f"{SPACE}node")), ends, costs


def optimum(n, ends, costs):
    incidence = numpy.zeros((n, len(ends)))
    for column, pair in enumerate(ends):
        incidence[list(pair), column] = 1
    rules, best = [LinearConstraint(incidence, 1, 1)], []
    for row in numpy.array(costs, dtype=float).T:
        if row.any():
            found = milp(row, constraints=rules, integrality=numpy.ones(len(ends)), bounds=(0, 1))
            best.append(round(found.fun))
            rules.append(LinearConstraint(row[None, :], -numpy.inf, best[-1] + 0.5))
        else:
            best.append(0)
    return best


def main():
    program, wanted = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    done = seed = 0
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder) / "event.trf"
        while done < wanted:
            seed += 1
            players, rounds = 6 + seed % 7, 2 + seed % 3
            words = ["--players", players, "--rounds", rounds, "--seed", seed]
            if asked(program, "generate", "-o", event, *words) is None:
                continue
            for example in EXAMPLES:
                line = ["formulate", example, event, "-q", "--after-round", rounds]
                text = asked(program, *line, "--format", "json")
                for stage in json.loads(text)["brackets"] if text else []:
                    graph = asked(program, *line, "--format", "graphml", "--bracket", stage["bracket"])
                    ours = [cost for part in stage["costs"] for cost in part["fields"]]
                    theirs = optimum(*read(graph))
                    if ours != theirs:
                        sys.exit(f"seed {seed}, {example.name}, {stage['bracket']}: {ours}, HiGHS {theirs}")
                    done += 1
            event.unlink()
    print(f"HiGHS agrees on {done} problems of {seed} events")


main()
