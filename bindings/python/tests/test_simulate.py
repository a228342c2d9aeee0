"""Batches of made-up tournaments as tables, and tournaments from lists."""

import hashlib
import os
import subprocess
import sys
import threading
import time

import edelweiss
import pytest
from edelweiss import Tournament

SMALL = {"players": "8..14", "rounds": "3..5"}


def test_rows_are_those_of_the_tournaments_one_by_one():
    simulation = edelweiss.simulate(11, start=3, count=4, **SMALL)
    tournaments, players, games, byes = (
        rows(table)
        for table in (simulation.tournaments, simulation.players, simulation.games, simulation.byes)
    )
    assert [row["tournament"] for row in tournaments] == [3, 4, 5, 6]
    for row in tournaments:
        index = row["tournament"]
        t = edelweiss.generate(11, index=index, **SMALL)
        assert (row["players"], row["rounds"]) == (len(t), t.rounds_paired)
        here = [each for each in players if each["tournament"] == index]
        assert [each["rating"] for each in here] == [player["rating"] for player in t.players]
        ranked = {each.number: (each.rank, each.points) for each in edelweiss.standings(t)}
        assert {each["number"]: (each["rank"], each["points"]) for each in here} == ranked
        seats = sorted(
            (each["round"], each["white"], each["black"])
            for each in games
            if each["tournament"] == index
        )
        assert row["games"] == len(seats)
        expected = []
        for round in range(1, t.rounds_paired + 1):
            expected += [(round, *pair) for pair in edelweiss.pair(t, round=round).pairs]
        assert seats == sorted(expected)
        allocated = [b for b in byes if b["tournament"] == index and b["kind"] == "pairing-allocated"]
        assert row["byes"] == len(allocated)


def rows(table):
    columns = {name: values(table._native.column(name)) for name in table.names}
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def values(column):
    """A column without numpy."""
    kind, data = column
    codes = {"uint32": "I", "uint16": "H", "float64": "d", "bool": "?"}
    return data if isinstance(data, list) else memoryview(data).cast(codes[kind]).tolist()


def test_batches_go_on_where_the_last_one_ended():
    whole = rows(edelweiss.simulate(5, count=6, **SMALL).games)
    parts = [rows(edelweiss.simulate(5, start=at, count=3, **SMALL).games) for at in (0, 3)]
    assert whole == parts[0] + parts[1]
    assert whole != rows(edelweiss.simulate(6, count=6, **SMALL).games)


DIGEST = """
import hashlib, edelweiss
digest = hashlib.sha256()
simulation = edelweiss.simulate(2, count=150, players="6..12", rounds=4)
for table in (simulation.tournaments, simulation.players, simulation.games, simulation.byes):
    for name in table.names:
        digest.update(repr(table._native.column(name)).encode())
print(digest.hexdigest())
"""


def test_the_number_of_threads_changes_nothing():
    def digest(threads):
        environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
        command = [sys.executable, "-c", DIGEST]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert len(digest(1).strip()) == hashlib.sha256().digest_size * 2
    assert digest(1) == digest(4)


def test_other_threads_run_meanwhile():
    stamps, done = [], threading.Event()

    def count():
        while not done.is_set():
            stamps.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    edelweiss.simulate(1, count=64, players=60, rounds=7)
    end = time.monotonic()
    done.set()
    thread.join()
    inside = [stamp for stamp in stamps if begin < stamp < end]
    # Once at the start and once at the end would do for a lock that is kept.
    assert len(inside) > 3


def test_systems_settings_and_lists_of_tie_breaks():
    dubov = edelweiss.simulate(4, count=2, system="dubov", tie_breaks=["WIN"], **SMALL)
    assert len(dubov.tournaments) == 2
    settings = 'players = 10\nrounds = 3\nplain = true\n'
    plain = edelweiss.simulate(4, count=2, settings=settings)
    assert len(plain.players) == 20 and len(plain.byes) == 0
    with pytest.raises(edelweiss.TournamentError, match="settings"):
        edelweiss.simulate(4, settings="players = many")
    with pytest.raises(edelweiss.TournamentError, match="no tournament can be made"):
        edelweiss.simulate(4, players=2, rounds=40)
    with pytest.raises(edelweiss.TournamentError, match="XYZ"):
        edelweiss.simulate(4, tie_breaks="XYZ", **SMALL)
    with pytest.raises(edelweiss.TournamentError, match="players"):
        edelweiss.simulate(4, players="ten")


def test_wrong_numbers_are_refused():
    with pytest.raises((OverflowError, ValueError)):
        edelweiss.simulate(4, count=-1)
    with pytest.raises((OverflowError, ValueError)):
        edelweiss.simulate(4, count=0)
    with pytest.raises(edelweiss.TournamentError, match="beyond 4294967295"):
        edelweiss.simulate(4, start=2**32 - 1, count=2)


LARGEST_SEED = 2**63 - 1


@pytest.mark.parametrize("seed", [LARGEST_SEED + 1, 2**64, 2**80, -1, "seven", 1.5])
def test_a_seed_is_refused_everywhere_in_the_words_of_the_program(seed, club_text):
    words = f"options: seed: found .*, expected a whole number from 0 to {LARGEST_SEED}$"
    t = edelweiss.Tournament.loads(club_text)
    for call in (
        lambda: edelweiss.generate(seed, **SMALL),
        lambda: edelweiss.simulate(seed, **SMALL),
        lambda: edelweiss.preview(t, seed=seed),
    ):
        with pytest.raises(edelweiss.TournamentError, match=words):
            call()


def test_the_largest_seed_is_one():
    made = edelweiss.generate(LARGEST_SEED, **SMALL)
    assert f"of seed {LARGEST_SEED}" in made.name
    assert len(edelweiss.simulate(LARGEST_SEED, **SMALL).tournaments) == 1
    with pytest.raises(edelweiss.TournamentError, match="seed: found none"):
        edelweiss.simulate(None)


def test_tables_for_numpy_pandas_and_arrow():
    simulation = edelweiss.simulate(9, count=3, **SMALL)
    assert "games" in simulation._repr_html_()
    games = simulation.games
    arrays = pytest.importorskip("numpy") and games.to_numpy()
    assert arrays["white_points"].dtype == "float64" and arrays["played"].dtype == bool
    assert len(arrays["white"]) == len(games)
    frame = pytest.importorskip("pandas") and games.to_pandas()
    assert list(frame.columns) == games.names and len(frame) == len(games)
    assert str(simulation.players.to_pandas()["rating"].dtype) == "Int64"
    assert simulation.tournaments.to_pandas()["stop_reason"].isna().all()
    table = pytest.importorskip("pyarrow") and games.to_arrow()
    assert table.num_rows == len(games) and table.column_names == games.names
    assert table.to_pydict() == {name: values(games._native.column(name)) for name in games.names}
    stops = simulation.tournaments.to_arrow()["stop_reason"].to_pylist()
    assert stops == simulation.tournaments._native.column("stop_reason")[1]
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(games).height == len(games)


def test_what_is_missing_is_named(monkeypatch, club_text):
    round = edelweiss.pair(Tournament.loads(club_text))
    table = edelweiss.simulate(9, **SMALL).games
    for name in ("numpy", "pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    for ask, name in [
        (round.to_pandas, "pandas"),
        (round.to_arrow, "pyarrow"),
        (table.to_numpy, "numpy"),
        (table.to_arrow, "pyarrow"),
    ]:
        with pytest.raises(ImportError, match=f"needs {name}, which is not installed"):
            ask()


def test_rounds_checks_and_standings_are_tables_too(club_text):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    t = Tournament.loads(club_text.replace("2100", "    "))
    round = edelweiss.pair(t)
    frame = round.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["white"]) == [2, 3]
    assert str(frame["black_rating"].dtype) == "Int64" and frame["black_rating"].isna()[0]
    assert round.to_arrow()["white_name"].to_pylist() == ["Brown, Bea", "Clark, Cid"]
    assert isinstance(edelweiss.standings(t).to_arrow(), pyarrow.Table)
    assert list(edelweiss.standings(t).to_pandas()["rank"]) == [1, 1, 3, 3]
    assert list(edelweiss.check(t).to_pandas()["verdict"]) == ["equal"]


PLAYERS = [("Adams, Ann", 2100), ("Brown, Bea", 2000), "Clark, Cid", {"name": "Davis, Dan", "title": "FM"}]


def test_a_tournament_from_lists():
    rounds = [[(1, 3, "1-0"), (4, 2, "1/2-1/2")], [(2, 1, None), (3, "half-point"), (4, "bye")]]
    t = Tournament.from_results(PLAYERS, rounds[:1], name="Club", rounds_total=3, initial_colour="white")
    assert (t.name, t.rounds_paired, t.rounds_total) == ("Club", 1, 3)
    assert [player["rating"] for player in t.players] == [2100, 2000, None, None]
    assert t.players[3]["title"] == "FM"
    assert [(s.number, s.points) for s in edelweiss.standings(t)][0] == (1, 1.0)
    assert edelweiss.check(t).rounds[0].round == 1
    assert Tournament.loads(t.dumps()).players == t.players
    going_on = Tournament.from_results(PLAYERS, rounds)
    assert edelweiss.pair(going_on).number == 2
    assert edelweiss.pair(Tournament.from_results(PLAYERS)).number == 1
    dubov = Tournament.from_results(PLAYERS, system="dubov", starts="2026-03-28", forbidden=[[1, 3]])
    round = edelweiss.pair(dubov)
    assert "Dubov" in round.rules and (1, 3) not in round.pairs


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([[(1, 9, "1-0")]], "round 1, entry 1: found player 9, expected 1 to 4"),
        ([[(1, 2, "2-0")]], 'round 1, entry 1: found "2-0", expected 1-0'),
        ([[(1, "late")]], 'round 1, entry 1: found "late", expected bye'),
        ([[(1, 2, "1-0"), (2, 3, "1-0")]], "round 1, entry 2: found player 2 again, who has entry 1"),
        ([[(1, 1, "1-0")]], "found player 1 again"),
    ],
)
def test_results_that_contradict_themselves(rounds, words):
    with pytest.raises(edelweiss.TournamentError) as caught:
        Tournament.from_results(PLAYERS, rounds)
    assert words in str(caught.value)


def test_lists_of_wrong_types():
    for players in (["Adams", 7], [("Adams", "strong")], [{"elo": 2100}], 7.5):
        with pytest.raises((TypeError, ValueError)):
            Tournament.from_results(players)
    with pytest.raises(TypeError):
        Tournament.from_results(PLAYERS, [[(1, 2)]])
    with pytest.raises(edelweiss.TournamentError, match="no player"):
        Tournament.from_results([])
    with pytest.raises(edelweiss.TournamentError, match="no player"):
        Tournament.from_results(0)
    with pytest.raises(edelweiss.TournamentError, match="expected a date"):
        Tournament.from_results(PLAYERS, starts="soon")
    with pytest.raises(edelweiss.TournamentError, match="no file can ask for"):
        Tournament.from_results(PLAYERS, rules=1998)
    with pytest.raises(edelweiss.TournamentError, match="rules and system"):
        Tournament.from_results(PLAYERS, system="swiss")
    with pytest.raises(edelweiss.TournamentError, match="expected white or black"):
        Tournament.from_results(PLAYERS, initial_colour="red")
