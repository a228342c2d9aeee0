"""Tables of answers, for pandas and Arrow, which are asked for only where they are used."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any, Dict, List, Sequence, Tuple

from . import _native


def needed(name: str, purpose: str) -> Any:
    """A package that this one does not depend on."""
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(
            f"{purpose} needs {name}, which is not installed: pip install {name}"
        ) from None


class Tabular:
    """What can be seen as a table."""

    def columns(self) -> Dict[str, List[Any]]:
        """The columns by their names; None where there is no value."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a ``pandas.DataFrame``."""
        pandas = needed("pandas", "to_pandas")
        columns: Dict[str, Any] = dict(self.columns())
        for name, values in columns.items():
            # Whole numbers stay whole numbers where some are missing.
            if {type(value) for value in values} == {int, type(None)}:
                columns[name] = pandas.array(values, dtype="Int64")
        return pandas.DataFrame(columns)

    def to_arrow(self) -> Any:
        """The columns as a ``pyarrow.Table``."""
        return needed("pyarrow", "to_arrow").table(self.columns())


class Table:
    """A table of many rows. ``polars.DataFrame(table)``, ``pyarrow.table(table)`` and whatever else knows
    the Arrow PyCapsule interface read it without a copy."""

    def __init__(self, native: _native.Columns) -> None:
        self._native = native

    @property
    def names(self) -> List[str]:
        """The names of the columns."""
        return self._native.names()

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow PyCapsule interface."""
        return self._native.__arrow_c_stream__(requested_schema)

    def to_numpy(self) -> Dict[str, Any]:
        """The columns as arrays of numpy, which cannot be written; lists where there is text, or where a
        value can be missing."""
        numpy = needed("numpy", "to_numpy")
        columns: Dict[str, Any] = {}
        for name in self.names:
            kind, values = self._native.column(name)
            is_list = isinstance(values, list)
            columns[name] = values if is_list else numpy.frombuffer(values, kind)
        return columns

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``."""
        pandas = needed("pandas", "to_pandas")
        columns = self.to_numpy()
        for name, values in columns.items():
            if isinstance(values, list):
                kind, _ = self._native.column(name)
                columns[name] = pandas.array(values, "Int64" if kind == "maybe-int" else "string")
        return pandas.DataFrame(columns)

    def to_arrow(self) -> Any:
        """The table as a ``pyarrow.Table``."""
        return needed("pyarrow", "to_arrow").table(self)

    def __repr__(self) -> str:
        return f"<Table: {len(self)} rows of {', '.join(self.names)}>"


def html_table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table for a notebook, every text in it as text."""

    def line(cell: str, values: Sequence[Any]) -> str:
        shown = ("" if value is None else escape(str(value)) for value in values)
        return "<tr>" + "".join(f"<{cell}>{text}</{cell}>" for text in shown) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"
    )


def html_tournament(
    name: str, head: Sequence[Tuple[str, str]], players: Sequence[Dict[str, Any]]
) -> str:
    """What a notebook shows of a tournament: its head data, and its players."""
    fields = ("number", "title", "name", "rating", "federation")
    rows = [[player[field] for field in fields] for player in players]
    columns = [field.capitalize() for field in fields]
    return html_table(name, [what for what, _ in head], [[text for _, text in head]]) + html_table(
        "Players", columns, rows
    )
