#!/usr/bin/env python3
"""`edelweiss match` beside the matching libraries found on this machine, on generated graphs.

    compare.py PROGRAM [--sizes 10000,100000] [--families sparse,chain] [--runs 3]

Every library gets the same file and times building and solving by itself, in processor time, so that other
programs do not count (ours tells the time of a clock); reading is not timed. The values must be equal. Prints a Markdown table of the best of the runs, the memory that our whole process
had at most (this script's own included, some 35 MB), and how the time grows from the smallest size to
the largest (the exponent of n).

Peers: LEMON (header files, a C++ compiler), rustworkx and networkx (Python packages), and any command in
the environment variables PEER_1, PEER_2, ...: it is called with a graph file and an objective and prints the
value and the seconds. A peer that takes longer than --limit seconds is stopped, and left out of the larger
graphs of the family.
"""

import argparse
import importlib.util
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
LARGEST_WEIGHT = (1 << 27) - 1


class Lot:
    """splitmix64, so that every language has the same graphs."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) >> 11) * limit >> 53


def dense(n, lot):
    return [(u, v, 1 + lot.below(LARGEST_WEIGHT)) for u in range(n) for v in range(u + 1, n)]


def ties(n, lot):
    return [(u, v, 1 + lot.below(8)) for u in range(n) for v in range(u + 1, n)]


def sparse(n, lot):
    """Mean degree 8, with a perfect matching by lot among them."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = lot.below(i + 1)
        order[i], order[j] = order[j], order[i]
    pairs = {(min(order[i], order[i + 1]), max(order[i], order[i + 1])) for i in range(0, n - 1, 2)}
    while len(pairs) < 4 * n:
        u, v = lot.below(n), lot.below(n)
        if u != v:
            pairs.add((min(u, v), max(u, v)))
    return [(u, v, 1 + lot.below(LARGEST_WEIGHT)) for u, v in sorted(pairs)]


def delaunay(n, lot):
    """Random points, joined with their neighbours; near pairs weigh more."""
    import numpy
    from scipy.spatial import Delaunay

    points = numpy.array([(lot.below(1 << 20), lot.below(1 << 20)) for _ in range(n)])
    triangles = Delaunay(points).simplices
    pairs = {tuple(sorted((int(t[a]), int(t[b])))) for t in triangles for a, b in ((0, 1), (1, 2), (0, 2))}
    far = 1 << 21
    return [(u, v, far - math.isqrt(int(((points[u] - points[v]) ** 2).sum()))) for u, v in sorted(pairs)]


def chain(n, lot):
    """A path whose weights make every augmentation the longest one."""
    return [(v, v + 1, 1_000_000 + 2 * min(v, n - v) + v % 2) for v in range(n - 1)]


def triangles(n, lot):
    """Triangles in a row, which become blossoms."""
    n -= n % 6
    edges = []
    for a in range(0, n, 3):
        edges += [(a, a + 1, 1_000), (a + 1, a + 2, 1_000), (a, a + 2, 1_000)]
        if a + 3 < n:
            edges.append((a + 2, a + 3, 1 + lot.below(900)))
    return edges


def two_weights(n, lot):
    """As `sparse`, with the weights 1 and 2 only."""
    return [(u, v, 1 + weight % 2) for u, v, weight in sparse(n, lot)]


def bipartite(n, lot):
    """Two sides, mean degree 8, with a perfect matching."""
    half = n // 2
    pairs = {(v, half + v) for v in range(half)}
    while len(pairs) < 4 * n:
        pairs.add((lot.below(half), half + lot.below(half)))
    return [(u, v, 1 + lot.below(LARGEST_WEIGHT)) for u, v in sorted(pairs)]


def weighted(pairs, lot):
    return [(u, v, 1 + lot.below(LARGEST_WEIGHT)) for u, v in sorted(pairs)]


def power_law(n, lot):
    """Each vertex joins three ends of edges, so that a few have very many, and the one before."""
    pairs, ends = set(), [0, 1]
    for v in range(1, n):
        for u in [v - 1] + [ends[lot.below(len(ends))] for _ in range(3)]:
            if u != v and (u, v) not in pairs:
                pairs.add((u, v))
                ends += [u, v]
    return weighted(pairs, lot)


def grid(n, lot):
    """A square, each cell joined with those beside it."""
    side = math.isqrt(n) & ~1
    cells = range(side * side)
    pairs = {(v, v + 1) for v in cells if (v + 1) % side} | {(v, v + side) for v in cells if v + side < len(cells)}
    return weighted(pairs, lot)


def knn(n, lot):
    """Points in a square, joined with the six nearest; cells of the square are a path, for a perfect matching."""
    side = max(math.isqrt(n // 4), 1)
    points = sorted(
        ((lot.below(1 << 20), lot.below(1 << 20)) for _ in range(n)),
        key=lambda point: (point[0] * side >> 20, point[1]),
    )
    cells = {}
    for v, (x, y) in enumerate(points):
        cells.setdefault((x * side >> 20, y * side >> 20), []).append(v)
    pairs = {(v, v + 1) for v in range(0, n - 1, 2)}
    for v, (x, y) in enumerate(points):
        at, across = x * side >> 20, y * side >> 20
        near = [u for a in range(at - 1, at + 2) for b in range(across - 1, across + 2) for u in cells.get((a, b), ())]
        near.sort(key=lambda u: math.dist(points[u], points[v]))
        pairs |= {(min(u, v), max(u, v)) for u in near[1:7]}
    far = 1 << 21
    return [(u, v, far - int(math.dist(points[u], points[v]))) for u, v in sorted(pairs)]


def cliques(n, lot):
    """A circle of cliques of seven vertices, each joined with the next by a bridge."""
    n -= n % 14
    pairs = {(a + i, a + j) for a in range(0, n, 7) for i in range(7) for j in range(i + 1, 7)}
    pairs |= {(min(a, b), max(a, b)) for a, b in ((a + 6, (a + 7) % n) for a in range(0, n, 7))}
    return weighted(pairs, lot)


def regular(n, lot):
    """Degree three: three perfect matchings by lot."""
    pairs = set()
    for _ in range(3):
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = lot.below(i + 1)
            order[i], order[j] = order[j], order[i]
        pairs |= {(min(order[i], order[i + 1]), max(order[i], order[i + 1])) for i in range(0, n - 1, 2)}
    return weighted(pairs, lot)


def roads(n, lot):
    """Crossings on a square of which half of the streets are missing, and a third have two bends; by length."""
    side = math.isqrt(n // 2) & ~1
    edges, bends = [], side * side
    for v in range(side * side):
        for u, is_there in ((v + 1, (v + 1) % side), (v + side, v + side < side * side)):
            # Some are always there, and without bends, for a perfect matching.
            is_sure = u == v + 1 and v % 2 == 0
            if not is_there or not is_sure and lot.below(2):
                continue
            if is_sure or lot.below(3):
                edges.append((v, u, 1_000 - lot.below(900)))
            else:
                edges += [(a, b, 1_000 - lot.below(300)) for a, b in ((v, bends), (bends, bends + 1), (u, bends + 1))]
                bends += 2
    return edges


def defects(n, lot):
    """Detectors of a surface code that fired, two in a hundred, each joined with all others by its distance."""
    side = max(round((50 * n) ** (1 / 3)), 2)
    points = [[lot.below(side) for _ in range(3)] for _ in range(n)]
    way = lambda u, v: sum(abs(a - b) for a, b in zip(points[u], points[v]))
    return [(u, v, 3 * side + 1 - way(u, v)) for u in range(n) for v in range(u + 1, n)]


# What a solver may have been tuned to, and, from `power_law` on, what nobody has tuned ours to.
FAMILIES = {
    f.__name__: f
    for f in (dense, ties, defects, sparse, two_weights, bipartite, delaunay, chain, triangles)
    + (power_law, grid, knn, cliques, regular, roads)
}
IS_COMPLETE = ("dense", "ties", "defects")
OBJECTIVES = ("weight", "perfect", "cardinality")


def ours(program):
    def run(path, objective):
        command = [program, "match", path, "--objective", objective, "--format", "json"]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        text = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            return None
        answer = json.loads(text)
        return answer["value"], answer["seconds"], usage.ru_maxrss / 1024

    return run


def command(words, limit):
    def run(path, objective):
        try:
            done = subprocess.run(
                [*words, path, objective], capture_output=True, text=True, timeout=limit
            )
        except subprocess.TimeoutExpired:
            return None
        if done.returncode:
            return None
        value, seconds = done.stdout.split()
        return int(value), float(seconds)

    return run


def lemon(folder, limit):
    driver = os.path.join(folder, "lemon")
    compiler = os.environ.get("CXX", "c++")
    try:
        built = subprocess.run(
            [compiler, "-O3", "-std=c++14", "-o", driver, HERE / "lemon.cpp"], capture_output=True
        )
    except FileNotFoundError:
        return None
    return command([driver], limit) if built.returncode == 0 else None


def edges_of(path):
    with open(path) as file:
        n, _ = map(int, next(file).split())
        return n, [tuple(map(int, line.split())) for line in file]


def rustworkx_matching(n, edges, objective):
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    weight_fn = int if objective != "cardinality" else (lambda _: 1)
    return rustworkx.max_weight_matching(
        graph, max_cardinality=objective == "perfect", weight_fn=weight_fn
    )


def networkx_matching(n, edges, objective):
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(edges if objective != "cardinality" else [(u, v, 1) for u, v, _ in edges])
    return networkx.max_weight_matching(graph, maxcardinality=objective == "perfect")


def value_of(pairs, edges, objective):
    if objective == "cardinality":
        return len(pairs)
    weights = {(u, v): weight for u, v, weight in edges}
    return sum(weights[min(pair), max(pair)] for pair in pairs)


IN_PYTHON = {"rustworkx": rustworkx_matching, "networkx": networkx_matching}


def answer_in_python(name, path, objective):
    """What this script does as a peer: prints the value and the seconds."""
    n, edges = edges_of(path)
    __import__(name)
    start = time.process_time()
    pairs = IN_PYTHON[name](n, edges, objective)
    seconds = time.process_time() - start
    print(value_of(pairs, edges, objective), seconds)


def peers(folder, limit):
    found = {}
    if driver := lemon(folder, limit):
        found["LEMON"] = driver
    for name in IN_PYTHON:
        if importlib.util.find_spec(name):
            found[name] = command([sys.executable, __file__, "--as", name], limit)
    for number in range(1, 10):
        if words := os.environ.get(f"PEER_{number}"):
            found[words.split()[0].rsplit("/", 1)[-1]] = command(words.split(), limit)
    return found


def best_of(run, path, objective, runs):
    answers = []
    for _ in range(runs):
        if (answer := run(path, objective)) is None:
            return None
        answers.append(answer)
    return min(answers, key=lambda answer: answer[1])


def write_graph(folder, name, n):
    path = os.path.join(folder, f"{name}-{n}.txt")
    edges = FAMILIES[name](n, Lot(n))
    vertices = 1 + max(max(u, v) for u, v, _ in edges)
    with open(path, "w") as file:
        file.write(f"{vertices} {len(edges)}\n")
        file.writelines(f"{u} {v} {weight}\n" for u, v, weight in edges)
    return path


def main():
    if sys.argv[1:2] == ["--as"]:
        return answer_in_python(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program",)
    parser.add_argument("--sizes", default="10000,100000", help="vertices of sparse graphs")
    parser.add_argument("--dense-sizes", default="500,1000", help="vertices of complete graphs")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--objectives", default=",".join(OBJECTIVES))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300, help="seconds that a peer may take")
    options = parser.parse_args()

    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        others = peers(folder, options.limit)
        print("| graph | goal | ours, s | MB |", *(f" {name}, s | ratio |" for name in others), sep="")
        print("|---|---|---:|---:|" + "---:|---:|" * len(others))
        for name in options.families.split(","):
            sizes = options.dense_sizes if name in IS_COMPLETE else options.sizes
            times, stopped = {}, set()
            for n in map(int, sizes.split(",")):
                try:
                    path = write_graph(folder, name, n)
                except ImportError as error:
                    print(f"{name}: left out, {error}", file=sys.stderr)
                    break
                for objective in options.objectives.split(","):
                    own = best_of(ours(options.program), path, objective, options.runs)
                    if own is None:
                        print(f"| {name} {n:,} | {objective} | no answer |")
                        continue
                    value, seconds, megabytes = own
                    times.setdefault(objective, []).append((n, seconds))
                    row = f"| {name} {n:,} | {objective} | {seconds:.4f} | {megabytes:.0f} |"
                    for label, other in others.items():
                        answer = None
                        if (label, objective) not in stopped:
                            answer = best_of(other, path, objective, options.runs)
                        if answer is None:
                            stopped.add((label, objective))
                            row += " | |"
                            continue
                        if answer[0] != value:
                            differences += 1
                            row += f" {answer[0]} instead of {value} | |"
                            continue
                        row += f" {answer[1]:.4f} | {seconds / max(answer[1], 1e-6):.2f} |"
                    print(row, flush=True)
                os.remove(path)
            for objective, points in times.items():
                if len(points) > 1:
                    (small, before), (large, after) = points[0], points[-1]
                    exponent = math.log(max(after, 1e-6) / max(before, 1e-6)) / math.log(large / small)
                    print(f"{name}, {objective}: time grows like n to the {exponent:.2f}", file=sys.stderr)
    if differences:
        sys.exit(f"{differences} values differ")


if __name__ == "__main__":
    main()
