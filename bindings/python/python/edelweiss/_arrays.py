"""Costs of a round as numpy arrays."""

from __future__ import annotations

from typing import Any, Callable, List, Sequence

from ._native import TournamentError

#: More than the core takes.
_LARGE = 2**62


class RoundArrays:
    """What is known before a round, as numpy arrays of whole numbers; players in the order of their numbers.

    Arrays are not to be written to.
    """

    #: The number of the round, and of all rounds.
    round: int
    rounds: int
    #: How many players there are.
    n: int

    # Properties, so that what a function does not ask for costs nothing.
    def __init__(self, numbers: Any, n: int, played: int, rounds: int) -> None:
        self.round, self.rounds, self.n = played + 1, rounds, n
        self._numbers = numbers

    @property
    def scores(self) -> Any:
        """Points so far in tenths, with virtual points: shape (n,), as the next three."""
        return self._numbers[: self.n]

    @property
    def ratings(self) -> Any:
        """0 for none."""
        return self._numbers[self.n : 2 * self.n]

    @property
    def colour_differences(self) -> Any:
        """Games with White minus games with Black."""
        return self._numbers[2 * self.n : 3 * self.n]

    @property
    def bye_allowed(self) -> Any:
        """Whether the player may have the bye (C2)."""
        return self._numbers[3 * self.n : 4 * self.n].astype(bool)

    @property
    def met(self) -> Any:
        """Whether two have met: shape (n, n)."""
        return self._numbers[4 * self.n : self._games].reshape(self.n, self.n).astype(bool)

    @property
    def opponents(self) -> Any:
        """Of each round before this one, the place of the opponent, -1 for none: shape (round - 1, n)."""
        return self._numbers[self._games : self._points].reshape(-1, self.n)

    @property
    def points(self) -> Any:
        """Of each round before this one, points in tenths: shape (round - 1, n)."""
        return self._numbers[self._points :].reshape(-1, self.n)

    @property
    def _games(self) -> int:
        return 4 * self.n + self.n * self.n

    @property
    def _points(self) -> int:
        return self._games + (self.round - 1) * self.n


#: What computes the costs of a round: arrays, most important first.
CostsFunction = Callable[[RoundArrays], Sequence[Any]]


class Computer:
    """A function of the caller, as the core asks it."""

    def __init__(self, name: str, function: CostsFunction) -> None:
        if not callable(function):
            raise TypeError(f"arrays[{name!r}]: found {function!r}, expected a function of a round")
        self.name = name
        self.function = function

    def __call__(self, numbers: bytes, n: int, played: int, rounds: int) -> List[bytes]:
        import numpy

        known = RoundArrays(numpy.frombuffer(numbers, dtype=numpy.int64), n, played, rounds)
        costs = self.function(known)
        where = f"arrays.{self.name}"
        if isinstance(costs, numpy.ndarray) or not hasattr(costs, "__len__") or not len(costs):
            raise TournamentError(f"{where}: found {type(costs).__name__}, expected a list of arrays, one or more")
        return [_bytes_of(numpy, f"{where}: array {place} of round {played + 1}", cost, n) for place, cost in enumerate(costs, 1)]


def _bytes_of(numpy: Any, where: str, cost: Any, n: int) -> bytes:
    array = numpy.asarray(cost)
    if array.dtype == numpy.int64 and array.shape == (n, n):
        return bytes(array.tobytes())
    if array.shape not in ((n, n), (n,)):
        raise TournamentError(f"{where}: found the shape {array.shape}, expected {(n, n)}, or {(n,)} for costs of the bye")
    if array.dtype.kind == "f":
        if not numpy.isfinite(array).all():
            raise TournamentError(f"{where}: found {array[~numpy.isfinite(array)][0]}, expected numbers")
        odd = array != numpy.trunc(array)
        if odd.any():
            raise TournamentError(
                f"{where}: found {array[odd][0]}, expected whole numbers\n"
                "  hint: multiply and round, so that nothing is decided by the error of a float"
            )
    elif array.dtype.kind not in "biu":
        raise TournamentError(f"{where}: found the type {array.dtype}, expected numbers")
    if array.ndim == 1:
        array = numpy.diag(array)
    if array.dtype.kind in "fu":
        # What 64 bits do not hold is refused with whatever else is too large.
        array = array.clip(-_LARGE if array.dtype.kind == "f" else 0, _LARGE)
    return bytes(array.astype(numpy.int64).tobytes())
