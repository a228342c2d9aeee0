"""Where the tournaments of the project are."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

CLUB = """\
012 Club evening
142 3
152 W
001    1      Adams, Ann                        2100                             1.0    1     3 w 1
001    2      Brown, Bea                        2000                             1.0    2     4 b 1
001    3      Clark, Cid                        1900                             0.0    3     1 b 0
001    4      Davis, Dan                        1800                             0.0    4     2 w 0
"""


@pytest.fixture
def club_text():
    return CLUB


@pytest.fixture
def open_path():
    return ROOT / "examples" / "open.trf"


@pytest.fixture
def root():
    return ROOT
