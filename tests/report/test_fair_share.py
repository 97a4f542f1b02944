"""A seat wins less with more players at the table: that is its fair share, and no effect of their number."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest

from simkit.engine.contract.player import Reference
from simkit.game import Knobs
from simkit.report.parts import Figure
from simkit.report.questions.change import all_changes
from simkit.report.questions.number import CurvesOverFactors
from simkit.report.stats import SideBySide, Wins
from simkit.words.lines import Line

GAMES = 1200


class Tables:
    """A run in which player 1 sits at tables of two, three and four, and wins a share of the games."""

    factors = ("rules.players",)
    all_alike = False
    game = SimpleNamespace(name="none", objectives=(), knobs=Knobs)
    manifest: ClassVar[dict[str, Any]] = {"experiment": {"folder": "."}}

    def __init__(self, shares: dict[int, float]) -> None:
        self.shares, self.sizes = shares, frozenset(shares)
        names = {f"player_{i}" for number in shares for i in range(number)}
        self.strategies = {name: Reference(name) for name in names}
        self.levels = pl.DataFrame(
            {"scenario": range(len(shares)), "rules.players": [str(number) for number in shares]}
        )

    def scenario_rows(self) -> pl.DataFrame:
        players = [
            json.dumps([{"strategy": f"player_{i}", "parameters": {}} for i in range(number)])
            for number in self.shares
        ]
        return self.levels.with_columns(line_up=pl.Series(players)).rename({"line_up": "players"})

    def scenario(self, number: int) -> dict[str, Any]:
        return self.levels.row(number, named=True)

    def scenarios_with(self, of: str) -> list[int]:
        return list(range(len(self.shares)))

    def players(self, of: str) -> dict[int, str]:
        return dict.fromkeys(range(len(self.shares)), "player_0")

    def players_to_name(self, of: str) -> dict[int, str]:
        return {}

    def estimates(self, **_: Any) -> pl.DataFrame:
        rows = []
        for scenario, (number, share) in enumerate(self.shares.items()):
            rest = (1 - share) / (number - 1)
            for seat in range(number):
                value = share if seat == 0 else rest
                rows += [(scenario, f"{kind} {seat}", value) for kind in ("player", "seat")]
        frame = pl.DataFrame(rows, schema=["scenario", "of", "estimate"], orient="row")
        frame = frame.with_columns(
            low=pl.col("estimate") - 0.01, high=pl.col("estimate") + 0.01, n=GAMES, column=pl.lit("won"),
            statistic=pl.lit("rate"), method=pl.lit("Wilson"),
        )  # fmt: skip
        return frame.filter(pl.col("of") == _["of"]) if "of" in _ else frame


def wins_of(shares: dict[int, float]) -> Wins:
    run: Any = Tables(shares)
    wins = Wins(run, "player 0")
    generator = np.random.default_rng(1)
    won = [generator.permutation(np.arange(GAMES) < round(share * GAMES)) for share in shares.values()]
    wins.won = SideBySide(np.stack(won))
    return wins


def test_who_wins_the_fair_share_is_not_said_to_gain_by_fewer_players() -> None:
    wins = wins_of({2: 1 / 2, 3: 1 / 3, 4: 1 / 4})
    assert wins.effect([0], [2]).value == pytest.approx(0, abs=1e-12)
    (changes,) = all_changes(wins)
    assert not any(changes.is_clear(changes.mean(level)) for level in changes.levels)


def test_what_is_above_the_fair_share_counts() -> None:
    wins = wins_of({2: 1 / 2, 3: 1 / 2, 4: 1 / 4})
    assert wins.effect([0], [1]).value == pytest.approx(1 / 6)


def test_a_curve_over_numbers_of_players_is_drawn_beyond_the_fair_share() -> None:
    wins = wins_of({2: 1 / 2, 3: 1 / 3, 4: 1 / 4})
    ((figure,),) = (section.blocks for section in CurvesOverFactors(wins).sections())
    assert isinstance(figure, Figure)
    panel = figure.drawing.axes[0]
    heights = [np.asarray(line.get_ydata()) for line in panel.lines]
    assert any(np.allclose(height, 0, atol=1e-9) and len(height) == 3 for height in heights)
    assert "fair share" in panel.get_ylabel()


def test_where_all_tables_are_as_large_nothing_is_taken_off() -> None:
    run: Any = Tables({2: 0.6})
    assert not Wins(run, "player 0").less_fair


def test_at_tables_of_one_size_a_change_is_that_of_the_two_rates() -> None:
    wins = wins_of({2: 0.6, 3: 0.5, 4: 0.25})
    one_size = wins.at_tables([1])
    assert wins.at_tables([0, 1]) is wins  # tables of two and of three: less the fair share
    assert not one_size.less_fair
    assert one_size.won is wins.won  # read once
    change = one_size.effect([0], [1]).value
    assert change == pytest.approx(one_size.average([1]).value - one_size.average([0]).value)


def test_no_mean_is_said_of_settings_that_are_far_apart() -> None:
    wins = wins_of({2: 1.0, 3: 1.0, 4: 0.0})
    line = Line(wins.run, "player_0", "the player player_0", False, wins, frozenset(range(3)))
    assert not line.agrees_on([0, 1, 2])
    assert line.agrees_on([0, 1])
