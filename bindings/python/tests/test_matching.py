"""Matchings: networkx's own tests with our functions substituted, and what those do not ask."""

import doctest
import random
from decimal import Decimal
from fractions import Fraction

import edelweiss.matching
import pytest
from edelweiss.matching import max_weight_matching, min_weight_matching

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
