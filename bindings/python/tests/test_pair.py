"""Tournaments and rounds."""

import subprocess
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor

import edelweiss
import pytest
from edelweiss import Tournament


def test_a_round_of_a_file(open_path):
    t = Tournament.read(open_path)
    assert len(t) == len(t.players) > 0
    round = edelweiss.pair(t)
    assert round.impossible is None
    assert round.number == t.rounds_paired + 1
    seated = [n for pair in round.pairs for n in pair]
    assert len(seated) == len(set(seated))
    assert {n for b in round.brackets for p in b.pairs for n in p} == set(seated)
    assert all("C12" in bracket.costs for bracket in round.brackets)


def test_boards_have_numbers_names_and_reasons(club_text):
    round = edelweiss.pair(Tournament.loads(club_text, name="club.trf"))
    assert round.rules.startswith("FIDE (Dutch)") or "Dutch" in round.rules
    first, second = round.boards
    assert (first.number, first.white, first.black) == (1, 2, 1)
    assert (first.white_name, first.black_name) == ("Brown, Bea", "Adams, Ann")
    assert first.colour_reason == "both-granted" and first.article == "5.2.1"
    assert second.white_name == "Clark, Cid"
    assert round.bye is None
    top = round.brackets[0]
    assert (top.residents, top.mdps, top.floaters) == ([1, 2], [], [])
    assert top.kind == "normal" and top.score == 1.0
    assert str(round).splitlines()[1] == "1: 2 Brown, Bea - 1 Adams, Ann"


def test_text_and_bytes_are_the_same(club_text):
    text, data = Tournament.loads(club_text), Tournament.loads(club_text.encode())
    assert text.dumps() == data.dumps() == club_text
    assert text.to_bytes() == club_text.encode()
    assert edelweiss.pair(text) == edelweiss.pair(data)


def test_notebooks_show_a_table_with_names_escaped(club_text):
    t = Tournament.loads(club_text.replace("Adams, Ann", "<b>Adams</b>"[:10]))
    html = edelweiss.pair(t)._repr_html_()
    assert html.startswith("<table>") and "<b>Adams" not in html and "&lt;b&gt;Adams" in html


def test_notebooks_show_a_tournament_with_head_data_and_players_escaped(club_text):
    text = club_text.replace("Adams, Ann ", "<b>&Adams  ").replace("Club evening", "Club <script>")
    t = Tournament.loads(text + "042 2025/06/01\n")
    html = t._repr_html_()
    assert html.count("<table>") == 2
    assert "<b>" not in html and "<td>&lt;b&gt;&amp;Adams</td>" in html
    assert "<caption>Club &lt;script&gt;</caption>" in html
    rules = edelweiss.pair(t).rules
    assert f"<td>4</td><td>1 of 3 paired</td><td>2025/06/01</td><td>{rules}</td>" in html
    assert html.count("<tr>") == 2 + 1 + 4


def test_the_edition_is_that_of_the_argument_the_file_or_its_date(club_text):
    def name(text, **options):
        return edelweiss.pair(Tournament.loads(text), **options).rules

    old, new = name(club_text, rules=2017), name(club_text, rules=2026)
    assert old != new == name(club_text)
    assert name(club_text + "192 FIDE_DUTCH_2017\n") == old
    assert name(club_text + "042 2025/06/01\n") == old
    assert name(club_text + "042 2025/06/01\n", rules=2026) == new
    with pytest.raises(edelweiss.TournamentError, match="found the edition \"1999\", expected 2026, 2017"):
        name(club_text, rules=1999)


def test_a_recorded_round_is_paired_again_and_checked(club_text):
    t = Tournament.loads(club_text)
    again = edelweiss.pair(t, round=1)
    assert again.number == 1 and again.pairs == [(1, 3), (4, 2)]
    check = edelweiss.check(t)
    (checked,) = check.rounds
    assert checked.round == 1 and checked.is_same and check.is_same
    with pytest.raises(edelweiss.TournamentError, match="round 7 is asked for"):
        edelweiss.pair(t, round=7)


def test_a_round_that_differs_is_told(club_text):
    swapped = (
        club_text.replace("    3 w 1", "    4 w 1")
        .replace("    4 b 1", "    3 b 1")
        .replace("    1 b 0", "    2 w 0")
        .replace("    2 w 0\n001    4", "    2 w 0\n001    4")
    )
    lines = swapped.splitlines()
    lines[-1] = lines[-1].replace("    2 w 0", "    1 b 0")
    check = edelweiss.check(Tournament.loads("\n".join(lines) + "\n"))
    (checked,) = check.rounds
    assert not checked.is_same and not check.is_same
    assert checked.verdict == "pairing-differs" and checked.legal
    assert checked.only_recorded == [(1, 4), (3, 2)]
    assert checked.only_here == [(1, 3), (4, 2)]
    decision = checked.decision
    assert (decision.bracket, decision.better) == (1, "here") and decision.article
    assert decision.text in str(check)
    assert check.columns()["verdict"] == ["pairing-differs"]
    assert "pairing-differs" in check._repr_html_()


def test_the_reading_that_gives_the_recorded_round_is_named(root):
    text = (root / "testdata/disputes/third_colour_unequal.trf").read_text()
    for boards, verdict, reading in [
        ([(3, 1), (2, 4)], "pairing-differs", "C10-C11-who-gets"),
        ([(1, 2), (4, 3)], "pairing-differs", None),
        ([(1, 4), (3, 2)], "equal", None),
    ]:
        lines = text.splitlines()
        for white, black in boards:
            for player, opponent, colour in [(white, black, "w"), (black, white, "b")]:
                (at,) = [n for n, line in enumerate(lines) if line.startswith(f"001 {player:>4} ")]
                lines[at] = lines[at].replace(" 8.0 ", " 8.5 ", 1) + f"  {opponent:>4} {colour} ="
        check = edelweiss.check(Tournament.loads("\n".join(lines) + "\n"), rules=2026, round=9)
        (checked,) = check.rounds
        assert (checked.verdict, checked.reading) == (verdict, reading)
        assert check.columns()["reading"] == [reading]
        assert ("C10-C11-who-gets" in str(check)) == (reading is not None)


def test_a_round_that_cannot_be_paired_has_its_proof(club_text):
    two = "\n".join(club_text.splitlines()[:3]) + "\n"
    two += "".join(
        f"001    {n}      Player {n}                          2000"
        f"                             {points}    {n}     {other} {colour} {result}\n"
        for n, points, other, colour, result in [(1, "1.0", 2, "w", 1), (2, "0.0", 1, "b", 0)]
    )
    round = edelweiss.pair(Tournament.loads(two))
    assert "no legal pairing" in round.impossible
    assert round.boards == [] and round.witness is not None
    assert len(round.witness.groups) > len(round.witness.partners)
    assert "no legal pairing" in round._repr_html_()


def test_errors_have_line_column_and_the_words_of_the_program(club_text):
    broken = club_text.replace("4 b 1", "9 b 1")
    with pytest.raises(edelweiss.TournamentError) as caught:
        Tournament.loads(broken, name="club.trf")
    error = caught.value
    assert error.line == 5 and error.column > 90
    assert error.messages[0].startswith("club.trf:5:")
    assert str(error).startswith(error.messages[0])
    assert isinstance(error, edelweiss.EdelweissError)
    with pytest.raises(edelweiss.TournamentError):
        Tournament.loads(b"\x00\xff\xfe")


def test_every_bad_sample_is_refused_in_the_words_of_the_program(root):
    samples = sorted((root / "crates/trf/testdata/bad").glob("*.trf"))
    assert len(samples) > 60
    for path in samples:
        # What the program says of the same file: a test of its own holds it to this.
        said = path.with_suffix(".txt").read_text(encoding="utf-8").rstrip("\n")
        with pytest.raises(edelweiss.TournamentError) as caught:
            Tournament.loads(path.read_bytes(), name=path.name)
        # Warnings are said before the errors; an exception has the errors.
        errors = str(caught.value)
        assert said == errors or said.startswith("warning: ") and said.endswith("\n" + errors), path.name
        # Ten are told, each hint once; `messages` has the others, too, which are counted.
        messages = [message.splitlines() for message in caught.value.messages]
        assert all(line in said.splitlines() for lines in messages[:10] for line in lines), path.name
        assert not any(lines[0] in said for lines in messages[10:]), path.name
        more = len(messages) - 10
        assert (f"\nand {more} more: " in said) if more > 0 else ("\nand " not in said), path.name


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.trf"):
        Tournament.read(tmp_path / "nowhere.trf")


def test_no_panic_crosses_the_border():
    with pytest.raises(edelweiss.InternalError, match="asked for by a test"):
        edelweiss._native._panic_for_tests()


def test_many_rounds_at_once_are_the_same_as_one_by_one(club_text, open_path):
    many = [Tournament.loads(club_text), Tournament.read(open_path)] * 3
    assert edelweiss.pair_many(many) == [edelweiss.pair(t) for t in many]


def test_threads_may_share_a_tournament(open_path):
    t = Tournament.read(open_path)
    expected, found = edelweiss.pair(t), []
    threads = [threading.Thread(target=lambda: found.append(edelweiss.pair(t))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_the_module_does_not_take_the_lock_again():
    # In a process of its own: another package may have taken it here. Before 3.13 every interpreter has it.
    asked = "import sys, edelweiss; print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    has_lock = not sysconfig.get_config_var("Py_GIL_DISABLED")
    assert subprocess.check_output([sys.executable, "-c", asked], text=True) == f"{has_lock}\n"


def test_many_threads_ask_everything_of_one_tournament_at_once(open_path):
    t = Tournament.read(open_path)

    def answers(_):
        return (
            edelweiss.pair(t),
            edelweiss.standings(t),
            edelweiss.check(t).document,
            edelweiss.explain(t),
            t.players,
            edelweiss.generate(3, 12, 3).dumps(),
        )

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(answers, range(40)))
    assert all(each == found[0] for each in found)


def test_proofs_hold_and_changed_ones_do_not(club_text):
    t = Tournament.loads(club_text)
    proof = edelweiss.prove(t)
    edelweiss.verify(t, proof)
    edelweiss.verify(t, proof.encode())
    with pytest.raises(edelweiss.TournamentError, match="not a proof"):
        edelweiss.verify(t, "{}")
    with pytest.raises(edelweiss.ProofError, match="does not hold"):
        edelweiss.verify(t, edelweiss.prove(t, round=1))


def test_help_describes_everything():
    for name in edelweiss.__all__:
        if name != "__version__":
            assert getattr(edelweiss, name).__doc__, name
    for name in ("read", "loads", "dumps", "players", "warnings"):
        assert getattr(Tournament, name).__doc__, name
