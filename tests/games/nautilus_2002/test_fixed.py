"""Games without chance, and means of many games, as two other programs have played them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.state import ENDS
from simkit.testing import Match, find_game, strategies_of
from tests.nautilus_2002_tables import Position

GAME = find_game("nautilus_2002")
MEASURED: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("measured.yaml").read_text(encoding="utf-8")
)
COLUMNS = ("rounds", "end", "canyon_round", "stations", "slots_left", "slots_covered", "decisions")
SEAT_COLUMNS = ("score", "factor", "points", "cash")
FAR_APART = 4.0
"""Joint standard errors: two programs agree whose means differ by less."""


def clock(number: int) -> Iterator[int]:
    while True:
        number = (1103515245 * number + 12345) % 2**31
        yield number // 256


def fixed_game(players: int, a: int, b: int) -> Position:
    """Return a game in which discoveries and goal cards are laid out by two numbers."""
    position = Position(players=players, first_player=f"seat_{b % players}")
    state, rules, first = position.state, position.rules, 0
    for zone in (s.INCLINE, s.DEEP, s.CANYON):
        slots = np.flatnonzero(state.table.slot_zone == zone)
        n = len(slots)
        tiles = sorted(rules.tiles[first : first + n].tolist())
        first += n
        for j, slot in enumerate(slots):
            state.hidden.tiles[slot] = tiles[(a * j + b) % n]
    for seat in range(players):
        state.seats[seat].goal = (seat + b) % 4
    return position


def play(policy: str, position: Position, ticks: Iterator[int]) -> None:
    """Play to the end: by the clock, by the reference, or one decision in four by the clock."""
    while not position.state.over:
        options = position.options()
        by_clock = policy == "clockwork" or (policy == "mixed" and len(options) > 1 and next(ticks) % 4 == 0)
        if len(options) == 1:
            move = options[0]
        else:
            move = options[next(ticks) % len(options)] if by_clock else position.choose("reference")
        position.make(*move)


@pytest.mark.parametrize("row", MEASURED["fixed_games"], ids=lambda row: " ".join(map(str, row[:4])))
def test_fixed_games(row: list[Any]) -> None:
    policy, players, a, b, *wanted = row
    position = fixed_game(players, a, b)
    play(policy, position, clock(1000 * a + b))
    game, seats = position.finish()
    found: list[Any] = [ENDS[int(game[name])] if name == "end" else int(game[name]) for name in COLUMNS]
    found += [[int(seat[name]) for seat in seats] for name in SEAT_COLUMNS]
    assert found == wanted


def sample(column: str, rows: Any, seats: Any) -> Any:
    """Return a column's value in each game: a seat's column as the mean over the seats."""
    if column in ENDS:
        return rows["end"] == ENDS.index(column)
    return rows[column] if column in rows.dtype.names else seats[column].mean(axis=1)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["reference", "random"])
def test_means_agree_with_another_program(policy: str, players: int) -> None:
    games = MEASURED["games"]
    line_up = (strategies_of("nautilus_2002")[policy],) * players
    rows, seats = Match(GAME, Nautilus2002Knobs(players=players), line_up, seed=77).play(0, games)
    place = (policy == "random") * 3 + players - 2
    far = {}
    for column, means in MEASURED["means"].items():
        values = np.asarray(sample(column, rows, seats.reshape(games, players)), dtype=float)
        mean = str(means[place])
        rounded = 0.5 * 10.0 ** -len(mean.partition(".")[2])
        difference = max(0.0, abs(float(values.mean()) - float(mean)) - rounded)
        if difference > FAR_APART * float(values.std()) * (2 / games) ** 0.5:
            far[column] = (float(values.mean()), mean)
    assert not far


@pytest.mark.long
@pytest.mark.parametrize("variant", MEASURED["variants"], ids=lambda variant: str(variant["knobs"]))
def test_variants_agree_with_another_program(variant: dict[str, Any]) -> None:
    games = 3000
    knobs = Nautilus2002Knobs(**variant["knobs"])
    rows, seats = Match(GAME, knobs, (strategies_of("nautilus_2002")["reference"],) * 4, seed=5).play(
        0, games
    )
    for column, mean in variant["means"].items():
        values = np.asarray(sample(column, rows, seats.reshape(games, 4)), dtype=float)
        rounded = 0.5 * 10.0 ** -len(str(mean).partition(".")[2])
        difference = max(0.0, abs(float(values.mean()) - float(mean)) - rounded)
        assert difference <= FAR_APART * float(values.std()) * (2 / games) ** 0.5 + 1e-9, column
