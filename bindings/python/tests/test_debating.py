"""The example of debating: a field besides chess."""

import importlib.util
import subprocess
import sys

import pytest
from conftest import ROOT

for needed in ("networkx", "numpy"):
    pytest.importorskip(needed)

PATH = ROOT / "examples" / "debating" / "debating.py"


@pytest.fixture(scope="module")
def debating():
    spec = importlib.util.spec_from_file_location("debating", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_sum_of_penalties_beats_the_order_of_considerations(debating):
    found = debating.compare(rounds=60, teams=16, seed=4)
    assert found["rounds"] == 60 == found["equal"] + found["worse"]
    assert found["worse"] == sum(found["first"].values()) > 0
    again = debating.compare(rounds=60, teams=16, seed=4)
    assert {key: again[key] for key in again if key != "times"} == {key: found[key] for key in found if key != "times"}


def test_nobody_is_on_a_side_too_often_nor_meets_a_team_twice(debating):
    import random

    import numpy

    from edelweiss.matching import lexicographic

    field = debating.Field(14, random.Random(9))
    for played in range(debating.ROUNDS):
        arrays, allowed = field.costs()
        field.play(lexicographic(allowed.astype(int), arrays).pairs)
        # Everybody has met one team more, besides itself.
        assert (field.met.sum(axis=0) == played + 2).all()
        assert field.sides.sum() == 14 * (played + 1)
    assert field.sides.sum(axis=0).max() <= debating.MOST_ON_A_SIDE
    assert field.sides.max() <= debating.MOST_OF_A_KIND
    assert numpy.sum(field.wins) == 7 * debating.ROUNDS


def test_a_wrong_option_is_refused_in_words():
    for options, words in ((["--teams", "9"], "--teams: found 9"), (["--rounds", "0"], "--rounds: found 0")):
        ended = subprocess.run([sys.executable, PATH, *options], capture_output=True, text=True)
        assert ended.returncode == 2 and words in ended.stderr
