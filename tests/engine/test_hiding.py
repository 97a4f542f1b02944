"""Hiding what a seat can't see, for every game: the table, the own seat and the choices stay as they are."""

from __future__ import annotations

import pytest

from simkit.engine.chance import CHANCE, begin, draw_anew, open_stream, word
from simkit.engine.match import Match
from simkit.plugins import find_game, game_names, strategies_of
from tests.hiding import check_hiding, zeros


@pytest.mark.parametrize("name", game_names())
def test_no_choice_depends_on_what_is_hidden(name: str) -> None:
    game = find_game(name)
    knobs = game.knobs()
    strategies = list(strategies_of(name).values())
    seats = game.seats_of(knobs)
    line_up = tuple(strategies[i % len(strategies)] for i in range(seats))
    check_hiding(Match(game, knobs, line_up, seed=6), strategies, 1)


def test_a_stream_drawn_anew_stands_where_it_stood_and_brings_something_else() -> None:
    stream, other, same = zeros(CHANCE, 3)
    for chance, game in ((stream, 1), (same, 1), (other, 2)):
        open_stream(chance, 5, game, 0)
        begin(chance, 3, 7)
    draw_anew(stream, other)
    assert stream.counter[1:].tolist() == same.counter[1:].tolist()
    drawn, expected = [int(word(stream)) for _ in range(9)], [int(word(same)) for _ in range(9)]
    assert drawn != expected
    open_stream(other, 5, 2, 0)
    open_stream(same, *(0, 0), 0)
    begin(other, 3, 7)
    same.key[:] = [int(word(other)), int(word(other))]
    begin(same, 3, 7)
    assert [int(word(same)) for _ in range(9)] == drawn
