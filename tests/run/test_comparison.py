"""What changed from one run to another: of the game, of its players and of its seats."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import Result

from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.findings.comparison import compare_runs, counts_of_both, what_differs
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose
from tests.conftest import RunOf
from tests.run.helpers import list_anew

PIG = "name: pig\ngame: pig\ngames: 400\nreport: none\n"


def test_comparing_two_runs_of_the_same_games(boards: Path, run_of: RunOf) -> None:
    before = run_of(boards, "a")
    after = run_of(boards, "b", settings=("rules.spell_cost_tide=0",))
    changes = compare_runs(before, after)
    tides = [change for change in changes if change.column == "tides"]
    assert len(tides) == 4
    assert all(change.difference.low > 0 for change in tides)
    assert all(change.difference.method == "paired Student t" for change in tides)
    assert all(change.difference.value == 0 for change in compare_runs(before, before))
    fewer = run_of(boards, "c", games=50)
    for change in compare_runs(before, fewer):  # of the same rules: over the games that both have
        assert change.before == change.after
        assert change.difference.n == 50


def test_codes_are_compared_by_the_shares_of_their_levels(boards: Path, tmp_path: Path) -> None:
    settings = ("strategy=planner",)
    runs = [
        run_experiment(load_experiment(boards, Overrides(200, seed, settings)), tmp_path / str(seed), jobs=1)
        for seed in (1, 2)
    ]
    first = {"rules.board": "A1", "rules.reserve": "2"}
    changes = [change for change in compare_runs(*runs) if change.levels == first]
    ends = {change.level: change for change in changes if change.column == "end"}
    assert "phantom_at_isles" in ends
    assert "lost_collision" not in ends  # which does not occur in the base game
    assert "won" not in ends  # which has a column of its own
    won = next(change.before for change in changes if change.column == "won")
    assert won > 0
    assert won + sum(change.before for change in ends.values()) == pytest.approx(1)
    assert all(change.share for change in ends.values())
    assert not any(change.column == "crew_numbers" for change in changes)  # a bit mask


def test_codes_are_compared_by_what_they_meant_in_either_run(boards: Path, tmp_path: Path) -> None:
    runs = [
        run_experiment(load_experiment(boards, Overrides(100)), tmp_path / name, jobs=1)
        for name in ("a", "b")
    ]
    now = {(c.level, c.before) for c in compare_runs(*runs) if c.column == "end"}
    for part in runs[1].path.glob("games/*/*.parquet"):
        schema = pq.read_schema(part)
        labels = list(json.loads(schema.field("end").metadata[b"labels"]).values())
        backwards = pl.col("end").cast(pl.String).cast(pl.Enum(labels[::-1]))
        table = pl.read_parquet(part).with_columns(backwards).to_arrow()
        place = table.schema.get_field_index("end")
        said = {b"labels": json.dumps(dict(enumerate(labels[::-1])))}
        field = table.schema.field(place).with_metadata({**table.schema.field(place).metadata, **said})
        table = table.cast(table.schema.set(place, field))
        pq.write_table(table.replace_schema_metadata(schema.metadata), part)
    list_anew(runs[1].path)
    changes = [c for c in compare_runs(runs[0], RunDirectory(runs[1].path)) if c.column == "end"]
    assert {(c.level, c.before) for c in changes} == now
    assert all(change.difference.value == 0 for change in changes)


@pytest.fixture
def pigs(write_experiment: Callable[[str], Path], tmp_path: Path) -> Callable[..., RunDirectory]:
    """Return a function that runs Pig with two strategies and settings."""

    def run(
        strategies: str, *settings: str, games: int | None = None, seed: int | None = None
    ) -> RunDirectory:
        file = write_experiment(f"{PIG}strategies: {strategies}\n")
        folder = tmp_path / f"run{len(list(tmp_path.glob('run*')))}"
        return run_experiment(load_experiment(file, Overrides(games, seed, settings)), folder, jobs=1)

    return run


def test_players_who_differ_are_compared_and_seats(pigs: Callable[..., RunDirectory]) -> None:
    before = pigs("[hold_at, random]")
    after = pigs("[hold_at, random]", "rules.target=20")
    changes = {(change.called, change.column): change for change in compare_runs(before, after)}
    assert {of for of, _ in changes} == {
        "game",
        "player 1 (hold_at)",
        "player 2 (random)",
        "seat 1",
        "seat 2",
    }
    one, other = changes["player 1 (hold_at)", "won"], changes["player 2 (random)", "won"]
    assert one.difference.high < 0 < other.difference.low  # a short game gives the weaker a chance
    assert one.difference.value == pytest.approx(-other.difference.value)
    wins = before.seats.filter(pl.col("player") == 0).collect()["won"]
    assert one.before == pytest.approx(wins.mean())
    assert (one.difference.n, one.share) == (400, True)


def test_players_who_are_alike_are_compared_by_seat_only(pigs: Callable[..., RunDirectory]) -> None:
    before, after = pigs("[hold_at, hold_at]"), pigs("[hold_at, hold_at]", "rules.target=30")
    assert {change.of for change in compare_runs(before, after)} == {GAME, Whose(SEAT, 0), Whose(SEAT, 1)}


def test_a_game_whose_seats_have_no_columns(pigs: Callable[..., RunDirectory]) -> None:
    """Then there are no `seats/`, however many play."""
    before, after = pigs("[hold_at, random]"), pigs("[hold_at, random]", "rules.target=20")
    for run in (before, after):
        for name in [name for name in run.files if name.startswith("seats/")]:
            (run.path / name).unlink()
            del run.files[name]
        for read in ("listed", "parts"):  # when the run was opened
            vars(run).pop(read, None)
    assert {change.of for change in compare_runs(before, after)} == {GAME}


@pytest.mark.parametrize("other", [{}, {"seed": 8, "games": 150}])
def test_changes_are_the_same_however_many_games_are_read_at_once(
    pigs: Callable[..., RunDirectory], monkeypatch: pytest.MonkeyPatch, other: dict[str, int]
) -> None:
    """With the same chance game by game, and with other numbers of games of other chance."""
    runs = pigs("[hold_at, random]"), pigs("[hold_at, random]", "rules.target=20", **other)
    found = []
    for at_once in (1 << 17, 70):
        monkeypatch.setattr(sys.modules["simkit.run.store.in_parts"], "GAMES_AT_ONCE", at_once)
        counts_of_both.cache_clear()
        found.append(compare_runs(*runs))
    assert found[0] == found[1]
    assert len(found[0]) > 5


def test_another_strategy_is_named(pigs: Callable[..., RunDirectory]) -> None:
    changes = compare_runs(pigs("[hold_at, random]"), pigs("[random, random]"))
    assert "player 1 (hold_at -> random)" in {change.called for change in changes}


def said(before: RunDirectory, after: RunDirectory) -> list[str]:
    return [str(differ) for differ in what_differs(before, after)]


def test_what_differs_is_said_once(boards: Path, pigs: Callable[..., RunDirectory], run_of: RunOf) -> None:
    before = run_of(boards, "a", games=5)
    settings = ("rules.spell_cost_tide=1", "strategy=planner")
    after = run_of(boards, "b", games=5, seed=9, settings=settings)
    seed = before.manifest["experiment"]["seed"]
    assert what_differs(before, before) == []
    assert said(before, after) == [
        f"seed {seed} -> 9",
        "rules.spell_cost_tide 2 -> 1",
        "players random -> planner",
    ]
    sources = after.manifest["sources"]
    after.manifest["sources"] = {name: f"{digest}, mended" for name, digest in sources.items()}
    assert said(before, after)[3:] == ["code of the game: changed"]
    before.manifest["sources"] |= {"planner": "another"}
    assert said(before, after)[3:] == ["code of the game: changed", "code of strategy planner: changed"]
    pair = pigs("[{name: hold_at, parameters: {n: 25}}, random]"), pigs("[hold_at, random]", "rules.sides=8")
    assert said(*pair) == ["rules.sides 6 -> 8", "players hold_at (n 25), random -> hold_at, random"]


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> list[RunDirectory]:
    """Two runs of a game whose start player is drawn: everybody alike, and a better third player."""
    folder, found = tmp_path_factory.mktemp("islands"), []
    text = "name: t\ngame: nautilus_island\ngames: 60\nrules: {players: 3, first_player: chance}\n"
    for name in ("reference, reference", "reference, random"):
        file = folder / "experiment.yaml"
        file.write_text(f"{text}strategies: [reference, {name}]\n", encoding="utf-8")
        found.append(run_experiment(load_experiment(file), folder / name.partition(", ")[2], jobs=1))
    return found


def test_seats_are_compared_by_the_turn_order_where_the_game_knows_it(islands: list[RunDirectory]) -> None:
    changes = compare_runs(*islands)
    places = [Whose(PLACE, number) for number in range(3)]
    assert {change.of for change in changes if change.of.kind != PLAYER} == {GAME, *places}
    for run, side in zip(islands, ("before", "after"), strict=True):
        seats = run.seats.collect()
        for number, of in enumerate(places):
            rows = seats.filter(pl.col("turn_position") == number + 1)
            (won,) = (change for change in changes if change.of == of and change.column == "won")
            assert getattr(won, side) == pytest.approx(rows["won"].mean())
            assert won.difference.n == len(rows) == 60
    assert not any(change.column == "turn_position" for change in changes if change.of in places)


def test_tables_of_other_sizes_are_read_game_by_game_too(
    islands: list[RunDirectory], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of fewer players has fewer rows of seats: parts are of the same games all the same."""
    file = tmp_path / "experiment.yaml"
    text = "name: t\ngame: nautilus_island\ngames: 60\nrules: {players: 2, first_player: chance}\n"
    file.write_text(f"{text}strategies: [reference, reference]\n", encoding="utf-8")
    other = run_experiment(load_experiment(file), tmp_path / "of_two", jobs=1)
    whole = compare_runs(islands[0], other)
    monkeypatch.setattr(sys.modules["simkit.run.store.in_parts"], "GAMES_AT_ONCE", 42)
    counts_of_both.cache_clear()
    assert compare_runs(islands[0], other) == whole
    assert {change.difference.n for change in whole} == {60}


def test_alike_runs_show_the_players_by_the_turn_order(
    simkit: Callable[..., Result], islands: list[RunDirectory]
) -> None:
    alike, other = (str(run.path) for run in islands)
    told = simkit("compare", alike, other).output
    for words in ("first player", "second player", "third player"):
        assert words in told
    assert "seat 1" not in told
