"""Tiny games of safe and daring moves, which differ only in what players strive for.

``toy_chips`` is won in chips alone, which add up to zero; ``toy_both`` in chips, and by the most points; in
``toy_won`` all with the most points win, in ``toy_alone`` nobody does who shares them; ``toy_sum`` and
``toy_misses`` count points and misses of the whole game, of which less is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints

import numpy as np

from simkit import installed as of_installed
from simkit import plugins
from simkit.engine.base.chance import coin
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import strategy
from simkit.game import Column, EventKind, Game, Knobs, MoveKind, Story, begin, below, knob

SAFE, DARING = range(2)
MOST = 3
TABLE = np.dtype([("points", np.int32, (MOST,)), ("misses", np.int32), ("moves", np.int32)])


class ToyKnobs(Knobs):
    """How many play, how long, and for what."""

    players: int = knob(2, "players", "published", ge=1, le=MOST)
    turns: int = knob(2, "turns of each player", "published", ge=1, le=20)
    prize: int = knob(3, "points of a daring move that succeeds", "published", ge=1, le=99)
    asked: int = knob(MOST, "seats that can choose, from the first on", "published", ge=0, le=MOST)


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Let the first seat begin."""
    begin(state.chance, 0, 0)


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: safe, daring; only the second for a seat that can't choose."""
    if state.seat >= rules.asked:
        moves[0].kind = 1
        return 1
    moves[0].kind = 0
    moves[1].kind = 1
    return 2


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Take a point, or toss a coin for the prize."""
    table = state.table
    if move.kind == 0:
        table.points[state.seat] += 1
    elif below(state.chance, 2) == 0:
        table.points[state.seat] += rules.prize
    else:
        table.misses += 1
    table.moves += 1
    state.seat = table.moves % rules.players
    begin(state.chance, 0, table.moves)
    state.over = table.moves >= rules.players * rules.turns


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the outcome columns."""
    points, best, holders = state.table.points, 0, 0
    row.misses = state.table.misses
    row.all_points = 0
    for seat in range(rules.players):
        row.all_points += points[seat]
        best = max(best, points[seat])
    for seat in range(rules.players):
        holders += points[seat] == best
    for seat in range(rules.players):
        seat_rows[seat].chips = rules.players * points[seat] - row.all_points
        seat_rows[seat].won = points[seat] == best
        seat_rows[seat].won_alone = points[seat] == best and holders == 1


def careful(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Always play safe."""
    return 0


def bold(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Always dare."""
    return count - 1


def random(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Do either, with equal chances."""
    return 1 if coin(chance) else 0


_TOY = Game(
    name="toy_chips",
    summary="Play safe, or dare.",
    seats=range(1, MOST + 1),
    table=TABLE,
    knobs=ToyKnobs,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    moves=(MoveKind(0, "safe"), MoveKind(1, "daring")),
    events=(EventKind(0, "nothing"),),
    story=Story(),
    columns=(
        Column("all_points", np.int32, "points of all", "points"),
        Column("misses", np.int32, "daring moves that failed", "misses"),
    ),
    seat_columns=(
        Column("chips", np.int32, "chips won from the others", "chips"),
        Column("won", np.bool_, "has the most points"),
        Column("won_alone", np.bool_, "has more points than anybody else"),
    ),
    objectives=(Objective("chips"),),
)

_EVERY = (
    _TOY,
    replace(_TOY, name="toy_both", objectives=(Objective("chips"), Objective("won"))),
    replace(_TOY, name="toy_won", objectives=(Objective("won"),)),
    replace(_TOY, name="toy_alone", objectives=(Objective("won_alone"),)),
    replace(_TOY, name="toy_sum", objectives=(Objective("all_points", "game"),)),
    replace(_TOY, name="toy_misses", objectives=(Objective("misses", "game", "less"),)),
)
GAMES = {game.name: game for game in _EVERY}
"""The games, by name; they share their compiled code."""

for _game in GAMES:  # plug-ins are found among a module's names
    globals()[f"{_game}_GAME"] = GAMES[_game]
    for _function in (careful, bold, random):
        globals()[f"{_game}_{_function.__name__}"] = strategy(game=_game, skill="none")(_function)


def installed_toys() -> AbstractContextManager[None]:
    """Have the games installed meanwhile."""
    return installed(__name__, {name: f"{name}_GAME" for name in GAMES})


@contextmanager
def installed(module: str, games: Mapping[str, str]) -> Iterator[None]:
    """Have a module's games and strategies installed meanwhile, as if it were a package.

    `games` are the names of the games, and those under which the module has them.
    """
    own = [EntryPoint(name, f"{module}:{found}", "simkit.games") for name, found in games.items()]
    own.append(EntryPoint("toys", module, "simkit.strategies"))

    known = of_installed._points_in

    def points(path: tuple[str, ...], group: str) -> EntryPoints:
        return EntryPoints((*known(path, group), *own)).select(group=group)

    cached = (plugins._installed_game, plugins._installed_strategies, plugins._strategy_modules)
    vars(of_installed)["_points_in"] = points
    try:
        for function in cached:
            function.cache_clear()
        yield
    finally:
        vars(of_installed)["_points_in"] = known
        for function in cached:
            function.cache_clear()
