"""The types of a run's tables: what a user's own analysis with pandas, polars or Arrow computes from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pyarrow.parquet as pq
import pytest

from simkit import BadInput
from simkit.engine.base.rows import narrowed
from simkit.experiment.file.load import load_experiment
from simkit.game import Column
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games

Write = Callable[[str], Path]

PIG = (
    "name: pig\ngame: pig\ngames: 40\nseed: 3\nreport: none\nevents: {one_in: 4}\n"
    "strategies: [hold_at, random]\n"
)


@pytest.fixture
def nautilion(boards: Path, tmp_path: Path) -> RunDirectory:
    """Return a run of boards A1 and C2 with 2 and 6 reserve tokens."""
    return run_experiment(load_experiment(boards, None), tmp_path / "run", jobs=1)


def run_of(text: str, write_experiment: Write, tmp_path: Path) -> RunDirectory:
    """Run an experiment."""
    return run_experiment(load_experiment(write_experiment(text)), tmp_path / "run", jobs=1)


def test_arithmetic_in_pandas_and_polars_does_not_wrap(nautilion: RunDirectory) -> None:
    turns = [turn for turn in nautilion.games.collect()["turns"].to_list() if turn is not None]
    minutes = sum(20 * turn for turn in turns) / len(turns)
    less = sum(turn - 15 for turn in turns) / len(turns)
    in_pandas = pd.read_parquet(nautilion.path / "games")
    assert (in_pandas["turns"] * 20).mean() == pytest.approx(minutes)
    assert (in_pandas["turns"] - 15).mean() == pytest.approx(less)
    in_polars = pl.read_parquet(nautilion.path / "games/**/*.parquet")
    assert in_polars.select((pl.col("turns") * 20).mean()).item() == pytest.approx(minutes)
    assert in_polars.select((pl.col("turns") - 15).mean()).item() == pytest.approx(less)


def test_a_sum_over_millions_of_games_does_not_wrap(nautilion: RunDirectory) -> None:
    """Polars adds up 32-bit integers in 32 bits: ten million games of 250 turns would come out negative."""
    many = pl.concat([nautilion.games.select("turns").collect()] * 3)
    scaled = many.select((pl.col("turns") * 10_000_000).sum()).item()
    assert scaled == 10_000_000 * many["turns"].cast(pl.Int64).sum() > 2**31


def test_every_number_of_every_table_is_of_64_bits(write_experiment: Write, tmp_path: Path) -> None:
    run = run_of(PIG + "factors: {rules.target: [30, 60]}\n", write_experiment, tmp_path)
    found = set()
    for file in run.path.rglob("*.parquet"):
        for name, dtype in pl.read_parquet_schema(file).items():
            found.add(type(dtype) if isinstance(dtype, pl.Enum) else dtype)
            assert dtype in (pl.Int64, pl.Float64, pl.Boolean, pl.String) or name in ("end", "kind"), (
                name,
                dtype,
            )
    assert found == {pl.Int64, pl.Float64, pl.Boolean, pl.String, pl.Enum}


def test_codes_are_words_in_every_library(nautilion: RunDirectory) -> None:
    labels = next(column for column in nautilion.game.columns if column.name == "end").labels
    words = pd.read_parquet(nautilion.path / "games")["end"]
    assert list(words.cat.categories) == list(labels)
    games = nautilion.games.collect()
    assert games.schema["end"] == pl.Enum(labels)
    assert (
        games["end"].to_list()
        == words.to_list()
        == pq.read_table(nautilion.path / "games")["end"].to_pylist()
    )
    rates = nautilion.estimates(column="end", statistic="rate", scenario=0)
    own = games.filter(scenario=0)["end"]
    shares = dict(rates.select("level", "estimate").iter_rows())
    assert shares == {word: pytest.approx((own == word).mean()) for word in own.cast(pl.String).unique()}


def test_kinds_of_events_are_words(write_experiment: Write, tmp_path: Path) -> None:
    run = run_of(PIG, write_experiment, tmp_path)
    kinds = pd.read_parquet(run.path / "events")["kind"]
    assert {"rolled", "banked", "decided"} <= set(kinds)
    banked = run.events_in("banked").collect()
    assert len(banked) == (kinds == "banked").sum()
    assert run.seats.join(run.events_in("banked"), on=("scenario", "game", "seat")).collect().height == len(
        banked
    )


def test_a_code_without_a_label_is_told_as_the_game_is_played() -> None:
    columns = (Column("end", np.uint8, "how it ended", labels=("won", "lost")),)
    rows: Any = np.zeros(6, [("end", np.int64)])
    rows["end"] = [0, 1, 0, 0, 1, 2]
    with pytest.raises(BadInput, match=r"'end' can't hold 2 \(game 12\): .* of 0 to 1 \(won, lost\)"):
        narrowed(columns, rows, 10, rows_per_game=2)


def test_levels_that_are_numbers_are_numbers(nautilion: RunDirectory) -> None:
    scenarios = pd.read_parquet(nautilion.path / "scenarios.parquet")
    assert scenarios["rules.reserve"].to_list() == [2, 6, 2, 6]
    assert scenarios["rules.reserve"].dtype == np.int64
    assert nautilion.levels["rules.reserve"].to_list() == ["2", "6", "2", "6"]  # labels, as reports show them


def test_whatever_named_variants_set_has_a_typed_column(write_experiment: Write, tmp_path: Path) -> None:
    text = (
        "name: variants\ngame: nautilion\ngames: 5\nstrategy: random\nreport: none\nfactors:\n"
        "  prices: {printed: {}, cheap: {rules.spell_cost_tide: 1}, skilled: {strategy: novice}}\n"
        "  rules.dice_faces: {printed: [1, 1, 2, 2, 3, 4], even: [2, 2, 2, 2, 3, 3]}\n"
    )
    run = run_of(text, write_experiment, tmp_path)
    printed = run.game.knobs().spell_cost_tide  # type: ignore[attr-defined]
    settings = run.scenarios
    assert settings.columns == [
        "scenario",
        "prices",
        "rules.dice_faces",
        "rules.spell_cost_tide",
        "strategies.0",
    ]
    assert settings["rules.spell_cost_tide"].to_list() == [printed, printed, 1, 1, printed, printed]
    assert settings["rules.spell_cost_tide"].dtype == pl.Int64
    assert settings["strategies.0"].to_list() == ["random"] * 4 + ["novice"] * 2
    assert settings["rules.dice_faces"].to_list() == [[1, 1, 2, 2, 3, 4], [2, 2, 2, 2, 3, 3]] * 3
    assert find_games(run, list(range(6)), "spell_cost_tide = 1", 100) == [
        (s, g) for s in (2, 3) for g in range(5)
    ]


def test_parameters_and_numbers_of_players_are_numbers(write_experiment: Write, tmp_path: Path) -> None:
    text = (
        "name: parameters\ngame: pig\ngames: 5\nreport: none\nstrategies: [hold_at, hold_at]\nfactors:\n"
        "  strategies.0.n: [10, 22.5]\n"
        "  second:\n    usual: {}\n    wild: {strategies.1: random}\n"
        "    careful: {strategies.1: {name: hold_at, parameters: {n: 12}}}\n"
    )
    settings = run_of(text, write_experiment, tmp_path).scenarios
    assert settings["strategies.0.n"].to_list() == [10.0] * 3 + [22.5] * 3
    assert settings["strategies.1.n"].to_list() == [20.0, None, 12.0] * 2
    assert settings["strategies.1"].to_list() == ["hold_at", "random", "hold_at (n 12)"] * 2
