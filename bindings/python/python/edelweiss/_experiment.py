"""Experiments: systems on equal luck."""

from __future__ import annotations

import csv
import os
import tempfile
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._arrays import Computer, CostsFunction
from ._native import TournamentError
from ._table import html_table, needed

_PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class ExperimentResult:
    """The folder of an experiment whose parts are all there."""

    #: Rows, ``manifest.json``, ``summary.csv`` and ``report.html``.
    folder: Path

    @property
    def rows(self) -> List[Path]:
        """The Parquet files, in the order of the replications."""
        return sorted(self.folder.glob("rows-*.parquet"))

    def summary(self) -> List[Dict[str, Any]]:
        """A row for each arm and metric; ends of intervals, and None where there is no difference."""
        with open(self.folder / "summary.csv", newline="", encoding="utf-8") as file:
            rows: List[Dict[str, Any]] = list(csv.DictReader(file))
        for row in rows:
            for name in ("players", "rounds"):
                row[name] = int(row[name])
            for name in ("mean", "low", "high", "difference", "difference_low", "difference_high"):
                row[name] = float(row[name]) if row[name] else None
        return rows

    def to_pandas(self) -> Any:
        """All rows as one data frame; needs pandas and pyarrow."""
        pandas = needed("pandas", "a data frame")
        needed("pyarrow", "reading Parquet")
        return pandas.concat(map(pandas.read_parquet, self.rows), ignore_index=True)

    def plot(self, metric: str, ax: Any = None) -> Any:
        """Means with their intervals, one line an arm; needs matplotlib. Returns the axes."""
        rows = [row for row in self.summary() if row["metric"] == metric and row["mean"] is not None]
        if not rows:
            known = sorted({row["metric"] for row in self.summary()})
            raise TournamentError(f"metric: found {metric!r}, expected one of {', '.join(known)}")
        if ax is None:
            ax = needed("matplotlib.figure", "a plot").Figure(figsize=(7, 1 + 0.35 * len(rows)), layout="constrained").subplots()
        varying = _varying(rows)
        names = [" ".join([row["system"], *(str(row[key]) for key in varying)]) for row in rows]
        means = [row["mean"] for row in rows]
        errors = (
            [row["mean"] - row["low"] for row in rows],
            [row["high"] - row["mean"] for row in rows],
        )
        places = range(len(rows), 0, -1)
        ax.errorbar(means, places, xerr=errors, fmt="o", color="black", capsize=3)
        ax.set_yticks(places, names)
        ax.set_xlabel(f"{metric}, with intervals of 95 %")
        return ax

    def _repr_html_(self) -> str:
        """Means, for notebooks."""
        rows = [
            (row["metric"], row["system"], row["players"], row["rounds"], f"{row['mean']:.4f}")
            for row in self.summary()
            if row["mean"] is not None
        ]
        return html_table("Experiment", ("Metric", "System", "Players", "Rounds", "Mean"), rows)


def _varying(rows: Sequence[Dict[str, Any]]) -> List[str]:
    keys = ("players", "rounds", "acceleration", "strengths", "results", "tie_breaks")
    return [key for key in keys if len({row[key] for row in rows if row["tie_breaks"]}) > 1]


def experiment(
    file: _PathLike,
    folder: _PathLike,
    *,
    shard: Optional[Tuple[int, int]] = None,
    executor: Any = None,
    arrays: Optional[Mapping[str, CostsFunction]] = None,
) -> Optional[ExperimentResult]:
    """Does what ``edelweiss experiment`` does: compares systems on equal luck, as a TOML file says.

    ``file`` is its path, or its text. Parts that are in ``folder`` are not made again, so a run that was
    interrupted goes on. ``shard=(2, 8)`` does the second of eight shares. ``executor`` makes the parts
    elsewhere: an executor of ``concurrent.futures``, a ``distributed.Client`` of Dask, or the module
    ``ray``; else they are made here, on all cores. The bytes of the rows are the same whoever makes them.

    ``arrays`` has a function for each table ``[arrays.NAME]`` of the file: it takes a ``RoundArrays`` and
    returns costs of pairs, most important first, as numpy arrays: (n, n), the bye on the diagonal, or (n,)
    for costs of the bye alone. It is called once a round, must depend on nothing else, and must be what
    pickle knows if ``executor`` has processes.

    Returns None while parts are missing.
    """
    text = _text_of(file)
    computers = {name: Computer(name, function) for name, function in (arrays or {}).items()}
    plan = _native.Experiment(text, computers)
    place, of = shard or (1, 1)
    if not 1 <= place <= of:
        raise TournamentError(f"shard: found {shard}, expected (k, n) with k from 1 to n")
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    _claim(path / "manifest.json", plan.manifest().encode())
    parts = [
        part
        for part in range(plan.parts)
        if part % of == place - 1 and not _rows_path(path, part).exists()
    ]
    for part, rows in _made((text, computers), plan, parts, executor):
        _write(_rows_path(path, part), rows)
    everything = [_rows_path(path, part) for part in range(plan.parts)]
    if not all(each.exists() for each in everything):
        return None
    table, page = plan.summary(each.read_bytes() for each in everything)
    _write(path / "summary.csv", table.encode())
    _write(path / "report.html", page.encode())
    return ExperimentResult(path)


def _text_of(file: _PathLike) -> str:
    if isinstance(file, str) and "\n" in file:
        return file
    return Path(file).read_text(encoding="utf-8")


def _rows_path(folder: Path, part: int) -> Path:
    return folder / f"rows-{part:06}.parquet"


def _claim(path: Path, manifest: bytes) -> None:
    if not path.exists():
        _write(path, manifest)
    elif path.read_bytes() != manifest:
        raise TournamentError(
            f"{path}: the folder has the rows of another experiment, or of another version of the package\n"
            "  hint: name another folder, or remove this one"
        )


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".edelweiss-", delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


#: What a worker needs: the text, and who computes costs.
_Order = Tuple[str, Dict[str, Computer]]


def _make(order: _Order, part: int) -> Tuple[int, bytes]:
    """On a worker: one part, with its place."""
    return part, _native.Experiment(*order).part(part)


def _made(
    order: _Order, plan: _native.Experiment, parts: Sequence[int], executor: Any
) -> Iterator[Tuple[int, bytes]]:
    if executor is None:
        for part in parts:
            yield part, plan.part(part)
    elif hasattr(executor, "submit") and hasattr(executor, "shutdown") and not _is_dask(executor):
        futures = [executor.submit(_make, order, part) for part in parts]
        for future in as_completed(futures):
            yield future.result()
    elif _is_dask(executor):
        made = [executor.submit(_make, order, part, pure=False, retries=3) for part in parts]
        for future in needed("distributed", "Dask").as_completed(made):
            yield future.result()
            future.release()
    elif getattr(executor, "__name__", None) == "ray":
        yield from _by_ray(executor, _make, order, parts)
    else:
        raise TournamentError(
            "executor: expected an executor of concurrent.futures, a distributed.Client, or the module ray, "
            f"found {type(executor).__name__}"
        )


def _is_dask(executor: Any) -> bool:
    return type(executor).__module__.split(".")[0] == "distributed"


def _by_ray(
    ray: Any, make: Callable[[_Order, int], Tuple[int, bytes]], order: _Order, parts: Sequence[int]
) -> Iterator[Tuple[int, bytes]]:
    remote = ray.remote(make)
    waiting = [remote.remote(order, part) for part in parts]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)
