"""An event from its list of players to its report: questions of the program as functions, as in ``_ask``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Union

from . import _native
from ._ask import Edition, Ratings, answer, as_json, ask, listed
from ._native import Tournament


@dataclass(frozen=True)
class NewEvent:
    """A tournament before round 1, and how its list was read."""

    tournament: Tournament
    #: The whole answer: the document of ``edelweiss new --format json``, with ``columns`` (what each of the
    #: list was taken for), ``players``, ``warnings`` and ``notes``.
    document: Dict[str, Any]


def new(
    players: Union[str, bytes],
    rounds: Optional[int] = None,
    name: Optional[str] = None,
    *,
    column: Optional[Sequence[str]] = None,
    city: Optional[str] = None,
    federation: Optional[str] = None,
    dates: Optional[str] = None,
    arbiter: Optional[str] = None,
    deputy: Optional[Sequence[str]] = None,
    rate_of_play: Optional[str] = None,
    points: Optional[str] = None,
    first_colour: Optional[str] = None,
    baku: Optional[bool] = None,
    system: Optional[str] = None,
    rules: Optional[Edition] = None,
    lots: Optional[str] = None,
    by_federation: Optional[bool] = None,
    board_colours: Optional[str] = None,
    team_type: Optional[str] = None,
    file: str = "the list",
    encoding: Optional[str] = None,
) -> NewEvent:
    """A tournament before round 1 out of a list of players, numbered by C.04.2.

    ``players`` is the text, or the bytes, of a CSV with headings or of a rating list of FIDE; ``file`` is how
    messages call it. ``rounds`` is a must. ``column`` says what a column holds, ``["rating=D"]``. The other
    options are those of ``edelweiss new``, which ``edelweiss new --help`` tells.
    """
    options = {
        "rounds": rounds,
        "name": name,
        "column": column,
        "city": city,
        "federation": federation,
        "dates": dates,
        "arbiter": arbiter,
        "deputy": deputy,
        "rate_of_play": rate_of_play,
        "points": points,
        "first_colour": first_colour,
        "baku": baku,
        "system": system,
        "rules": rules,
        "lots": lots,
        "by_federation": by_federation,
        "board_colours": board_colours,
        "team_type": team_type,
    }
    data = players.encode() if isinstance(players, str) else players
    document: Dict[str, Any] = json.loads(
        _native.new(data, as_json({**options, "file": file, "encoding": encoding}))
    )
    tournament = Tournament.loads(document["file"], f"{document['name'] or 'event'}.trf")
    return NewEvent(tournament, document)


def state(
    tournament: Tournament,
    round: Optional[int] = None,
) -> Dict[str, Any]:
    """Where an event stands: the document ``edelweiss.state``.

    It has the players with their points and who of them plays next, the rounds with how many results are
    missing, the boards of ``round`` (of the last one that was paired), and who may not meet.
    """
    options = {
        "round": round,
    }
    return ask("state", tournament, **options)


def report(
    tournament: Tournament,
    format: str = "trf26",
    *,
    incomplete: Optional[bool] = None,
    strict: Optional[bool] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
) -> bytes:
    """The file that is handed in when an event is over, with points, ranks and their list of tie-breaks.

    ``format`` is "trf26", "trf16" or "trf06". Before the last round there is one with ``incomplete`` only;
    with ``strict`` there is none while something is missing in it. The rest as in ``standings``.
    """
    options = {
        "incomplete": incomplete,
        "strict": strict,
        "tie_breaks": listed(tie_breaks),
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
        "format": format,
    }
    return answer("report", tournament, options)


def lists(
    tournament: Tournament,
    lists: Optional[Sequence[str]] = None,
    round: Optional[int] = None,
    prizes: Optional[str] = None,
    language: Optional[str] = None,
    format: str = "text",
    *,
    after_round: Optional[int] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
    paper: Optional[str] = None,
    large: Optional[bool] = None,
) -> str:
    """Lists to hang up and to hand in, such as ``["boards", "names"]``; without ``lists`` the pairings by board.

    The lists are those of ``edelweiss lists``: "boards", "names", "missing", "standings", "cross-table",
    "wall-chart", "cards", "starting-rank", "categories", "clubs", "federations" and "prizes". ``round`` is
    the one whose pairings are listed, ``prizes`` the text of a file of prizes, ``language`` one of "en",
    "de", "fr", "es", "it" and "pt", ``format`` "text", "csv" (one list), "markdown", "html" (a page on
    ``paper``, "a4" or "letter") or "json" (the document). The rest as in ``standings``.
    """
    options = {
        "lists": lists,
        "round": round,
        "prizes": prizes,
        "language": language,
        "after_round": after_round,
        "tie_breaks": listed(tie_breaks),
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
        "paper": paper,
        "large": large,
        "format": format,
    }
    if format == "xlsx":
        raise ValueError("format: a workbook is no text; workbook() has its bytes")
    return answer("lists", tournament, options).decode()


def workbook(
    tournament: Tournament,
    lists: Optional[Sequence[str]] = None,
    round: Optional[int] = None,
    prizes: Optional[str] = None,
    language: Optional[str] = None,
    *,
    after_round: Optional[int] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
) -> bytes:
    """The same as a workbook (XLSX) with a sheet for each list."""
    options = {
        "lists": lists,
        "round": round,
        "prizes": prizes,
        "language": language,
        "after_round": after_round,
        "tie_breaks": listed(tie_breaks),
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
    }
    return answer("lists", tournament, {**options, "format": "xlsx"})
