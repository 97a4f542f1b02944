"""Games worth reading are found by the columns of any game, and say what they were measured by."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import Result

import simkit
from simkit.engine.base.columns import Column
from simkit.engine.contract.objectives import Objective
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.run.findings.notable import Notable, Played, notable_games
from simkit.run.runner import run_experiment
from simkit.run.store.condition import Bound, bound_of, parts_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.nearest import why_no_game
from simkit.search import drama
from simkit.search.drama import dramatic_games

PIG = (
    "name: pig\ngame: pig\ngames: 300\nreport: none\nstrategies: [hold_at, random]\n"
    "factors: {rules.target: [30, 60]}\n"
)


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """Return a run of Pig to 30 and to 60 points, `hold_at` against `random`."""
    return run_of(tmp_path_factory.mktemp("pig"), PIG)


def middle(numbers: pl.Series) -> str:
    """Return the median, as it is written."""
    return f"{np.median(numbers.to_numpy()):g}"


def lengths_of(run: RunDirectory, *scenarios: int) -> list[int]:
    """Return how many turns the games of some scenarios took."""
    return [int(turns) for turns in run.games_in(scenarios).collect()["turns"]]


def run_of(folder: Path, text: str) -> RunDirectory:
    (folder / "experiment.yaml").write_text(text, encoding="utf-8")
    return run_experiment(load_experiment(folder / "experiment.yaml"), folder / "run", jobs=1)


def outcome(run: RunDirectory, found: Notable) -> tuple[dict[str, int], pl.DataFrame]:
    """Return the row of a game that was found, and the rows of its seats."""
    game = run.games_in([found.scenario]).filter(pl.col("game") == found.game).collect()
    seats = run.seats_in([found.scenario]).filter(pl.col("game") == found.game).collect()
    return game.row(0, named=True), seats


def test_the_longest_and_the_shortest_are_by_the_column_that_counts_first(pig: RunDirectory) -> None:
    turns = lengths_of(pig, 0, 1)
    for most, end in (("longest", max(turns)), ("shortest", min(turns))):
        (found,) = notable_games(Played(pig, [0, 1]), most)  # type: ignore[arg-type]
        assert outcome(pig, found)[0]["turns"] == end
        as_many = turns.count(end) - 1
        words = f"{end} turns, the {most} of 600 games (median {np.median(turns):g})"
        others = f"; {as_many} other game{'s are' if as_many > 1 else ' is'} the same in this"
        assert found.why == words + (others if as_many else "")
    first, second = notable_games(Played(pig, [0, 1]), "longest", 2)
    lengths = [outcome(pig, notable)[0]["turns"] for notable in (first, second)]
    assert lengths == sorted(turns)[:-3:-1]
    assert "the second longest of 600 games" in second.why


def test_the_closest_is_by_the_margin_of_the_two_best_seats(pig: RunDirectory) -> None:
    (found,) = notable_games(Played(pig, [1]), "closest")
    scores = pig.seats_in([1]).collect().group_by("game").agg(pl.col("score").max() - pl.col("score").min())
    own = outcome(pig, found)[1]["score"].sort(descending=True)
    assert own[0] - own[1] == scores["score"].min()
    assert found.why.startswith(f"{own[0]} against {own[1]} points, the closest of 300 games by the two best")
    assert f"(median margin {middle(scores['score'])})" in found.why


def test_the_lucky_one_is_won_by_the_player_that_wins_least(pig: RunDirectory) -> None:
    (found,) = notable_games(Played(pig, [0, 1]), "lucky")
    won = pig.seats.group_by("scenario", "player").agg(pl.col("won").mean()).collect()
    least = won.filter(pl.col("won") > 0).sort("won").row(0, named=True)
    winner = outcome(pig, found)[1].filter("won").row(0, named=True)
    assert (found.scenario, winner["player"]) == (least["scenario"], least["player"])
    assert (
        f"(random) wins, as in {100 * least['won']:.1f}\N{NO-BREAK SPACE}% of its games in this setting"
        in found.why
    )
    mean = pig.seats_in([found.scenario]).filter(player=1).select(pl.col("score").mean()).collect().item()
    own = pig.seats_in([found.scenario]).filter(player=1).collect()["score"]
    as_good = 100 * (own >= winner["score"]).mean()
    assert f". It has {winner['score']} points, where {mean:.0f} are usual; as many or more" in found.why
    assert f"in {as_good:.1f}\N{NO-BREAK SPACE}% of games" in found.why
    assert "nothing in it is unlikely" not in found.why


def test_a_win_that_many_games_are_is_not_called_unlikely(tmp_path: Path) -> None:
    run = run_of(tmp_path, "name: e\ngame: pig\ngames: 20\nreport: none\nstrategy: hold_at\n")
    (found,) = notable_games(Played(run, [0]), "lucky")
    assert found.why.endswith("so nothing in it is unlikely")


def test_of_a_game_won_together_the_lucky_one_is_the_rarest_for_its_length(tmp_path: Path) -> None:
    run = run_of(tmp_path, "name: n\ngame: nautilion\ngames: 200\nreport: none\nstrategy: expert\n")
    (found,) = notable_games(Played(run, [0]), "lucky")
    games = run.games.collect()
    won = games.filter("won")
    soon = games.filter(game=found.game)["turns"].item()
    share = won.filter(pl.col("turns") <= soon).height / games.height
    assert soon == won["turns"].min()
    assert f"{100 * share:.1f}\N{NO-BREAK SPACE}% of the games in this setting" in found.why
    assert ("nothing in it is unlikely" in found.why) == (share >= 0.05)


def test_the_typical_one_is_near_all_medians(pig: RunDirectory) -> None:
    (found,) = notable_games(Played(pig, [1]), "typical")
    games = pig.games_in([1]).collect()
    row = outcome(pig, found)[0]
    for name in ("turns", "rolls"):
        assert abs(row[name] - games[name].median()) < games[name].std() / 2  # type: ignore[operator]
        assert f"{name} {row[name]} (median {middle(games[name])})" in found.why
    assert found.why.startswith("the nearest of 300 games to the medians of all ")


def test_only_games_that_meet_the_condition_are_looked_at(pig: RunDirectory) -> None:
    where = "turns > 10 and target = 30"
    played = Played(pig, [0, 1], where)
    (found,) = notable_games(played, "shortest")
    lengths = pig.games_in([0]).filter(pl.col("turns") > 10).collect()["turns"]
    assert outcome(pig, found)[0]["turns"] == lengths.min()
    assert f"the shortest of {len(lengths)} games with {where} (median" in found.why
    (luck,) = notable_games(Played(pig, [0, 1], "won and player = 1"), "lucky")
    assert "(random) wins" in luck.why


def test_the_lead_changes_most_in_the_dramatic_one(
    pig: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dramatic_games(Played(pig, [1]), 3)
    changes = [int(re.findall(r"the lead changes (\d+) time", notable.why)[0]) for notable in found]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 1
    assert "most of the 24 closest of 300 games" in found[0].why
    monkeypatch.setattr(drama, "CANDIDATES", 2)
    (closest, *_) = notable_games(Played(pig, [1]), "closest", 2)
    assert dramatic_games(Played(pig, [1]))[0].game in {
        closest.game,
        notable_games(Played(pig, [1]), "closest", 2)[1].game,
    }


def test_a_course_knows_who_leads_and_how_far_the_winner_was_behind(pig: RunDirectory) -> None:
    match = pig.match(1)
    for number in range(5):
        stands = [[int(score) for score in step.state.table.score] for step in match.walk(number)]
        winner = int(stands[-1][1] > stands[-1][0])
        leads = "".join("01"[two > one] for one, two in stands if one != two)
        gaps = [stand[1 - winner] - stand[winner] for stand in stands]
        course = drama._course(match, number, Objective("score"))
        assert (course.winner, course.behind) == (winner, max(gaps))
        assert course.move == gaps.index(max(gaps))
        assert course.changes == leads.count("01") + leads.count("10")
        other = drama._course(match, number, Objective("score", better="less"), "won")
        assert (other.winner, other.changes) == (winner, course.changes)


def test_without_points_the_least_likely_win_is_valued_by_playouts(
    pig: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drama, "WINS", 3)
    won = Objective("won")
    found = drama._by_playouts(Played(pig, [0], "turns < 12"), won, 3)
    assert len(found) == 3
    for notable in found:
        assert re.search(r"of 64 play-outs from move \d+ on (none|only \d+|\d+) (was|were):", notable.why)
    assert "the 3 wins that took longest" in found[0].why


def test_of_a_game_won_together_the_nearest_loss_is_the_closest(tmp_path: Path) -> None:
    text = "name: n\ngame: nautilion\ngames: 60\nreport: none\nstrategy: random\n"
    run = run_of(tmp_path, text)
    (found,) = notable_games(Played(run, [0]), "closest")
    lost = run.games.filter(~pl.col("won")).collect()
    row = run.games.filter(pl.col("game") == found.game).collect().row(0, named=True)
    assert row["crew_aboard"] == lost["crew_aboard"].max()
    assert found.why.startswith(
        f"not won, with crew aboard {row['crew_aboard']}, the most of the {len(lost)} "
    )
    assert "Nautilion measures by that how far a game got" in found.why
    if lost.height == 60:
        with pytest.raises(BadInput, match="--most lucky: none of 60 games is won"):
            notable_games(Played(run, [0]), "lucky")


def test_what_the_tables_do_not_know_is_refused(pig: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(most: str, words: str, played: Played | None = None) -> None:
        with pytest.raises(BadInput, match=rf"^--most {most}: .*{words}"):
            notable_games(played or Played(pig, [0]), most)  # type: ignore[arg-type]

    played = Played(pig, [0], "turns = 9")
    refused("longest", "all .* games with turns = 9 have 9 turns", played)
    monkeypatch.setattr(Played, "points", None)
    refused("closest", "say who won, but not by how much")
    monkeypatch.setattr(Played, "columns", [Column("end", int, "", labels=("a",))])  # type: ignore[arg-type]
    refused("longest", "count nothing that games could be long by")
    monkeypatch.setattr(Played, "objectives", ())
    refused("lucky", "declares nothing to play for")
    with pytest.raises(BadInput, match="neither a lead that could change nor a win"):
        dramatic_games(Played(pig, [0]))


def test_points_alone_have_luck_but_nothing_close(tmp_path: Path) -> None:
    yacht = run_of(tmp_path, "name: y\ngame: yacht\ngames: 40\nreport: none\nstrategy: random\n")
    played = Played(yacht, [0])
    (found,) = notable_games(played, "lucky")
    scores = yacht.games.collect()["score"]
    assert found.why.startswith(f"{max(scores.to_list())} points, the furthest above what such games come to")
    with pytest.raises(BadInput, match="Yacht is played for score alone"):
        notable_games(played, "closest")
    with pytest.raises(BadInput, match="neither a lead that could change nor a win"):
        dramatic_games(played)
    with pytest.raises(BadInput, match=r"all 40 games have \d+ turns"):
        notable_games(played, "longest")


def test_the_command_and_the_function_find_the_same_game(
    simkit: Callable[..., Result], pig: RunDirectory
) -> None:
    path = pig.path
    told = simkit("replay", path, "--most", "longest", "--scenario", "rules.target=60")
    (found,) = notable_games(Played(pig, [1]), "longest")
    assert told.output.startswith(f"game {found.game} of scenario 1: {found.why}\n")
    assert f"Game {found.game}, Pig, scenario 1" in told.output
    several = simkit("replay", path, "--most", "closest", "--first", 2).output
    assert len(re.findall(r"(?m)^game \d+ of scenario [01]: ", several)) == 2
    wrong = simkit("replay", path, "--most", "longest", "--game", 3)
    assert (wrong.exit_code, "--most WORD looks for games" in wrong.stderr) == (2, True)
    nothing = simkit("replay", path, "--most", "longest", "--where", "turns < 1")
    assert nothing.exit_code == 2
    assert "no game of 600 has turns < 1: the least is " in nothing.stderr
    assert "'longest', 'shortest', 'closest'" in simkit("replay", path, "--most", "odd").stderr


def test_a_run_replays_what_is_looked_for(pig: RunDirectory) -> None:
    run = simkit.open_run(pig.path)
    found = run.replay(most="longest", scenario=1)
    assert found.title.startswith("Pig, scenario 1, game ")
    assert str(found).splitlines()[0] == f"{found.title}: {found.why}"
    assert run.replay(where="turns > 10", scenario=1).why == ""
    assert run.replay(3).title == "Pig, scenario 0, game 3"
    for wrong, words in (
        ({}, "say which game"),
        ({"game": 1, "most": "longest"}, "say one of the two"),
        ({"most": "longst"}, "did you mean 'longest'"),
        ({"where": "turns < 1"}, "no game of 600 has turns < 1"),
        ({"scenario": 9, "most": "longest"}, "there is no scenario 9"),
    ):
        with pytest.raises(BadInput, match=words):
            run.replay(**wrong)


def test_a_condition_falls_into_parts() -> None:
    assert parts_of("won and turns <= 8") == ["won", "turns <= 8"]
    assert parts_of("turns between 1 and 3 AND end = 'a and b'") == [
        "turns between 1 and 3",
        "end = 'a and b'",
    ]
    assert parts_of("(won and turns < 3) and seat = 0") == ["(won and turns < 3)", "seat = 0"]
    for whole in ("won or turns < 3 and lost", "case when won then 1 else 0 end = 1 and turns < 3"):
        assert parts_of(whole) == [whole]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("turns <= 8", Bound("turns", float("-inf"), 8)),
        ("(turns > 8)", Bound("turns", 8, float("inf"))),
        ("8 > turns", Bound("turns", float("-inf"), 8)),
        ("turns + 1 = -2.5", Bound("turns + 1", -2.5, -2.5)),
        ("turns between 1 and 3", Bound("turns", 1, 3)),
        ("won", None),
        ("end = 'won'", None),
        ("turns <> 3", None),
        ("not turns < 3", None),
        ("turns < rolls", None),
    ],
)
def test_a_part_compares_with_a_number_or_not(part: str, expected: Bound | None) -> None:
    assert bound_of(part) == expected


def test_a_condition_that_no_game_meets_says_what_is_nearest(pig: RunDirectory) -> None:
    turns, short = lengths_of(pig, 0, 1), lengths_of(pig, 0)
    least, count = min(turns), turns.count(min(turns))
    nearest = f"the least is {least}, in {count} game{'s' if count > 1 else ''}"
    assert why_no_game(pig, [0, 1], "turns < 1") == f"no game of 600 has turns < 1: {nearest}"
    assert why_no_game(pig, [0, 1], "won and turns < 1") == (
        f"no game of 600 has won and turns < 1: turns < 1 alone fails, {nearest}"
    )
    assert why_no_game(pig, [0], "turns < 1 or turns > 999").endswith(
        f"; its games have turns from {min(short)} to {max(short)}"
    )
    few = max(short)
    assert few < max(turns)
    said = why_no_game(pig, [0, 1], f"target = 30 and turns > {few}")
    assert said.startswith(
        f"no game of 600 has target = 30 and turns > {few}: each part alone has games, but no game meets "
        "both; of "
    )
    assert f"of turns in the 300 games with target = 30, the greatest is {few}, in " in said
