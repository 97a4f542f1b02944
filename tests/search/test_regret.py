"""What a strategy gives away, held against Pig's exact answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import yaml
from click.testing import Result

import simkit
from simkit.engine.contract.composed import thinking
from simkit.questions import Answer
from simkit.report.stats import POINTS, Estimate
from simkit.search.losses import Loss, Losses, ranges_of
from simkit.testing import Match, find_game, strategies_of
from tests.engine.perfect_pig import PERFECT, TARGET, holding_at, solve
from tests.search.two_holders import chances_of_holding

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]
TIMID: dict[str, Any] = {"name": "hold_at", "parameters": {"n": 6}}
THINKING: dict[str, Any] = {"think": {"base": TIMID, "playouts": 32}}
SCREEN = 40
"""Lines that a terminal shows at once."""


def asked(one: Any, other: Any, *, games: int, playouts: int, jobs: int = 1, **rules: Any) -> Answer:
    """Return what the first of two players gives away."""
    described = {"game": "pig", "seed": 5, "strategies": [one, other], "rules": rules}
    return simkit.regret(described, games=games, playouts=playouts, jobs=jobs)


def decisions_of(answer: Answer) -> pl.DataFrame:
    return answer.tables["decisions"].frame


def match_of(*parameters: dict[str, float], **rules: Any) -> Match:
    """Return the match that is asked about; who has play-outs looks ahead."""
    players = (thinking(HOLD_AT) if "playouts" in parameter else HOLD_AT for parameter in parameters)
    return Match(PIG, PIG.knobs.model_validate(rules), tuple(players), parameters, seed=5)


@pytest.fixture(scope="module")
def timid() -> Answer:
    return asked(TIMID, TIMID, games=24, playouts=256)


def exact_gains(decisions: pl.DataFrame) -> tuple[list[float], list[float]]:
    """Return what the move found brings more in truth, and the best move, for each decision."""
    _, worth = solve(holding_at(6))
    match = match_of({"n": 6}, {"n": 6})
    found, most = [], []
    for (game,), rows in decisions.partition_by("game", as_dict=True).items():
        steps = list(pairwise(match.walk(int(str(game)))))
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


def test_what_a_timid_player_gives_away_is_what_pig_says_exactly(timid: Answer) -> None:
    decisions = decisions_of(timid)
    found, most = map(np.array, exact_gains(decisions))
    other = (decisions["better"] != decisions["chosen"]).to_numpy() & ~np.isnan(found)
    off = (decisions["regret"].to_numpy() - found)[other] / decisions["error"].to_numpy()[other]
    assert len(off) > 100
    assert abs(off.mean()) < 3 / len(off) ** 0.5  # errors allow for one win more, so this is wide
    assert decisions["regret"].sum() > 0.5 * most.sum() > 0


def test_a_timid_player_loses_by_holding_and_never_by_rolling(timid: Answer) -> None:
    whole, hold, roll, *turns = timid.tables["losses"].frame.to_dicts()
    assert (hold["decisions"], roll["decisions"]) == ("hold", "roll")
    assert hold["lost per game low"] > 0
    assert not roll["lost per game low"] > 0
    assert hold["per game"] + roll["per game"] == pytest.approx(whole["per game"], abs=0.2)  # rounded
    assert whole["per game"] == pytest.approx(len(decisions_of(timid)) / 24 / 2, abs=0.1)
    assert sum(turn["lost per game"] for turn in turns) == pytest.approx(whole["lost per game"])
    worst = pl.DataFrame(timid.data["mistakes"])
    assert worst["game"].n_unique() == len(worst) == 3
    assert decisions_of(timid).join(worst, on=["game", "move"])["kind"].to_list() == ["hold"] * 3


@pytest.mark.long
def test_a_perfect_player_gives_nothing_away() -> None:
    found = asked(PERFECT, PERFECT, games=24, playouts=256)
    assert not found.key_figures["win rate given away per game"].low > 0
    assert found.tables["losses"].frame["better"][0] < 0.01


def test_the_same_decisions_for_any_number_of_workers() -> None:
    one, two = (asked(TIMID, TIMID, games=12, playouts=32, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_only_the_player_asked_about_is_valued() -> None:
    decisions = decisions_of(asked(TIMID, PERFECT, games=4, playouts=32))
    match = Match(PIG, PIG.knobs(), (HOLD_AT, PERFECT), ({"n": 6}, {}), seed=5)
    for row in decisions.iter_rows(named=True):
        assert match.player_at(row["game"], row["seat"]) == 0


def test_decisions_are_valued_against_the_players_that_the_seat_meets() -> None:
    """Two that hold at totals of their own are one strategy: the other's number is the other's."""
    cautious, bold, target = 2, 12, 12
    players = [{"name": "hold_at", "parameters": {"n": n}} for n in (cautious, bold)]
    decisions = decisions_of(asked(*players, games=80, playouts=256, target=target))
    match = match_of({"n": cautious}, {"n": bold}, target=target)
    off = []
    for row in decisions.iter_rows(named=True):
        at = [(cautious, bold)[match.player_at(row["game"], seat)] for seat in (0, 1)]
        steps = list(match.walk(row["game"]))
        moves = steps[row["move"]].moves
        exact = chances_of_holding(target, *at)
        off.append(row["value"] - exact(steps[row["move"] - 1].state, int(moves[row["chosen"]].kind)))
    assert len(off) > 100
    assert abs(np.mean(off)) < 4 * 0.5 / (8 * len(off)) ** 0.5  # a decision that is clear has eight play-outs


def test_the_decisions_of_a_player_that_looks_ahead_are_its_own() -> None:
    chosen = decisions_of(asked(THINKING, THINKING, games=4, playouts=64))["chosen"].to_list()
    own: dict[str, float] = {"n": 6, "playouts": 32}
    match = match_of(own, own)
    thoughts = np.concatenate([match.think(number) for number in range(4)])
    assert chosen == [int(row["option"]) for row in thoughts if row["is_chosen"]]
    assert decisions_of(asked(TIMID, TIMID, games=4, playouts=64))["chosen"].to_list() != chosen


def test_opponents_that_look_ahead_do_so() -> None:
    decisions = decisions_of(asked("hold_at", THINKING, games=4, playouts=64, jobs=2))
    match = match_of({}, {"n": 6, "playouts": 32})
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
    with pytest.raises(simkit.BadInput, match=r"32 play-outs .* allowed are more, such as 128"):
        asked(THINKING, THINKING, games=2, playouts=32)


def replay_of(folder: Path) -> dict[str, Any]:
    """Return the experiment that replays the games of an answer."""
    return dict(yaml.safe_load((folder / "replay.yaml").read_text()))


@pytest.mark.parametrize(("strategy", "against"), [("master", ""), ("hold_at", "master")])
def test_the_master_is_asked_by_name_and_replayed_as_what_it_is_made_of(
    tmp_path: Path, strategy: str, against: str
) -> None:
    few: dict[str, Any] = {"games": 2, "playouts": 1024, "settings": {"rules.target": 4}, "jobs": 1}
    simkit.regret("pig", strategy, against=against, out=tmp_path, **few)
    made_of = {"base": "hold_at", "playouts": 256, "method": "tree"}
    assert replay_of(tmp_path)["strategies"][1 if against else 0] == {"think": made_of}


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
    few: dict[str, Any] = {"games": 2, "playouts": 8, "out": tmp_path / "answer", "jobs": 1}
    about = simkit.regret(file, "random", **few).about
    assert (about["Setting"], about["Seed"]) == ("the rules of short.yaml", "3")
    replay = replay_of(tmp_path / "answer")
    assert replay["rules"] == {"target": 30}
    assert replay["strategies"][1]["think"]["base"] == "random"
    assert replay["strategies"][1]["think"]["opponents"] == "hold_at"
    simkit.regret(file, against="random", settings={"rules.target": 20}, **few)
    easier = replay_of(tmp_path / "answer")
    assert easier["rules"] == {"target": 20}
    assert easier["strategies"][0]["think"]["base"] == {"name": "hold_at", "parameters": {"n": 9}}
    with pytest.raises(simkit.BadInput, match="'randm'; did you mean 'random'"):
        simkit.regret(file, "randm")
    with pytest.raises(simkit.BadInput, match="say whose decisions"):
        simkit.regret("pig")


def test_the_command_fits_a_screen_and_its_replays_show_the_worst(simkit: Callable[..., Result]) -> None:
    done = simkit(
        "regret", "pig", "random", "--set", "rules.target=20", "--games", 8, "--jobs", 1, "--playouts", 64,
        "--out", "here",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert len(done.output.splitlines()) <= SCREEN
    decisions = pl.read_parquet("here/decisions.parquet")
    assert len(decisions) > 8
    row = decisions.row(0, named=True)
    choice = ("--game", row["game"], "--move", row["move"], "--choices")
    shown = simkit("replay", "here/replay.yaml", *choice)
    assert shown.exit_code == 0, shown.output
    assert f"of {row['options']}: {row['kind']} (win rate " in shown.output
    commands = re.findall(r"^  simkit (replay .*)$", done.output, re.MULTILINE)
    assert commands
    for command in commands:
        assert simkit(*shlex.split(command)).exit_code == 0
    beyond = simkit("replay", "here/replay.yaml", "--game", 0, "--move", 999)
    assert "has no move 999" in beyond.output


def test_most_is_lost_where_clearly_more_is_lost_than_at_any_other_kind_of_move() -> None:
    def loss(label: str, low: float, high: float, by: str = "kind") -> Loss:
        return Loss(by, label, 9, *[Estimate((low + high) / 2, low, high, 9, "", POINTS)] * 3)

    def costliest(*kinds: Loss) -> Loss | None:
        every: Any = (None, 9, 9, loss("all", 0, 1, "all"), kinds, ())
        return Losses(*every).costliest

    hold, roll = loss("hold", 0.4, 0.7), loss("roll", 0.1, 0.3)
    assert costliest(hold, roll) is hold
    assert costliest(hold, loss("roll", 0.1, 0.5)) is None
    assert costliest(hold) is None  # nothing to compare it with
