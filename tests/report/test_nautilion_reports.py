"""The reports on Nautilion's expansions: arithmetic on hand-made games, and that they can be printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from reports.shared.nautilion import in_sentence, parts_of, plus, points, signed, title
from simkit.experiment.load import Overrides, load_experiment
from simkit.report.paired import SideBySide, sure
from simkit.report.write import write_report
from simkit.run.runner import run_experiment
from simkit.stats.estimates import Estimate

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
NEITHER, ONE, OTHER, BOTH = range(4)
GAMES = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1, 0],  # 7 of 8 won with neither of two changes
        [1, 1, 1, 1, 1, 0, 0, 0],
        [1, 1, 1, 1, 0, 1, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 0],
    ]
)


def test_an_effect_is_the_mean_difference_of_the_same_games() -> None:
    games = SideBySide(GAMES)
    assert games.average([NEITHER]).value == 7 / 8
    assert games.effect([NEITHER], [ONE]).value == -2 / 8
    assert games.effect([NEITHER, ONE], [OTHER, BOTH]).value == pytest.approx((5 + 2 - 7 - 5) / 16)


def test_an_interaction_is_what_two_changes_do_beyond_their_sum() -> None:
    extra = SideBySide(GAMES).interaction([NEITHER], [ONE], [OTHER], [BOTH])
    assert extra.value == pytest.approx((2 - 7) / 8 - ((5 - 7) / 8 + (5 - 7) / 8))
    assert extra.low < extra.value < extra.high


def test_a_proportion_of_one_means_that_each_takes_its_share() -> None:
    half = np.array([[1, 1, 1, 1], [1, 0, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]])
    share = SideBySide(half).proportion([0], [1], [2], [3])
    assert share is not None
    assert share.value == pytest.approx(1.0)
    assert SideBySide(half * 0).proportion([0], [1], [2], [3]) is None


def test_an_effect_counts_only_the_games_that_count() -> None:
    seen = np.array([[True, True, False, False, True, True, False, False]])
    effect = SideBySide(GAMES).effect_where([NEITHER], [BOTH], seen)
    assert effect.value == pytest.approx(-2 / 4)
    assert effect.n == 4
    assert not SideBySide(GAMES).effect_where([NEITHER], [BOTH], seen & False).n


def test_sure_means_that_the_interval_leaves_out_nothing() -> None:
    assert sure(Estimate(-0.2, -0.3, -0.1, 10, ""))
    assert not sure(Estimate(-0.2, -0.5, 0.1, 10, ""))
    assert not sure(Estimate(float("nan"), float("nan"), float("nan"), 0, ""))


def test_combinations_in_words() -> None:
    assert parts_of("heroic+mages") == ["mages", "heroic"]
    assert plus("reefs", "mages") == "mages+reefs"
    assert title("none") == "Base game"
    assert in_sentence("none") == "the base game"
    assert title("mages+mercenaries+reefs+darkhouse+heroic") == "All five"
    assert title("mages+mercenaries+reefs+heroic") == "All but Darkhouse"
    assert signed(-0.0312) == "\N{MINUS SIGN}3.1"
    assert signed(0.0) == "0.0"
    assert points(Estimate(0.02, 0.01, 0.03, 5, "")) == "+2.0 (+1.0 to +3.0)"


@pytest.mark.parametrize("name", ["nautilion_difficulty", "nautilion_two_players", "nautilion_cards"])
def test_the_report_can_be_printed(name: str, tmp_path: Path) -> None:
    experiment = load_experiment(EXPERIMENTS / f"{name}.yaml", Overrides(games=8))
    run = run_experiment(experiment, tmp_path / "run", jobs=2)
    written = write_report(run, name)
    assert {path.suffix for path in written} >= {".html", ".pdf"}
    assert (
        "nan" not in (run.path / "report.html").read_text().lower().replace("nanosecond", "").split("<svg")[0]
    )
