"""The table of events says what happened in the games that are logged, and is the same however it is made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import simkit
import simkit.engine.play.match as match_module
from simkit import BadInput, Experiment
from simkit.engine.base.events import LOG_CAPACITY
from simkit.engine.contract.player import named
from simkit.game import note
from simkit.plugins import find_strategy
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.events import dropped_in_words, logged_games, metadata_of, what_happened
from simkit.run.store.manifest import identity
from simkit.testing import Match, find_game, strategies_of
from tests.conftest import RunOf

PIG = """
name: logged
game: pig
seed: 5
games: 250
strategies: [hold_at, random]
factors: {rules.target: [30, 40]}
events: {one_in: 7}
report: none
"""
ROLLED, LOST_TURN, BANKED = range(3)


@pytest.fixture
def logged(write_experiment: Callable[[str], Path]) -> Experiment:
    return simkit.experiment(write_experiment(PIG))


def tables_of(run: Path) -> dict[str, bytes]:
    """Return the contents of all Parquet files of a run."""
    return {str(file.relative_to(run)): file.read_bytes() for file in run.rglob("*.parquet")}


def pig_match(**changes: Any) -> Match:
    """Return a match of Pig, with other declarations."""
    game = replace(find_game("pig"), **changes)
    players = tuple(find_strategy("pig", named(name), Path()) for name in ("hold_at", "random"))
    return Match(game, game.knobs.model_validate({"target": 30}), players, seed=5)


def walked(match: Match, numbers: range) -> Iterator[tuple[int, ...]]:
    """Yield game, step, seat, kind and fields of every event, from the games walked through one by one."""
    for number in numbers:
        seat = -1
        for step, made in enumerate(match.walk(number, plain=True)):
            for event in made.events:
                yield number, step, seat, int(event["kind"]), *event["numbers"].tolist()
            seat = int(made.state.seat)


def test_the_table_says_what_a_walk_through_the_games_says(logged: Experiment, tmp_path: Path) -> None:
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    numbers = {event.name: event.number for event in find_game("pig").events}
    kind = pl.col("kind").cast(pl.String).replace_strict(numbers, default=None)
    events = run.events_in(scenarios=[0]).select("game", "step", "mover", kind, "a", "b", "c").collect()
    happened = events.drop_nulls("kind")
    assert list(happened.iter_rows()) == list(walked(run.match(0), range(0, 250, 7)))
    assert set(run.events.collect()["game"].unique()) == set(range(0, 250, 7))


def test_decisions_are_events_of_the_engines_own(logged: Experiment, tmp_path: Path) -> None:
    """In Pig there are always two moves, so every move is a decision."""
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    match, decided = run.match(0), run.events_in("decided", [0])
    assert decided.collect_schema().names()[-2:] == ["move", "options"]
    walked_moves = [
        (number, step, match.game.moves[int(made.move["kind"])].number)
        for number in range(0, 250, 7)
        for step, made in enumerate(match.walk(number, plain=True))
        if made.move is not None
    ]
    assert list(decided.select("game", "step", "move").collect().iter_rows()) == walked_moves
    assert set(decided.collect()["options"]) == {2}


def test_a_kind_of_event_is_read_with_its_fields_by_name(logged: Experiment, tmp_path: Path) -> None:
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    banked = run.events_in("banked")
    shared = ["scenario", "game", "turn", "step", "mover"]
    assert banked.collect_schema().names() == [*shared, "seat", "total", "score"]
    raw = run.events.filter(pl.col("kind") == "banked").select("scenario", "game", pl.col("c").alias("score"))
    assert banked.select("scenario", "game", "score").collect().equals(raw.collect())
    last = banked.group_by("scenario", "game", maintain_order=True).last().collect()
    best = run.seats.group_by("scenario", "game", maintain_order=True).agg(pl.col("score").max()).collect()
    scores = last.join(best, on=("scenario", "game"), suffix="_of_the_game")
    assert len(scores) == 2 * len(range(0, 250, 7))
    assert (scores["score"] == scores["score_of_the_game"]).all()
    assert set(run.events_in("banked", [1]).collect()["scenario"]) == {1}
    with pytest.raises(BadInput, match="unknown kind of event 'bankd'; did you mean 'banked'"):
        run.events_in("bankd")


MARKET = {"game": "night_market", "strategy": "bold", "games": 40, "events": {"one_in": 1}}


def test_the_seat_of_an_event_is_its_own_and_the_mover_is_another(tmp_path: Path) -> None:
    """A trader takes coins from the other one."""
    described = {
        "name": "m",
        "game": "night_market",
        "strategy": "bold",
        "games": 40,
        "events": {"one_in": 1},
    }
    run = simkit.run(described, out=tmp_path / "m", jobs=1)
    changed = run.events_of("coins").collect()
    assert changed.columns[:7] == ["scenario", "game", "turn", "step", "mover", "seat", "n"]
    assert set(changed["seat"].unique()) == {0, 1}
    assert (changed["seat"] != changed["mover"]).any()


def test_what_has_words_is_in_words(tmp_path: Path) -> None:
    described = {
        "name": "w",
        "game": "night_market",
        "strategy": "bold",
        "games": 40,
        "events": {"one_in": 1},
    }
    run = simkit.run(described, out=tmp_path / "w", jobs=1)
    played = run.events_of("played").collect()
    assert played["card"].dtype == pl.Categorical
    assert "Paper lanterns" in set(played["card"].cast(pl.String))
    decided = run.events_of("decided").collect()["move"].cast(pl.String)
    assert {"play", "again"} <= set(decided)
    numbers = RunDirectory(tmp_path / "w").events_in("played").collect()["card"]
    assert numbers.dtype.is_integer()


def test_the_files_say_what_the_numbers_are(logged: Experiment, tmp_path: Path) -> None:
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    schema = pq.read_schema(run.path / "events/scenario-00000/part-00000.parquet")
    assert json.loads(schema.metadata[b"fields"])["banked"] == ["seat", "total", "score"]
    assert json.loads(schema.field("kind").metadata[b"labels"]) == {
        "0": "rolled",
        "1": "lost_turn",
        "2": "banked",
        "3": "decided",
    }
    assert all(field.metadata[b"description"] for field in schema)


@pytest.mark.parametrize("shared", [False, True])
def test_it_is_the_same_for_any_number_of_workers_and_after_a_kill(
    logged: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """Also where games are cut into several files, of which some have no game that is logged."""
    if shared:
        monkeypatch.setattr(layout, "FEWEST_FILES", 1)
    else:
        monkeypatch.setattr(layout, "SHARD_GAMES", 4)
    few = replace(logged, games=30)
    run = run_experiment(few, tmp_path / "run", jobs=1)
    files = sorted(name for name in run.files if name.startswith("events/"))
    names = ["events/scenarios-00000-00001/part-00000.parquet"]
    assert files == names if shared else len(files) == 2 * len({game // 4 for game in range(0, 30, 7)})
    whole = tables_of(run.path)
    assert tables_of(run_experiment(few, tmp_path / "two", jobs=2).path) == whole
    manifest = json.loads((run.path / "manifest.json").read_text())
    (run.path / "manifest.json").write_text(json.dumps(manifest | {"state": "running"}))
    (run.path / files[0]).write_bytes(whole[files[0]][:-20])
    assert tables_of(run_experiment(few, run.path, jobs=1, existing="resume").path) == whole
    run.require_finished()


def test_a_shard_is_not_played_again_where_its_events_are_whole(logged: Experiment, tmp_path: Path) -> None:
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    manifest = json.loads((run.path / "manifest.json").read_text())
    times = {file: file.stat().st_mtime_ns for file in run.path.rglob("part-*.parquet")}
    (run.path / "manifest.json").write_text(json.dumps(manifest | {"state": "running"}))
    again = run_experiment(logged, run.path, jobs=1, existing="resume")
    assert again.manifest["files"] == manifest["files"]
    assert {file: file.stat().st_mtime_ns for file in run.path.rglob("part-*.parquet")} == times


def test_damaged_events_are_noticed(logged: Experiment, tmp_path: Path) -> None:
    run = run_experiment(logged, tmp_path / "run", jobs=1)
    file = run.path / "events/scenario-00001/part-00000.parquet"
    contents = bytearray(file.read_bytes())
    contents[100] ^= 1
    file.write_bytes(contents)
    with pytest.raises(BadInput, match="checksum of events/scenario-00001"):
        RunDirectory(run.path).require_finished()
    file.rename(file.with_name("part-00007.parquet"))
    with pytest.raises(BadInput, match=r"events/scenario-00001/part-00000\.parquet is missing"):
        RunDirectory(run.path).require_finished()


def test_turns_are_counted_by_the_events_that_begin_one() -> None:
    events = find_game("pig").events
    match = pig_match(events=[replace(kind, begins_turn=kind.number == ROLLED) for kind in events])
    happened = what_happened({3: match}, {3: range(0, 30, 10)})
    assert set(happened.keys["scenario"]) == {3}
    for number in (0, 10, 20):
        own = happened.rows[happened.keys["game"] == number]
        assert list(own["turn"]) == [
            sum(earlier["kind"] == ROLLED for earlier in own[: place + 1]) for place in range(len(own))
        ]


def test_without_events_that_begin_a_turn_it_ends_with_another_seats_events() -> None:
    happened = what_happened({0: pig_match()}, {0: range(0, 40, 4)})
    for number in range(0, 40, 4):
        own = happened.rows[happened.keys["game"] == number]
        seats = own["mover"].tolist()
        assert own["turn"].tolist() == [
            1 + sum(a != b for a, b in pairwise(seats[: place + 1])) for place in range(len(seats))
        ]
        assert own["turn"][-1] > 1


def test_the_files_say_what_the_values_mean() -> None:
    game = find_game("nautilus_island")
    players = (strategies_of("nautilus_island")["random"],) * 4
    happened = what_happened({0: Match(game, game.knobs(), players, seed=1)}, {0: range(4)})
    said = {name: json.loads(text) for name, text in metadata_of(game, happened).items()}
    stored, collected = said["words"]["stored"], said["words"]["collected"]
    assert stored["colour"]["0"] == "clothes"
    assert collected["face_up"] == {"0": "face down", "1": "face up"}
    assert {"0": "clothes a", "8": "navigation a"}.items() <= collected["card"].items()
    assert "seat" not in stored
    assert said["sentences"]["entered"] == "Seat {seat} moves to column {column}."
    assert "collected" not in said["sentences"]
    assert said["fields"]["entered"] == ["seat", "column"]


def test_a_full_room_for_events_is_emptied_and_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    match, numbers = pig_match(), range(0, 40, 4)
    kept, dropped = match.log(numbers)
    for room in (1, 100):
        monkeypatch.setattr(match_module, "FIRST_ROOM", room)
        again, _ = match.log(numbers)
        assert again.dtype == kept.dtype and again.tobytes() == kept.tobytes()
    assert dropped == 0


def test_which_games_are_logged() -> None:
    assert list(logged_games(0, 10, 4)) == [0, 4, 8]
    assert list(logged_games(5, 10, 4)) == [8, 12]
    assert list(logged_games(5, 2, 4)) == []
    assert list(logged_games(0, 10, 0)) == []


def test_an_event_that_is_not_declared_is_reported() -> None:
    match = pig_match(events=find_game("pig").events[:BANKED])
    with pytest.raises(BadInput, match=r"rules of Pig note an event of kind 2 in game 0, .*1 \(lost_turn\)"):
        what_happened({0: match}, {0: range(1)})


def apply_loudly(state, rules, move, log):  # type: ignore[no-untyped-def]
    """End the game with more events than there is room for."""
    for _ in range(LOG_CAPACITY + 9):
        note(log, ROLLED, 0, 1)
    state.over = True


def test_events_without_room_are_counted() -> None:
    match = pig_match(apply=apply_loudly)
    kept, dropped = match.log(range(3))
    assert (len(kept), dropped) == (3 * LOG_CAPACITY, 3 * 10)
    assert dropped_in_words(dropped) == f"30 events are missing in events/: a move can log {LOG_CAPACITY}"


def test_what_is_logged_is_part_of_the_identity(write_experiment: Callable[[str], Path]) -> None:
    one_in = {
        n: simkit.experiment(write_experiment(PIG.replace("one_in: 7", f"one_in: {n}"))) for n in (7, 8)
    }
    without = simkit.experiment(write_experiment(PIG.replace("events: {one_in: 7}\n", "")))
    game = one_in[7].game
    turns = replace(game, events=[replace(kind, begins_turn=True) for kind in game.events])
    every = [*one_in.values(), without, replace(one_in[7], game=turns)]
    assert len({identity(experiment, {}) for experiment in every}) == 4
    assert identity(without, {}) == identity(replace(without, game=turns), {})


def test_without_events_none_can_be_read(run_of: RunOf) -> None:
    run = run_of(PIG.replace("events: {one_in: 7}\n", ""), games=5)
    assert not (run.path / "events").exists()
    with pytest.raises(BadInput, match="no events were logged; add `events:"):
        run.events.collect()


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ("{one_in: 0}", ":8:18: events.one_in: found 0, allowed is at least 1"),
        ("{one_in: 2.5}", ":8:18: events.one_in: found 2.5, allowed is a whole number"),
        ("{one_on: 3}", ":8:10: events.one_on: unknown key of events 'one_on'; did you mean 'one_in'"),
        ("{}", ":8:9: events.one_in: is missing"),
        ("100", ":8:9: events: found 100, allowed is a mapping"),
    ],
)
def test_what_is_wrong_is_shown_with_its_place(
    write_experiment: Callable[[str], Path], events: str, message: str
) -> None:
    with pytest.raises(BadInput) as complaint:
        simkit.experiment(write_experiment(PIG.replace("{one_in: 7}", events)))
    assert message in str(complaint.value)
