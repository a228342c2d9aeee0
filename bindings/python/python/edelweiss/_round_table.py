"""A round as arrays, for those who need its boards and nothing else."""

from __future__ import annotations

from typing import Any, Optional

from . import _native
from ._ask import _options
from ._native import Tournament
from ._table import Table


class RoundTable:
    """The boards of a round as a table, 8 bytes a board.

    ``number`` is that of the round; ``boards`` has the columns ``white`` and ``black`` in the order of
    publication; ``bye`` is the player with the pairing-allocated bye, ``given_bye`` the one who was given it
    beforehand, or None.
    """

    number: int
    boards: Table
    bye: Optional[int]
    given_bye: Optional[int]

    def __init__(self, number: int, boards: Table, bye: Optional[int], given_bye: Optional[int]) -> None:
        self.number, self.boards, self.bye, self.given_bye = number, boards, bye, given_bye

    def __repr__(self) -> str:
        return f"<RoundTable: round {self.number}, {len(self.boards)} boards>"


def pair_table(tournament: Tournament, **options: Any) -> RoundTable:
    """Pairs a round, as ``pair`` with the same options does, and answers its boards as a table.

    It is the one for large tournaments: of 1,000,000 players the round takes 4 MB, where that of ``pair`` has
    everything about each player.

    Raises ``TournamentError`` where there is no round, its ``kind`` being "no-pairing".
    """
    number, boards, bye, given_bye = _native.pair_table(tournament, _options(tournament, options))
    return RoundTable(number, Table(boards), bye, given_bye)
