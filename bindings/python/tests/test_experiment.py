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
        result = losing_one(next(iter(pids.values())), tmp_path, client)
    assert result is not None
    assert files(tmp_path) == whole


def losing_one(worker, folder, executor):
    """The experiment, with this worker killed in mid-run: one part is there, and others are not."""

    def kill():
        while not list(folder.glob("rows-*.parquet")):
            time.sleep(0.01)
        os.kill(worker, signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    result = edelweiss.experiment(text(550, lists=36), folder, executor=executor)
    thread.join()
    return result


def test_a_killed_worker_of_ray_loses_nothing(tmp_path, whole, monkeypatch):
    # Nothing is reported to anybody.
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=100 << 20,
        _node_ip_address="127.0.0.1",
    )
    try:

        @ray.remote
        def pid():
            time.sleep(0.5)
            return os.getpid()

        pids = ray.get([pid.remote(), pid.remote()])
        result = losing_one(pids[0], tmp_path, ray)
    finally:
        ray.shutdown()
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


ARRAYS = """
format = 1
seed = 5
replications = 40
systems = ["dutch 2026", "mine", "fold"]
players = [8, 9]
rounds = [4]
metrics = ["kendall-tau", "floats"]
arrays.mine = {}
[formulations.fold]
criteria = [{ name = "bye-score" }, { name = "score-difference" }, { name = "rating-difference" }]
""" + MODELS.replace("strengths.a", "[strengths]\na").replace("results.b", "[results]\nb")


def difference(values):
    return abs(values[:, None] - values[None, :])


def like_fold(known):
    return [
        known.scores - known.scores.min(),
        difference(known.scores),
        difference(known.ratings),
    ]


def test_arrays_are_the_formulation_that_computes_the_same(tmp_path):
    pytest.importorskip("numpy")
    made = {}
    for name, executor in (("here", None), ("threads", ThreadPoolExecutor(2))):
        result = edelweiss.experiment(ARRAYS, tmp_path / name, arrays={"mine": like_fold}, executor=executor)
        made[name] = files(tmp_path / name)
    assert made["here"] == made["threads"]
    rows = {(row["system"], row["metric"], row["players"]): row["mean"] for row in result.summary()}
    for metric in ("kendall-tau", "floats"):
        for players in (8, 9):
            assert rows["mine", metric, players] == rows["fold", metric, players]
    assert rows["mine", "kendall-tau", 8] != rows["dutch 2026", "kendall-tau", 8]


def test_arrays_know_the_rounds_before(tmp_path):
    pytest.importorskip("numpy")
    seen = []

    def watch(known):
        assert known.opponents.shape == known.points.shape == (known.round - 1, known.n)
        assert known.rounds == 4
        for row in known.opponents:
            # Whoever has an opponent is that one's, and the two have met.
            for player, opponent in enumerate(row):
                assert opponent < 0 or row[opponent] == player and known.met[player, opponent]
        assert (known.points.sum(axis=0) == known.scores).all()
        seen.append(known.round)
        return [difference(known.scores)]

    edelweiss.experiment(ARRAYS, tmp_path, arrays={"mine": watch})
    assert sorted(set(seen)) == [1, 2, 3, 4] and len(seen) == 40 * 2 * 4


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        (lambda known: [known.scores[:3]], r"array 1 of round 1: found the shape \(3,\), expected \(8, 8\), or \(8,\)"),
        (lambda known: [known.met, difference(known.scores) / 0.7 + 0.5], "array 2 of round 1: found 0.5, expected whole numbers"),
        (lambda known: [difference(known.scores) * float("nan")], "found nan, expected numbers"),
        (lambda known: [difference(known.scores) + 2**51], r"expected at most 2\*\*50"),
        (lambda known: [difference(known.scores).astype("uint64") + 2**63], r"expected at most 2\*\*50"),
        (lambda known: [known.ratings[:, None] - known.ratings[None, :]], "expected a symmetric array"),
        (lambda known: [], "expected a list of arrays, one or more"),
        (lambda known: known.met, "found ndarray, expected a list of arrays"),
        (lambda known: [known.met.astype(str)], "expected numbers"),
    ],
)
def test_wrong_arrays_are_refused_with_round_and_place(tmp_path, costs, expected):
    pytest.importorskip("numpy")
    with pytest.raises(TournamentError, match="arrays.mine: .*" + expected):
        edelweiss.experiment(ARRAYS, tmp_path, arrays={"mine": costs})
    assert not list(tmp_path.glob("rows-*"))


def test_functions_and_tables_belong_together(tmp_path):
    with pytest.raises(TournamentError, match="arrays.mine: found costs that nobody computes here"):
        edelweiss.experiment(ARRAYS, tmp_path)
    with pytest.raises(TournamentError, match="arrays.other: the file has no such table, but mine"):
        edelweiss.experiment(ARRAYS, tmp_path, arrays={"other": like_fold})
    with pytest.raises(TypeError, match="expected a function of a round"):
        edelweiss.experiment(ARRAYS, tmp_path, arrays={"mine": 5})

    def fails(known):
        raise KeyError("my own")

    with pytest.raises(KeyError, match="my own"):
        edelweiss.experiment(ARRAYS, tmp_path, arrays={"mine": fails})
