"""Standings, words, made-up tournaments, and what else the program answers."""

import doctest
import subprocess
import sys

import edelweiss
import pytest
from edelweiss import Tournament


def test_standings_by_a_list_of_ours_and_of_the_file(club_text):
    t = Tournament.loads(club_text)
    first, second, third, fourth = edelweiss.standings(t, ["WIN", "BH"])
    assert (first.rank, first.number, first.name, first.points) == (1, 1, "Adams, Ann", 1.0)
    assert (second.rank, third.rank, fourth.points) == (1, 3, 0.0)
    assert list(first.tie_breaks) == ["WIN", "BH"] and first.tie_breaks["WIN"] == 1.0
    assert edelweiss.standings(t, "WIN, BH") == edelweiss.standings(t, ["WIN", "BH"])
    assert list(edelweiss.standings(t)[0].tie_breaks) == ["BH/C1", "BH", "SB", "DE", "WIN"]
    filed = Tournament.loads("212 PTS,WIN\n" + club_text)
    assert "WIN" in edelweiss.standings(filed)[0].tie_breaks
    assert "BH" not in edelweiss.standings(filed)[0].tie_breaks
    with pytest.raises(edelweiss.TournamentError, match="XYZ"):
        edelweiss.standings(t, ["XYZ"])
    with pytest.raises(edelweiss.TournamentError):
        edelweiss.standings(t, after_round=9)


def test_a_round_is_told_in_two_languages(club_text):
    t = Tournament.loads(club_text)
    english, german = edelweiss.explain(t), edelweiss.explain(t, language="de", format="markdown")
    assert "Brown, Bea" in english and "Brown, Bea" in german and english != german
    with pytest.raises(edelweiss.TournamentError, match="language"):
        edelweiss.explain(t, language="xx")
    assert edelweiss.explain(t, format="html").startswith("<!")
    assert "Davis" not in edelweiss.explain(t, player=1)
    assert "edelweiss.explanation" in edelweiss.explain(t, format="json", why_not=[(1, 4)])
    with pytest.raises(edelweiss.TournamentError, match="found player 77"):
        edelweiss.explain(t, why_not_bye=[77])


@pytest.mark.parametrize("rules", [2017, 2026])
def test_made_up_tournaments_come_again_from_their_seed(rules):
    t = edelweiss.generate(7, players=30, rounds=5, rules=rules)
    assert len(t) == 30 and t.rounds_paired == 5
    assert t.dumps() == edelweiss.generate(7, 30, 5, rules).dumps()
    assert t.dumps() != edelweiss.generate(8, 30, 5, rules).dumps()
    check = edelweiss.check(t)
    assert len(check.rounds) == 5 and check.is_same
    again = edelweiss.pair(t, round=3)
    assert str(rules) in again.rules and again.number == 3
    edelweiss.verify(t, edelweiss.prove(t, round=3), round=3)
    with pytest.raises(edelweiss.TournamentError):
        edelweiss.generate(1, players=2, rounds=40)


def test_an_event_that_is_over_says_so():
    round = edelweiss.pair(edelweiss.generate(3, 12, 4))
    assert round.impossible == "no round is left: 4 of 4 rounds have been paired"
    assert round.witness is None and round.boards == [] and str(round) == round.impossible


@pytest.mark.parametrize("system", sorted({row["system"] for row in edelweiss.versions()["systems"]}))
def test_every_system_is_made_paired_and_checked(system):
    t = edelweiss.generate(5, players=12, rounds=3, system=system)
    # A file cannot tell which system without a code it is.
    told = {"system": system} if "CUSTOM_SWISS" in t.dumps() or "olympiad" in system else {}
    check = edelweiss.check(t, **told)
    assert check.is_same and len(check.rounds) == t.rounds_paired
    again = edelweiss.pair(t, round=1, **told)
    assert again.document["rules"]["system"] == system and again.is_as_recorded
    assert edelweiss.explain(t, round=1, **told)


def test_first_editions_are_paired_too(club_text):
    t = Tournament.loads(club_text)
    assert "1998" in str(edelweiss.pair(t, rules=1998).document["rules"])
    dubov = edelweiss.pair(t, rules="1997", system="dubov", newcomers="black", floaters="legal")
    assert dubov.document["rules"]["edition"] == 1997
    with pytest.raises(edelweiss.TournamentError, match="no such edition"):
        edelweiss.pair(t, rules=1997, system="burstein")


def test_a_system_is_looked_up_by_the_library(club_text):
    """No list of systems stands in Python: any name gets to the registry, whose words come back."""
    listed = {row["system"] for row in edelweiss.versions()["systems"]}
    with pytest.raises(edelweiss.TournamentError, match='found the system "toy", expected') as caught:
        edelweiss.pair(Tournament.loads(club_text), system="toy")
    assert all(system in str(caught.value) for system in listed)


def test_games_without_a_result_count_what_is_said(club_text):
    t = Tournament.loads(club_text.replace("4 b 1", "4 b  ").replace("2 w 0", "2 w  ").replace(
        "1.0    2", "0.0    2"))
    with pytest.raises(edelweiss.TournamentError, match="has no result: 4-2") as caught:
        edelweiss.pair(t)
    assert "--open draw" in caught.value.hint and caught.value.kind == "invalid"
    drawn, won = edelweiss.pair(t, open="draw"), edelweiss.pair(t, open=["draw", "4-2=black"])
    assert drawn.document["input"]["open_games"][0]["counts_as"] == "draw"
    assert won.document["input"]["open_games"][0]["counts_as"] == "black"
    assert drawn.columns()["white_score"] != won.columns()["white_score"]
    with pytest.raises(edelweiss.TournamentError, match="the result is 'lost'"):
        edelweiss.pair(t, open="lost")


def test_a_round_and_ranks_are_added_to_the_file(club_text):
    t = Tournament.loads(club_text, "club.trf")
    added = edelweiss.with_round(t)
    assert added.rounds_paired == 2 and t.rounds_paired == 1 and added.file == "club.trf"
    assert edelweiss.pair(added).is_as_recorded
    ranked = edelweiss.with_ranks(t, ["WIN"])
    assert "212 " in ranked.dumps() and edelweiss.standings(ranked).tie_breaks == ["PTS", "WIN"]
    with pytest.raises(edelweiss.TournamentError) as caught:
        edelweiss.with_round(edelweiss.generate(3, 12, 4))
    assert caught.value.kind == "no-pairing"


def test_wrong_points_are_judged_or_ignored(club_text):
    text = club_text.replace("1.0    1", "2.0    1")
    with pytest.raises(edelweiss.TournamentError, match="points"):
        Tournament.loads(text)
    t = Tournament.loads(text, check_points=False)
    check = edelweiss.check(t)
    assert [wrong["recorded"] for wrong in check.wrong_points] == ["2.0"] and not check.is_same
    right = Tournament.loads(club_text)
    assert edelweiss.pair(t).boards == edelweiss.pair(right).boards
    # Written by the program, they fit again.
    assert edelweiss.check(edelweiss.with_ranks(t, ["WIN"])).wrong_points == []


def test_encodings_are_told_or_asked_for(club_text):
    data = club_text.replace("Adams", "Ådams").encode("windows-1252")
    t = Tournament.loads(data, encoding="windows-1252")
    assert t.players[0]["name"] == "Ådams, Ann" and t.to_bytes() == data
    assert edelweiss.standings(t)[0].name == "Ådams, Ann"
    assert edelweiss.with_round(t).players[0]["name"] == "Ådams, Ann"
    with pytest.raises(edelweiss.TournamentError, match="encoding"):
        Tournament.loads(data, encoding="klingon")


def test_teams_are_ranked(root):
    t = Tournament.read(root / "crates/trf/testdata/good/teams.trf")
    standings = edelweiss.standings(t)
    assert standings[0].match_points is not None and len(standings) < len(t)
    assert "Team" in standings._repr_html_() and "match_points" in standings.columns()
    players = edelweiss.standings(t, "WON", players=True)
    assert len(players) == len(t) and players[0].match_points is None


def test_wrong_teams_change_nothing_for_players(root):
    t = Tournament.read(root / "crates/trf/testdata/good/300-player-of-another-team.trf")
    assert any("the teams of the file are left out" in warning for warning in t.warnings)
    assert edelweiss.pair(t, round=3).pairs and not edelweiss.check(t).rounds
    with pytest.raises(edelweiss.TournamentError, match="player 4 is no member of the team"):
        edelweiss.standings(t)
    assert len(edelweiss.standings(t, "WON", players=True)) == len(t)


def test_editions_side_by_side_and_any_question(club_text):
    t = Tournament.loads(club_text)
    document = edelweiss.editions(t, [2026, 2017])
    assert [edition["edition"] for edition in document["editions"]] == [2026, 2017]
    assert edelweiss.ask("pair", t, rules=2026) == edelweiss.pair(t, 2026).document
    with pytest.raises(edelweiss.TournamentError, match="found the question"):
        edelweiss.ask("guess", t)
    with pytest.raises(edelweiss.TournamentError, match="expected one of"):
        edelweiss.ask("pair", t, colour="blue")
    assert edelweiss.versions()["program"]["version"] == edelweiss.__version__


def test_formulations_are_solved_and_written_for_other_programs(root):
    t = Tournament.read(root / "examples/open.trf")
    folder = root / "examples/formulations"
    monrad = edelweiss.formulate(t, (folder / "monrad.toml").read_text())
    assert monrad["name"] == "monrad" and monrad["scope"] == "field" and len(monrad["brackets"]) == 1
    dutch = (folder / "dutch-2026.toml").read_bytes()
    document = edelweiss.formulate(t, dutch, 2)
    assert document["round"] == 2 and document["pairs"]
    second = edelweiss.formulate(t, dutch)["brackets"][1]
    problem = edelweiss.formulation_problem(t, dutch, second["bracket"], "graphml")
    assert problem.count("<edge ") == second["edges"]
    assert "Minimize" in edelweiss.formulation_problem(t, dutch)
    for wrong, words in [
        ("format = 2", "line 1, column 10: format: found 2, expected 1"),
        ('format = 1\ncriteria = [{ name = "monrad" }]', 'did you mean "monrad-type"'),
    ]:
        with pytest.raises(edelweiss.TournamentError, match=words):
            edelweiss.formulate(t, wrong)
    with pytest.raises(edelweiss.TournamentError, match="bracket: found 9, expected one of 1"):
        edelweiss.formulation_problem(t, dutch, 9, round=1)
    with pytest.raises(edelweiss.TournamentError, match="options: formulation: missing"):
        edelweiss.ask("formulate", t)


def test_wrong_types_say_what_was_expected(club_text):
    t = Tournament.loads(club_text)
    with pytest.raises(TypeError, match="found str, expected a Tournament"):
        edelweiss.pair("open.trf")
    with pytest.raises(TypeError, match="options"):
        edelweiss.pair(t, rules={2026})
    with pytest.raises(edelweiss.TournamentError, match="options: round"):
        edelweiss.pair(t, round="three")
    with pytest.raises(edelweiss.TournamentError, match="options: round"):
        edelweiss.pair(t, round=2**70)
    with pytest.raises(TypeError):
        Tournament.loads(17)


def test_the_examples_of_the_package():
    assert doctest.testmod(edelweiss).failed == 0


def test_files_that_are_too_large_are_refused_without_being_read_whole(tmp_path):
    with pytest.raises(edelweiss.TournamentError) as caught:
        Tournament.loads(b" " * ((64 << 20) + 1))
    assert caught.value.kind == "limit"
    endless = tmp_path / "endless.trf"
    with endless.open("wb") as file:
        # A hole: nothing of it is on the disk, and all of it would be in memory.
        file.truncate(1 << 40)
    with pytest.raises(edelweiss.TournamentError) as caught:
        Tournament.read(endless)
    assert caught.value.kind == "limit"


WRONG = """
import resource, sys, edelweiss
from edelweiss import Tournament

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

t = Tournament.read(sys.argv[1])
paste = "001    1\\n" * 12_000_000
before = most()
for call in (
    lambda: Tournament.loads(paste),
    lambda: Tournament.read(sys.argv[2]),
    lambda: edelweiss.generate(seed=1, players=2**32 - 1),
    lambda: edelweiss.simulate(seed=1, count=2**32 - 1, players=2**31),
    lambda: edelweiss.pair(t, round=60000),
    lambda: edelweiss.preview(t, outcomes=2**60),
    lambda: edelweiss.verify(t, "[" * 10_000_000),
):
    try:
        call()
    except edelweiss.TournamentError:
        continue
    sys.exit("a wrong call was answered")
print((most() - before) // 1024)
"""


# Elsewhere memory is not counted in kilobytes.
if sys.platform == "linux":

    def test_the_memory_of_wrong_calls_is_bounded(open_path, tmp_path):
        endless = tmp_path / "endless.trf"
        with endless.open("wb") as file:
            file.truncate(1 << 40)
        done = subprocess.run(
            [sys.executable, "-c", WRONG, str(open_path), str(endless)],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        # A paste of 103 MB is copied once or twice on its way; nothing else counts.
        assert int(done.stdout) < 300, f"{done.stdout} MB"


def test_judgements_previews_and_variants(club_text):
    t = Tournament.loads(club_text)
    wrong = edelweiss.judge(t, [(1, 3), (2, 4)])
    assert wrong == edelweiss.judge(t, "1-3,2-4") and "met" in wrong
    assert edelweiss.ask("judge", t, pairs="2-1,3-4")["is_right"]
    open_games = Tournament.loads(club_text.replace("4 b 1", "4 b  ").replace("2 w 0", "2 w  ").replace(
        "1.0    2", "0.0    2"))
    assert "1" in edelweiss.preview(open_games) and "edelweiss.preview" in edelweiss.preview(
        open_games, format="json", outcomes=3, seed=1)
    with pytest.raises(edelweiss.TournamentError, match="no game is open"):
        edelweiss.preview(t)
    answers = edelweiss.variants(t, ["", "absent 4"])["variants"]
    assert answers[0]["boards"] == [[2, 1], [3, 4]] and answers[1]["bye"]


def test_a_field_plays_again(open_path):
    t = Tournament.read(open_path)
    again = edelweiss.generate(1, model=t)
    assert [p["rating"] for p in again.players] == [p["rating"] for p in t.players]
    assert edelweiss.generate(1, 8, 2, tie_breaks=["WIN"]).dumps().count("212 PTS,WIN") == 1
    with pytest.raises(edelweiss.TournamentError, match="config"):
        edelweiss.generate(1, model=t, settings="plain = true")


def test_lists_are_those_of_the_program(open_path, root):
    t = Tournament.read(open_path)
    recorded = root / "crates" / "cli" / "testdata" / "lists"
    prizes = (root / "examples" / "prizes.toml").read_text()
    assert edelweiss.lists(t, ["prizes"], prizes=prizes) == (recorded / "prizes.en.txt").read_text()
    assert edelweiss.lists(t, "cross-table", format="csv") == (recorded / "cross-table.csv").read_text()
    assert edelweiss.lists(t, format="markdown") == (recorded / "boards.md").read_text()
    assert "Runde 2" in edelweiss.lists(t, ["boards"], 2, language="de")
    assert 'size: letter' in edelweiss.lists(t, format="html", paper="letter", large=True)
    document = edelweiss.ask("lists", t, lists=["standings"], tie_breaks="WON")
    assert document["format"] == "edelweiss.lists"
    assert "WON" in [column["heading"] for column in document["lists"][0]["parts"][0]["columns"]]
    workbook = edelweiss.workbook(t, ["boards", "prizes"], prizes=prizes)
    assert workbook.startswith(b"PK") and workbook == edelweiss.workbook(t, ["boards", "prizes"], prizes=prizes)


def test_wrong_lists_and_prizes_are_refused(open_path):
    t = Tournament.read(open_path)
    with pytest.raises(edelweiss.TournamentError, match='found the list "crosstable", expected') as caught:
        edelweiss.lists(t, ["crosstable"])
    assert caught.value.hint == 'did you mean "cross-table"?'
    for asked, words in (
        ({"round": 5}, "--round: found 5, but 4 are paired"),
        ({"lists": ["boards", "names"], "format": "csv"}, "a CSV holds one list"),
        ({"lists": ["prizes"]}, "which prizes there are is not known"),
        ({"language": "la"}, 'found the language "la"'),
        ({"format": "pdf"}, "unknown variant `pdf`"),
    ):
        with pytest.raises(edelweiss.TournamentError, match=words):
            edelweiss.lists(t, **asked)
    with pytest.raises(ValueError, match="workbook"):
        edelweiss.lists(t, format="xlsx")
    prizes = "currency = 'CHF'\ntotal = 100\n[[category]]\nname = 'A'\nprizes = [60, 30]\n"
    for ask in (edelweiss.lists, edelweiss.workbook):
        with pytest.raises(edelweiss.TournamentError, match="add up to 90.00, not to the total of 100.00") as caught:
            ask(t, ["prizes"], prizes=prizes)
        assert (caught.value.line, caught.value.column) == (2, 9)


def test_an_event_from_its_list_to_its_report(club_text):
    event = edelweiss.new("Name;Elo\nAnn;1900\nBea;2000\nCid;1800\n", 3, "Evening", first_colour="white")
    t = event.tournament
    assert [player["name"] for player in t.players] == ["Bea", "Ann", "Cid"]
    assert (t.name, t.rounds_total, t.file) == ("Evening", 3, "Evening.trf")
    assert [column["field"] for column in event.document["columns"]] == ["name", "rating"]
    state = edelweiss.state(edelweiss.with_round(t))
    assert state["event"]["rounds_paired"] == 1 and state["shown"]["boards"][0]["result"] is None
    assert edelweiss.state(t)["shown"] is None
    latin = edelweiss.new("Name;Elo\nÅsa;1900\nBea;2000\n".encode("windows-1252"), 1, encoding="windows-1252")
    assert latin.tournament.players[1]["name"] == "Åsa"
    over = edelweiss.generate(3, 12, 4)
    assert edelweiss.report(over).startswith(b"012") or b"\n012" in edelweiss.report(over)
    assert b"\nXXR 4" in edelweiss.report(over, "trf16")
    club = Tournament.loads(club_text, "club.trf")
    assert b"\n212 PTS,WIN" in edelweiss.report(club, incomplete=True, tie_breaks=["WIN"])
    with pytest.raises(edelweiss.TournamentError, match="1 of 3 rounds"):
        edelweiss.report(club)
    with pytest.raises(edelweiss.TournamentError, match="strict|missing|lacks"):
        edelweiss.report(club, incomplete=True, strict=True)
    with pytest.raises(edelweiss.TournamentError, match="unknown variant `pdf`"):
        edelweiss.report(club, "pdf")


def test_wrong_lists_of_players_and_rounds_are_refused(club_text):
    with pytest.raises(edelweiss.TournamentError, match="options: rounds: missing, expected 1 to 999"):
        edelweiss.new("Name\nAnn\nBea\n")
    with pytest.raises(edelweiss.TournamentError, match="options: column"):
        edelweiss.new("Name\nAnn\nBea\n", 3, column=["rating"])
    with pytest.raises(edelweiss.TournamentError, match="club.csv"):
        edelweiss.new("", 3, file="club.csv")
    with pytest.raises(TypeError):
        edelweiss.new(17, 3)
    with pytest.raises(edelweiss.TournamentError, match="9"):
        edelweiss.state(Tournament.loads(club_text), 9)
    with pytest.raises(TypeError, match="found str, expected a Tournament"):
        edelweiss.state("open.trf")
