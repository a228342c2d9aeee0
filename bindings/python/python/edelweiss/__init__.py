"""Swiss pairings by the FIDE rules.

>>> import edelweiss
>>> t = edelweiss.Tournament.read("open.trf")          # doctest: +SKIP
>>> round = edelweiss.pair(t)                          # doctest: +SKIP
>>> [(b.white, b.black) for b in round.boards]         # doctest: +SKIP

The rules are those that record 192 of the file asks for, else those in force on its date, else the
FIDE (Dutch) System of 2026; ``rules=2017`` or ``rules=2026`` chooses an edition of the Dutch System.

What is refused raises ``TournamentError`` with ``line``, ``column``, ``messages`` and ``hint``.
``edelweiss.matching`` has matchings of any graph.
"""

from __future__ import annotations

from typing import Iterable, Optional, Sequence, Union

from . import _native, matching
from ._native import (
    EdelweissError,
    InternalError,
    ProofError,
    Tournament,
    TournamentError,
    __version__,
)
from ._round import Board, Bracket, CheckedRound, Round, Standing, Witness

__all__ = [
    "Board",
    "Bracket",
    "CheckedRound",
    "EdelweissError",
    "InternalError",
    "ProofError",
    "Round",
    "Standing",
    "Tournament",
    "TournamentError",
    "Witness",
    "__version__",
    "check",
    "explain",
    "generate",
    "matching",
    "pair",
    "pair_many",
    "prove",
    "standings",
    "verify",
]

# What these have where nothing sets them.
for _error in (TournamentError,):
    _error.line = None
    _error.column = None
    _error.messages = ()
    _error.hint = None
del _error


def pair(
    tournament: Tournament,
    rules: Optional[int] = None,
    round: Optional[int] = None,
) -> Round:
    """Pairs a round.

    ``round`` is the number of a recorded round, which is paired again from the rounds before it, or of
    the next one. Without it: the last recorded round while none of its games has a result, else the
    next one.

    A round that no legal pairing exists for is an answer, not an error: see ``Round.impossible``.
    """
    return Round._of(_native.pair(tournament, rules, round))


def pair_many(
    tournaments: Iterable[Tournament], rules: Optional[int] = None
) -> list[Round]:
    """Pairs the next round of each tournament, side by side on all cores."""
    answers = _native.pair_many(list(tournaments), rules)
    return [Round._of(answer) for answer in answers]


def check(tournament: Tournament, rules: Optional[int] = None) -> list[CheckedRound]:
    """Pairs every recorded round again and says where who meets whom differs. Dutch System only."""
    return [CheckedRound(**answer) for answer in _native.check(tournament, rules)]


def standings(
    tournament: Tournament,
    tie_breaks: Optional[Sequence[str]] = None,
    after_round: Optional[int] = None,
) -> list[Standing]:
    """Ranks the players by points and FIDE tie-breaks, the best first.

    ``tie_breaks`` is a list of codes such as ``["BH/C1", "BH", "DE"]``. Without it: the list of record
    212 or 202 of the file, else BH/C1, BH, SB, DE, WIN. The edition of the regulations is the one in
    force on the date of the file. ``after_round`` counts the rounds so far only.
    """
    if isinstance(tie_breaks, str):
        tie_breaks = tie_breaks.split(",")
    codes = None if tie_breaks is None else list(tie_breaks)
    return [Standing._of(line) for line in _native.standings(tournament, codes, after_round)]


def explain(
    tournament: Tournament,
    rules: Optional[int] = None,
    round: Optional[int] = None,
    language: str = "en",
    markdown: bool = False,
) -> str:
    """Tells how a round came about, bracket by bracket, with the articles beside it. Dutch System only.

    ``language`` is "en" or "de"; ``round`` as in ``pair``.
    """
    return _native.explain(tournament, rules, round, language, markdown)


def generate(seed: int, players: int, rounds: int, rules: int = 2026) -> Tournament:
    """Makes a random tournament, paired by the Dutch System; the same arguments make the same one."""
    return _native.generate(seed, players, rounds, rules)


def prove(
    tournament: Tournament,
    rules: Optional[int] = None,
    round: Optional[int] = None,
) -> str:
    """A proof, as JSON, that the round is the one that the Dutch rules ask for, or that there is none.

    ``round`` as in ``pair``.
    """
    return _native.prove(tournament, rules, round)


def verify(
    tournament: Tournament,
    proof: Union[str, bytes],
    round: Optional[int] = None,
) -> None:
    """Checks a proof without the engine. Raises ``ProofError`` where it does not hold."""
    text = proof.decode("utf-8") if isinstance(proof, bytes) else proof
    _native.verify(tournament, text, round)
