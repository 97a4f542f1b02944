"""What a strategy gives away, held against Pig's exact answer."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.cli.screen import SCREEN
from simkit.engine.contract.strategy import Strategy
from simkit.engine.contract.thinker import called, thinking
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.plugins import find_game, strategies_of
from simkit.run.work.workers import Workers
from simkit.search.asked import replay_experiment, valuation_of
from simkit.search.losses import findings_of, losses_of, ranges_of
from simkit.search.regret import Valuation, value_decisions
from simkit.search.settings import standard_experiment
from tests.engine.perfect_pig import PERFECT, TARGET, holding_at, solve
from tests.search.two_holders import chances_of_holding

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]
TIMID = {"n": 6.0}


def valuation(player: Strategy, parameters: dict[str, float] | None = None) -> Valuation:
    """Return the valuation about a player who meets one like themselves."""
    own = parameters or {}
    return Valuation(PIG, PIG.knobs(), (player, player), (own, own), asked=0, seed=5, words="as printed")


@pytest.fixture(scope="module")
def timid() -> pl.DataFrame:
    return value_decisions(valuation(HOLD_AT, TIMID), games=24, playouts=256, workers=Workers(1))


def exact_gains(decisions: pl.DataFrame, asked: Valuation) -> tuple[list[float], list[float]]:
    """Return what the move found brings more in truth, and the best move, for each decision."""
    _, worth = solve(holding_at(6))
    found, most = [], []
    by_game = decisions.partition_by("game", as_dict=True)
    for (game,), rows in by_game.items():
        steps = list(pairwise(asked.match().walk(int(str(game)))))
        for row in rows.iter_rows(named=True):
            before, step = steps[row["move"] - 1]
            state = before.state
            total, scores = int(state.table.total), state.table.score
            own, other = int(scores[state.seat]), int(scores[1 - state.seat])
            kinds = [int(step.moves[row[name]].kind) for name in ("chosen", "better")]
            assert int(step.move.kind) == kinds[0]
            if own + total >= TARGET:  # to hold wins, and so they do: nothing that value iteration knows
                found.append(np.nan)
                most.append(0.0)
                continue
            chances = worth[:, total, own, other]
            found.append(float(chances[kinds[1]] - chances[kinds[0]]))
            most.append(float(chances.max() - chances[kinds[0]]))
    return found, most


def test_what_a_timid_player_gives_away_is_what_pig_says_exactly(timid: pl.DataFrame) -> None:
    found, most = map(np.array, exact_gains(timid, valuation(HOLD_AT, TIMID)))
    other = (timid["better"] != timid["chosen"]).to_numpy() & ~np.isnan(found)
    off = (timid["regret"].to_numpy() - found)[other] / timid["error"].to_numpy()[other]
    assert len(off) > 100
    assert abs(off.mean()) < 3 / len(off) ** 0.5  # errors allow for one win more, so this is wide
    assert timid["regret"].sum() > 0.5 * most.sum() > 0


def test_a_timid_player_loses_by_holding_and_never_by_rolling(timid: pl.DataFrame) -> None:
    losses = losses_of(valuation(HOLD_AT, TIMID), timid, 24, 256)
    hold, roll = losses.by("kind")
    assert (hold.label, roll.label) == ("hold", "roll")
    assert hold.per_game.low > 0
    assert not roll.per_game.low > 0
    assert hold.decisions + roll.decisions == losses.whole.decisions == len(timid)
    turns = losses.by("turn")
    assert sum(turn.decisions for turn in turns) == len(timid)
    assert sum(turn.per_game.value for turn in turns) == pytest.approx(losses.whole.per_game.value)
    assert {mistake.kind for mistake in losses.worst} == {"hold"}
    assert len({mistake.game for mistake in losses.worst}) == len(losses.worst) == 3
    assert findings_of(losses)[1].startswith("Most is lost at hold: ")


@pytest.mark.long
def test_a_perfect_player_gives_nothing_away() -> None:
    decisions = value_decisions(valuation(PERFECT), games=24, playouts=256, workers=Workers(1))
    losses = losses_of(valuation(PERFECT), decisions, 24, 256)
    assert not losses.whole.per_game.low > 0
    assert losses.whole.better.value < 0.01
    assert "chance alone explains that" in findings_of(losses)[0]


def test_the_same_decisions_for_any_number_of_workers() -> None:
    asked = valuation(HOLD_AT, TIMID)
    one, two = (value_decisions(asked, games=12, playouts=32, workers=Workers(jobs)) for jobs in (1, 2))
    assert one.equals(two)


def test_only_the_player_asked_about_is_valued() -> None:
    asked = Valuation(PIG, PIG.knobs(), (HOLD_AT, PERFECT), (TIMID, {}), asked=0, seed=5, words="")
    assert asked.is_asked == (True, False)
    assert asked.opponents is PERFECT
    match = asked.match()
    decisions = value_decisions(asked, games=4, playouts=32, workers=Workers(1))
    for row in decisions.iter_rows(named=True):
        assert match.player_at(row["game"], row["seat"]) == 0


def test_decisions_are_valued_against_the_players_that_the_seat_meets() -> None:
    """Two that hold at totals of their own are one strategy: the other's number is the other's."""
    cautious, bold, target = 2, 12, 12
    asked = Valuation(
        PIG,
        PIG.knobs.model_validate({"target": target}),
        (HOLD_AT, HOLD_AT),
        ({"n": cautious}, {"n": bold}),
        asked=0,
        seed=5,
        words="",
    )
    off = []
    for row in value_decisions(asked, games=80, playouts=256, workers=Workers(1)).iter_rows(named=True):
        at = [(cautious, bold)[asked.match().player_at(row["game"], seat)] for seat in (0, 1)]
        steps = list(asked.match().walk(row["game"]))
        moves = steps[row["move"]].moves
        exact = chances_of_holding(target, *at)
        off.append(row["value"] - exact(steps[row["move"] - 1].state, int(moves[row["chosen"]].kind)))
    assert len(off) > 100
    assert abs(np.mean(off)) < 4 * 0.5 / (8 * len(off)) ** 0.5  # a decision that is clear has eight play-outs


def few(playouts: int) -> Strategy:
    """Return the player that holds at 20 with that many play-outs."""
    return called(thinking(HOLD_AT), "master", playouts)


def chosen_in_play(match: Match, games: range) -> list[int]:
    thoughts = np.concatenate([match.think(number) for number in games])
    return [int(row["option"]) for row in thoughts if row["is_chosen"]]


def test_the_decisions_of_a_player_that_looks_ahead_are_its_own() -> None:
    asked = Valuation(PIG, PIG.knobs(), (few(32), few(32)), (TIMID, TIMID), asked=0, seed=5, words="")
    decisions = value_decisions(asked, games=4, playouts=64, workers=Workers(1))
    own = chosen_in_play(asked.match(), range(4))
    assert decisions["chosen"].to_list() == own
    by_itself = value_decisions(valuation(HOLD_AT, TIMID), games=4, playouts=64, workers=Workers(1))
    assert by_itself["chosen"].to_list() != own


def test_opponents_that_look_ahead_do_so() -> None:
    asked = Valuation(PIG, PIG.knobs(), (HOLD_AT, few(32)), ({}, TIMID), asked=0, seed=5, words="")
    decisions = value_decisions(asked, games=4, playouts=64, workers=Workers(2))
    match = asked.match()
    assert asked.opponents is HOLD_AT
    for row in decisions.iter_rows(named=True):
        assert match.player_at(row["game"], row["seat"]) == 0
    lasts = decisions.group_by("game", maintain_order=True).agg(pl.col("move").max())["move"].to_list()
    walked = [list(match.walk(number)) for number in range(4)]
    own = [
        max(i for i, step in enumerate(steps) if step.seat >= 0 and match.player_at(game, step.seat) == 0)
        for game, steps in enumerate(walked)
    ]
    assert lasts == own


def test_a_player_that_looks_ahead_is_valued_by_more_playouts_than_its_own() -> None:
    asked = Valuation(PIG, PIG.knobs(), (few(32), few(32)), ({}, {}), asked=0, seed=5, words="")
    with pytest.raises(
        BadInput, match="master itself has 32 play-outs per decision, and 32 would find nothing"
    ):
        value_decisions(asked, games=2, playouts=32, workers=Workers(1))


def test_the_master_is_asked_by_name_and_replayed_as_what_it_is_made_of(tmp_path: Path) -> None:
    for strategy, against in (("master", ""), ("hold_at", "master")):
        asked = valuation_of(standard_experiment("pig"), strategy, against)
        players = replay_experiment(asked, 2, 1024, tmp_path)["strategies"]
        made_of = {"base": "hold_at", "playouts": 256, "method": "tree"}
        assert players[1 if against else 0] == {"think": made_of}


def test_ranges_have_about_as_many_values_each() -> None:
    values = np.array([1, 1, 1, 1, 2, 3, 4, 9])
    ranges = ranges_of(values)
    assert [label for label, _ in ranges] == ["1", "2 to 3", "4 to 9"]
    assert sum(inside.sum() for _, inside in ranges) == len(values)
    assert ranges_of(np.array([], dtype=np.int64)) == []


def test_an_experiment_names_the_rules_and_the_players(tmp_path: Path) -> None:
    file = tmp_path / "short.yaml"
    file.write_text(
        "name: short\ngame: pig\nseed: 3\nrules: {target: 30}\n"
        "strategies: [{name: hold_at, parameters: {n: 9}}, random]\n"
    )
    asked = valuation_of(load_experiment(file), "random")
    assert (asked.knobs.target, asked.seed, asked.asked) == (30, 3, 1)  # type: ignore[attr-defined]
    assert asked.opponents is HOLD_AT
    easier = load_experiment(file, Overrides(settings=("rules.target=20",)))
    first = valuation_of(easier, against="random")
    assert (first.knobs.target, dict(first.parameters[0])) == (20, {"n": 9})  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match=rf"unknown player of {file} 'randm'; did you mean 'random'"):
        valuation_of(load_experiment(file), "randm")
    with pytest.raises(BadInput, match="say whose decisions"):
        valuation_of(standard_experiment("pig"))


def test_the_command_fits_a_screen_and_its_replays_show_the_worst(tmp_path: Path) -> None:
    out = tmp_path / "here"
    arguments = ["regret", "pig", "hold_at", "--set", "rules.target=20", "--games", "8", "--jobs", "1"]
    done = CliRunner().invoke(main, [*arguments, "--playouts", "64", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert len(done.output.splitlines()) <= SCREEN
    assert done.output.startswith("Pig, hold_at: target 20; 8 games, 64 play-outs per decision")
    decisions = pl.read_parquet(out / "decisions.parquet")
    assert len(decisions) > 8
    row = decisions.row(0, named=True)
    choice = ["--game", str(row["game"]), "--move", str(row["move"]), "--choices"]
    shown = CliRunner().invoke(main, ["replay", str(out / "replay.yaml"), *choice])
    assert shown.exit_code == 0, shown.output
    assert re.search(rf"chooses of {row['options']}: {row['kind']} \(win rate \d+ %\)", shown.output)
    for command in re.findall(r"^  simkit (replay .*)$", done.output, re.MULTILINE):
        assert CliRunner().invoke(main, shlex.split(command)).exit_code == 0
    beyond = CliRunner().invoke(main, ["replay", str(out / "replay.yaml"), "--game", "0", "--move", "999"])
    assert "has no move 999" in beyond.output
