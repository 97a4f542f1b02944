"""What an experiment needs besides its own file, looked for before any game is played."""

from __future__ import annotations

from pathlib import Path

from simkit.content.complaints import complaint
from simkit.content.source import read_source
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.report.scripts import require_shipped

NO_REPORT = "none"
"""An experiment's `report` if it wants none."""


def require_report(experiment: Experiment, file: Path | None) -> None:
    """Complain if the report can't be written when all games are played.

    A script of the user's is imported, with all that draws; those that come with simkit are good.
    """
    if experiment.report == NO_REPORT:
        return
    try:
        if experiment.report.endswith(".py"):
            from simkit.report.write import find_script

            find_script(experiment.report, experiment.folder)
        else:
            require_shipped(experiment.report)
    except BadInput as problem:
        if file is None:
            raise BadInput(f"report: {problem}") from None
        raise complaint(read_source(file), [(("report",), str(problem))]) from None
