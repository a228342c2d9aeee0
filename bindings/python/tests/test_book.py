"""The pages about Python: their blocks run, and show what the guide says they show.

``BLESS=1`` writes what the cells of the guide show into it; read the difference as if it were code.
"""

import ast
import contextlib
import io
import os
import re

import pytest
from conftest import ROOT

for needed in ("networkx", "pandas", "pyarrow"):
    pytest.importorskip(needed)

PAGES = ROOT / "docs" / "src" / "programmers"
GUIDE = PAGES / "python-guide.md"
CELL = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def shown(cell, names):
    """What a notebook shows below a cell: what it prints, and the value of its last line."""
    tree, value = ast.parse(cell), None
    if isinstance(tree.body[-1], ast.Expr):
        value = ast.Expression(tree.body.pop().value)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        result = None if value is None else eval(compile(value, "<cell>", "eval"), names)
    return printed.getvalue() + ("" if result is None else f"{result!r}\n")


@pytest.mark.parametrize("page", [PAGES / "python.md", ROOT / "bindings" / "python" / "README.md"])
def test_blocks_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {}
    cells = CELL.findall(page.read_text(encoding="utf-8"))
    assert cells
    for cell, _ in cells:
        shown(cell, names)


def test_cells_of_the_guide_show_what_it_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {}
    text = GUIDE.read_text(encoding="utf-8")

    def with_output(match):
        cell = match.group(1)
        out = shown(cell, names)
        # Lines of files end where their last column does, which no page shows.
        out = "".join(line.rstrip() + "\n" for line in out.splitlines())
        block = f"\n```text\n{out}```\n" if out else ""
        return f"```python\n{cell}```\n{block}"

    expected = CELL.sub(with_output, text)
    if os.environ.get("BLESS"):
        GUIDE.write_text(expected, encoding="utf-8")
    assert text == expected or os.environ.get("BLESS")
