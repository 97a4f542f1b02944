"""Games that were stopped before they came to an end are reported; those that a rule ends are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.engine.base.columns import STOPPED
from simkit.report.report import facts
from simkit.run.findings.noticed import stopped_games
from tests.conftest import RunOf


def test_games_stopped_at_a_cap_are_reported(tmp_path: Path, run_of: RunOf) -> None:
    file = tmp_path / "stopped.yaml"
    file.write_text(
        "name: stopped\ngame: pig\ngames: 60\nseed: 1\nstrategies: [random, hold_at]\nreport: none\n"
        "factors: {rules.decision_cap: [30, 65535]}\n"
    )
    run = run_of(file)
    shares = pl.read_parquet(tmp_path / "run/games/scenario-00000/*.parquet")["end"].to_numpy() == STOPPED
    assert shares.any()
    assert stopped_games(run) == (shares.mean() / 2, shares.mean())
    command = ["run", str(file), "--out", str(tmp_path / "run")]
    shown = " ".join(CliRunner().invoke(main, command).output.split())
    assert f"note: {shares.mean() / 2:.1%} of the games (up to {shares.mean():.1%} of a scenario's)" in shown
    assert facts(run)["Stopped unfinished"].endswith("in one scenario)")


def test_a_cap_that_is_a_rule_of_the_game_stops_nobody_unfinished(
    write_experiment: Callable[[str], Path], run_of: RunOf
) -> None:
    file = write_experiment(
        "name: capped\ngame: nautilion\ngames: 60\nseed: 1\nstrategy: random\nreport: none\n"
        "rules: {turn_cap: 3}\n"
    )
    run = run_of(file)
    assert "turn_cap" in run.estimates()["level"]
    assert stopped_games(run) == (0, 0)
    assert "unfinished" not in CliRunner().invoke(main, ["run", str(file), "--out", str(run.path)]).output
