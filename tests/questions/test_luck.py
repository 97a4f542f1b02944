"""How much is luck: all players play the same games from the same seats, and each pair meets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simkit
from simkit.questions import Answer
from simkit.report.stats import Estimate
from simkit.run.work.workers import HERE
from simkit.search import luck as of_luck
from simkit.search.kinds_of_chance import KindOfChance, KindsOfChance
from simkit.search.luck import Floats, PairOfPlayers
from simkit.testing import strategies_of, wilson

GAMES = 300


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("luck") / "luck.html"


@pytest.fixture(scope="module")
def answer(page: Path) -> Answer:
    return simkit.luck("pig", games=GAMES, players="random, hold_at", tension=20, out=page, jobs=1)


def test_the_parts_make_up_the_whole(answer: Answer) -> None:
    table = answer.tables["variance"].frame
    assert table["share"].sum() == pytest.approx(1)
    assert (table["share low"] <= table["share"]).all()
    assert (table["share"] <= table["share high"]).all()
    assert answer.data["players"] == ["hold_at", "random"]


def test_pairs_meet_at_one_table(answer: Answer) -> None:
    (row,) = answer.tables["pairs"].frame.iter_rows(named=True)
    seats = simkit.play("pig", ["hold_at", "random"], games=GAMES, seed=1).seats
    won = seats.filter(player=0).sort("game")["won"].to_numpy()
    assert (row["player"], row["against"]) == ("hold_at", "random")
    assert row["ahead"] == pytest.approx(won.mean())
    assert row["games to lead"] == "1"
    assert row["behind"] == pytest.approx(1 - won.mean())


def test_players_alone_are_compared_on_other_chance() -> None:
    found = simkit.luck("nautilion", games=GAMES, players="novice,greedy", jobs=1)
    (row,) = found.tables["pairs"].frame.iter_rows(named=True)
    won = {
        name: simkit.play("nautilion", name, games=GAMES, rules={"board": "A1", "reserve": 4}, seed=1)
        .games.sort("game")["won"]
        .to_numpy()
        for name in ("greedy", "novice")
    }
    assert row["ahead"] == pytest.approx((won["greedy"] & ~np.roll(won["novice"], 1)).mean())
    assert not found.data["against"]
    assert found.tables["variance"].frame["share"][3] == 0  # there is one seat


@pytest.mark.usefixtures("answer")
def test_the_page_draws_the_parts(page: Path) -> None:
    text = page.read_text()
    assert (text.count("<figure"), text.count("<table")) == (1, 4)


def test_tension_is_told_with_intervals(answer: Answer) -> None:
    table = answer.tables["tension"].frame
    assert table["measure"].to_list() == [
        "length of a game in turns",
        "decided after, of its turns",
        "changes of the lead in a game",
        "wins that had looked lost",
        "turns with nothing to choose",
        "choices at which every move ended the same",
        "win rate that the best move adds to the worst",
    ]
    assert (table["mean low"] <= table["mean"]).all()
    assert (table["mean"] <= table["mean high"]).all()


WRONG = [
    ({"tension": 5}, "tension: found 5 games, allowed are 10 or more; 0 for none"),
    ({"players": "hold_at"}, "players: found 1, and luck is told from skill by two or more"),
    ({"players": "hold_at, randm"}, "did you mean 'random'"),
    ({"players": "hold_at, random", "against": "nobody"}, "nobody"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_what_is_wrong_is_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(said)):
        simkit.ask("luck", "pig", games=20, jobs=1, **given)


def test_the_only_chance_of_pig_is_its_die(answer: Answer) -> None:
    kinds = answer.tables["kinds_of_chance"].frame
    assert kinds["kind of chance"].to_list() == ["the die"] * 2
    assert kinds["decides alone"].to_list() == kinds["has a part in"].to_list() == [1.0] * 2


def test_kinds_of_chance_are_shown_by_name() -> None:
    found = simkit.luck("night_market", games=GAMES, jobs=1)
    kinds = found.tables["kinds_of_chance"].frame
    assert set(kinds["result"]) == {"win rate", "mean number of coins"}
    assert set(kinds["kind of chance"]) == {"the shuffle of the deck", "the dice and draws of card texts"}
    assert (kinds["decides alone low"] <= kinds["decides alone"]).all()
    assert (kinds["has a part in"] <= kinds["has a part in high"]).all()


def test_a_pair_that_is_clear_after_a_quarter_of_the_games_plays_no_more() -> None:
    found = simkit.luck("pig", games=4800, players="random, hold_at", jobs=1)
    (pair,) = found.tables["pairs"].frame.iter_rows(named=True)
    assert "after 1,200 games" in found.tables["pairs"].caption
    won = simkit.play("pig", ["hold_at", "random"], games=1200, seed=1).seats.filter(player=0)["won"]
    assert pair["ahead"] == pytest.approx(won.mean())


@pytest.mark.parametrize("difference", [0.0, 0.1, 0.12, 0.15])
def test_intervals_hold_though_pairs_stop_when_they_are_clear(
    difference: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    chances = [0.25, 0.5 - difference, 0.25 + difference]

    def drawn(_match: object, numbers: range, _workers: object) -> Floats:
        return rng.choice([-1.0, 0.0, 1.0], len(numbers), p=chances)

    monkeypatch.setattr(of_luck, "_apart", drawn)
    experiment = simkit.experiment(game="pig", strategies=["random", "hold_at"])
    players = strategies_of("pig")
    held, stopped = 0, 0
    for _ in range(400):
        apart = of_luck._meet(experiment, players["random"], players["hold_at"], 4000, HERE)
        ahead, behind = int((apart > 0).sum()), int((apart < 0).sum())
        share = wilson(ahead, ahead + behind)
        held += share.low <= chances[2] / (chances[0] + chances[2]) <= share.high
        stopped += len(apart) == 1000
    assert held / 400 >= 0.93
    assert stopped <= 1 if difference == 0 else stopped >= 0.1 * 400


def test_a_player_is_called_better_only_where_it_is_ahead_beyond_chance() -> None:
    def pair(ahead: int, behind: int) -> PairOfPlayers:
        return PairOfPlayers("a", "b", wilson(ahead, 300), wilson(behind, 300), (9, 5, None))

    assert pair(180, 120).is_clear and pair(40, 12).is_clear
    assert not pair(156, 144).is_clear  # 52 of 100, in 300 games
    assert not pair(0, 0).is_clear


def kind(words: str, in_all: tuple[float, float], alone: tuple[float, float]) -> KindOfChance:
    both = [Estimate(sum(ends) / 2, *ends, 300, "") for ends in (alone, in_all)]
    return KindOfChance(words, 300, *both)


def test_a_kind_of_chance_leads_where_it_decides_more_than_each_other_one() -> None:
    deck, dice = kind("deck", (0.9, 1), (0.3, 0.5)), kind("dice", (0.5, 0.7), (0, 0.1))
    coin = kind("coin", (0.85, 1), (0.25, 0.6))
    assert KindsOfChance([deck, dice], Estimate(0.5, 0.4, 0.6, 300, ""), (), 300).leader is deck
    several = KindsOfChance([deck, coin, dice], Estimate(0.5, 0.4, 0.6, 300, ""), (), 300)
    assert several.leader is None and several.undecided == [deck, coin]


def test_a_kind_that_takes_part_as_much_leads_by_what_it_decides_alone() -> None:
    deck, dice = kind("deck", (0.97, 1), (0.3, 0.5)), kind("dice", (0.97, 1), (0, 0.1))
    assert deck.is_more_than(dice) and not dice.is_more_than(deck)
    other = kind("other", (0.5, 0.6), (0.6, 0.8))  # more by one share, less by the other
    assert not deck.is_more_than(other) and not other.is_more_than(deck)


def test_the_first_sentence_names_the_players_by_their_skill(answer: Answer) -> None:
    assert "casual player" in answer.sentences[0] and "hold_at" not in " ".join(answer.sentences)
