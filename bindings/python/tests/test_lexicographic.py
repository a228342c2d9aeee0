"""``lexicographic``: brute force, another solver, proofs, and what is refused."""

import itertools
import random
from fractions import Fraction

import pytest
from edelweiss import MatchingError
from edelweiss.matching import WhyNot, lexicographic

nx = pytest.importorskip("networkx")


def matchings(nodes, edges):
    """Every matching of a small graph."""
    if not nodes:
        yield []
        return
    first, *rest = nodes
    yield from matchings(rest, edges)
    for other in rest:
        if frozenset((first, other)) in edges:
            for more in matchings([node for node in rest if node != other], edges):
                yield [(first, other), *more]


def random_graph(seed):
    draw = random.Random(seed)
    graph = nx.gnp_random_graph(draw.randrange(2, 8), 0.7, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v].update(a=draw.randrange(-2, 3), b=Fraction(draw.randrange(5), 3), c=draw.random())
    return graph


def sums(graph, pairs, names="abc"):
    return [sum((Fraction(graph.edges[pair][name]) for pair in pairs), Fraction(0)) for name in names]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("cardinality", ["perfect", "most"])
def test_the_best_come_in_order(seed, cardinality):
    graph = random_graph(seed)
    every = list(matchings(list(graph), {frozenset(edge) for edge in graph.edges}))
    most = max(map(len, every))
    if cardinality == "perfect" and 2 * most < len(graph):
        return
    expected = sorted(sums(graph, pairs) for pairs in every if len(pairs) == most)
    ranked = lexicographic(graph, list("abc"), cardinality).best(len(every) + 5)
    assert [each.costs for each in ranked] == expected
    assert [sums(graph, each.pairs) for each in ranked] == expected
    assert len({frozenset(map(frozenset, each.pairs)) for each in ranked}) == len(expected)


def test_the_best_of_free_pairs_lower_every_cost_they_can():
    graph = nx.Graph()
    graph.add_edge("a", "b", a=-2)
    graph.add_edge("c", "d", a=-1)
    graph.add_edge("b", "c", a=0)
    answer = lexicographic(graph, ["a"], "free")
    assert [each.costs for each in answer.best(9)] == [[-3], [-2], [-1], [0]]
    for k in (0, -1, 1.5, "two"):
        with pytest.raises(ValueError, match="k: found"):
            answer.best(k)


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("cardinality", ["perfect", "most", "free"])
def test_no_matching_is_better(seed, cardinality):
    graph = random_graph(seed)
    every = list(matchings(list(graph), {frozenset(edge) for edge in graph.edges}))
    most = max(map(len, every))
    if cardinality == "perfect" and 2 * most < len(graph):
        with pytest.raises(MatchingError):
            lexicographic(graph, list("abc"), cardinality)
        return
    allowed = [pairs for pairs in every if cardinality == "free" or len(pairs) == most]
    answer = lexicographic(graph, list("abc"), cardinality)
    assert answer.costs == min(sums(graph, pairs) for pairs in allowed) == sums(graph, answer.pairs)
    answer.verify()
    for pairs in allowed[:20]:
        why, theirs = answer.why_not(pairs), sums(graph, pairs)
        differs = [place for place in range(3) if theirs[place] != answer.costs[place]]
        if not differs:
            assert why is None
        else:
            place = differs[0]
            assert why == WhyNot(place, "abc"[place], theirs[place] - answer.costs[place]) and why.by > 0


def test_arrays_are_the_attributes():
    numpy = pytest.importorskip("numpy")
    draw = numpy.random.default_rng(1)
    n = 12
    costs = [draw.integers(0, 4, (n, n)), draw.random((n, n))]
    costs = [cost + cost.T for cost in costs]
    graph = nx.complete_graph(n)
    for u, v in graph.edges:
        graph.edges[u, v].update(a=int(costs[0][u, v]), b=float(costs[1][u, v]))
    named, arrays = lexicographic(graph, ["a", "b"]), lexicographic(graph, costs)
    matrix = lexicographic(numpy.ones((n, n)), costs)
    assert named.costs == arrays.costs == matrix.costs
    assert arrays.why_not(list(itertools.islice(named.pairs, n))) is None


def test_scipys_solver_agrees_cost_by_cost():
    numpy = pytest.importorskip("numpy")
    optimize = pytest.importorskip("scipy.optimize")
    draw = numpy.random.default_rng(7)
    for _ in range(60):
        n = 2 * int(draw.integers(2, 8))
        costs = [draw.integers(0, high, (n, n)) for high in (3, 5, 50)]
        costs = [cost + cost.T for cost in costs]
        edges = list(itertools.combinations(range(n), 2))
        incidence = numpy.zeros((n, len(edges)))
        for i, edge in enumerate(edges):
            incidence[list(edge), i] = 1
        rules = [optimize.LinearConstraint(incidence, 1, 1)]
        best = []
        for cost in costs:
            row = numpy.array([cost[edge] for edge in edges], dtype=float)
            found = optimize.milp(row, constraints=rules, integrality=numpy.ones(len(edges)), bounds=(0, 1))
            best.append(round(found.fun))
            rules.append(optimize.LinearConstraint(row[None, :], -numpy.inf, best[-1] + 0.5))
        assert lexicographic(numpy.ones((n, n)), costs).costs == best


def test_what_is_refused():
    numpy = pytest.importorskip("numpy")
    graph = nx.Graph([("x", "y", {"a": 1}), ("z", "w", {"a": float("nan")})])
    eye = numpy.zeros((4, 4))
    skew = eye.copy()
    skew[0, 1] = 1
    cases = [
        (ValueError, r"costs\[0\]: the weight of the edge 'z'-'w' is nan", graph, ["a"], "perfect"),
        (ValueError, r"costs\[1\]: the edge 'x'-'y' has no attribute 'b'", graph, [eye, "b"], "perfect"),
        (ValueError, r"costs\[0\]: found an array of shape \(3, 3\), expected \(4, 4\)", graph, [numpy.zeros((3, 3))], "free"),
        (ValueError, r"costs\[0\]: the edge 'x'-'y' costs 1.0 on one side and 0.0", graph, [skew], "free"),
        (ValueError, "cardinality: found 'all', expected one of perfect, most, free", graph, [eye], "all"),
        (ValueError, "costs: found 'a', expected a list", graph, "a", "free"),
        (ValueError, "costs: found \\[\\], expected a list", graph, [], "free"),
        (TypeError, r"costs\[0\]: found 'a' of a matrix", numpy.ones((4, 4)), ["a"], "free"),
        (MatchingError, "cannot be covered", numpy.zeros((4, 4)), [eye], "perfect"),
    ]
    for kind, message, G, costs, cardinality in cases:
        with pytest.raises(kind, match=message):
            lexicographic(G, costs, cardinality)
    answer = lexicographic(graph, [eye], "most")
    with pytest.raises(ValueError, match="no edge"):
        answer.why_not([("x", "z")])
    with pytest.raises(ValueError, match="another partner"):
        answer.why_not([("x", "y"), ("y", "x")])
    assert answer.why_not([("x", "y")]) == WhyNot(-1, None, 1)
