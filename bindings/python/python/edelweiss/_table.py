"""Tables of answers, for pandas and Arrow, which are asked for only where they are used."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any, Dict, List, Sequence


def needed(name: str, purpose: str) -> Any:
    """A package that this one does not depend on."""
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(
            f"{purpose} needs {name}, which is not installed: pip install {name}"
        ) from None


class Tabular:
    """What has columns."""

    def columns(self) -> Dict[str, List[Any]]:
        """The columns by their names; None where there is no value."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a ``pandas.DataFrame``."""
        pandas = needed("pandas", "to_pandas")
        data = {}
        for name, values in self.columns().items():
            is_whole = all(type(value) is int or value is None for value in values)
            # Without this, whole numbers with one missing among them become floats.
            dtype = "Int64" if is_whole and None in values else None
            data[name] = pandas.array(values, dtype=dtype) if dtype else values
        return pandas.DataFrame(data)

    def to_arrow(self) -> Any:
        """The columns as a ``pyarrow.Table``."""
        return needed("pyarrow", "to_arrow").table(self.columns())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The columns for whatever reads the Arrow PyCapsule interface; by way of pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


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
