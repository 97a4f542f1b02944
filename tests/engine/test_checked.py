"""A strategy of a user's own is compiled with checks: it can't read what is not there."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from simkit_pig.game import PigKnobs

from simkit.engine.base.columns import columns_dtype
from simkit.engine.base.failure import StrategyFailure
from simkit.engine.contract.player import named
from simkit.engine.contract.strategy import strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, find_strategy, strategies_of
from tests.engine.plain_pig import plain_pig

PIG = find_game("pig")

IDEA = """
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.contract.strategy import strategy

@kernel
def score(table, seat):
    return table.score[seat]

@separate_kernel
def far_score(table, seat):
    return table.score[seat]

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return 1 if {value} == 7 else 0
"""


def idea_of(folder: Path, value: str) -> Match:
    (folder / "idea.py").write_text(IDEA.format(value=value))
    idea = find_strategy("pig", named("./idea.py:idea"), folder)
    return Match(PIG, PIG.knobs(), (idea, idea), seed=1)


@pytest.mark.parametrize(
    ("value", "raised"),
    [
        ("moves[99_999_999].kind", "IndexError"),
        ("moves[count].kind", "IndexError"),
        ("moves[-count - 1].kind", "IndexError"),
        ("score(table, table.total + 2)", "IndexError"),
        ("far_score(table, table.total + 2)", "IndexError"),
        ("1 // table.total", "ZeroDivisionError"),
    ],
)
def test_what_is_out_of_range_is_an_exception(tmp_path: Path, value: str, raised: str) -> None:
    with pytest.raises(StrategyFailure, match=f"strategy 'idea' raised {raised}: .* in game 3") as told:
        idea_of(tmp_path, value).play(3, 1)
    line = (tmp_path / "idea.py").read_text().splitlines()[int(str(told.value.place).split(":")[-1]) - 1]
    assert value in line or "table.score[seat]" in line


@pytest.mark.parametrize("value", ["[object()]", "moves[0].kinds"])
def test_what_can_not_be_compiled_is_not_blamed_on_the_rules(tmp_path: Path, value: str) -> None:
    match = idea_of(tmp_path, value)
    for play in (lambda: match.play(0, 1), lambda: list(match.walk(0))):
        with pytest.raises(BadInput, match=r"^strategy 'idea' can't be compiled: idea.py:\d+: "):
            play()


def test_the_legal_moves_are_all_there(tmp_path: Path) -> None:
    idea_of(tmp_path, "moves[count - 1].kind + moves[-1].kind + len(moves)").play(0, 1)


def test_as_plain_python_it_is_reported_the_same(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(IDEA.format(value="moves[count].kind"))
    (tmp_path / "x.yaml").write_text("name: x\ngame: pig\ngames: 1\nstrategy: ./idea.py:idea\n")
    done = subprocess.run(
        [sys.executable, "-m", "simkit", "run", "x.yaml", "--out", "out"],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "strategy 'idea' raised IndexError: " in done.stderr
    line = 1 + (tmp_path / "idea.py").read_text().splitlines().index(
        "    return 1 if moves[count].kind == 7 else 0"
    )
    assert f"idea.py:{line})\nreplay it: simkit replay out --scenario 0 --game 0" in done.stderr


def test_a_proven_strategy_as_a_file_plays_the_same_and_is_compiled_apart() -> None:
    game = find_game("nautilion")
    shipped = strategies_of("nautilion")["random"]
    file = find_strategy(
        "nautilion", named("strategies/nautilion/random.py:random"), Path(__file__).parents[2]
    )
    assert not game.proves(file.function) and game.proves(shipped.function)
    games = [Match(game, game.knobs(), (one,), seed=1).play(0, 100)[0] for one in (shipped, file)]
    assert games[0].tolist() == games[1].tolist()


def test_a_game_of_anybody_may_say_which_packages_its_tests_prove() -> None:
    game = find_game("pig")
    assert not game.proves(game.setup)
    proven = replace(game, proven=("simkit_pig",))
    assert proven.proves(game.setup) and not replace(game, proven=("simkit",)).proves(game.setup)
    own = strategies_of("pig")["random"]
    assert replace(game, proven=(own.function.__module__,)).proves(*own.functions)


def _options(state, rules, moves):  # type: ignore[no-untyped-def]
    return moves[state.table.total + 5].kind


@strategy(game="broken", skill="none")
def anybody(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Make the first move."""
    return 0


def test_the_rules_of_a_plug_in_are_checked_and_no_strategy_is_blamed() -> None:
    broken = replace(PIG, name="broken", title="Broken", options=_options)
    match = Match(broken, broken.knobs(), (anybody, anybody), seed=1)
    with pytest.raises(
        BadInput, match=r"the rules of Broken raised IndexError: .* in game 4 \(.*:\d+\)$"
    ) as told:
        match.play(4, 1)
    line = Path(__file__).read_text().splitlines().index("    return moves[state.table.total + 5].kind") + 1
    assert str(told.value).endswith(f"({__file__}:{line})")


def test_they_are_blamed_when_a_game_is_walked_through_too() -> None:
    broken = replace(PIG, name="broken", title="Broken", options=_options)
    match = Match(broken, broken.knobs(), (anybody, anybody), seed=1)
    for plain in (False, True):
        with pytest.raises(BadInput, match=r"the rules of Broken raised IndexError: .* in game 4"):
            list(match.walk(4, plain=plain))


def _none(state, rules, moves):  # type: ignore[no-untyped-def]
    return 0


def _many(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = 1
    return 99


def _third_seat(state, rules, move, log):  # type: ignore[no-untyped-def]
    state.seat = 2


def _seat_before_the_first(state, rules, log):  # type: ignore[no-untyped-def]
    state.seat = -1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"options": _none}, "listed 0 moves in game 4, allowed 1 to 2"),
        ({"options": _many}, "listed 99 moves in game 4, allowed 1 to 2"),
        ({"apply": _third_seat}, "gave the turn to seat 2 in game 4, allowed 0 to 1"),
        ({"setup": _seat_before_the_first}, "gave the turn to seat -1 in game 4, allowed 0 to 1"),
    ],
)
def test_moves_and_seats_that_there_are_not_are_reported(changed: dict[str, Any], words: str) -> None:
    broken = replace(PIG, name="broken", title="Broken", **changed)
    match = Match(broken, broken.knobs(), (anybody, anybody), seed=1)
    for play in (
        lambda: match.play(4, 1),
        lambda: list(match.walk(4)),
        lambda: list(match.walk(4, plain=True)),
    ):
        with pytest.raises(BadInput, match=f"^the rules of Broken {words}"):
            play()


def _no_such_field(state, rules, moves):  # type: ignore[no-untyped-def]
    return moves[0].kinds


def test_rules_that_can_not_be_compiled_are_reported() -> None:
    broken = replace(PIG, name="broken", title="Broken", options=_no_such_field)
    match = Match(broken, broken.knobs(), (anybody, anybody), seed=1)
    for play in (lambda: match.play(0, 1), lambda: list(match.walk(0))):
        with pytest.raises(BadInput, match=r"the rules of Broken can't be compiled: .*kinds"):
            play()


@pytest.mark.parametrize("table", ["columns", "seat_columns"])
def test_a_number_that_does_not_fit_its_column_is_reported(table: str) -> None:
    plain = plain_pig()
    narrow = [replace(c, dtype=np.int8) if c.name in ("turns", "score") else c for c in getattr(plain, table)]
    name = "turns" if table == "columns" else "score"
    changed: dict[str, Any] = {table: narrow}
    game = replace(plain, **changed)
    match = Match(game, PigKnobs(target=140), (strategies_of("pig")["random"],) * 2, seed=1)
    with pytest.raises(
        BadInput, match=rf"column '{name}' can't hold \d+ \(game 7\d\): its type int8 goes from -128"
    ):
        match.play(70, 10)


def test_numbers_that_fit_are_as_they_were() -> None:
    rows, seat_rows = Match(PIG, PIG.knobs(), (strategies_of("pig")["random"],) * 2, seed=1).play(0, 50)
    assert rows.dtype == columns_dtype(PIG.columns)
    assert seat_rows.dtype == columns_dtype(PIG.seat_columns)


def outcome_that_fits_no_column(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    row.turns = "many"


def options_that_are_not_counted(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = 0


@pytest.mark.parametrize(
    "changed", [{"outcome": outcome_that_fits_no_column}, {"options": options_that_are_not_counted}]
)
def test_rules_that_can_not_be_compiled_are_reported_with_their_own_line(changed: dict[str, Any]) -> None:
    game = replace(PIG, **changed)
    (function,) = changed.values()
    match = Match(game, game.knobs(), (strategies_of("pig")["random"],) * 2)
    with pytest.raises(BadInput, match=r"^the rules of Pig can't be compiled: test_checked.py:\d+: ") as told:
        match.play(0, 1)
    line = int(str(told.value).partition(".py:")[2].partition(":")[0])
    assert 0 <= line - function.__code__.co_firstlineno <= 1
