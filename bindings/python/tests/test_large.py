"""More players than a file holds: from lists, arrays, Arrow and JSON; what is refused, and in what memory."""

import json
import subprocess
import sys

import edelweiss
import pytest
from edelweiss import Tournament, TournamentError

numpy = pytest.importorskip("numpy")


def played(n, seed=1):
    """One round of n players, the first half with White, as columns."""
    white = numpy.arange(1, n // 2 + 1)
    points = numpy.random.default_rng(seed).choice([0, 0.5, 1], n // 2)
    return {
        "round": numpy.ones(n // 2, int),
        "white": white,
        "black": white + n // 2,
        "white_points": points,
        "black_points": 1 - points,
    }


TEXTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


def lists(games):
    rows = zip(games["white"].tolist(), games["black"].tolist(), games["white_points"].tolist())
    return [[(white, black, TEXTS[points]) for white, black, points in rows]]


def document(n, games):
    return json.dumps(
        {"format": "edelweiss.results", "format_version": 1, "players": n, "rounds": lists(games)}
    )


def boards(round):
    table = round.boards.to_numpy()
    return list(zip(table["white"].tolist(), table["black"].tolist())), round.bye


def test_lists_tables_and_json_of_large_fields_are_paired_alike():
    n = 20_001
    games = played(n)
    byes = {"round": [1], "number": [n], "kind": ["bye"]}
    table = Tournament.from_results(n, games, byes=byes)
    assert (len(table), table.rounds_paired) == (n, 1)
    by_table = edelweiss.pair_table(table)
    assert by_table.number == 2 and len(by_table.boards) == n // 2
    names = [f"Player {number}" for number in range(1, n + 1)]
    rounds = lists(games)
    rounds[0].append((n, "bye"))
    by_lists = Tournament.from_results(names, rounds)
    assert boards(edelweiss.pair_table(by_lists)) == boards(by_table)
    told = json.loads(document(n, games))
    told["rounds"] = rounds
    by_json = Tournament.loads(json.dumps(told))
    assert boards(edelweiss.pair_table(by_json)) == boards(by_table)
    whole = edelweiss.pair(by_lists)
    assert (whole.pairs, whole.bye) == boards(by_table)
    assert whole.boards[0].white_name == names[whole.boards[0].white - 1]
    assert edelweiss.pair_many([table])[0].pairs == whole.pairs


def test_small_fields_are_the_same_through_every_door():
    for n in (7, 400):
        games = played(n)
        by_lists = Tournament.from_results(n, lists(games))
        by_table = Tournament.from_results(n, games)
        assert by_table.dumps() == by_lists.dumps() == Tournament.loads(document(n, games)).dumps()
        assert boards(edelweiss.pair_table(by_table))[0] == edelweiss.pair(by_lists).pairs


def test_a_simulation_goes_on_from_its_tables():
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    for index in range(5):
        options = {"seed": 7, "players": 41, "rounds": 5}
        simulation = edelweiss.simulate(start=index, count=1, **options)
        made = edelweiss.generate(index=index, **options)
        # Points of this event are 1, 1/2 and 0, and its colours those of its games.
        colour = edelweiss.pair(made, round=1).document["input"]["initial_colour"]
        told = Tournament.from_results(
            41, simulation.games, byes=simulation.byes, rounds_total=5, initial_colour=colour
        )
        for games in (simulation.games.to_arrow(), polars.DataFrame(simulation.games), simulation.games.to_pandas()):
            other = Tournament.from_results(
                41, games, byes=pyarrow.table(simulation.byes), rounds_total=5, initial_colour=colour
            )
            assert other.dumps() == told.dumps()
        for round in range(2, 6):
            assert edelweiss.pair(told, round=round).pairs == edelweiss.pair(made, round=round).pairs


def test_texts_and_missing_values_of_tables():
    pyarrow = pytest.importorskip("pyarrow")
    rows = [(1, 3, "1-0"), (2, 4, None)]
    expected = Tournament.from_results(4, [rows])
    white, black, result = zip(*rows)
    columns = {"round": [1, 1], "white": white, "black": black, "result": result}
    assert Tournament.from_results(4, columns).dumps() == expected.dumps()
    arrow = pyarrow.table({name: list(values) for name, values in columns.items()})
    assert Tournament.from_results(4, arrow).dumps() == expected.dumps()
    structured = numpy.array(
        [(1, 1, 3, "1-0"), (1, 2, 4, "*")],
        dtype=[("round", "u2"), ("white", "i8"), ("black", "u4"), ("result", "U7")],
    )
    assert Tournament.from_results(4, structured).dumps() == expected.dumps()
    points = {**columns, "white_points": [1, float("nan")], "black_points": [0, float("nan")]}
    del points["result"]
    assert Tournament.from_results(4, points).dumps() == expected.dumps()
    forfeits = {**points, "white_points": [1, 0], "black_points": [0, 0], "played": [False, False]}
    assert Tournament.from_results(4, forfeits).dumps() == Tournament.from_results(4, [[(1, 3, "+--"), (2, 4, "---")]]).dumps()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"white": [1]}, "games: found columns of different lengths"),
        ({"white_points": [1]}, "games: found columns of different lengths"),
        ({"white": None}, "expected white, too"),
        ({"white_points": None}, "expected result, or white_points"),
        ({"white": [1.5, 2.0]}, "white: found the type float64, expected whole numbers"),
        ({"white": ["1", "2"]}, "expected whole numbers"),
        ({"white": [[1, 2], [3, 4]]}, "found the shape (2, 2)"),
        ({"white": [1, -2]}, "games, row 1: white: found -2, expected a number from 1"),
        ({"white": [1, 2**40]}, f"games, row 1: white: found {2**40}"),
        ({"white": [1, 9]}, "round 1, entry 2: found player 9, expected 1 to 4"),
        ({"white": [1, 1]}, "round 1, entry 2: found player 1 again, who has entry 1"),
        ({"round": [1, 0]}, "games, row 1: round: 0 is not a number from 1 to 9999"),
        ({"round": [1, 10_000]}, "games, row 1: round: 10000 is not"),
        ({"white_points": [1, 0.7]}, "games, row 1: found the points 0.7, 1"),
        ({"white_points": [1, 1], "black_points": [0, 1]}, "games, row 1: found the points 1, 1"),
        ({"white_points": ["1", "0"]}, "games, row 0: found the points 1, 0"),
        ({"result": ["1-0", "2-0"]}, 'games, row 1: found "2-0", expected 1-0'),
        ({"result": ["1-0", 7]}, 'games, row 1: found "7", expected 1-0'),
        ({"result": ["1-0", []]}, "games: result: "),
    ],
)
def test_tables_that_do_not_fit(change, words):
    columns = {"round": [1, 1], "white": [1, 2], "black": [3, 4], "white_points": [1, 0], "black_points": [0, 1]}
    columns = {name: values for name, values in {**columns, **change}.items() if values is not None}
    with pytest.raises(TournamentError) as caught:
        Tournament.from_results(4, columns)
    assert words in str(caught.value)


def test_byes_that_do_not_fit():
    for byes, words in [
        ({"round": [1], "number": [1]}, "expected round, number and kind"),
        ({"round": [1], "number": [1, 2], "kind": ["bye"]}, "byes: found columns of different lengths"),
        ({"round": [1], "number": [1], "kind": ["late"]}, 'byes, row 0: found "late", expected bye'),
        ({"round": [1], "number": [1], "kind": [None]}, 'byes, row 0: found "", expected bye'),
        ({"round": [1], "number": [5], "kind": ["bye"]}, "round 1, entry 1: found player 5"),
    ]:
        with pytest.raises(TournamentError, match=words):
            Tournament.from_results(4, byes=byes)
    with pytest.raises(TypeError, match="byes: found list, expected a table"):
        Tournament.from_results(4, byes=[(1, "bye")])


def test_what_needs_a_file_is_refused_in_words(tmp_path):
    t = Tournament.from_results(100_001)
    for call in [
        t.dumps,
        t.to_bytes,
        lambda: edelweiss.with_round(t),
        lambda: edelweiss.check(t),
        lambda: edelweiss.standings(t),
        lambda: edelweiss.state(t),
        lambda: edelweiss.explain(t),
        lambda: edelweiss.prove(t),
        lambda: edelweiss.verify(t, "{}"),
        lambda: edelweiss.generate(seed=1, model=t),
        lambda: edelweiss.pair(t, absent=["3"]),
        lambda: edelweiss.pair_table(t, forbid=["3-4"]),
    ]:
        with pytest.raises(TournamentError, match="found 100001 players, expected at most 9999: a tournament file") as caught:
            call()
        assert caught.value.kind == "limit" and "can be paired" in caught.value.hint
    with pytest.raises(TournamentError, match="at most 9999"):
        edelweiss.pair_table(t, system="dubov")
    assert len(t.players) == 100_001


def test_limits_of_lists():
    for players in (1_000_001, ["x"] * 1_000_001):
        with pytest.raises(ValueError, match="at most 1000000|more than 1000000 items"):
            Tournament.from_results(players)
    with pytest.raises((TypeError, ValueError)):
        Tournament.from_results(-1)
    with pytest.raises(TournamentError, match="expected at most 50000000 players times rounds") as caught:
        Tournament.from_results(1_000_000, [[]] * 51)
    assert caught.value.kind == "limit"


# In a process of its own, which may have so much memory and no more.
BOUNDED = """
import resource, sys
import edelweiss
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]) << 20,) * 2)
try:
    t = edelweiss.Tournament.read(sys.argv[1])
    print(len(edelweiss.pair_table(t).boards))
except edelweiss.TournamentError as error:
    print(error.kind, error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited as Linux does")
def test_large_files_are_read_or_refused_in_bounded_memory(tmp_path):
    head = b'{"format": "edelweiss.results", "format_version": 1, "players": '

    def told(name, megabytes, *parts, size=None):
        path = tmp_path / name
        with path.open("wb") as file:
            for part in parts:
                file.write(part)
            if size is not None:
                file.truncate(size)
        done = subprocess.run(
            [sys.executable, "-c", BOUNDED, str(path), str(megabytes)], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        path.unlink()
        return done.stdout

    names = b"[" + b'"a",' * 10**7 + b'"a"]}'
    assert "found more than 1000000 players" in told("names.json", 1000, head, names)
    large = told("large.json", 2500, head, b"4 ", size=2 << 30)
    assert large.startswith("limit") and "more than 536870912 bytes" in large
    large = told("large.trf", 1000, b"012 Club\n", size=2 << 30)
    assert large.startswith("limit") and "expected at most 67108864" in large
    assert told("players.json", 1000, head, b"100001}") == "50000\n"
