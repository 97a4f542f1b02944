"""Of a run that was stopped or has lost files, what there is is read, and everything made of it is marked."""

from __future__ import annotations

import fcntl
import json
import os
import re
import resource
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import simkit
from simkit import BadInput
from simkit.cli.main import main
from simkit.cli.screen import console
from simkit.document.pdf import typst_source
from simkit.door.exporting import export
from simkit.questions.reporting import report_of
from simkit.report.incomplete import WHAT_THERE_IS
from simkit.report.stats import SideBySide
from simkit.results.paired import ends_of
from simkit.run.findings.precision import wide_lines
from simkit.run.runner import run_experiment
from simkit.run.store import layout, parts, summing
from simkit.run.store.directory import RunDirectory
from simkit.run.store.incomplete import GameNumbers, shared_games
from simkit.run.store.shards import PlayedShard
from simkit.run.work.listening import Listener
from tests.run.helpers import Killed, Killer, start, table_hashes, wait_until

PIG = """
name: night
title: Holding through the night
game: pig
seed: 7
games: 300
strategies: [hold_at, random]
events: {one_in: 50}
factors: {rules.target: [20, 40], strategies.0.n: [10, 15, 20]}
targets: {hold_at: {won: at least 0.5}}
report: general
"""

MARK = "Unfinished: 1,000 of 1,800 games were played before the run was stopped (2 of 6 scenarios have none)."

FIRST, SECOND = (f"games/scenario-00000/part-0000{part}.parquet" for part in (0, 1))


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "SHARD_GAMES", 100)
    monkeypatch.setattr(console, "width", 200)


def play(text: str, out: Path, shards: int = 0, store: str | None = None) -> Path:
    """Play an experiment; with `shards`, up to as many of them."""
    file = out.with_suffix(".yaml")
    file.write_text(text)
    experiment = simkit.experiment(file)
    if not shards:
        return run_experiment(experiment, out, jobs=1, store=store).path
    with pytest.raises(Killed):
        run_experiment(experiment, out, jobs=1, listener=Killer(shards))
    return out


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run that is whole, and the same one stopped after ten files of games."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "SHARD_GAMES", 100)
        play(PIG, folder / "whole")
        play(PIG, folder / "stopped", shards=10)
    return folder


@pytest.fixture
def whole(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played / "whole", tmp_path / "whole"))


@pytest.fixture
def stopped(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played / "stopped", tmp_path / "stopped"))


def typed(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def tear(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def flip(file: Path) -> None:
    contents = bytearray(file.read_bytes())
    contents[60] ^= 0xFF
    file.write_bytes(bytes(contents))


def be_foreign(file: Path) -> None:
    shutil.copy(file.parent.with_name("scenario-00001") / file.name, file)


# A run that was stopped.


def test_a_stopped_run_has_the_games_that_were_played(stopped: Path) -> None:
    run = simkit.open_run(stopped)
    assert run.incomplete is not None
    assert run.incomplete.words == MARK
    assert (run.incomplete.state, run.incomplete.without) == ("stopped", (4, 5))
    counts = run.games.group_by("scenario").len().sort("scenario").collect()
    assert list(counts.iter_rows()) == [(0, 300), (1, 300), (2, 300), (3, 100)]
    assert run.seats.select(pl.len()).collect().item() == 2000
    assert run.events.select(pl.struct("scenario", "game").n_unique()).collect().item() == 20
    assert run.scenarios["scenario"].to_list() == [0, 1, 2, 3]


def test_the_summary_is_that_of_the_games_there_are(stopped: Path, whole: Path) -> None:
    run = simkit.open_run(stopped)
    assert set(run.summary["scenario"]) == {0, 1, 2, 3}
    assert run.summary.filter(pl.col("scenario") < 3).equals(
        simkit.open_run(whole).summary.filter(pl.col("scenario") < 3)
    )
    of_games = run.summary.filter(scenario=3, of="game", column="turns", statistic="mean").row(0, named=True)
    turns = run.games.filter(scenario=3).select(pl.col("turns").mean()).collect().item()
    assert (of_games["estimate"], of_games["n"]) == (pytest.approx(turns), 100)


def test_a_stopped_run_shows_its_mark_everywhere_in_python(stopped: Path) -> None:
    run = simkit.open_run(stopped)
    assert MARK in repr(run)
    assert MARK in run._repr_html_()
    assert "<h4>Unfinished: Holding" in run._repr_html_()
    assert run.verdict.outcome == "not yet known"


@pytest.mark.parametrize(
    "arguments",
    [
        ["summary", "RUN"],
        pytest.param(["report", "RUN", "--no-pdf"], marks=pytest.mark.long),
        ["replay", "RUN", "--where", "turns > 3"],
        ["replay", "RUN", "--most", "longest"],
        ["export", "RUN", "OUT"],
        ["verify", "RUN", "--games", "10", "--incomplete"],
    ],
    ids=["summary", "report", "where", "most", "export", "verify"],
)
def test_the_first_line_of_every_command_is_the_mark(
    stopped: Path, tmp_path: Path, arguments: list[str]
) -> None:
    given = [word.replace("RUN", str(stopped)).replace("OUT", str(tmp_path / "out")) for word in arguments]
    result = typed(*given)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == MARK
    assert "Targets are judged when the run is whole." in result.output
    assert not re.search(r"\b(met|missed)\b", result.output)


def test_json_of_a_stopped_run_is_an_object_that_says_so(stopped: Path) -> None:
    found = json.loads(typed("summary", stopped, "--json").output)
    assert found["incomplete"]["in_words"] == MARK
    assert found["incomplete"]["scenarios_without_games"] == [4, 5]
    assert {row["scenario"] for row in found["rows"]} == {0, 1, 2, 3}


def test_exported_tables_say_that_the_run_is_unfinished(stopped: Path, tmp_path: Path) -> None:
    assert typed("export", stopped, tmp_path / "tables").exit_code == 0
    assert MARK in (tmp_path / "tables/incomplete.txt").read_text()
    export({"summary": pl.LazyFrame()}, tmp_path / "tables")
    assert not (tmp_path / "tables/incomplete.txt").exists()
    (tmp_path / "tables/incomplete.txt").write_text("my own notes")
    export({"summary": pl.LazyFrame()}, tmp_path / "tables")
    assert (tmp_path / "tables/incomplete.txt").exists()
    simkit.open_run(stopped).export(tmp_path / "it.xlsx")
    with ZipFile(tmp_path / "it.xlsx") as book:
        assert 'name="incomplete"' in book.read("xl/workbook.xml").decode()
        assert MARK in book.read("xl/sharedStrings.xml").decode()


def test_any_game_of_a_stopped_run_can_be_replayed_by_its_number(stopped: Path) -> None:
    assert simkit.open_run(stopped).replay(game=7, scenario=5).lines
    assert typed("replay", stopped, "--scenario", 5, "--game", 299).exit_code == 0
    by_levels = "rules.target=40,strategies.0.n=20"
    assert "scenario 5" in typed("replay", stopped, "--scenario", by_levels, "--game", 299).output
    assert "say which: --scenario NUMBER, 0 to 5" in typed("replay", stopped, "--game", 299).output
    result = typed("replay", stopped, "--scenario", 5, "--where", "turns > 3")
    assert result.exit_code == 2
    assert "no such game was played before the run was stopped" in result.output
    with pytest.raises(BadInput, match="the run played games 0 to 299"):
        simkit.open_run(stopped).replay(game=300)


def test_a_stopped_run_is_compared_only_if_that_is_asked_for(stopped: Path, whole: Path) -> None:
    result = typed("compare", stopped, whole)
    assert result.exit_code == 2
    assert "this run was not finished" in result.output
    assert "--incomplete" in result.output
    with pytest.raises(BadInput, match="incomplete=True"):
        simkit.compare(stopped, whole)
    shown = typed("compare", stopped, whole, "--incomplete")
    assert shown.output.splitlines()[0] == MARK.replace("Unfinished:", "Unfinished, the run before:")
    found = json.loads(typed("compare", stopped, whole, "--incomplete", "--json").output)
    assert list(found["incomplete"]) == ["before"]
    assert {row["target"] for row in found["rows"]} == {"20", "40"}
    assert all(row["difference"] == 0 for row in found["rows"])  # the same games


def test_an_answer_about_a_stopped_run_begins_with_the_mark(stopped: Path, tmp_path: Path) -> None:
    answer = simkit.ask("idle_rules", simkit.open_run(stopped), out=tmp_path / "answer")
    assert answer.sentences[0] == MARK
    stored = json.loads((tmp_path / "answer/answer.json").read_text())
    assert stored["data"]["incomplete"]["state"] == "stopped"


def test_check_says_what_a_stopped_run_has(stopped: Path) -> None:
    result = typed("check", stopped)
    assert result.exit_code == 2
    assert MARK in result.output


def test_the_list_of_runs_has_those_that_were_stopped(
    stopped: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runs/night").mkdir(parents=True)
    for run in (stopped, whole):
        run.rename(tmp_path / "runs/night" / run.name)
    rows = simkit.runs(tmp_path / "runs")
    assert dict(rows.select("run", "verdict").iter_rows()) == {"@1": "met", "": "unfinished"}
    monkeypatch.chdir(tmp_path)
    assert "not finished" in typed("runs").output


def test_after_resuming_nothing_is_left_of_the_mark(stopped: Path, whole: Path) -> None:
    (stopped / "incomplete").mkdir()
    (stopped / "incomplete/report.html").write_text("a report on what there was")
    run_experiment(simkit.experiment(_file_of(stopped)), stopped, jobs=1, existing="resume")
    assert table_hashes(stopped) == table_hashes(whole)
    assert simkit.open_run(stopped).incomplete is None
    assert not (stopped / "incomplete").exists()


def _file_of(run: Path) -> Path:
    file = run.with_suffix(".yaml")
    file.write_text(PIG)
    return file


def test_while_a_run_is_played_it_says_that_it_goes_on(stopped: Path) -> None:
    handle = os.open(stopped, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)  # as another process would
        found = simkit.open_run(stopped).incomplete
        assert found is not None
        assert found.state == "being played"
        assert found.words.startswith(
            "Unfinished: 1,000 of 1,800 games are played so far, and the run goes on (2"
        )
    finally:
        os.close(handle)


def test_a_run_without_a_whole_file_has_nothing_to_read(stopped: Path) -> None:
    shutil.rmtree(stopped / "games")
    for command in ("summary", "report"):
        result = typed(command, stopped)
        assert result.exit_code == 2
        assert "there is nothing to read" in result.output
    assert typed("replay", stopped, "--scenario", 0, "--game", 3).exit_code == 0


def test_the_only_scenario_of_a_run_has_no_levels_to_name(whole: Path) -> None:
    text = PIG.replace("factors: {rules.target: [20, 40], strategies.0.n: [10, 15, 20]}\n", "")
    run = play(text, whole.parent / "stopped", 1)
    shutil.rmtree(run / "games")
    found = RunDirectory(run).incomplete
    assert found
    assert found.words.endswith("(1 of 1 scenario has none).")
    assert not any("No game of" in sentence for sentence in found.more)


def test_what_the_list_tells_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = play(PIG, tmp_path / "here", shards=10)
    moved = simkit.open_run(shutil.copytree(stopped, tmp_path / "moved")).summary
    monkeypatch.setattr(parts, "read_whole", None)
    monkeypatch.setattr(summing, "distributions_of", None)
    run = simkit.open_run(stopped)
    assert run.incomplete is not None
    assert run.incomplete.words == MARK
    assert run.summary.equals(moved)


# Files that are not whole.


@pytest.mark.parametrize("damage", [tear, flip, be_foreign, Path.unlink], ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("table", ["games", "seats", "events"])
def test_a_file_that_is_not_whole_is_left_out_and_named(
    stopped: Path, table: str, damage: Callable[[Path], None]
) -> None:
    name = SECOND.replace("games", table)
    damage(stopped / name)
    found = simkit.open_run(stopped)
    assert found.incomplete is not None
    assert found.incomplete.games == 900
    if (table, damage) != ("games", Path.unlink):  # nobody knows that it was there
        (left_out,) = found.incomplete.left_out
        assert left_out.file == name
    own = found.games.filter(scenario=0).select("game").collect()["game"].to_list()
    assert own == [*range(100), *range(200, 300)]
    assert found.seats.filter(scenario=0).select(pl.col("game").n_unique()).collect().item() == 200
    events = found.events.filter(scenario=0).select(pl.col("game").unique().sort()).collect()
    assert events["game"].to_list() == [0, 50, 200, 250]
    assert found.summary.filter(scenario=0)["n"].max() == 200


@pytest.mark.parametrize("damage", [tear, flip, be_foreign, Path.unlink], ids=lambda damage: damage.__name__)
def test_a_damaged_run_is_refused_unless_it_is_asked_for(whole: Path, damage: Callable[[Path], None]) -> None:
    damage(whole / SECOND)
    for arguments in (["summary"], ["replay", "--where", "turns > 3"]):
        refused = typed(arguments[0], whole, *arguments[1:])
        assert refused.exit_code == 2
        assert "--incomplete (in Python incomplete=True) reads what there is" in refused.output
        shown = typed(arguments[0], whole, *arguments[1:], "--incomplete")
        assert shown.exit_code == 0, shown.output
        assert shown.output.startswith("Damaged: 1,700 of 1,800 games are left.")
        assert f"Left out: {SECOND} " in shown.output
    with pytest.raises(BadInput, match="incomplete=True"):
        simkit.open_run(whole)
    assert simkit.open_run(whole, incomplete=True).verdict.outcome == "not yet known"


def test_what_a_damaged_run_has_lost_is_played_again(whole: Path) -> None:
    expected = table_hashes(whole)
    (whole / SECOND).unlink()
    flip(whole / FIRST.replace("games", "events"))
    (whole / "scenarios.parquet").unlink()
    experiment = simkit.experiment(_file_of(whole))
    with pytest.raises(BadInput, match="--resume` plays again what is lost"):
        run_experiment(experiment, whole, jobs=1)
    told = Counting()
    run_experiment(experiment, whole, jobs=1, existing="resume", listener=told)
    assert table_hashes(whole) == expected
    assert told.games == 200
    assert simkit.open_run(whole).incomplete is None


class Counting(Listener):
    """Counts the games that were not there."""

    games = 0

    def shard_played(self, played: PlayedShard) -> None:
        self.games += 0 if played.reused else played.shard.all_games


def test_a_file_of_another_run_is_left_out(whole: Path) -> None:
    shutil.copy(whole / SECOND, whole / SECOND.replace("part-00001", "part-00007"))
    run = simkit.open_run(whole, incomplete=True)
    assert run.incomplete is not None
    assert (run.incomplete.games, len(run.incomplete.left_out)) == (1800, 1)


def test_a_whole_run_is_not_marked_because_somebody_asks_for_incomplete_ones(whole: Path) -> None:
    assert simkit.open_run(whole, incomplete=True).incomplete is None
    assert not typed("summary", whole, "--incomplete").output.startswith("Damaged")


@pytest.mark.parametrize("name", ["summary.parquet", "events"])
def test_what_can_be_done_without_is_done_without(whole: Path, name: str) -> None:
    expected = simkit.open_run(whole).summary
    path = whole / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    run = simkit.open_run(whole, incomplete=True)
    assert str(run.incomplete).startswith("Damaged: 1,800 of 1,800 games are left. Left out: ")
    assert run.summary.equals(expected)
    assert "events" not in dict(run.tables()) or name != "events"


@pytest.mark.parametrize("damage", [tear, Path.unlink], ids=lambda damage: damage.__name__)
def test_without_its_scenarios_a_run_cannot_be_read(
    stopped: Path, whole: Path, damage: Callable[[Path], None]
) -> None:
    for run, way_out in ((stopped, "--resume` continues it"), (whole, "--resume` plays again what is lost")):
        damage(run / "scenarios.parquet")
        result = typed("summary", run, "--incomplete")
        assert result.exit_code == 2
        assert "and nothing else says what was played" in result.output
        assert way_out in result.output


def test_scenarios_that_are_not_those_of_the_run_are_refused(stopped: Path) -> None:
    file = stopped / "scenarios.parquet"
    table = pq.read_table(file)
    frame = pl.DataFrame(pl.from_arrow(table)).with_columns(
        pl.col("players").reverse(), pl.col("levels").reverse()
    )
    pq.write_table(frame.to_arrow().replace_schema_metadata(table.schema.metadata), file)
    assert "scenarios.parquet is not as it was written" in typed("summary", stopped).output


# The report.


def test_a_report_begins_with_the_mark_and_does_not_replace_the_whole_one(whole: Path) -> None:
    (whole / "report.html").write_text("of the whole run")
    (whole / SECOND).unlink()
    (whole / FIRST.replace("00000", "00003", 1)).unlink()
    run = simkit.open_run(whole, incomplete=True)
    (written,) = run.report()
    assert written == whole / "incomplete/report.html"
    assert (whole / "report.html").read_text() == "of the whole run"
    assert not (whole / "figures").exists()
    page = written.read_text()
    text = re.sub(r"<[^>]*>", "", page.partition("<main>")[2]).strip()
    assert text.startswith("Damaged: 1,600 of 1,800 games are left.")
    assert "<title>Damaged: Holding through the night</title>" in page
    assert f"<h2>{WHAT_THERE_IS}</h2>" in page
    assert "Verdict" not in page


def test_each_page_of_a_pdf_has_the_mark(stopped: Path) -> None:
    made = report_of(RunDirectory(stopped), None)
    source = typst_source(made.report)
    assert made.report.mark[0] == MARK
    assert '#let marked = "Unfinished"' in source
    assert source.index("mark.first()") < source.index("SIMKIT #upper(kind)")
    assert not (stopped / "answers").exists()  # what a part answers is not kept as the run's answer


@pytest.mark.long
def test_the_command_writes_both_files_of_a_report(stopped: Path) -> None:
    result = typed("report", stopped)
    written = [line for line in result.output.splitlines() if line.startswith("report ")]
    assert [line.partition("incomplete/")[2] for line in written] == ["report.html", "report.pdf"]


@pytest.mark.long
def test_a_script_that_needs_what_is_not_there_is_replaced_by_the_general_one(
    stopped: Path, tmp_path: Path
) -> None:
    script = tmp_path / "needs.py"
    script.write_text("def report(run):\n    return run.levels.row(5)\n")
    (page,) = simkit.open_run(stopped).report(str(script))
    said = page.read_text()
    assert f"This is the general report: {script} can&#39;t be made of what there is" in said
    assert MARK in said


# Games side by side.


def test_games_are_compared_with_those_of_the_same_number(whole: Path) -> None:
    """With a gap in one scenario, its games stand beside their own in the others, and these come first."""
    (whole / SECOND).unlink()
    run = RunDirectory(whole, asked=True)
    turns = SideBySide.read(run.side_by_side(), "turns")
    assert ends_of(run) == [200, 300]
    kept = pl.col("game").is_between(100, 199).not_()
    for scenario in (0, 1):
        expected = run.games_in([scenario]).filter(kept).sort("game").select("turns").collect()["turns"]
        assert turns.values[scenario].tolist() == expected.to_list()
    assert len(turns.rows[1]) == 300
    assert shared_games(run.numbers(0), run.numbers(1)) == 200
    assert run.numbers(0)[150] == 250


def test_numbers_with_gaps_are_a_sequence() -> None:
    numbers = GameNumbers([range(2, 4), range(7, 8)])
    assert list(numbers) == [2, 3, 7] == [numbers[i] for i in range(3)]
    assert (len(numbers), numbers[-1], numbers[1:]) == (3, 7, [3, 7])
    assert 7 in numbers
    assert 5 not in numbers
    with pytest.raises(IndexError):
        numbers[3]
    assert shared_games(numbers, range(3, 8)) == 2
    assert str(numbers) == "2 to 3, 7"


# Runs of other kinds.


def test_runs_whose_games_depend_on_precision(tmp_path: Path) -> None:
    text = PIG.replace("games: 300", "precision: {turns: 0.05}\nmax_games: 20_000").replace(
        "targets", "seconds"
    )
    text = re.sub("(?m)^(seconds|events).*\n", "", text)
    whole = play(text, tmp_path / "whole")
    assert len(set(RunDirectory(whole).games_played.values())) > 1
    parts = sorted(whole.glob("games/*/*.parquet"))
    parts[-1].unlink()
    run = simkit.open_run(whole, incomplete=True)
    planned = sum(RunDirectory(whole).games_played.values())
    assert run.incomplete is not None
    assert run.incomplete.planned == planned
    assert 0 < run.incomplete.games < planned
    assert not list(wide_lines(RunDirectory(whole, asked=True)))


def test_small_scenarios_that_share_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "FEWEST_FILES", 2)
    text = PIG.replace("games: 300", "games: 20")
    stopped = play(text, tmp_path / "shared", shards=1)
    assert [path.name for path in (stopped / "games").iterdir()] == ["scenarios-00000-00002"]
    run = simkit.open_run(stopped)
    assert run.incomplete is not None
    assert (run.incomplete.games, run.incomplete.without) == (60, (3, 4, 5))
    assert run.summary.filter(of="game", column="turns", statistic="mean")["n"].to_list() == [20] * 3


def test_tables_in_a_store(tmp_path: Path) -> None:
    whole = play(PIG, tmp_path / "run", store=(tmp_path / "store").as_uri())
    (own,) = (tmp_path / "store").iterdir()
    (own / FIRST).unlink()
    tear(own / SECOND)
    run = simkit.open_run(whole, incomplete=True)
    assert run.incomplete is not None
    assert run.incomplete.games == 1600
    assert [str(left) for left in run.incomplete.left_out] == [
        f"{FIRST} is missing",
        f"{SECOND} is not as it was written",
    ]
    assert run.summary.filter(scenario=0)["n"].max() == 100


@pytest.mark.long
def test_a_game_of_one_player(boards: Path, tmp_path: Path) -> None:
    run = run_experiment(simkit.experiment(boards), tmp_path / "alone", jobs=1).path
    (run / FIRST.replace("00000", "00002", 1)).unlink()
    found = simkit.open_run(run, incomplete=True)
    assert found.incomplete is not None
    assert (found.incomplete.games, found.incomplete.without) == (1100, ())
    assert found.summary.filter(scenario=2)["n"].max() == 200


def test_what_was_played_before_the_disk_was_full(tmp_path: Path) -> None:
    """No file may get larger than so many bytes: the list of files does, once some games are written."""
    file, out = tmp_path / "night.yaml", tmp_path / "run"
    file.write_text(PIG)
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        result = typed("run", file, "--out", out, "--jobs", 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert result.exit_code == 2
    assert "can't be written: File too large" in result.output
    run = simkit.open_run(out)
    assert run.incomplete is not None
    parts = len(list(out.glob("events/*/*.parquet")))
    assert 0 < parts < 18
    assert run.incomplete.games == 100 * parts


# Runs that are really ended.


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_ended_leaves_what_it_has_played(tmp_path: Path, number: int) -> None:
    file = tmp_path / "night.yaml"
    file.write_text(PIG.replace("games: 300", "games: 2_000_000"))
    out = tmp_path / "run"
    process = start(["run", str(file), "--out", str(out), "--jobs", "2"], tmp_path)
    wait_until(lambda: len(list(out.glob("events/*/*.parquet"))) > 3)
    process.send_signal(number)
    process.communicate()
    run = simkit.open_run(out)
    assert run.incomplete is not None
    assert run.incomplete.games == run.games.select(pl.len()).collect().item() > 0
    assert typed("report", out, "--no-pdf").output.startswith("Unfinished: ")
