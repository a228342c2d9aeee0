"""What a pairing is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Dict, List, Optional, Tuple

from ._table import Tabular, html_table


@dataclass(frozen=True)
class Board:
    """Two players, by their numbers, and why the colours are as they are."""

    number: int
    white: int
    black: int
    white_name: str
    black_name: str
    #: Code of the rule, such as "alternated".
    colour_reason: str
    #: Its article.
    article: str

    def __str__(self) -> str:
        return (
            f"{self.number}: {self.white} {self.white_name}"
            f" - {self.black} {self.black_name}"
        )


@dataclass(frozen=True)
class Bracket:
    """A bracket as it was paired; players by number, highest ranked first."""

    #: "normal"; in the edition of 2017 also "penultimate" and "collapsed-last".
    kind: str
    #: The score of its residents, virtual points included.
    score: Optional[float]
    #: Players moved down into it.
    mdps: List[int]
    residents: List[int]
    #: The higher ranked player first.
    pairs: List[Tuple[int, int]]
    #: Who leaves it unpaired.
    floaters: List[int]
    #: What the pairing costs under each criterion, by its label, in order of priority.
    costs: Dict[str, List[int]]


@dataclass(frozen=True)
class Witness:
    """The proof that no legal round exists: more groups with an odd number of players than partners."""

    partners: List[int]
    bye_is_a_partner: bool
    groups: List[List[int]]
    #: Who stays over in a pairing of as many players as possible.
    stay_over: List[int]


class Round(Tabular):
    """A round, or the reason why there is none."""

    #: The whole answer: the document of ``edelweiss pair --format json``.
    document: Dict[str, Any]

    def __init__(self, document: Dict[str, Any]) -> None:
        self.document = document

    @property
    def number(self) -> int:
        """Which round it is."""
        return int(self.document["round"])

    @property
    def rules(self) -> str:
        """The rules applied, as people name them."""
        return str(self.document["rules"]["name"])

    @cached_property
    def boards(self) -> List[Board]:
        """In the order of publication; empty where there is no round."""
        return [
            Board(
                number=board["board"],
                white=board["white"]["number"],
                black=board["black"]["number"],
                white_name=board["white"]["name"],
                black_name=board["black"]["name"],
                colour_reason=board["colour_reason"]["code"],
                article=board["colour_reason"]["article"],
            )
            for board in self.document.get("boards", ())
        ]

    @property
    def pairs(self) -> List[Tuple[int, int]]:
        """White and Black of each board."""
        return [(board.white, board.black) for board in self.boards]

    @property
    def bye(self) -> Optional[int]:
        """Who receives the pairing-allocated bye."""
        return self._number_of("bye")

    @property
    def given_bye(self) -> Optional[int]:
        """To whom the arbiter had given the bye beforehand."""
        return self._number_of("given_bye")

    def _number_of(self, seat: str) -> Optional[int]:
        player = self.document.get(seat)
        return None if player is None else int(player["number"])

    @cached_property
    def brackets(self) -> List[Bracket]:
        """How the round came about, from the top."""
        return [
            Bracket(
                kind=bracket["kind"],
                score=bracket["score"],
                mdps=bracket["moved_down"],
                residents=bracket["residents"],
                pairs=[(a, b) for a, b in bracket["pairs"]],
                floaters=bracket["floaters"],
                costs={cost["rule"]: cost["fields"] for cost in bracket["costs"] or ()},
            )
            for bracket in self.document.get("brackets", ())
        ]

    @property
    def is_as_recorded(self) -> Optional[bool]:
        """Whether it came out as it stands in the file; None where it does not stand there."""
        recorded = self.document.get("recorded")
        return None if recorded is None else bool(recorded["is_same"])

    @property
    def notes(self) -> List[str]:
        """What there is to say about the choice of the round and of its colours, in words."""
        return list(self.document["notes"])

    @property
    def impossible(self) -> Optional[str]:
        """Why no round is paired, in words; None where there is one."""
        why = self.document.get("impossible")
        return None if why is None else str(why["message"])

    @property
    def witness(self) -> Optional[Witness]:
        """The proof of that, where no pairing is legal."""
        proof = self.document.get("impossible", {}).get("proof")
        return None if proof is None else Witness(**proof)

    def columns(self) -> Dict[str, List[Any]]:
        """The boards as columns: who sits there, with which rating, points and float, and why so."""
        boards = self.document.get("boards", [])
        columns: Dict[str, List[Any]] = {"board": [board["board"] for board in boards]}
        for colour in ("white", "black"):
            columns[colour] = [board[colour]["number"] for board in boards]
            for field in ("name", "title", "rating", "federation", "score", "float"):
                columns[f"{colour}_{field}"] = [board[colour][field] for board in boards]
        columns["colour_reason"] = [board["colour_reason"]["code"] for board in boards]
        columns["article"] = [board["colour_reason"]["article"] for board in boards]
        return columns

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return self.document == other.document

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        if self.impossible is not None:
            return self.impossible
        lines = [f"Round {self.number}, {self.rules}"]
        lines.extend(str(board) for board in self.boards)
        if self.bye is not None:
            lines.append(f"bye: {self.bye}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        what = "impossible" if self.impossible else f"{len(self.boards)} boards"
        return f"<Round {self.number}: {what}>"

    def _repr_html_(self) -> str:
        """The round as a table, for notebooks."""
        if self.impossible is not None:
            return f"<pre>{escape(self.impossible)}</pre>"
        rows = [
            (b.number, f"{b.white} {b.white_name}", f"{b.black} {b.black_name}", b.colour_reason)
            for b in self.boards
        ]
        bye = "" if self.bye is None else f"<p>Bye: {self.bye}</p>"
        caption = f"Round {self.number}, {self.rules}"
        return html_table(caption, ("Board", "White", "Black", "Colours"), rows) + bye
