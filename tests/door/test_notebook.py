"""The notebook of a first question is run as a reader runs it; progress and results show themselves."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "first_question.ipynb"
NOTEBOOKS = sorted(NOTEBOOK.parent.rglob("*.ipynb"))

PROGRESS = """
import simkit
simkit.run(game="pig", strategies=["hold_at", "random"], games=3000).name
"""

pytestmark = pytest.mark.filterwarnings("default")  # Jupyter's own


def execute(notebook: Any, folder: Path) -> Any:
    """Run a notebook's cells in a folder."""
    kernel = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    return kernel.execute(env=os.environ | {"IPYTHONDIR": str(folder / "ipython")})


def shown(cell: Any) -> str:
    """Return all that a cell shows, as HTML or text."""
    parts = (output.get("data", {}) for output in cell.outputs)
    return "\n".join(data.get("text/html") or data.get("text/plain", "") for data in parts)


@pytest.mark.long
def test_the_first_question_is_answered(tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in execute(notebook, tmp_path).cells if cell.cell_type == "code"]
    said = [shown(cell) for cell in cells]
    assert "3 scenarios of 10,000 games" in said[0] and "<table>" in said[0]
    assert "rules.target 100 -&gt; 150" in said[4]
    assert "First to 100 wins" in said[6]
    assert (tmp_path / "first_question.xlsx").is_file()
    assert "players" in said[8] and "to 150" in said[9]
    assert not any(output.output_type in ("error", "stream") for cell in cells for output in cell.outputs)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_every_cell_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process and with fewer games: in seconds, so that no cell stays broken for long."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": __name__}
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            source = re.sub(r"games=[\d_]+", "games=100", cell.source)
            exec(compile(source, f"<cell {number} of {file.name}>", "exec"), names)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_stored_without_results(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)


def test_progress_is_one_line_of_the_notebook(tmp_path: Path) -> None:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PROGRESS)])  # type: ignore[no-untyped-call]
    (cell,) = execute(made, tmp_path).cells
    line, result = cell.outputs
    assert "3,000/3,000 games" in line.data["text/plain"] and "hold_at won" in line.data["text/plain"]
    assert result.data["text/plain"] == "'pig'"
