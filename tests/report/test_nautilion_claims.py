"""What the reports on Nautilion claim: no more than the games show."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.document import charts, figures
from simkit.report.parts import Figure
from simkit.report.questions.combinations import beyond_sum
from simkit.report.stats import SideBySide, column_of, leading_ways
from simkit.testing import find_game
from tests.conftest import RunOf
from tests.report.reading import body_of

END = column_of(find_game("nautilion").columns, "end")
ISLES, ABYSS, WON = map(END.labels.index, ("phantom_at_isles", "abyss_without_crew", "won"))
BOARDS = ("A1", "B1")


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


def test_a_change_that_is_not_significant_has_no_colour() -> None:
    _, axes = figures.new_figure(1, 1, 2.0)
    panel = axes[0, 0]
    values = np.array([[1.5, -6.0, np.nan, -0.04]])
    charts.grid_of_effects(panel, values, np.array([[True, False, False, True]]), ["a", "b", "c", "d"])
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
    blocks = [block for section in body_of(run, "nautilion_base").sections for block in section.blocks]
    spells = next(block for block in blocks if isinstance(block, Figure) and block.name == "spells")
    for panel in spells.drawing.axes:
        for line in panel.lines:
            assert max(np.asarray(line.get_ydata())) <= panel.get_ylim()[1]
