"""Tables of strong players that do not play the game of weaker ones are told beside the answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simkit import BadInput
from simkit.report.stats import Estimate, wilson
from simkit.run.findings.alike import Alike, as_alike, is_contested, kept_alike, play_alike, write_alike
from simkit.run.findings.ladder import ladders_of
from simkit.testing import find_game, strategies_of
from simkit.words import cautions as alike
from simkit.words.cautions import ContrastInWords, cautions
from tests.conftest import RunOf
from tests.report.reading import page_of

ALONE = """
name: alone
game: pig
games: 400
factors:
  strategy: [hold_at, random]
"""


@pytest.fixture
def any_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pig's `random` count as a player: Pig has no third."""
    monkeypatch.setattr(alike, "RANDOM", "nobody")


def points(value: float) -> Estimate:
    return Estimate(value, value - 1, value + 1, 1000, "Student t")


EXPERTS = Alike(points(36.0), {"stagnation": wilson(953, 1000), "atlantis_three": wilson(47, 1000)})
REFERENCE = Alike(points(58.0), {"stagnation": wilson(19, 1000), "atlantis_three": wilson(981, 1000)})
TABLES = ContrastInWords(4, "expert", "reference", EXPERTS, REFERENCE, False, True, 0)


def test_a_player_does_worse_than_a_weaker_one_in_points_or_ends_games_otherwise() -> None:
    assert TABLES.is_worse and TABLES.ends == ["stagnation"]
    same = replace(TABLES, own=REFERENCE)
    assert not same.is_worse and not same.ends
    assert replace(TABLES, better_is_more=False).is_worse is False
    assert replace(TABLES, own=REFERENCE, other=EXPERTS, better_is_more=False).is_worse
    little = replace(TABLES, own=Alike(points(55.0), REFERENCE.ends))
    assert not little.is_worse  # significant, but less than a tenth
    wide = Estimate(36.0, 10.0, 62.0, 4, "Student t")
    assert not replace(TABLES, own=Alike(wide, {})).is_worse  # a tenth, but not significant


def test_where_none_is_weaker_nothing_is_said(run_of: RunOf) -> None:
    run = run_of(ALONE.replace("[hold_at, random]", "[hold_at]"))
    assert cautions(run) == {}


def test_chance_alone_is_no_player(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {0: EXPERTS, 1: Alike(points(58.0))}
    monkeypatch.setattr(alike, "read_alike", lambda run, scenario: tables[scenario])
    assert cautions(run_of(ALONE)) == {}


@pytest.mark.usefixtures("any_player")
def test_the_first_page_says_it(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(ALONE)
    tables = {0: Alike(points(36.0)), 1: Alike(points(58.0))}
    monkeypatch.setattr(alike, "read_alike", lambda run, scenario: tables[scenario])
    (said,) = cautions(run).values()
    assert (
        said.index("two hold_at players") < said.index("36.0") < said.index("(random)") < said.index("58.0")
    )
    assert all(len(sentence.split()) <= 25 for sentence in said.split(". "))
    report = page_of(run)
    assert said in report.cautions
    assert said in report.in_short


@pytest.mark.usefixtures("any_player")
def test_what_the_run_did_not_play_is_taken_from_the_file(
    run_of: RunOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(ALONE.replace("[hold_at, random]", "[hold_at]"))
    (ladder,) = ladders_of("pig")
    (tmp_path / "ladder.yaml").write_text(ladder.file.read_text())
    write_alike(
        tmp_path / "alike.yaml", 1000, {2: {"hold_at": Alike(points(36.0)), "random": Alike(points(58.0))}}
    )
    monkeypatch.setattr(alike, "ladders_of", lambda game: [replace(ladder, file=tmp_path / "ladder.yaml")])
    (said,) = cautions(run).values()
    assert "as printed" in said and said.index("two hold_at players") < said.index("36.0")


@pytest.mark.usefixtures("any_player")
def test_an_ending_is_said_as_it_is(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(ALONE)
    monkeypatch.setattr(ContrastInWords, "ends", ["stagnation"])
    monkeypatch.setattr(alike, "label_in_words", lambda column, label: "a round in which nothing happened")
    tables = {0: EXPERTS, 1: REFERENCE}
    monkeypatch.setattr(alike, "read_alike", lambda run, scenario: tables[scenario])
    (said,) = cautions(run).values()
    assert said.index("nothing happened'") < said.index("36.0")


def test_tables_are_kept_as_they_were_measured(tmp_path: Path) -> None:
    file = tmp_path / "alike.yaml"
    assert kept_alike(file) is None
    found = play_alike(find_game("pig"), 2, strategies_of("pig")["hold_at"], 50, 1)
    assert found.points and 60 < found.points.value < 110
    write_alike(file, 50, {2: {"hold_at": found}})
    kept = kept_alike(file)
    assert kept is not None
    again = as_alike(kept, 2, "hold_at")
    assert again and again.points and again.points.value == pytest.approx(found.points.value, abs=0.001)
    assert again.ends == found.ends
    assert as_alike(kept, 3, "hold_at") is None
    file.write_text("games: 0\n")
    with pytest.raises(BadInput, match=r"alike\.yaml:1:"):
        kept_alike(file)


def test_the_stronger_of_two_that_meet_is_the_one_that_wins_more(run_of: RunOf) -> None:
    factors = "factors:\n  strategies.0: [hold_at, random]\n  strategies.1: [hold_at, random]\n"
    run = run_of(f"name: both\ngame: pig\ngames: 100\nstrategies: [random, random]\n{factors}")
    tables = alike._Tables(run)
    assert tables.is_stronger("hold_at", "random")
    assert not tables.is_stronger("random", "hold_at")


def test_settings_of_one_strategy_are_no_players_of_other_strength(run_of: RunOf) -> None:
    factors = "factors:\n  strategies.0.n: [2, 20]\n  strategies.1.n: [2, 20]\n"
    run = run_of(f"name: n\ngame: pig\ngames: 200\nstrategies: [hold_at, hold_at]\n{factors}")
    assert cautions(run) == {}


@pytest.mark.parametrize("game", ["nautilus_2002", "nautilus_island"])
def test_what_is_kept_covers_every_strategy_and_number_of_players(game: str) -> None:
    (ladder,) = ladders_of(game)
    kept = kept_alike(ladder.file.with_name("alike.yaml"))
    assert kept is not None and is_contested(ladder.game)
    assert list(kept.players) == [str(number) for number in ladder.game.seats if number > 1]
    assert all(set(player) == set(strategies_of(game)) for player in kept.players.values())


def test_a_common_aim_is_no_contest() -> None:
    assert not is_contested(find_game("castaways")) and not is_contested(find_game("nautilion"))
