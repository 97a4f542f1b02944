"""What the engine does so that nobody sees what is hidden; what games do is seen by `check_game`."""

from __future__ import annotations

from simkit.engine.base.chance import CHANCE, begin, draw_anew, open_stream, word
from simkit.engine.base.rows import zeros
from simkit.engine.contract.strategy import strategy
from simkit.engine.play.match import Match
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.games.nautilus_island.state import EXPLORE
from simkit.plugins import find_game, strategies_of


def sum_of_everything_listed(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    total = 0
    for i in range(len(moves)):
        total += moves[i].kind + 3 * moves[i].column + 5 * moves[i].colour + 7 * moves[i].count
        total += 11 * moves[i].objects
    return total % count


def sees_only_zeros_at_first(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    if table.step == EXPLORE:  # the first decision of a turn; the others before were other castaways'
        for i in range(len(moves)):
            if moves[i].colour != 0 or moves[i].count != 0 or moves[i].objects != 0:
                return count  # not a legal move: the match fails
    return 0


def test_moves_listed_do_not_tell_what_others_could_do_or_what_happened_in_another_game() -> None:
    game = find_game("nautilus_island")
    knobs = NautilusIslandKnobs(players=3)
    nosy = strategy(game=game.name, skill="none")(sum_of_everything_listed)
    spy = strategy(game=game.name, skill="none")(sees_only_zeros_at_first)
    match = Match(game, knobs, (strategies_of(game.name)["random"], nosy, spy), seed=3)
    rows, seat_rows = match.play(0, 60)
    for number in range(60):
        row, seats = match.play(number, 1)
        assert row.tobytes() == rows[number : number + 1].tobytes()
        assert seats.tobytes() == seat_rows[3 * number : 3 * number + 3].tobytes()
    last = list(match.walk(5))[-1].state
    assert last.table.round_number == rows["rounds"][5]


def test_a_stream_drawn_anew_stands_where_it_stood_and_brings_something_else() -> None:
    stream, other, same = zeros(3, CHANCE)
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
