"""A skip is a failure in CI: of a test, and of a file."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS = {
    "test": "import pytest\n\ndef test_it():\n    pytest.importorskip('no_such_package')\n",
    "file": "import pytest\n\npytest.importorskip('no_such_package')\n\ndef test_it():\n    pass\n",
    "mark": "import pytest\n\n@pytest.mark.skip(reason='no_such_package')\ndef test_it():\n    pass\n",
}


@pytest.mark.parametrize("kind", SKIPS)
def test_a_skip_fails_in_ci_only(kind, tmp_path):
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path / "conftest.py")
    (tmp_path / "test_skipping.py").write_text(SKIPS[kind])

    def run(ci, *options):
        env = {name: value for name, value in os.environ.items() if name != "CI"} | ci
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(tmp_path)]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout

    code, said = run({"CI": "true"})
    assert code in (1, 2) and "nothing is skipped in CI" in said and "no_such_package" in said
    for code, said in [run({}), run({"CI": "true"}, "--may-skip")]:
        # A file without a test is 5.
        assert code in (0, 5) and "1 skipped" in said
