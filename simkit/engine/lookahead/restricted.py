"""Look-ahead of players that do without kinds of moves: they try the moves that are left, now and later.

Compiled in place of `thinking.think` and `tree.choose` for games in which such a player looks ahead.  What
others do is imagined as ever.
"""

from typing import Any

import numpy as np

from simkit.compile.made import BOUND_LATER
from simkit.compile.records import scratch
from simkit.engine.contract.chooser import kernels_of_kinds, left_layout
from simkit.engine.contract.game import Game

think = choose = BOUND_LATER  # of `thinking` and of `tree`, bound to a game's functions
_left_out = _skips = _list_left = BOUND_LATER  # of `contract.chooser`, bound to a game's kinds of moves
_left: Any = BOUND_LATER  # the layout of the moves that are left
_move: Any = BOUND_LATER  # the layout of a move
_numbers: Any = BOUND_LATER  # the numbers of the kinds of moves


def note_kinds(tree, parameters):
    """Note what the player that thinks does without of each kind, for its decisions in play-outs."""
    last = tree.masks.shape[1] - 1
    for i in range(len(_numbers)):
        tree.masks[_numbers[i], last] = _left_out(_numbers[i], parameters)


def is_left_out(move, tree):
    """Return True if the player that thinks does without a move."""
    return _skips(move, tree.masks[move.kind, tree.masks.shape[1] - 1])


def think_restricted(state, moves, rules, team, memory, numbers):
    """Return the index of the move to make, among those that are left; see `thinking.think`."""
    seed, number, player, count, made, base = numbers
    parameters = team[1][player]
    note_kinds(memory.tree, parameters)
    left, candidates = scratch(_left), memory.candidates
    allowed, kept = _list_left(moves, count, parameters, left), -1
    for i in range(allowed):
        if left.places[i] == base:
            kept = i
    if allowed == count or kept < 0:  # nothing is left out here, or nothing else is allowed
        return think(state, moves, rules, team, memory, numbers)
    tried = (seed, number, player, allowed, made, kept)
    chosen = think(state, left.room.moves[:], rules, team, memory, tried)
    for i in range(allowed - 1, -1, -1):
        candidates[left.places[i]] = candidates[i]
    following = 0
    for i in range(count):
        if following < allowed and left.places[following] == i:
            following += 1
        else:
            candidates[i].playouts = 0
    return chosen if chosen < 0 else left.places[chosen]


def choose_restricted(state, moves, listed, observer, own, tree):
    """Return the index of the move that a play-out makes, for the observer among those left.

    These are moved to the front of the list; see `tree.choose`.
    """
    if state.seat != observer:
        return choose(state, moves, listed, observer, own, tree)
    count, choice = listed
    held = scratch(_move)
    allowed = 0
    for i in range(count):
        if not is_left_out(moves[i], tree):
            if i != allowed:
                held.moves[0] = moves[i]
                moves[i] = moves[allowed]
                moves[allowed] = held.moves[0]
                if choice == i:
                    choice = allowed
                elif choice == allowed:
                    choice = i
            allowed += 1
    if choice >= allowed:  # nothing else is allowed
        return choose(state, moves, (count, choice), observer, own, tree)
    if allowed == 1:
        return choice
    return choose(state, moves, (allowed, choice), observer, own, tree)


def names_of(game: Game) -> dict[str, Any]:
    """Return what is bound in these functions for a game, besides those that they stand for."""
    return {
        **kernels_of_kinds(game),
        "_left": left_layout(game),
        "_move": np.dtype((np.record, [("moves", game.move, (1,))]), align=True),
        "_numbers": np.array([kind.number for kind in game.moves], dtype=np.int64),
    }
