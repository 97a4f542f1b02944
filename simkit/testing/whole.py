"""`check_game`: one call that any game must pass."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from simkit.engine.base.columns import END, STOPPED, ending_of, stopped_code
from simkit.engine.base.failure import NeverEnding
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.game import Game
from simkit.engine.contract.master import USUAL_PLAYOUTS, strongest_of
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.language import listed
from simkit.plugins import strategies_of
from simkit.run.findings.blind import why_blind
from simkit.run.work.interrupt import GivenUp, run_interruptibly
from simkit.testing.cards import cards_in, check_same_cards
from simkit.testing.hiding import (
    Changed,
    Invariants,
    check_that_hidden_is_concealed,
    check_what_changed,
    conceal_decisions,
)
from simkit.testing.knobs import KNOB_GAMES, check_every_knob, check_lists, check_weights
from simkit.testing.noting import check_noted_numbers
from simkit.testing.steps import at, check_legal_moves, check_outcome, check_plain_python, check_sentences

DECISIONS = 400
"""The number of decisions per setting that are made again after the hidden part was dealt anew, and the most
games for that; there are at least two games."""

MOST_GAMES = 80
"""The most games per match that are searched for kinds of moves and events not seen before."""

FEW = 20
"""The number of games among which one must end by the rules, and one must have several moves."""


def check_game(
    game: Game,
    alternatives: Mapping[str, Any] | None = None,
    *,
    settings: Sequence[Mapping[str, Any]] = ({},),
    strategies: Sequence[Strategy] | None = None,
    invariants: Invariants | None = None,
    unseen: Mapping[str, str] | None = None,
    rare: Mapping[str, int] | None = None,
    keeps_cards: bool = False,
) -> None:
    """Check everything that must hold for any game.

    * Legal moves are within bounds, of declared kinds, whole, all different, and the same when asked again.
    * Compiled code and plain Python play the same games, walked through or played at once.
    * No choice and no legal move depends on what the seat can't see; what is hidden can be dealt anew.
    * Every knob moves some outcome; so does each entry of a list of numbers by itself, and of `Weights` a
      change of weights alone, which the rules hold exactly.
    * Every kind of move and of event occurs, and has its words; an event is noted with its kind's numbers.
    * Every number fits its column; the objectives' columns are filled; the outcome of a stopped game says so.
    * Games come to an end, and so does every move: one that goes on is stopped after some seconds.
    * No two seats win the same game, unless the game says that they may (``Objective("won", ties=True)``); of
      a game with `ranked_by`, where equal seats share the win, a warning says so.
    * Another warning says where the game's master would be blind (`simkit.run.findings.blind`).

    Parameters
    ----------
    game : Game
        The game.
    alternatives : mapping, optional
        For some knobs, the value at which they must matter; for the others it is found (`Knobs.others`).
    settings : sequence of mapping
        The knobs under which games are walked through; under one of these settings each knob must matter.
    strategies : sequence of Strategy, optional
        The players; by default all installed strategies of the game.
    invariants : callable, optional
        ``invariants(step, match)`` is called after every step, and raises an AssertionError if something that
        must always hold does not; ``match.knobs`` and ``match.rules`` are the rules.  It is also called after
        the hidden part of a state was dealt anew, with a step that has no move and no events.
    unseen : mapping, optional
        Names of kinds of moves and events that do not occur, each with the reason.
    rare : mapping of str to int, optional
        For knobs that matter rarely, such as a rule of one hand in a thousand, the games in which they must.
    keeps_cards : bool
        Whether all cards stay in piles (records of `pile_dtype`): none may vanish, appear or be there twice.

    Raises
    ------
    AssertionError
        With a sentence that says what is wrong, under which setting, in which game and step.
    """
    players = list(strategies_of(game.name).values() if strategies is None else strategies)
    assert players, f"there is no strategy that plays {game.title}"
    check_that_hidden_is_concealed(game)
    check_noted_numbers(game)

    def check() -> None:
        matches = [match for knobs in settings for match in _matches(game, knobs, players)]
        _check_walks(matches, invariants, dict(unseen or {}), keeps_cards)
        _check_hiding(matches, players, invariants, keeps_cards)
        _check_outcomes(matches)
        _check_decision_cap(matches[0])
        check_weights(game, settings, players)
        check_lists(game, settings, players, rare)
        check_every_knob(game, alternatives or {}, settings, players, rare)
        _warn_of_blind_master(matches[0], players)

    try:
        run_interruptibly(check)
    except NeverEnding as endless:
        raise AssertionError(str(endless)) from None
    except GivenUp:
        raise AssertionError(
            f"{game.title}: a move takes too long in plain Python; SIMKIT_PATIENCE=60 waits longer"
        ) from None


def _matches(game: Game, knobs: Mapping[str, Any], players: Sequence[Strategy]) -> Iterator[Match]:
    """Yield, for every player, a match against those that come after it."""
    chosen = game.knobs.model_validate(knobs)
    seats = game.seats_under(chosen)
    for first in range(len(players)):
        line_up = tuple(players[(first + seat) % len(players)] for seat in range(seats))
        yield Match(game, chosen, line_up, seed=3)


def _in_words(match: Match, number: int) -> str:
    """Return a game in words: its number, its players, and the knobs that differ from their defaults."""
    defaults = type(match.knobs)()
    knobs = {n: v for n, v in match.knobs if v != getattr(defaults, n)}
    who = ", ".join(strategy.name for strategy in match.strategies)
    return f"{match.game.title}, game {number} of {who}" + (f" under {knobs}" if knobs else "")


def _check_walks(
    matches: Sequence[Match], invariants: Invariants | None, unseen: dict[str, str], keeps_cards: bool
) -> None:
    """Check one game of every match, then games with kinds of moves and events not seen before."""
    game = matches[0].game
    known = [kind.name for kind in (*game.moves, *game.events)]
    others = [name for name in unseen if name not in known]
    assert not others, f"unseen: there is no kind of move or event called '{', '.join(others)}'"
    seen: set[str] = set()
    for number in range(MOST_GAMES):
        for match in matches:
            with at(_in_words(match, number)):
                if number == 0:
                    _check_that_it_ends(match)
                    check_plain_python(match, number)
                elif seen >= _occurring(match, number):
                    continue
                seen |= _walk_through(match, number, invariants, keeps_cards)
        if seen >= set(known) - set(unseen):
            break
    missing = set(known) - set(unseen) - seen
    assert not missing, (
        f"in {MOST_GAMES * len(matches)} games no move or event of these kinds occurs: "
        f"{', '.join(sorted(missing))}; give settings under which it does, or name it in `unseen`"
    )
    for name in sorted(seen & set(unseen)):
        raise AssertionError(f"unseen: '{name}' occurs, though it is said that it does not ({unseen[name]})")


def _occurring(match: Match, number: int) -> set[str]:
    """Return the names of the kinds of moves and events that occur in a game."""
    return set().union(*(_kinds(match.game, step) for step in match.walk(number)))


def _kinds(game: Game, step: Step) -> set[str]:
    """Return the names of the kinds of move and events of a step."""
    made = set() if step.move is None else {game.move_kind(int(step.move["kind"])).name}
    return made | {game.event_kind(kind).name for kind in step.events["kind"].tolist()}


def _walk_through(match: Match, number: int, invariants: Invariants | None, keeps_cards: bool) -> set[str]:
    """Check every step of a game and its outcome; return the names of the kinds in it."""
    game, occurred, state, cards = match.game, set[str](), None, None
    for index, step in enumerate(match.walk(number)):
        state = step.state
        with at(f"step {index}"):
            if keeps_cards:
                now = cards_in(state)
                check_same_cards(now if cards is None else cards, now, "after this step")
                cards = now
            if not state.over:
                check_legal_moves(match, state)
            check_sentences(match, step, all_moves=number == 0)
            if invariants is not None:
                invariants(step, match)
        occurred |= _kinds(game, step)
    rows, seat_rows = match.play(number, 1)
    check_outcome(match, state, rows[0], seat_rows)
    said = game.story.end(game, state, match.rules, rows[0], seat_rows)
    assert isinstance(said, list) and said, f"the story's end returned {said!r}, allowed are sentences"
    return occurred


def _check_that_it_ends(match: Match) -> None:
    """Check that not every game is stopped, before a game without end is walked through."""
    if match.knobs.decision_cap < type(match.knobs)().decision_cap:
        return  # the setting may stop every game on purpose
    ends = match.play(0, FEW)[0][END]
    assert (ends != stopped_code(match.game.columns)).any(), (
        f"none of {FEW} games came to an end: all were stopped after {match.knobs.decision_cap} moves "
        "(decision_cap); do the rules set `state.over`?"
    )


def _check_hiding(
    matches: Sequence[Match], players: Sequence[Strategy], invariants: Invariants | None, keeps_cards: bool
) -> None:
    found: Counter[Changed] = Counter()
    for match in matches[:: len(players)]:  # one of each setting: all players choose at every decision
        asked = 0
        for number in range(DECISIONS):
            with at(_in_words(match, number)):
                changes = list(conceal_decisions(match, players, number, invariants, keeps_cards))
            asked += len(changes)
            found.update(decision for changed in changes for decision in changed)
            if number > 0 and asked >= DECISIONS:
                break
    check_what_changed(matches[0].game, found)


def _check_outcomes(matches: Sequence[Match]) -> None:
    """Check that no objective is zero in all games, and that no win is shared unless the game says so."""
    game = matches[0].game
    wanted = {(goal.of, goal.column) for goal in game.objectives}
    alone = {
        goal.column
        for goal in game.objectives
        if goal.of == "seat" and goal.shared == "one" and not goal.ties and game.column_of(goal).is_yes_no
    }
    for match in matches:
        rows, seat_rows = match.play(0, KNOB_GAMES)
        wanted = {(of, name) for of, name in wanted if not (rows if of == "game" else seat_rows)[name].any()}
        for name in sorted(alone) if match.seat_columns else ():
            if not _check_that_one_wins(match, name, seat_rows[name].reshape(KNOB_GAMES, -1)):
                alone.remove(name)
    empty = ", ".join(f"'{name}' of the {of}" for of, name in sorted(wanted))
    assert not wanted, f"{empty} is an objective, and 0 in every game: does `outcome` fill the column?"


def _check_that_one_wins(match: Match, name: str, won: Any) -> bool:
    """Check that at most one seat of a game has a yes, and return whether; `won` has a row for each game.

    Of a game that ranks its seats a warning is enough: equal seats share the first rank.
    """
    several = np.flatnonzero(won.sum(axis=1) > 1)
    if not several.size:
        return True
    number = int(several[0])
    seats = listed([seat + 1 for seat in np.flatnonzero(won[number]).tolist()])
    found = (
        f"{_in_words(match, number)}: seats {seats} have '{name}' together, and several seats in "
        f"{several.size} of {len(won)} games. If players share it in a tie, say so: "
        f'Game(objectives=[Objective("{name}", ties=True), ...]); if not, '
    )
    if not match.game.ranked_by:
        raise AssertionError(f"{found}see `outcome`")
    warnings.warn(f"{found}name the columns that break ties in `ranked_by`", stacklevel=2)
    return False


def _warn_of_blind_master(match: Match, players: Sequence[Strategy]) -> None:
    """Warn if look-ahead over the strongest player sees nothing.

    That is asked only where all games of that player come to the same, for it takes time to compile.
    """
    game, knobs = match.game, match.knobs
    base = {player.name: player for player in players}[strongest_of({p.name: p for p in players})]
    if game.hides_without_dealing or not game.objectives or base.look_ahead:
        return
    line_up = (base,) * len(match.strategies)
    rows, seat_rows = Match(game, knobs, line_up, seed=match.seed).play(0, FEW)
    goal = game.objectives[0]
    reached = (rows if goal.of == "game" else seat_rows)[goal.column].reshape(FEW, -1)
    if (reached != reached[0]).any():
        return
    why = why_blind(Match(game, knobs, (thinking(base, playouts=USUAL_PLAYOUTS),) * len(line_up), seed=3))
    if why:
        warnings.warn(f"{game.title}: a master over {base.name} is blind: {why}", stacklevel=2)


def _check_decision_cap(match: Match) -> None:
    """Check that the outcome of a game stopped halfway says so; a game of one move has no half."""
    lengths = ((number, sum(step.move is not None for step in match.walk(number))) for number in range(FEW))
    number, length = next((pair for pair in lengths if pair[1] > 1), (0, 0))
    if not length:
        return
    knobs = type(match.knobs).model_validate({**match.knobs.model_dump(), "decision_cap": length // 2})
    stopped = Match(match.game, knobs, match.strategies, seed=match.seed)
    with at(_in_words(stopped, number)):
        state = [step.state for step in stopped.walk(number)][-1]
        rows, seat_rows = stopped.play(number, 1)
        end = ending_of(match.game.columns, rows[0])
        assert end == STOPPED, f"stopped after {length // 2} moves, the column `end` says '{end}'"
        check_outcome(stopped, state, rows[0], seat_rows)
