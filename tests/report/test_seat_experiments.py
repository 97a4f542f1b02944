"""The shipped experiments on seats answer their own question, yes or no, in the report's first sentence."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import polars as pl
import pytest

from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson

SHIPPED = Path(__file__).parents[2] / "experiments"
GAMES = 60


def uneven(run: RunDirectory) -> bool:
    """Return True if, counted from the rows, a place in the turn order wins more or less than is fair."""
    counted = (
        run.seats()
        .with_columns(place=run.place)
        .group_by("scenario", "place")
        .agg(pl.col("won").cast(pl.Int64).sum().alias("wins"), pl.len().alias("games"))
        .with_columns(fair=pl.col("wins").sum().over("scenario") / pl.col("games").sum().over("scenario"))
        .collect()
    )
    confidence = 1 - 0.05 / len(counted)
    return any(
        wilson(row["wins"], row["games"], confidence).excludes(row["fair"])
        for row in counted.iter_rows(named=True)
    )


@pytest.mark.parametrize(
    ("name", "settings", "yes"),
    [
        ("nautilus_2002_seats", ("strategy=expert", "rules.players=2"), True),
        ("nautilus_2002_seats", ("strategy=reference", "rules.players=2"), False),
        ("nautilus_island_seats", ("strategy=reference",), False),
    ],
)
def test_the_first_sentence_is_yes_or_no(
    name: str, settings: tuple[str, ...], yes: bool, tmp_path: Path
) -> None:
    experiment = load_experiment(SHIPPED / f"{name}.yaml", Overrides(games=GAMES, settings=settings))
    run = run_experiment(experiment, tmp_path / "run", jobs=1)
    report = import_module(f"simkit.reports.{experiment.report}").report(run).document()
    assert uneven(run) == yes
    first = report.in_short.partition(":")[0]
    if yes:
        assert first.startswith("Yes, it matters who begins, in 2 of 2 scenarios")
    else:
        assert first == "No, as far as these games tell it does not matter who begins"
