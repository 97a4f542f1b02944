"""What the reports on Nautilion claim: no more than the games show."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simkit.document.blocks import Figure
from simkit.document.charts import grid_of_effects
from simkit.document.figures import new_figure
from simkit.games.nautilion.game import NAUTILION
from simkit.games.nautilion.state import ENDS
from simkit.report.questions.combinations import beyond_sum
from simkit.report.sections.endings import leading_ways, share_of_losses
from simkit.reports.nautilion_base import _easiest_board, report
from simkit.reports.nautilion_two_players import _costs_most
from simkit.results.columns import column_of
from simkit.results.paired import SideBySide
from simkit.stats.estimates import POINTS, Estimate, wilson
from tests.conftest import RunOf

ISLES, ABYSS = ENDS.index("phantom_at_isles"), ENDS.index("abyss_without_crew")
WON = ENDS.index("won")
BOARDS = ("A1", "B1")
END = column_of(NAUTILION.columns, "end")


def games_lost(isles: int, abyss: int, won: int = 100) -> SideBySide:
    games = np.repeat([ISLES, ABYSS, WON], [isles, abyss, won])
    return SideBySide(np.stack([games, games]))


def test_a_way_to_lose_is_the_most_frequent_only_if_the_difference_is_significant() -> None:
    assert leading_ways(games_lost(300, 100), END, [0, 1]) == {"phantom_at_isles": pytest.approx(0.75)}
    close = leading_ways(games_lost(205, 195), END, [0, 1])
    assert close == pytest.approx({"phantom_at_isles": 205 / 400, "abyss_without_crew": 195 / 400})
    assert leading_ways(games_lost(0, 0), END, [0, 1]) == {}


def test_the_same_games_twice_are_not_twice_as_sure() -> None:
    games = games_lost(218, 182)
    assert leading_ways(games, END, [0]) == leading_ways(games, END, [0, 1])
    assert len(leading_ways(games, END, [0])) == 2


def test_the_share_of_losses_has_an_interval_over_the_games() -> None:
    games = games_lost(60, 40)
    one = share_of_losses(games, END, [0], "phantom_at_isles")
    two = share_of_losses(games, END, [0, 1], "phantom_at_isles")
    assert one.value == two.value == pytest.approx(0.6)
    assert one == wilson(60, 100)
    assert two.low < 0.6 < two.high
    assert two.high - two.low >= 0.95 * (one.high - one.low)  # the same games twice are not twice as sure
    every = share_of_losses(games_lost(20, 0), END, [0, 1], "phantom_at_isles")
    assert every.value == every.high == 1.0 and every.low < 1.0


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ((900, 700, 700, 300), "harder"),  # the sum leaves 500, in proportion 544
        ((900, 450, 450, 400), "easier"),  # the sum leaves 0, in proportion 225
        ((900, 450, 450, 100), ""),  # above the sum, which leaves 0, but less than the 225 in proportion
        ((900, 700, 700, 500), ""),  # the very sum
    ],
)
def test_a_pair_is_harder_only_by_both_yardsticks(wins: tuple[int, ...], words: str) -> None:
    games = SideBySide(np.stack([np.arange(1000) < share for share in wins]))  # with neither, one, both
    assert beyond_sum(games, ([0], [1], [2], [3]), 2)[1] == words


def test_the_hardest_board_is_the_hardest_with_the_reserve_that_is_quoted() -> None:
    """On average over the reserves it is C1, with the reserve of 4, of which the rates are, it is B1."""
    won = {"A1": (900, 950), "B1": (800, 200), "C1": (100, 600)}  # of 1,000 games with 2 and with 4
    shares = [share for pair in won.values() for share in pair]
    data: Any = SimpleNamespace(
        games=SideBySide(np.stack([np.arange(1000) < share for share in shares])),
        best="expert",
        boards=list(won),
        reserves=[2, 4],
        quoted=4,
        wins=shares,
        of=lambda _skill, board: [2 * list(won).index(board) + place for place in (0, 1)],
    )
    (found,) = _easiest_board(data)
    assert found.words.replace("\N{NO-BREAK SPACE}", " ") == (
        "A1 is the easiest board and B1 the hardest: with 4 reserve tokens expert wins 95.0 % (93.5 to "
        "96.2) of games on A1 and 20.0 % (17.6 to 22.6) on B1."
    )
    assert found.size == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("reefs", "said"),
    [
        ((-0.3, -0.3), "in Reefs: -30.0 points (-31.0 to -29.0), the average"),
        ((-0.5, 0.1), "in Heroic, board B1: -60.0 points (-61.0 to -59.0)"),  # -20 points on average
    ],
)
def test_a_second_player_costs_most_where_the_number_that_is_quoted_is_lowest(
    reefs: tuple[float, float], said: str
) -> None:
    def change(value: float) -> Estimate:
        return Estimate(value, value - 0.01, value + 0.01, 1000, "-", POINTS)

    heroic = (-0.2, -0.2) if reefs[0] == reefs[1] else (0.3, -0.6)  # -15 points on average
    single = {"Heroic": heroic, "Reefs": reefs}
    settings = {
        name: {f"{name}, board {board}": change(value) for board, value in zip(BOARDS, own, strict=True)}
        for name, own in single.items()
    }
    every = settings["Heroic"] | settings["Reefs"]
    means = {name.lower(): change(sum(own) / 2) for name, own in single.items()}
    data: Any = SimpleNamespace(
        skills=["expert"],
        by_setting=lambda _, expansions="": settings[expansions.capitalize()] if expansions else every,
        changes_by=lambda _, expansions: f"{means[expansions]}, the average",
    )
    assert _costs_most(data, means).replace("\N{MINUS SIGN}", "-") == f"; the second player costs most {said}"


def test_a_change_that_is_not_significant_has_no_colour() -> None:
    _, axes = new_figure(1, 1, 2.0)
    panel = axes[0, 0]
    values = np.array([[1.5, -6.0, np.nan, -0.04]])
    grid_of_effects(panel, values, np.array([[True, False, False, True]]), ["a", "b", "c", "d"])
    mesh = panel.collections[0]
    neutral = mesh.cmap(mesh.norm(0.0))
    colours = mesh.cmap(mesh.norm(mesh.get_array()))[0]
    assert tuple(colours[0]) == tuple(colours[3]) == neutral
    assert tuple(colours[1]) != neutral
    assert colours[1].mean() > 0.6  # a small change is pale, however large the others are
    assert [text.get_text() for text in panel.texts] == ["+1.5", "\N{MINUS SIGN}6.0", "0.0"]


def test_no_curve_leaves_its_panel(run_of: RunOf) -> None:
    run = run_of(
        "name: cheap\ngame: nautilion\ngames: 40\nstrategy: expert\nreport: none\n"
        "rules: {spell_cost_tide: 1}\nfactors: {rules.board: [A1, C2], rules.reserve: [1, 4]}\n"
    )
    blocks = [block for section in report(run).document().sections for block in section.blocks]
    spells = next(block for block in blocks if isinstance(block, Figure) and block.name == "spells")
    for panel in spells.drawing.axes:
        for line in panel.lines:
            assert max(np.asarray(line.get_ydata())) <= panel.get_ylim()[1]
