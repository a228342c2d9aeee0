"""Matchings: networkx's own tests with our functions substituted, and what those do not ask."""

import dataclasses
import doctest
import random
from decimal import Decimal
from fractions import Fraction

import edelweiss.matching
import pytest
from edelweiss.matching import gallai_edmonds, matching, max_weight_matching, min_weight_matching, verify

nx = pytest.importorskip("networkx")


def total(graph, matching):
    return sum(graph.edges[pair].get("weight", 1) for pair in matching)


def random_graph(seed, weight):
    draw = random.Random(seed)
    graph = nx.gnp_random_graph(draw.randrange(2, 24), 0.4, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = weight(draw)
    return graph


@pytest.mark.parametrize("seed", range(60))
def test_sums_are_those_of_networkx(seed):
    graph = random_graph(seed, lambda draw: draw.randrange(-20, 60))
    for most in (False, True):
        ours, theirs = (f(graph, maxcardinality=most) for f in (max_weight_matching, nx.max_weight_matching))
        assert nx.is_matching(graph, ours)
        assert total(graph, ours) == total(graph, theirs)
    ours, theirs = min_weight_matching(graph), nx.min_weight_matching(graph)
    assert (len(ours), total(graph, ours)) == (len(theirs), total(graph, theirs))


def test_integers_of_any_size_are_exact():
    graph = nx.Graph()
    huge = 10**400
    graph.add_weighted_edges_from([("a", "b", huge), ("b", "c", huge + 1), ("c", "d", -huge)])
    assert max_weight_matching(graph) in ({("b", "c")}, {("c", "b")})
    for power in (7, 8, 62, 63, 64, 127, 128):
        for weight in (2**power - 1, 2**power, -(2**power)):
            graph = nx.Graph()
            graph.add_weighted_edges_from([(0, 1, weight), (1, 2, weight + 1)])
            best = max_weight_matching(graph, maxcardinality=True)
            assert {frozenset(pair) for pair in best} == {frozenset({1, 2})}


def test_fractions_and_floats_are_what_they_are():
    graph = nx.Graph()
    # A third is larger than the floating-point number nearest to it.
    graph.add_weighted_edges_from([(0, 1, 1 / 3), (1, 2, Fraction(1, 3)), (2, 3, Decimal("0.1"))])
    best = {frozenset(pair) for pair in max_weight_matching(graph)}
    assert best == {frozenset({0, 1}), frozenset({2, 3})}
    graph.remove_edge(2, 3)
    assert {frozenset(p) for p in max_weight_matching(graph)} == {frozenset({1, 2})}


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), "heavy", None])
def test_what_is_no_number_is_refused(weight):
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=weight)
    with pytest.raises(ValueError, match="weight of the edge 'a'-'b'"):
        max_weight_matching(graph)


def test_the_examples_of_the_docstrings():
    assert doctest.testmod(edelweiss.matching).failed == 0


GOALS = ["max-weight", "max-weight-max-cardinality", "max-cardinality"]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("goal", GOALS)
def test_proofs_are_checked_and_changed_ones_refused(seed, goal):
    graph = random_graph(seed, lambda draw: draw.choice([draw.randrange(-20, 60), Fraction(7, 3), 2**90]))
    answer = matching(graph, goal)
    verify(graph, answer)
    assert {frozenset(pair) for pair in answer.partner.items()} == {frozenset(p) for p in answer.pairs}
    if goal != "max-cardinality":
        assert answer.value == total(graph, answer.pairs)
    else:
        assert answer.value == len(answer.pairs)
    node = next(iter(graph))
    changes = [
        {"value": answer.value + 1},
        {"scale": answer.scale + 1},
        {"duals_2x": {**answer.duals_2x, node: answer.duals_2x[node] - 1}},
        {"duals_2x": {}},
        {"blossoms": [*answer.blossoms, edelweiss.matching.Blossom(frozenset(), 1)]},
        {"blossoms": [*answer.blossoms, edelweiss.matching.Blossom(frozenset({"nobody"}), 1)]},
    ]
    if answer.pairs:
        changes.append({"pairs": set(list(answer.pairs)[1:])})
        changes.append({"pairs": answer.pairs | {(pair[0], "nobody") for pair in answer.pairs}})
    for change in changes:
        with pytest.raises(edelweiss.ProofError):
            verify(graph, dataclasses.replace(answer, **change))


def test_perfect_matchings_and_graphs_without_one():
    graph = nx.complete_graph(6)
    for place, (u, v) in enumerate(graph.edges):
        graph.edges[u, v]["weight"] = place - 5
    best, least = (matching(graph, f"{most}-weight-perfect") for most in ("max", "min"))
    for answer in (best, least):
        verify(graph, answer)
        assert len(answer.pairs) == 3 and answer.value == total(graph, answer.pairs)
    assert best.value > least.value
    with pytest.raises(edelweiss.MatchingError, match="cannot be covered"):
        matching(nx.star_graph(3), "max-weight-perfect")
    with pytest.raises(edelweiss.MatchingError, match="goal: found"):
        matching(graph, "quick")


def test_blossoms_are_part_of_the_proof():
    triangle = nx.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    nx.set_edge_attributes(triangle, 10, "weight")
    answer = matching(triangle)
    verify(triangle, answer)
    (blossom,) = answer.blossoms
    assert blossom.nodes == {"a", "b", "c"} and blossom.dual_2x > 0
    with pytest.raises(edelweiss.ProofError):
        verify(triangle, dataclasses.replace(answer, blossoms=[]))


@pytest.mark.parametrize("seed", range(30))
def test_gallai_edmonds_parts_prove_the_cardinality(seed):
    graph = random_graph(seed, lambda draw: 1)
    parts = gallai_edmonds(graph)
    assert len(parts.pairs) == len(nx.max_weight_matching(graph, maxcardinality=True))
    assert nx.is_matching(graph, parts.pairs)
    exposed = set(graph) - {node for pair in parts.pairs for node in pair}
    assert len(exposed) == parts.deficiency
    everybody = [*parts.barrier, *parts.rest, *(v for part in parts.components for v in part)]
    assert sorted(everybody) == sorted(graph)
    left = graph.subgraph(set(graph) - parts.barrier)
    odd = [part for part in nx.connected_components(left) if len(part) % 2]
    assert sorted(map(sorted, odd)) == sorted(map(sorted, parts.components))
    assert len(odd) - len(parts.barrier) == parts.deficiency
    # Each outer node, and no other, is left out by some matching with the most pairs.
    outer = {v for part in parts.components for v in part}
    for v in graph:
        without = graph.subgraph(set(graph) - {v})
        size = len(nx.max_weight_matching(without, maxcardinality=True))
        assert (size == len(parts.pairs)) == (v in outer)


@pytest.mark.parametrize("seed", range(20))
def test_matrices_are_graphs(seed):
    numpy = pytest.importorskip("numpy")
    graph = random_graph(seed, lambda draw: draw.choice([-7, 3, 5, 19, 40]))
    ours = matching(graph)
    dense = nx.to_numpy_array(graph, nodelist=range(len(graph)), dtype=int)
    kinds = [dense, dense.astype(float), dense.astype(object), numpy.triu(dense), numpy.tril(dense)]
    kinds.append(numpy.ma.masked_array(dense, mask=dense == 0))
    kinds.append((dense * 0.5).astype("float32"))
    scipy = pytest.importorskip("scipy.sparse")
    kinds += [kind(dense) for kind in (scipy.csr_array, scipy.coo_array, scipy.csc_matrix)]
    for matrix in kinds:
        for most in (False, True):
            found = max_weight_matching(matrix, maxcardinality=most)
            expected = max_weight_matching(graph, maxcardinality=most)
            assert total(graph, found) == total(graph, expected) and len(found) >= 0
            assert most is False or len(found) == len(expected)
        answer = matching(matrix)
        verify(matrix, answer)
        assert answer.value in (ours.value, Fraction(ours.value, 2))
        assert gallai_edmonds(matrix).deficiency == gallai_edmonds(graph).deficiency


def test_what_matrices_say_about_edges():
    numpy, scipy = pytest.importorskip("numpy"), pytest.importorskip("scipy.sparse")
    # Stored zeros are edges of sparse matrices; zeros of dense ones are not.
    stored = scipy.coo_array(([0], ([0], [1])), shape=(2, 2))
    assert max_weight_matching(stored, maxcardinality=True) == {(0, 1)}
    assert max_weight_matching(numpy.zeros((2, 2)), maxcardinality=True) == set()
    big = numpy.array([[0, 10**40], [10**40, 0]], dtype=object)
    assert matching(big).value == 10**40
    assert matching(numpy.array([[0, 2**64 - 1], [0, 0]], dtype=numpy.uint64)).value == 2**64 - 1
    assert matching(numpy.array([[7, 0.1], [0.1, 7]])).value == Fraction(0.1)
    assert max_weight_matching(numpy.zeros((0, 0))) == set()
    with pytest.raises(ValueError, match="square"):
        max_weight_matching(numpy.zeros((2, 3)))
    with pytest.raises(ValueError, match="square"):
        max_weight_matching(numpy.zeros(4))
    with pytest.raises(ValueError, match="0-1 weighs"):
        max_weight_matching(numpy.array([[0, 1], [2, 0]]))
    with pytest.raises(ValueError, match="weight of the edge 0-1 is nan"):
        max_weight_matching(numpy.array([[0, float("nan")], [float("nan"), 0]]))
    with pytest.raises(ValueError, match="rows"):
        max_weight_matching(scipy.coo_array(([1], ([0], [1])), shape=(2**40, 2**40)))


def test_what_is_no_graph_is_refused():
    for thing in (7, "abc", [1, 2], None):
        with pytest.raises(TypeError, match="expected a graph"):
            max_weight_matching(thing)
