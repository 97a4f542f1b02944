"""A damaged run directory is reported by every command, and never read as data."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from simkit import BadInput
from simkit.cli.main import main
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from tests.conftest import RunOf
from tests.run.helpers import list_anew

PART = "games/scenario-00000/part-00000.parquet"


@pytest.fixture
def run(small: Path, tmp_path: Path) -> Path:
    return run_experiment(load_experiment(small, Overrides(games=300)), tmp_path / "run", jobs=1).path


@pytest.fixture
def manifest(run: Path) -> dict[str, Any]:
    return dict(json.loads((run / "manifest.json").read_text()))


def flip(file: Path, place: int) -> None:
    contents = bytearray(file.read_bytes())
    contents[place] ^= 0xFF
    file.write_bytes(bytes(contents))


@pytest.mark.parametrize("place", [32, 33])  # polars reads the one as other data, over the other it panics
@pytest.mark.parametrize(
    "command",
    [
        ["compare", "RUN", "RUN"],
        ["report", "RUN", "--no-pdf"],
        ["replay", "RUN", "--scenario", "0", "--game", "1"],
        ["replay", "RUN", "--where", "turns > 0"],
        ["check", "RUN"],
    ],
)
def test_a_byte_of_a_part_is_reported_by_every_reader(run: Path, command: list[str], place: int) -> None:
    flip(run / PART, place)
    result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
    assert result.exit_code == 2
    assert f"damaged, the checksum of {PART} is not that in files.csv" in " ".join(result.output.split())


def test_a_damaged_summary_is_not_shown_as_that_of_a_run_found_again(run: Path, small: Path) -> None:
    flip(run / "summary.parquet", 40)
    result = CliRunner().invoke(main, ["run", str(small), "--out", str(run), "--no-report"])
    assert result.exit_code == 2
    assert "the checksum of summary.parquet" in result.output


def of_scenario_1(file: Path) -> None:
    file.write_bytes(Path(str(file).replace("scenario-00000", "scenario-00001")).read_bytes())


@pytest.mark.parametrize("damage", [*(partial(flip, place=n) for n in (32, 33, 60, -400)), of_scenario_1])
def test_a_damaged_part_of_an_unfinished_run_is_left_out_and_played_again(
    run: Path, small: Path, manifest: dict[str, Any], damage: Callable[[Path], None]
) -> None:
    whole = (run / PART).read_bytes()
    (run / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "files": None}))
    damage(run / PART)
    result = CliRunner().invoke(main, ["replay", str(run), "--where", "turns > 0"])
    assert result.output.startswith("Unfinished: 900 of 1,200 games were played")
    assert f"Left out: {PART} " in " ".join(result.output.split())
    run_experiment(load_experiment(small, Overrides(games=300)), run, jobs=1, existing="resume")
    assert (run / PART).read_bytes() == whole


def test_whatever_byte_is_damaged_reading_complains_if_it_fails(run: Path) -> None:
    table = run / "scenarios.parquet"
    whole, complaints = table.read_bytes(), []
    for place in range(4, 150):  # over some of them polars panics
        flip(table, place)
        try:
            RunDirectory(run).scenario_rows()
        except BadInput as complaint:
            complaints.append(str(complaint))
        table.write_bytes(whole)
    assert complaints
    assert all("damaged, scenarios.parquet can't be read" in words for words in complaints)


COMMANDS = (
    ["check", "RUN"],
    ["compare", "RUN", "RUN"],
    ["replay", "RUN", "--scenario", "0", "--game", "1"],
    ["report", "RUN", "--no-pdf"],
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.update(files=3), "files: Input should be .* found 3"),
        (lambda m: m["files"].pop("bytes"), "files.bytes: Field required"),
        (lambda m: m.update(files=None), "the run is finished, but it does not say which files it has"),
        (lambda m: m["files"].update(games=900), "the run played 1200 games, its files have 900 of them"),
        (lambda m: m.update(state="over"), "state: Input should be 'running' or 'finished', found 'over'"),
        (lambda m: m.update(sources=None), "sources: Input should be .* found None"),
        (lambda m: m["timings"].pop("jobs"), "the run is finished, but timings lacks jobs"),
        (lambda m: m["experiment"].update(factors=None), "experiment.factors: .* found None"),
        (lambda m: m["experiment"].update(games="300"), "experiment.games: .* found '300'"),
        (lambda m: m["experiment"].update(seed="a"), "experiment.seed: .* found 'a'"),
        (lambda m: m["experiment"].update(seed=2**32), "experiment.seed: .* found 4294967296"),
        (lambda m: m["experiment"].update(game=None), "experiment.game: .* found None"),
        (lambda m: m["experiment"].update(folder=None), "experiment.folder: .* found None"),
        (lambda m: m["experiment"].update(title=None), "experiment.title: .* found None"),
    ],
)
def test_a_manifest_with_wrong_values_is_reported(
    run: Path, manifest: dict[str, Any], change: Callable[[dict[str, Any]], object], message: str
) -> None:
    change(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))
    told = f"manifest.json: damaged, not a valid manifest: {message}; `simkit run ... --again"
    for command in COMMANDS:
        result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
        assert result.exit_code == 2
        assert re.search(told, result.output)


def test_every_key_that_is_read_has_to_be_there(run: Path, manifest: dict[str, Any]) -> None:
    optional = {"resolved", "content", "objectives", "events_one_in"}
    for part, unread in ((manifest, {"machine", "seal", "targets_hash"}), (manifest["experiment"], optional)):
        for key in [*part]:
            value = part.pop(key)
            (run / "manifest.json").write_text(json.dumps(manifest))
            if key in unread:
                RunDirectory(run).require_finished()
            else:
                with pytest.raises(BadInput, match="not a valid manifest"):
                    RunDirectory(run)
            part[key] = value


def test_a_manifest_with_other_targets_is_refused(run: Path, manifest: dict[str, Any]) -> None:
    target = {"subject": "games", "column": "turns", "low": 5, "high": 10, "of_fair": False, "players": 0}
    manifest["experiment"]["targets"] = [target | {"where": {}}]
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="its targets are not those that it was written with"):
        RunDirectory(run)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"games": 600, "scenarios": 2},
        {"game": "yacht"},
        {"factors": ["rules.target", "rules.tarket"]},
    ],
)
def test_a_manifest_that_says_other_than_the_run_was_made_with_is_refused(
    run: Path, manifest: dict[str, Any], change: dict[str, Any]
) -> None:
    manifest["experiment"] |= change
    (run / "manifest.json").write_text(json.dumps(manifest))
    for command in COMMANDS:
        result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
        assert result.exit_code == 2
        assert "damaged, its game, seed, games, factors, scenarios or sources are not" in result.output


def other_run(small: Path, tmp_path: Path) -> RunDirectory:
    """Return a run that differs in its seed only."""
    return run_experiment(load_experiment(small, Overrides(games=300, seed=8)), tmp_path / "other", jobs=1)


def test_a_shard_of_another_seed_is_played_again_on_resume(
    run: Path, small: Path, manifest: dict[str, Any], tmp_path: Path
) -> None:
    """It has as many games of the same scenario, and is whole."""
    own = (run / PART).read_bytes()
    shutil.copy(other_run(small, tmp_path).path / PART, run / PART)
    (run / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "files": None}))
    run_experiment(load_experiment(small, Overrides(games=300)), run, jobs=1, existing="resume")
    assert (run / PART).read_bytes() == own


@pytest.mark.parametrize("name", [PART, "summary.parquet", "scenarios.parquet"])
def test_a_file_of_another_seed_is_refused_by_every_command_that_reads_it(
    run: Path, small: Path, tmp_path: Path, name: str
) -> None:
    """Even if the manifest lists it."""
    shutil.copy(other_run(small, tmp_path).path / name, run / name)
    list_anew(run)
    for command in COMMANDS:
        result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
        assert result.exit_code == 2
        assert f"damaged, {name} was written for another run" in result.output
    opened = RunDirectory(run)
    with pytest.raises(BadInput, match=f"{name} was written for another run"):
        _ = opened.games, opened.scenario_rows(), opened.estimates()


ESCAPE = "\x1b[2J"


def test_words_that_somebody_else_wrote_are_no_orders_to_the_terminal(
    run: Path, manifest: dict[str, Any]
) -> None:
    """A title with escape codes, as a stranger's run may have one, is refused by every command."""
    manifest["experiment"]["title"] = f"Harmless{ESCAPE}"
    (run / "manifest.json").write_text(json.dumps(manifest))
    for command in COMMANDS:
        result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
        assert result.exit_code == 2
        assert "damaged, experiment.title: the character U+001B (a control character)" in result.output
        assert "\x1b" not in result.output


@pytest.mark.parametrize("column", ["die", "players", "knobs"])
def test_levels_that_somebody_else_wrote_are_no_orders_to_the_terminal(run: Path, column: str) -> None:
    table = pl.read_parquet(run / "scenarios.parquet")
    words = json.dumps([ESCAPE]) if column != "die" else ESCAPE
    stamp = pq.read_schema(run / "scenarios.parquet").metadata
    changed = table.with_columns(pl.lit(words).alias(column)).to_arrow().replace_schema_metadata(stamp)
    pq.write_table(changed, run / "scenarios.parquet")
    with pytest.raises(BadInput, match=r"scenarios.parquet: the character U\+001B .* is not text"):
        RunDirectory(run).scenario_rows()


def test_a_message_that_names_a_strangers_file_is_no_order_to_the_terminal(run: Path) -> None:
    (run / f"games/{ESCAPE}.parquet").write_bytes(b"")
    result = CliRunner().invoke(main, ["check", str(run)])
    assert r"games/\x1b[2J.parquet is not a file of this run" in result.output


def test_a_table_that_polars_can_not_read_is_told_in_a_sentence(run_of: RunOf) -> None:
    """As where a file was damaged before its checksum was made."""
    run = run_of("name: it\ngame: pig\ngames: 2\nreport: none\nstrategy: hold_at\n")
    with pytest.raises(BadInput, match="damaged, a table can't be read"):
        run.collected(run.games.select(pl.col("end").cast(pl.String).cast(pl.Int64)))
