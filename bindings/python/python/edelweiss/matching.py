"""Matchings of any graph, exact at any size of weights.

``max_weight_matching`` and ``min_weight_matching`` have the names, signatures and meaning of those of
networkx, which is not needed. ``matching`` has more goals and returns the proof, which ``verify`` checks;
``gallai_edmonds`` says what limits the number of pairs; ``lexicographic`` has several costs in order.

A graph is anything that iterates over its nodes and has ``edges(data=True)``, or a square matrix of
weights: an array of numpy, in which 0 is no edge, or a sparse one of scipy, in which everything stored is
an edge. A matrix is symmetric, or has each edge on one side only.

Weights are integers of any size, fractions, or floating-point numbers, which are taken for exactly the
fractions that they are: no rounding, no tolerance. Every answer is proved by its dual solution before it
is returned.
"""

from __future__ import annotations

import sys as _sys
from array import array as _array
from dataclasses import dataclass as _dataclass
from dataclasses import field as _field
from fractions import Fraction as _Fraction
from functools import cached_property as _cached_property
from math import lcm as _lcm
from numbers import Integral as _Integral
from numbers import Rational as _Rational
from typing import Any, Dict, FrozenSet, Hashable, Iterable, List, Optional, Sequence, Set, Tuple, Union

from . import _native
from ._native import ProofError as _ProofError

__all__ = [
    "Blossom",
    "GallaiEdmonds",
    "LexicographicMatching",
    "Matching",
    "RankedPairs",
    "WhyNot",
    "gallai_edmonds",
    "lexicographic",
    "matching",
    "max_weight_matching",
    "min_weight_matching",
    "verify",
]


def max_weight_matching(
    G: Any, maxcardinality: bool = False, weight: Any = "weight"
) -> Set[Tuple[Hashable, Hashable]]:
    """The matching of ``G`` with the largest sum of weights, as a set of pairs of nodes.

    ``maxcardinality`` asks for the largest sum among the matchings with the most pairs. ``weight`` is
    the key of the weights; an edge without one weighs 1. Loops are left out; an edge with a negative
    weight is taken for the sake of ``maxcardinality`` only.

    >>> class Path:
    ...     def __iter__(self):
    ...         return iter("abcd")
    ...     def edges(self, data=False):
    ...         return [("a", "b", {"weight": 5}), ("b", "c", {"weight": 11}), ("c", "d", {"weight": 5})]
    >>> max_weight_matching(Path())
    {('b', 'c')}
    >>> sorted(max_weight_matching(Path(), maxcardinality=True))
    [('a', 'b'), ('c', 'd')]
    """
    goal = "max-weight-max-cardinality" if maxcardinality else "max-weight"
    return matching(G, goal, weight).pairs


def min_weight_matching(
    G: Any, weight: Any = "weight"
) -> Set[Tuple[Hashable, Hashable]]:
    """The matching with the smallest sum of weights among those with the most pairs.

    Otherwise as ``max_weight_matching``.
    """
    graph = _Graph.of(G, weight).negated()
    return _matching(graph, "max-weight-max-cardinality").pairs


@_dataclass(frozen=True)
class Blossom:
    """An odd set of nodes, and its dual, doubled."""

    nodes: FrozenSet[Hashable]
    dual_2x: int


@_dataclass(frozen=True)
class Matching:
    """An optimal matching, and the dual solution that proves it.

    All weights times ``scale`` are integers; to them is added ``bonus`` where the number of pairs counts
    first, and they are negated where the smallest sum is asked for. Then for every edge the duals of its
    ends and of the blossoms around both add up to at least its weight, and to exactly it for a pair; a
    node without a partner has the dual 0; each blossom has as many pairs inside as it can have.
    """

    goal: str
    pairs: Set[Tuple[Hashable, Hashable]]
    #: The sum of the weights of the pairs, exactly; for "max-cardinality" their number.
    value: Union[int, _Fraction]
    scale: int
    bonus: int
    #: By node, doubled.
    duals_2x: Dict[Hashable, int]
    blossoms: List[Blossom]

    @_cached_property
    def partner(self) -> Dict[Hashable, Hashable]:
        """The partner of each node that has one."""
        both = [(u, v) for u, v in self.pairs] + [(v, u) for u, v in self.pairs]
        return dict(both)


def matching(G: Any, goal: str = "max-weight", weight: Any = "weight") -> Matching:
    """An optimal matching with its proof.

    ``goal`` is "max-weight", "max-weight-max-cardinality" (the largest sum among the matchings with the
    most pairs), "max-weight-perfect", "min-weight-perfect" (every node has a partner), or
    "max-cardinality" (weights do not count). Raises ``MatchingError`` where there is none.
    """
    return _matching(_Graph.of(G, weight), goal)


def _matching(graph: _Graph, goal: str) -> Matching:
    mates, value, proof = _native.best_matching(graph.edges, goal)
    nodes = graph.nodes
    members: List[Set[Hashable]] = [set() for _ in proof["blossoms"]]
    for v, blossom in enumerate(proof["innermost"]):
        while blossom is not None:
            members[blossom].add(nodes[v])
            blossom = proof["blossoms"][blossom][0]
    scale = 1 if goal == "max-cardinality" else graph.scale
    exact = _Fraction(value, scale)
    return Matching(
        goal=goal,
        pairs={(nodes[u], nodes[v]) for u, v in enumerate(mates) if v is not None and u < v},
        value=exact.numerator if exact.denominator == 1 else exact,
        scale=scale,
        bonus=proof["bonus"],
        duals_2x=dict(zip(nodes, proof["dual_2x"])),
        blossoms=[
            Blossom(frozenset(inside), dual)
            for inside, (_, dual) in zip(members, proof["blossoms"])
        ],
    )


def verify(G: Any, answer: Matching, weight: Any = "weight") -> None:
    """Checks a matching by its duals, without the algorithm that found it.

    Raises ``ProofError`` where they do not prove that it is optimal for its goal.
    """
    _verify(_Graph.of(G, weight), answer)


def _verify(graph: _Graph, answer: Matching) -> None:
    index = {node: i for i, node in enumerate(graph.nodes)}
    mates: List[Optional[int]] = [None] * len(index)
    try:
        for u, v in answer.pairs:
            for a, b in ((index[u], index[v]), (index[v], index[u])):
                if mates[a] is not None:
                    raise _ProofError(f"the matching is not proved: {graph.nodes[a]!r} has two partners")
                mates[a] = b
        duals = [answer.duals_2x[node] for node in graph.nodes]
        blossoms, innermost = _nested(answer.blossoms, index)
    except KeyError as error:
        raise _ProofError(f"the matching is not proved: the node {error} is missing") from None
    proof = {
        "bonus": answer.bonus,
        "dual_2x": duals,
        "blossoms": blossoms,
        "innermost": innermost,
    }
    value = _native.verify_matching(graph.edges, answer.goal, mates, proof)
    scale = 1 if answer.goal == "max-cardinality" else graph.scale
    if (_Fraction(value, scale), scale) != (answer.value, answer.scale):
        raise _ProofError("the matching is not proved: the value is not that of the pairs")


def _nested(
    blossoms: Sequence[Blossom], index: Dict[Hashable, int]
) -> Tuple[List[Tuple[Optional[int], int]], List[Optional[int]]]:
    """What is around each blossom and each node, the larger blossoms first."""
    innermost: List[Optional[int]] = [None] * len(index)
    found: List[Tuple[Optional[int], int]] = []
    for blossom in sorted(blossoms, key=lambda each: -len(each.nodes)):
        around = {innermost[index[node]] for node in blossom.nodes}
        if len(around) != 1:
            raise _ProofError("the matching is not proved: blossoms overlap, or one is empty")
        for node in blossom.nodes:
            innermost[index[node]] = len(found)
        found.append((around.pop(), blossom.dual_2x))
    return found, innermost


@_dataclass(frozen=True)
class GallaiEdmonds:
    """A matching with the most pairs, and the parts of its graph, which do not depend on it."""

    pairs: Set[Tuple[Hashable, Hashable]]
    #: The components of the nodes that some matching with the most pairs leaves without a partner. Each is
    #: odd, and whoever of it is left out, the others can be paired.
    components: List[FrozenSet[Hashable]]
    #: Their neighbours outside. Without these, there are more odd components than they are, by
    #: ``deficiency``: nobody can pair more (Tutte 1947, Berge 1958).
    barrier: FrozenSet[Hashable]
    #: Everybody else, who are paired among themselves.
    rest: FrozenSet[Hashable]
    #: How many nodes every matching leaves without a partner at least.
    deficiency: int


def gallai_edmonds(G: Any) -> GallaiEdmonds:
    """A matching with the most pairs, and the Gallai-Edmonds decomposition; weights do not count."""
    graph = _Graph.of(G, None)
    nodes = graph.nodes
    mates, outer, inner, base = _native.decompose(graph.edges)
    components: Dict[int, Set[Hashable]] = {}
    for v in outer:
        components.setdefault(base[v], set()).add(nodes[v])
    parts = set(outer).union(inner)
    return GallaiEdmonds(
        pairs={(nodes[u], nodes[v]) for u, v in enumerate(mates) if v is not None and u < v},
        components=[frozenset(component) for component in components.values()],
        barrier=frozenset(nodes[v] for v in inner),
        rest=frozenset(node for v, node in enumerate(nodes) if v not in parts),
        deficiency=sum(mate is None for mate in mates),
    )


class _Graph:
    """Nodes, and edges between their places, with weights that are integers when divided by a scale."""

    def __init__(
        self,
        nodes: Sequence[Hashable],
        ends: Tuple[bytes, bytes],
        weights: Union[bytes, List[int]],
        scale: int = 1,
    ) -> None:
        self.nodes = nodes
        self.scale = scale
        self.edges: Dict[str, Any] = {"n": len(nodes), "from": ends[0], "to": ends[1], "weights": weights}

    @classmethod
    def of(cls, G: Any, weight: Any) -> _Graph:
        """Any graph; without a key all weights are 1."""
        if hasattr(G, "tocoo"):
            return _of_sparse(G, weight is None)
        if hasattr(G, "__array__") and hasattr(G, "ndim"):
            return _of_dense(G, weight is None)
        _refuse_other_graphs(G)
        nodes = list(G)
        index = {node: i for i, node in enumerate(nodes)}
        edges = [(u, v, data) for u, v, data in G.edges(data=True) if u != v]
        weights = [1 if weight is None else _exact(data.get(weight, 1), u, v) for u, v, data in edges]
        ends = [_array("I", [index[edge[end]] for edge in edges]).tobytes() for end in (0, 1)]
        return cls(nodes, (ends[0], ends[1]), *_integers(weights))

    def negated(self) -> _Graph:
        """The same with the signs of the weights turned."""
        weights = self.edges["weights"]
        if isinstance(weights, bytes):
            weights = _array("q", weights).tolist()
        ends = (self.edges["from"], self.edges["to"])
        return _Graph(self.nodes, ends, _integers([-w for w in weights])[0], self.scale)

    def ends(self) -> List[Tuple[int, int]]:
        """The places of both nodes of every edge."""
        read = [_array("I", self.edges[side]).tolist() for side in ("from", "to")]
        return list(zip(*read))

    def weighing(self, weights: List[int]) -> _Graph:
        """The same edges with other weights."""
        return _Graph(self.nodes, (self.edges["from"], self.edges["to"]), _integers(weights)[0])


def _whole(weights: List[Any]) -> Tuple[List[int], int]:
    """The weights as integers, and what they were multiplied by."""
    scale = _lcm(*{w.denominator for w in weights})
    return [int(w.numerator) * (scale // int(w.denominator)) for w in weights], scale


def _integers(weights: List[Any]) -> Tuple[Union[bytes, List[int]], int]:
    """The weights as integers, as an array where that is wide enough, and what they were multiplied by."""
    integers, scale = _whole(weights)
    try:
        return _array("q", integers).tobytes(), scale
    except OverflowError:
        return integers, scale


def _exact(value: Any, u: Hashable, v: Hashable) -> Any:
    """The number that ``value`` is, without rounding."""
    if isinstance(value, _Integral):
        return int(value)
    if isinstance(value, _Rational):
        return value
    try:
        # Also of Decimal and of the numbers of numpy; infinity and NaN have none.
        return _Fraction(*value.as_integer_ratio())
    except (AttributeError, OverflowError, ValueError):
        pass
    raise ValueError(
        f"the weight of the edge {u!r}-{v!r} is {value!r},"
        " expected an integer, a fraction or a finite number"
    )


def _refuse_other_graphs(G: Any) -> None:
    """Only undirected graphs without parallel edges, as in networkx, and with its exception."""
    for kind in ("multigraph", "directed"):
        asks = getattr(G, f"is_{kind}", None)
        if asks is not None and asks():
            networkx = _sys.modules.get("networkx")
            error = TypeError if networkx is None else networkx.NetworkXNotImplemented
            raise error(f"not implemented for {kind} type")
    if not hasattr(G, "edges") or not hasattr(G, "__iter__"):
        raise TypeError(
            f"found {type(G).__name__}, expected a graph with nodes and edges(data=True), or a matrix"
        )


def _of_dense(matrix: Any, is_unweighted: bool) -> _Graph:
    import numpy

    matrix = numpy.ma.filled(matrix, 0) if numpy.ma.isMaskedArray(matrix) else numpy.asarray(matrix)
    _refuse_other_shapes(matrix)
    rows, columns = numpy.nonzero(matrix)
    return _of_entries(len(matrix), rows, columns, matrix[rows, columns], is_unweighted)


def _of_sparse(matrix: Any, is_unweighted: bool) -> _Graph:
    _refuse_other_shapes(matrix)
    entries = matrix.tocoo(copy=True)
    entries.sum_duplicates()
    return _of_entries(matrix.shape[0], entries.row, entries.col, entries.data, is_unweighted)


def _refuse_other_shapes(matrix: Any) -> None:
    shape = tuple(matrix.shape)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"found a matrix of shape {shape}, expected a square one")
    if shape[0] >= 1 << 31:
        raise ValueError(f"found {shape[0]} rows, expected fewer than {1 << 31}")


def _of_entries(n: int, rows: Any, columns: Any, weights: Any, is_unweighted: bool) -> _Graph:
    """Entries above the diagonal, below it, or both, which agree."""
    import numpy

    is_edge = rows != columns
    rows, columns, weights = rows[is_edge], columns[is_edge], weights[is_edge]
    low = numpy.minimum(rows, columns).astype(numpy.uint64)
    high = numpy.maximum(rows, columns).astype(numpy.uint64)
    keys, first, same = numpy.unique(low * n + high, return_index=True, return_inverse=True)
    differs = numpy.flatnonzero(weights != weights[first][same])
    for place in differs:
        u, v, there, here = low[place], high[place], weights[first][same][place], weights[place]
        # Whatever is no number is not equal to itself, and is refused below.
        if here == here:
            raise ValueError(f"the edge {u}-{v} weighs {there} on one side and {here} on the other")
    ends = [(side[first]).astype(numpy.uint32) for side in (low, high)]
    arrays = (ends[0].tobytes(), ends[1].tobytes())
    weights = weights[first]
    if is_unweighted:
        weights = numpy.ones(len(first), numpy.int64)
    if weights.dtype.kind in "bi" or (weights.dtype.kind == "u" and weights.dtype.itemsize < 8):
        return _Graph(range(n), arrays, weights.astype(numpy.int64).tobytes())
    if weights.dtype.kind == "f" and _are_whole(weights):
        return _Graph(range(n), arrays, weights.astype(numpy.int64).tobytes())
    listed = zip(weights.tolist(), ends[0].tolist(), ends[1].tolist())
    return _Graph(range(n), arrays, *_integers([_exact(w, u, v) for w, u, v in listed]))


def _are_whole(weights: Any) -> bool:
    import numpy

    is_narrow = bool(numpy.all(numpy.abs(weights) < 2**62))
    return is_narrow and bool(numpy.all(weights == numpy.floor(weights)))


_CARDINALITIES = {
    "perfect": "max-weight-perfect",
    "most": "max-weight-max-cardinality",
    "free": "max-weight",
}

_Number = Union[int, _Fraction]


@_dataclass(frozen=True)
class WhyNot:
    """The first of the costs by which another matching differs, and by how much it costs more."""

    #: Place in the list of costs, from 0; -1 where it has fewer pairs, which count before all costs.
    place: int
    #: The attribute, or ``None`` of an array.
    name: Optional[str]
    by: _Number


@_dataclass(frozen=True)
class RankedPairs:
    """One of the best matchings, with the sum of each cost."""

    pairs: Set[Tuple[Hashable, Hashable]]
    costs: List[_Number]


@_dataclass(frozen=True)
class LexicographicMatching:
    """A matching that no other beats by the first cost in which the two differ."""

    pairs: Set[Tuple[Hashable, Hashable]]
    #: The sum of each cost over the pairs, exactly.
    costs: List[_Number]
    #: The matching by one weight that ranks like the costs, with the duals that prove it.
    proof: Matching
    _graph: Any = _field(repr=False)
    _names: List[Optional[str]] = _field(repr=False)
    _of_edge: Dict[FrozenSet[Hashable], List[_Number]] = _field(repr=False)
    _cardinality: str = _field(repr=False)

    def verify(self) -> None:
        """Checks the duals again, without the algorithm; raises ``ProofError`` where they prove nothing."""
        _verify(self._graph, self.proof)

    def best(self, k: int) -> List[RankedPairs]:
        """The ``k`` best matchings in order, an optimal one first; fewer where there are no more.

        Those of equal costs come in an order that is the same on every run. Where pairs are free, matchings with
        a pair that lowers no cost are left out. O(n³) for each.
        """
        if not isinstance(k, int) or k < 1:
            raise ValueError(f"k: found {k!r}, expected a whole number from 1")
        nodes = self._graph.nodes
        ranked = []
        for found in _native.best_matchings(self._graph.edges, _CARDINALITIES[self._cardinality], k):
            pairs = {(nodes[u], nodes[v]) for u, v in found}
            ranked.append(RankedPairs(pairs, self._sums(pairs)))
        if self._cardinality == "most":
            # Those with fewer pairs come after all with more, and are no answers.
            ranked = [each for each in ranked if len(each.pairs) == len(self.pairs)]
        return ranked

    def _sums(self, pairs: Iterable[Tuple[Hashable, Hashable]]) -> List[_Number]:
        chosen = [self._of_edge[frozenset(pair)] for pair in pairs]
        return [_plain(sum((edge[place] for edge in chosen), _Fraction(0))) for place in range(len(self._names))]

    def why_not(self, pairs: Iterable[Tuple[Hashable, Hashable]]) -> Optional[WhyNot]:
        """Why another matching is not the answer: the first cost that gets worse, and by how much.

        ``None`` where it is as good. Raises ``ValueError`` for what is no matching of the graph, and where
        everybody must have a partner and somebody has none.
        """
        seen: Set[Hashable] = set()
        sums: List[_Number] = [0] * len(self.costs)
        others = [tuple(pair) for pair in pairs]
        for pair in others:
            edge = self._of_edge.get(frozenset(pair))
            if edge is None:
                raise ValueError(f"found the pair {pair!r}, which is no edge of the graph")
            if seen.intersection(pair):
                raise ValueError(f"found the pair {pair!r}, one of whom has another partner")
            seen.update(pair)
            sums = [total + cost for total, cost in zip(sums, edge)]
        if self._cardinality != "free" and len(others) < len(self.pairs):
            if self._cardinality == "perfect":
                raise ValueError(
                    f"found {len(others)} pairs, expected {len(self.pairs)}: everybody has a partner"
                )
            return WhyNot(-1, None, len(self.pairs) - len(others))
        for place, (ours, theirs) in enumerate(zip(self.costs, sums)):
            if ours != theirs:
                return WhyNot(place, self._names[place], theirs - ours)
        return None


def lexicographic(G: Any, costs: Sequence[Any], cardinality: str = "perfect") -> LexicographicMatching:
    """The matching with the smallest sum of the first cost, among these of the second, and so on.

    Each of ``costs`` is an attribute of the edges of ``G``, which every edge has, or a square array whose
    rows and columns are the nodes in their order. ``G`` is a graph, or a matrix in which 0 is no edge.
    ``cardinality`` is "perfect" (everybody has a partner; ``MatchingError`` where that cannot be), "most"
    (as many pairs as possible, before any cost), or "free" (pairs only where they lower the costs).

    Numbers are exact, as everywhere in this module; NaN and infinity are refused.

    >>> class Square:
    ...     def __iter__(self):
    ...         return iter("abcd")
    ...     def edges(self, data=False):
    ...         cost = lambda far, old: {"far": far, "old": old}
    ...         return [("a", "b", cost(1, 5)), ("c", "d", cost(1, 0)), ("a", "c", cost(2, 0)), ("b", "d", cost(0, 0))]
    >>> answer = lexicographic(Square(), ["far", "old"])
    >>> sorted(answer.pairs), answer.costs
    ([('a', 'c'), ('b', 'd')], [2, 0])
    >>> answer.why_not([("a", "b"), ("c", "d")])
    WhyNot(place=1, name='old', by=5)
    """
    if cardinality not in _CARDINALITIES:
        raise ValueError(f"cardinality: found {cardinality!r}, expected one of {', '.join(_CARDINALITIES)}")
    if isinstance(costs, str) or not len(costs):
        raise ValueError(f"costs: found {costs!r}, expected a list of attributes or arrays, one or more")
    graph = _Graph.of(G, None)
    ends = graph.ends()
    columns = [_column(G, graph, ends, cost, place) for place, cost in enumerate(costs)]
    packed: List[int] = [0] * len(ends)
    base = 1
    for column in reversed(columns):
        integers, _ = _whole(column)
        packed = [total + base * cost for total, cost in zip(packed, integers)]
        # Sums of two matchings differ by at most this much.
        base *= len(graph.nodes) * max(map(abs, integers), default=0) + 1
    weighed = graph.weighing([-cost for cost in packed])
    proof = _matching(weighed, _CARDINALITIES[cardinality])
    of_edge = {
        frozenset((graph.nodes[u], graph.nodes[v])): [column[i] for column in columns]
        for i, (u, v) in enumerate(ends)
    }
    chosen = [of_edge[frozenset(pair)] for pair in proof.pairs]
    sums = [_plain(sum((edge[place] for edge in chosen), _Fraction(0))) for place in range(len(costs))]
    names = [cost if isinstance(cost, str) else None for cost in costs]
    return LexicographicMatching(proof.pairs, sums, proof, weighed, names, of_edge, cardinality)


def _plain(number: Union[int, _Fraction]) -> _Number:
    return number.numerator if number.denominator == 1 else number


def _column(
    G: Any, graph: Any, ends: List[Tuple[int, int]], cost: Any, place: int
) -> List[_Number]:
    """One cost of every edge, exactly."""
    nodes = graph.nodes
    if hasattr(cost, "__array__"):
        found = _entries(cost, len(nodes), place)
        values = [found[u][v] for u, v in ends]
        mirrored = [found[v][u] for u, v in ends]
        for (u, v), here, there in zip(ends, values, mirrored):
            # Whatever is no number is not equal to itself, and is refused below.
            if here != there and here == here and there == there:
                raise ValueError(
                    f"costs[{place}]: the edge {nodes[u]!r}-{nodes[v]!r} costs {here} on one side and {there} on"
                    " the other, expected a symmetric array"
                )
    elif hasattr(G, "__array__") or hasattr(G, "tocoo"):
        raise TypeError(f"costs[{place}]: found {cost!r} of a matrix, which has no attributes, expected an array")
    else:
        by_ends = {frozenset((u, v)): data for u, v, data in G.edges(data=True)}
        values = []
        for u, v in ends:
            data = by_ends[frozenset((nodes[u], nodes[v]))]
            if cost not in data:
                raise ValueError(
                    f"costs[{place}]: the edge {nodes[u]!r}-{nodes[v]!r} has no attribute {cost!r},"
                    " expected it of every edge"
                )
            values.append(data[cost])
    exact: List[_Number] = []
    for (u, v), value in zip(ends, values):
        try:
            exact.append(_exact(value, nodes[u], nodes[v]))
        except ValueError as error:
            raise ValueError(f"costs[{place}]: {error}") from None
    return exact


def _entries(cost: Any, n: int, place: int) -> Any:
    import numpy

    array = numpy.asarray(cost)
    if array.shape != (n, n):
        raise ValueError(f"costs[{place}]: found an array of shape {array.shape}, expected {(n, n)}")
    return array.tolist()
