"""Experiments: the same rows whoever makes them."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import edelweiss
import pytest
from edelweiss import TournamentError

HEAD = """
format = 1
seed = 5
replications = {replications}
systems = ["dutch 2026", "burstein"]
players = [8, 9]
rounds = [5]
metrics = ["kendall-tau", "floats"]
tie-breaks = [{lists}]
"""
MODELS = """
strengths.a = { draw = "normal", mean = 1800, deviation = 200, rating-error = 80 }
results.b = { model = "davidson", draws = 30 }
"""


def text(replications, lists=1):
    codes = ("BH", "SB", "FB", "PS", "WIN", "BPG")
    pairs = [f'"{first} {second}"' for first in codes for second in codes]
    return HEAD.format(replications=replications, lists=", ".join(pairs[:lists])) + MODELS


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Four parts, made here."""
    folder = tmp_path_factory.mktemp("whole")
    result = edelweiss.experiment(text(550, lists=36), folder)
    assert result is not None and len(result.rows) > 3
    return files(folder)


def test_a_summary_of_a_small_experiment(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(text(20), encoding="utf-8")
    result = edelweiss.experiment(file, tmp_path / "rows")
    rows = [row for row in result.summary() if row["metric"] == "kendall-tau"]
    # In two cells, two systems, and two orders without one.
    assert [row["system"] for row in rows] == ["dutch 2026", "burstein 2026", "oracle", "seed-order"] * 2
    assert rows[2]["mean"] == pytest.approx(1) and rows[0]["difference"] is None
    assert rows[1]["difference_low"] <= rows[1]["difference"] <= rows[1]["difference_high"]
    assert "burstein" in result._repr_html_()


def test_rows_are_read_by_others(tmp_path):
    for module in ("pandas", "pyarrow",):
        pytest.importorskip(module)
    result = edelweiss.experiment(text(20), tmp_path)
    frame = result.to_pandas()
    assert len(frame) == 20 * 2 * 4
    of_arm = frame[frame.arm == 0].kendall_tau
    assert of_arm.mean() == pytest.approx(result.summary()[0]["mean"])
    assert set(frame.system) == {"dutch 2026", "burstein 2026", "oracle", "seed-order"}
    assert frame[frame.system == "oracle"].floats.isna().all()


def test_a_plot_has_a_line_for_each_arm(tmp_path):
    for module in ("matplotlib",):
        pytest.importorskip(module)
    result = edelweiss.experiment(text(5), tmp_path)
    axes = result.plot("kendall-tau")
    assert len(axes.get_yticks()) == 8
    axes.figure.savefig(tmp_path / "tau.svg")
    with pytest.raises(TournamentError, match="kendal'.*expected one of floats, kendall-tau"):
        result.plot("kendal")


def test_shards_and_executors_give_the_same_bytes(tmp_path, whole):
    asked = text(550, lists=36)
    assert edelweiss.experiment(asked, tmp_path, shard=(2, 2)) is None
    with ThreadPoolExecutor(2) as executor:
        assert edelweiss.experiment(asked, tmp_path, shard=(1, 2), executor=executor) is not None
    assert files(tmp_path) == whole


def test_a_killed_worker_of_a_dask_cluster_loses_nothing(tmp_path, whole):
    for module in ("distributed",):
        pytest.importorskip(module)
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster, Client(cluster) as client:
        pids = client.run(os.getpid)
        assert len(pids) == 2

        def kill():
            # In mid-run: one part is there, and others are not.
            while not list(tmp_path.glob("rows-*.parquet")):
                time.sleep(0.01)
            os.kill(next(iter(pids.values())), signal.SIGKILL)

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        result = edelweiss.experiment(text(550, lists=36), tmp_path, executor=client)
        thread.join()
    assert result is not None
    assert files(tmp_path) == whole


def test_what_is_wrong_is_said(tmp_path):
    with pytest.raises(TournamentError, match='systems: found "duch"') as caught:
        edelweiss.experiment(text(5).replace('"dutch 2026"', '"duch"'), tmp_path / "new")
    assert caught.value.hint == 'did you mean "dutch 2026"?'
    assert not (tmp_path / "new").exists()
    with pytest.raises(FileNotFoundError):
        edelweiss.experiment(tmp_path / "missing.toml", tmp_path / "new")
    with pytest.raises(TournamentError, match="shard: found"):
        edelweiss.experiment(text(5), tmp_path / "new", shard=(3, 2))
    with pytest.raises(TournamentError, match="executor: expected"):
        edelweiss.experiment(text(5), tmp_path / "other", executor=7)
    edelweiss.experiment(text(5), tmp_path / "rows")
    with pytest.raises(TournamentError, match="the rows of another experiment"):
        edelweiss.experiment(text(6), tmp_path / "rows")
    [rows] = (tmp_path / "rows").glob("rows-*")
    rows.write_bytes(rows.read_bytes()[:100])
    with pytest.raises(TournamentError, match="no rows"):
        edelweiss.experiment(text(5), tmp_path / "rows")
