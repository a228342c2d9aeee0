"""Swiss pairings by the FIDE rules.

>>> import edelweiss
>>> t = edelweiss.generate(seed=7, players=6, rounds=3, settings="plain = true")
>>> edelweiss.pair(t, round=1).pairs
[(1, 4), (5, 2), (3, 6)]

A file is read with ``Tournament.read("open.trf")``. The rules are those that record 192 of the file asks
for, else those in force on its date, else the FIDE (Dutch) System of 2026; ``rules=`` and ``system=``
choose others.

What is refused raises ``TournamentError`` with ``line``, ``column``, ``messages`` and ``hint``.
``edelweiss.matching`` has matchings of any graph.
"""

from __future__ import annotations

from . import matching
from ._arrays import RoundArrays
from ._ask import (
    ask,
    check,
    editions,
    explain,
    formulate,
    formulation_problem,
    judge,
    pair,
    pair_many,
    preview,
    prove,
    standings,
    variants,
    verify,
    versions,
    with_ranks,
    with_round,
)
from ._check import Check, CheckedRound, Decision
from ._event import NewEvent, lists, new, report, state, workbook
from ._experiment import ExperimentResult, experiment
from ._made import Simulation, generate, simulate
from ._native import (
    EdelweissError,
    InternalError,
    MatchingError,
    ProofError,
    Tournament,
    TournamentError,
    __version__,
)
from ._round import Board, Bracket, Round, Witness
from ._round_table import RoundTable, pair_table
from ._standings import Standing, Standings
from ._table import Table

__all__ = [
    "Board",
    "Bracket",
    "Check",
    "CheckedRound",
    "Decision",
    "EdelweissError",
    "ExperimentResult",
    "InternalError",
    "MatchingError",
    "NewEvent",
    "ProofError",
    "Round",
    "RoundArrays",
    "RoundTable",
    "Simulation",
    "Standing",
    "Standings",
    "Table",
    "Tournament",
    "TournamentError",
    "Witness",
    "__version__",
    "ask",
    "check",
    "editions",
    "experiment",
    "explain",
    "formulate",
    "formulation_problem",
    "generate",
    "judge",
    "lists",
    "matching",
    "new",
    "pair",
    "pair_many",
    "pair_table",
    "preview",
    "prove",
    "report",
    "simulate",
    "standings",
    "state",
    "variants",
    "verify",
    "versions",
    "with_ranks",
    "with_round",
    "workbook",
]

# What these have where nothing sets them.
TournamentError.kind = "invalid"
TournamentError.line = None
TournamentError.column = None
TournamentError.messages = ()
TournamentError.hint = None
