"""Recorded rounds, points and ranks beside those computed here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable, Dict, List, Optional, Tuple

from ._table import Tabular, html_table


@dataclass(frozen=True)
class Decision:
    """Which rule decides between the recorded round and ours."""

    #: The bracket, counted from 1 at the top, and the score of its residents.
    bracket: int
    score: str
    #: The first rule in which the two differ, such as "C12"; None if no rule tells them apart.
    rule: Optional[str]
    article: Optional[str]
    #: What each of the two costs by that rule.
    recorded: Optional[List[int]]
    here: Optional[List[int]]
    #: Which is better by it: "file", "here" or "neither".
    better: str
    #: The same in words.
    text: str


@dataclass(frozen=True)
class CheckedRound:
    """A recorded round beside ours. Pairs are White and Black; (n, 0) is the bye of n."""

    round: int
    #: "equal", "colours-differ", "pairing-differs" or "impossible-here".
    verdict: str
    only_recorded: List[Tuple[int, int]]
    only_here: List[Tuple[int, int]]
    #: Whether the recorded round obeys the absolute rules, and what it breaks.
    legal: bool
    breaches: List[str]
    decision: Optional[Decision]
    #: The reading of the rules by which the recorded round would be ours, where that decides:
    #: "C10-C11-who-gets" (docs/src/disputes/who-gets.md).
    reading: Optional[str]
    #: Why no round is paired here, in words.
    impossible: Optional[str]

    @property
    def is_same(self) -> bool:
        """Whether opponents and colours are the same."""
        return self.verdict == "equal"


class Check(Tabular):
    """What a check of a file says."""

    #: The whole answer about the file, as ``edelweiss check --format json`` has it.
    document: Dict[str, Any]

    def __init__(self, document: Dict[str, Any], words: Callable[[], str]) -> None:
        (self.document,) = document["files"]
        self._words = words

    @property
    def rules(self) -> Optional[str]:
        """The rules by which the rounds were paired again, as people name them."""
        rules = self.document.get("rules")
        return None if rules is None else str(rules["name"])

    @property
    def is_same(self) -> bool:
        """Whether nothing differs: rounds, points and ranks."""
        standings = self.standings
        return (
            all(round.is_same for round in self.rounds)
            and not self.wrong_points
            and (standings is None or bool(standings["equal"]))
        )

    @cached_property
    def rounds(self) -> List[CheckedRound]:
        """Every recorded round."""
        return [_round(round) for round in self.document["rounds"]]

    @property
    def wrong_points(self) -> List[Dict[str, Any]]:
        """Recorded points that do not fit the results (a file read with ``check_points=False``)."""
        return list(self.document.get("wrong_points", ()))

    @property
    def standings(self) -> Optional[Dict[str, Any]]:
        """How recorded ranks compare; None where the file has none, or no list of tie-breaks."""
        standings: Optional[Dict[str, Any]] = self.document.get("standings")
        return standings

    def columns(self) -> Dict[str, List[Any]]:
        """The rounds as columns."""
        decisions = [round.decision for round in self.rounds]
        return {
            "round": [round.round for round in self.rounds],
            "verdict": [round.verdict for round in self.rounds],
            "legal": [round.legal for round in self.rounds],
            "rule": [None if d is None else d.rule for d in decisions],
            "article": [None if d is None else d.article for d in decisions],
            "better": [None if d is None else d.better for d in decisions],
            "reading": [round.reading for round in self.rounds],
        }

    def __str__(self) -> str:
        """In the words of ``edelweiss check``; checks once more."""
        return self._words()

    def __repr__(self) -> str:
        equal = sum(round.is_same for round in self.rounds)
        return f"<Check: {equal} of {len(self.rounds)} rounds are the same>"

    def _repr_html_(self) -> str:
        """The rounds as a table, for notebooks."""
        columns = self.columns()
        caption = self.rules or "No round is paired again"
        return html_table(caption, list(columns), list(zip(*columns.values())))


def _round(round: Dict[str, Any]) -> CheckedRound:
    decision = round.get("decision")
    names = ("bracket", "score", "rule", "article", "recorded", "here", "better", "text")
    return CheckedRound(
        round=round["round"],
        verdict=round["verdict"],
        only_recorded=[_seat(seat) for seat in round["recorded"]],
        only_here=[_seat(seat) for seat in round["here"]],
        legal=round["legal"],
        breaches=round["breaches"],
        decision=None if decision is None else Decision(**{name: decision[name] for name in names}),
        reading=round.get("reading"),
        impossible=round.get("why_impossible"),
    )


def _seat(seat: Dict[str, Any]) -> Tuple[int, int]:
    if "bye" in seat:
        return (seat["bye"], 0)
    # Of a forfeited game the file may not tell the colours.
    a, b = seat["players"] if "players" in seat else (seat["white"], seat["black"])
    return (a, b)
