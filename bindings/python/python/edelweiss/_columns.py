"""Tables of games and byes, column by column: arrays of numpy, and whatever knows Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Dict, List, Tuple

from ._native import TournamentError
from ._table import Table, needed

#: Texts, each once, and the place of that of each row.
_Texts = Tuple[List[str], bytes]


def is_table(given: Any) -> bool:
    """Whether something has columns with names."""
    return (
        isinstance(given, (Mapping, Table))
        or hasattr(given, "__arrow_c_stream__")
        or hasattr(given, "columns")
        or bool(getattr(getattr(given, "dtype", None), "names", None))
    )


def games(table: Any) -> Tuple[bytes, bytes, bytes, _Texts]:
    """Of each game the round, White, Black and the result."""
    columns = _columns("games", table)
    if "result" in columns:
        result = _texts("games", "result", columns["result"], "*")
    elif "white_points" in columns and "black_points" in columns:
        result = _by_points(columns)
    else:
        raise TournamentError(
            f"games: found the columns {', '.join(map(str, columns))}, expected result, or white_points, black_points and played"
        )
    numbers = [_numbers("games", name, columns) for name in ("round", "white", "black")]
    _one_length("games", [*map(len, numbers), len(result[1])])
    return numbers[0], numbers[1], numbers[2], result


def byes(table: Any) -> Tuple[bytes, bytes, _Texts]:
    """Of each bye the round, the player and the kind."""
    if not is_table(table):
        raise TypeError(f"byes: found {type(table).__name__}, expected a table")
    columns = _columns("byes", table)
    if "kind" not in columns:
        raise TournamentError(f"byes: found the columns {', '.join(map(str, columns))}, expected round, number and kind")
    numbers = [_numbers("byes", name, columns) for name in ("round", "number")]
    kinds = _texts("byes", "kind", columns["kind"], "")
    _one_length("byes", [*map(len, numbers), len(kinds[1])])
    return numbers[0], numbers[1], kinds


def _columns(what: str, table: Any) -> Dict[str, Any]:
    if isinstance(table, Table):
        return table.to_numpy()
    if isinstance(table, Mapping):
        return dict(table)
    names = getattr(getattr(table, "dtype", None), "names", None)
    if names is None:
        if not hasattr(table, "column_names") and not hasattr(table, "__getitem__"):
            table = needed("pyarrow", what).table(table)
        names = getattr(table, "column_names", None)
    if names is None:
        names = table.columns
    return {name: table[name] for name in names}


def _array(what: str, name: str, column: Any) -> Any:
    try:
        array = needed("numpy", what).asarray(column)
    except ValueError as error:
        raise TournamentError(f"{what}: {name}: {error}") from None
    if array.ndim != 1:
        raise TournamentError(f"{what}: {name}: found the shape {array.shape}, expected one value a row")
    return array


def _numbers(what: str, name: str, columns: Dict[str, Any]) -> bytes:
    if name not in columns:
        raise TournamentError(f"{what}: found the columns {', '.join(map(str, columns))}, expected {name}, too")
    array = _array(what, name, columns[name])
    if not len(array):
        return b""
    if array.dtype.kind not in "iu":
        raise TournamentError(f"{what}: {name}: found the type {array.dtype}, expected whole numbers, and one in each row")
    for number in (array.min(), array.max()):
        if not 0 <= number < 2**32:
            row = int((array == number).argmax())
            raise TournamentError(f"{what}, row {row}: {name}: found {number}, expected a number from 1")
    return bytes(array.astype("uint32").tobytes())


def _texts(what: str, name: str, column: Any, missing: str) -> _Texts:
    numpy = needed("numpy", what)
    if hasattr(column, "to_pylist"):
        values = column.to_pylist()
    else:
        values = _array(what, name, column).tolist()
    places: Dict[Any, int] = {}
    try:
        rows = numpy.fromiter((places.setdefault(value, len(places)) for value in values), "uint32", len(values))
    except TypeError as error:
        raise TournamentError(f"{what}: {name}: {error}, expected texts") from None
    texts: List[str] = []
    for value, place in places.items():
        # What is missing is None, or a number that is none.
        if value is None or value != value:
            texts.append(missing)
        elif isinstance(value, str):
            texts.append(value)
        else:
            row = int((rows == place).argmax())
            raise TournamentError(f"{what}, row {row}: {name}: found {value!r}, expected a text")
    return texts, bytes(rows.tobytes())


#: Results by the points of White and Black in halves, of games that were played, and of others.
_RESULTS = [
    {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2", (0, 0): "0-0", (1, 0): "1/2-0", (0, 1): "0-1/2"},
    {(2, 0): "+--", (0, 2): "--+", (0, 0): "---"},
]


def _by_points(columns: Dict[str, Any]) -> _Texts:
    """The results by points, as the table ``games`` of ``simulate`` has them; no points are an unknown result."""
    numpy = needed("numpy", "games")
    points = [_array("games", name, columns[name]) for name in ("white_points", "black_points")]
    played = _array("games", "played", columns["played"]) if "played" in columns else numpy.ones(len(points[0]), bool)
    _one_length("games", [*map(len, points), len(played)])
    texts: List[str] = []
    rows = numpy.zeros(len(played), "uint32")
    known = numpy.zeros(len(played), bool)
    if all(column.dtype.kind in "biuf" for column in [*points, played]):
        halves = [column * 2 for column in points]
        for forfeit, results in enumerate(_RESULTS):
            for (white, black), text in results.items():
                fits = (halves[0] == white) & (halves[1] == black) & (played.astype(bool) != bool(forfeit))
                rows[fits], known = len(texts), known | fits
                texts.append(text)
        unknown = (halves[0] != halves[0]) & (halves[1] != halves[1])
        rows[unknown], known = len(texts), known | unknown
        texts.append("*")
    if not known.all():
        row = int((~known).argmax())
        found = ", ".join(str(column[row]) for column in [*points, played])
        raise TournamentError(
            f"games, row {row}: found the points {found}, expected 1, 0.5 and 0 for White and Black, and whether the game was played"
        )
    return texts, bytes(rows.tobytes())


def _one_length(what: str, sizes: List[int]) -> None:
    if len(set(sizes)) > 1:
        raise TournamentError(f"{what}: found columns of different lengths, expected one value a row in each")
