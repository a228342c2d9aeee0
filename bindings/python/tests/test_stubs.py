"""Types: what the stubs say is what there is, and the Python half keeps to it."""

import subprocess
import sys

import pytest

pytest.importorskip("mypy")


@pytest.mark.parametrize(
    "command", [["mypy.stubtest", "edelweiss"], ["mypy", "--strict", "--package", "edelweiss"]]
)
def test_types(command, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
