"""Which games lie in which file: small scenarios share files, for any workers and after any kill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import simkit
from simkit import BadInput, Experiment
from simkit.run import runner
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games
from simkit.run.store.shards import Shard
from simkit.run.work.shard import shards_of
from tests.run.helpers import Killed, Killer, table_hashes

MANY = """
name: many
game: pig
seed: 4
games: 5
strategies: [hold_at, random]
factors:
  rules.target: [{targets}]
  strategies.0.n: [10, 20]
report: none
"""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    """Return an experiment of 400 scenarios of five games."""
    file = tmp_path_factory.mktemp("many") / "experiment.yaml"
    file.write_text(MANY.format(targets=", ".join(map(str, range(20, 220)))), encoding="utf-8")
    return simkit.experiment(file)


@pytest.fixture(scope="module")
def whole(many: Experiment, tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """Return its run, which tests only read."""
    return run_experiment(many, tmp_path_factory.mktemp("whole") / "run", jobs=1)


@pytest.mark.parametrize(
    ("games", "scenarios", "together"),
    [
        (20_000_000, 1, 1),
        (65_536, 1_000, 1),
        (100_000, 10_000, 10),
        (200, 1, 1),
        (200, 127, 1),  # a run has 64 files at least, if it has as many scenarios
        (200, 128, 2),
        (200, 9_600, 81),
        (20, 100_000, 819),
        (200, 100_000, 163),
    ],
)
def test_how_many_scenarios_share_a_file(games: int, scenarios: int, together: int) -> None:
    shared = layout.scenarios_in_files([games] * scenarios, 0)
    assert sum(shared) == scenarios
    assert set(shared[:-1]) <= {together}
    assert shared[-1] <= together


def test_fewer_scenarios_share_a_file_where_players_think() -> None:
    assert layout.scenarios_in_files([20] * 9_600, 0)[0] == 150
    assert layout.scenarios_in_files([20] * 9_600, 1_024)[0] == 3


def test_scenarios_of_any_numbers_of_games_share_files() -> None:
    assert layout.scenarios_in_files([*[300] * 200, *[20_000] * 2, 8_000, 9_000, *[100] * 116], 0) == [
        *[5] * 40, 1, 1, 1, *[5] * 23, 2,
    ]  # fmt: skip
    assert layout.scenarios_in_files([5_000, 9_000] * 500, 0)[:2] == [2, 2]


@pytest.mark.parametrize(
    ("games", "in_a_file", "files"),
    [
        (65_536, 65_536, 1),
        (10**6, 65_536, 16),
        (10**7, 65_536, 153),
        (10**8, 131_072, 763),
        (10**9, 1_048_576, 954),
        (2**32 - 1, 4_194_304, 1_024),
    ],
)
def test_a_scenario_has_a_thousand_files_at_most(games: int, in_a_file: int, files: int) -> None:
    assert layout.games_in_a_file(0, games) == in_a_file
    assert -(-games // in_a_file) == files


def test_a_scenario_in_which_players_think_has_files_of_a_few_games_unless_there_are_thousands() -> None:
    assert layout.games_in_a_file(1_024, 64 * 1_024) == 64
    assert layout.games_in_a_file(1_024, 1_000_000) == 1_024
    assert layout.games_in_a_file(1_024, 1_000, scenarios=100_000) == 64  # each by itself


def test_no_file_has_more_logged_games_than_a_block_has_games() -> None:
    assert layout.games_in_a_file(0, 10**9, one_in=1) == 65_536
    assert layout.games_in_a_file(0, 10**9, one_in=4) == 4 * 65_536
    assert layout.games_in_a_file(0, 10**9, one_in=100) == 1_048_576


def test_a_file_says_in_its_name_which_scenarios_it_has() -> None:
    assert layout.part_name("games", range(7, 8), 3) == "games/scenario-00007/part-00003.parquet"
    assert layout.part_name("seats", range(40, 80), 0) == "seats/scenarios-00040-00079/part-00000.parquet"
    for scenarios in (range(7, 8), range(40, 80), range(99_999, 100_000)):
        assert layout.scenarios_of(layout.part_name("games", scenarios, 0)) == scenarios
    assert not layout.scenarios_of("scenarios.parquet")


def test_small_scenarios_share_files_that_others_read_too(whole: RunDirectory) -> None:
    assert len(list(whole.path.glob("games/*/*.parquet"))) == 67  # 400 scenarios, six to a file
    games = pl.read_parquet(whole.path / "games/**/*.parquet")
    assert games.select("scenario", "game").rows() == [(s, g) for s in range(400) for g in range(5)]
    assert games.equals(whole.games.collect())
    assert whole.games_in([8, 301]).collect().equals(games.filter(pl.col("scenario").is_in([8, 301])))
    assert whole.seats_in([8]).collect()["seat"].to_list() == [0, 1] * 5
    assert find_games(whole, [3, 77], "true", 3) == [(3, 0), (3, 1), (3, 2)]


def test_a_scenario_is_played_as_if_it_were_alone(many: Experiment, whole: RunDirectory) -> None:
    for scenario in (0, 5, 6, 399):
        rows, seat_rows = whole.match(scenario).play(0, 5)
        found = whole.seats_in([scenario]).collect()
        assert found["score"].to_list() == seat_rows["score"].tolist()
        assert whole.games_in([scenario]).collect()["turns"].to_list() == rows["turns"].tolist()
        rate = whole.estimates(scenario=scenario, of="player 1", column="won")["estimate"].item()
        assert rate == found.filter(player=1)["won"].mean()
    summary = whole.estimates()
    assert summary["scenario"].is_sorted()
    assert summary["scenario"].n_unique() == 400


@pytest.mark.parametrize("backend", ["threads", pytest.param("processes", marks=pytest.mark.long)])
def test_many_scenarios_come_out_the_same_from_two_workers(
    many: Experiment, whole: RunDirectory, tmp_path: Path, backend: str
) -> None:
    run = run_experiment(many, tmp_path / "two", jobs=2, backend=backend)
    assert table_hashes(run.path) == table_hashes(whole.path)


def test_many_scenarios_come_out_the_same_after_a_kill(
    many: Experiment, whole: RunDirectory, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    with pytest.raises(Killed):
        run_experiment(many, out, jobs=1, listener=Killer(20))
    assert not (out / "summary.parquet").exists()
    assert not list(out.rglob(".*.tmp"))
    assert 20 <= len(list(out.glob("games/*/*.parquet"))) < 67
    run = run_experiment(many, out, jobs=2, existing="resume")
    assert table_hashes(run.path) == table_hashes(whole.path)


def test_the_summary_is_in_order_whichever_shard_is_done_first(
    many: Experiment, whole: RunDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_first(experiment: Experiment, games: Sequence[int], *more: Any) -> list[Shard]:
        return list(shards_of(experiment, games, *more))[::-1]

    monkeypatch.setattr(runner, "shards_of", last_first)
    run = run_experiment(many, tmp_path / "backwards", jobs=1)
    assert table_hashes(run.path) == table_hashes(whole.path)


@pytest.fixture
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run have many games if it has more than 40, or than 8 in scenarios that share files."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 10)
    monkeypatch.setattr(layout, "SHARED_GAMES", 2)
    monkeypatch.setattr(layout, "MOST_FILES", 4)


@pytest.mark.usefixtures("few_files")
@pytest.mark.parametrize(
    ("games", "targets", "files", "blocks"),
    [
        (130, 0, {"scenario-00000/part-00000", "scenario-00000/part-00001", "scenario-00000/part-00002",
                  "scenario-00000/part-00003"}, [4, 4, 4, 1]),
        (4, 22, {"scenarios-00000-00007", "scenarios-00008-00015", "scenarios-00016-00021"}, [4, 4, 3]),
    ],
    ids=["one scenario", "many scenarios"],
)  # fmt: skip
def test_a_file_of_many_games_has_them_in_blocks(
    write_experiment: Callable[[str], Path], tmp_path: Path, games: int, targets: int, files: set[str],
    blocks: list[int], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    varied = (
        f"factors: {{rules.target: [{', '.join(str(20 + i) for i in range(targets))}]}}\n" if targets else ""
    )
    monkeypatch.setattr(layout, "FEWEST_FILES", 1)
    experiment = simkit.experiment(
        write_experiment(
            f"name: x\ngame: pig\ngames: {games}\nstrategies: [hold_at, random]\nreport: none\n{varied}"
        )
    )
    run = run_experiment(experiment, tmp_path / "run", jobs=1)
    for table, seats in (("games", 1), ("seats", 2)):
        parts = sorted((run.path / table).rglob("*.parquet"))
        assert all(any(name in str(part) for part in parts) for name in files)
        assert [pq.ParquetFile(part).num_row_groups for part in parts] == blocks
        assert pq.read_metadata(parts[0]).row_group(0).num_rows == (10 if not targets else 8) * seats
    before = table_hashes(run.path)
    assert table_hashes(run_experiment(experiment, tmp_path / "two", jobs=2).path) == before
    # The same games and estimates as with small files; and as read back from what an earlier run has left.
    with monkeypatch.context() as usual:
        usual.setattr(layout, "MOST_FILES", 1_024)
        small = run_experiment(experiment, tmp_path / "small", jobs=1)
    assert small.games.collect().equals(run.games.collect())
    assert small.seats.collect().equals(run.seats.collect())
    assert small.estimates().equals(run.estimates())
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    last = sorted((run.path / "games").rglob("*.parquet"))[-1]
    last.write_bytes(last.read_bytes()[:-10])
    assert table_hashes(run_experiment(experiment, run.path, jobs=1, existing="resume").path) == before


def test_a_strategy_that_fails_is_named_with_its_scenario(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "late.py").write_text(
        "from simkit.engine.contract.strategy import strategy\n\n\n"
        '@strategy(game="pig", skill="none")\n'
        "def late(table, seat, rules, moves, count, parameters, chance):\n"
        '    """Fail in a single scenario."""\n'
        "    return 99 if rules.target == 150 else 0\n"
    )
    text = MANY.format(targets=", ".join(map(str, range(20, 220)))).replace("random]", "./late.py:late]")
    experiment = simkit.experiment(write_experiment(text))
    told = r"'late' returned 99.* in game \d+.*\nreplay it: simkit replay .* --scenario 260 --game \d+;"
    with pytest.raises(BadInput, match=told):
        run_experiment(experiment, tmp_path / "run", jobs=1)
