"""What is handed over is taken without trust: paths that no system has, and lengths that are not so."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import edelweiss
import edelweiss.matching
import pytest
from edelweiss import Tournament


class Liar(Sequence):
    """Says that it is longer than any memory, and holds what it is given."""

    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return sys.maxsize

    def __getitem__(self, index):
        return self.items[index]


@pytest.mark.parametrize("path", ["\ud800", "a\udfff\ud800", Path("\ud83d")])
def test_a_path_that_no_system_has_is_refused_as_open_does(path):
    with pytest.raises((UnicodeEncodeError, OSError)) as ours:
        Tournament.read(path)
    with pytest.raises((UnicodeEncodeError, OSError)) as theirs:
        open(path)
    assert isinstance(ours.value, type(theirs.value))


@pytest.mark.parametrize("text", ["\ud800", "001 \udfff"])
def test_text_that_is_no_unicode_is_refused(text, club_text):
    for call in [
        lambda: Tournament.loads(text),
        lambda: Tournament.loads(club_text, text),
        lambda: Tournament.loads(club_text, encoding=text),
        lambda: Tournament.from_results([text]),
        lambda: Tournament.from_results(["a", "b"], [[(1, 2, text)]]),
        lambda: Tournament.from_results(["a"], name=text),
        lambda: edelweiss.pair(Tournament.loads(club_text), system=text),
        lambda: edelweiss.verify(Tournament.loads(club_text), text),
    ]:
        with pytest.raises((TypeError, ValueError, edelweiss.TournamentError)):
            call()


# In a process of its own: a length that is believed ends it.
LENGTHS = """
import array, edelweiss, sys
from edelweiss import Tournament
from test_foreign import Liar
huge = range(10**9)
for call in [
    lambda: Tournament.from_results(huge),
    lambda: Tournament.from_results(["a"], huge),
    lambda: Tournament.from_results(["a"], [huge]),
    lambda: Tournament.from_results(["a"], forbidden=huge),
    lambda: Tournament.from_results(["a"], forbidden=[huge]),
    lambda: Tournament.from_results(Liar(1)),
    lambda: Tournament.loads(huge),
    lambda: Tournament.loads(Liar(300)),
    lambda: edelweiss._native.answer_many("pair", huge),
    lambda: edelweiss._native.best_matching((2, b"", b"", Liar("a")), "max-weight"),
]:
    try:
        call()
    except (TypeError, ValueError, edelweiss.EdelweissError) as error:
        print(type(error).__name__)
# A list that is shorter than it says is as long as it is.
print(len(Tournament.from_results(Liar("a", "b", "c"))))
"""


def test_no_room_is_taken_for_a_length_that_is_told():
    here = Path(__file__).parent
    done = subprocess.run([sys.executable, "-c", LENGTHS], cwd=here, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    said = done.stdout.split()
    assert len(said) == 11 and said[-1] == "3", done.stdout


def test_what_the_module_of_matchings_shows_is_its_own():
    known = set(edelweiss.matching.__all__) | {"annotations"}
    shown = {name for name in vars(edelweiss.matching) if not name.startswith("_")} - known
    # Names of types, for annotations.
    assert all(getattr(vars(edelweiss.matching)[name], "__module__", "") == "typing" for name in shown), shown
