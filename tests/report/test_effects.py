"""What a level changes: the same games with and without it, by hand, and what may be said of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pytest
from scipy import stats

from simkit import BadInput
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.report.stats import NUMBER, Effects, Measure, OfWins, Pair, Result, SideBySide, effects_of
from simkit.results.paired import Floats
from simkit.results.result import WON
from tests.conftest import RunOf

PLAYERS = ("expert", "novice")
GAMES = 400


class Won(Measure):
    """Games won by scenario, made up."""

    def __init__(self, games: SideBySide, result: Result = WON) -> None:
        super().__init__(result)
        self.games = games

    def per_game(self, scenario: int, series: str) -> Floats:
        return self.games.per_game([scenario])


def won(*counts: int) -> SideBySide:
    """Return scenarios in which the first so many games are won, so that pairs of games differ least."""
    return SideBySide(np.stack([np.arange(GAMES) < count for count in counts]))


class Run(SimpleNamespace):
    """A stand-in that can be a key."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def made(counts: dict[tuple[str, str, str], int], comparisons: int = 0) -> Effects:
    """Return the effects of levels from games won by (level, board, player); the first level is the base."""
    numbers = {key: number for number, key in enumerate(counts)}
    base = next(iter(counts))[0]
    pairs = tuple(
        Pair(level, (board, player), player, numbers[base, board, player], number)
        for (level, board, player), number in numbers.items()
        if level != base
    )
    run: Any = Run(
        game=SimpleNamespace(knobs=NautilionKnobs),
        strategies={},
        factors=("rules.reserve", "rules.board", "strategy"),
        levels=pl.DataFrame(list(counts), schema=["rules.reserve", "rules.board", "strategy"], orient="row"),
    )
    levels = len({pair.level for pair in pairs})
    return Effects(
        run, "rules.reserve", base, pairs, Won(won(*counts.values())), ("rules.board", "strategy"),
        comparisons or levels, ", ".join,
    )  # fmt: skip


def boards(level: str, one: int, two: int, player: str = "expert") -> dict[tuple[str, str, str], int]:
    return {(level, "A1", player): one, (level, "B1", player): two}


def plain(words: str) -> str:
    return words.replace("\N{MINUS SIGN}", "-")


def test_an_effect_is_the_mean_difference_of_the_same_games() -> None:
    effects = made(boards("4", 200, 200) | boards("6", 240, 260))
    single = {pair.setting[0]: effect for pair, effect in effects.single("6").items()}
    assert single["A1"].value == pytest.approx(40 / 400)
    assert single["B1"].value == pytest.approx(60 / 400)
    assert effects.mean("6").value == pytest.approx(50 / 400)
    assert effects.in_setting("6", ("B1", "expert")) == single["B1"]
    assert np.isnan(effects.mean("7").value) and effects.mean("7").n == 0


def test_its_interval_is_that_of_the_differences_of_the_same_games() -> None:
    """Student's t over the games' differences, with two more games, one changed each way."""
    effects = made(boards("4", 200, 200) | boards("6", 240, 260))
    changes = np.repeat([1.0, 0.0], [40, 360])
    squares = ((changes - 0.1) ** 2).sum() + 2
    half = stats.t(GAMES - 1).ppf(0.975) * (squares / (GAMES - 1) / GAMES) ** 0.5
    (effect,) = (estimate for pair, estimate in effects.single("6").items() if pair.setting[0] == "A1")
    assert (effect.low, effect.high) == pytest.approx((0.1 - half, 0.1 + half))


def test_the_frame_has_a_row_for_every_level_and_setting() -> None:
    effects = made(boards("4", 200, 200) | boards("6", 240, 260) | boards("2", 100, 90))
    frame = effects.frame
    assert frame.columns == [
        "factor", "level", "setting", "series", "scenario_before", "scenario_after", "estimate", "low",
        "high", "n", "comparisons",
    ]  # fmt: skip
    assert frame["level"].to_list() == ["6", "6", "2", "2"]
    assert frame["setting"].to_list() == ["A1, expert", "B1, expert"] * 2
    assert frame.select("scenario_before", "scenario_after").rows() == [(0, 2), (1, 3), (0, 4), (1, 5)]
    assert frame["estimate"].to_list() == pytest.approx([0.1, 0.15, -0.25, -0.275])
    assert frame["comparisons"].unique().to_list() == [4]
    assert (frame["low"] < frame["estimate"]).all() and (frame["estimate"] < frame["high"]).all()
    assert effects.ranked() == ["6", "2"]
    assert effects.largest == "2"


def test_intervals_are_widened_for_the_number_of_comparisons() -> None:
    """Bonferroni: an effect that is significant alone is not, as the largest of many."""
    counts = boards("4", 200, 200) | boards("6", 206, 206)
    alone, many = made(counts, comparisons=1), made(counts, comparisons=20)
    mean = alone.mean("6")
    error = (mean.high - mean.value) / stats.t(GAMES - 1).ppf(0.975)
    p = 2 * stats.t(GAMES - 1).sf(mean.value / error)
    assert 0.05 / 20 < p < 0.05
    assert alone.is_clear(mean)
    assert not many.is_clear(mean)


def test_no_mean_is_taken_of_effects_of_opposite_signs() -> None:
    effects = made(boards("4", 200, 200) | boards("6", 280, 140))
    assert not effects.has_mean("6")
    shift = effects.shift(*effects.places[0])
    assert shift.effect.value == pytest.approx(0.2)
    assert [pair.setting[0] for pair in shift.pairs] == ["A1"]
    assert shift.is_clear


def test_a_mean_is_taken_of_effects_that_agree() -> None:
    effects = made(boards("4", 200, 200) | boards("6", 240, 244))
    assert effects.has_mean("6")
    shift = effects.shift(*effects.places[0])
    assert shift.effect == effects.mean("6")
    assert len(shift.pairs) == 2


def test_the_levels_are_compared_with_each_other() -> None:
    far = made(boards("4", 200, 200) | boards("6", 300, 300) | boards("5", 220, 220))
    assert far.further("6", "5").value == pytest.approx((100 - 20) / 400)
    near = made(boards("4", 200, 200) | boards("6", 300, 300) | boards("5", 298, 298))
    assert not near.is_clear(near.further("6", "5"))


def test_the_figure_draws_each_setting_and_the_mean() -> None:
    (figure,) = made(boards("4", 200, 200) | boards("6", 240, 260)).figures()
    panel = figure.drawing.axes[0]
    assert [label.get_text() for label in panel.get_yticklabels()] == [
        "on average",
        "A1, expert",
        "B1, expert",
    ]
    drawn = next(line for line in panel.lines if len(np.asarray(line.get_xdata())) == 3)
    assert np.asarray(drawn.get_xdata()) == pytest.approx([12.5, 10, 15])
    assert panel.get_xlabel() == f"points of {WON.rate}, against 4"
    plt.close("all")


def test_the_table_has_both_rates_and_their_difference() -> None:
    table = made(boards("4", 200, 200) | boards("6", 240, 260)).table()
    assert table.frame.columns == [
        "board", "strategy", "reserve", "wins with 4", "wins otherwise", "difference in points",
    ]  # fmt: skip
    first, second = table.cells()
    share = "{:.1f}\N{NO-BREAK SPACE}%".format
    assert first[:5] == ["A1", "expert", "6", share(50), share(60)]
    assert second[:5] == ["B1", "expert", "6", share(50), share(65)]
    assert first[5].startswith("+10.0 (")


def test_points_are_no_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not multiplied by 100, and have the decimals of means."""
    effects = made(boards("4", 200, 200) | boards("6", 240, 260))
    scored = SideBySide(np.stack([np.arange(GAMES) % 7 + extra for extra in (0, 0, 3, 4)]))
    effects = replace(effects, measure=Won(scored, Result("score", "score", wins="score", unit=NUMBER)))
    (pair, _) = effects.of("6")
    assert effects.over([pair]).value == 3
    assert plain(f"{effects.over([pair])}").startswith("+3.0")
    assert effects.table().frame.columns[-1] == "difference"
    monkeypatch.setattr("simkit.results.effects.MOST_IN_TABLE", 1)
    ((level, mean, ends, settings),) = effects.table().cells()
    assert (level, settings) == ("6", "2")
    assert (mean, ends) == ("+3.500 (+3.476 to +3.524)", "+3.000 to +4.000")


PIG = "name: x\ngame: pig\ngames: 60\nstrategies: [hold_at, random]\nfactors:\n  idea:\n    printed: {}\n"


def test_a_run_is_compared_with_its_first_level(run_of: RunOf) -> None:
    run = run_of(f"{PIG}    short: {{rules.target: 30}}\n    long: {{rules.target: 130}}\n")
    effects = effects_of(run, "idea")
    assert (effects.base, effects.levels, effects.comparisons) == ("printed", ["short", "long"], 2)
    wins = run.seats.filter(pl.col("player") == 0).group_by("scenario").agg(pl.col("won").mean())
    rates = dict(wins.collect().iter_rows())
    for level, scenario in (("short", 1), ("long", 2)):
        assert effects.mean(level).value == pytest.approx(rates[scenario] - rates[0])
    turned = effects_of(run, "idea", reverse=True)
    assert turned.mean("short").value == pytest.approx(-effects.mean("short").value)
    other = effects_of(run, "idea", base="long")
    assert other.levels == ["printed", "short"]
    assert isinstance(other.measure, OfWins)


def test_a_game_without_an_objective_has_no_effects() -> None:
    game, levels = SimpleNamespace(objectives=(), title="Solitaire"), pl.DataFrame({"idea": ["a", "b"]})
    run: Any = SimpleNamespace(game=game, factors=("idea",), levels=levels)
    with pytest.raises(BadInput, match="Solitaire declares no objective"):
        effects_of(run, "idea")
