"""How long games of Nautilus (2002) are, and when the canyon and the last pieces of Atlantis are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.state import PIECES

LAST_PIECES = range(PIECES - 2, PIECES + 1)
"""The pieces of Atlantis that end the game when all three are out."""

ENDING_RULES = ("end_three", "end_all", "end_stagnation")
"""The rules by which each ending can be left out."""

OFTEN = 0.5
"""Where the canyon is opened in fewer games, that is worth a finding."""

MEANS = {
    "canyon_round": "canyon opened in round",
    "slots_covered": "built over",
    "slots_left": "left",
    "best_score": "best score",
}
MEANS_IN_WORDS = (
    "the round in which the canyon was opened (0 if never); discoveries built over, and left on the board; "
    "the best score"
)


@dataclass(frozen=True)
class Length(r.LengthAndEndings):
    """How many rounds games last, how they end, how often the canyon is opened."""

    length: str = "rounds"
    end: str = "end"
    means: Mapping[str, str] = field(default_factory=lambda: MEANS)
    means_in_words: str = MEANS_IN_WORDS

    def findings(self) -> list[r.Finding]:
        """Return findings on the length, the most frequent ending, and where the canyon stays closed."""
        opened = r.SideBySide.read(self.subject.run, "canyon_opened")
        by_setting = self.subject.by_setting(lambda s: opened.average([s]))
        least = min(by_setting, key=lambda setting: by_setting[setting].value)
        found = [*super().findings()]
        if by_setting[least].high < OFTEN:
            where = f" ({least})" if len(by_setting) > 1 else ""
            share = f"{by_setting[least]}"
            words = f"The canyon is opened in only {share} of games{where}."
            found.append(r.Finding(words, 1 - by_setting[least].value, r.Surprise.NOTHING))
        return found

    def below(self) -> list[r.Block]:
        """Return a table of when pieces 13, 14 and 15 come out in each scenario, if games were logged."""
        run, scenarios = self.subject.run, self.subject.alone[: r.charts.MOST_ROWS]
        if not run.has_events:
            return []
        games = run.events(scenarios=scenarios).select("scenario", "game").unique().collect()
        number = dict(games.group_by("scenario").len().iter_rows())
        scenarios = [scenario for scenario in scenarios if scenario in number]
        out = out_in_round(run, scenarios)
        columns = {
            f"piece {piece}": [_when(out, scenario, piece, number[scenario]) for scenario in scenarios]
            for piece in LAST_PIECES
        }
        return [
            r.Table(
                pl.DataFrame(r.scenario_column(run, scenarios) | columns),
                "When the last three pieces of Atlantis come out, found or built over: the median round, and "
                "in how many games they do.",
            )
        ]


def out_in_round(run: r.RunDirectory, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return the round in which each of the last three pieces comes out: scenario, game, number, turn."""
    out = run.events("atlantis_found", list(scenarios)).filter(pl.col("number").is_in(list(LAST_PIECES)))
    return out.select("scenario", "game", "number", "turn").collect()


def _when(out: pl.DataFrame, scenario: int, piece: int, games: int) -> str:
    own = out.filter(scenario=scenario, number=piece)
    if own.is_empty():
        return "never"
    return f"round {np.median(own['turn'].to_numpy()):.0f}, {r.percent(len(own) / games)}"
