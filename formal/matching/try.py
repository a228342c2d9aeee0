"""Certificates of random graphs, as they are and forged, before the checker that is proved.

Usage: try.py EDELWEISS CERTCHECK GRAPHS
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

OBJECTIVES = ["weight", "cardinality-weight", "perfect", "min-perfect", "cardinality"]
SEED = 20261128


def run(*command, text=None):
    return subprocess.run(
        [str(word) for word in command], input=text, capture_output=True, text=True, check=False
    )


def graph(draw):
    """Edges of a random graph: sparse, dense, with equal weights, large ones or decimals."""
    n = draw.choice([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 40, 80])
    share = draw.choice([0.1, 0.3, 0.7, 1.0])
    weight = draw.choice(
        [
            lambda: draw.randint(0, 3),
            lambda: draw.randint(-50, 50),
            lambda: draw.randint(0, 10**30),
            lambda: draw.randint(-400, 400) / 4,
        ]
    )
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n) if draw.random() < share]
    return n, [(u, v, weight()) for u, v in pairs] or [(0, 1, 1)]


def forgeries(document, draw):
    """The same certificate with one thing changed, so that it shows no optimum of that value."""

    def changed(change):
        copy = json.loads(json.dumps(document))
        change(copy)
        return copy

    vertices, blossoms = document["vertices"], document["blossoms"]
    at = draw.randrange(len(vertices))

    def lower(copy):
        copy["vertices"][at]["dual_2x"] = float(copy["vertices"][at]["dual_2x"]) - 1

    def higher(copy):
        copy["vertices"][at]["dual_2x"] = float(copy["vertices"][at]["dual_2x"]) + 1

    def alone(copy):
        mate = copy["vertices"][at]["mate"]
        for vertex in copy["vertices"]:
            if vertex["vertex"] in (mate, vertices[at]["vertex"]):
                vertex["mate"] = None

    def set_dual(copy):
        blossom = copy["blossoms"][draw.randrange(len(blossoms))]
        blossom["dual_2x"] = float(blossom["dual_2x"]) + 1

    yield "a dual lower", changed(lower)
    yield "a dual higher", changed(higher)
    if blossoms:
        yield "a set's dual higher", changed(set_dual)
    if document["vertices"][at]["mate"] is not None and document["value"] != 0:
        yield "a pair taken out", changed(alone)


def small(document):
    """Whether floating point holds every number of it, so that this script may change them."""
    numbers = [vertex["dual_2x"] for vertex in document["vertices"]]
    numbers += [blossom["dual_2x"] for blossom in document["blossoms"]] + [document["value"]]
    return all(abs(number) < 2**40 for number in numbers)


def bad_input(check, folder, edges, certificate):
    """What is no certificate of the graph is refused, with a reason, in little time."""
    text = certificate.read_text()
    document = json.loads(text)
    other = folder / "other.edges"
    other.write_text("3 1\n0 1 1\n")
    cases = {
        "an empty file": "",
        "a cut file": text[: len(text) // 2],
        "deep nesting": "[" * 100_000,
        "a long number": text.replace('"value":', '"bonus_":' + "9" * 1_000_000 + ',"value":', 1)
        .replace('"bonus":0', '"bonus":' + "9" * 1_000_000, 1),
        "another format": json.dumps({**document, "format": "x"}),
        "an unknown objective": json.dumps({**document, "objective": "x"}),
        "a mate that is not there": text.replace('"mate":', '"mate":"nobody","m":', 1),
        "sets in a circle": json.dumps(
            {**document, "blossoms": [{"dual_2x": 0, "parent": 0}]}
        ),
    }
    for name, content in cases.items():
        path = folder / "bad.json"
        path.write_text(content)
        found = run(check, edges, path)
        assert found.returncode == 1 and found.stderr.startswith("refused: "), (name, found)
    assert run(check, other, certificate).returncode == 1, "another graph"
    assert run(check, folder / "nowhere", certificate).returncode == 1, "no file"
    for content in ["", "2 1\n0 0 1\n", "2 1\n0 1\n", "2 2\n0 1 1\n", "2 1\n0 5 1\n", "x\n"]:
        other.write_text(content)
        assert run(check, other, certificate).returncode == 1, content
    return len(cases) + 8


def main():
    program, check, graphs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    draw = random.Random(SEED)
    accepted = refused = barriers = bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, edges, certificate = (folder / file for file in ["g.txt", "g.edges", "c.json"])
        for _ in range(graphs):
            n, found = graph(draw)
            lines = [f"{n} {len(found)}"] + [f"{u} {v} {w}" for u, v, w in found]
            source.write_text("\n".join(lines) + "\n")
            for objective in OBJECTIVES:
                asked = ["match", source, "--objective", objective]
                written = run(program, *asked, "--format", "edge-list")
                assert written.returncode == 0, written
                edges.write_text(written.stdout)
                solved = run(program, *asked, "--certificate", certificate)
                if solved.returncode == 1:
                    barrier = solved.stderr.split("without ")[-1] if "without " in solved.stderr else ""
                    members = [w for w in barrier.split(" the graph")[0].replace(",", " ").replace("and", " ").split()]
                    members = [word for word in members if word.isdigit()] if "graph" in barrier else []
                    held = run(check, edges, "--barrier", ",".join(members))
                    assert held.returncode == 0, (solved.stderr, members, held)
                    barriers += 1
                    continue
                assert solved.returncode == 0, solved
                held = run(check, edges, certificate)
                assert held.returncode == 0, (objective, lines, held, certificate.read_text())
                accepted += 1
                document = json.loads(certificate.read_text())
                if not bad:
                    bad = bad_input(check, folder, edges, certificate)
                if not small(document):
                    continue
                for what, forged in forgeries(document, draw):
                    path = folder / "forged.json"
                    path.write_text(json.dumps(forged))
                    held = run(check, edges, path)
                    assert held.returncode == 1, (what, objective, lines, forged, held)
                    refused += 1
    print(
        f"seed {SEED}: {accepted} certificates accepted, {barriers} barriers accepted, "
        f"{refused} forged ones refused, {bad} bad inputs refused"
    )


main()
