"""The tests that networkx has for its matchings, with ours in their place."""

import pytest
from edelweiss.matching import max_weight_matching, min_weight_matching

nx = pytest.importorskip("networkx")


def _substitute(patch):
    patch.setattr(nx, "max_weight_matching", max_weight_matching)
    patch.setattr(nx, "min_weight_matching", min_weight_matching)


# Its parameters name the functions while it is imported.
with pytest.MonkeyPatch.context() as _patch:
    _substitute(_patch)
    from networkx.algorithms.tests.test_matching import *  # noqa: F401,F403


@pytest.fixture(autouse=True)
def _ours(monkeypatch):
    _substitute(monkeypatch)
