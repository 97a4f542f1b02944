"""People beside the simulation: what fits, what does not, and what more evenings would decide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import simkit as door
from simkit import BadInput
from simkit.stats.verdicts import Bounds
from simkit.table.compared import (
    DIFFERS,
    FITS,
    TOO_EARLY,
    ComparedMeasure,
    Floats,
    SharedMeasure,
    WantedRange,
    adjusted,
    compare,
    foretell,
    p_of_equals,
)
from tests.conftest import Simkit


@pytest.fixture(scope="module")
def pig() -> dict[str, tuple[Floats, Floats]]:
    """Return the length of games, and whether the first seat won them, of two players of Pig."""
    found = {}
    for player in ("hold_at", "random"):
        run = door.run(game="pig", strategy=player, games=8_000, name=player)
        seats = run.seats.filter(seat=0).sort("game").collect()
        length = run.games.sort("game").collect()["turns"].to_numpy().astype(np.float64)
        found[player] = length, seats["won"].to_numpy().astype(np.float64)
    return found


def groups_of(
    pig: dict[str, tuple[Floats, Floats]], player: str, games: int
) -> Iterator[list[SharedMeasure]]:
    """Yield groups of people who play as a simulated player, beside other games of hold_at."""
    names = ("mean number of turns", "first player's win rate")
    for first in range(2_000, 8_000 - games, games):
        yield [
            SharedMeasure(name, is_share, own[first : first + games], simulated[:2_000])
            for name, is_share, own, simulated in zip(
                names, (False, True), pig[player], pig["hold_at"], strict=True
            )
        ]


def comparisons(measures: list[SharedMeasure]) -> list[ComparedMeasure]:
    found, _ = compare(measures)
    return found


@pytest.mark.parametrize("games", [6, 12, 40])
def test_people_who_play_as_simulated_hardly_ever_do_not_fit(
    pig: dict[str, tuple[Floats, Floats]], games: int
) -> None:
    """At 5 %, of 150 groups at most 17 are said not to fit, except once in a thousand times."""
    groups = list(groups_of(pig, "hold_at", games))[:150]
    wrong = sum(any(one.fit == DIFFERS for one in comparisons(measures)) for measures in groups)
    assert wrong <= 17 * len(groups) / 150


def test_people_who_play_otherwise_are_found(pig: dict[str, tuple[Floats, Floats]]) -> None:
    groups = list(groups_of(pig, "random", 8))[:50]
    assert all(comparisons(measures)[0].fit == DIFFERS for measures in groups)


def test_many_games_as_simulated_fit_and_few_are_too_early(pig: dict[str, tuple[Floats, Floats]]) -> None:
    (many, *_) = groups_of(pig, "hold_at", 1_000)
    assert [one.fit for one in comparisons(many)] == [FITS, FITS]
    (few, *_) = groups_of(pig, "hold_at", 4)
    assert [one.fit for one in comparisons(few)] == [TOO_EARLY, TOO_EARLY]
    same = SharedMeasure("length", False, np.full(3, many[0].centre), many[0].simulated)
    assert comparisons([same])[0].fit == TOO_EARLY  # three games alike show nothing


def test_several_tests_are_judged_together() -> None:
    found = adjusted(np.array([[0.01, 0.04, 0.03], [0.9, 0.001, 0.5]]))
    assert found == pytest.approx(np.array([[0.03, 0.06, 0.06], [1.0, 0.003, 1.0]]))
    one = SharedMeasure("a", True, np.ones(8), np.tile([0.0, 1.0], 500))
    (alone,), _ = compare([one])
    (together,), others = compare([one], [0.5, 0.6])
    assert together.p == pytest.approx(3 * alone.p)
    assert others == pytest.approx([1.0, 1.0])


def test_equals_are_hardly_ever_told_apart_and_a_master_is() -> None:
    chance = np.random.default_rng(5)
    people = np.array([[0, 1], [1, 2], [2, 0]] * 8)
    wrong = 0
    for seed in range(60):
        first = chance.random(len(people)) < 0.5
        wrong += p_of_equals(np.stack([first, ~first], axis=1), people, seed) < 0.05
    assert wrong <= 9
    always = np.repeat([[0, 1], [1, 0]], 8, axis=0)
    assert p_of_equals(always == 0, always) < 0.01


@pytest.mark.long
def test_what_is_foretold_comes_as_often_as_it_is_said(pig: dict[str, tuple[Floats, Floats]]) -> None:
    """People who slip more or less play ten games, and 50 more: a verdict comes as often as was said."""
    names, kinds = ("length", "first"), (False, True)
    said, came = [], []
    for overlooks in (0.0, 0.08, 0.3):
        player = {"base": "hold_at", "overlooks": overlooks}
        run = door.run(game="pig", strategy=player, games=3_000, seed=77, name="people")
        seats = run.seats.filter(seat=0).sort("game").collect()
        people = (
            run.games.sort("game").collect()["turns"].to_numpy().astype(np.float64),
            seats["won"].to_numpy().astype(np.float64),
        )
        for first in range(0, 3_000, 60):
            both = [
                SharedMeasure(name, is_share, own[first : first + 60], simulated[:2_000])
                for name, is_share, own, simulated in zip(names, kinds, people, pig["hold_at"], strict=True)
            ]
            few = [SharedMeasure(one.words, one.is_share, one.seen[:10], one.simulated) for one in both]
            futures = foretell(few, [], 50, seed=first)
            said += [1 - futures.fits[place][TOO_EARLY] for place in (0, 1)]
            came += [one.fit != TOO_EARLY for one in comparisons(both)]
    assert abs(np.mean(said) - np.mean(came)) < 0.1
    sure = np.array(came)[np.array(said) > 0.8]
    assert len(sure) > 20
    assert sure.mean() > 0.7


def test_what_is_foretold_is_sure_where_it_is_plain(pig: dict[str, tuple[Floats, Floats]]) -> None:
    (measures, *_) = groups_of(pig, "random", 10)
    (length, _) = measures
    futures = foretell(
        [length], [WantedRange(0, Bounds(0, length.centre / 2)), WantedRange(0, Bounds(0, 10_000))], 50
    )
    assert futures.fits[0][DIFFERS] > 0.95
    assert futures.outcomes[1]["met"] == 1.0
    assert futures.drawn.shape[1] == 50
    again = foretell([length], [], 50)
    assert again.fits == futures.fits


EVENINGS = "game,seat,player,won,score,turns,evening\n"


def write_evenings(path: Path, games: int, turns: int) -> None:
    """Write games of Ann and Bob on two evenings: Ann wins all, and each game is so long."""
    lines = []
    for game in range(games):
        first, second = ("Ann", "Bob") if game % 2 else ("Bob", "Ann")
        evening = "Tuesday" if game < games / 2 else "Friday"
        for seat, name in enumerate((first, second), start=1):
            won, score = ("yes", 100) if name == "Ann" else ("no", 60)
            lines.append(f"{game},{seat},{name},{won},{score},{turns + game % 3},{evening}")
    path.write_text(EVENINGS + "\n".join(lines), encoding="utf-8")


def test_a_report_on_people_says_what_fits_and_what_five_evenings_would_decide(
    simkit: Simkit, tmp_path: Path
) -> None:
    write_evenings(tmp_path / "log.csv", 12, 60)
    assert simkit("enter", "log.csv", "--game", "pig", "--into", "log").exit_code == 0
    run = door.open_run("log")
    answer = door.ask("playtest", run)
    first = answer.sentences[0]
    assert "mean number of turns does not fit the simulation: 61.00 (60.46 to 61.54) among people" in first
    assert "Five more evenings (30 games) would" in answer.sentences[-1]
    assert "proven" not in str(answer)
    compared = answer.tables["compared"].dicts()
    assert compared[0]["verdict"] == DIFFERS
    assert {row["what"] for row in compared} == {
        "mean number of turns", "mean score", "first player's win rate",
    }  # fmt: skip
    people = answer.tables["people"]
    assert [(row["who"], row["games"]) for row in people.dicts()] == [("Ann", 12), ("Bob", 12)]
    assert "not equally strong" in people.caption
    assert [row["evening"] for row in answer.tables["by_evening"].dicts()] == ["Tuesday", "Friday"]
    each = [(row["evening"], row["who"]) for row in answer.tables["people_by_evening"].dicts()]
    assert each == [("Tuesday", "Ann"), ("Tuesday", "Bob"), ("Friday", "Ann"), ("Friday", "Bob")]
    assert simkit("report", "log").exit_code == 0
    (page,) = Path("runs", "log").glob("*/report.html")
    text = page.read_text(encoding="utf-8")
    assert "People beside the simulation" in text
    assert "Tuesday" in text


def test_how_many_evenings_and_by_which_label_can_be_asked(simkit: Simkit, tmp_path: Path) -> None:
    write_evenings(tmp_path / "log.csv", 8, 20)
    assert simkit("enter", "log.csv", "--game", "pig", "--into", "log").exit_code == 0
    run = door.open_run("log")
    answer = door.ask("playtest", run, evenings=1, by="evening")
    assert "One more evening (4 games) would" in answer.sentences[-1]
    few = answer.tables["by_evening"].dicts()[0]
    assert few["games"] == 4
    assert few["mean score"] is None
    with pytest.raises(BadInput, match="unknown label 'evning'; did you mean 'evening'"):
        door.ask("playtest", run, by="evning")


def test_a_run_of_simulations_has_no_people() -> None:
    run = door.run(game="pig", strategy="random", games=20)
    assert door.ask("playtest", run).sentences == ()
