"""Made-up tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Union

from . import _native
from ._ask import Edition, as_json, listed
from ._native import Tournament
from ._table import Table, html_table

#: A number, or a range such as "40..80".
Amount = Union[int, str]


def generate(
    seed: int,
    players: Optional[Amount] = None,
    rounds: Optional[Amount] = None,
    rules: Optional[Edition] = None,
    *,
    system: Optional[str] = None,
    settings: Optional[str] = None,
    model: Optional[Tournament] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    index: int = 0,
) -> Tournament:
    """Makes a random tournament; the same arguments make the same one on every machine.

    ``players`` and ``rounds`` are numbers, or ranges such as "40..80"; ``settings`` is the text of a
    settings file of ``edelweiss generate``, over which the arguments win; instead of it, ``model`` is a
    tournament whose field plays again. ``tie_breaks`` is the list by which the ranks in the file are
    made. ``index`` is the place of the tournament in the endless row of those of the seed, from 0.
    """
    options = {
        **_options(seed, players, rounds, rules, system, settings, tie_breaks),
        "index": index,
    }
    return _native.generate(f"tournament {index} of seed {seed}", as_json(options), model)


@dataclass(frozen=True)
class Simulation:
    """Many tournaments as four tables, in all of which ``tournament`` is the index of ``generate``."""

    #: One row for each: players, rounds, games and their results, byes, and why it ended early.
    tournaments: Table
    #: ``strength`` is what results were drawn by: the rating, or a hidden one; points and rank at the end.
    players: Table
    #: White, Black, the points of both, and whether it was played over the board.
    games: Table
    #: Byes of every ``kind``: "pairing-allocated", "full-point", "half-point", "zero-point".
    byes: Table

    def _repr_html_(self) -> str:
        """What there is, for notebooks."""
        tables: Dict[str, Table] = {
            "tournaments": self.tournaments,
            "players": self.players,
            "games": self.games,
            "byes": self.byes,
        }
        rows = [(name, len(table), ", ".join(table.names)) for name, table in tables.items()]
        return html_table("Simulation", ("Table", "Rows", "Columns"), rows)


def simulate(
    seed: int,
    start: int = 0,
    count: int = 1,
    players: Optional[Amount] = None,
    rounds: Optional[Amount] = None,
    rules: Optional[Edition] = None,
    *,
    system: Optional[str] = None,
    settings: Optional[str] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
) -> Simulation:
    """Makes the tournaments ``start`` to ``start + count - 1`` of a seed, on all cores, as tables.

    They are those of ``generate`` with the same arguments and their ``index``; the tables do not depend
    on the number of threads. ``tie_breaks`` is the list by which ranks are made, as in ``standings``.
    """
    options = as_json(_options(seed, players, rounds, rules, system, settings, tie_breaks))
    tables = _native.simulate(options, start, count, listed(tie_breaks))
    return Simulation(*(Table(table) for table in tables))


def _options(*values: Any) -> Dict[str, Any]:
    names = ("seed", "players", "rounds", "rules", "system", "config")
    return {**dict(zip(names, values)), "tie_breaks": listed(values[-1])}
