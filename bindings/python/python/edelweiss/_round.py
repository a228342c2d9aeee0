"""What a pairing is made of."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Dict, List, Optional, Tuple


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
    #: The score of its residents, virtual points included, as text.
    score: Optional[str]
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


@dataclass(frozen=True)
class Round:
    """A round, or the reason why there is none."""

    number: int
    #: The rules applied, as people name them.
    rules: str
    #: In the order of publication.
    boards: List[Board]
    #: Who receives the pairing-allocated bye.
    bye: Optional[int]
    #: To whom the arbiter had given the bye beforehand.
    given_bye: Optional[int]
    brackets: List[Bracket]
    #: Why no round is paired, in words; None where there is one.
    impossible: Optional[str]
    #: The proof of that, where no pairing is legal.
    witness: Optional[Witness]

    @classmethod
    def _of(cls, answer: Dict[str, Any]) -> "Round":
        boards = [
            Board(number, *players, reason, article)
            for number, (players, reason, article) in enumerate(answer["boards"], 1)
        ]
        witness = answer["witness"]
        return cls(
            number=answer["round"],
            rules=answer["rules"],
            boards=boards,
            bye=answer["bye"],
            given_bye=answer["given_bye"],
            brackets=[Bracket(**bracket) for bracket in answer["brackets"]],
            impossible=answer["impossible"],
            witness=None if witness is None else Witness(**witness),
        )

    @property
    def pairs(self) -> List[Tuple[int, int]]:
        """White and Black of each board."""
        return [(board.white, board.black) for board in self.boards]

    def __str__(self) -> str:
        if self.impossible is not None:
            return self.impossible
        lines = [f"Round {self.number}, {self.rules}"]
        lines.extend(str(board) for board in self.boards)
        if self.bye is not None:
            lines.append(f"bye: {self.bye}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The round as a table, for notebooks."""
        if self.impossible is not None:
            return f"<p>{escape(self.impossible)}</p>"
        rows = "".join(
            f"<tr><td>{b.number}</td><td>{b.white} {escape(b.white_name)}</td>"
            f"<td>{b.black} {escape(b.black_name)}</td>"
            f"<td>{escape(b.colour_reason)}</td></tr>"
            for b in self.boards
        )
        bye = "" if self.bye is None else f"<p>Bye: {self.bye}</p>"
        return (
            f"<table><caption>Round {self.number}, {escape(self.rules)}</caption>"
            "<thead><tr><th>Board</th><th>White</th><th>Black</th><th>Colours</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>{bye}"
        )


@dataclass(frozen=True)
class CheckedRound:
    """A recorded round beside ours. Pairs have the smaller number first; (0, n) is the bye of n."""

    round: int
    is_same: bool
    only_recorded: List[Tuple[int, int]]
    only_here: List[Tuple[int, int]]
    #: Why no round is paired here, in words.
    impossible: Optional[str]


@dataclass(frozen=True)
class Standing:
    """The rank of a player."""

    #: Shared by those whom no tie-break separates.
    rank: int
    number: int
    name: str
    points: float
    #: By code, in order, as files write them; None where a player has no value.
    tie_breaks: Dict[str, Optional[float]]

    @classmethod
    def _of(cls, line: Dict[str, Any]) -> "Standing":
        values = line["tie_breaks"].items()
        return cls(
            rank=line["rank"],
            number=line["number"],
            name=line["name"],
            points=float(line["points"]),
            # The minus of a value that is not there is no sign.
            tie_breaks={code: None if v == "-0" else float(v) for code, v in values},
        )
