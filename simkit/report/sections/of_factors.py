"""The parts of a report about what is varied: numbers, levels, components."""

from __future__ import annotations

from simkit.report.document import KeyFigure, Part, Section
from simkit.report.sections.curve_over_factor import curve_sections
from simkit.report.sections.effects_of_factor import (
    all_changes,
    change_findings,
    change_keys,
    change_section,
    hardly_used,
    too_many_levels,
)
from simkit.report.sections.win_rates import Wins
from simkit.report.sections.worth_of_components import (
    ComponentWords,
    component_findings,
    component_sections,
    component_tables,
)
from simkit.run.directory import RunDirectory


class CurvesOverFactors(Part):
    """How the win rate goes with a number that is varied.

    Parameters
    ----------
    wins : Wins or None
        Whose wins; None, or points, have no curves.
    """

    def __init__(self, wins: Wins | None) -> None:
        self._wins = wins

    def sections(self) -> list[Section]:
        """Return a section for every factor of three or more numbers, if its curve is legible."""
        return curve_sections(self._wins) if self._wins and self._wins.result.is_share else []


class EffectsOfFactors(Part):
    """What each level of a factor changes, in the same games.

    Parameters
    ----------
    wins : Wins or None
        What is changed; None for a game that declares no objective.
    """

    def __init__(self, wins: Wins | None) -> None:
        self._wins = wins
        self._changes = all_changes(wins) if wins else []

    def key_figures(self) -> list[KeyFigure]:
        """Return the largest significant change of each factor."""
        return [key for changes in self._changes for key in change_keys(changes)]

    def findings(self) -> list[str]:
        """Return sentences about the factors, the most surprising first."""
        return [
            *change_findings(self._changes),
            *hardly_used(self._changes),
            *(too_many_levels(self._wins) if self._wins else []),
        ]

    def sections(self) -> list[Section]:
        """Return a section about each factor."""
        return [change_section(changes) for changes in self._changes]


class Components(Part):
    """What each component is worth, in points or in wins: for runs with a factor `component`.

    Parameters
    ----------
    run : RunDirectory
        The run.
    words : ComponentWords
        The columns that are compared, and the words for them.
    """

    def __init__(self, run: RunDirectory, words: ComponentWords) -> None:
        self._run = run
        self._tables = component_tables(run, words)

    def findings(self) -> list[str]:
        """Return a sentence for each table on the component that moves its results most."""
        return component_findings(self._tables)

    def sections(self) -> list[Section]:
        """Return a section for each table."""
        return component_sections(self._run, self._tables)
