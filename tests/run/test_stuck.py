"""A strategy, or rules, that never come to an end are found in seconds, wherever they are met."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from simkit import BadInput
from simkit.engine.base.cursor import new_cursor
from simkit.engine.base.failure import NeverEnding
from simkit.engine.contract.player import named
from simkit.engine.play.at_work import at_work
from simkit.game import strategy
from simkit.plugins import find_strategy
from simkit.run.work.interrupt import Watch, patience, run_interruptibly
from simkit.run.work.rehearsal import rehearse
from simkit.testing import Match, find_game, strategies_of
from tests.run.helpers import start

IDEA = """
from simkit.engine.contract.strategy import strategy


@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    worth = 0.5
    while {condition}:
        worth = 0.5 * worth + 0.25
    return 1 if table.total > 15 else 0
"""
ALWAYS = "worth < 1.0"
LATER = "worth < 1.0 and table.score[0] > 70 and table.score[1] > 93"
LINE = 8

EXPERIMENT = "name: x\ngame: pig\ngames: 300000\nstrategies: [./idea.py:idea, hold_at]\nreport: none\n"


PIG = find_game("pig")


@strategy(game="slow", skill="none")
def anybody(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Make the first move."""
    return 0


def burn(seconds: float) -> None:
    """Use processor time."""
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMKIT_PATIENCE", "1")


def match_of(folder: Path, condition: str) -> Match:
    (folder / "idea.py").write_text(IDEA.format(condition=condition))
    idea = find_strategy("pig", named("./idea.py:idea"), folder)
    return Match(PIG, PIG.knobs(), (idea, strategies_of("pig")["hold_at"]))


def told(folder: Path, condition: str, *arguments: str) -> str:
    """Return what a command says that is to end, for bad input, of its own."""
    match_of(folder, condition)
    (folder / "x.yaml").write_text(EXPERIMENT)
    process = start([*arguments], folder, SIMKIT_PATIENCE="1")
    try:
        said, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 2, said
    assert "Traceback" not in said
    return " ".join(said.split())


@pytest.mark.parametrize(
    "how",
    [
        ["--jobs", "2"],
        pytest.param(["--jobs", "1"], marks=pytest.mark.long),
        pytest.param(["--jobs", "2", "--backend", "processes"], marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_a_run_names_the_strategy_and_how_to_replay_it(tmp_path: Path, how: list[str]) -> None:
    said = told(tmp_path, LATER, "run", "x.yaml", "--out", "out", *how)
    assert "strategy 'idea' did not come to an end within 1 s of processor time" in said
    command = said.partition("replay it: simkit ")[2].partition(";")[0].split()
    assert f"of game {command[-1]} ({tmp_path}/idea.py:{LINE})" in said
    assert command[:-1] == ["replay", "out", "--scenario", "0", "--game"]
    again = told(tmp_path, LATER, *command)
    assert f"of game {command[-1]} ({tmp_path}/idea.py:{LINE})" in again
    assert "Seat 1" in again.partition("Error:")[0]  # what came before is shown


@pytest.mark.long
def test_what_the_rehearsal_meets_is_found_by_the_same_sentence(tmp_path: Path) -> None:
    said = told(tmp_path, ALWAYS, "check", "x.yaml")
    assert f"at move 1 of game 0 ({tmp_path}/idea.py:{LINE}), scenario 0" in said


def test_a_decision_that_is_long_in_plain_python_is_left_to_compiled_code(tmp_path: Path) -> None:
    run_interruptibly(rehearse, match_of(tmp_path, ALWAYS), 100.0)


def _thinks(state, rules, move, log):  # type: ignore[no-untyped-def]
    state.table.rolls += 1
    state.over = state.table.rolls == 4
    if state.table.rolls == 3:  # for ever, as far as anybody can wait; but a test's thread is to end
        for _ in range(2_000_000_000):
            state.table.total = (state.table.total * state.table.total + 1) & 0xFFFF


def _ends_soon(state, rules, move, log):  # type: ignore[no-untyped-def]
    state.table.rolls += 1
    state.over = state.table.rolls == 2


def _counts(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    for _ in range(2_000_000_000):
        state.table.total = (state.table.total * state.table.total + 1) & 0xFFFF


@pytest.mark.parametrize(
    ("changed", "move"), [({"apply": _thinks}, 3), ({"apply": _ends_soon, "outcome": _counts}, 3)]
)
def test_rules_that_never_end_are_named_as_such(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], move: int
) -> None:
    monkeypatch.setenv("SIMKIT_PATIENCE", "0.3")
    game = replace(PIG, name="slow", title="Slow", **changed)
    match = Match(game, game.knobs(), (anybody, anybody), seed=1)
    match.compile()
    with pytest.raises(NeverEnding, match=rf"^the rules of Slow did .* at move {move} of game 4") as told:
        run_interruptibly(match.play, 4, 1)
    line = changed["apply"].__code__.co_firstlineno + 5
    assert "outcome" in changed or str(told.value).endswith(f"({__file__}:{line})")


@pytest.mark.long
def test_many_short_moves_are_no_long_one() -> None:
    watch, cursor = Watch(get_ident(), 0.05), new_cursor()
    with at_work(Match(PIG, PIG.knobs(), (anybody, anybody)), cursor):
        cursor.game = 7
        for cursor.moves in range(10):
            burn(0.03)
            watch.look()
        burn(0.1)
        with pytest.raises(NeverEnding, match="at move 10 of game 7"):
            watch.look()


def test_time_that_passes_without_work_does_not_count() -> None:
    watch, cursor = Watch(get_ident(), 0.05), new_cursor()
    with at_work(Match(PIG, PIG.knobs(), (anybody, anybody)), cursor):
        cursor.game = 7
        watch.look()
        time.sleep(0.3)
        watch.look()


@pytest.mark.parametrize("said", ["0", "-1", "long", "nan"])
def test_patience_is_a_number_of_seconds(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("SIMKIT_PATIENCE", said)
    with pytest.raises(BadInput, match=f"SIMKIT_PATIENCE is '{said}'; allowed: seconds"):
        patience()
