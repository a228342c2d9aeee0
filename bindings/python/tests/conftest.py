"""Where the tournaments of the project are; and in CI a test that is skipped has failed."""

import os
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


def pytest_addoption(parser):
    parser.addoption("--may-skip", action="store_true", help="a skip is no failure, in CI either")


def refuse_skips(report, config):
    """Makes a failure of a skip, of a test or a whole file: what it looks for was to be installed."""
    is_skip = report.skipped and not hasattr(report, "wasxfail")
    if is_skip and os.environ.get("CI") == "true" and not config.getoption("--may-skip"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"nothing is skipped in CI. {reason}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    refuse_skips((yield).get_result(), item.config)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    refuse_skips((yield).get_result(), collector.config)


@pytest.fixture
def club_text():
    return CLUB


@pytest.fixture
def open_path():
    return ROOT / "examples" / "open.trf"


@pytest.fixture
def root():
    return ROOT
