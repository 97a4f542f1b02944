"""Look-ahead where nothing is random: a tree of positions, whose values converge and are proven.

A game in which everybody sees everything and no move draws random numbers has nothing to deal anew, and if
the base draws none either, all play-outs of a move are one and the same.  So a share of the moves of a
play-out is made at random (`vary`), and the play-outs go through a tree of positions that forgets nothing:

* A move is the more often tried, the better it did and the less it was tried (UCT: Kocsis and Szepesvari,
  "Bandit based Monte-Carlo planning", ECML 2006), for each seat by what that seat reaches.  Two ways to the
  same position, after as many moves, lead to one node.
* Before a move was tried often, it is judged also by play-outs in which that seat made it later (RAVE: Gelly
  and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial
  Intelligence 175(11), 2011).
* A position is solved if the game is over, if one of its moves surely wins, or if all its moves are solved
  (MCTS-Solver: Winands, Bjornsson and Saito, "Monte-Carlo tree search solver", CG 2008).  A solved one is
  not tried again, and a solved decision takes no more play-outs.
"""

from math import log, nan, sqrt

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER
from simkit.engine.base.chance import below, uniform
from simkit.engine.base.cursor import NO_SUCH_COUNT, NO_SUCH_SEAT
from simkit.engine.contract.game import Game
from simkit.engine.lookahead.playouts import learn, start
from simkit.engine.lookahead.tree import UNCHANGED, enter, mixed, slot_of, worth

options = apply = BOUND_LATER  # a game's own
deal = play_out = come_to = BOUND_LATER  # of `playouts`, bound to a game's functions
key_of = identity = BOUND_LATER  # of `tree`, bound to a game's layouts
is_left_out = BOUND_LATER  # of `restricted`; None where no player does without kinds of moves
restricts = BOUND_LATER  # whether a player does
is_checked = BOUND_LATER  # as in the play loop
best_of_first = BOUND_LATER  # the most that the first goal can come to if it is yes or no; else not a number

VARIED = 0.5
"""The share of moves in play-outs that are made at random instead of by the base."""

TRIES_OTHERS = 0.3
"""How strongly moves that were seldom tried are preferred; outcomes spread by about 1 (`playouts.weigh`)."""

BELIEVES_LATER = 300.0
"""After a third of this many play-outs, a move is judged half by those in which it was made later."""


def vary(state, moves, listed, observer, own, tree):
    """Return the index of the move that a play-out makes, which is often a random one, and note the move.

    `listed` is how many legal moves there are, the index of the base's choice, and the number of moves made;
    `observer` the seat that thinks; `own` the stream of random numbers of its decision.
    """
    count, choice, made = listed
    if uniform(own) < VARIED:
        other = below(own, count)
        if not (restricts and state.seat == observer and is_left_out(moves[other], tree)):
            choice = other
    if len(tree.made) > 0:
        note_made(tree, identity(moves[choice], tree), state.seat, made)
    return choice


@kernel
def place_of(key, tree):
    """Return where a move's key stands among the moves made."""
    return np.int64(key & np.uint64(len(tree.made) - 1))


@separate_kernel
def of_seat(move, seat):
    """Return the key of a seat's move."""
    return mixed(move, np.uint64(0), seat)


@kernel
def note_made(tree, move, seat, at):
    """Note that the current play-out makes a move; `at` is how many it or the game made before."""
    key = of_seat(move, seat)
    noted = tree.made[place_of(key, tree)]
    noted.move, noted.playout, noted.at = key, tree.playout.explored, at


@kernel
def was_made(tree, move, seat, at):
    """Return True if a seat made a move in the current play-out, after `at` others or later."""
    key = of_seat(move, seat)
    noted = tree.made[place_of(key, tree)]
    return noted.move == key and noted.playout == tree.playout.explored and noted.at >= at


def list_moves(state, rules, moves, cursor, seats):
    """List the legal moves; return how many there are, or a negated error code."""
    if is_checked and not 0 <= state.seat < seats:
        cursor.found, cursor.allowed = state.seat, seats
        return -NO_SUCH_SEAT
    count = options(state, rules, moves)
    if is_checked and not 0 < count <= len(moves):
        cursor.found, cursor.allowed = count, len(moves)
        return -NO_SUCH_COUNT
    return count


def node_for(state, rules, memory, made):
    """Return the node of a position, counted from 1; 0 without room.  At the end of a game it is solved."""
    tree = memory.tree
    nodes, slots, playout = tree.nodes, tree.slots, tree.playout
    key = mixed(key_of(state, 0, tree.factors), np.uint64(made), state.seat)
    slot = slot_of(key, nodes, slots)
    if slots[slot] != 0 or playout.nodes == len(nodes):
        return slots[slot]
    node = nodes[playout.nodes]
    node.key, node.visits, node.first, node.total, node.moves = key, 0, 0, 0.0, 0
    node.is_solved = state.over
    if state.over:
        come_to(state, rules, memory, False)
        tree.proven[playout.nodes] = playout.reached[0, : tree.proven.shape[1]]
    playout.nodes += 1
    slots[slot] = playout.nodes
    return playout.nodes


def list_at(node, state, moves, count, observer, tree):
    """List the moves that are tried at a node, one after the other; return False if there is no room.

    A seat that thinks and does without kinds of moves tries those that are left, if any is.
    """
    there, tried, playout = tree.nodes[node], tree.tried, tree.playout
    if playout.tried + count > len(tried):
        return False
    there.first = playout.tried
    for everything in range(2):
        for place in range(count):
            if restricts and everything == 0 and state.seat == observer and is_left_out(moves[place], tree):
                continue
            branch = tried[playout.tried]
            branch.move, branch.place = identity(moves[place], tree), place
            branch.playouts, branch.total, branch.squares = 0, 0.0, 0.0
            branch.leads_to, branch.later, branch.later_total = 0, 0, 0.0
            playout.tried += 1
        there.moves = playout.tried - there.first
        if there.moves > 0:
            break
    return True


@kernel
def is_known(branch, tree):
    """Return True if the position after a move is solved."""
    return branch.leads_to > 0 and tree.nodes[branch.leads_to - 1].is_solved


def worth_of_known(branch, seat, tally, tree):
    """Return what a move is worth to a seat where the position after it is solved; infinity for a win."""
    reached = tree.proven[branch.leads_to - 1, seat]
    return np.inf if reached[0] == best_of_first else worth(tally, reached)


@separate_kernel
def most_promising(there, tree):
    """Return the number of the move to be tried at a node, which is not solved."""
    mean, trials = there.total / max(there.visits, 1), log(there.visits + 1.0)
    best, most = -1, -np.inf
    for number in range(there.first, there.first + there.moves):
        branch = tree.tried[number]
        if is_known(branch, tree):
            continue
        later = (branch.later_total + mean) / (branch.later + 1.0)
        share = sqrt(BELIEVES_LATER / (3.0 * branch.playouts + BELIEVES_LATER))
        promise = share * later + (1.0 - share) * branch.total / max(branch.playouts, 1)
        promise += TRIES_OTHERS * sqrt(trials / (branch.playouts + 1.0))
        if promise > most:
            best, most = number, promise
    return best


def resolve(node, seat, tally, tree):
    """Solve a node of a seat if one of its moves surely wins, or if all of them are solved."""
    there = tree.nodes[node]
    best, most, are_known = -1, -np.inf, True
    for number in range(there.first, there.first + there.moves):
        branch = tree.tried[number]
        if not is_known(branch, tree):
            are_known = False
            continue
        value = worth_of_known(branch, seat, tally, tree)
        if best < 0 or value > most:
            best, most = branch.leads_to - 1, value
    if best >= 0 and (are_known or most == np.inf):
        there.is_solved = True
        tree.proven[node] = tree.proven[best]


def pass_through(moves, rules, team, memory, place):
    """Play the state dealt for the `index`-th play-out through the tree to its end.

    Each node on the way lists its moves when it is reached again; a new one is where the tree ends, and
    the base plays on.  Returns the number of steps in the tree, or a negated error code.
    """
    made, index = place
    tree, seats = memory.tree, memory.seated.shape[1]
    nodes, playout, path = tree.nodes, tree.playout, tree.path
    enter(tree, UNCHANGED)
    start(memory, index)
    playout.explored, playout.depth = index, 1
    state, listed = memory.states[1], memory.room.moves[:]
    node, steps = 0, 0
    while not nodes[node].is_solved:
        there, step = nodes[node], path[steps]
        count = there.moves
        if steps > 0:
            count = list_moves(state, rules, listed, memory.cursor, seats)
            if count < 0:
                return count
        step.node, step.seat, step.tried = node, state.seat, -1
        steps += 1
        is_listed = there.moves > 0
        if not is_listed and there.visits > 0:
            is_listed = list_at(node, state, listed, count, team[2], tree)
        if is_listed:
            resolve(node, state.seat, memory.tally, tree)  # by another way a move of it may have been solved
        if there.is_solved:
            break
        if not is_listed:
            failed = play_out(rules, team, memory, made)
            return -failed if failed else steps
        number = most_promising(there, tree)
        branch = tree.tried[number]
        step.tried = number
        note_made(tree, branch.move, state.seat, made)
        if steps > 1:
            apply(state, rules, listed[branch.place], None)
        else:
            apply(state, rules, moves[branch.place], None)
        made += 1
        if made >= rules.decision_cap and not state.over:
            state.capped = True
            state.over = True
        if branch.leads_to == 0:
            branch.leads_to = node_for(state, rules, memory, made)
        if branch.leads_to == 0:  # no room
            failed = play_out(rules, team, memory, made)
            return -failed if failed else steps
        node = branch.leads_to - 1
    playout.reached[0, :seats] = tree.proven[node]
    return steps


def credit_steps(steps, made, tally, tree):
    """Credit the steps of the last play-out with what it reached; solve what is solved by that."""
    for place in range(steps - 1, -1, -1):
        step = tree.path[place]
        there = tree.nodes[step.node]
        gain = worth(tally, tree.playout.reached[0, step.seat])
        there.visits += 1
        there.total += gain
        if step.tried < 0:
            continue
        branch = tree.tried[step.tried]
        branch.playouts += 1
        branch.total += gain
        branch.squares += gain * gain
        for number in range(there.first, there.first + there.moves):
            other = tree.tried[number]
            if was_made(tree, other.move, step.seat, made + place):
                other.later += 1
                other.later_total += gain
        if is_known(branch, tree):
            resolve(step.node, step.seat, tally, tree)


def best_found(seat, tally, tree):
    """Return the number of the best move at the first node.

    That is one that surely wins, else the one tried most often of those that are not solved, unless one that
    is solved is better.  Of lost ones it is the one that took most play-outs to refute.
    """
    there = tree.nodes[0]
    known, most, tried = -1, -np.inf, -1
    for number in range(there.first, there.first + there.moves):
        branch = tree.tried[number]
        if is_known(branch, tree):
            value = worth_of_known(branch, seat, tally, tree)
            if known < 0 or value > most or (value == most and branch.playouts > tree.tried[known].playouts):
                known, most = number, value
        elif tried < 0 or branch.playouts > tree.tried[tried].playouts:
            tried = number
    if known < 0 or tried < 0:
        return max(known, tried)
    branch = tree.tried[tried]
    return known if most == np.inf or most * branch.playouts > branch.total else tried


def tell(base, seat, memory):
    """Write what was found about the moves at the first node into the candidates, as `race` does."""
    candidates, tally, tree = memory.candidates, memory.tally, memory.tree
    there = tree.nodes[0]
    mean, first, spread = 0.0, 0.0, 0.0
    for is_other in range(2):  # the base's choice first, with which all are compared
        for number in range(there.first, there.first + there.moves):
            branch = tree.tried[number]
            candidate, n = candidates[branch.place], np.float64(branch.playouts)
            if (branch.place != base) != (is_other == 1) or branch.playouts == 0:
                continue
            value, goal = branch.total / n, candidate.gain / n
            error = max(branch.squares / n - value * value, 0.0) / n
            candidate.is_proven = is_known(branch, tree)
            if candidate.is_proven:
                reached = tree.proven[branch.leads_to - 1, seat]
                value, goal, error = worth(tally, reached), reached[0], 0.0
            candidate.playouts = branch.playouts
            if is_other == 0:
                mean, first, spread = value, goal, error
                tally.value = n * goal
                candidate.gain = 0.0
            else:
                lead = value - mean
                candidate.total, candidate.gain = n * lead, n * (goal - first)
                error = max((error + spread) * n * (n - 1.0) - 1.0, 0.0)  # as `lead_of` adds it
                candidate.squares = n * lead * lead + error


def search(state, moves, rules, team, memory, place):
    """Return the best move of a tree of positions, or a negated error code; as `thinking.race`.

    `place` is the base's choice, the number of legal moves, the number of moves made, the number of the first
    play-out, and how many there are.
    """
    base, count, made, index, left = place
    tally, tree, seat = memory.tally, memory.tree, team[2]
    playout = tree.playout
    for noted in range(len(tree.made)):
        tree.made[noted].playout = -1
    if node_for(state, rules, memory, made) == 0 or not list_at(0, state, moves, count, seat, tree):
        return base
    for _ in range(left):
        if tree.nodes[0].is_solved:
            break
        deal(state, index, seat, memory)
        steps = pass_through(moves, rules, team, memory, (made, index))
        if steps < 0:
            return steps
        credit_steps(steps, made, tally, tree)
        option = tree.tried[tree.path[0].tried].place
        memory.candidates[option].gain += playout.reached[0, seat, 0]
        if option == base:
            learn(tally, playout.reached[0, seat])
        index += 1
    chosen = tree.tried[best_found(seat, tally, tree)].place
    tell(base, seat, memory)
    return chosen


def best_of_first_goal(game: Game) -> float:
    """Return the most that a game's first goal can come to if it is yes or no, else not a number."""
    goal = game.objectives[0] if game.objectives else game.progress
    if goal is None or not game.column_of(goal).is_yes_no:
        return nan
    return 1.0 if goal.better == "more" else 0.0


PARTS = (
    list_moves, node_for, list_at, worth_of_known, resolve, pass_through, credit_steps, best_found, tell,
)  # fmt: skip
"""What `search` calls that has open names, to be bound with it."""
