"""Ranks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, Iterator, List, Optional, Union, overload
from typing import Sequence as SequenceOf

from ._table import Tabular, html_table


@dataclass(frozen=True)
class Standing:
    """The rank of a player, or of a team."""

    #: Shared by those whom no tie-break separates.
    rank: int
    number: int
    name: str
    points: float
    #: By code, in order; None where there is no value. ``Standings.document`` has them exactly.
    tie_breaks: Dict[str, Optional[float]]
    #: Of teams.
    match_points: Optional[float] = None
    game_points: Optional[float] = None


class Standings(Tabular, SequenceOf[Standing]):
    """The players, or the teams, in the order of their ranks: a sequence of ``Standing``."""

    #: The whole answer: the document of ``edelweiss standings --format json``.
    document: Dict[str, Any]

    def __init__(self, document: Dict[str, Any]) -> None:
        self.document = document

    @property
    def rules(self) -> str:
        """The edition of the tie-break regulations, as people name it."""
        return str(self.document["rules"]["name"])

    @property
    def after_round(self) -> int:
        """How many rounds are counted."""
        return int(self.document["after_round"])

    @property
    def tie_breaks(self) -> List[str]:
        """The codes of the list."""
        return [each["code"] for each in self.document["tie_breaks"]]

    @cached_property
    def _rows(self) -> List[Standing]:
        return [self._row(row) for row in self.document["standings"]]

    def _row(self, row: Dict[str, Any]) -> Standing:
        values = zip(self.tie_breaks, row["values"])
        return Standing(
            rank=row["rank"],
            number=row["number"],
            name=row["name"],
            points=row["points"],
            tie_breaks={
                code: None if value is None else value["exact"][0] / value["exact"][1]
                for code, value in values
            },
            match_points=row.get("match_points"),
            game_points=row.get("game_points"),
        )

    @overload
    def __getitem__(self, index: int) -> Standing: ...

    @overload
    def __getitem__(self, index: slice) -> List[Standing]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Standing, List[Standing]]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Standing]:
        return iter(self._rows)

    def columns(self) -> Dict[str, List[Any]]:
        """Ranks, players, points, and a column for each tie-break."""
        fields = ["rank", "number", "name", "points"]
        if any(row.match_points is not None for row in self):
            fields += ["match_points", "game_points"]
        columns: Dict[str, List[Any]] = {
            field: [getattr(row, field) for row in self] for field in fields
        }
        for code in self.tie_breaks:
            columns[code] = [row.tie_breaks[code] for row in self]
        return columns

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Standings):
            return NotImplemented
        return self.document == other.document

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Standings after round {self.after_round}: {len(self)} ranked>"

    def _repr_html_(self) -> str:
        """The ranks as a table, for notebooks; tie-breaks as files write them."""
        rows = [
            [row["rank"], f"{row['number']} {row['name']}", row["points"]]
            + [None if value is None else value["text"] for value in row["values"]]
            for row in self.document["standings"]
        ]
        head = ["Rank", "Team" if "match_points" in (self.document["standings"] or [{}])[0] else "Player"]
        caption = f"Standings after round {self.after_round}, {self.rules}"
        return html_table(caption, [*head, "Points", *self.tie_breaks], rows)
