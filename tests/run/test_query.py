"""Finding games: by levels, by a condition on columns and factors, wherever the run lies."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from simkit import BadInput
from simkit.cli.replay import replay_and_show
from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import _quoted, find_games, find_scenarios
from tests.conftest import RunOf
from tests.run.helpers import list_anew, rewrite


def relabel(run: Path, word: str, other: str) -> None:
    """Give a way in which games ended another word, as if the game had had it when the run was made."""
    for part in run.glob("games/*/*.parquet"):
        schema = pq.read_schema(part)
        field = schema.field("end")
        words = [
            other if label == word else label for label in json.loads(field.metadata[b"labels"]).values()
        ]
        end = pl.col("end").cast(pl.String).replace(word, other).cast(pl.Enum(words))
        frame = pl.read_parquet(part).with_columns(end)
        table = frame.to_arrow()
        said = {**table.schema.field("end").metadata, b"labels": json.dumps(dict(enumerate(words))).encode()}
        renamed = table.schema.set(
            table.schema.get_field_index("end"), table.schema.field("end").with_metadata(said)
        )
        pq.write_table(table.cast(renamed).replace_schema_metadata(schema.metadata), part)
    list_anew(run)


@pytest.fixture
def run(boards: Path, tmp_path: Path) -> RunDirectory:
    """Return a run of boards A1 and C2 with 2 and 6 reserve tokens."""
    return run_experiment(load_experiment(boards, None), tmp_path / "run", jobs=1)


def test_levels_with_commas_are_chosen(run_of: RunOf) -> None:
    run = run_of(
        "name: commas\ngame: nautilion\ngames: 5\nstrategy: random\nreport: none\nfactors:\n"
        "  prices: {'low': {}, 'low, lower': {rules.spell_cost_tide: 1},\n"
        "    'low, board=A1': {rules.spell_cost_tide: 0}}\n"
        "  rules.board: [A1, B1]\n"
    )
    assert find_scenarios(run, "prices=low") == [0, 1]
    assert find_scenarios(run, "prices = low, lower , board=B1") == [3]
    assert find_scenarios(run, "rules.board=A1,prices=low, board=A1") == [4]
    for wrong, message in (
        ("prices=high", "unknown level of prices 'high'"),
        ("prices=low,bord=A1", "unknown factor 'bord'; did you mean 'rules.board'"),
        ("prices", "unknown level of prices ''"),
    ):
        with pytest.raises(BadInput, match=message):
            find_scenarios(run, wrong)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("end = 'abyss_without_crew'", {"abyss_without_crew"}),
        ("\"end\" in ('phantom_at_isles', 'abyss_without_crew')", {"phantom_at_isles", "abyss_without_crew"}),
        (
            "end like 'abyss%' and board = 'A1' or end = 'phantom_at_isles'",
            {"phantom_at_isles", "abyss_without_crew"},
        ),
        ("case when \"end\" = 'phantom_at_isles' then true else false end", {"phantom_at_isles"}),
    ],
)
def test_codes_are_asked_for_in_words(run: RunDirectory, where: str, words: set[str]) -> None:
    games = run.games.collect()
    found = set(find_games(run, [0, 1, 2, 3], where, 1200))
    ends = {(row["scenario"], row["game"]): row["end"] for row in games.iter_rows(named=True)}
    assert {ends[game] for game in found} == words
    if "board" not in where:
        assert len(found) == games["end"].cast(pl.String).is_in(list(words)).sum()


@pytest.mark.parametrize(
    "where",
    [
        "end like 'foo%' and turns > 3 and end = 'won'",
        "end = 'won' and turns > 900 and board = 'it''s, A1' or board = 'A1' and turns > 900",
        "turns > 900 and end in ('won', 'running') and end <> 'abyss_without_crew'",
        "turns > 900 and (end like 'w_n' or starts_with(end, 'w') or end <= 'm')",
        "turns > 900 and \"end\" = 'won' and 'running' != end",
    ],
)
def test_only_words_that_are_compared_have_to_be_known(where: str, run_of: RunOf) -> None:
    run = run_of(
        "name: quotes\ngame: nautilion\ngames: 20\nseed: 1\nstrategy: random\nreport: none\n"
        'factors: {board: {A1: {}, "it\'s, A1": {rules.reserve: 1}}}\n'
    )
    assert find_games(run, [0, 1], where, 1) == []


@pytest.mark.parametrize(
    ("where", "word"),
    [
        ("end = 'it''s' and end != 'won'", "it's"),
        ("turns > 900 and end in ('won', 'lost')", "lost"),
        ("'lost' = end", "lost"),
        ("end like 'w%' and end='lost'", "lost"),
    ],
)
def test_a_word_that_no_code_means_is_reported(run: RunDirectory, where: str, word: str) -> None:
    with pytest.raises(BadInput, match=f"unknown word '{word}'; .*Allowed: ") as complaint:
        find_games(run, [0], where, 1)
    assert str(complaint.value).rpartition("Allowed: ")[2].split(", ").count("won") == 1


def test_codes_mean_what_they_meant_when_the_run_was_made(run: RunDirectory) -> None:
    before = find_games(run, [0, 1, 2, 3], "end = 'phantom_at_isles'", 1200)
    relabel(run.path, "phantom_at_isles", "sunk")
    found = find_games(RunDirectory(run.path), [0, 1, 2, 3], "end = 'sunk'", 1200)
    assert before and found == before
    with pytest.raises(BadInput, match=r"unknown word 'phantom_at_isles'; .*Allowed: .*sunk"):
        find_games(RunDirectory(run.path), [0], "end = 'phantom_at_isles'", 1)


@pytest.mark.parametrize(
    ("where", "scenarios"),
    [
        ("board = 'C2'", {2, 3}),
        ("reserve > 2 and turns < 30", {1, 3}),
        ("board = 'A1' and reserve in (2, 3)", {0}),
    ],
)
def test_a_condition_may_name_factors(run: RunDirectory, where: str, scenarios: set[int]) -> None:
    found = find_games(run, [0, 1, 2, 3], where, 1200)
    assert {scenario for scenario, _ in found} == scenarios
    assert len(found) == 300 * len(scenarios)


def test_factors_are_asked_for_by_their_names_or_keys(run_of: RunOf) -> None:
    run = run_of(
        "name: turns\ngame: nautilion\ngames: 20\nstrategy: greedy\nreport: none\n"
        "factors: {strategy.token: [1, 4], 'rules.dice_faces': [[1, 2]]}\n"
    )
    assert len(find_games(run, [0, 1], "turns > 0 and dice_faces = '[1, 2]'", 99)) == 40
    assert len(find_games(run, [0, 1], "rules.dice_faces = '[1, 2]' and strategy.token > 2", 99)) == 20


def test_an_unknown_name_is_reported_with_columns_and_factors(run: RunDirectory) -> None:
    words = r'"bord"; did you mean "board"\?; columns: scenario, game, .*won.*; factors: board, reserve$'
    with pytest.raises(BadInput, match=words):
        find_games(run, [0], "bord = 'A1'", 1)


def test_a_condition_on_all_games_together_is_refused(run: RunDirectory) -> None:
    with pytest.raises(BadInput, match="it is about all games together, not about each of them"):
        find_games(run, [0], "max(turns) > 3", 1)
    assert find_games(run, [0], "true", 1) == [(0, 0)]


@pytest.mark.parametrize(("where", "word"), [('board = "A1"', "A1"), ('"end" = "won" or board = C2', "won")])
def test_a_word_without_its_quotes_is_reported(run: RunDirectory, where: str, word: str) -> None:
    with pytest.raises(BadInput, match=f"did you mean the word '{word}'\\? Put words in single quotes"):
        find_games(run, [0], where, 1)


@pytest.mark.parametrize(
    "where",
    [
        "end = won",
        'turns > 1 and "won"<>"end"',
        "end != won or end = 'won'",
        "(end) == (won)",
        "end in (won)",
    ],
)
def test_a_word_that_is_a_column_too_needs_its_quotes(run: RunDirectory, where: str) -> None:
    with pytest.raises(BadInput, match="compares the columns end and won; did you mean the word 'won'"):
        find_games(run, [0], where, 1)
    for sound in ("end = 'won' and won or turns <> won", "won = (end = 'won')", "(end = 'won') <> won"):
        find_games(run, [0], sound, 1)


@pytest.mark.parametrize("folder", ["scenario=7/run", "a=b/run", "r[1]*/run"])
def test_a_run_is_read_wherever_it_lies(run: RunDirectory, tmp_path: Path, folder: str) -> None:
    shutil.copytree(run.path, tmp_path / folder)
    moved = RunDirectory(tmp_path / folder)
    assert moved.games.collect().equals(run.games.collect())
    assert find_games(moved, [2], "turns > 0", 1) == [(2, 0)]


@pytest.mark.parametrize("folder", ["x.py:y", "s3:", "file:", "r[1]*"])
def test_a_run_may_lie_in_a_folder_whose_name_begins_like_an_address(
    run: RunDirectory, boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    made = run_experiment(load_experiment(boards, None), Path(folder) / "run", jobs=1)
    for read in (made, RunDirectory(Path(folder) / "run")):
        assert read.games.collect().equals(run.games.collect())
        assert read.summary.equals(run.summary)
        assert read.columns("games") == run.columns("games")
        read.require_finished()


def test_games_are_not_missing_silently(run: RunDirectory) -> None:
    part = run.path / "games/scenario-00001/part-00000.parquet"
    whole = part.read_bytes()
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    for contents, message in (
        (
            b"PAR1" + b"#" * (footer - 4) + whole[footer:],
            "damaged, the checksum of games/scenario-00001/part-00000",
        ),
        (whole[:-30] + b"#" * 22 + whole[-8:], "damaged, the checksum of games/scenario-00001/part-00000"),
        (whole[:300], "damaged, games/scenario-00001/part-00000.parquet has 300 bytes"),
    ):
        part.write_bytes(contents)
        with pytest.raises(BadInput, match=f"{message}.*--resume.*--incomplete"):
            replay_and_show(str(run.path), run.path, where="turns > 0", first=9999)
    part.unlink()
    with pytest.raises(BadInput, match=r"damaged, games/scenario-00001/part-00000.parquet is missing"):
        replay_and_show(str(run.path), run.path, where="turns > 0")


def test_the_run_is_checked_once_however_many_games_are_replayed(
    run: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[list[int]] = []
    monkeypatch.setattr(RunDirectory, "require_readable", lambda _, scenarios: checked.append(scenarios))
    replay_and_show(str(run.path), run.path, scenario="board=C2", where="turns > 0", first=5)
    assert checked == [[], [2, 3]]


def test_an_outcome_that_is_no_longer_recorded_is_reported(
    run: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    part = run.path / "games/scenario-00002/part-00000.parquet"
    other = pl.read_parquet(part).with_columns(rounds=1, turns=pl.col("turns") + 1)
    rewrite(part, other)
    list_anew(run.path)
    replay_and_show(str(run.path), run.path, scenario="2", number=0)
    turns = other["turns"][0]
    told = " ".join(capsys.readouterr().out.split())
    assert f"since this run was made: turns {turns} -> {turns - 1}, " in told
    assert told.endswith("rounds 1 -> no such column")


def test_a_seat_that_no_longer_comes_out_as_recorded_is_reported(
    capsys: pytest.CaptureFixture[str], run_of: RunOf
) -> None:
    text = "name: pig\ngame: pig\ngames: 20\nstrategies: [random, hold_at]\nreport: none\n"
    run = run_of(text)
    for number in range(4):
        replay_and_show(str(run.path), run.path, number=number)
    assert "have changed" not in capsys.readouterr().out
    (part,) = run.path.glob("seats/*/*.parquet")
    seats = pl.read_parquet(part)
    second = (pl.col("game") == 3) & (pl.col("seat") == 1)
    other = {
        "score": pl.col("score") + second.cast(pl.UInt16),
        "player": pl.col("player") + second.cast(pl.UInt8) * 7,
    }
    rewrite(part, seats.with_columns(**other))
    list_anew(run.path)
    score, player = seats.filter(second).select("score", "player").row(0)
    replay_and_show(str(run.path), run.path, number=3)
    told = " ".join(capsys.readouterr().out.split())
    assert f"made: seat 2's player {player + 7} -> {player}, seat 2's score {score + 1} -> {score}" in told


def test_games_of_one_player_and_of_two_are_replayed_from_one_run(
    capsys: pytest.CaptureFixture[str], run_of: RunOf
) -> None:
    """Only where two play are there seats to compare with what was recorded."""
    factors = "factors: {rules.players: [1, 2]}\nstrategy: random\n"
    text = f"name: both\ngame: nautilion\ngames: 3\n{factors}report: none\n"
    run = run_of(text)
    for scenario in ("0", "1"):
        replay_and_show(str(run.path), run.path, scenario=scenario, number=2)
        told = capsys.readouterr().out
        assert "Turn 1" in told
        assert "have changed" not in told


def test_a_code_that_came_to_mean_something_else_is_reported(
    run: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    relabel(run.path, run.games_in([0]).collect()["end"][0], "sunk")
    replay_and_show(str(run.path), run.path, scenario="0", number=0)
    assert "since this run was made: end sunk -> " in " ".join(capsys.readouterr().out.split())


def test_only_the_files_of_the_scenarios_wanted_are_opened(run: RunDirectory) -> None:
    everything = run.games.collect()
    (run.path / "games/scenario-00000/part-00000.parquet").write_bytes(b"no Parquet")
    assert run.games_in([1, 3]).collect().equals(everything.filter(pl.col("scenario").is_in([1, 3])))
    assert find_games(run, [3], "turns > 0", 1) == [(3, 0)]


def test_a_scenario_that_was_not_reached_before_the_run_was_stopped(run: RunDirectory) -> None:
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    shutil.rmtree(run.path / "games/scenario-00003")
    stopped = RunDirectory(run.path)
    assert find_games(stopped, [2, 3], "turns > 0", 1) == [(2, 0)]
    with pytest.raises(BadInput, match=r"no such game was played before the run was stopped; .*--resume"):
        find_games(stopped, [3], "turns > 0", 1)


def test_in_an_unfinished_run_a_damaged_file_is_left_out_and_not_blamed_on_the_condition(
    run: RunDirectory,
) -> None:
    manifest = json.loads((run.path / "manifest.json").read_text())
    (run.path / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "files": None}))
    part = run.path / "games/scenario-00001/part-00000.parquet"
    whole = part.read_bytes()
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    part.write_bytes(b"PAR1" + b"#" * (footer - 4) + whole[footer:])
    stopped = RunDirectory(run.path)
    found = find_games(stopped, [0, 1], "turns > 0", 9999)
    assert {scenario for scenario, _ in found} == {0}
    assert [out.file for out in stopped.parts.left_out] == ["games/scenario-00001/part-00000.parquet"]
    with pytest.raises(BadInput, match=r"--where 'tuns > 0' can't be understood"):
        find_games(stopped, [0], "tuns > 0", 1)


def test_files_that_are_not_of_the_run_are_not_read(run: RunDirectory) -> None:
    part = run.path / "games/scenario-00001/part-00000.parquet"
    for name in (
        ".DS_Store",
        "scenario-00001/notes.csv",
        "scenario-00001/part-00000 (copy).parquet",
        "scenario-00009/part-00000.parquet",
    ):
        (run.path / "games" / name).parent.mkdir(exist_ok=True)
        shutil.copy(part, run.path / "games" / name)
    assert len(find_games(run, [0, 1, 2, 3], "turns > 0", 9999)) == 1200


def test_games_are_found_in_the_order_of_scenarios(run_of: RunOf) -> None:
    run = run_of(
        "name: many\ngame: nautilion\ngames: 2\nstrategy: random\nreport: none\n"
        f"factors: {{rules.reserve: {list(range(12))}}}\n"
    )
    found = find_games(run, list(range(12)), "turns > 0", 99)
    assert found == [(scenario, game) for scenario in range(12) for game in range(2)]


def test_a_column_whose_name_is_no_plain_word_is_no_pattern() -> None:
    assert (
        _quoted("end = 'end' and turns > 1", {name: name for name in ("turns", "end", "a[b")})
        == "\"end\" = 'end' and turns > 1"
    )


def test_columns_of_seats_are_asked_for(run_of: RunOf) -> None:
    run = run_of("name: p\ngame: pig\ngames: 60\nstrategies: [hold_at, random]\nreport: none\n")
    seats = run.seats.collect()
    assert find_games(run, [0], "won", 100) == [(0, number) for number in range(60)]
    for where, rows in (
        ("won and seat = 1", seats.filter(pl.col("won") & (pl.col("seat") == 1))),
        ("player = 1 and score > 60", seats.filter((pl.col("player") == 1) & (pl.col("score") > 60))),
        ("not won and score >= 90", seats.filter(~pl.col("won") & (pl.col("score") >= 90))),
    ):
        assert find_games(run, [0], where, 100) == [(0, number) for number in rows["game"]], where
    with pytest.raises(BadInput, match='did you mean "won"'):
        find_games(run, [0], "wonn", 1)
    with pytest.raises(BadInput, match="of seats: seat, player, won, score, rank"):
        find_games(run, [0], "loser", 1)
