"""`simkit verify`: checksums, and a sample of games that must come out as they were recorded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import Result

import simkit
from simkit.document.blocks import Table
from simkit.engine.play.match import Match
from simkit.questions.answer import Answer, stored_answer
from simkit.run.findings.again import Again, play_again
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from tests.run.helpers import list_anew

DESCRIBED: dict[str, Any] = {
    "game": "pig",
    "games": 120,
    "strategies": ["hold_at", "random"],
    "factors": {"rules.target": [20, 30, 40]},
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunDirectory:
    monkeypatch.chdir(tmp_path)
    return RunDirectory(simkit.run(DESCRIBED, jobs=1, progress=False).path)


def test_games_come_out_as_they_were_recorded(run: RunDirectory) -> None:
    assert play_again(run, 60).games in (70, 100)  # rows of 50, 50 and 20
    assert play_again(run, 10_000) == Again(360, 3, 0, [])


def test_another_seed_draws_other_games(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []
    play = Match.play

    def noted(match: Match, first: int, count: int, *more: Any) -> Any:
        drawn.append((first, count))
        return play(match, first, count, *more)

    monkeypatch.setattr(Match, "play", noted)
    found = set()
    for seed in range(1, 9):
        play_again(run, 50, seed)
        found.add(drawn.pop())
    assert found == {(0, 50), (50, 50), (100, 20)}


def test_a_game_that_comes_out_otherwise_is_told(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def changed(match: Match, first: int, count: int, *more: Any) -> Any:
        rows, seat_rows = play(match, first, count, *more)
        if first == 50:
            rows["turns"][7] += 1
            seat_rows["score"][1] += 3
        return rows, seat_rows

    monkeypatch.setattr(Match, "play", changed)
    found = play_again(run, 360)
    assert found.differing == 6
    first, second = found.told[:2]
    assert (first.scenario, first.game) == (0, 50)
    ((name, before, now),) = first.columns
    assert (name, now - before) == ("seat 2's score", 3)
    assert (second.game, second.columns[0][0]) == (57, "turns")
    assert len(found.told) == 5


def test_the_command_tells_and_its_exit_code_says_it(
    run: RunDirectory, simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = simkit("verify", str(run.path), "--games", "360")
    assert told.exit_code == 0
    assert "have their checksums" in told.output
    assert "360 of 360 games, in 3 scenarios, were played again: every column came out" in told.output
    monkeypatch.setattr(Match, "play", lambda match, first, count: _zeros(match, count))
    told = simkit("verify", str(run.path), "--games", "50")
    assert told.exit_code == 1
    assert "50 of 360 games, in 1 scenario, were played again: 50 came out otherwise" in told.output


def _zeros(match: Match, count: int) -> Any:
    import numpy as np

    rows = np.zeros(count, [(column.name, np.int64) for column in match.game.columns])
    seats = np.zeros(2 * count, [(column.name, np.int64) for column in match.seat_columns])
    return rows, seats


def test_a_damaged_file_is_told_before_any_game_is_played(
    run: RunDirectory, simkit: Callable[..., Result]
) -> None:
    name = next(name for name in run.files if "games" in name)
    file = run.path / name
    contents = bytearray(file.read_bytes())
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)
    told = simkit("verify", str(run.path))
    assert told.exit_code == 2
    assert f"the checksum of {name} is not that in files.csv" in " ".join(told.output.split())


# Checksums can be changed together with a file: the summary is worked out from the tables.


SEVERAL = {**DESCRIBED, "games": 150}
SMALL_FILES = {**DESCRIBED, "games": 30, "factors": {"rules.target": list(range(20, 150))}}
NARROW = {key: value for key, value in DESCRIBED.items() if key != "games"} | {"precision": {"turns": 1.0}}
ONE_PLAYER = {"game": "nautilion", "strategy": "random", "games": 80}
LOGGED = {**DESCRIBED, "events": {"one_in": 10}}


@pytest.fixture(params=["several", "small files", "narrow", "one player", "logged", "store"])
def any_run(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunDirectory:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(layout, "SHARD_GAMES", 100)
    described: dict[str, Any] = {
        "several": SEVERAL, "small files": SMALL_FILES, "narrow": NARROW, "one player": ONE_PLAYER,
        "logged": LOGGED, "store": SEVERAL,
    }[request.param]  # fmt: skip
    store = (tmp_path / "store").as_uri() if request.param == "store" else None
    return RunDirectory(simkit.run(described, jobs=1, progress=False, store=store).path)


def rewrite(run: RunDirectory, name: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    """Change a table as somebody does who makes all checksums right."""
    file = run.path / name
    schema = pq.read_schema(file)
    table = change(pl.DataFrame(pl.from_arrow(pq.read_table(file)))).to_arrow().cast(schema)
    pq.write_table(table.replace_schema_metadata(schema.metadata), file)
    list_anew(run.path)


def test_the_summary_of_any_run_is_what_its_tables_come_to(
    any_run: RunDirectory, simkit: Callable[..., Result]
) -> None:
    for command in (["check", str(any_run.path), "--deep"], ["verify", str(any_run.path), "--games", "50"]):
        told = simkit(*command)
        assert told.exit_code == 0, told.output
        assert "summary.parquet is what the tables come to" in told.output


def half(column: str, table: pl.DataFrame) -> pl.DataFrame:
    last = pl.int_range(pl.len()) == pl.len() - 20
    return table.with_columns(pl.when(last).then(0.5).otherwise(pl.col(column)).alias(column))


CHANGES: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "an estimate": partial(half, "estimate"),
    "an end of an interval": partial(half, "low"),
    "the number of games": lambda table: table.with_columns(n=pl.col("n") * 4),
    "a method": lambda table: table.with_columns(method=pl.lit("Wilson")),
    "a row less": lambda table: table.slice(1),
    "a row twice": lambda table: pl.concat([table, table.head(1)]),
    "another row": lambda table: table.with_columns(of=pl.col("of").str.replace("player 0", "player 7")),
    "no rows": lambda table: table.clear(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_rewritten_summary_with_right_checksums_is_told(
    run: RunDirectory, simkit: Callable[..., Result], change: str
) -> None:
    rewrite(run, "summary.parquet", CHANGES[change])
    glanced = simkit("check", str(run.path))
    assert glanced.exit_code == 0 or "verdict.json is not what" in " ".join(glanced.output.split())
    for command in (["check", str(run.path), "--deep"], ["verify", str(run.path)]):
        told = simkit(*command)
        assert told.exit_code == 2
        assert "summary.parquet is not what the tables come to" in " ".join(told.output.split())


def test_a_rewritten_estimate_is_named(run: RunDirectory, simkit: Callable[..., Result]) -> None:
    won = (pl.col("scenario") == 1) & (pl.col("of") == "player 0") & (pl.col("column") == "won")
    own = pl.when(won).then(0.5).otherwise("estimate").alias("estimate")
    rewrite(run, "summary.parquet", lambda table: table.with_columns(own))
    told = " ".join(simkit("verify", str(run.path)).output.split())
    assert "in scenario 1 the estimate of player 0 won rate is 0.5, the tables have 0." in told


def test_games_that_are_missing_or_twice_are_told(run: RunDirectory, simkit: Callable[..., Result]) -> None:
    name = "games/scenario-00001/part-00000.parquet"
    rewrite(run, name, lambda table: table.with_columns(game=pl.col("game").replace(7, 8)))
    told = simkit("verify", str(run.path))
    assert told.exit_code == 2
    assert "the tables do not have the games of scenario 1, each once" in " ".join(told.output.split())


@pytest.mark.parametrize("column", ["levels", "rules.target"])
def test_other_scenarios_than_the_run_was_begun_with_are_told(
    run: RunDirectory, simkit: Callable[..., Result], column: str
) -> None:
    rewrite(run, "scenarios.parquet", lambda table: table.with_columns(pl.col(column).reverse()))
    told = simkit("verify", str(run.path))
    assert told.exit_code == 2
    assert "scenarios.parquet does not have the scenarios of this run" in " ".join(told.output.split())


def test_a_table_that_can_not_be_read_is_told(run: RunDirectory, simkit: Callable[..., Result]) -> None:
    """As one whose bytes were damaged before their checksum was made."""
    for name in [name for name in run.files if name.startswith("games/")]:
        contents = bytearray((run.path / name).read_bytes())
        place = len(contents) // 3
        contents[place : place + 40] = bytes(40)
        (run.path / name).write_bytes(contents)
    list_anew(run.path)
    for command in (["check", str(run.path), "--deep"], ["verify", str(run.path)]):
        told = simkit(*command)
        assert told.exit_code == 2
        assert "damaged, games/scenario-00000/part-00000.parquet can't be read" in " ".join(
            told.output.split()
        )


# What lies beside the tables.


@pytest.mark.parametrize("place", [5, 40, -30])
@pytest.mark.parametrize("name", ["answer.json", "table", "text"])
def test_a_damaged_answer_is_told(
    run: RunDirectory, simkit: Callable[..., Result], name: str, place: int
) -> None:
    table = pl.DataFrame({"n": range(100)})
    answer = Answer(
        ("Luck.",),
        tables={"table": Table(table)},
        files={"player.yaml": "n: 25\n" * 20},
        question="luck",
        made_of={"run": run.manifest["identity"]},
    )
    folder = run.path / "answers" / "luck"
    answer.store(folder)
    assert stored_answer(folder) == answer
    told = simkit("check", str(run.path))
    assert told.exit_code == 0
    assert "and 1 answer have their checksums" in " ".join(told.output.split())
    file = folder / {"table": "table.parquet", "text": "player.yaml"}.get(name, name)
    contents = bytearray(file.read_bytes())
    contents[place] ^= 1
    file.write_bytes(contents)
    told = simkit("check", str(run.path))
    assert told.exit_code == 2
    assert "answers/luck/" in "".join(told.output.split())


def test_what_has_no_checksum_is_named(run: RunDirectory, simkit: Callable[..., Result]) -> None:
    for name in ("report.html", "notes.txt"):
        (run.path / name).write_text("")
    (run.path / "figures").mkdir()
    assert "verdict" not in simkit("check", str(run.path)).output
    (run.path / "verdict.json").write_text("{}")
    found = simkit("check", str(run.path))
    told = " ".join(found.output.split())
    assert found.exit_code == 2
    assert "verdict.json is not what the tables come to" in told
    assert "not compared: figures and report.html, which simkit makes from the tables" in told
    assert "not compared: notes.txt" in told
