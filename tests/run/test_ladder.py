"""The ladders that are shown are those of the strategies as they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit import BadInput
from simkit.cli.main import main
from simkit.cli.screen import console
from simkit.engine.contract.player import MASTER, LookAhead, Reference
from simkit.plugins import game_names, ladder_files, master_of, strategies_and_master
from simkit.report.stats import Estimate
from simkit.run.findings.ladder import Ladder, ladders_of, read_ladder, write_results
from simkit.testing import strategies_of, wilson

GAMES = [name for name in game_names() if ladder_files(name)]
FEW_GAMES = 2000
FEW_GAMES_OF_MASTER = 40

HEAD = "game: pig\nsetting: s\nagainst: [hold_at]\ngames: 10\nseed: 1\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_ladder_names_the_strategies_of_its_game_the_strongest_first(game: str) -> None:
    (ladder,) = ladders_of(game)
    by_themselves = [name for name in ladder.results if name != MASTER]
    assert set(by_themselves) == set(strategies_of(game))
    written = ladder.file.read_text().partition("\nwon:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split(":")[0].strip() for line in written] == by_themselves


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.long] * (game in ("castaways", "nautilus_2002")))
        for game in GAMES
    ],
)
def test_other_games_come_to_the_same_rates(game: str) -> None:
    (ladder,) = ladders_of(game)
    other = replace(ladder, seed=ladder.seed + 1, games=FEW_GAMES)
    for name, strategy in strategies_of(game).items():
        found = wilson(round(other.measure(strategy).value * FEW_GAMES), FEW_GAMES, confidence=0.99999)
        kept = ladder.results[name]
        assert found.low <= kept.high and kept.low <= found.high, name


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_games_of_a_ladder_played_again_are_won_as_it_says(game: str) -> None:
    (ladder,) = ladders_of(game)
    won = {name: ladder.measure(strategy).value for name, strategy in strategies_of(game).items()}
    assert won == {name: rate.value for name, rate in ladder.results.items() if name != MASTER}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_master_wins_as_its_ladder_says(game: str) -> None:
    (ladder,) = ladders_of(game)
    won = ladder.measure(strategies_and_master(game)[MASTER], FEW_GAMES_OF_MASTER)
    found = wilson(round(won.value * won.n), won.n, confidence=0.99999)
    kept = ladder.results[MASTER]
    assert found.low <= kept.high and kept.low <= found.high


def test_what_was_won_is_written_below_the_head(tmp_path: Path) -> None:
    file = tmp_path / "ladder.yaml"
    file.write_text(f"# a comment\n{HEAD}")
    for won in ({"random": 1, "hold_at": 5}, {"random": 6, "hold_at": 5}):
        rates = {name: wilson(count, 10) for name, count in won.items()}
        write_results(replace(read_ladder(file), results=rates))
        assert {name: rate.value * 10 for name, rate in read_ladder(file).results.items()} == won
        assert list(read_ladder(file).results) == sorted(won, key=lambda name: -won[name])
    assert file.read_text().startswith(f"# a comment\n{HEAD}")


def kept_with_master(file: Path, head: str = HEAD) -> Ladder:
    """Return a ladder that was written with the result of a master, and read again."""
    file.write_text(head)
    rates = {"hold_at": wilson(5, 10), MASTER: wilson(3, 4)}
    own = Reference("hold_at", look_ahead=LookAhead(playouts=9), called=MASTER)
    write_results(replace(read_ladder(file), results=rates, master=own, seconds=0.25))
    return read_ladder(file)


def test_the_master_is_kept_with_its_own_number_of_games(tmp_path: Path) -> None:
    ladder = kept_with_master(tmp_path / "ladder.yaml", HEAD + "master: {playouts: 9}\n")
    assert ladder.results == {MASTER: wilson(3, 4), "hold_at": wilson(5, 10)}
    assert ladder.games_in_words == "10 games each, master 4 at 0.25 s of processor time each"
    rates = {**ladder.results, "hold_at": wilson(6, 10)}
    write_results(replace(ladder, results=rates))
    assert read_ladder(ladder.file).results == rates


def test_a_master_that_was_measured_otherwise_has_no_result(tmp_path: Path) -> None:
    ladder = kept_with_master(tmp_path / "ladder.yaml", HEAD + "master: {playouts: 10}\n")
    assert list(ladder.results) == ["hold_at"]
    assert ladder.games_in_words == "10 games each"


def test_the_master_plays_the_first_games_of_the_ladder() -> None:
    (ladder,) = ladders_of("pig")
    found = ladder.measure(strategies_of("pig")["hold_at"], 40)
    assert found == replace(ladder, games=40).measure(strategies_of("pig")["hold_at"])


def test_the_master_of_a_ladder_of_points(tmp_path: Path) -> None:
    file = tmp_path / "ladder.yaml"
    file.write_text("game: yacht\nsetting: s\ngames: 10\nseed: 1\n")
    rates = {
        "simple": Estimate(200, 190, 210, 10, "Student t"),
        MASTER: Estimate(220, 200, 240, 4, "Student t"),
    }
    write_results(replace(read_ladder(file), results=rates, master=master_of("yacht"), seconds=1.0))
    assert read_ladder(file).results == rates


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace("games", "gmes"), "ladder.yaml:4:1: gmes: unknown key 'gmes'; did you mean 'games'?"),
        (HEAD + "rules: {targt: 3}\n", "unknown rule of pig 'targt'; did you mean 'target'?"),
        (HEAD.replace("[hold_at]", "[]"), "ladder.yaml:3:10: 2 play, found 0 opponents, allowed are 1"),
        (
            HEAD.replace("hold_at", "hold"),
            "ladder.yaml:3:11: unknown strategy of pig 'hold'; did you mean 'hold_at'?",
        ),
        (HEAD + "won: {random: 11}\n", "'random' won 11 games, allowed are 10 at most"),
        (
            HEAD + "master_measured: {base: hold_at, playouts: 256, games: 3, won: 4, seconds: 1.0}\n",
            "ladder.yaml:6:18: master_measured: won is missing, or more games were won than played",
        ),
        (HEAD + "master_measured: {base: hold_at}\n", "master_measured.playouts: is missing"),
    ],
)
def test_what_is_wrong_with_a_ladder_is_shown_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "ladder.yaml"
    file.write_text(text)
    with pytest.raises(BadInput) as complaint:
        read_ladder(file)
    assert message in str(complaint.value)


def test_itself_among_the_opponents_is_the_strategy_measured(tmp_path: Path) -> None:
    file = tmp_path / "ladder.yaml"
    file.write_text(HEAD.replace("hold_at", "itself"))
    ladder = read_ladder(file)
    rates = {name: ladder.measure(strategy) for name, strategy in strategies_of("pig").items()}
    file.write_text(HEAD)
    against_one = read_ladder(file)
    assert ladder.opponents == (None,)
    assert rates["hold_at"] == against_one.measure(strategies_of("pig")["hold_at"])
    assert rates["random"] != against_one.measure(strategies_of("pig")["random"])


def test_strategies_are_shown_as_a_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "width", 160)
    output = CliRunner().invoke(main, ["strategies", "nautilion"]).output
    shown, _, steps = output.partition("from a first-time player to the best known")
    (ladder,) = ladders_of("nautilion")
    rows = [line.split()[0] for line in shown.splitlines() if "%" in line and "win rate" not in line]
    assert rows == list(ladder.results)
    assert "expert that looks ahead with" in shown
    assert all(f"{rate}" in shown for rate in ladder.results.values())
    assert ladder.setting in shown
    assert [words for words in steps.split("\n") if words.startswith(" an expert")]
    assert "last_copy" not in shown
    weights = CliRunner().invoke(main, ["strategies", "nautilion", "--weights"]).output
    assert shown in weights
    assert "last_copy" in weights


def test_a_game_that_can_have_no_master_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.engine.contract.game.Game.hides_without_dealing", True)
    shown = " ".join(CliRunner().invoke(main, ["strategies", "pig"]).output.split())
    assert "Pig hides something but declares no `conceal` to deal it anew, so it has no master" in shown


def test_who_has_not_been_measured_stands_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    (ladder,) = ladders_of("pig")
    part = replace(ladder, results={"random": ladder.results["random"]}, master=None)
    monkeypatch.setattr("simkit.door.listing.ladders_of", lambda game: [part])
    shown = CliRunner().invoke(main, ["strategies", "pig"]).output
    assert shown.index("random") < shown.index("hold_at")
    assert "not measured" in shown
