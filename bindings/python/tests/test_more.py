"""Standings, words and made-up tournaments."""

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
    english, german = edelweiss.explain(t), edelweiss.explain(t, language="de", markdown=True)
    assert "Brown, Bea" in english and "Brown, Bea" in german and english != german
    with pytest.raises(edelweiss.TournamentError, match="language"):
        edelweiss.explain(t, language="xx")


@pytest.mark.parametrize("rules", [2017, 2026])
def test_made_up_tournaments_come_again_from_their_seed(rules):
    t = edelweiss.generate(7, players=30, rounds=5, rules=rules)
    assert len(t) == 30 and t.rounds_paired == 5
    assert t.dumps() == edelweiss.generate(7, 30, 5, rules).dumps()
    assert t.dumps() != edelweiss.generate(8, 30, 5, rules).dumps()
    checked = edelweiss.check(t)
    assert len(checked) == 5 and all(round.is_same for round in checked)
    again = edelweiss.pair(t, round=3)
    assert str(rules) in again.rules and again.number == 3
    edelweiss.verify(t, edelweiss.prove(t, round=3), round=3)
    with pytest.raises(edelweiss.TournamentError):
        edelweiss.generate(1, players=2, rounds=40)


def test_an_event_that_is_over_says_so():
    round = edelweiss.pair(edelweiss.generate(3, 12, 4))
    assert round.impossible == "no round is left: 4 of 4 rounds have been paired"
    assert round.witness is None and round.boards == [] and str(round) == round.impossible
