"""Matchings of any graph, exact at any size of weights.

``max_weight_matching`` and ``min_weight_matching`` have the names, signatures and meaning of those of
networkx, which is not needed. ``matching`` has more goals and returns the proof, which ``verify`` checks;
``gallai_edmonds`` says what limits the number of pairs.

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
from fractions import Fraction as _Fraction
from functools import cached_property as _cached_property
from math import lcm as _lcm
from numbers import Integral as _Integral
from numbers import Rational as _Rational
from typing import Any, Dict, FrozenSet, Hashable, List, Optional, Sequence, Set, Tuple, Union

from . import _native
from ._native import ProofError as _ProofError

__all__ = [
    "Blossom",
    "GallaiEdmonds",
    "Matching",
    "gallai_edmonds",
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
    graph = _Graph.of(G, weight)
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


def _integers(weights: List[Any]) -> Tuple[Union[bytes, List[int]], int]:
    """The weights as integers, as an array where that is wide enough, and what they were multiplied by."""
    scale = _lcm(*{w.denominator for w in weights})
    integers = [int(w.numerator) * (scale // int(w.denominator)) for w in weights]
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
