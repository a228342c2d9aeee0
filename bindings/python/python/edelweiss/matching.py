"""Matchings of any graph, exact at any size of weights.

The functions have the names, signatures and meaning of those of networkx, which is not needed: a graph
is anything that iterates over its nodes and has ``edges(data=True)``.

Weights are integers of any size, fractions, or floating-point numbers, which are taken for exactly the
fractions that they are: no rounding, no tolerance. Every answer is proved by its dual solution before it
is returned.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import lcm
from numbers import Integral, Rational
from typing import Any, Hashable, List, Set, Tuple

from . import _native

__all__ = ["max_weight_matching", "min_weight_matching"]


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
    return _matching(G, maxcardinality, weight, sign=1)


def min_weight_matching(
    G: Any, weight: Any = "weight"
) -> Set[Tuple[Hashable, Hashable]]:
    """The matching with the smallest sum of weights among those with the most pairs.

    Otherwise as ``max_weight_matching``.
    """
    return _matching(G, True, weight, sign=-1)


def _matching(
    G: Any, maxcardinality: bool, weight: Any, sign: int
) -> Set[Tuple[Hashable, Hashable]]:
    _refuse_other_graphs(G)
    nodes = list(G)
    index = {node: i for i, node in enumerate(nodes)}
    ends: List[Tuple[int, int]] = []
    weights: List[Rational] = []
    for u, v, data in G.edges(data=True):
        if u != v:
            ends.append((index[u], index[v]))
            weights.append(_exact(data.get(weight, 1), u, v))
    denominator = lcm(*(w.denominator for w in weights))
    edges = [
        (u, v, sign * int(w.numerator) * (denominator // int(w.denominator)))
        for (u, v), w in zip(ends, weights)
    ]
    pairs = _native.best_matching(len(nodes), edges, bool(maxcardinality))
    return {(nodes[u], nodes[v]) for u, v in pairs}


def _exact(value: Any, u: Hashable, v: Hashable) -> Rational:
    """The number that ``value`` is, without rounding."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return value
    try:
        # Also of Decimal and of the numbers of numpy; infinity and NaN have none.
        return Fraction(*value.as_integer_ratio())
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
            networkx = sys.modules.get("networkx")
            error = TypeError if networkx is None else networkx.NetworkXNotImplemented
            raise error(f"not implemented for {kind} type")
